//! A chain to show for every yes.

use alloc::vec::Vec;

use crate::biconnected::{Search, for_each_block};
use crate::chain::Chain;
use crate::detect::{adjacent_empties, enclosed_by};
use crate::disjoint_paths::disjoint_paths;
use crate::even_odd::squares_inside;
use crate::grid8::Grid8;
use crate::plane::PlaneGraph;
use crate::square::Square;
use crate::theta;

/// A chain through the piece on `square` around at least two adjacent empty
/// squares, if there is one. It starts at `square`.
///
/// # Complexity
///
/// At worst quadratic in the pieces; [`has_chain`](crate::has_chain) is for
/// those who only need to know whether there is one.
///
/// # Exactness
///
/// There is a witness if and only if [`has_chain`](crate::has_chain) says
/// yes: the construction follows the proof in `docs/theory.md`.
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

/// A chain through the piece on `square` with all of `region` inside, if
/// there is one. The region is a group of empty squares, joined by king's
/// steps. The chain starts at `square`.
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

/// Whether there is a chain as [`witness_around`] shows it.
pub(crate) fn has_chain_around(occupied: Grid8, square: Square, region: Grid8) -> bool {
    wall_around(occupied, square, region).is_some()
}

/// The block of the piece that encloses the region, in the graph of which no
/// link cuts the region.
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
            return Search::Stop;
        }
        Search::GoOn
    });
    Some((graph, wall?))
}

/// A closed line through `square` with `region` inside, in a graph that is one
/// block and has it inside.
///
/// Everything is inside the outer boundary. If the square is not on it, two
/// paths that share nothing lead from the square to it. They cut what is
/// inside in two, and no link cuts the region, so one half has all of it.
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
