//! What the players type.

use std::io::{self, BufRead, Read, Write};
use std::path::PathBuf;

use anyhow::Result;

/// A line longer than any command; the rest of it is not read.
const MAX_LINE_BYTES: u64 = 1 << 12;

/// A command of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// A move, and whether to switch after it if that was said.
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

impl Command {
    /// Reads a line that is not blank.
    fn parse(line: &str) -> Command {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["board"] => Command::Board,
            ["moves"] => Command::Moves,
            ["fen"] => Command::Fen,
            ["undo"] => Command::Undo,
            ["resign"] => Command::Resign,
            ["draw"] => Command::Draw,
            ["claim"] => Command::Claim,
            ["help" | "?"] => Command::Help,
            ["quit" | "q" | "exit"] => Command::Quit,
            ["save", ..] => match line.trim().split_once(char::is_whitespace) {
                Some((_, path)) => Command::Save(path.trim().into()),
                None => Command::Unknown(line.trim().into()),
            },
            [text] => Command::Move {
                text: (*text).into(),
                switches: None,
            },
            [text, decision @ ("switch" | "stay")] => Command::Move {
                text: (*text).into(),
                switches: Some(*decision == "switch"),
            },
            _ => Command::Unknown(line.trim().into()),
        }
    }
}

/// The lines that come in; prompts go to standard error, and only if
/// somebody sees them.
pub(super) struct Lines<R> {
    pub(super) input: R,
    pub(super) prompts: bool,
}

impl<R: BufRead> Lines<R> {
    /// The next command; `Quit` at the end of the input.
    pub(super) fn command(&mut self, prompt: &str) -> Result<Command> {
        Ok(match self.line(prompt)? {
            Some(line) => Command::parse(&line),
            None => Command::Quit,
        })
    }

    /// Asks until the answer is yes or no; the end of the input is a no.
    pub(super) fn yes_or_no(&mut self, question: &str) -> Result<bool> {
        loop {
            match self.line(question)?.as_deref().map(str::trim) {
                Some("y" | "yes" | "switch") => return Ok(true),
                None | Some("n" | "no" | "stay") => return Ok(false),
                Some(_) => eprintln!("catena: answer y or n"),
            }
        }
    }

    /// The next line that is not blank; `None` at the end.
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
        let moved = |text: &str, switches| Command::Move {
            text: text.into(),
            switches,
        };
        assert_eq!(Command::parse(" Nf3 \n"), moved("Nf3", None));
        assert_eq!(Command::parse("Nf3 switch"), moved("Nf3", Some(true)));
        assert_eq!(Command::parse("g1f3 stay"), moved("g1f3", Some(false)));
        assert_eq!(
            Command::parse("save my game.pgn"),
            Command::Save("my game.pgn".into())
        );
        assert_eq!(Command::parse("save"), Command::Unknown("save".into()));
        assert_eq!(
            Command::parse("undo it"),
            Command::Unknown("undo it".into())
        );
    }
}
