//! Gaps: the sets of empty cells that leak into each other.
//!
//! A gap is found row by row from its runs (neighbouring empty cells of one
//! row), so that there is one number a run, not one a cell: at most two bytes
//! a cell, however the cells lie.

use alloc::vec;
use alloc::vec::Vec;

use super::band;
use super::forest::{Forest, INDEX, MARK, SECOND_MARK, flatten};
use super::progress::Progress;
use crate::lattice::{Lattice, Step, Steps};
use crate::raster::Raster;

/// The run that stands for everything beyond the rim.
pub(super) const OUTSIDE: u32 = 0;
/// On a gap: it has two cells or more.
pub(super) const MANY: u32 = MARK;
/// On an area: it touches an empty cell that is not enclosed.
pub(super) const TOUCHES_OUTSIDE: u32 = SECOND_MARK;

/// All gaps of a raster.
pub(super) struct Gaps {
    /// For each run, in the order of reading, the first run of its gap, and
    /// the marks of the gap. Run 0 is [`OUTSIDE`].
    pub(super) entries: Vec<u32>,
    /// The number of the first run of each row, and one more at the end.
    pub(super) row_starts: Vec<u32>,
}

/// Calls `f` with the first and last column of each run of empty cells.
#[inline]
pub(super) fn for_each_run(row: &[u64], width: usize, mut f: impl FnMut(usize, usize)) {
    let mut open = None;
    for (index, &word) in row.iter().enumerate() {
        let mut empty = !word;
        if (index + 1) * 64 > width {
            empty &= !0 >> ((index + 1) * 64 - width);
        }
        // A bit of `turns` is set where empty turns to occupied or back.
        let mut turns = empty ^ (empty << 1 | u64::from(open.is_some()));
        while turns != 0 {
            let column = index * 64 + turns.trailing_zeros() as usize;
            turns &= turns - 1;
            open = match open {
                None => Some(column),
                Some(start) => {
                    f(start, column - 1);
                    None
                }
            };
        }
    }
    if let Some(start) = open {
        f(start, width - 1);
    }
}

/// How many runs of empty cells a row has.
fn count_runs(row: &[u64], width: usize) -> u32 {
    let (mut runs, mut before) = (0, 0);
    for (index, &word) in row.iter().enumerate() {
        let mut empty = !word;
        if (index + 1) * 64 > width {
            empty &= !0 >> ((index + 1) * 64 - width);
        }
        runs += (empty & !(empty << 1 | before)).count_ones();
        before = empty >> 63;
    }
    runs
}

/// A run: its first and last column.
type Run = (u32, u32);

/// Calls `f` with the index of a run of `above` and of a run of `below` for
/// each two that are joined by one of these steps from the lower row.
fn for_each_contact(above: &[Run], below: &[Run], steps: Steps, mut f: impl FnMut(usize, usize)) {
    let left = u32::from(steps.contains(Step::NorthWest));
    let right = u32::from(steps.contains(Step::NorthEast));
    let mut first = 0;
    for (lower, &(start, end)) in below.iter().enumerate() {
        while first < above.len() && above[first].1 + left < start {
            first += 1;
        }
        let mut upper = first;
        while upper < above.len() && above[upper].0 <= end + right {
            f(upper, lower);
            upper += 1;
        }
    }
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "a raster has at most 2^31 columns"
)]
fn runs_of(raster: &Raster, row: usize, runs: &mut Vec<Run>) {
    runs.clear();
    for_each_run(raster.row(row), raster.width(), |start, end| {
        runs.push((start as u32, end as u32));
    });
}

impl Gaps {
    /// Finds the gaps.
    pub(super) fn find<L: Lattice>(raster: &Raster, threads: usize, progress: &Progress) -> Gaps {
        let mut row_starts = Vec::with_capacity(raster.height() + 1);
        let mut runs = OUTSIDE + 1;
        for row in 0..raster.height() {
            row_starts.push(runs);
            runs += count_runs(raster.row(row), raster.width());
        }
        row_starts.push(runs);
        let mut gaps = Gaps {
            entries: vec![0; runs as usize],
            row_starts,
        };
        gaps.entries[OUTSIDE as usize] = OUTSIDE | MANY;
        let bands = band::split(raster.height(), threads);
        gaps.join_within_bands::<L>(raster, &bands, progress);
        gaps.join_bands::<L>(raster, &bands);
        gaps.join_outside(raster);
        flatten(&mut gaps.entries);
        gaps
    }

