//! [`Home`]: a block of a piece, and what it encloses.

use crate::biconnected::{KingGraph, for_each_block};
use crate::corridor::corridor_cost;
use crate::detect::{adjacent_empties, enclosed_by};
use crate::grid8::Grid8;
use crate::square::Square;

/// A block that a piece belongs to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Home {
    /// The pieces of the block.
    pub(super) block: Grid8,
    /// The empty squares that the block encloses.
    pub(super) empty: Grid8,
    enclosed: Grid8,
}

impl Home {
    /// Whether the block encloses two adjacent empty squares.
    pub(super) fn has_pair(&self) -> bool {
        !adjacent_empties(self.empty).is_empty()
    }

    /// Whether the piece is on the outer boundary of the block. The boundary
    /// is then a chain through the piece that encloses all the block encloses.
    ///
    /// That is so if the piece is on the rim, or orthogonally beside a square
    /// that can be left past the block. A square that is only diagonally
    /// beside it does not help: the two squares between are then in the block,
    /// and the link of these two bars the way.
    pub(super) fn has_on_boundary(&self, square: Square) -> bool {
        let here = Grid8::from(square);
        let outside = !self.block - self.enclosed;
        !here.is_disjoint(Grid8::RIM) || !here.orthogonal_neighbours().is_disjoint(outside)
    }

    /// No chain of the block through the piece encloses more empty squares.
    pub(super) fn area_limit(&self, occupied: Grid8, square: Square) -> u32 {
        self.empty.len() - corridor_cost(self.block, occupied, square)
    }
}

/// The blocks of the piece on `square` that enclose an empty square; none if
/// there is no piece.
pub(super) fn for_each_home(occupied: Grid8, square: Square, mut visit: impl FnMut(Home)) {
    if !occupied.contains(square) {
        return;
    }
    for_each_block(&KingGraph(occupied), square, |head, block| {
        // Blocks with another head do not contain the piece.
        if head == square {
            let enclosed = enclosed_by(block);
            let empty = enclosed - occupied;
            if !empty.is_empty() {
                visit(Home {
                    block,
                    empty,
                    enclosed,
                });
            }
        }
        core::ops::ControlFlow::Continue(())
    });
}
