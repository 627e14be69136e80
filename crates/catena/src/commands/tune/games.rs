//! `catena tune games`: positions for the network to learn from.

use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use catena_engine::Signal;
use catena_engine::network::{BUILT_IN_NAME, Network};
use catena_lab::network::{GamePlan, RECORD_BYTES, TrainingPosition, play_games};
use clap::Args;

use crate::chess::VariantArgs;
use crate::file::{AppendedFile, refuse_own_input};
use crate::{interrupt, output};

/// Let the engine play itself, and write positions for `catena tune train`
///
/// Each position has 32 bytes: the board, what the search said, and the result for the player
/// to move. Games are added to the file as they end; Ctrl-C stops, and the same command goes
/// on where it was. The same arguments give the same positions, whatever the number of jobs.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  catena tune games --variant sscc --games 4 --nodes 100 --output games.bin")]
pub(super) struct TuneGamesArgs {
    #[command(flatten)]
    variant: VariantArgs,
    /// How many games the file is to have
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = 1500, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// What evaluates: the file of a network, '<built-in>' or '<classical>' (hand-written)
    #[arg(long, value_name = "FILE", default_value = BUILT_IN_NAME)]
    eval_file: PathBuf,
    /// How many games to play at the same time [default: the number of cores]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// The file to add the positions to
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

pub(super) fn run(args: &TuneGamesArgs) -> Result<()> {
    refuse_own_input(&args.output, [args.eval_file.as_path()])?;
    let mut file = AppendedFile::open(&args.output)?;
    let result = play(args, &mut file);
    let closed = file.finish();
    result.and(closed)
}

fn play(args: &TuneGamesArgs, file: &mut AppendedFile) -> Result<()> {
    let network = Network::named(&args.eval_file)
        .with_context(|| format!("cannot read a network from '{}'", args.eval_file.display()))?;
    let first = next_game(args, file)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let plan = GamePlan {
        variant: args.variant.variant,
        first,
        games: args.games.saturating_sub(first),
        nodes: args.nodes,
        seed: args.seed,
        network,
        threads: args.jobs.map_or(cores, usize::from),
    };
    let signal = Signal::default();
    interrupt::stop_on_interrupt(&signal)?;
    let progress = output::progress(u64::from(args.games), "{wide_bar} {pos}/{len} {eta}");
    progress.set_position(u64::from(first));
    let mut written = Ok(());
    play_games(&plan, &mut |_, positions| {
        let bytes = positions.iter().map(TrainingPosition::to_bytes);
        written = file.append(bytes.collect::<Vec<_>>().as_flattened());
        progress.inc(1);
        if written.is_err() || signal.is_stopped() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    })?;
    progress.finish_and_clear();
    written
}

/// The most positions that one game has: longer games end in a draw.
const MAX_POSITIONS: usize = 1 << 14;

/// The number of the game that is to be played next. The last game in the file may be there in
/// part only, if a run was killed: it is cut off and played again.
///
/// A game of which nothing was kept is played again, in vain: that is rare.
fn next_game(args: &TuneGamesArgs, file: &mut AppendedFile) -> Result<u32> {
    let length = file.length()?;
    if length == 0 {
        return Ok(0);
    }
    let part = usize::try_from(length % RECORD_BYTES as u64)?;
    let end = file.end((MAX_POSITIONS * RECORD_BYTES + part) as u64)?;
    let records = end[..end.len() - part].as_chunks::<RECORD_BYTES>().0;
    let game_of = |record: &[u8; RECORD_BYTES]| Some(TrainingPosition::from_bytes(record)?.game);
    let Some(last) = records.last().and_then(TrainingPosition::from_bytes) else {
        bail!(
            "'{}' does not end with a position that `catena tune games` writes",
            args.output.display()
        );
    };
    if last.variant != args.variant.variant {
        bail!("'{}' has games of another variant", args.output.display());
    }
    let of_last_game = records
        .iter()
        .rev()
        .take_while(|record| game_of(record) == Some(last.game));
    let bytes = of_last_game.count() * RECORD_BYTES + part;
    file.cut(length - bytes as u64)?;
    Ok(last.game)
}
