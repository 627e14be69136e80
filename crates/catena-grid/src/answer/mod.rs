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

use crate::chain::Chain;
use crate::coordinate::Cell;
use crate::detect::{chain_squares, enclosed, has_chain};
use crate::frontier::{Bounds, Goal, Graph, GroupPlan, Plan, Unlimited};
use crate::grid8::Grid8;
use crate::square::Square;
use crate::witness::witness_around;
use area::{plain_area, with_witnesses};
pub use board::{
    BOARD_BUDGET, BoardAnswers, BoardChain, BoardEnclosures, board_answers, board_enclosures,
    count_board_enclosures,
};
use board8::{groups, largest_group, terrain};
pub use enclosure::{Count, Enclosures, count_enclosures, enclosures};
use home::for_each_home;

/// All answers about one piece.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Answers {
    /// See [`max_area`].
    pub max_area: u32,
    /// See [`max_group`].
    pub max_group: u32,
    /// See [`shortest`].
    pub shortest: Option<Chain>,
    /// See [`largest`].
    pub largest: Option<Chain>,
}

/// All answers about the piece on `square`, found together.
///
/// # Complexity
///
/// On the hardest boards known about 30 ms, almost always far less.
///
/// # Examples
///
/// ```
/// use catena_grid::{Placement, answers};
///
/// let figure_9: Placement = "1b4rk/n1p3pr/p1np3p/1p1pp3/3PP3/P1NPPQ2/N1PRK3/1B6".parse()?;
/// let answers = answers(figure_9.occupied().unwrap(), "f3".parse().unwrap());
/// assert_eq!((answers.max_area, answers.max_group), (2, 2));
/// assert_eq!(answers.shortest.unwrap().squares.len(), 13);
/// # Ok::<(), catena_grid::ParsePlacementError>(())
/// ```
#[must_use]
pub fn answers(occupied: Grid8, square: Square) -> Answers {
    let graph = graph_of(occupied, Some(square));
    let best = |goal| graph.as_ref().and_then(|graph| best(graph, goal, square));
    let largest = best(Goal::Largest);
    Answers {
        max_area: largest.as_ref().map_or(0, |chain| chain.encloses.len()),
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
///
/// # Examples
///
/// ```
/// use catena_grid::{Placement, max_area};
///
/// // The cheapest corridor to d4 costs so little that 9 squares could be
/// // left, but its two sides touch.
/// let trap: Placement =
///     "pp2p1p1/p1p1pppp/1ppp1p1p/1p2ppp1/1p1p1ppp/1p1p1ppp/ppp4p/3pppp1".parse()?;
/// assert_eq!(max_area(trap.occupied().unwrap(), "d4".parse().unwrap()), 8);
/// # Ok::<(), catena_grid::ParsePlacementError>(())
/// ```
#[must_use]
pub fn max_area(occupied: Grid8, square: Square) -> u32 {
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
///
/// # Examples
///
/// ```
/// use catena_grid::{Placement, max_group};
///
/// // The block of c6 encloses a group of four, but no chain through c6 does.
/// let cross: Placement = "2P5/1P1P4/P1P1P3/1P1P4/2P5/8/8/8".parse()?;
/// assert_eq!(max_group(cross.occupied().unwrap(), "c6".parse().unwrap()), 3);
/// # Ok::<(), catena_grid::ParsePlacementError>(())
/// ```
#[must_use]
pub fn max_group(occupied: Grid8, square: Square) -> u32 {
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
///
/// ```
/// use catena_grid::{Placement, has_chain_of_size};
///
/// let cross: Placement = "2P5/1P1P4/P1P1P3/1P1P4/2P5/8/8/8".parse()?;
/// let (occupied, c6) = (cross.occupied().unwrap(), "c6".parse().unwrap());
/// assert!(has_chain_of_size(occupied, c6, 3));
/// assert!(!has_chain_of_size(occupied, c6, 4));
/// # Ok::<(), catena_grid::ParsePlacementError>(())
/// ```
#[must_use]
pub fn has_chain_of_size(occupied: Grid8, square: Square, min_size: u32) -> bool {
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
///
/// ```
/// use catena_grid::{Placement, verify, witness_of_size};
///
/// let cross: Placement = "2P5/1P1P4/P1P1P3/1P1P4/2P5/8/8/8".parse()?;
/// let (occupied, c6) = (cross.occupied().unwrap(), "c6".parse().unwrap());
/// let chain = witness_of_size(occupied, c6, 3).unwrap();
/// assert_eq!(verify(occupied, c6, 3, &chain), Ok(()));
/// assert!(witness_of_size(occupied, c6, 4).is_none());
/// # Ok::<(), catena_grid::ParsePlacementError>(())
/// ```
#[must_use]
pub fn witness_of_size(occupied: Grid8, square: Square, min_size: u32) -> Option<Chain> {
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
///
/// ```
/// use catena_grid::{Grid8, shortest};
///
/// let board = Grid8::from_art(
///     ". . . . . . . .
///      . . . . . . . .
///      . . # # # . . .
///      . # . . . # . .
///      . . # # # . . .
///      . # . . # . . .
///      . . # # . . . .
///      . . . . . . . .",
/// );
/// let chain = shortest(board, "c4".parse().unwrap()).unwrap();
/// assert_eq!(format!("{:?}", chain.squares), "[c4, d4, e3, d2, c2, b3]");
/// assert_eq!(format!("{:?}", chain.encloses), "{c3, d3}");
/// ```
#[must_use]
pub fn shortest(occupied: Grid8, square: Square) -> Option<Chain> {
    best(&graph_of(occupied, Some(square))?, Goal::Shortest, square)
}

/// A chain through the piece on `square` that encloses [`max_area`] empty
/// squares, two of them adjacent, if there is one; of those, one with the
/// fewest pieces. It starts at `square` and goes clockwise.
///
/// ```
/// use catena_grid::{Grid8, largest};
///
/// let board = Grid8::from_art(
///     ". . . . . . . .
///      . . . . . . . .
///      . . # # # . . .
///      . # . . . # . .
///      . . # # # . . .
///      . # . . # . . .
///      . . # # . . . .
///      . . . . . . . .",
/// );
/// let chain = largest(board, "c4".parse().unwrap()).unwrap();
/// assert_eq!(format!("{:?}", chain.encloses), "{c3, d3, c5, d5, e5}");
/// ```
#[must_use]
pub fn largest(occupied: Grid8, square: Square) -> Option<Chain> {
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

fn best(graph: &Graph<u32>, goal: Goal, square: Square) -> Option<Chain> {
    let chain = Chain::from(graph.best(goal)?);
    Some(chain.starting_at(square))
}
