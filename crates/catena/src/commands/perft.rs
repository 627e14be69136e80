//! `catena perft`: how many sequences of moves there are.

use std::io::Write;

use anyhow::Result;
use catena_chess::perft::{self, PerftCounts};
use catena_chess::{Decision, SsccPosition, Variant};
use clap::Args;
use serde::Serialize;

use crate::args::{Format, ThreadArgs};
use crate::chess::{LimitArgs, VariantArgs};
use crate::exit_code::ExitCode;
use crate::output;

/// Count the sequences of legal moves of a given length
///
/// A move with a switch and the same move without one count as two. `chains`
/// counts the last moves that form a chain, `switches` the sequences that end
/// with a switch.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  catena perft 3
  catena perft 2 --divide --fen \\
    'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'
  catena perft 5 --variant chess --format json")]
pub(crate) struct PerftArgs {
    /// How many moves a sequence has
    depth: u32,
    /// The position to start from [default: the start of the game]
    #[arg(long)]
    fen: Option<String>,
    #[command(flatten)]
    limit: LimitArgs,
    #[command(flatten)]
    variant: VariantArgs,
    /// Show the count after each first move
    #[arg(long)]
    divide: bool,
    #[command(flatten)]
    threads: ThreadArgs,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// A first move and the counts after it.
struct DivideEntry {
    uci: String,
    counts: PerftCounts,
}

#[derive(Serialize)]
struct CountsJson {
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    chains: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    switches: Option<u64>,
}

impl CountsJson {
    /// Returns the counts that the variant has.
    fn new(variant: Variant, counts: PerftCounts) -> CountsJson {
        let has_switches = variant.has_switches();
        CountsJson {
            nodes: counts.nodes,
            chains: has_switches.then_some(counts.chains),
            switches: has_switches.then_some(counts.switches),
        }
    }
}

#[derive(Serialize)]
struct DivideJson {
    uci: String,
    #[serde(flatten)]
    counts: CountsJson,
}

#[derive(Serialize)]
struct PerftJson {
    fen: String,
    depth: u32,
    #[serde(flatten)]
    counts: CountsJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<DivideJson>>,
}

pub(crate) fn run(args: &PerftArgs) -> Result<ExitCode> {
    let position = args.limit.read(args.fen.as_deref())?;
    let parts = count(args, &position);
    let total: PerftCounts = if args.depth == 0 {
        perft::perft(&position, 0)
    } else {
        parts.iter().map(|part| part.counts).sum()
    };
    let variant = args.variant.variant;
    match args.format {
        Format::Json => output::print_json(&PerftJson {
            fen: position.fen(),
            depth: args.depth,
            counts: CountsJson::new(variant, total),
            divide: args.divide.then(|| {
                let json = |part: DivideEntry| DivideJson {
                    uci: part.uci,
                    counts: CountsJson::new(variant, part.counts),
                };
                parts.into_iter().map(json).collect()
            }),
        })?,
        Format::Text => print_text(args, &parts, total)?,
    }
    Ok(ExitCode::Success)
}

/// Returns the counts after each first move; none for depth 0.
fn count(args: &PerftArgs, position: &SsccPosition) -> Vec<DivideEntry> {
    if args.depth == 0 {
        return Vec::new();
    }
    let threads = args.threads.count();
    let first_moves = match args.variant.variant {
        Variant::Sscc => position.legal_decisions().len(),
        Variant::Chess => position.legal_moves().len(),
    };
    // Short counts are over before a bar could be read.
    let length = if args.depth > 3 {
        first_moves as u64
    } else {
        0
    };
    let bar = output::progress(length, "{bar:40} {pos} of {len} first moves, {eta} left");
    let done = || bar.inc(1);
    let parts = match args.variant.variant {
        Variant::Sscc => perft::divide_with_threads(position, args.depth, threads, &done)
            .into_iter()
            .map(|(decision, counts)| DivideEntry {
                uci: position.uci(decision),
                counts,
            })
            .collect(),
        Variant::Chess => {
            perft::chess_divide_with_threads(position.chess(), args.depth, threads, &done)
                .into_iter()
                .map(|(mv, nodes)| DivideEntry {
                    uci: position.uci(Decision::stay(mv)),
                    counts: PerftCounts {
                        nodes,
                        ..PerftCounts::default()
                    },
                })
                .collect()
        }
    };
    bar.finish_and_clear();
    parts
}

fn print_text(args: &PerftArgs, parts: &[DivideEntry], total: PerftCounts) -> Result<()> {
    let mut out = output::stdout();
    if args.divide {
        for part in parts {
            writeln!(out, "{}: {}", part.uci, part.counts.nodes)?;
        }
        writeln!(out)?;
    }
    writeln!(out, "nodes {}", total.nodes)?;
    if args.variant.variant.has_switches() {
        writeln!(out, "chains {}", total.chains)?;
        writeln!(out, "switches {}", total.switches)?;
    }
    Ok(())
}
