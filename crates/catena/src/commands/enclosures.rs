//! `catena enclosures`: every set of squares that a chain encloses.

use std::io::{BufWriter, Write};

use anyhow::Result;
use catena_grid::{Board, Chain, Count, Grid, Placement, Raster};
use clap::Args;

use crate::args::Format;
use crate::chain_json::JsonChain;
use crate::exit_code::ExitCode;
use crate::input::{BoardArgs, piece_cell};
use crate::output;
use crate::words::{cell_names, set_names};

/// List every set of empty squares that some chain encloses
///
/// Only chains around at least two adjacent empty squares count. Each set comes
/// with a chain of the fewest pieces. With a square, only chains through the
/// piece on it count. There can be very many sets; they are printed as they are
/// found, in JSON as one object per line.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  catena enclosures \\
    '1n1k1b2/rpp1pp2/2b1pn2/rq2pp2/1Q3pPB/PPPNP1PB/3P1R1P/3K1RN1'")]
pub(crate) struct EnclosuresArgs {
    /// The position: a FEN, or its first field
    fen: String,
    /// The square of the piece that the chains go through
    square: Option<String>,
    /// Show at most this many enclosures
    // `limit` is the old name.
    #[arg(long, alias = "limit", value_name = "N")]
    max: Option<usize>,
    /// Print only how many there are
    #[arg(long, conflicts_with = "max")]
    count: bool,
    #[command(flatten)]
    board: BoardArgs,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// The work budget of counting: about a second.
const COUNT_BUDGET: u64 = 2_000_000;

pub(crate) fn run(args: &EnclosuresArgs) -> Result<ExitCode> {
    let placement = args.board.placement(&args.fen)?;
    let cell = args
        .square
        .as_deref()
        .map(|text| piece_cell(&placement, text))
        .transpose()?;
    let raster = Raster::from(&placement);
    let grid = Grid::new(&raster);
    let mut out = BufWriter::new(output::stdout());
    if args.count {
        let count = grid.count_enclosures(cell, COUNT_BUDGET)?;
        return print_count(&mut out, count, args.format);
    }
    let mut found = grid.enclosures(cell)?;
    let max = args.max.unwrap_or(usize::MAX);
    let mut printed = 0;
    for chain in found.by_ref().take(max) {
        match args.format {
            Format::Json => {
                serde_json::to_writer(&mut out, &JsonChain::new(&placement, &chain))?;
                writeln!(out)?;
            }
            Format::Text => print_chain(&mut out, &placement, &chain)?,
        }
        printed += 1;
    }
    if args.format == Format::Text {
        let noun = if printed == 1 {
            "enclosure"
        } else {
            "enclosures"
        };
        if printed == max && found.next().is_some() {
            let total = in_words(grid.count_enclosures(cell, COUNT_BUDGET)?);
            writeln!(out, "{printed} of {total} enclosures")?;
        } else {
            writeln!(out, "{printed} {noun}")?;
        }
    }
    out.flush()?;
    Ok(ExitCode::Success)
}

fn print_chain(out: &mut impl Write, placement: &Placement, chain: &Chain) -> Result<()> {
    writeln!(
        out,
        "{}\n  {} pieces: {}\n",
        set_names(placement, chain.encloses()).join(" "),
        chain.len(),
        cell_names(placement, chain.cells()).join(" ")
    )?;
    Ok(())
}

fn print_count(out: &mut impl Write, count: Count, format: Format) -> Result<ExitCode> {
    match format {
        Format::Text => writeln!(out, "{}", in_words(count))?,
        Format::Json => {
            let (number, exact) = match count {
                Count::Exactly(number) => (number, true),
                Count::AtLeast(number) => (number, false),
            };
            writeln!(
                out,
                "{}",
                serde_json::json!({"count": number, "exact": exact})
            )?;
        }
    }
    out.flush()?;
    Ok(ExitCode::Success)
}

fn in_words(count: Count) -> String {
    match count {
        Count::Exactly(number) => number.to_string(),
        Count::AtLeast(number) => format!("at least {number}"),
    }
}
