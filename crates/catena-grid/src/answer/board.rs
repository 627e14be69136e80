//! The answers for boards of other sizes, as far as a work budget reaches.

use super::area_of;
use super::board_home::{BoardHome, homes};
use super::cell_set::CellSet;
use crate::board::{Answers, Grid};
use crate::budget::{Limited, Undecided};
use crate::cell::Cell;
use crate::chain::Chain;
use crate::detect::raster::{Query, analyse};
use crate::frontier::{Bounds, Count, Goal, Graph, Ground, GroupPlan, Listing, Plan, Terrain};
use crate::lattice::SquareLattice;
use crate::min_size::MinSize;
use crate::placement::MAX_SIDE;
use crate::raster::Raster;

/// The answers about one piece of a grid; each may be undecided.
type GridAnswers<'a> = Answers<Grid<'a>>;

/// All answers about the piece on `cell` of a board with at most [`MAX_SIDE`]
/// columns and rows, found with at most `budget` states for each search.
///
/// What is answered is exact; what would need more work is
/// [undecided](Undecided), never a guess.
#[must_use]
pub(crate) fn board_answers(board: &Raster, cell: Cell, budget: u64) -> GridAnswers<'static> {
    let Some(homes) = homes(board, cell) else {
        return UNDECIDED;
    };
    let graph = graph_of(board, &homes, cell, budget);
    let best = |goal| match &graph {
        Ok(graph) => {
            let chain = graph.as_ref().and_then(|graph| graph.best(goal));
            Ok(chain.map(|chain| chain.starting_at(cell)))
        }
        Err(undecided) => Err(*undecided),
    };
    let largest = best(Goal::Largest);
    Answers {
        max_area: match &largest {
            Ok(chain) => Ok(chain.as_ref().map_or(0, area_of)),
            Err(Undecided) => max_area(board, &homes, cell, budget),
        },
        max_group: max_group(board, &homes, cell, budget),
        shortest: best(Goal::Shortest),
        largest,
    }
}

const UNDECIDED: GridAnswers<'static> = Answers {
    max_area: Err(Undecided),
    max_group: Err(Undecided),
    shortest: Err(Undecided),
    largest: Err(Undecided),
};

/// All chains of these blocks through the cell around two adjacent empty
/// cells; none if there is none.
fn graph_of(
    board: &Raster,
    homes: &[BoardHome],
    cell: Cell,
    budget: u64,
) -> Result<Option<Graph<u128>>, Undecided> {
    let valid = homes.iter().filter(|home| home.has_pair());
    let Some((walls, empty)) = together(valid) else {
        return Ok(None);
    };
    let plan = Plan::new(&terrain(board, walls, empty), Some(cell));
    Graph::new(plan, &mut Limited(budget)).map(Some)
}

/// As [`max_area`](crate::max_area) for 8×8, but with no corridor for a bound.
fn max_area(
    board: &Raster,
    homes: &[BoardHome],
    cell: Cell,
    budget: u64,
) -> Result<u32, Undecided> {
    let mut bounds = Bounds { known: 0, limit: 0 };
    let valid = || homes.iter().filter(|home| home.has_pair());
    for home in valid() {
        if home.is_on_boundary {
            bounds.known = bounds.known.max(home.empty.len());
        } else {
            bounds.known = bounds.known.max(2);
            bounds.limit = bounds.limit.max(home.empty.len());
        }
    }
    match together(valid().filter(|home| !home.is_on_boundary)) {
        Some((walls, empty)) if bounds.known < bounds.limit => {
            let plan = Plan::new(&terrain(board, walls, empty), Some(cell));
            plan.max_area::<u128, _>(bounds, &mut Limited(budget))
        }
        _ => Ok(bounds.known),
    }
}

