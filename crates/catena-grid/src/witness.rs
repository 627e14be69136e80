//! Witnesses on an 8×8 board: for every piece that is on a chain, a chain that
//! shows it.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::biconnected::for_each_block;
use crate::chain::Chain;
use crate::detect::{adjacent_empties, enclosed_by};
use crate::disjoint_paths::disjoint_paths;
use crate::even_odd::squares_inside;
use crate::grid8::Grid8;
use crate::plane::PlaneGraph;
use crate::square::Square;
use crate::theta;

/// Returns a chain through the piece on `square` around at least two adjacent
/// empty squares, if there is one. It starts at `square`.
///
/// # Complexity
///
/// A search for blocks for each pair of adjacent enclosed squares, until one
/// has a chain: at worst quadratic in the squares. Callers that only need to
/// know whether there is a chain ask `has_chain`.
///
/// # Exactness
///
/// There is a witness exactly if `has_chain` returns true: some two adjacent
/// squares are inside a valid chain, and T1 of `docs/theory.md` finds a chain
/// around them.
#[must_use]
pub(crate) fn witness(occupied: Grid8, square: Square) -> Option<Chain<Square>> {
    let paired = adjacent_empties(enclosed_by(occupied));
    paired
        .iter()
        .flat_map(|a| {
            let partners = a.king_neighbours() & paired;
            partners
                .iter()
                .filter(move |&b| a < b)
                .map(move |b| Grid8::from(a).with(b))
        })
        .find_map(|pair| witness_around(occupied, square, pair))
}

/// Returns a chain through the piece on `square` with all of `region` inside, if
/// there is one. The region is a group of empty squares, joined by king's steps.
/// The chain starts at `square`.
///
/// This is theorem T1 of `docs/theory.md`, for a region of any size.
#[must_use]
pub(crate) fn witness_around(
    occupied: Grid8,
    square: Square,
    region: Grid8,
) -> Option<Chain<Square>> {
    let (graph, wall) = wall_around(occupied, square, region)?;
    let squares = line_around(graph.restricted_to(wall), square, region)?;
    Some(Chain::on(occupied, squares).starting_at(square))
}

/// Returns whether there is a chain that [`witness_around`] would return.
pub(crate) fn has_chain_around(occupied: Grid8, square: Square, region: Grid8) -> bool {
    wall_around(occupied, square, region).is_some()
}

/// Returns the block of the piece that encloses the region, if there is one, in
/// the graph `G^R`: that without the links that pass between two squares of the
/// region.
fn wall_around(occupied: Grid8, square: Square, region: Grid8) -> Option<(PlaneGraph, Grid8)> {
    if !occupied.contains(square) || region.is_empty() || !region.is_disjoint(occupied) {
        return None;
    }
    let graph = PlaneGraph {
        pieces: occupied,
        region,
    };
    let mut wall = None;
    for_each_block(&graph, square, |head, block| {
        if head == square && region.is_subset(enclosed_by(block)) {
            wall = Some(block);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    Some((graph, wall?))
}

/// Returns a closed line through `square` with `region` inside, in a graph that
/// is one block and encloses the region: lemma L4 of `docs/theory.md`.
///
/// Everything is inside the outer boundary. If the square is not on it, two
/// disjoint paths lead from the square to it (Menger). They divide the inside
/// into two parts, and the region lies in one face, so one part has all of it.
fn line_around(block: PlaneGraph, square: Square, region: Grid8) -> Option<Vec<Square>> {
    let boundary = block.outer_boundary();
    if boundary.contains(&square) {
        return Some(boundary);
    }
    let on_boundary: Grid8 = boundary.iter().copied().collect();
    let is_end = |node: usize| on_boundary.contains(Square::ALL[node]);
    let paths = disjoint_paths(&block, square.index().into(), is_end)?;
    let [first, second] = paths.map(|path| {
        let squares = path.into_iter().map(|node| Square::ALL[node]);
        squares.collect::<Vec<_>>()
    });
    theta::close(&boundary, [&first, &second], |line| {
        region.is_subset(squares_inside(line))
    })
}
