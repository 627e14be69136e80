//! Sets of squares that the evaluation asks about, and squares as a colour sees them.

use catena_chess::shakmaty::{Bitboard, Color, Square};

#[inline(always)]
pub(super) fn count(squares: Bitboard) -> usize {
    squares.0.count_ones() as usize
}

/// The square as its colour sees it: a1 is the corner next to its queen's rook.
#[inline(always)]
pub(super) fn seen_by(color: Color, square: Square) -> usize {
    match color {
        Color::White => square.to_usize(),
        Color::Black => square.to_usize() ^ 56,
    }
}

/// The inverse of [`seen_by`].
#[inline(always)]
pub(super) fn seen_from(color: Color, seen: usize) -> usize {
    match color {
        Color::White => seen,
        Color::Black => seen ^ 56,
    }
}

const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

pub(super) fn side_steps(squares: Bitboard) -> Bitboard {
    Bitboard((squares.0 << 1 & NOT_A) | (squares.0 >> 1 & NOT_H))
}

pub(super) fn forward(color: Color, squares: Bitboard) -> Bitboard {
    Bitboard(match color {
        Color::White => squares.0 << 8,
        Color::Black => squares.0 >> 8,
    })
}

pub(in crate::eval) fn pawn_attacks(color: Color, pawns: Bitboard) -> Bitboard {
    side_steps(forward(color, pawns))
}

/// The squares and all in front of them.
pub(super) fn forward_fill(color: Color, squares: Bitboard) -> Bitboard {
    let mut bits = squares.0;
    match color {
        Color::White => {
            bits |= bits << 8;
            bits |= bits << 16;
            bits |= bits << 32;
        }
        Color::Black => {
            bits |= bits >> 8;
            bits |= bits >> 16;
            bits |= bits >> 32;
        }
    }
    Bitboard(bits)
}

pub(super) fn file_fill(squares: Bitboard) -> Bitboard {
    forward_fill(Color::White, squares) | forward_fill(Color::Black, squares)
}

/// Whether a pawn of the enemy could ever attack the square.
pub(super) fn could_be_attacked(color: Color, square: Square, enemy_pawns: Bitboard) -> bool {
    let ahead = forward_fill(color, forward(color, Bitboard::from_square(square)));
    (side_steps(ahead) & enemy_pawns).any()
}
