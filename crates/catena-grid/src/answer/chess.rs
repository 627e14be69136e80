//! The blocks of a piece on 8×8, and what is known without a search there.

use super::around::{Around, CellSet, EnclosingBlock};
use super::{area_of, max_area, max_group};
use crate::biconnected::{KingGraph, for_each_block};
use crate::budget::Unlimited;
use crate::cell::Cell;
use crate::chain::Chain;
use crate::corridor::corridor_cost;
use crate::detect::raster::size_decided_by_blocks;
use crate::detect::{
    adjacent_empties, chain_squares, enclosed, enclosed_by, has_chain, is_on_a_wall,
};
use crate::frontier::{Bounds, Ground, Plan, StateGraph, Terrain};
use crate::grid8::Grid8;
use crate::lattice::SquareLattice;
use crate::square::Square;
use crate::witness::{has_chain_around, witness, witness_around};

/// A piece on 8×8.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AroundSquare {
    occupied: Grid8,
    square: Square,
    /// The empty squares that count for `max_group`.
    region: Grid8,
}

impl AroundSquare {
    pub(crate) fn new(occupied: Grid8, square: Square) -> AroundSquare {
        AroundSquare {
            occupied,
            square,
            region: !occupied,
        }
    }

    fn within(self, region: Grid8) -> AroundSquare {
        AroundSquare { region, ..self }
    }

    fn max_group(&self) -> u32 {
        let Ok(size) = max_group(self);
        size
    }

    /// Whether a block of the piece encloses something for which this holds.
    fn any_block(&self, mut holds: impl FnMut(Grid8) -> bool) -> bool {
        let mut found = false;
        self.for_each_block(|block| found |= holds(block.empty));
        found
    }
}

impl CellSet for Grid8 {
    const EMPTY: Grid8 = Grid8::EMPTY;

    fn union(self, other: Grid8) -> Grid8 {
        self | other
    }

    fn len(self) -> u32 {
        Grid8::len(self)
    }
}

impl Around for AroundSquare {
    type Set = Grid8;
    type Word = u32;
    type Budget = Unlimited;

    fn cell(&self) -> Cell {
        self.square.into()
    }

    fn budget(&self) -> Unlimited {
        Unlimited
    }

    fn for_each_block(&self, mut visit: impl FnMut(&EnclosingBlock<Grid8>)) {
        if !self.occupied.contains(self.square) {
            return;
        }
        for_each_block(&KingGraph(self.occupied), self.square, |head, block| {
            // Blocks with another head do not contain the piece.
            if head == self.square {
                let enclosed = enclosed_by(block);
                let empty = enclosed - self.occupied;
                if !empty.is_empty() {
                    visit(&EnclosingBlock {
                        block,
                        empty,
                        is_on_boundary: is_on_boundary(self.square, !block - enclosed),
                    });
                }
            }
            core::ops::ControlFlow::Continue(())
        });
    }

    fn groups(&self, empty: Grid8) -> impl Iterator<Item = Grid8> {
        groups(empty)
    }

    fn terrain(&self, walls: Grid8, empty: Grid8) -> Terrain {
        terrain(walls, empty)
    }

    fn size_decided_by_blocks(&self) -> u32 {
        size_decided_by_blocks::<SquareLattice>()
    }

    fn has_pair(&self, empty: Grid8) -> bool {
        !adjacent_empties(empty).is_empty()
    }

    fn counted(&self, empty: Grid8) -> Grid8 {
        empty & self.region
    }

    fn area_limit(&self, block: &EnclosingBlock<Grid8>) -> u32 {
        block.empty.len() - corridor_cost(block.block, self.occupied, self.square)
    }

    /// A chain around a whole group of empty squares is found without a search
    /// of all chains. Of the chain-forming moves of master games that leaves
    /// few for the search, and takes a third of the time.
    fn sharpen(&self, mut bounds: Bounds, empty: Grid8) -> Bounds {
        for group in groups(empty).filter(|group| group.len() > 1) {
            if bounds.known >= bounds.limit {
                break;
            }
            // To know that there is a chain is enough if the group is all that
            // can be enclosed; to show it takes much longer.
            let enclosed = if group.len() >= bounds.limit {
                has_chain_around(self.occupied, self.square, group).then_some(group.len())
            } else {
                let chain = witness_around(self.occupied, self.square, group);
                chain.map(|chain| area_of(&chain))
            };
            bounds.known = bounds.known.max(enclosed.unwrap_or(0));
        }
        bounds
    }
}

