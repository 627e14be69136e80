//! Correction history: by how much the static evaluation was wrong where the pawns, or the
//! pieces of a colour, stood alike.
//!
//! What is learnt is the score of the side to move, so it needs no word about players: a
//! switch changes who holds the side, not what it is worth. Nodes in which a chain is one
//! move away teach nothing, see [`StaticEval`](crate::static_eval::StaticEval).

use catena_chess::shakmaty::{Bitboard, Board, ByColor, Color};

use crate::history::nudge;
use crate::score::Score;

/// The largest value of an entry.
const LIMIT: i32 = 1024;

/// Entries of a hundredth of a pawn.
const GRAIN: i32 = 16;

/// How many boards of each side to move a table tells apart. A power of two.
const SLOTS: usize = 1 << 14;

/// What one thread has learnt.
#[derive(Debug)]
pub(crate) struct CorrectionHistory {
    by_pawns: Vec<i16>,
    by_pieces: ByColor<Vec<i16>>,
}

impl CorrectionHistory {
    pub(crate) fn new() -> CorrectionHistory {
        let table = || vec![0; 2 * SLOTS];
        CorrectionHistory {
            by_pawns: table(),
            by_pieces: ByColor::new_with(|_| table()),
        }
    }

    /// What to add to the evaluation of the side to move.
    pub(crate) fn correction(&self, board: &Board, turn: Color) -> Score {
        let pieces = |color| i32::from(self.by_pieces.get(color)[piece_slot(board, turn, color)]);
        let pawns = i32::from(self.by_pawns[pawn_slot(board, turn)]);
        (pawns + pieces(Color::White) + pieces(Color::Black)) / GRAIN
    }

    /// A search to this depth found the evaluation of the side to move too low by `error`.
    pub(crate) fn learn(&mut self, board: &Board, turn: Color, error: Score, depth: i32) {
        let bonus = (error * depth / 8).clamp(-LIMIT / 4, LIMIT / 4);
        nudge(&mut self.by_pawns[pawn_slot(board, turn)], bonus, LIMIT);
        for color in Color::ALL {
            let slot = piece_slot(board, turn, color);
            nudge(&mut self.by_pieces.get_mut(color)[slot], bonus, LIMIT);
        }
    }
}

fn pawn_slot(board: &Board, turn: Color) -> usize {
    let pawns = |color| board.pawns() & board.by_color(color);
    slot(turn, mix(pawns(Color::White).0, pawns(Color::Black)))
}

/// The slot of all that the colour has but its pawns.
fn piece_slot(board: &Board, turn: Color, color: Color) -> usize {
    let own = board.by_color(color);
    let minors = mix((own & board.knights()).0, own & board.bishops());
    let majors = mix((own & board.rooks()).0, own & board.queens());
    slot(
        turn,
        mix(mix(minors, Bitboard(majors)), own & board.kings()),
    )
}

#[expect(clippy::cast_possible_truncation, reason = "the low bits are meant")]
fn slot(turn: Color, key: u64) -> usize {
    turn as usize * SLOTS + (key as usize & (SLOTS - 1))
}

/// Spreads two sets of squares over a key. The constants are odd and without a pattern, from
/// well-known mixers.
fn mix(key: u64, squares: Bitboard) -> u64 {
    let key = (key ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xd1b5_4a32_d192_ed03) ^ squares.0;
    let key = (key ^ (key >> 32)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    key ^ (key >> 29)
}

#[cfg(test)]
mod tests {
    use super::CorrectionHistory;
    use catena_chess::shakmaty::{Chess, Color, Position as _};
    use catena_chess::{SwitchLimit, notation};

    fn chess(fen: &str) -> Chess {
        let position = notation::fen::parse(fen, SwitchLimit::Size).unwrap();
        position.chess().clone()
    }

    #[test]
    fn what_was_learnt_counts_for_boards_alike() {
        let board = |fen| chess(fen).board().clone();
        let learnt = board("4k3/pp6/8/8/8/8/PP6/R3K3 w - - 0 1");
        let same_pawns = board("3k4/pp6/8/8/8/8/PP6/1R1K4 w - - 0 1");
        let other = board("3k4/p6p/8/8/8/8/P6P/1R1K4 w - - 0 1");
        let mut history = CorrectionHistory::new();
        for _ in 0..100 {
            history.learn(&learnt, Color::White, 40, 8);
        }
        let correction = |board| history.correction(board, Color::White);
        assert!(correction(&learnt) > correction(&same_pawns));
        assert!(correction(&same_pawns) > 0);
        assert_eq!(correction(&other), 0);
        // What White to move has learnt says nothing about Black to move.
        assert_eq!(history.correction(&learnt, Color::Black), 0);
    }

    #[test]
    fn a_correction_is_bounded() {
        let chess = Chess::new();
        let mut history = CorrectionHistory::new();
        for _ in 0..1000 {
            history.learn(chess.board(), Color::White, -30_000, 100);
        }
        let correction = history.correction(chess.board(), Color::White);
        assert!((-192..-150).contains(&correction), "{correction}");
    }
}
