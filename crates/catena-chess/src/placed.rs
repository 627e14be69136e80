//! [`Placed`]: the board after a move, and where the pieces that moved stand.

use arrayvec::ArrayVec;
use catena_grid::{Board, Chain, Grid8, Square as GridSquare};
use shakmaty::{Bitboard, CastlingSide, Move, Square};

use crate::convert::{grid_square, grid8};
use crate::rules::{CASTLED_ROOK_COUNTS, ChainSize, SIZE_OF_SEVERAL_CHAINS};

/// The new squares of the pieces that a move moves and that count for chains: one,
/// or two when castling, the king's first.
pub type MovedSquares = ArrayVec<GridSquare, 2>;

/// What a move leaves on the board, as far as chains are concerned.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    /// The occupied squares after the move.
    occupied: Grid8,
    /// The new square of the piece that moved; the king when castling.
    mover: GridSquare,
    /// The new square of a castled rook, if it counts.
    rook: Option<GridSquare>,
}

impl Placed {
    /// The move played on a board with these pieces.
    pub(crate) fn new(occupied: Bitboard, mv: Move) -> Placed {
        let mut after = grid8(occupied);
        let mut rook_square = None;
        let mover = match mv {
            Move::Normal { from, to, .. } => {
                after.remove(grid_square(from));
                to
            }
            Move::EnPassant { from, to } => {
                after.remove(grid_square(from));
                after.remove(grid_square(Square::from_coords(to.file(), from.rank())));
                to
            }
            Move::Castle { king, rook } => {
                after.remove(grid_square(king));
                after.remove(grid_square(rook));
                let side = CastlingSide::from_queen_side(rook < king);
                let rook_to = Square::from_coords(side.rook_to_file(), king.rank());
                rook_square = Some(grid_square(rook_to));
                Square::from_coords(side.king_to_file(), king.rank())
            }
            Move::Put { to, .. } => to,
        };
        let mover = grid_square(mover);
        after.insert(mover);
        rook_square.into_iter().for_each(|rook| after.insert(rook));
        Placed {
            occupied: after,
            mover,
            rook: rook_square.filter(|_| CASTLED_ROOK_COUNTS),
        }
    }

    /// The new squares of the pieces that moved, in the order in which their
    /// chains are shown.
    pub(crate) fn moved(self) -> MovedSquares {
        [self.mover].into_iter().chain(self.rook).collect()
    }

    /// Whether a chain runs through a piece that moved.
    pub(crate) fn forms_chain(self) -> bool {
        self.occupied.has_chain(self.mover)
            || self.rook.is_some_and(|rook| self.occupied.has_chain(rook))
    }

    /// The size of the chain formed: the most empty squares inside one; 0
    /// where there is none.
    pub(crate) fn chain_size(self) -> u32 {
        let sizes = self.moved().into_iter();
        let sizes = sizes.map(|square| self.occupied.max_area(square));
        match SIZE_OF_SEVERAL_CHAINS {
            ChainSize::Largest => sizes.max().unwrap_or(0),
        }
    }

    /// The chain to show: a shortest one through the first piece that is on one.
    pub(crate) fn chain(self) -> Option<Chain<GridSquare>> {
        let mut moved = self.moved().into_iter();
        moved.find_map(|square| self.occupied.shortest(square))
    }
}
