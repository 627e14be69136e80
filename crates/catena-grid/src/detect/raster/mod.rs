//! Chains and enclosed areas on grids of any size.
//!
//! Three steps, each a walk over the rows:
//! 1. Gaps: which empty cells leak into each other.
//! 2. Blocks: which occupied cells hold together. The gaps round a cell tell
//!    which of its arms lie in one block.
//! 3. Areas: which gaps are one enclosed area.

pub(super) mod area;
mod at;
pub(super) mod band;
mod block;
mod chain;
pub(super) mod gap;
mod joint;
mod label;
mod nest;
#[cfg(test)]
mod reference;
mod size;
#[cfg(test)]
mod tests;
mod walk;

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

pub use crate::detect::progress::Progress;
use crate::lattice::Lattice;
use crate::raster::Raster;
pub use area::Area;
use area::Areas;
use block::Blocks;
pub use chain::Cell;
use chain::{Target, chain_round};
use gap::Gaps;
use size::Sized;

/// What to find out.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    /// How many empty cells an area must have; at least 1.
    pub min_size: u32,
    /// How many of the largest areas to name.
    pub largest: usize,
    /// The cell to answer for: column and row.
    pub at: Option<Cell>,
    /// Whether to label each cell.
    pub labels: bool,
    /// How much work to spend on cells that need a search, in cells looked at.
    /// Sizes 1 and 2 need none.
    pub budget: u64,
    /// How many threads to use. More than one needs the feature `std`.
    pub threads: usize,
    /// Where to say how far the work has come.
    pub progress: Option<&'a Progress>,
}

impl Query<'_> {
    /// Asks for areas of at least this size: no labels, one thread.
    #[must_use]
    pub const fn new(min_size: u32) -> Query<'static> {
        Query {
            min_size,
            largest: 10,
            at: None,
            labels: false,
            budget: DEFAULT_BUDGET,
            threads: 1,
            progress: None,
        }
    }
}

/// The budget of [`Query::new`]: a few seconds of work.
pub const DEFAULT_BUDGET: u64 = 100_000_000;

/// The answer for one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is a chain, and here is one: its cells in order, from the cell
    /// asked about on.
    Chain(Vec<Cell>),
    /// There is no chain through the cell round an area that is large enough.
    NoChain,
    /// The budget ended first. That happens only with sizes above 2.
    Undecided,
}

/// How many areas there are, and how many cells they have together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many.
    pub count: u64,
    /// How many cells they have.
    pub cells: u64,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// How many enclosed areas of at least the wanted size there are.
    pub areas: u32,
    /// The largest of them, largest first.
    pub largest: Vec<Area>,
    /// How many blocks hold such an area.
    pub walls: u32,
    /// How many cells are on a chain round such an area. `None` if the budget
    /// ended first, which happens only with sizes above 2.
    pub cells_on_chain: Option<u64>,
    /// Gaps of any size that are enclosed: sets of empty cells that hold
    /// together by the steps of gaps only.
    pub closed_gaps: Tally,
    /// Areas of any size that touch no empty cell which is not enclosed, not
    /// even diagonally.
    pub sealed_areas: Tally,
    /// The answer for the cell asked about.
    pub at: Option<Answer>,
    /// For each cell, row by row: the number of its area, or minus the number
    /// of its block, or 0. A cell in several blocks has the smallest number; a
    /// cell for which the budget did not suffice has 0.
    pub labels: Option<Vec<i32>>,
}

/// Finds enclosed areas, the blocks round them and the cells on a chain.
///
/// # Complexity
///
/// Linear in the cells, but for the inverse of Ackermann's function. Extra
/// space: at most 6 bytes a cell, and 4 more with labels. No recursion.
///
/// # Errors
///
/// If the least size is 0, or the cell asked about is not an occupied cell.
///
/// # Exactness
///
/// By theorem T2 of the definition. The tests compare all small boards with
/// the list of all chains, and random ones with a depth-first search.
///
/// # Examples
///
/// ```
/// use catena_grid::detect::raster::{Answer, Query, analyse};
/// use catena_grid::{Raster, SquareLattice};
///
/// let raster = Raster::from_art(
///     ". # # . .
///      ## . . # #
///      . # # . .",
/// )?;
/// let query = Query { at: Some((0, 1)), ..Query::new(2) };
/// let report = analyse::<SquareLattice>(&raster, &query)?;
/// assert_eq!((report.areas, report.walls, report.cells_on_chain), (1, 1, Some(6)));
/// let chain = vec![(0, 1), (1, 0), (2, 0), (3, 1), (2, 2), (1, 2)];
/// assert_eq!(report.at, Some(Answer::Chain(chain)));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn analyse<L: Lattice>(raster: &Raster, query: &Query<'_>) -> Result<Report, QueryError> {
    check(raster, query)?;
    let unwatched = Progress::default();
    let progress = query.progress.unwrap_or(&unwatched);
    let gaps = Gaps::find::<L>(raster, query.threads, progress);
    let closed = gaps.count_closed();
    let mut labels = query
        .labels
        .then(|| vec![0; raster.width() * raster.height()]);
    let labels_of_walls = labels.as_deref_mut();
    let walls = if query.min_size <= 2 {
        walls_of_pairs::<L>(raster, query, &gaps, labels_of_walls, progress)
    } else {
        walls_of_more::<L>(raster, query, &gaps, labels_of_walls, progress)
    };
    let areas = Areas::find::<L>(gaps, raster, query.min_size, query.largest, progress);
    if let Some(labels) = &mut labels {
        areas.write(raster, labels, query.threads);
    }
    let closed_gaps = Tally {
        count: closed,
        cells: areas.cells,
    };
    let (count, largest, sealed_areas) = (areas.count, areas.largest, areas.sealed);
    Ok(Report {
        areas: count,
        largest,
        walls: walls.count,
        cells_on_chain: walls.cells,
        closed_gaps,
        sealed_areas,
        // The search for a chain needs room of its own: after all the rest.
        at: walls.at.map(|at| at.answer::<L>(raster)),
        labels,
    })
}

