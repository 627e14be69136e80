//! `catena moves`: the legal moves of a position, and which of them form a chain.

use std::io::Write;

use anyhow::Result;
use catena_chess::{Decision, Move, MoveFlags, SsccPosition};
use catena_grid::{Chain, Square};
use clap::Args;
use serde::Serialize;

use crate::args::Format;
use crate::chess::PositionArgs;
use crate::exit_code::ExitCode;
use crate::output;
use crate::words::square_list;

/// List the legal moves, with the chains that they form
///
/// The size is the most empty squares inside a chain through the piece that
/// moved. A star marks the moves after which the player may switch.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  catena moves \\
    'r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1BQKBNR w KQkq - 1 6'")]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// A legal move, and the largest chain it forms with its size.
struct MoveEntry {
    san: String,
    uci: String,
    flags: MoveFlags,
    chain: Option<(Chain<Square>, u32)>,
}

impl MoveEntry {
    fn new(position: &SsccPosition, mv: Move, flags: MoveFlags) -> MoveEntry {
        let chain = flags
            .forms_chain
            .then(|| position.largest_chain(mv))
            .flatten()
            .map(|chain| (chain, position.chain_size(mv)));
        MoveEntry {
            san: position.san(mv),
            uci: position.uci(Decision::stay(mv)),
            flags,
            chain,
        }
    }
}

#[derive(Serialize)]
struct MovesJson {
    fen: String,
    moves: Vec<MoveJson>,
}

#[derive(Serialize)]
struct MoveJson {
    san: String,
    uci: String,
    forms_chain: bool,
    may_switch: bool,
    size: u32,
    chain: Vec<String>,
    encloses: Vec<String>,
}

impl From<MoveEntry> for MoveJson {
    fn from(entry: MoveEntry) -> MoveJson {
        let (chain, encloses, size) = entry.chain.map_or_else(Default::default, |(chain, size)| {
            let names = |squares: &[Square]| squares.iter().map(Square::to_string).collect();
            (names(chain.cells()), names(chain.encloses()), size)
        });
        MoveJson {
            san: entry.san,
            uci: entry.uci,
            forms_chain: entry.flags.forms_chain,
            may_switch: entry.flags.may_switch,
            size,
            chain,
            encloses,
        }
    }
}

pub(crate) fn run(args: &MovesArgs) -> Result<ExitCode> {
    let position = args.position.read()?;
    let moves = position.legal_moves();
    let flags = position.move_flags(&moves);
    let mut entries: Vec<MoveEntry> = moves
        .iter()
        .zip(flags)
        .map(|(&mv, flags)| MoveEntry::new(&position, mv, flags))
        .collect();
    entries.sort_by(|one, two| one.uci.cmp(&two.uci));
    match args.format {
        Format::Json => output::print_json(&MovesJson {
            fen: position.fen(),
            moves: entries.into_iter().map(MoveJson::from).collect(),
        })?,
        Format::Text => print_text(&entries)?,
    }
    Ok(ExitCode::Success)
}

fn print_text(entries: &[MoveEntry]) -> Result<()> {
    let mut out = output::stdout();
    for entry in entries {
        write!(out, "{:8}{}", entry.san, entry.uci)?;
        if let Some((chain, size)) = &entry.chain {
            let gap = 7usize.saturating_sub(entry.uci.len());
            let star = if entry.flags.may_switch { '*' } else { ' ' };
            let squares = square_list(chain.cells());
            write!(out, "{:gap$}{star} chain, size {size}: {squares}", "")?;
        }
        writeln!(out)?;
    }
    let chains = entries
        .iter()
        .filter(|entry| entry.flags.forms_chain)
        .count();
    writeln!(out, "{} moves, {chains} form a chain", entries.len())?;
    Ok(())
}