    fn join_within_bands<L: Lattice>(
        &mut self,
        raster: &Raster,
        bands: &[band::Band],
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
            let (mut above, mut below) = (Vec::new(), Vec::new());
            for row in band {
                core::mem::swap(&mut above, &mut below);
                runs_of(raster, row, &mut below);
                for (run, &(start, end)) in (row_starts[row]..).zip(&below) {
                    let many = if end > start { MANY } else { 0 };
                    forest.entries[(run - forest.first) as usize] = run | many;
                }
                join_rows::<L>(&mut forest, row_starts, row, &above, &below);
                progress.add_row();
            }
        });
    }

    fn join_bands<L: Lattice>(&mut self, raster: &Raster, bands: &[band::Band]) {
        let (mut above, mut below) = (Vec::new(), Vec::new());
        let mut forest = Forest {
            first: 0,
            entries: &mut self.entries,
        };
        for band in &bands[1..] {
            runs_of(raster, band.start - 1, &mut above);
            runs_of(raster, band.start, &mut below);
            join_rows::<L>(&mut forest, &self.row_starts, band.start, &above, &below);
        }
    }

    fn join_outside(&mut self, raster: &Raster) {
        let (width, height) = (raster.width(), raster.height());
        let mut forest = Forest {
            first: 0,
            entries: &mut self.entries,
        };
        for row in 0..height {
            let runs = self.row_starts[row]..self.row_starts[row + 1];
            if row == 0 || row + 1 == height {
                for run in runs {
                    forest.join(OUTSIDE, run);
                }
                continue;
            }
            if !raster.is_occupied(0, row) {
                forest.join(OUTSIDE, runs.start);
            }
            if !raster.is_occupied(width - 1, row) {
                forest.join(OUTSIDE, runs.end - 1);
            }
        }
    }

    /// How many gaps are enclosed.
    pub(super) fn count_closed(&self) -> u64 {
        let entries = (0..).zip(&self.entries).skip(1);
        entries
            .filter(|(run, entry)| **entry & INDEX == *run)
            .fold(0, |count, _| count + 1)
    }

    /// The row of a run.
    pub(super) fn row_of(&self, run: u32) -> usize {
        self.row_starts.partition_point(|start| *start <= run) - 1
    }

    /// The first and last column of a run.
    pub(super) fn columns_of(&self, raster: &Raster, run: u32) -> (usize, usize) {
        let row = self.row_of(run);
        let mut number = self.row_starts[row];
        let mut columns = (0, 0);
        for_each_run(raster.row(row), raster.width(), |start, end| {
            if number == run {
                columns = (start, end);
            }
            number += 1;
        });
        columns
    }

    /// Joins the gaps that are one area, and marks the areas that touch an
    /// empty cell which is not enclosed. After that the entries tell areas
    /// apart, no longer gaps.
    pub(super) fn join_areas<L: Lattice>(&mut self, raster: &Raster, progress: &Progress) {
        let (mut above, mut below) = (Vec::new(), Vec::new());
        let mut forest = Forest {
            first: 0,
            entries: &mut self.entries,
        };
        for row in 0..raster.height() {
            core::mem::swap(&mut above, &mut below);
            runs_of(raster, row, &mut below);
            progress.add_row();
            if row == 0 || L::AREA_STEPS[row % 2] == L::GAP_STEPS[row % 2] {
                continue;
            }
            let starts = (self.row_starts[row - 1], self.row_starts[row]);
            for_each_contact(&above, &below, L::AREA_STEPS[row % 2], |upper, lower| {
                join_area(
                    &mut forest,
                    number(starts.0, upper),
                    number(starts.1, lower),
                );
            });
        }
    }
}

fn join_area(forest: &mut Forest<'_>, upper: u32, lower: u32) {
    let (one, other) = (
        forest.entries[upper as usize],
        forest.entries[lower as usize],
    );
    if one & INDEX == other & INDEX {
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

/// Joins the runs of a row with those of the row above.
fn join_rows<L: Lattice>(
    forest: &mut Forest<'_>,
    row_starts: &[u32],
    row: usize,
    above: &[Run],
    below: &[Run],
) {
    if above.is_empty() {
        return;
    }
    let starts = (row_starts[row - 1], row_starts[row]);
    for_each_contact(above, below, L::GAP_STEPS[row % 2], |upper, lower| {
        let joined = forest.join(number(starts.0, upper), number(starts.1, lower));
        if let Some(root) = joined {
            forest.entries[(root - forest.first) as usize] |= MANY;
        }
    });
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "there are at most 2^30 runs"
)]
fn number(start: u32, index: usize) -> u32 {
    start + index as u32
}