/// As [`max_group`](crate::max_group) for 8×8.
fn max_group(
    board: &Raster,
    homes: &[BoardHome],
    cell: Cell,
    budget: u64,
) -> Result<u32, Undecided> {
    let mut bounds = Bounds { known: 0, limit: 0 };
    for home in homes {
        if home.is_on_boundary {
            bounds.known = bounds.known.max(home.largest_group());
        } else {
            let certain = if home.has_pair() { 2 } else { 1 };
            bounds.known = bounds.known.max(certain);
            bounds.limit = bounds.limit.max(home.largest_group());
        }
    }
    match together(homes.iter().filter(|home| !home.is_on_boundary)) {
        Some((walls, empty)) if bounds.known < bounds.limit => {
            let larger = empty.groups().filter(|group| group.len() > bounds.known);
            let empty = larger.fold(CellSet::EMPTY, CellSet::union);
            let plan = GroupPlan::new(&terrain(board, walls, empty), cell);
            plan.max_group::<u128, _>(bounds, &mut Limited(budget))
        }
        _ => Ok(bounds.known),
    }
}

/// The pieces of these blocks and the empty cells they enclose; none if there
/// is no block.
fn together<'a>(homes: impl Iterator<Item = &'a BoardHome>) -> Option<(CellSet, CellSet)> {
    homes
        .map(|home| (home.block, home.empty))
        .reduce(|all, one| (all.0.union(one.0), all.1.union(one.1)))
}

fn terrain(board: &Raster, walls: CellSet, empty: CellSet) -> Terrain {
    Terrain::new(board.width(), board.height(), |cell| {
        if walls.contains(cell) {
            Ground::Wall
        } else if empty.contains(cell) {
            Ground::Empty
        } else {
            Ground::Bystander
        }
    })
}

/// Every distinct set of empty cells that a chain of the board encloses, as
/// [`enclosures`](crate::enclosures()) lists them for 8×8.
///
/// # Errors
///
/// If the search for chains alone would take more than `budget` states.
pub(crate) fn board_enclosures(
    board: &Raster,
    cell: Option<Cell>,
    budget: u64,
) -> Result<BoardEnclosures, Undecided> {
    let listing = graph(board, cell, budget)?.map(Listing::new);
    Ok(BoardEnclosures { listing, cell })
}

/// How many sets [`board_enclosures`] would give.
///
/// # Errors
///
/// If the search for chains alone would take more than `budget` states.
pub(crate) fn count_board_enclosures(
    board: &Raster,
    cell: Option<Cell>,
    budget: u64,
    count_budget: u64,
) -> Result<Count, Undecided> {
    let graph = graph(board, cell, budget)?;
    Ok(graph.map_or(Count::Exactly(0), |graph| graph.count(count_budget)))
}

/// The sets that [`board_enclosures`] lists, each with a chain.
#[derive(Clone, Debug)]
pub(crate) struct BoardEnclosures {
    listing: Option<Listing<u128>>,
    cell: Option<Cell>,
}

impl Iterator for BoardEnclosures {
    type Item = Chain;

    fn next(&mut self) -> Option<Chain> {
        let chain = self.listing.as_mut()?.next()?;
        Some(match self.cell {
            Some(cell) => chain.starting_at(cell),
            None => chain,
        })
    }
}

impl core::iter::FusedIterator for BoardEnclosures {}

/// All chains around two adjacent empty cells, or those of them through the
/// piece on a cell; none if there is none.
fn graph(
    board: &Raster,
    cell: Option<Cell>,
    budget: u64,
) -> Result<Option<Graph<u128>>, Undecided> {
    if let Some(cell) = cell {
        return graph_of(board, &homes(board, cell).ok_or(Undecided)?, cell, budget);
    }
    let query = Query::new(MinSize::TWO).with_labels();
    let report = analyse::<SquareLattice>(board, &query, budget);
    let labels = report.labels.unwrap_or_default();
    if labels.iter().all(|label| *label >= 0) {
        return Ok(None);
    }
    if board.width() > MAX_SIDE || board.height() > MAX_SIDE {
        return Err(Undecided);
    }
    let terrain = Terrain::new(board.width(), board.height(), |cell| {
        let is_piece = board.is_occupied(cell);
        match labels[cell.row * board.width() + cell.column] {
            label if label < 0 => Ground::Wall,
            _ if is_piece => Ground::Bystander,
            _ => Ground::Empty,
        }
    });
    Graph::new(Plan::new(&terrain, None), &mut Limited(budget)).map(Some)
}
