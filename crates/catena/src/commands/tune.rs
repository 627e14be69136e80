//! `catena tune`: fits the engine's evaluation to self-play.

mod games;
mod train;

use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use catena_lab::tune::{self, SelfPlay};
use clap::{Args, Subcommand};

use crate::exit_code::ExitCode;
use crate::{file, output};

/// Fit the engine's evaluation to games of the engine against itself
///
/// `play` and `fit` are for the hand-written evaluation. Its weights are built into the engine:
/// what `fit` writes replaces crates/catena-engine/src/weights/table.rs. `games` and `train`
/// are for the network: `catena match catena:FILE catena` plays with what `train` writes.
/// Accept either only after a match against the old one.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  catena tune play --games 2 --nodes 500 --output positions.txt
  catena tune fit positions.txt --rounds 20 --output table.rs
  catena tune games --games 4 --nodes 100 --output games.bin
  catena tune train games.bin --epochs 2 --output network.bin")]
pub(crate) struct TuneArgs {
    #[command(subcommand)]
    step: TuneStep,
}

/// The steps of tuning.
#[derive(Debug, Subcommand)]
enum TuneStep {
    Play(TunePlayArgs),
    Fit(TuneFitArgs),
    Games(games::TuneGamesArgs),
    Train(train::TuneTrainArgs),
}

/// Let the engine play chess against itself, and write quiet positions with results
///
/// Each line is a position and the points of White in its game: FEN;0, FEN;0.5 or
/// FEN;1. The same arguments give the same lines.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  catena tune play --games 2 --nodes 500 --output positions.txt")]
struct TunePlayArgs {
    /// How many games to play
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The file to write the positions to [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Find the weights that predict the results of positions best
#[derive(Debug, Args)]
#[command(after_help = "Example:
  catena tune play --games 2 --nodes 500 --output positions.txt
  catena tune fit positions.txt --rounds 20 --output table.rs")]
struct TuneFitArgs {
    /// The positions that `catena tune play` wrote
    positions: PathBuf,
    /// How many rounds of gradient descent to make
    #[arg(long, value_name = "N", default_value_t = 500)]
    rounds: u32,
    /// The file to write the weights to [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &TuneArgs) -> Result<ExitCode> {
    match &args.step {
        TuneStep::Play(args) => play(args)?,
        TuneStep::Fit(args) => fit(args)?,
        TuneStep::Games(args) => games::run(args)?,
        TuneStep::Train(args) => train::run(args)?,
    }
    Ok(ExitCode::Success)
}

fn play(args: &TunePlayArgs) -> Result<()> {
    let plan = SelfPlay {
        games: args.games as usize,
        nodes: args.nodes,
        seed: args.seed,
    };
    let progress = output::progress(u64::from(args.games), "{wide_bar} {pos}/{len} {eta}");
    let result = write(args.output.as_deref(), |out| {
        tune::self_play(plan, out, &mut || progress.inc(1))?;
        Ok(())
    });
    progress.finish_and_clear();
    result
}

fn fit(args: &TuneFitArgs) -> Result<()> {
    if let Some(output) = &args.output {
        file::refuse_own_input(output, [args.positions.as_path()])?;
        file::check_output(output)?;
    }
    let name = args.positions.display();
    let cannot_read = || format!("cannot read '{name}'");
    let positions = file::open_input(&args.positions)?;
    let samples = tune::read_samples(BufReader::new(positions)).with_context(cannot_read)?;
    let fit =
        tune::fit(&samples, args.rounds).with_context(|| format!("cannot fit to '{name}'"))?;
    write(args.output.as_deref(), |out| {
        out.write_all(fit.table().as_bytes())?;
        Ok(())
    })?;
    let summary = format!(
        "{} positions, mean squared error {:.5} before, {:.5} after",
        samples.len(),
        fit.before,
        fit.after
    );
    // Standard output has the weights if they are not in a file.
    match args.output {
        Some(_) => writeln!(output::stdout(), "{summary}")?,
        None => tell!("{summary}"),
    }
    Ok(())
}

/// Writes a file whole, or else standard output.
fn write(path: Option<&Path>, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    match path {
        Some(path) => file::write_whole(path, |out| write(out)),
        None => {
            let mut out = BufWriter::new(io::stdout().lock());
            write(&mut out)?;
            out.flush()?;
            Ok(())
        }
    }
}
