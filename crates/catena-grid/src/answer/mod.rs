//! Chains as answers: how much a piece's chains enclose, the shortest, the
//! largest.
//!
//! What each answer means is defined in `docs/theory.md`, and how it is found
//! and why it is exact in `docs/theory-answers.md`. In short: where the piece
//! is on the outer boundary of its block the answer is a count. Elsewhere the
//! [frontier programme](crate::frontier) looks at all chains at once.

mod area;
mod board;
mod board8;
mod board_home;
mod cell_set;
mod enclosure;
mod home;

use crate::board::Answers;
use crate::budget::Unlimited;
use crate::cell::Cell;
use crate::chain::Chain;
use crate::detect::{chain_squares, enclosed, has_chain};
use crate::frontier::{Bounds, Goal, Graph, GroupPlan, Plan};
use crate::grid8::Grid8;
use crate::square::Square;
use crate::witness::witness_around;
use area::{plain_area, with_witnesses};
pub(crate) use board::{BoardEnclosures, board_answers, board_enclosures, count_board_enclosures};
use board8::{groups, largest_group, terrain};
pub use enclosure::Enclosures;
pub(crate) use enclosure::{count_enclosures, enclosures};
use home::for_each_home;

/// All answers about the piece on `square`, found together.
///
/// # Complexity
///
/// On the hardest boards known about 30 ms, almost always far less.
#[must_use]
pub(crate) fn answers(occupied: Grid8, square: Square) -> Answers<Grid8> {
    let graph = graph_of(occupied, Some(square));
    let best = |goal| graph.as_ref().and_then(|graph| best(graph, goal, square));
    let largest = best(Goal::Largest);
    Answers {
        max_area: largest.as_ref().map_or(0, area_of),
        max_group: max_group(occupied, square),
        shortest: best(Goal::Shortest),
        largest,
    }
}

/// The most empty squares inside a chain through the piece on `square` that
/// encloses two adjacent ones; 0 if there is no such chain.
///
/// # Complexity
///
/// Where the piece is on the outer boundary of its block, which it is in more
/// than nine of ten chain-forming moves of master games, a search for its
/// blocks. Elsewhere under half a millisecond on the hardest boards of 32
/// pieces known, and under 5 ms on any board.
///
/// # Exactness
///
/// Exact: a bound that a chain is known to reach, or a search of all chains.
#[must_use]
pub(crate) fn max_area(occupied: Grid8, square: Square) -> u32 {
    if let Some(area) = plain_area(occupied, square) {
        return area;
    }
    let mut bounds = Bounds { known: 0, limit: 0 };
    let (mut walls, mut empty) = (Grid8::EMPTY, Grid8::EMPTY);
    for_each_home(occupied, square, |home| {
        if !home.has_pair() {
            return;
        }
        if home.has_on_boundary(square) {
            bounds.known = bounds.known.max(home.empty.len());
        } else {
            // By the theorem there is a chain around some two of them.
            bounds.known = bounds.known.max(2);
            bounds.limit = bounds.limit.max(home.area_limit(occupied, square));
            walls |= home.block;
            empty |= home.empty;
        }
    });
    let bounds = with_witnesses(bounds, occupied, square, empty);
    if bounds.known >= bounds.limit {
        return bounds.known;
    }
    let plan = Plan::new(&terrain(walls, empty), Some(square.into()));
    let Ok(area) = plan.max_area::<u32, _>(bounds, &mut Unlimited);
    area
}

/// The size of the largest group of adjacent empty squares inside any chain
/// through the piece on `square`; 0 if no chain encloses an empty square.
///
/// Every chain counts here, so it can be 1 where [`has_chain`] says no.
///
/// # Complexity
///
/// That of [`max_area`], at worst some ten milliseconds.
///
/// # Exactness
///
/// Exact, like [`max_area`].
#[must_use]
pub(crate) fn max_group(occupied: Grid8, square: Square) -> u32 {
    max_group_within(occupied, square, !occupied)
}

