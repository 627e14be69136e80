//! [`PlayCommand`]: what a player types.

use std::io::BufRead;
use std::path::PathBuf;

use anyhow::Result;

use crate::line_input::LineInput;

/// A command of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PlayCommand {
    /// A move, and whether to switch after it if the player said so.
    Move {
        text: String,
        switches: Option<bool>,
    },
    Board,
    Moves,
    Fen,
    Flip,
    History,
    Clocks,
    Hint,
    Undo,
    Resign,
    Draw,
    Claim,
    Save(PathBuf),
    Help,
    Quit,
    Unknown(String),
}

impl PlayCommand {
    /// Reads the next command; returns `Quit` at the end of the input.
    pub(super) fn read(lines: &mut LineInput<impl BufRead>, prompt: &str) -> Result<PlayCommand> {
        Ok(match lines.line(prompt)? {
            Some(line) => PlayCommand::parse(&line),
            None => PlayCommand::Quit,
        })
    }

    /// Reads a line that is not blank.
    fn parse(line: &str) -> PlayCommand {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["board"] => PlayCommand::Board,
            ["moves"] => PlayCommand::Moves,
            ["fen"] => PlayCommand::Fen,
            ["flip"] => PlayCommand::Flip,
            ["history"] => PlayCommand::History,
            ["clock" | "clocks"] => PlayCommand::Clocks,
            ["hint"] => PlayCommand::Hint,
            ["undo"] => PlayCommand::Undo,
            ["resign"] => PlayCommand::Resign,
            ["draw"] => PlayCommand::Draw,
            ["claim"] => PlayCommand::Claim,
            ["help" | "?"] => PlayCommand::Help,
            ["quit" | "q" | "exit"] => PlayCommand::Quit,
            ["save", ..] => match line.trim().split_once(char::is_whitespace) {
                Some((_, path)) => PlayCommand::Save(path.trim().into()),
                None => PlayCommand::Unknown(line.trim().into()),
            },
            [text] => PlayCommand::Move {
                text: (*text).into(),
                switches: None,
            },
            [text, decision @ ("switch" | "stay")] => PlayCommand::Move {
                text: (*text).into(),
                switches: Some(*decision == "switch"),
            },
            _ => PlayCommand::Unknown(line.trim().into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read() {
        let moved = |text: &str, switches| PlayCommand::Move {
            text: text.into(),
            switches,
        };
        assert_eq!(PlayCommand::parse(" Nf3 \n"), moved("Nf3", None));
        assert_eq!(PlayCommand::parse("Nf3 switch"), moved("Nf3", Some(true)));
        assert_eq!(PlayCommand::parse("g1f3 stay"), moved("g1f3", Some(false)));
        assert_eq!(
            PlayCommand::parse("save my game.pgn"),
            PlayCommand::Save("my game.pgn".into())
        );
        assert_eq!(
            PlayCommand::parse("save"),
            PlayCommand::Unknown("save".into())
        );
        assert_eq!(
            PlayCommand::parse("undo it"),
            PlayCommand::Unknown("undo it".into())
        );
    }
}
