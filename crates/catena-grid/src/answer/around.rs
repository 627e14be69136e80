//! [`Around`]: what the answers must know about a piece and its board.

use crate::budget::Budget;
use crate::cell::Cell;
use crate::frontier::{Bounds, Terrain, Word};

/// A set of cells.
pub(crate) trait CellSet: Copy + PartialEq {
    /// No cell.
    const EMPTY: Self;

    /// The cells of both sets.
    fn union(self, other: Self) -> Self;

    /// How many cells it has.
    fn len(self) -> u32;
}

/// A block that a piece belongs to, and that encloses an empty cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EnclosingBlock<S> {
    /// The pieces of the block.
    pub(super) block: S,
    /// The empty cells that the block encloses.
    pub(super) empty: S,
    /// Whether the piece is on the outer boundary of the block. The boundary
    /// is then a chain through the piece that encloses all the block encloses.
    ///
    /// The piece is on it if it is on the rim, or a step of gaps away from a
    /// cell that can be left past the block.
    pub(super) is_on_boundary: bool,
}

/// The error when the budget of a board ends.
pub(crate) type BudgetEnd<A> = <<A as Around>::Budget as Budget>::End;

/// A piece, and the blocks it belongs to.
pub(crate) trait Around {
    /// Sets of cells.
    type Set: CellSet;
    /// What holds a frontier of the dynamic program.
    type Word: Word;
    /// What bounds the work of a search.
    type Budget: Budget;

    /// The piece.
    fn cell(&self) -> Cell;

    /// The budget of one search.
    fn budget(&self) -> Self::Budget;

    /// Calls `visit` with each block of the piece that encloses an empty cell.
    fn for_each_block(&self, visit: impl FnMut(&EnclosingBlock<Self::Set>));

    /// The maximal connected groups of these empty cells.
    fn groups(&self, empty: Self::Set) -> impl Iterator<Item = Self::Set>;

    /// The board with these walls, where these empty cells count.
    fn terrain(&self, walls: Self::Set, empty: Self::Set) -> Terrain;

    /// The largest size for which a block that encloses a connected group of
    /// that size has a chain around such a group through each of its cells.
    fn size_decided_by_blocks(&self) -> u32;

    /// Whether two of these empty cells are adjacent.
    fn has_pair(&self, empty: Self::Set) -> bool;

    /// The size of the largest connected group of these empty cells.
    fn largest_group(&self, empty: Self::Set) -> u32 {
        self.groups(empty).map(CellSet::len).max().unwrap_or(0)
    }

    /// Those of the empty cells that count for `max_group`.
    fn counted(&self, empty: Self::Set) -> Self::Set {
        empty
    }

    /// No chain of the block through the piece encloses more empty cells.
    fn area_limit(&self, block: &EnclosingBlock<Self::Set>) -> u32 {
        block.empty.len()
    }

    /// Better bounds, if some are known without a search of all chains.
    fn sharpen(&self, bounds: Bounds, _empty: Self::Set) -> Bounds {
        bounds
    }
}
