//! Chains and enclosed areas on grids of any size.
//!
//! Three steps, each a walk over the rows:
//! 1. Gaps: which empty cells leak into each other.
//! 2. Blocks: which occupied cells hold together. The gaps round a cell tell
//!    which of its arms lie in one block.
//! 3. Areas: which gaps are one enclosed area.

pub(super) mod area;
pub(super) mod band;
mod block;
pub(super) mod gap;
mod joint;
mod label;
#[cfg(test)]
mod reference;
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
use gap::Gaps;

/// What to find out.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    /// How many empty cells an area must have; at least 1.
    pub min_size: u32,
    /// How many of the largest areas to name.
    pub largest: usize,
    /// Whether to label each cell.
    pub labels: bool,
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
            labels: false,
            threads: 1,
            progress: None,
        }
    }
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
    /// How many cells are on a chain round such an area.
    pub cells_on_chain: u64,
    /// Gaps of any size that are enclosed: sets of empty cells that hold
    /// together by the steps of gaps only.
    pub closed_gaps: Tally,
    /// Areas of any size that touch no empty cell which is not enclosed, not
    /// even diagonally.
    pub sealed_areas: Tally,
    /// For each cell, row by row: the number of its area, or minus the number
    /// of its block, or 0. A cell in several blocks has the smallest number.
    pub labels: Option<Vec<i32>>,
}

/// Finds enclosed areas, the blocks round them and the cells on a chain.
pub fn analyse<L: Lattice>(raster: &Raster, query: &Query<'_>) -> Result<Report, QueryError> {
    if query.min_size == 0 {
        return Err(QueryError::MinSize);
    }
    let unwatched = Progress::default();
    let progress = query.progress.unwrap_or(&unwatched);
    let gaps = Gaps::find::<L>(raster, query.threads, progress);
    let closed = gaps.count_closed();
    let blocks = Blocks::find::<L>(raster, &gaps, query.min_size == 1, query.threads, progress);
    let mut labels = query
        .labels
        .then(|| vec![0; raster.width() * raster.height()]);
    if let Some(labels) = &mut labels {
        label::write_chains::<L>(raster, &gaps, &blocks, labels, progress);
    }
    let cells_on_chain = blocks.cells;
    let walls = blocks.walls;
    drop(blocks);
    let areas = Areas::find::<L>(gaps, raster, query.min_size, query.largest, progress);
    if let Some(labels) = &mut labels {
        areas.write(raster, labels, query.threads);
    }
    Ok(Report {
        areas: areas.count,
        largest: areas.largest,
        walls,
        cells_on_chain,
        closed_gaps: Tally {
            count: closed,
            cells: areas.cells,
        },
        sealed_areas: areas.sealed,
        labels,
    })
}

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum QueryError {
    /// The least size of an area is 0.
    MinSize,
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MinSize => f.write_str("the least size of an area is 1"),
        }
    }
}

impl core::error::Error for QueryError {}
