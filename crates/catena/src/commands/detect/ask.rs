//! The dialogue of `catena detect` without a position, like that of the paper's
//! program: it asks for a position, answers, and asks again until told to stop.

use std::io::BufRead;

use anyhow::{Result, bail};

use super::{DetectOptions, answer};
use crate::exit_code::ExitCode;
use crate::line_input::LineInput;

/// Asks until the input ends or the answer is `q`.
///
/// From a pipe the same dialogue is read without prompts, and invalid input ends
/// it.
pub(super) fn until_stopped(options: &DetectOptions) -> Result<ExitCode> {
    let mut input = LineInput::stdin()?;
    let is_terminal = input.is_terminal();
    let mut answered = None;
    while let Some(fen) = next_answer(&mut input, "Position (FEN), or q to stop: ")?
        && let Some(square) = next_answer(&mut input, "Square of the piece that moved last: ")?
    {
        match answer(&fen, &square, options) {
            Ok(code) => answered = Some(code),
            Err(error) if is_terminal => tell!("catena: {error:#}"),
            Err(error) => return Err(error),
        }
    }
    match answered {
        Some(code) if !is_terminal => Ok(code),
        None if !is_terminal => bail!("no position given: catena detect FEN SQUARE"),
        _ => Ok(ExitCode::Success),
    }
}

/// Reads the next answer; returns `None` at the end or for `q`.
fn next_answer(input: &mut LineInput<impl BufRead>, prompt: &str) -> Result<Option<String>> {
    let line = input.line(prompt)?;
    Ok(match line.as_deref().map(str::trim) {
        None | Some("q" | "quit" | "exit" | "stop") => None,
        Some(text) => Some(text.to_owned()),
    })
}
