//! The `catena` command. Each subcommand is a module in `commands/`.
//!
//! This is a library only so that its readers can be fuzzed; what is to be used by other
//! programs is in `catena-grid`, `catena-chess` and `catena-engine`.

#![forbid(unsafe_code)]
// A message that cannot be written must not end the work: `tell!` is for them.
#![deny(clippy::print_stderr)]

#[macro_use]
mod output;

mod args;
mod chain_json;
mod chess;
mod commands;
mod conflict;
mod exit_code;
mod file;
mod georeference;
mod input;
mod interrupt;
mod labels_file;
mod line_input;
mod overlay;
mod read;
mod stages;
mod table;
mod walls;
mod words;

use std::ffi::OsString;
use std::io;

use catena_grid::Undecided;

use crate::args::CliArgs;
use crate::exit_code::ExitCode;

/// Carries out a command line, whose first word is the name of the program.
///
/// If the words are wrong or ask for help, it says so and ends the process.
pub fn run(words: impl IntoIterator<Item = OsString>) -> std::process::ExitCode {
    let code = match commands::run(CliArgs::from_words(words).command) {
        Ok(code) => code,
        // The reader of the output has closed it, as in `catena … | head`.
        Err(error) if is_broken_pipe(&error) => ExitCode::Success,
        Err(error) => {
            // Files have a context that names them.
            let is_output = error.downcast_ref::<io::Error>().is_some() && error.chain().len() == 1;
            let place = if is_output { "standard output: " } else { "" };
            tell!("catena: {place}{}", text_of(&error));
            if error.is::<Undecided>() {
                ExitCode::Undecided
            } else {
                ExitCode::Error
            }
        }
    };
    code.into()
}

/// What an error says, and what its causes add. Some libraries end the text of an error with
/// that of its cause.
fn text_of(error: &anyhow::Error) -> String {
    error.chain().fold(String::new(), |text, cause| {
        let cause = cause.to_string();
        match &text[..] {
            "" => cause,
            text if text.ends_with(&cause) => text.to_owned(),
            text => format!("{text}: {cause}"),
        }
    })
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let kind = match (
            cause.downcast_ref::<io::Error>(),
            cause.downcast_ref::<csv::Error>(),
        ) {
            (Some(error), _) => Some(error.kind()),
            (_, Some(error)) => match error.kind() {
                csv::ErrorKind::Io(error) => Some(error.kind()),
                _ => None,
            },
            _ => None,
        };
        kind == Some(io::ErrorKind::BrokenPipe)
    })
}
