//! `catena annotate`: where chains form in games of chess, and how often.

mod longest;
mod mark;
mod parallel;
mod report;
mod source;
mod statistics;
mod tally;

use std::path::PathBuf;

use anyhow::{Context, Result};
use catena_chess::pgn::{PgnBlock, PgnBlocks};
use clap::{ArgGroup, Args, ValueEnum};

use crate::args::ThreadArgs;
use crate::exit_code::ExitCode;
use longest::LongestRecord;
use source::PgnSource;
use statistics::Statistics;
use tally::{BlockResult, GameTally};

/// Mark the moves of games that form a chain, or count them
///
/// Writes the games with a comment {[%sscc chain e4 d5 ...]} after each move
/// that forms a chain: its squares in order, from the piece that moved.
/// Marks of an earlier run are replaced.
///
/// A game with an illegal move is written, and counted, up to that move. The error is
/// reported on standard error with the number of the game, its line and the move. A game
/// without a legal move is left out. The exit code is 0 unless no game could be read.
#[derive(Debug, Args)]
#[command(
    group = ArgGroup::new("counted").args(["stats", "replay_only"]),
    after_help = "Example:
  catena annotate games.pgn --stats"
)]
pub(crate) struct AnnotateArgs {
    /// The games, plain or compressed with zstd [default: standard input]
    #[arg(value_name = "FILE.pgn")]
    file: Option<PathBuf>,
    /// Print how often chains form: by ply, by piece, by size
    #[arg(long)]
    stats: bool,
    /// Only replay the games and count their moves, to compare the time with --stats
    #[arg(long)]
    replay_only: bool,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t, requires = "counted")]
    format: StatisticsFormat,
    #[command(flatten)]
    threads: ThreadArgs,
}

/// The format of statistics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum StatisticsFormat {
    /// Tables with bars
    #[default]
    Text,
    /// Rows of table, key, moves, chains
    Csv,
    /// One JSON object
    Json,
}

pub(crate) fn run(args: &AnnotateArgs) -> Result<ExitCode> {
    let tally = if args.stats || args.replay_only {
        count(args)?
    } else {
        mark::mark(args)?
    };
    tally.finish()
}

/// Counts moves and chains, and prints the result.
fn count(args: &AnnotateArgs) -> Result<GameTally> {
    let record = LongestRecord::default();
    let work = |block: &PgnBlock| match args.stats {
        true => Statistics::with_chains(block, &record),
        false => Statistics::without_chains(block),
    };
    let mut all = Statistics::default();
    let tally = each_block(args, work, |before, part| {
        all.add(part, before);
        Ok(())
    })?;
    if !tally.has_result() {
        return Ok(tally);
    }
    if args.stats {
        report::print_chains(&all, args.format)?;
    } else {
        report::print_replay(&all, args.format)?;
    }
    Ok(tally)
}

/// Does the work for each block of games on several threads, and passes on the
/// results in order, each with the number of games before it. Reports games
/// that cannot be read.
fn each_block<T: Send>(
    args: &AnnotateArgs,
    work: impl Fn(&PgnBlock) -> BlockResult<T> + Sync,
    mut hand_on: impl FnMut(u64, T) -> Result<()>,
) -> Result<GameTally> {
    let source = PgnSource::open(args.file.as_deref())?;
    let bar = source.bar.clone();
    let mut tally = GameTally::new(bar.clone());
    let result = parallel::in_order(PgnBlocks::new(source), args.threads.count(), work, |part| {
        let part =
            part.with_context(|| format!("cannot read {}", source::name(args.file.as_deref())))?;
        let before = tally.games_so_far();
        tally.add(part.games, part.errors);
        hand_on(before, part.value)
    });
    bar.finish_and_clear();
    result.map(|()| tally)
}
