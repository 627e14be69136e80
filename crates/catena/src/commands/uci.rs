//! `catena uci`: the engine, for chess programs.

use std::io;

use anyhow::Result;
use catena_chess::Variant;
use catena_engine::uci::{self, Options, SwitchNotation};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};

use crate::chess::{LimitArgs, variant};
use crate::exit_code::ExitCode;

/// Run the engine with the Universal Chess Interface (UCI)
///
/// This is how chess programs start it. Type 'uci' for its options and 'quit' to
/// end. Words after 'catena uci' are run as one command, such as 'bench'.
///
/// A program that knows no variants can analyse Switch-Side Chain-Chess as well: start
/// the engine with '--variant sscc --switch-notation info'. Then all moves are plain,
/// and the decisions to switch come as 'info string'.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  catena uci bench
  catena uci --variant sscc --switch-notation info")]
pub(crate) struct UciArgs {
    /// Which game is played [default: the one that the option UCI_Variant says]
    #[arg(long, value_name = "VARIANT", value_parser = variant())]
    variant: Option<Variant>,
    #[command(flatten)]
    limit: LimitArgs,
    /// How switches are written
    #[arg(
        long,
        value_name = "NOTATION",
        default_value = SwitchNotation::default().name(),
        value_parser = switch_notation()
    )]
    switch_notation: String,
    /// One command to run, instead of reading commands from standard input
    #[arg(trailing_var_arg = true)]
    command: Vec<String>,
}

fn switch_notation() -> PossibleValuesParser {
    let value = |notation: SwitchNotation| {
        PossibleValue::new(notation.name()).help(match notation {
            SwitchNotation::Info => "Plain moves, and the decision as info string",
            _ => "An s after the move",
        })
    };
    PossibleValuesParser::new(SwitchNotation::ALL.map(value))
}

pub(crate) fn run(args: &UciArgs) -> Result<ExitCode> {
    let options = options(args)?;
    if args.command.is_empty() {
        uci::run(options, io::BufReader::new(io::stdin()), io::stdout())?;
    } else {
        uci::run_once(options, &args.command.join(" "), io::stdout())?;
    }
    Ok(ExitCode::Success)
}

fn options(args: &UciArgs) -> Result<Options> {
    let mut options = args
        .variant
        .map_or_else(Options::default, Options::with_variant);
    options.switch_limit = args.limit.switch_limit;
    options.set("SwitchNotation", &args.switch_notation)?;
    Ok(options)
}
