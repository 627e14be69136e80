//! Chains as answers: how much the chains of a piece enclose, the shortest,
//! the largest, every enclosure.
//!
//! What each answer means is defined in `docs/theory.md`, and how it is found
//! and why it is exact in `docs/theory-answers.md`. In short: where the piece
//! is on the outer boundary of its block, the answer is a count. Elsewhere the
//! [dynamic program](crate::frontier) looks at all chains at once.
//!
//! The functions here work on every board. What a board must know is in
//! [`around`]: the blocks of a piece. [`chess`] knows it for 8×8, [`window`]
//! for grids.

mod around;
mod chess;
mod enclosure;
mod fewest_pieces;
mod window;

use crate::chain::Chain;
use crate::frontier::{Bounds, Goal, GroupPlan, Plan, StateGraph};
use around::{Around, BudgetEnd, CellSet};
pub(crate) use chess::{
    AroundSquare, chains_of_all_squares, has_chain_of_size, max_area_of_square, witness_of_size,
};
pub use enclosure::{Enclosures, GridEnclosures};
pub(crate) use fewest_pieces::fewest_pieces;
pub(crate) use window::{AroundCell, chains_of_all_cells};

/// The four values of a piece; each may end with the budget.
#[derive(Debug)]
pub(crate) struct CellValues<E> {
    pub(crate) max_area: Result<u32, E>,
    pub(crate) max_group: Result<u32, E>,
    pub(crate) shortest: Result<Option<Chain>, E>,
    pub(crate) largest: Result<Option<Chain>, E>,
}

/// All four values of the piece, found together.
pub(crate) fn values<A: Around>(around: &A) -> CellValues<BudgetEnd<A>>
where
    BudgetEnd<A>: Clone,
{
    let graph = chains(around);
    let best = |goal| match &graph {
        Ok(graph) => Ok(graph.as_ref().and_then(|graph| best(graph, goal, around))),
        Err(end) => Err(end.clone()),
    };
    let largest = best(Goal::Largest);
    CellValues {
        max_area: match &largest {
            Ok(chain) => Ok(chain.as_ref().map_or(0, area_of)),
            // Without the chains themselves the search takes less work.
            Err(_) => max_area(around),
        },
        max_group: max_group(around),
        shortest: best(Goal::Shortest),
        largest,
    }
}

/// See [`Board::max_area`](crate::Board::max_area).
///
/// # Complexity
///
/// Where the piece is on the outer boundary of its block, a search for its
/// blocks. That is so for more than nine of ten chain-forming moves of master
/// games. Elsewhere on 8×8 under half a millisecond on the hardest boards of
/// 32 pieces known, and under 5 ms on any board.
///
/// # Exactness
///
/// Exact: a bound that a chain is known to reach, or a search of all chains.
pub(crate) fn max_area<A: Around>(around: &A) -> Result<u32, BudgetEnd<A>> {
    let mut bounds = Bounds { known: 0, limit: 0 };
    let (mut walls, mut empty) = (A::Set::EMPTY, A::Set::EMPTY);
    around.for_each_block(|block| {
        if !around.has_pair(block.empty) {
            return;
        }
        if block.is_on_boundary {
            bounds.known = bounds.known.max(block.empty.len());
        } else {
            // By theorem T2 there is a chain around some two of them.
            bounds.known = bounds.known.max(2);
            bounds.limit = bounds.limit.max(around.area_limit(block));
            walls = walls.union(block.block);
            empty = empty.union(block.empty);
        }
    });
    let bounds = around.sharpen(bounds, empty);
    if bounds.known >= bounds.limit {
        return Ok(bounds.known);
    }
    let plan = Plan::new(&around.terrain(walls, empty), Some(around.cell()));
    plan.max_area::<A::Word, _>(bounds, &mut around.budget())
}

/// See [`Board::max_group`](crate::Board::max_group).
///
/// # Exactness
///
/// Exact, like [`max_area`].
pub(crate) fn max_group<A: Around>(around: &A) -> Result<u32, BudgetEnd<A>> {
    let mut bounds = Bounds { known: 0, limit: 0 };
    let (mut walls, mut empty) = (A::Set::EMPTY, A::Set::EMPTY);
    around.for_each_block(|block| {
        let counted = around.counted(block.empty);
        let largest = around.largest_group(counted);
        if block.is_on_boundary {
            bounds.known = bounds.known.max(largest);
        } else {
            // By T1 there is a chain around any one of the cells. If all count,
            // blocks decide more (T2, T3).
            let is_all = counted == block.empty;
            let decided = if is_all {
                around.size_decided_by_blocks()
            } else {
                1
            };
            let certain = largest.min(decided);
            bounds.known = bounds.known.max(certain);
            bounds.limit = bounds.limit.max(largest);
            walls = walls.union(block.block);
            empty = empty.union(counted);
        }
    });
    if bounds.known >= bounds.limit {
        return Ok(bounds.known);
    }
    let larger = around
        .groups(empty)
        .filter(|group| group.len() > bounds.known);
    let empty = larger.fold(A::Set::EMPTY, CellSet::union);
    let plan = GroupPlan::new(&around.terrain(walls, empty), around.cell());
    plan.max_group::<A::Word, _>(bounds, &mut around.budget())
}

/// See [`Board::shortest`](crate::Board::shortest).
pub(crate) fn shortest<A: Around>(around: &A) -> Result<Option<Chain>, BudgetEnd<A>> {
    let graph = chains(around)?;
    Ok(graph.and_then(|graph| best(&graph, Goal::Shortest, around)))
}

/// See [`Board::largest`](crate::Board::largest).
pub(crate) fn largest<A: Around>(around: &A) -> Result<Option<Chain>, BudgetEnd<A>> {
    let graph = chains(around)?;
    Ok(graph.and_then(|graph| best(&graph, Goal::Largest, around)))
}

/// All chains through the piece that enclose two adjacent empty cells; none if
/// there is none.
pub(crate) fn chains<A: Around>(around: &A) -> Result<Option<StateGraph<A::Word>>, BudgetEnd<A>> {
    let (mut walls, mut empty) = (A::Set::EMPTY, A::Set::EMPTY);
    let mut has_chain = false;
    around.for_each_block(|block| {
        if around.has_pair(block.empty) {
            has_chain = true;
            walls = walls.union(block.block);
            empty = empty.union(block.empty);
        }
    });
    if !has_chain {
        return Ok(None);
    }
    let plan = Plan::new(&around.terrain(walls, empty), Some(around.cell()));
    StateGraph::new(plan, &mut around.budget()).map(Some)
}

fn best<A: Around>(graph: &StateGraph<A::Word>, goal: Goal, around: &A) -> Option<Chain> {
    Some(graph.best(goal)?.starting_at(around.cell()))
}

/// How many empty cells the chain encloses.
fn area_of<C>(chain: &Chain<C>) -> u32 {
    u32::try_from(chain.encloses().len()).unwrap_or(u32::MAX)
}