/// Whether a piece of a block is on its outer boundary, given the squares that
/// can be left past the block.
///
/// A square that is only diagonally beside the piece does not help: the two
/// squares between are then in the block, and the link of these two bars the
/// way.
fn is_on_boundary(square: Square, outside: Grid8) -> bool {
    let here = Grid8::from(square);
    !here.is_disjoint(Grid8::RIM) || !here.orthogonal_neighbours().is_disjoint(outside)
}

/// The 8×8 board with these walls, where these empty squares count.
fn terrain(walls: Grid8, empty: Grid8) -> Terrain {
    Terrain::new::<SquareLattice>(0..8, 0..8, |cell| match cell.square() {
        Some(square) if walls.contains(square) => Ground::Wall,
        Some(square) if empty.contains(square) => Ground::Empty,
        _ => Ground::Bystander,
    })
}

/// The groups that king's steps within these squares connect.
fn groups(mut squares: Grid8) -> impl Iterator<Item = Grid8> {
    core::iter::from_fn(move || {
        let group = Grid8::from(squares.first()?).king_flood(squares);
        squares -= group;
        Some(group)
    })
}

/// All chains of the board that enclose two adjacent empty squares; none if
/// there is none.
pub(crate) fn chains_of_all_squares(occupied: Grid8) -> Option<StateGraph<u32>> {
    let walls = chain_squares(occupied);
    if walls.is_empty() {
        return None;
    }
    let plan = Plan::new(&terrain(walls, enclosed(occupied)), None);
    let Ok(graph) = StateGraph::new(plan, &mut Unlimited);
    Some(graph)
}

/// [`max_area`] on 8×8: first what needs no search for blocks.
pub(crate) fn max_area_of_square(occupied: Grid8, square: Square) -> u32 {
    plain_area(occupied, square).unwrap_or_else(|| {
        let Ok(area) = max_area(&AroundSquare::new(occupied, square));
        area
    })
}

/// The answer if the enclosed squares alone say enough: there are no two
/// adjacent ones, or orthogonal steps connect them all. No chain comes between
/// squares that are so connected, so what it encloses is all or nothing.
fn plain_area(occupied: Grid8, square: Square) -> Option<u32> {
    if !occupied.contains(square) || (square.king_neighbours() & occupied).len() < 2 {
        return Some(0);
    }
    let enclosed = enclosed(occupied);
    if adjacent_empties(enclosed).is_empty() {
        return Some(0);
    }
    let region = Grid8::from(enclosed.first()?).orthogonal_flood(enclosed);
    (region == enclosed).then(|| match is_on_a_wall(occupied, enclosed, square) {
        true => enclosed.len(),
        false => 0,
    })
}

/// See [`Board::has_chain_of_size`](crate::Board::has_chain_of_size). Sizes up
/// to 3 are decided by blocks (theorems T2 and T3).
pub(crate) fn has_chain_of_size(occupied: Grid8, square: Square, min_size: u32) -> bool {
    let around = AroundSquare::new(occupied, square);
    match min_size {
        1 => around.any_block(|_| true),
        2 => has_chain(occupied, square),
        3 => around.any_block(|empty| around.largest_group(empty) >= 3),
        _ => around.max_group() >= min_size,
    }
}

/// See [`Board::witness_of_size`](crate::Board::witness_of_size).
pub(crate) fn witness_of_size(
    occupied: Grid8,
    square: Square,
    min_size: u32,
) -> Option<Chain<Square>> {
    if min_size == 2 {
        return witness(occupied, square);
    }
    if !has_chain_of_size(occupied, square, min_size) {
        return None;
    }
    // Leave squares out as long as a group of the size remains. What cannot
    // be left out is such a group, and by T1 a chain goes around it.
    let around = AroundSquare::new(occupied, square);
    let mut region = enclosed(occupied);
    for candidate in region {
        let smaller = region.without(candidate);
        if around.within(smaller).max_group() >= min_size {
            region = smaller;
        }
    }
    witness_around(occupied, square, region)
}
