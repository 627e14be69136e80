//! Which gap an empty cell is in, and which runs a gap has.

use alloc::vec;
use alloc::vec::Vec;

use super::cells::{Cells, for_each_cell, narrow};
use super::space::Space;
use crate::detect::raster::gap::{Gaps, OUTSIDE};
use crate::union_find::INDEX;

/// On the number of a run: the run before it goes on in the same word. There are fewer
/// than 2^31 runs.
const GOES_ON: u32 = 1 << 31;

/// The place of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct RunColumns {
    pub(super) row: usize,
    pub(super) first: usize,
    pub(super) last: usize,
}

/// A run of a gap.
#[derive(Clone, Copy, Debug)]
pub(super) struct GapRun {
    pub(super) columns: RunColumns,
    /// Whether it is known that all cells right above are empty.
    pub(super) is_open_above: bool,
    /// Whether it is known that all cells right below are empty.
    pub(super) is_open_below: bool,
}

/// Finds the run and the gap of an empty cell.
pub(super) struct GapIndex {
    /// For each run the first run of its gap, and marks.
    entries: Vec<u32>,
    /// The number of the first run that begins in each word, and whether the run
    /// before it goes on there ([`GOES_ON`]).
    word_runs: Vec<u32>,
    /// The number of the first run of each row, and one more at the end.
    row_starts: Vec<u32>,
    /// The first and the last column of each run.
    columns: Vec<[u32; 2]>,
    /// For each run the next run of its gap, or [`OUTSIDE`]. The gaps that are
    /// not enclosed have no such list.
    next: Vec<u32>,
}

impl GapIndex {
    pub(super) fn new<S: Space>(cells: &Cells<'_, S>, gaps: &Gaps) -> GapIndex {
        let mut word_runs = Vec::with_capacity(cells.words());
        let mut columns = Vec::with_capacity(gaps.entries.len());
        columns.push([0; 2]);
        for row in 0..cells.raster.height() {
            let mut start = None;
            for (index, word) in cells.raster.row(row).iter().enumerate() {
                let goes_on = if start.is_some() { GOES_ON } else { 0 };
                let first = narrow(columns.len()) + u32::from(start.is_some());
                word_runs.push(first | goes_on);
                let empty = !word & cells.raster.cells_in_word(index);
                // The cells where a run begins, and those right after one ends.
                let turns = empty ^ (empty << 1 | u64::from(start.is_some()));
                for_each_cell(index, turns, |column| match start.take() {
                    None => start = Some(column),
                    Some(first) => columns.push([first, column - 1]),
                });
            }
            let last = narrow(cells.raster.width() - 1);
            columns.extend(start.map(|first| [first, last]));
        }
        GapIndex {
            next: lists_of_runs(gaps),
            entries: gaps.entries.clone(),
            word_runs,
            row_starts: gaps.row_starts.clone(),
            columns,
        }
    }

    /// Calls `f` with each run and its columns, in reading order.
    pub(super) fn for_each_run(&self, mut f: impl FnMut(u32, RunColumns)) {
        for (row, starts) in self.row_starts.windows(2).enumerate() {
            for run in starts[0]..starts[1] {
                f(run, self.columns_of(run, row));
            }
        }
    }

    /// Calls `f` with each run of an enclosed gap.
    pub(super) fn for_each_run_of(&self, gap: u32, mut f: impl FnMut(GapRun)) {
        let mut row = self.row_starts.partition_point(|start| *start <= gap) - 1;
        let mut above = None;
        let mut next = (gap != OUTSIDE).then(|| self.columns_of(gap, row));
        let mut run = gap;
        while let Some(own) = next {
            run = self.next[run as usize];
            next = (run != OUTSIDE).then(|| {
                row = self.row_after(run, row);
                self.columns_of(run, row)
            });
            let covers = |other: &RunColumns| other.first <= own.first && own.last <= other.last;
            let is_open = |other: Option<RunColumns>, near: Option<usize>| {
                other.is_some_and(|other| Some(other.row) == near && covers(&other))
            };
            f(GapRun {
                is_open_above: is_open(above, own.row.checked_sub(1)),
                is_open_below: is_open(next, Some(own.row + 1)),
                columns: own,
            });
            above = Some(own);
        }
    }

    #[inline]
    fn columns_of(&self, run: u32, row: usize) -> RunColumns {
        let [first, last] = self.columns[run as usize].map(|column| column as usize);
        RunColumns { row, first, last }
    }

    /// The row of a run, given that of a run before it. Often it is the same or the
    /// next one.
    #[inline]
    fn row_after(&self, run: u32, before: usize) -> usize {
        if run < self.row_starts[before + 1] {
            before
        } else if run < self.row_starts[before + 2] {
            before + 1
        } else {
            self.row_starts.partition_point(|start| *start <= run) - 1
        }
    }

    /// The run of an empty cell.
    #[inline]
    pub(super) fn run_at<S: Space>(&self, cells: &Cells<'_, S>, cell: u32) -> u32 {
        let word = cell as usize / 64;
        let (empty, runs) = (!cells.occupied(word), self.word_runs[word]);
        let before = u64::from(runs >= GOES_ON);
        let starts = empty & !(empty << 1 | before);
        let upto = !0 >> (63 - cell % 64);
        (runs & !GOES_ON) + (starts & upto).count_ones() - 1
    }

    /// The gap of an empty cell: its first run, or [`OUTSIDE`].
    pub(super) fn gap_at<S: Space>(&self, cells: &Cells<'_, S>, cell: u32) -> u32 {
        self.gap_of(self.run_at(cells, cell))
    }

    /// The gap of a run.
    pub(super) fn gap_of(&self, run: u32) -> u32 {
        self.entries[run as usize] & INDEX
    }

    /// How many runs there are, with [`OUTSIDE`].
    pub(super) fn runs(&self) -> u32 {
        narrow(self.entries.len())
    }
}

/// For each run the next one of its gap.
fn lists_of_runs(gaps: &Gaps) -> Vec<u32> {
    let mut next = vec![OUTSIDE; gaps.entries.len()];
    // The first run of a gap has the lowest number, so it comes last here.
    for run in (1..gaps.entries.len()).rev() {
        let gap = (gaps.entries[run] & INDEX) as usize;
        if gap != run && gap != OUTSIDE as usize {
            next[run] = next[gap];
            next[gap] = narrow(run);
        }
    }
    next
}
