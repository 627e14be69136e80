//! What the engine found, as lines of UCI.

use core::fmt::Write as _;
use std::time::Duration;

use catena_chess::shakmaty::{Color, File, Rank, Square};
use catena_chess::{Decision, SsccPosition};

use super::options::{Options, SwitchNotation};
use crate::engine::PvLine;
use crate::score::{Score, ShownScore};

pub(super) fn identity(options: &Options) -> String {
    format!(
        "id name catena {}\nid author {}\n\n{}\nuciok",
        env!("CARGO_PKG_VERSION"),
        env!("CARGO_PKG_AUTHORS"),
        options.announce()
    )
}

/// Writes what a search reports about one position.
///
/// With [`SwitchNotation::Info`] moves are plain, and the decisions follow as an `info
/// string`. Colours alternate as in chess after a switch too, so that a line of plain
/// moves is one that any chess program can play through.
#[derive(Debug)]
pub(super) struct ReportFormat {
    position: SsccPosition,
    /// Whether decisions are told in an `info string`.
    has_strings: bool,
}

impl ReportFormat {
    pub(super) fn new(position: &SsccPosition, options: &Options) -> ReportFormat {
        ReportFormat {
            position: position.clone(),
            has_strings: options.variant().has_switches()
                && options.switch_notation == SwitchNotation::Info,
        }
    }

    /// One of the best lines. With plain moves, `info string pv 1 f2f3s f6e4` comes
    /// before it, for the line with that number.
    pub(super) fn line(&self, line: &PvLine) -> String {
        let milliseconds = line.elapsed.as_millis();
        let per_second = u128::from(line.nodes) * 1000 / milliseconds.max(1);
        let mut moves = String::new();
        let mut decisions = String::new();
        let mut position = self.position.clone();
        for &decision in &line.pv {
            let _ = write!(moves, " {}", self.uci(&position, decision));
            let _ = write!(decisions, " {}", position.uci(decision));
            position.play_unchecked(decision);
        }
        let mut text = String::new();
        if self.has_strings {
            let _ = writeln!(text, "info string pv {}{decisions}", line.number);
        }
        let _ = write!(
            text,
            "info depth {} seldepth {} multipv {} score {} nodes {} nps {per_second} hashfull {} time {milliseconds} pv{moves}",
            line.depth,
            line.deepest,
            line.number,
            ShownScore::from(line.score),
            line.nodes,
            line.permille_full,
        );
        text
    }

    /// The decision at the root that is searched now. With plain moves, `info string
    /// currmove f2f3 switch` or `stay` comes before it.
    pub(super) fn current(&self, depth: u32, decision: Decision, number: usize) -> String {
        let uci = self.uci(&self.position, decision);
        let string = self.string("currmove", decision);
        format!("{string}info depth {depth} currmove {uci} currmovenumber {number}")
    }

    /// The best move. With plain moves, `info string bestmove f2f3 switch` or `stay`
    /// comes before it, and a reply that switches is not offered for pondering: the
    /// position after the plain move is another.
    pub(super) fn best(&self, best: Option<Decision>, ponder: Option<Decision>) -> String {
        let Some(best) = best else {
            return "bestmove (none)".to_owned();
        };
        let string = self.string("bestmove", best);
        let mut text = format!("{string}bestmove {}", self.uci(&self.position, best));
        if let Some(ponder) = ponder.filter(|reply| !(self.has_strings && reply.switches)) {
            let mut after = self.position.clone();
            after.play_unchecked(best);
            let _ = write!(text, " ponder {}", self.uci(&after, ponder));
        }
        text
    }

    /// The line that tells a decision, or nothing if the move tells it.
    fn string(&self, word: &str, decision: Decision) -> String {
        if !self.has_strings {
            return String::new();
        }
        let uci = self.uci(&self.position, decision);
        let choice = if decision.switches { "switch" } else { "stay" };
        format!("info string {word} {uci} {choice}\n")
    }

    fn uci(&self, position: &SsccPosition, decision: Decision) -> String {
        if self.has_strings {
            position.uci(Decision::stay(decision.mv))
        } else {
            position.uci(decision)
        }
    }
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
