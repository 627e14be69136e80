//! Chains and enclosed areas on grids of any size.
//!
//! Each step is a walk over the rows; `docs/theory-grids.md` proves them.
//! 1. [`gap`]: which empty cells leak into each other.
//! 2. [`block`]: the biconnected components of the occupied cells. The gaps
//!    around a cell tell which of its arms lie in one block.
//! 3. [`size`]: which blocks enclose an area that is large enough; for sizes
//!    above 3, with the search of [`gap_set`].
//! 4. [`label`]: the labels of the cells on a chain, if they are wanted.
//! 5. [`area`]: which gaps are one enclosed area, and the labels of areas.
//! 6. [`at`], [`chain`]: for one cell, what a chain through it can go around,
//!    and the chain.
//!
//! [`part`] takes those of the steps that one set or one kind of label needs.

pub(crate) mod area;
mod at;
pub(super) mod band;
mod block;
mod chain;
pub(crate) mod gap;
mod gap_set;
mod joint;
mod label;
mod nest;
mod part;
mod part_count;
mod size;
mod walk;

use alloc::vec;
use alloc::vec::Vec;

use crate::budget::{Limited, Undecided};
use crate::cell::Cell;
use crate::chain::Chain;
pub use crate::detect::progress::Progress;
use crate::lattice::Lattice;
use crate::min_size::MinSize;
use crate::raster::Raster;
pub use area::Area;
use area::Areas;
pub(crate) use at::blocks_at;
use at::nearest_target;
use block::Blocks;
use chain::{Target, chain_around};
use gap::Gaps;
pub(crate) use part::{chain_cells, label_areas};
pub(crate) use part_count::PartCount;
use size::SizeTest;
pub(crate) use size::size_decided_by_blocks;

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

    /// The size that is asked for.
    pub(crate) fn min_size(&self) -> MinSize {
        self.min_size
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

    /// Whether it asks only for what can be counted without a search and without
    /// a number per cell.
    pub(crate) fn asks_for_counts(&self) -> bool {
        self.min_size <= MinSize::TWO && self.witness_at.is_none() && !self.labels
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
    /// How many cells are on a chain around such an area. Never undecided for
    /// sizes up to 3 on [squares](crate::SquareLattice), nor for any size on
    /// [hexagons](crate::HexLattice).
    pub cells_on_chain: Result<u64, Undecided>,
    /// Gaps of any size that are enclosed: sets of empty cells that the steps
    /// of gaps connect.
    pub closed_gaps: Tally,
    /// Areas of any size that touch no empty cell which is not enclosed, not
    /// even diagonally.
    pub sealed_areas: Tally,
    /// Whether the cell asked about is on a chain around such an area; `None` if
    /// no cell was asked about.
    pub is_on_chain: Option<Result<bool, Undecided>>,
    /// A chain through the cell asked about, if it is on one.
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
    let walls = Walls::find::<L>(
        raster,
        query,
        &gaps,
        labels.as_deref_mut(),
        progress,
        budget,
    );
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
    let is_on_chain = walls.target.as_ref().map(Option::is_some);
    let is_on_chain = is_on_chain.map_err(|undecided| *undecided);
    // The search for a chain needs room of its own: it comes after all the rest.
    let chain_at = |cell| {
        Ok(walls
            .target?
            .and_then(|t| chain_around::<L>(raster, cell, &t)))
    };
    Report {
        areas: count,
        largest_areas,
        walls: walls.count,
        cells_on_chain: walls.cells,
        closed_gaps,
        sealed_areas,
        is_on_chain: query.witness_at.map(|_| is_on_chain),
        witness: query.witness_at.map(chain_at),
        labels,
    }
}

/// Returns whether the cell is on a chain around an area of at least this
/// size. [`witness`] builds that chain from the same target.
pub(crate) fn has_chain<L: Lattice>(
    raster: &Raster,
    cell: Cell,
    min_size: MinSize,
    budget: u64,
) -> Result<bool, Undecided> {
    Ok(target::<L>(raster, cell, min_size, budget)?.is_some())
}

/// Returns a chain through the cell around an area of at least this size.
pub(crate) fn witness<L: Lattice>(
    raster: &Raster,
    cell: Cell,
    min_size: MinSize,
    budget: u64,
) -> Result<Option<Chain>, Undecided> {
    let target = target::<L>(raster, cell, min_size, budget)?;
    Ok(target.and_then(|target| chain_around::<L>(raster, cell, &target)))
}

/// Returns what a chain through the cell can go around. There is such a chain
/// exactly if there is a target.
fn target<L: Lattice>(
    raster: &Raster,
    cell: Cell,
    min_size: MinSize,
    budget: u64,
) -> Result<Option<Target>, Undecided> {
    if !raster.is_occupied(cell) {
        return Ok(None);
    }
    let progress = Progress::default();
    let gaps = Gaps::find::<L>(raster, 1, &progress);
    let single = min_size != MinSize::TWO;
    let blocks = Blocks::find::<L>(raster, &gaps, single, 1, &progress);
    if min_size <= MinSize::TWO {
        return Ok(nearest_target::<L>(raster, &gaps, &blocks, single, cell));
    }
    let test = SizeTest::new::<L>(raster, &gaps, &blocks, min_size);
    test.target::<L>(cell, &mut Limited(budget))
}

/// What was found out about walls.
struct Walls {
    /// How many blocks enclose an area that is large enough.
    count: u32,
    /// How many cells are on a chain around one.
    cells: Result<u64, Undecided>,
    /// What a chain through the cell asked about can go around.
    target: Result<Option<Target>, Undecided>,
}

impl Walls {
    /// Finds the walls, and writes their labels.
    fn find<L: Lattice>(
        raster: &Raster,
        query: &Query<'_>,
        gaps: &Gaps,
        labels: Option<&mut [i32]>,
        progress: &Progress,
        budget: u64,
    ) -> Walls {
        // A block that encloses a pair is found at once. For larger sizes,
        // begin with the blocks that enclose anything.
        let single = query.min_size != MinSize::TWO;
        let mut blocks = Blocks::find::<L>(raster, gaps, single, query.threads, progress);
        let mut not_on_chain = Vec::new();
        let (cells, target) = if query.min_size <= MinSize::TWO {
            let target = |cell| nearest_target::<L>(raster, gaps, &blocks, single, cell);
            (Ok(blocks.cells), Ok(query.witness_at.and_then(target)))
        } else {
            let test = SizeTest::new::<L>(raster, gaps, &blocks, query.min_size);
            let mut budget = Limited(budget);
            // The cell asked about comes first. The others share what is left.
            let at = query.witness_at;
            let target = at.map_or(Ok(None), |cell| test.target::<L>(cell, &mut budget));
            let decided = test.decide::<L>(&mut budget);
            not_on_chain = decided.not_on_chain;
            let numbers = test.wall_numbers();
            blocks.renumber(&numbers);
            (decided.cells, target)
        };
        if let Some(labels) = labels {
            label::write_chains::<L>(raster, gaps, &blocks, labels, progress);
            for cell in &not_on_chain {
                labels[cell.row * raster.width() + cell.column] = 0;
            }
        }
        Walls {
            count: blocks.walls,
            cells,
            target,
        }
    }
}
