//! The `catena` command. Each subcommand is a module in `commands/`.

#![forbid(unsafe_code)]

mod args;
mod chain_json;
mod chess;
mod commands;
mod conflict;
mod exit_code;
mod file;
mod input;
mod labels_file;
mod output;
mod overlay;
mod read;
mod stages;
mod table;
mod walls;
mod words;

use std::io;

use crate::args::CliArgs;
use crate::exit_code::ExitCode;

fn main() -> std::process::ExitCode {
    let code = match commands::run(CliArgs::from_command_line().command) {
        Ok(code) => code,
        // The reader of the output has closed it, as in `catena … | head`.
        Err(error) if is_broken_pipe(&error) => ExitCode::Success,
        Err(error) => {
            eprintln!("catena: {error:#}");
            ExitCode::Error
        }
    };
    code.into()
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
