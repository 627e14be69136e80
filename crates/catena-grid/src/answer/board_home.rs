//! The blocks of a piece on a board of any size up to 32×32.

use alloc::vec::Vec;

use super::cell_set::CellSet;
use crate::cell::Cell;
use crate::disjoint_paths::{Network, gates};
use crate::placement::MAX_SIDE;
use crate::raster::Raster;

/// A block that a piece belongs to, as [`Home`](super::home::Home) for 8×8.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardHome {
    /// The pieces of the block.
    pub(super) block: CellSet,
    /// The empty cells that the block encloses.
    pub(super) empty: CellSet,
    /// Whether the piece is on the outer boundary of the block.
    pub(super) is_on_boundary: bool,
}

impl BoardHome {
    /// Whether the block encloses two adjacent empty cells.
    pub(super) fn has_pair(&self) -> bool {
        !self.empty.is_disjoint(self.empty.king_neighbours())
    }

    /// The size of the largest group of empty cells that the block encloses.
    pub(super) fn largest_group(&self) -> u32 {
        self.empty
            .groups()
            .map(|group| group.len())
            .max()
            .unwrap_or(0)
    }
}

/// The blocks of the piece on `cell` that enclose an empty cell. None if the
/// board is too large; no block if there is no piece.
pub(super) fn homes(board: &Raster, cell: Cell) -> Option<Vec<BoardHome>> {
    let (pieces, all) = CellSet::of(board)?;
    if !pieces.contains(cell) {
        return Some(Vec::new());
    }
    let here = CellSet::from(cell);
    let open_rim = all.rim();
    let homes = blocks(pieces, cell).map(|block| {
        let open = all.without(block);
        let outside = open_rim.orthogonal_flood(open);
        let at_edge = !here.is_disjoint(open_rim);
        BoardHome {
            block,
            empty: open.without(outside).without(pieces),
            is_on_boundary: at_edge || !here.orthogonal_neighbours().is_disjoint(outside),
        }
    });
    Some(homes.filter(|home| !home.empty.is_empty()).collect())
}

/// The blocks of at least three pieces that contain the one on `cell`.
///
/// A piece shares a block with it or a single link if no third piece is on all
/// ways between them: if it is its own gate. Without the piece on `cell` these
/// fall apart into the blocks.
fn blocks(pieces: CellSet, cell: Cell) -> impl Iterator<Item = CellSet> {
    let gates = gates(&Kings(pieces), node(cell));
    let mut companions = CellSet::EMPTY;
    for place in 0..MAX_SIDE * MAX_SIDE {
        if gates.of(place) == Some(place) {
            companions.insert(cell_of(place));
        }
    }
    let parts = companions.groups().filter(|part| part.len() >= 2);
    parts.map(move |part| part.union(cell.into()))
}

/// The king graph on some pieces.
struct Kings(CellSet);

fn node(cell: Cell) -> usize {
    cell.row * MAX_SIDE + cell.column
}

fn cell_of(node: usize) -> Cell {
    Cell::new(node % MAX_SIDE, node / MAX_SIDE)
}

impl Network for Kings {
    type Trace = usize;
    const NO_TRACE: usize = usize::MAX;

    fn node_count(&self) -> usize {
        MAX_SIDE * MAX_SIDE
    }

    fn neighbour(&self, from: usize, number: usize) -> Option<(usize, usize, usize)> {
        let mut near = cell_of(from).king_neighbours().enumerate().skip(number);
        let (found, next) = near.find(|(_, cell)| self.0.contains(*cell))?;
        Some((found, node(next), from))
    }

    fn follow(&self, _node: usize, trace: usize) -> usize {
        trace
    }
}
