//! The terms of the evaluation, told one by one to whoever adds them up.

use catena_chess::shakmaty::{Bitboard, Board, ByColor, Color, Square, attacks};

use super::pawns::{add_pawns, add_shelter};
use super::pieces::add_pieces;
use super::squares::{forward, pawn_attacks};

/// Receives the terms of an evaluation: how many of each a colour has.
pub trait Terms {
    /// This colour has the term `count` times.
    fn add(&mut self, color: Color, term: usize, count: i32);
}

/// What is known about one side before its pieces are looked at.
pub(super) struct SideContext {
    pub(super) king: Square,
    /// The king's surroundings and the three squares in front of them.
    pub(super) king_zone: Bitboard,
    pub(super) pawns: Bitboard,
    pub(super) pawn_attacks: Bitboard,
    /// Squares that no enemy pawn attacks and no own king or pawn holds.
    pub(super) free: Bitboard,
}

fn sides(board: &Board) -> ByColor<SideContext> {
    let pawns = ByColor::new_with(|color| board.pawns() & board.by_color(color));
    let pawn_attacks = ByColor::new_with(|color| pawn_attacks(color, *pawns.get(color)));
    ByColor::new_with(|color| {
        let king = board.king_of(color).unwrap_or(Square::A1);
        let ring = attacks::king_attacks(king) | Bitboard::from_square(king);
        SideContext {
            king,
            king_zone: ring | forward(color, ring),
            pawns: *pawns.get(color),
            pawn_attacks: *pawn_attacks.get(color),
            free: !(*pawn_attacks.get(!color) | *pawns.get(color) | Bitboard::from_square(king)),
        }
    })
}

/// Everything but the pieces on their squares. Returns what each side attacks.
pub(super) fn add_terms(board: &Board, terms: &mut impl Terms) -> ByColor<Bitboard> {
    let sides = sides(board);
    ByColor::new_with(|color| {
        let (us, them) = (sides.get(color), sides.get(!color));
        add_pawns(board, color, us, them, terms);
        add_shelter(color, us, them, terms);
        add_pieces(board, color, us, them, terms)
    })
}

/// This colour has the term once per square.
pub(super) fn add_count(terms: &mut impl Terms, color: Color, term: usize, squares: Bitboard) {
    if squares.any() {
        terms.add(color, term, squares.0.count_ones().cast_signed());
    }
}
