//! The answer for one cell.

use alloc::vec::Vec;

use super::block::Blocks;
use super::chain::Target;
use super::gap::Gaps;
use super::walk::{Evidence, Visitor, Walk};
use crate::cell::Cell;
use crate::lattice::{Lattice, Step};
use crate::raster::Raster;
use crate::union_find::INDEX;
use core::ops::Range;

/// Looks at one cell, and at what its blocks enclose.
struct Look<'a> {
    numbers: &'a [u32],
    row: usize,
    cell: Cell,
    /// The valid blocks of the cell.
    blocks: Vec<u32>,
    /// The first cells of gaps beside the cell.
    beside: &'a [Cell],
    /// What was found to go round, and how far away it is.
    best: Option<(usize, Target)>,
}

impl Visitor for Look<'_> {
    #[inline]
    fn cell(&mut self, column: usize, _steps: u8, _links: u8, span: u32) {
        self.cells(column..column + 1, span);
    }

    #[inline]
    fn cells(&mut self, columns: Range<usize>, span: u32) {
        let number = self.numbers[span as usize];
        if self.row == self.cell.row && columns.contains(&self.cell.column) && number != 0 {
            self.blocks.push(number);
        }
    }

    #[inline]
    fn valid(&mut self, column: usize, span: u32, found: Evidence) {
        if !self.blocks.contains(&self.numbers[span as usize]) {
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

/// What a chain through the cell can go round: the target nearest to it, or
/// `None` if there is no chain.
pub(super) fn target_of<L: Lattice>(
    raster: &Raster,
    gaps: &Gaps,
    blocks: &Blocks,
    single: bool,
    cell: Cell,
) -> Option<Target> {
    if blocks.walls == 0 {
        return None;
    }
    let beside = gaps_beside(raster, gaps, cell);
    let mut look = Look {
        numbers: &blocks.numbers,
        row: 0,
        cell,
        blocks: Vec::new(),
        beside: &beside,
        best: None,
    };
    // First the blocks of the cell, then what they enclose.
    let home = blocks
        .bands
        .iter()
        .find(|(band, _)| band.contains(&cell.row))?;
    walk::<L>(
        raster,
        gaps,
        single,
        (home.0.start..cell.row + 1, home.1),
        &mut look,
    );
    if look.blocks.is_empty() {
        return None;
    }
    look.best = None;
    let found = core::mem::take(&mut look.blocks);
    for (band, first_span) in &blocks.bands {
        look.blocks.clone_from(&found);
        walk::<L>(raster, gaps, single, (band.clone(), *first_span), &mut look);
    }
    look.best.map(|(_, target)| target)
}

fn walk<L: Lattice>(
    raster: &Raster,
    gaps: &Gaps,
    single: bool,
    (rows, first_span): (Range<usize>, u32),
    look: &mut Look<'_>,
) {
    let mut walk = Walk::<L>::new(raster, gaps, single, rows.start, first_span);
    for row in rows {
        look.row = row;
        walk.row(row, look);
    }
}

/// The first cells of the gaps of the empty cells beside a cell.
fn gaps_beside(raster: &Raster, gaps: &Gaps, cell: Cell) -> Vec<Cell> {
    let near = Step::ALL.iter().filter_map(|step| step.apply(cell));
    let empty = near.filter(|cell| raster.contains(*cell) && !raster.is_occupied(*cell));
    empty
        .map(|cell| {
            let run = gaps.entries[gaps.run_at(raster, cell) as usize] & INDEX;
            gaps.start_of(raster, run)
        })
        .collect()
}
