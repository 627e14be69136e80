//! `catena uci`: the engine, for chess programs.

use std::io;

use anyhow::Result;
use catena_engine::uci;
use clap::Args;

use crate::exit_code::ExitCode;

/// Run the engine by the Universal Chess Interface
///
/// Chess programs start it like this. Type 'uci' for its options, 'quit' to
/// end. Words after 'uci' are one command that is run, such as 'bench'.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  catena uci bench")]
pub(crate) struct UciArgs {
    /// One command to run instead of reading commands
    #[arg(trailing_var_arg = true)]
    command: Vec<String>,
}

pub(crate) fn run(args: &UciArgs) -> Result<ExitCode> {
    if args.command.is_empty() {
        uci::run(io::BufReader::new(io::stdin()), io::stdout())?;
    } else {
        uci::run_once(&args.command.join(" "), io::stdout())?;
    }
    Ok(ExitCode::Success)
}
