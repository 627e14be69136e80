//! Everything that can be typed.

use std::path::PathBuf;

use catena_sql::SessionSettings;
use catena_sql::output::Target;
use clap::{Parser, Subcommand};

/// Ask SQL about chess games and positions
///
/// Tables are files: FROM 'games/*.parquet', also CSV and JSON, plain or compressed, and
/// FROM pgn('games.pgn.zst'). Without a statement it is read from standard input, or from
/// a prompt if that is a terminal. A row that a function cannot read gives NULL; how
/// many is said at the end.
#[derive(Debug, Parser)]
#[command(
    name = "catena-sql",
    version,
    args_conflicts_with_subcommands = true,
    after_help = "Examples:
  catena-sql \"SELECT eco, avg(cardinality(chains(movetext))) FROM 'games/*.parquet' GROUP BY eco\"
  catena-sql -o csv \"SELECT white, black, unnest(chains(movetext, fen)) FROM pgn('games.pgn')\"
  catena-sql convert games.pgn.zst games/"
)]
pub(crate) struct Args {
    /// Statements, separated by ;
    pub(crate) query: Option<String>,
    /// The format of the result (table, csv, json, parquet), or the file it is written to
    #[arg(short, long, value_name = "FORMAT|FILE", default_value = "table")]
    pub(crate) output: Target,
    /// End with an error at the first row that cannot be read
    #[arg(long)]
    strict: bool,
    /// Run on the cluster with this scheduler
    #[arg(long, value_name = "HOST:PORT", conflicts_with_all = ["threads", "memory"])]
    cluster: Option<String>,
    /// Into how many parts the cluster cuts the work [default: four per slot]
    #[arg(long, value_name = "N", requires = "cluster",
          value_parser = clap::value_parser!(u16).range(1..))]
    partitions: Option<u16>,
    /// How many threads to use [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// How many MiB sorting, grouping and joining may take; the first two then use the disk
    /// [default: as many as they need]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..))]
    memory: Option<u32>,
    /// List the functions of catena
    #[arg(long, exclusive = true)]
    pub(crate) functions: bool,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Convert PGN to Parquet files
    Convert(ConvertArgs),
}

/// Convert PGN to Parquet files
///
/// The files have the columns of the public Parquet dump of lichess games, and some more.
/// Each is written completely or not at all. A conversion that was stopped goes on when
/// it is started again.
#[derive(Debug, clap::Args)]
pub(crate) struct ConvertArgs {
    /// The games, plain or compressed with zstd or gzip
    #[arg(value_name = "FILE.pgn")]
    pub(crate) input: PathBuf,
    /// The folder for the files, which is created
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
    /// How many threads to use [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// About how many KiB of PGN go into one file
    #[arg(long, value_name = "KIB", default_value_t = 512 << 10,
          value_parser = clap::value_parser!(u64).range(1..1 << 40))]
    pub(crate) file_kib: u64,
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

impl ConvertArgs {
    pub(crate) fn threads(&self) -> usize {
        self.threads.map_or_else(cores, usize::from)
    }
}

impl Args {
    pub(crate) fn threads(&self) -> usize {
        match &self.command {
            Some(Command::Convert(convert)) => convert.threads(),
            None => self.threads.map_or_else(cores, usize::from),
        }
    }

    pub(crate) fn settings(&self) -> SessionSettings {
        SessionSettings {
            threads: Some(self.threads()),
            memory: self.memory.map(|mebibytes| (mebibytes as usize) << 20),
            strict: self.strict,
            cluster: self.cluster.clone(),
            partitions: self.partitions.map(usize::from),
        }
    }
}
