//! [`Placed`]: the board after a move, and where the pieces that moved stand.

use arrayvec::ArrayVec;
use catena_grid::{Board, Chain, Grid8, Square as GridSquare};
use shakmaty::{Bitboard, CastlingSide, Move, Square};

use crate::convert::{grid_square, grid8};
use crate::rules::{
    CASTLED_KING_IS_SHOWN_FIRST, CASTLED_ROOK_COUNTS, ChainSize, SIZE_OF_SEVERAL_CHAINS,
};

/// The new squares of the pieces that a move moves, as far as they count for chains:
/// one, or two when castling.
pub type MovedSquares = ArrayVec<GridSquare, 2>;

/// The new squares of the pieces that a move moves: one, or two when castling, the
/// king's first. A chain through any of them counts for the move (RULES.md 2.2 to
/// 2.5).
///
/// ```
/// use catena_chess::{Move, Square, moved_squares};
/// use catena_grid::Square as GridSquare;
///
/// let castling = Move::Castle { king: Square::E1, rook: Square::H1 };
/// assert_eq!(moved_squares(castling).as_slice(), [GridSquare::G1, GridSquare::F1]);
/// ```
#[must_use]
pub fn moved_squares(mv: Move) -> MovedSquares {
    let mut squares = MovedSquares::new();
    match mv {
        Move::Castle { king, rook } => {
            let (king_to, rook_to) = castled(king, rook);
            squares.push(king_to);
            if CASTLED_ROOK_COUNTS {
                squares.push(rook_to);
            }
            if !CASTLED_KING_IS_SHOWN_FIRST {
                squares.reverse();
            }
        }
        _ => squares.push(grid_square(mv.to())),
    }
    squares
}

/// The new squares of king and rook, which castle from these.
fn castled(king: Square, rook: Square) -> (GridSquare, GridSquare) {
    let side = CastlingSide::from_queen_side(rook < king);
    let on_file = |file| grid_square(Square::from_coords(file, king.rank()));
    (on_file(side.king_to_file()), on_file(side.rook_to_file()))
}

/// What a move leaves on the board, as far as chains are concerned.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    /// The occupied squares after the move.
    occupied: Grid8,
    mv: Move,
}

impl Placed {
    /// The move played on a board with these pieces.
    pub(crate) fn new(occupied: Bitboard, mv: Move) -> Placed {
        let mut after = grid8(occupied);
        match mv {
            Move::Normal { from, to, .. } => {
                after.remove(grid_square(from));
                after.insert(grid_square(to));
            }
            Move::EnPassant { from, to } => {
                after.remove(grid_square(from));
                after.remove(grid_square(Square::from_coords(to.file(), from.rank())));
                after.insert(grid_square(to));
            }
            Move::Castle { king, rook } => {
                after.remove(grid_square(king));
                after.remove(grid_square(rook));
                let (king_to, rook_to) = castled(king, rook);
                after.insert(king_to);
                after.insert(rook_to);
            }
            Move::Put { to, .. } => after.insert(grid_square(to)),
        }
        Placed {
            occupied: after,
            mv,
        }
    }

    /// Whether a chain runs through a piece that moved.
    pub(crate) fn forms_chain(self) -> bool {
        let mut moved = moved_squares(self.mv).into_iter();
        moved.any(|square| self.occupied.has_chain(square))
    }

    /// The size of the chain formed: the most empty squares inside one; 0
    /// where there is none.
    pub(crate) fn chain_size(self) -> u32 {
        let moved = moved_squares(self.mv).into_iter();
        let sizes = moved.map(|square| self.occupied.max_area(square));
        match SIZE_OF_SEVERAL_CHAINS {
            ChainSize::Largest => sizes.max().unwrap_or(0),
        }
    }

    /// A chain with the most empty squares inside, through a piece that moved.
    pub(crate) fn largest_chain(self) -> Option<Chain<GridSquare>> {
        let moved = moved_squares(self.mv).into_iter();
        let square = moved
            .rev()
            .max_by_key(|square| self.occupied.max_area(*square))?;
        self.occupied.largest(square)
    }

    /// The chain to show: a shortest one through the first piece that is on one.
    pub(crate) fn chain(self) -> Option<Chain<GridSquare>> {
        let mut moved = moved_squares(self.mv).into_iter();
        moved.find_map(|square| self.occupied.shortest(square))
    }
}
