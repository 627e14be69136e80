//! The dialogue of `catena detect` without a position, like that of the paper's
//! program: it asks for a position, answers, and asks again until told to stop.

use std::io::{self, BufRead, IsTerminal, Write};

use anyhow::{Result, bail};

use super::{DetectOptions, answer};
use crate::exit_code::ExitCode;

/// The longest line that is read: longer than any position.
const MAX_LINE_BYTES: u64 = 1 << 16;

/// Asks until the input ends or the answer is `q`.
///
/// From a pipe the same dialogue is read without prompts, and invalid input ends
/// it.
pub(super) fn until_stopped(options: &DetectOptions) -> Result<ExitCode> {
    let is_terminal = io::stdin().is_terminal();
    let prompt = |text: &str| -> io::Result<()> {
        if is_terminal {
            eprint!("{text}");
            io::stderr().flush()?;
        }
        Ok(())
    };
    let mut input = io::stdin().lock();
    let mut answered = None;
    loop {
        prompt("Position (FEN), or q to stop: ")?;
        let Some(fen) = next_answer(&mut input)? else {
            break;
        };
        prompt("Square of the piece that moved last: ")?;
        let Some(square) = next_answer(&mut input)? else {
            break;
        };
        match answer(&fen, &square, options) {
            Ok(code) => answered = Some(code),
            Err(error) if is_terminal => eprintln!("catena: {error:#}"),
            Err(error) => return Err(error),
        }
    }
    match answered {
        Some(code) if !is_terminal => Ok(code),
        None if !is_terminal => bail!("no position given: catena detect FEN SQUARE"),
        _ => Ok(ExitCode::Success),
    }
}

/// Reads the next line that is not blank; returns `None` at the end or for `q`.
fn next_answer(input: &mut impl BufRead) -> Result<Option<String>> {
    loop {
        let mut line = Vec::new();
        if io::Read::take(&mut *input, MAX_LINE_BYTES).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        match line.trim() {
            "" => {}
            "q" | "quit" | "exit" | "stop" => return Ok(None),
            text => return Ok(Some(text.to_owned())),
        }
    }
}
