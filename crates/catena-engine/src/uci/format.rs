//! What the engine found, as lines of UCI.

use core::fmt::Write as _;
use std::time::Duration;

use catena_chess::shakmaty::{Color, File, Rank, Square};
use catena_chess::{Decision, SsccPosition};

use super::options::Options;
use crate::engine::PvLine;
use crate::score::{Score, ShownScore};

pub(super) fn identity() -> String {
    format!(
        "id name catena {}\nid author {}\n\n{}\nuciok",
        env!("CARGO_PKG_VERSION"),
        env!("CARGO_PKG_AUTHORS"),
        Options::announce()
    )
}

pub(super) fn line(position: &SsccPosition, line: &PvLine) -> String {
    let milliseconds = line.elapsed.as_millis();
    let per_second = u128::from(line.nodes) * 1000 / milliseconds.max(1);
    let mut text = format!(
        "info depth {} seldepth {} multipv {} score {} nodes {} nps {per_second} hashfull {} time {milliseconds} pv",
        line.depth,
        line.deepest,
        line.number,
        ShownScore::from(line.score),
        line.nodes,
        line.permille_full,
    );
    let mut position = position.clone();
    for &decision in &line.pv {
        let _ = write!(text, " {}", position.uci(decision));
        position.play_unchecked(decision);
    }
    text
}

pub(super) fn current(
    position: &SsccPosition,
    depth: u32,
    decision: Decision,
    number: usize,
) -> String {
    let uci = position.uci(decision);
    format!("info depth {depth} currmove {uci} currmovenumber {number}")
}

pub(super) fn best(
    position: &SsccPosition,
    best: Option<Decision>,
    ponder: Option<Decision>,
) -> String {
    let Some(best) = best else {
        return "bestmove (none)".to_owned();
    };
    let mut text = format!("bestmove {}", position.uci(best));
    if let Some(ponder) = ponder {
        let mut after = position.clone();
        after.play_unchecked(best);
        let _ = write!(text, " ponder {}", after.uci(ponder));
    }
    text
}

pub(super) fn bench(nodes: u64, elapsed: Duration) -> String {
    let per_second = u128::from(nodes) * 1_000_000_000 / elapsed.as_nanos().max(1);
    format!(
        "===========================\nTotal time (ms) : {}\nNodes searched  : {nodes}\nNodes/second    : {per_second}",
        elapsed.as_millis(),
    )
}

/// The board as Stockfish's `d` shows it, then the position in FEN.
pub(super) fn board(position: &SsccPosition) -> String {
    let border = "+---+---+---+---+---+---+---+---+";
    let mut text = format!(" {border}\n");
    for rank in Rank::ALL.into_iter().rev() {
        for file in File::ALL {
            let piece = position.board().piece_at(Square::from_coords(file, rank));
            let _ = write!(text, " | {}", piece.map_or(' ', |piece| piece.char()));
        }
        let _ = write!(text, " | {}\n {border}\n", rank.char());
    }
    let _ = write!(
        text,
        "   a   b   c   d   e   f   g   h\n\nFen: {}\nKey: {:016X}",
        position.fen(),
        position.zobrist_hash()
    );
    text
}

pub(super) fn evaluation(score: Score, turn: Color) -> String {
    let white = f64::from(turn.fold_wb(score, -score)) / 100.0;
    format!("Final evaluation {white:+.2} (white side)")
}
