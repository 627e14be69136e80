//! Gaps: the connected components of the empty cells, by union-find.
//!
//! A gap is a set of empty cells that gap steps connect. It is found row by row
//! from its runs, so that there is one number per run and not per cell. A row
//! has at most one run for every two cells, so this takes at most two bytes per
//! cell, rounded up in each row, and four bytes per row (G16 of
//! `docs/theory-grids.md`).

use alloc::vec;
use alloc::vec::Vec;

use super::band::{self, Band};
use crate::cell::Cell;
use crate::detect::progress::Progress;
use crate::detect::run::{Contact, RunIndex, Runs, for_each_word};
use crate::lattice::{Lattice, Steps};
use crate::raster::Raster;
use crate::union_find::{Forest, INDEX, MARK, SECOND_MARK, flatten};
use crate::wall::Rim;

/// The run that stands for everything beyond the rim.
pub(crate) const OUTSIDE: u32 = 0;
/// On a gap: it has two cells or more.
pub(crate) const MANY: u32 = MARK;
/// On an area: an area step joins it with an empty cell that is not enclosed.
pub(crate) const TOUCHES_OUTSIDE: u32 = SECOND_MARK;

/// All gaps of a raster.
pub(crate) struct Gaps {
    /// For each run, in reading order, the first run of its gap and the marks
    /// of the gap. Run 0 is [`OUTSIDE`].
    pub(crate) entries: Vec<u32>,
    /// The number of the first run of each row, and one more at the end.
    pub(crate) row_starts: Vec<u32>,
}

impl Gaps {
    /// Finds the gaps. The result does not depend on the number of threads
    /// (G13).
    ///
    /// # Complexity
    ///
    /// Linear in the cells but for the union-find: with `r` runs at most
    /// O(r log r) (G16).
    pub(crate) fn find<L: Lattice>(raster: &Raster, threads: usize, progress: &Progress) -> Gaps {
        Gaps::find_with_rim::<L>(raster, Rim::Open, threads, progress)
    }

    /// The same if the rim may be a wall. Then no gap is joined with the
    /// outside.
    pub(crate) fn find_with_rim<L: Lattice>(
        raster: &Raster,
        rim: Rim,
        threads: usize,
        progress: &Progress,
    ) -> Gaps {
        let mut gaps = Gaps::unjoined(raster);
        let bands = band::split(raster.height(), threads);
        gaps.join_within_bands::<L>(raster, &bands, progress);
        gaps.join_bands::<L>(raster, &bands);
        if rim == Rim::Open {
            gaps.join_outside(raster);
        }
        flatten(&mut gaps.entries);
        gaps
    }

    /// Numbers the runs in reading order; their entries are still empty.
    pub(crate) fn unjoined(raster: &Raster) -> Gaps {
        let mut row_starts = Vec::with_capacity(raster.height() + 1);
        let mut number = OUTSIDE + 1;
        let mut runs = Runs::new(raster);
        for row in 0..raster.height() {
            row_starts.push(number);
            runs.load(raster, row);
            number += runs.len();
        }
        row_starts.push(number);
        let mut entries = vec![0; number as usize];
        entries[OUTSIDE as usize] = OUTSIDE | MANY;
        Gaps {
            entries,
            row_starts,
        }
    }

    fn join_within_bands<L: Lattice>(
        &mut self,
        raster: &Raster,
        bands: &[Band],
        progress: &Progress,
    ) {
        let mut jobs = Vec::with_capacity(bands.len());
        let mut rest = &mut self.entries[OUTSIDE as usize + 1..];
        for band in bands {
            let first = self.row_starts[band.start];
            let len = self.row_starts[band.end] - first;
            let (entries, more) = rest.split_at_mut(len as usize);
            rest = more;
            jobs.push((band.clone(), Forest { first, entries }));
        }
        let row_starts = &self.row_starts;
        band::run_all(jobs, |(band, mut forest)| {
            let (mut above, mut below) = (Runs::new(raster), Runs::new(raster));
            let mut start_above = row_starts[band.start];
            for row in band {
                below.load(raster, row);
                let starts = (start_above, row_starts[row]);
                enter_row(&mut forest, &above, &below, starts, L::GAP_STEPS[row % 2]);
                start_above = row_starts[row];
                core::mem::swap(&mut above, &mut below);
                progress.add_row();
            }
        });
    }

    fn join_bands<L: Lattice>(&mut self, raster: &Raster, bands: &[Band]) {
        let mut forest = Forest {
            first: 0,
            entries: &mut self.entries,
        };
        let (mut above, mut below) = (Runs::new(raster), Runs::new(raster));
        for row in bands[1..].iter().map(|band| band.start) {
            above.load(raster, row - 1);
            below.load(raster, row);
            let starts = (self.row_starts[row - 1], self.row_starts[row]);
            for_each_word(&above, &below, starts, |contact| {
                join_word(&mut forest, contact, L::GAP_STEPS[row % 2]);
            });
        }
    }

    fn join_outside(&mut self, raster: &Raster) {
        let height = raster.height();
        self.join_rim(raster, |row| row == 0 || row + 1 == height);
    }

