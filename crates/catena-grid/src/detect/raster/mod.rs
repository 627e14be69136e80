//! Chains and enclosed areas on grids of any size.
//!
//! Three steps, each a walk over the rows:
//! 1. Gaps: which empty cells leak into each other.
//! 2. Blocks: which occupied cells hold together. The gaps round a cell tell
//!    which of its arms lie in one block.
//! 3. Areas: which gaps are one enclosed area.

pub(crate) mod area;
mod at;
pub(super) mod band;
mod block;
mod chain;
pub(crate) mod gap;
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

use crate::budget::Undecided;
use crate::cell::Cell;
use crate::chain::Chain;
pub use crate::detect::progress::Progress;
use crate::lattice::Lattice;
use crate::min_size::MinSize;
use crate::raster::Raster;
pub use area::Area;
use area::Areas;
use block::Blocks;
use chain::{Target, chain_round};
use gap::Gaps;
use size::Sized;

/// What [`Grid::analyse`](crate::Grid::analyse) is to find out.
///
/// ```
/// use catena_grid::{Cell, Grid, MinSize, Query, Raster};
///
/// let raster = Raster::from_art(
///     ". # # . .
///      ## . . # #
///      . # # . .",
/// )?;
/// let query = Query::new(MinSize::TWO).with_labels().with_witness_at(Cell::new(0, 1));
/// let report = Grid::new(&raster).analyse(&query);
/// assert_eq!((report.areas, report.walls, report.cells_on_chain), (1, 1, Ok(6)));
/// let chain = report.witness.unwrap()?.unwrap();
/// assert_eq!(chain.len(), 6);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    min_size: MinSize,
    largest_areas: usize,
    witness_at: Option<Cell>,
    labels: bool,
    threads: usize,
    progress: Option<&'a Progress>,
}

/// How many of the largest areas a [`Query`] names unless it says otherwise.
const LARGEST_AREAS: usize = 10;

impl<'a> Query<'a> {
    /// Asks for areas of at least this size: the ten largest by name, no
    /// labels, one thread.
    #[must_use]
    pub const fn new(min_size: MinSize) -> Query<'a> {
        Query {
            min_size,
            largest_areas: LARGEST_AREAS,
            witness_at: None,
            labels: false,
            threads: 1,
            progress: None,
        }
    }

    /// Asks for this many of the largest areas.
    #[must_use]
    pub const fn with_largest_areas(mut self, count: usize) -> Query<'a> {
        self.largest_areas = count;
        self
    }

    /// Asks for a chain through this cell.
    #[must_use]
    pub const fn with_witness_at(mut self, cell: Cell) -> Query<'a> {
        self.witness_at = Some(cell);
        self
    }

    /// Asks for a label for each cell.
    #[must_use]
    pub const fn with_labels(mut self) -> Query<'a> {
        self.labels = true;
        self
    }

    /// Uses up to this many threads. More than one needs the feature `std`.
    /// The answers do not depend on it.
    #[must_use]
    pub const fn with_threads(mut self, threads: usize) -> Query<'a> {
        self.threads = threads;
        self
    }

    /// Tells another thread how far the work has come.
    #[must_use]
    pub const fn with_progress(mut self, progress: &'a Progress) -> Query<'a> {
        self.progress = Some(progress);
        self
    }
}

/// How many areas there are, and how many cells they have together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tally {
    /// How many.
    pub count: u64,
    /// How many cells they have.
    pub cells: u64,
}

/// What [`Grid::analyse`](crate::Grid::analyse) has found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// How many enclosed areas of at least the wanted size there are.
    pub areas: u32,
    /// The largest of them, largest first.
    pub largest_areas: Vec<Area>,
    /// How many blocks enclose such an area.
    pub walls: u32,
    /// How many cells are on a chain around such an area. Undecided only for
    /// sizes above 3.
    pub cells_on_chain: Result<u64, Undecided>,
    /// Gaps of any size that are enclosed: sets of empty cells that the steps
    /// of gaps connect.
    pub closed_gaps: Tally,
    /// Areas of any size that touch no empty cell which is not enclosed, not
    /// even diagonally.
    pub sealed_areas: Tally,
    /// A chain through the cell asked about, if there is one.
    pub witness: Option<Result<Option<Chain>, Undecided>>,
    /// For each cell, row by row: the number of its area, or minus the number
    /// of its block, or 0. A cell in several blocks has the smallest number; a
    /// cell that is undecided has 0.
    pub labels: Option<Vec<i32>>,
}

/// See [`Grid::analyse`](crate::Grid::analyse).
pub(crate) fn analyse<L: Lattice>(raster: &Raster, query: &Query<'_>, budget: u64) -> Report {
    let unwatched = Progress::default();
    let progress = query.progress.unwrap_or(&unwatched);
    let gaps = Gaps::find::<L>(raster, query.threads, progress);
    let closed = gaps.count_closed();
    let mut labels = query
        .labels
        .then(|| vec![0; raster.width() * raster.height()]);
    let labels_of_walls = labels.as_deref_mut();
    let walls = if query.min_size <= MinSize::TWO {
        walls_of_pairs::<L>(raster, query, &gaps, labels_of_walls, progress)
    } else {
        walls_of_more::<L>(raster, query, &gaps, labels_of_walls, progress, budget)
    };
    let (min_size, largest) = (query.min_size.get(), query.largest_areas);
    let areas = Areas::find::<L>(gaps, raster, min_size, largest, progress);
    if let Some(labels) = &mut labels {
        areas.write(raster, labels, query.threads);
    }
    let closed_gaps = Tally {
        count: closed,
        cells: areas.cells,
    };
    let (count, largest_areas, sealed_areas) = (areas.count, areas.largest, areas.sealed);
    Report {
        areas: count,
        largest_areas,
        walls: walls.count,
        cells_on_chain: walls.cells.ok_or(Undecided),
        closed_gaps,
        sealed_areas,
        // The search for a chain needs room of its own: after all the rest.
        witness: walls.at.map(|at| at.answer::<L>(raster)),
        labels,
    }
}

/// A chain through a cell, if there is one.
type Answer = Result<Option<Chain>, Undecided>;

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
                Ok(target.and_then(|target| chain_round::<L>(raster, cell, &target)))
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
    let single = query.min_size == MinSize::ONE;
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
        at: query.witness_at.map(round),
    }
}

/// Walls round areas of three cells and more.
fn walls_of_more<L: Lattice>(
    raster: &Raster,
    query: &Query<'_>,
    gaps: &Gaps,
    labels: Option<&mut [i32]>,
    progress: &Progress,
    budget: u64,
) -> Walls {
    let mut blocks = Blocks::find::<L>(raster, gaps, true, query.threads, progress);
    let sized = Sized::new::<L>(raster, gaps, &blocks, query.min_size.get());
    // The cell asked about comes first; it may use the whole budget.
    let at = query.witness_at.map(|cell| {
        At::Answer(sized.answer::<L>(raster, gaps, &blocks, cell, &mut budget.clone()))
    });
    let decided = sized.decide::<L>(raster, gaps, &blocks, &mut budget.clone());
    sized.renumber(&mut blocks);
    if let Some(labels) = labels {
        label::write_chains::<L>(raster, gaps, &blocks, labels, progress);
        for cell in &decided.not_on_chain {
            labels[cell.row * raster.width() + cell.column] = 0;
        }
    }
    Walls {
        count: blocks.walls,
        cells: decided.cells,
        at,
    }
}
