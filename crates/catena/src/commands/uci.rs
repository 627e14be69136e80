//! `catena uci`: the engine, for chess programs.

use std::io;

use anyhow::Result;
use catena_engine::uci::{self, Options};
use clap::Args;

use crate::exit_code::ExitCode;

/// Run the engine with the Universal Chess Interface (UCI)
///
/// This is how chess programs start it. Type 'uci' for its options and 'quit' to
/// end. Words after 'catena uci' are run as one command, such as 'bench'.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  catena uci bench")]
pub(crate) struct UciArgs {
    /// One command to run, instead of reading commands from standard input
    #[arg(trailing_var_arg = true)]
    command: Vec<String>,
}

pub(crate) fn run(args: &UciArgs) -> Result<ExitCode> {
    if args.command.is_empty() {
        uci::run(
            Options::default(),
            io::BufReader::new(io::stdin()),
            io::stdout(),
        )?;
    } else {
        uci::run_once(Options::default(), &args.command.join(" "), io::stdout())?;
    }
    Ok(ExitCode::Success)
}
