//! One cell: the blocks it is in, and what a chain through it can go around.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::block::Blocks;
use super::chain::Target;
use super::gap::{Gaps, OUTSIDE};
use super::walk::{Evidence, Visitor, Walk};
use crate::cell::Cell;
use crate::detect::progress::Progress;
use crate::lattice::{Lattice, Step};
use crate::raster::Raster;
use crate::union_find::INDEX;

/// Returns the numbers of the blocks of a cell that enclose something.
pub(super) fn blocks_of<L: Lattice>(
    raster: &Raster,
    gaps: &Gaps,
    blocks: &Blocks,
    cell: Cell,
) -> Vec<u32> {
    let mut collector = BlocksOf {
        numbers: &blocks.numbers,
        cell,
        row: 0,
        found: Vec::new(),
    };
    let is_home = |(band, _): &&(Range<usize>, u32)| band.contains(&cell.row);
    if let Some((band, first_span)) = blocks.bands.iter().find(is_home) {
        // Spans are numbered by a walk from the start of the band.
        let mut walk = Walk::<L>::new(raster, gaps, true, band.start, *first_span);
        for row in band.start..=cell.row {
            collector.row = row;
            walk.row(row, &mut collector);
        }
    }
    collector.found
}

/// Collects the blocks of one cell.
struct BlocksOf<'a> {
    numbers: &'a [u32],
    cell: Cell,
    row: usize,
    found: Vec<u32>,
}

impl Visitor for BlocksOf<'_> {
    #[inline]
    fn cell(&mut self, column: usize, _steps: u8, _links: u8, span: u32) {
        self.cells(column..column + 1, span);
    }

    #[inline]
    fn cells(&mut self, columns: Range<usize>, span: u32) {
        let number = self.numbers[span as usize];
        if self.row == self.cell.row && columns.contains(&self.cell.column) && number != 0 {
            self.found.push(number);
        }
    }
}

/// Returns the cells of each block of a cell that encloses something.
pub(crate) fn blocks_at<L: Lattice>(raster: &Raster, cell: Cell) -> Vec<Vec<Cell>> {
    if !raster.is_occupied(cell) {
        return Vec::new();
    }
    let progress = Progress::default();
    let gaps = Gaps::find::<L>(raster, 1, &progress);
    let blocks = Blocks::find::<L>(raster, &gaps, true, 1, &progress);
    let own = blocks_of::<L>(raster, &gaps, &blocks, cell);
    cells_of::<L>(raster, &gaps, &blocks, own)
}

/// Returns the cells of each of these blocks.
pub(super) fn cells_of<L: Lattice>(
    raster: &Raster,
    gaps: &Gaps,
    blocks: &Blocks,
    wanted: Vec<u32>,
) -> Vec<Vec<Cell>> {
    let mut collector = CellsOf {
        numbers: &blocks.numbers,
        cells: vec![Vec::new(); wanted.len()],
        wanted,
        row: 0,
    };
    for (band, first_span) in &blocks.bands {
        let mut walk = Walk::<L>::new(raster, gaps, true, band.start, *first_span);
        for row in band.clone() {
            collector.row = row;
            walk.row(row, &mut collector);
        }
    }
    collector.cells
}

/// Collects the cells of some blocks.
struct CellsOf<'a> {
    numbers: &'a [u32],
    wanted: Vec<u32>,
    cells: Vec<Vec<Cell>>,
    row: usize,
}

impl Visitor for CellsOf<'_> {
    fn cell(&mut self, column: usize, _steps: u8, _links: u8, span: u32) {
        self.cells(column..column + 1, span);
    }

    fn cells(&mut self, columns: Range<usize>, span: u32) {
        let number = self.numbers[span as usize];
        let blocks = self.wanted.iter().zip(&mut self.cells);
        for (_, cells) in blocks.filter(|(wanted, _)| **wanted == number) {
            cells.extend(columns.clone().map(|column| Cell::new(column, self.row)));
        }
    }
}

/// Returns what a chain through the cell can go around for size 1 (`single`)
/// or size 2: the target nearest to the cell, or `None` if there is no chain.
pub(super) fn nearest_target<L: Lattice>(
    raster: &Raster,
    gaps: &Gaps,
    blocks: &Blocks,
    single: bool,
    cell: Cell,
) -> Option<Target> {
    let own = blocks_of::<L>(raster, gaps, blocks, cell);
    if own.is_empty() {
        return None;
    }
    let mut nearest = Nearest {
        numbers: &blocks.numbers,
        own: &own,
        row: 0,
        cell,
        beside: &gaps_beside(raster, gaps, cell),
        best: None,
    };
    for (band, first_span) in &blocks.bands {
        let mut walk = Walk::<L>::new(raster, gaps, single, band.start, *first_span);
        for row in band.clone() {
            nearest.row = row;
            walk.row(row, &mut nearest);
        }
    }
    nearest.best.map(|(_, target)| target)
}

/// Finds what some blocks enclose that is nearest to a cell.
struct Nearest<'a> {
    numbers: &'a [u32],
    own: &'a [u32],
    row: usize,
    cell: Cell,
    /// The first cells of gaps beside the cell.
    beside: &'a [Cell],
    /// What was found, and how far away it is.
    best: Option<(usize, Target)>,
}

impl Visitor for Nearest<'_> {
    fn cell(&mut self, _column: usize, _steps: u8, _links: u8, _span: u32) {}

    fn cells(&mut self, _columns: Range<usize>, _span: u32) {}

    #[inline]
    fn valid(&mut self, column: usize, span: u32, found: Evidence) {
        if !self.own.contains(&self.numbers[span as usize]) {
            return;
        }
        let target = match found {
            Evidence::Gap => Target::gap(Cell::new(column + 1, self.row)),
            Evidence::Pair(step) => Target::pair(Cell::new(column, self.row), step),
        };
        // The wall of a gap beside the cell goes through the cell.
        let is_beside = found == Evidence::Gap && self.beside.contains(&target.first);
        let distance = if is_beside {
            0
        } else {
            target.distance(self.cell)
        };
        if self.best.as_ref().is_none_or(|(best, _)| distance < *best) {
            self.best = Some((distance, target));
        }
    }
}

/// The first cells of the enclosed gaps of the empty cells beside a cell.
fn gaps_beside(raster: &Raster, gaps: &Gaps, cell: Cell) -> Vec<Cell> {
    let near = Step::ALL.iter().filter_map(|step| step.apply(cell));
    let empty = near.filter(|cell| raster.contains(*cell) && !raster.is_occupied(*cell));
    let first_runs = empty.map(|cell| gaps.entries[gaps.run_at(raster, cell) as usize] & INDEX);
    first_runs
        .filter(|run| *run != OUTSIDE)
        .map(|run| gaps.start_of(raster, run))
        .collect()
}
