//! `catena bench`: speed figures, as ratios measured in one run.

mod measure;
mod paper;
mod rules;
mod sample;

use std::hint::black_box;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use catena_grid::Board;
use clap::Args;
use serde::Serialize;

use self::measure::{CostRatio, median, nanoseconds};
use self::sample::{BenchPosition, samples};
use crate::args::Format;
use crate::exit_code::ExitCode;
use crate::output;

/// Measure speed figures, as ratios in one run
///
/// Machines differ and are noisy, so every figure is the cost of one function
/// over that of another on the same positions: those after every move of
/// master games.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  catena bench")]
pub(crate) struct BenchArgs {
    /// Games to take the positions from, as PGN [default: 60 games in the command]
    #[arg(value_name = "FILE.pgn")]
    file: Option<PathBuf>,
    /// How many games of the file to use
    #[arg(long, value_name = "N", default_value_t = 400)]
    games: usize,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// The figures, by their names in JSON.
#[derive(Debug, Serialize)]
struct SpeedFigures {
    positions: usize,
    chain_forming_moves: usize,
    legal_moves_nanoseconds: f64,
    has_chain_over_legal_moves: Option<CostRatio>,
    chain_squares_over_legal_moves: Option<CostRatio>,
    max_area_over_chain_squares: Option<CostRatio>,
    paper_over_exact: f64,
    chain_perft_over_perft: f64,
    move_flags_over_legal_moves: f64,
}

pub(crate) fn run(args: &BenchArgs) -> Result<ExitCode> {
    let samples = samples(args.file.as_deref(), args.games)?;
    let figures = measure(&samples);
    match args.format {
        Format::Json => output::print_json(&figures)?,
        Format::Text => print_text(&figures)?,
    }
    Ok(ExitCode::Success)
}

fn measure(samples: &[BenchPosition]) -> SpeedFigures {
    let progress = output::progress(samples.len() as u64, "{bar:40} {pos}/{len} positions");
    let (mut moves, mut has, mut squares) = (Vec::new(), Vec::new(), Vec::new());
    let (mut area, mut squares_of_chains) = (Vec::new(), Vec::new());
    for BenchPosition {
        position,
        occupied,
        square,
    } in samples
    {
        moves.push(nanoseconds(|| {
            black_box(black_box(position).legal_moves());
        }));
        has.push(nanoseconds(|| {
            black_box(black_box(*occupied).has_chain(black_box(*square)));
        }));
        squares.push(nanoseconds(|| {
            black_box(black_box(*occupied).chain_cells());
        }));
        if occupied.has_chain(*square) {
            squares_of_chains.extend(squares.last());
            area.push(nanoseconds(|| {
                black_box(black_box(*occupied).max_area(black_box(*square)));
            }));
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    let rules = rules::measure(Duration::from_secs(4));
    SpeedFigures {
        positions: samples.len(),
        chain_forming_moves: area.len(),
        legal_moves_nanoseconds: median(&moves).unwrap_or(0.0),
        has_chain_over_legal_moves: CostRatio::of(&has, &moves),
        chain_squares_over_legal_moves: CostRatio::of(&squares, &moves),
        max_area_over_chain_squares: CostRatio::of(&area, &squares_of_chains),
        paper_over_exact: paper::paper_over_exact(),
        chain_perft_over_perft: rules.chain_perft_over_perft,
        move_flags_over_legal_moves: rules.move_flags_over_legal_moves,
    }
}

fn print_text(figures: &SpeedFigures) -> Result<()> {
    let mut out = output::stdout();
    writeln!(
        out,
        "{} positions of master games, {} chain-forming moves; legal_moves takes {:.0} ns (median)\n",
        figures.positions, figures.chain_forming_moves, figures.legal_moves_nanoseconds
    )?;
    writeln!(
        out,
        "{:<42} {:>8} {:>8}",
        "cost over cost, on the same positions", "median", "mean"
    )?;
    for (title, ratio) in [
        (
            "has_chain / legal_moves",
            figures.has_chain_over_legal_moves,
        ),
        (
            "chain_cells / legal_moves",
            figures.chain_squares_over_legal_moves,
        ),
        (
            "max_area / chain_cells, where there is one",
            figures.max_area_over_chain_squares,
        ),
    ] {
        if let Some(CostRatio { median, mean }) = ratio {
            writeln!(out, "{title:<42} {median:>8.3} {mean:>8.3}")?;
        }
    }
    writeln!(
        out,
        "{:<42} {:>17.2}",
        "flags of all moves / legal_moves", figures.move_flags_over_legal_moves
    )?;
    writeln!(
        out,
        "{:<42} {:>17.2}",
        "speed of perft with chains / without", figures.chain_perft_over_perft
    )?;
    writeln!(
        out,
        "{:<42} {:>17.0}",
        "the paper's search / has_chain, at least", figures.paper_over_exact
    )?;
    Ok(())
}
