//! `catena detect`: is the piece that moved last part of a chain?

mod ask;
mod report;

use anyhow::{Result, bail};
use catena_grid::{MinSize, Raster};
use clap::{Args, ValueEnum};

use self::report::DetectReport;
use crate::args::{Format, StyleArgs};
use crate::exit_code::ExitCode;
use crate::input::{BoardArgs, piece_cell};
use crate::output;

/// Say whether the piece that moved last is part of a chain
///
/// A chain is a closed line of pieces of any colour, each a king's step from
/// the next, each used once, around at least two adjacent empty squares.
///
/// Every answer is exact. On 8x8 boards there is always one. On other boards,
/// minimum sizes 1, 2 and 3 are decided without a budget; larger ones, and the
/// shortest and largest chains, can be undecided when the work budget ends.
///
/// The exit code is 0 if there is a chain, 1 if there is none, 2 for invalid
/// input, and 3 if there is no answer within the work budget. Without a position
/// it asks for one.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:
  catena detect \\
    '1b4rk/n1p3pr/p1np3p/1p1pp3/3PP3/P1NPPQ2/N1PRK3/1B6 w - - 0 1' f3")]
pub(crate) struct DetectArgs {
    /// The position: a FEN, or its first field
    fen: Option<String>,
    /// The square of the piece that moved last
    square: Option<String>,
    #[command(flatten)]
    options: DetectOptions,
}

/// The question about every position.
#[derive(Clone, Debug, Args)]
pub(crate) struct DetectOptions {
    /// How many empty squares, connected by king's steps, a chain must enclose; 1, 2 and 3 need no budget
    #[arg(long, value_name = "N", default_value_t)]
    min_size: MinSize,
    /// Which algorithm decides
    #[arg(long, value_enum, default_value_t)]
    algorithm: Algorithm,
    /// Show the paper's boards: the position, and the classes after each pass
    #[arg(long)]
    stages: bool,
    /// How many steps the paper's algorithm may take for one answer
    #[arg(long, value_name = "N", default_value_t = catena_grid::paper::DEFAULT_STEP_LIMIT)]
    step_limit: u64,
    #[command(flatten)]
    board: BoardArgs,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    style: StyleArgs,
}

/// Which algorithm decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Algorithm {
    /// The exact algorithm of catena
    #[default]
    Exact,
    /// The published algorithm, which can be wrong or give up
    Paper,
}

pub(crate) fn run(args: &DetectArgs) -> Result<ExitCode> {
    match (&args.fen, &args.square) {
        (Some(fen), Some(square)) => answer(fen, square, &args.options),
        (Some(_), None) => {
            bail!(
                "the square of the piece that moved last is missing; give it after the position, like f3"
            )
        }
        (None, _) => ask::until_stopped(&args.options),
    }
}

/// Answers the question about one position, as text or JSON.
fn answer(fen: &str, square: &str, options: &DetectOptions) -> Result<ExitCode> {
    let placement = options.board.placement(fen)?;
    let cell = piece_cell(&placement, square)?;
    let raster = Raster::from(&placement);
    let report = DetectReport::new(&placement, &raster, cell, options)?;
    match options.format {
        Format::Json => output::print_json(&report.to_json())?,
        Format::Text => report.print_text(options)?,
    }
    Ok(report.exit_code())
}
