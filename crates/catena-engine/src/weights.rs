//! The weights of the evaluation, and where each term's weights stand.

mod table;

use core::ops::{AddAssign, SubAssign};

use self::table::TABLE;
use crate::score::Score;

/// A weight for the middlegame and one for the endgame in one number, so
/// that one addition adds both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pair(i32);

impl Pair {
    pub(crate) const fn new(middlegame: i32, endgame: i32) -> Pair {
        Pair((endgame << 16) + middlegame)
    }

    #[inline(always)]
    pub(crate) const fn times(self, count: i32) -> Pair {
        Pair(self.0 * count)
    }

    #[expect(clippy::cast_possible_truncation, reason = "the low half is meant")]
    pub(crate) const fn middlegame(self) -> Score {
        self.0 as i16 as Score
    }

    pub(crate) const fn endgame(self) -> Score {
        // A negative low half has borrowed one from the high half.
        (self.0 + 0x8000) >> 16
    }
}

impl AddAssign for Pair {
    fn add_assign(&mut self, other: Pair) {
        self.0 += other.0;
    }
}

impl SubAssign for Pair {
    fn sub_assign(&mut self, other: Pair) {
        self.0 -= other.0;
    }
}

/// What it is worth to have the move.
pub(crate) const TEMPO: Score = 14;

/// How many levels of danger a king can be in.
pub(crate) const DANGER_LEVELS: usize = 24;

// Where the weights of each term start. Pieces on squares come first: six
// roles of 64 squares, as their own side sees the board.
pub(crate) const KNIGHT_MOBILITY: usize = 384;
pub(crate) const BISHOP_MOBILITY: usize = KNIGHT_MOBILITY + 9;
pub(crate) const ROOK_MOBILITY: usize = BISHOP_MOBILITY + 14;
pub(crate) const QUEEN_MOBILITY: usize = ROOK_MOBILITY + 15;
pub(crate) const KING_DANGER: usize = QUEEN_MOBILITY + 28;
pub(crate) const KING_DANGER_NO_QUEEN: usize = KING_DANGER + DANGER_LEVELS;
pub(crate) const KING_SHELTER: usize = KING_DANGER_NO_QUEEN + DANGER_LEVELS;
pub(crate) const PASSED_PAWN: usize = KING_SHELTER + 6;
pub(crate) const PASSED_BLOCKED: usize = PASSED_PAWN + 8;
pub(crate) const PASSED_OWN_KING: usize = PASSED_BLOCKED + 8;
pub(crate) const PASSED_ENEMY_KING: usize = PASSED_OWN_KING + 8;
pub(crate) const PASSED_SUPPORTED: usize = PASSED_ENEMY_KING + 8;
pub(crate) const DOUBLED_PAWN: usize = PASSED_SUPPORTED + 1;
pub(crate) const PHALANX_PAWN: usize = DOUBLED_PAWN + 1;
pub(crate) const SUPPORTED_PAWN: usize = PHALANX_PAWN + 1;
pub(crate) const ISOLATED_PAWN: usize = SUPPORTED_PAWN + 1;
pub(crate) const BISHOP_PAIR: usize = ISOLATED_PAWN + 1;
pub(crate) const KNIGHT_OUTPOST: usize = BISHOP_PAIR + 1;
pub(crate) const ROOK_OPEN_FILE: usize = KNIGHT_OUTPOST + 1;
pub(crate) const ROOK_HALF_OPEN_FILE: usize = ROOK_OPEN_FILE + 1;
pub(crate) const KING_OPEN_FILE: usize = ROOK_HALF_OPEN_FILE + 1;
pub(crate) const KING_HALF_OPEN_FILE: usize = KING_OPEN_FILE + 1;
pub(crate) const PAWN_HITS_PIECE: usize = KING_HALF_OPEN_FILE + 1;
pub(crate) const MINOR_HITS_MAJOR: usize = PAWN_HITS_PIECE + 1;
pub(crate) const MINOR_HITS_MINOR: usize = MINOR_HITS_MAJOR + 1;
pub(crate) const ROOK_HITS_QUEEN: usize = MINOR_HITS_MINOR + 1;
pub(crate) const HITS_LOOSE_PAWN: usize = ROOK_HITS_QUEEN + 1;

/// How many weights there are.
pub const TERMS: usize = HITS_LOOSE_PAWN + 1;

/// The weights.
pub(crate) static WEIGHTS: [Pair; TERMS] = pairs();

const fn pairs() -> [Pair; TERMS] {
    let mut pairs = [Pair::new(0, 0); TERMS];
    let mut term = 0;
    while term < TERMS {
        pairs[term] = Pair::new(TABLE[term].0, TABLE[term].1);
        term += 1;
    }
    pairs
}
