//! `catena annotate`: where chains form in games of chess, and how often.

mod longest;
mod mark;
mod parallel;
mod report;
mod resume;
mod source;
mod statistics;
mod tally;

use std::path::PathBuf;

use anyhow::Result;
use catena_chess::pgn::{PgnBlock, PieceLetters};
use clap::{ArgGroup, Args, ValueEnum};

use crate::args::ThreadArgs;
use crate::exit_code::ExitCode;
use longest::LongestRecord;
use source::{FileBlock, FileBlocks, FilePlace};
use statistics::Statistics;
use tally::{BlockResult, GameCount, GameTally};

/// Mark the moves of games that form a chain, or count them
///
/// Writes the games with a comment {[%sscc chain e4 d5 ...]} after each move
/// that forms a chain: its squares in order, from the piece that moved.
/// Marks of an earlier run are replaced. Of several files the games come one after the
/// other.
///
/// A game with an illegal move is written, and counted, up to that move. The error is
/// reported on standard error with the number of the game, its line and the move. A game
/// without a legal move is left out. Words without a meaning are reported as well and kept
/// as comments. The exit code is 0 unless no game could be read.
#[derive(Debug, Args)]
#[command(
    group = ArgGroup::new("counted").args(["stats", "replay_only"]),
    after_help = "Example:
  catena annotate games.pgn --stats
  catena annotate 2024.pgn.gz 2025.pgn.zst -o marked.pgn"
)]
pub(crate) struct AnnotateArgs {
    /// The games, plain or compressed with zstd or gzip; `-` for standard input
    #[arg(value_name = "FILE.pgn", default_value = "-")]
    files: Vec<PathBuf>,
    /// Print how often chains form: by ply, by piece, by size
    #[arg(long)]
    stats: bool,
    /// Only replay the games and count their moves, to compare the time with --stats
    #[arg(long)]
    replay_only: bool,
    /// The letters of king, queen, rook, bishop and knight, like KDTLS in German [default: KQRBN]
    #[arg(long, value_name = "LETTERS")]
    pieces: Option<PieceLetters>,
    /// Write the marked games to this file [default: standard output]
    #[arg(short, long, value_name = "OUT.pgn", conflicts_with = "counted")]
    output: Option<PathBuf>,
    /// Go on where an earlier run with --resume was stopped
    ///
    /// Until it is complete, the output is in OUT.pgn.part, and how far it is in
    /// OUT.pgn.resume.
    #[arg(long, requires = "output", conflicts_with_all = ["counted", "format"])]
    resume: bool,
    /// How to print the answer
    #[arg(
        long,
        value_enum,
        default_value_t,
        requires = "counted",
        conflicts_with = "output"
    )]
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
fn count(args: &AnnotateArgs) -> Result<GameTally<'_>> {
    let record = LongestRecord::default();
    let work = |block: &PgnBlock| match args.stats {
        true => Statistics::with_chains(block, &record),
        false => Statistics::without_chains(block),
    };
    let mut all = Statistics::default();
    let tally = each_block(args, Start::default(), work, |at, part| {
        all.add(part, at);
        Ok(())
    })?;
    if !tally.has_result() {
        return Ok(tally);
    }
    if args.stats {
        report::print_chains(&all, &args.files, args.format)?;
    } else {
        report::print_replay(&all, args.format)?;
    }
    Ok(tally)
}

/// Where reading starts, and how many games come before.
#[derive(Clone, Copy, Debug)]
struct Start {
    place: FilePlace,
    games: GameCount,
    /// The games in the files before.
    in_files_before: u64,
}

impl Default for Start {
    fn default() -> Start {
        Start {
            place: FilePlace::START,
            games: GameCount::default(),
            in_files_before: 0,
        }
    }
}

/// How far the games are when the result of a block is passed on.
#[derive(Clone, Copy, Debug)]
struct GamesSoFar {
    /// The index of the file that the block is from.
    file: usize,
    /// How many games of that file come before the block.
    before: u64,
    /// How many games are in the files before.
    in_files_before: u64,
    /// The games up to the end of the block.
    games: GameCount,
}

/// Does the work for each block of games on several threads, and passes on the
/// results in order, each with the number of games before it. Reports games
/// that cannot be read.
fn each_block<T: Send>(
    args: &AnnotateArgs,
    start: Start,
    work: impl Fn(&PgnBlock) -> BlockResult<T> + Sync,
    mut hand_on: impl FnMut(GamesSoFar, T) -> Result<()>,
) -> Result<GameTally<'_>> {
    let threads = args.threads.count();
    let letters = args.pieces.unwrap_or_default();
    let blocks = FileBlocks::new(&args.files, threads, letters, start.place)?;
    let bar = blocks.bar.clone();
    let mut tally = GameTally::new(&args.files, bar.clone(), start);
    let work = |block: &FileBlock| (block.file, work(&block.block));
    let result = parallel::in_order(blocks, threads, work, |part| {
        let (file, part) = part?;
        let at = tally.add(file, part.games, part.errors);
        hand_on(at, part.value)
    });
    bar.finish_and_clear();
    result.map(|()| tally)
}
