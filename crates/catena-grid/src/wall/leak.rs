//! A way out: a shortest one by breadth-first search, and the width of the
//! widest one.

use alloc::vec::Vec;

use super::Rim;
use super::cells::Cells;
use super::gap_index::GapIndex;
use super::opening::Openings;
use super::route::RouteSearch;
use super::run_route::{self, RunTable};
use super::space::Space;
use super::space::sealed::CellShape;
use super::survey::Opening;
use super::width::{WidestWay, for_each_word_of, squares_over, widest_way};

/// How an empty cell leaks to the outside.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Leak<P> {
    /// A shortest way out: empty cells from the cell itself to one at the rim,
    /// each a gap step from the next. It takes as many steps to be outside as
    /// there are cells.
    pub route: Vec<P>,
    /// The widest way out; `None` where cells are not squares or cubes.
    pub widest: Option<WidestWay<P>>,
}

/// The answer to [`leak`](super::leak).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LeakAnswer<P> {
    /// The cell is not enclosed.
    Leaks(Leak<P>),
    /// The cell is enclosed. This is what opens its gap; `None` if the rim is a
    /// wall.
    Enclosed(Option<Opening<P>>),
}

pub(super) fn leak<S: Space>(cells: &Cells<'_, S>, start: u32) -> LeakAnswer<S::Place> {
    let route = match cells.rim {
        Rim::Open => shortest_route(cells, &cells.closed(), 1, start),
        Rim::Wall => None,
    };
    let Some(route) = route else {
        return LeakAnswer::Enclosed(opening(cells, start));
    };
    let slides = matches!(
        cells.space.cell_shape(),
        CellShape::Square | CellShape::Cube
    );
    let widest = slides.then(|| widest_way(cells, start, &route));
    LeakAnswer::Leaks(Leak {
        route: cells.places(&route),
        widest,
    })
}

/// A shortest way of a square of this side to the rim, from where it covers the
/// start; `None` if there is none. Squares are named by their first cells.
pub(super) fn shortest_route<S: Space>(
    cells: &Cells<'_, S>,
    closed: &[u64],
    side: usize,
    start: u32,
) -> Option<Vec<u32>> {
    // In large rooms a search over runs is faster, in noise one over words.
    const CELLS_PER_RUN: usize = 24;
    let starts = squares_over(cells, start, side);
    let most_runs = cells.words() * 64 / CELLS_PER_RUN;
    if let Some(table) = RunTable::new(cells, closed, most_runs) {
        return run_route::shortest_route(cells, &table, side, &starts);
    }
    let mut search = RouteSearch::new(cells, closed.to_vec(), side);
    for_each_word_of(cells, &starts, |word, squares| search.begin(word, squares));
    search.run()
}

/// What opens the gap of an empty cell.
fn opening<S: Space>(cells: &Cells<'_, S>, start: u32) -> Option<Opening<S::Place>> {
    let gaps = cells.space.find_gaps(cells.rim);
    let index = GapIndex::new(cells, &gaps);
    let gap = index.gap_at(cells, start);
    let openings = Openings::find_until(cells, &gaps, &index, Some(gap));
    let walk = openings.walk(cells, &index, gap);
    (!walk.is_empty()).then(|| Opening {
        cells: cells.places(&walk),
    })
}
