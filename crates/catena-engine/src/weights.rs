//! The weights of the evaluation, and where each term's weights stand.
//!
//! A table: exempt from the limit on file length.

use core::ops::{AddAssign, SubAssign};

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

    #[expect(clippy::cast_possible_truncation, reason = "the high half is meant")]
    pub(crate) const fn endgame(self) -> Score {
        // A negative low half has borrowed one from the high half.
        ((self.0 + 0x8000) >> 16) as i16 as Score
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
pub(crate) const TERMS: usize = HITS_LOOSE_PAWN + 1;

/// The weights.
pub(crate) static WEIGHTS: [Pair; TERMS] = first_guess();

/// Weights by formula, which the tuner starts from.
const fn first_guess() -> [Pair; TERMS] {
    let mut weights = [Pair::new(0, 0); TERMS];
    let values = [
        (82, 100),
        (325, 300),
        (340, 310),
        (480, 530),
        (980, 950),
        (0, 0),
    ];
    let mut role = 0;
    while role < 6 {
        let mut square = 0;
        while square < 64 {
            let (file, rank) = (square % 8, square / 8);
            let from_centre = |at: i32| if at < 4 { 3 - at } else { at - 4 };
            let _ = &from_centre;
            let f = if file < 4 { 3 - file } else { file - 4 };
            let r = if rank < 4 { 3 - rank } else { rank - 4 };
            let centre = 6 - f - r;
            let (mg, eg) = match role {
                0 => (
                    4 * (centre - 3) + 3 * (rank - 2),
                    6 * (rank - 2) + if rank >= 5 { 12 } else { 0 },
                ),
                1 => (9 * (centre - 3), 6 * (centre - 3)),
                2 => (
                    5 * (centre - 3) - if rank == 0 { 8 } else { 0 },
                    3 * (centre - 3),
                ),
                3 => (
                    3 * (3 - f) - 4 + if rank == 6 { 14 } else { 0 },
                    if rank >= 6 { 8 } else { 0 },
                ),
                4 => (
                    2 * (centre - 3) - if rank > 1 { 4 } else { 0 },
                    6 * (centre - 3),
                ),
                _ => (-14 * rank + 8 * f - 10, 9 * (centre - 3)),
            };
            let (base_mg, base_eg) = values[role];
            weights[role * 64 + square as usize] = Pair::new(base_mg + mg, base_eg + eg);
            square += 1;
        }
        role += 1;
    }
    let mut at = 0;
    while at < 9 {
        let n = at as i32 - 4;
        weights[KNIGHT_MOBILITY + at] = Pair::new(5 * n, 5 * n);
        at += 1;
    }
    at = 0;
    while at < 14 {
        let n = at as i32 - 6;
        weights[BISHOP_MOBILITY + at] = Pair::new(5 * n, 5 * n);
        at += 1;
    }
    at = 0;
    while at < 15 {
        let n = at as i32 - 7;
        weights[ROOK_MOBILITY + at] = Pair::new(3 * n, 5 * n);
        at += 1;
    }
    at = 0;
    while at < 28 {
        let n = at as i32 - 13;
        weights[QUEEN_MOBILITY + at] = Pair::new(2 * n, 3 * n);
        at += 1;
    }
    at = 0;
    while at < DANGER_LEVELS {
        let n = at as i32;
        weights[KING_DANGER + at] = Pair::new(n * n, n);
        weights[KING_DANGER_NO_QUEEN + at] = Pair::new(n * n / 3, 0);
        at += 1;
    }
    at = 0;
    while at < 6 {
        weights[KING_SHELTER + at] = Pair::new(9 * (at as i32) - 12, 0);
        at += 1;
    }
    at = 0;
    while at < 8 {
        let n = at as i32;
        weights[PASSED_PAWN + at] = Pair::new(2 * n * n - 6, 4 * n * n);
        weights[PASSED_BLOCKED + at] = Pair::new(-2 * n, -6 * n);
        weights[PASSED_OWN_KING + at] = Pair::new(0, 18 - 7 * n);
        weights[PASSED_ENEMY_KING + at] = Pair::new(0, 10 * n - 22);
        at += 1;
    }
    weights[PASSED_SUPPORTED] = Pair::new(8, 12);
    weights[DOUBLED_PAWN] = Pair::new(-8, -18);
    weights[PHALANX_PAWN] = Pair::new(5, 5);
    weights[SUPPORTED_PAWN] = Pair::new(9, 6);
    weights[ISOLATED_PAWN] = Pair::new(-10, -12);
    weights[BISHOP_PAIR] = Pair::new(28, 45);
    weights[KNIGHT_OUTPOST] = Pair::new(22, 12);
    weights[ROOK_OPEN_FILE] = Pair::new(28, 10);
    weights[ROOK_HALF_OPEN_FILE] = Pair::new(12, 8);
    weights[KING_OPEN_FILE] = Pair::new(-28, 0);
    weights[KING_HALF_OPEN_FILE] = Pair::new(-12, 0);
    weights[PAWN_HITS_PIECE] = Pair::new(48, 36);
    weights[MINOR_HITS_MAJOR] = Pair::new(36, 20);
    weights[MINOR_HITS_MINOR] = Pair::new(14, 12);
    weights[ROOK_HITS_QUEEN] = Pair::new(36, 10);
    weights[HITS_LOOSE_PAWN] = Pair::new(4, 14);
    weights
}