    /// Joins with the outside what touches the rim: all runs of the rows for
    /// which `is_rim` holds, and in the other rows the runs with the first or
    /// the last cell.
    pub(crate) fn join_rim(&mut self, raster: &Raster, is_rim: impl Fn(usize) -> bool) {
        let mut forest = Forest {
            first: 0,
            entries: &mut self.entries,
        };
        for row in 0..raster.height() {
            let runs = self.row_starts[row]..self.row_starts[row + 1];
            if is_rim(row) {
                for run in runs {
                    forest.join(OUTSIDE, run);
                }
                continue;
            }
            if !raster.is_occupied(Cell::new(0, row)) {
                forest.join(OUTSIDE, runs.start);
            }
            if !raster.is_occupied(Cell::new(raster.width() - 1, row)) {
                forest.join(OUTSIDE, runs.end - 1);
            }
        }
    }

    /// The run of an empty cell. For many cells, use a [`RunIndex`].
    pub(super) fn run_at(&self, raster: &Raster, cell: Cell) -> u32 {
        RunIndex::new(raster, &self.row_starts).run_at(cell)
    }

    /// The first cell of a run other than [`OUTSIDE`]. For many runs, use a
    /// [`RunIndex`].
    pub(super) fn start_of(&self, raster: &Raster, run: u32) -> Cell {
        RunIndex::new(raster, &self.row_starts).start_of(run)
    }

    /// How many gaps are enclosed.
    pub(crate) fn count_closed(&self) -> u64 {
        let mut closed = 0;
        for (run, entry) in (0..).zip(&self.entries).skip(1) {
            closed += u64::from(*entry & INDEX == run);
        }
        closed
    }

    /// Joins the gaps that are one area, and marks the areas that touch an
    /// empty cell which is not enclosed. After that the entries tell areas
    /// apart instead of gaps. The outside is joined with no area, even if an
    /// area step leads to it: it is not enclosed.
    pub(crate) fn join_areas<L: Lattice>(&mut self, raster: &Raster, progress: &Progress) {
        let (mut above, mut below) = (Runs::new(raster), Runs::new(raster));
        let mut forest = Forest {
            first: 0,
            entries: &mut self.entries,
        };
        for row in 0..raster.height() {
            progress.add_row();
            core::mem::swap(&mut above, &mut below);
            below.load(raster, row);
            let parity = row % 2;
            // Gaps hold what gap steps join, so only other steps matter here.
            if row == 0 || L::AREA_STEPS[parity] == L::GAP_STEPS[parity] {
                continue;
            }
            let starts = (self.row_starts[row - 1], self.row_starts[row]);
            for_each_word(&above, &below, starts, |contact| {
                contact.for_each_diagonal(L::AREA_STEPS[parity], |upper, lower| {
                    join_area(&mut forest, upper, lower);
                });
            });
        }
    }
}

/// Enters the runs of a row and joins them with those above.
fn enter_row(
    forest: &mut Forest<'_>,
    above: &Runs,
    below: &Runs,
    starts: (u32, u32),
    steps: Steps,
) {
    for_each_word(above, below, starts, |contact| {
        if above.is_same(below, contact.index) {
            repeat_word(forest, contact);
        } else {
            enter_word(forest, contact);
            join_word(forest, contact, steps);
        }
    });
}

/// Enters the runs that begin in a word.
#[inline]
fn enter_word(forest: &mut Forest<'_>, contact: &Contact<'_>) {
    let go_on = contact.below.go_on(contact.index);
    let mut starts = contact.below.starts[contact.index];
    let mut run = contact.first_below;
    while starts != 0 {
        let bit = starts & starts.wrapping_neg();
        starts &= starts - 1;
        let many = if go_on & bit != 0 { MANY } else { 0 };
        forest.entries[(run - forest.first) as usize] = run | many;
        run += 1;
    }
}

/// Enters the runs that begin in a word that agrees, with the words on both
/// sides, with the row above. Each run lies below one with the same columns and
/// touches no other (G11, runs), so it joins that one's set directly.
#[inline]
fn repeat_word(forest: &mut Forest<'_>, contact: &Contact<'_>) {
    let runs = contact.below.starts[contact.index].count_ones();
    for run in 0..runs {
        let above = contact.first_above + run;
        let place = (above - forest.first) as usize;
        let parent = forest.entries[place] & INDEX;
        // A set with a member that is no root has several runs: it is marked
        // already.
        if parent == above {
            forest.entries[place] |= MANY;
        }
        let place = (contact.first_below + run - forest.first) as usize;
        forest.entries[place] = parent;
    }
}

/// Joins runs that touch in a word.
#[inline]
fn join_word(forest: &mut Forest<'_>, contact: &Contact<'_>, steps: Steps) {
    let mut join = |upper, lower| {
        // Two runs have two cells.
        if let Some(root) = forest.join(upper, lower) {
            forest.entries[(root - forest.first) as usize] |= MANY;
        }
    };
    contact.for_each_orthogonal(&mut join);
    if steps != Steps::ORTHOGONAL {
        contact.for_each_diagonal(steps, &mut join);
    }
}

/// Joins the areas of two runs, or marks the one that touches the outside.
pub(crate) fn join_area(forest: &mut Forest<'_>, upper: u32, lower: u32) {
    // On sparse grids nearly all gaps are outside.
    if forest.parent(upper) == forest.parent(lower) {
        return;
    }
    match (forest.root(upper), forest.root(lower)) {
        (OUTSIDE, OUTSIDE) => {}
        (OUTSIDE, area) | (area, OUTSIDE) => forest.mark(area, TOUCHES_OUTSIDE),
        (one, other) => {
            forest.join(one, other);
        }
    }
}