/// What was found out about walls.
struct Walls {
    count: u32,
    cells: Option<u64>,
    at: Option<At>,
}

/// The answer for a cell, or what it takes to give it.
enum At {
    Answer(Answer),
    Round(Cell, Option<Target>),
}

impl At {
    fn answer<L: Lattice>(self, raster: &Raster) -> Answer {
        match self {
            At::Answer(answer) => answer,
            At::Round(cell, target) => {
                let chain = target.and_then(|target| chain_round::<L>(raster, cell, &target));
                chain.map_or(Answer::NoChain, Answer::Chain)
            }
        }
    }
}

/// Walls round areas of at least one cell, or of at least two.
fn walls_of_pairs<L: Lattice>(
    raster: &Raster,
    query: &Query<'_>,
    gaps: &Gaps,
    labels: Option<&mut [i32]>,
    progress: &Progress,
) -> Walls {
    let single = query.min_size == 1;
    let blocks = Blocks::find::<L>(raster, gaps, single, query.threads, progress);
    if let Some(labels) = labels {
        label::write_chains::<L>(raster, gaps, &blocks, labels, progress);
    }
    let round = |cell| {
        At::Round(
            cell,
            at::target_of::<L>(raster, gaps, &blocks, single, cell),
        )
    };
    Walls {
        count: blocks.walls,
        cells: Some(blocks.cells),
        at: query.at.map(round),
    }
}

/// Walls round areas of three cells and more.
fn walls_of_more<L: Lattice>(
    raster: &Raster,
    query: &Query<'_>,
    gaps: &Gaps,
    labels: Option<&mut [i32]>,
    progress: &Progress,
) -> Walls {
    let mut blocks = Blocks::find::<L>(raster, gaps, true, query.threads, progress);
    let sized = Sized::new::<L>(raster, gaps, &blocks, query.min_size);
    // The cell asked about comes first; it may use the whole budget.
    let at = query.at.map(|cell| {
        At::Answer(sized.answer::<L>(raster, gaps, &blocks, cell, &mut query.budget.clone()))
    });
    let decided = sized.decide::<L>(raster, gaps, &blocks, &mut query.budget.clone());
    sized.renumber(&mut blocks);
    if let Some(labels) = labels {
        label::write_chains::<L>(raster, gaps, &blocks, labels, progress);
        for (column, row) in &decided.not_on_chain {
            labels[row * raster.width() + column] = 0;
        }
    }
    Walls {
        count: blocks.walls,
        cells: decided.cells,
        at,
    }
}

fn check(raster: &Raster, query: &Query<'_>) -> Result<(), QueryError> {
    if query.min_size == 0 {
        return Err(QueryError::MinSize);
    }
    let Some(cell) = query.at else {
        return Ok(());
    };
    let size = (raster.width(), raster.height());
    if cell.0 >= size.0 || cell.1 >= size.1 {
        return Err(QueryError::Beyond { cell, size });
    }
    if !raster.is_occupied(cell.0, cell.1) {
        return Err(QueryError::Empty { cell });
    }
    Ok(())
}

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum QueryError {
    /// The least size of an area is 0.
    MinSize,
    /// The cell asked about is not on the grid.
    Beyond {
        /// The cell.
        cell: Cell,
        /// Columns and rows of the grid.
        size: (usize, usize),
    },
    /// The cell asked about is empty.
    Empty {
        /// The cell.
        cell: Cell,
    },
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MinSize => f.write_str("the least size of an area is 1"),
            Self::Beyond {
                cell: (column, row),
                size: (width, height),
            } => write!(
                f,
                "there is no cell {column},{row} on a grid of {width}x{height} cells"
            ),
            Self::Empty {
                cell: (column, row),
            } => {
                write!(
                    f,
                    "the cell {column},{row} is empty; a chain goes through occupied cells"
                )
            }
        }
    }
}

impl core::error::Error for QueryError {}
