//! [`PlayCommand`]: what a player types.

use std::io::{self, BufRead, Read, Write};
use std::path::PathBuf;

use anyhow::Result;

/// The longest line that is read: longer than any command.
const MAX_LINE_BYTES: u64 = 1 << 12;

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
    /// Reads a line that is not blank.
    fn parse(line: &str) -> PlayCommand {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["board"] => PlayCommand::Board,
            ["moves"] => PlayCommand::Moves,
            ["fen"] => PlayCommand::Fen,
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

/// The lines of input. Prompts go to standard error, and only if the input is a
/// terminal.
pub(super) struct PlayerInput<R> {
    pub(super) input: R,
    pub(super) prompts: bool,
}

impl<R: BufRead> PlayerInput<R> {
    /// Reads the next command; returns `Quit` at the end of the input.
    pub(super) fn command(&mut self, prompt: &str) -> Result<PlayCommand> {
        Ok(match self.line(prompt)? {
            Some(line) => PlayCommand::parse(&line),
            None => PlayCommand::Quit,
        })
    }

    /// Asks until the answer is yes or no; the end of the input means no.
    pub(super) fn yes_or_no(&mut self, question: &str) -> Result<bool> {
        loop {
            match self.line(question)?.as_deref().map(str::trim) {
                Some("y" | "yes" | "switch") => return Ok(true),
                None | Some("n" | "no" | "stay") => return Ok(false),
                Some(_) => eprintln!("catena: answer y or n"),
            }
        }
    }

    /// Reads the next line that is not blank; returns `None` at the end.
    fn line(&mut self, prompt: &str) -> Result<Option<String>> {
        loop {
            if self.prompts {
                eprint!("{prompt}");
                io::stderr().flush()?;
            }
            let mut line = Vec::new();
            let mut limited = self.input.by_ref().take(MAX_LINE_BYTES);
            if limited.read_until(b'\n', &mut line)? == 0 {
                return Ok(None);
            }
            let line = String::from_utf8_lossy(&line);
            if !line.trim().is_empty() {
                return Ok(Some(line.into_owned()));
            }
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