/// What [`max_group`] is if only the empty squares of `region` count.
fn max_group_within(occupied: Grid8, square: Square, region: Grid8) -> u32 {
    let mut bounds = Bounds { known: 0, limit: 0 };
    let (mut walls, mut empty) = (Grid8::EMPTY, Grid8::EMPTY);
    for_each_home(occupied, square, |home| {
        let counted = home.empty & region;
        if home.has_on_boundary(square) {
            bounds.known = bounds.known.max(largest_group(counted));
        } else {
            // By the theorem there is a chain around each of the squares, and
            // around some two adjacent ones if they all count.
            let has_pair = counted == home.empty && home.has_pair();
            let certain = if has_pair { 2 } else { counted.len().min(1) };
            bounds.known = bounds.known.max(certain);
            bounds.limit = bounds.limit.max(largest_group(counted));
            walls |= home.block;
            empty |= counted;
        }
    });
    if bounds.known >= bounds.limit {
        return bounds.known;
    }
    let candidates = groups(empty).filter(|group| group.len() > bounds.known);
    let empty = candidates.fold(Grid8::EMPTY, |all, group| all | group);
    let plan = GroupPlan::new(&terrain(walls, empty), square.into());
    let Ok(size) = plan.max_group::<u32, _>(bounds, &mut Unlimited);
    size
}

/// Whether some chain through the piece on `square` encloses a group of at
/// least `min_size` adjacent empty squares. A size of 0 is taken as 1.
///
/// # Exactness
///
/// Exact for every size: it says yes if and only if [`max_group`] is at least
/// `min_size`.
#[must_use]
pub(crate) fn has_chain_of_size(occupied: Grid8, square: Square, min_size: u32) -> bool {
    match min_size {
        0 | 1 => {
            let mut found = false;
            for_each_home(occupied, square, |_| found = true);
            found
        }
        2 => has_chain(occupied, square),
        _ => max_group(occupied, square) >= min_size,
    }
}

/// A chain through the piece on `square` around a group of at least
/// `min_size` adjacent empty squares, if there is one. It starts at `square`.
///
/// There is one if and only if [`has_chain_of_size`] says so. A size of 0 is
/// taken as 1.
#[must_use]
pub(crate) fn witness_of_size(
    occupied: Grid8,
    square: Square,
    min_size: u32,
) -> Option<Chain<Square>> {
    let size = min_size.max(1);
    let mut region = enclosed(occupied);
    if max_group_within(occupied, square, region) < size {
        return None;
    }
    // Leave squares out as long as a group of the size remains. What cannot
    // be left out is such a group, and a chain is known to go round it.
    for candidate in region {
        let smaller = region.without(candidate);
        if max_group_within(occupied, square, smaller) >= size {
            region = smaller;
        }
    }
    witness_around(occupied, square, region)
}

/// A chain through the piece on `square` around two adjacent empty squares
/// with the fewest pieces, if there is one; of those with equally few, one
/// that encloses the most. It starts at `square` and goes clockwise.
#[must_use]
pub(crate) fn shortest(occupied: Grid8, square: Square) -> Option<Chain<Square>> {
    best(&graph_of(occupied, Some(square))?, Goal::Shortest, square)
}

/// A chain through the piece on `square` that encloses [`max_area`] empty
/// squares, two of them adjacent, if there is one; of those, one with the
/// fewest pieces. It starts at `square` and goes clockwise.
#[must_use]
pub(crate) fn largest(occupied: Grid8, square: Square) -> Option<Chain<Square>> {
    best(&graph_of(occupied, Some(square))?, Goal::Largest, square)
}

/// All chains that enclose two adjacent empty squares, or those of them
/// through the piece on the square; none if there is none.
fn graph_of(occupied: Grid8, square: Option<Square>) -> Option<Graph<u32>> {
    let (mut walls, mut empty) = (Grid8::EMPTY, Grid8::EMPTY);
    match square {
        None => (walls, empty) = (chain_squares(occupied), enclosed(occupied)),
        Some(square) => for_each_home(occupied, square, |home| {
            if home.has_pair() {
                walls |= home.block;
                empty |= home.empty;
            }
        }),
    }
    if walls.is_empty() {
        return None;
    }
    let plan = Plan::new(&terrain(walls, empty), square.map(Cell::from));
    let Ok(graph) = Graph::new(plan, &mut Unlimited);
    Some(graph)
}

fn best(graph: &Graph<u32>, goal: Goal, square: Square) -> Option<Chain<Square>> {
    Some(graph.best(goal)?.into_squares().starting_at(square))
}

/// How many empty cells the chain encloses.
fn area_of<C>(chain: &Chain<C>) -> u32 {
    u32::try_from(chain.encloses().len()).unwrap_or(u32::MAX)
}
