//! `catena tune train`: fits the network to positions.

use std::io::{BufReader, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use catena_lab::network::{EpochReport, TrainPlan, TrainingSet, train};
use clap::Args;

use crate::{file, output};

/// Fit the network of the evaluation to positions, and write its weights
///
/// Positions in which a chain one move away turns the evaluation round are left out. Every
/// twentieth game is kept back to test with: the error is the mean square of the difference
/// between the expected points and what was found. The same files and arguments give the same
/// network, whatever the number of jobs.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  catena tune games --games 4 --nodes 100 --output games.bin
  catena tune train games.bin --epochs 2 --output network.bin")]
pub(super) struct TuneTrainArgs {
    /// The positions that `catena tune games` wrote
    #[arg(required = true)]
    positions: Vec<PathBuf>,
    /// How often every position is looked at
    #[arg(long, value_name = "N", default_value_t = TrainPlan::default().epochs, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// How much the score of the search counts, from 0 to 1; the rest is the result
    #[arg(long, value_name = "SHARE", default_value_t = TrainPlan::default().score_share, value_parser = parse_share)]
    score_share: f32,
    /// The seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many threads to use [default: the number of cores]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// The file to write the network to
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

fn parse_share(text: &str) -> Result<f32, String> {
    let share = text.parse().ok();
    let share = share.filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "a share is a number from 0 to 1".to_owned())
}

pub(super) fn run(args: &TuneTrainArgs) -> Result<()> {
    file::refuse_own_input(&args.output, args.positions.iter().map(PathBuf::as_path))?;
    file::check_output(&args.output)?;
    let mut set = TrainingSet::default();
    for path in &args.positions {
        let cannot_read = || format!("cannot read '{}'", path.display());
        let file = file::open_input(path)?;
        set.read(BufReader::with_capacity(1 << 20, file))
            .with_context(cannot_read)?;
    }
    let (learnt, tested) = set.sizes();
    if learnt == 0 {
        bail!("there are no positions to learn from");
    }
    let mut out = output::stdout();
    writeln!(
        out,
        "{learnt} positions to learn from, {tested} to test with"
    )?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let plan = TrainPlan {
        epochs: args.epochs,
        score_share: args.score_share,
        seed: args.seed,
        threads: args.jobs.map_or(cores, usize::from),
        ..TrainPlan::default()
    };
    let mut printed = Ok(());
    let network = train(&set, plan, &mut |report| {
        let line = writeln!(out, "{}", described(report));
        printed = std::mem::replace(&mut printed, Ok(())).and(line);
    });
    // Also when nobody reads the lines any more: the training took hours.
    file::write_whole(&args.output, |out| {
        out.write_all(&network.quantise().to_bytes())?;
        Ok(())
    })?;
    Ok(printed?)
}

/// An epoch as a line.
fn described(report: EpochReport) -> String {
    let [chess, sscc] = report.tested.map(|error| match error {
        Some(error) => format!("{error:.5}"),
        None => "-".to_owned(),
    });
    let (epoch, learnt) = (report.epoch, report.learnt);
    format!("epoch {epoch}: error {learnt:.5}, tested {chess} in chess, {sscc} in sscc")
}
