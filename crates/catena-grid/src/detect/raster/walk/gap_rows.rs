//! The gap labels of three rows, cell by cell: all that the walk has to know
//! about gaps at one time.

use alloc::vec;
use alloc::vec::Vec;

use super::super::gap::{Gaps, MANY, OUTSIDE};
use crate::raster::Raster;
use crate::union_find::INDEX;

/// Runs of up to this length are labelled without a loop.
const SHORT: usize = 4;

/// The rows above, at and below the cells that the walk visits. Row `y` is in
/// place `(y + 1) % 3`.
pub(super) struct GapRows<'a> {
    raster: &'a Raster,
    gaps: &'a Gaps,
    /// Whether a gap of one cell is enough.
    single: bool,
    /// The labels, with one more column on each side, which is outside, and
    /// room to write beyond the end. The label of an occupied cell means
    /// nothing.
    labels: Vec<u32>,
    /// For each row the columns of the *corners*: the cells to the west of the
    /// first cell of a gap that is enclosed and large enough. One column past
    /// the end follows.
    corners: [Vec<usize>; 3],
    /// For each row which words agree with the row above, together with the
    /// words on both sides.
    repeats: [Vec<bool>; 3],
}

impl<'a> GapRows<'a> {
    /// The rows around the first row of a walk; the row below it is loaded
    /// later.
    pub(super) fn new(raster: &'a Raster, gaps: &'a Gaps, single: bool, row: usize) -> Self {
        let words = raster.row(0).len();
        let mut rows = GapRows {
            raster,
            gaps,
            single,
            labels: vec![OUTSIDE | MANY; 3 * (raster.width() + 2 + SHORT)],
            corners: [const { Vec::new() }; 3],
            repeats: [const { Vec::new() }; 3].map(|_: Vec<bool>| vec![false; words]),
        };
        if row > 0 {
            rows.load(row - 1, false);
        }
        rows.load(row, row > 0);
        rows
    }

    /// All labels; see [`places`](GapRows::places).
    pub(super) fn labels(&self) -> &[u32] {
        &self.labels
    }

    /// The corners of a row.
    pub(super) fn corners(&self, row: usize) -> &[usize] {
        &self.corners[(row + 1) % 3]
    }

    /// Whether a word, with those on both sides, is the same in four rows: the
    /// two above a cell of the word, its own and the one below.
    pub(super) fn repeats(&self, word: usize) -> bool {
        let [one, two, three] = &self.repeats;
        one[word] && two[word] && three[word]
    }

    /// Where the labels of a row start, one column to the left of the raster.
    fn place(&self, row: usize) -> usize {
        (row + 1) % 3 * (self.raster.width() + 2 + SHORT)
    }

    /// For each step from a cell of this row, what to add to the column of the
    /// cell to find the label there.
    pub(super) fn places(&self, row: usize) -> [usize; 8] {
        let own = self.place(row);
        let above = self.place(row + 2);
        let below = self.place(row + 1);
        [
            above + 1,
            above + 2,
            own + 2,
            below + 2,
            below + 1,
            below,
            own,
            above,
        ]
    }

    /// Reads the labels of a row. It takes the place of the row three above it.
    pub(super) fn load(&mut self, row: usize, has_above: bool) {
        let place = self.place(row);
        self.corners[(row + 1) % 3].clear();
        if row >= self.raster.height() {
            self.labels[place..][..self.raster.width() + 2].fill(OUTSIDE | MANY);
            self.repeats[(row + 1) % 3].fill(false);
            return;
        }
        self.compare(row, has_above);
        let mut run = self.gaps.row_starts[row];
        // Whether the word before ends with an empty cell, and its label.
        let (mut before, mut label) = (0, 0);
        let place_above = self.place(row + 2);
        for (index, &word) in self.raster.row(row).iter().enumerate() {
            let empty = !word & self.raster.cells_in_word(index);
            let first = index * 64 + 1;
            if self.repeats[(row + 1) % 3][index] {
                // Each run lies below one of the same gap, so no gap begins
                // here, and the labels are those above (G11, runs).
                let end = (first + 64).min(self.raster.width() + 1);
                self.labels
                    .copy_within(place_above + first..place_above + end, place + first);
                run += (empty & !(empty << 1 | before)).count_ones();
                label = self.labels[place + end - 1];
            } else {
                let mut rest = empty;
                while rest != 0 {
                    let start = rest.trailing_zeros();
                    let len = (!(rest >> start)).trailing_zeros();
                    rest &= !(!0 >> (64 - len) << start);
                    let column = first + start as usize;
                    if start > 0 || before == 0 {
                        label = self.gaps.entries[run as usize];
                        self.look_for_corner(row, column, run);
                        run += 1;
                    }
                    // Most runs are short, and what is written beyond the end
                    // of one is an occupied cell or the next run.
                    let cells = &mut self.labels[place + column..];
                    cells[..SHORT].fill(label);
                    if len as usize > SHORT {
                        cells[SHORT..len as usize].fill(label);
                    }
                }
            }
            before = empty >> 63;
        }
        self.labels[place + self.raster.width() + 1] = OUTSIDE | MANY;
        self.corners[(row + 1) % 3].push(usize::MAX);
    }

    /// Finds the words that agree with the row above.
    fn compare(&mut self, row: usize, has_above: bool) {
        let repeats = &mut self.repeats[(row + 1) % 3];
        if !has_above {
            repeats.fill(false);
            return;
        }
        let (above, own) = (self.raster.row(row - 1), self.raster.row(row));
        let mut before = true;
        let mut same = above[0] == own[0];
        for (index, repeats) in repeats.iter_mut().enumerate() {
            let after = above.get(index + 1) == own.get(index + 1);
            *repeats = before && same && after;
            (before, same) = (same, after);
        }
    }

    /// Notes the corner of the gap that begins with this run, if one does and
    /// it is large enough; `column` counts from 1. Runs are numbered in reading
    /// order and the root of a gap is its smallest run (G13), so a gap begins
    /// with the run that is its own root.
    #[inline]
    fn look_for_corner(&mut self, row: usize, column: usize, run: u32) {
        let wanted = if self.single { 0 } else { MANY };
        let label = self.gaps.entries[run as usize];
        if label & INDEX == run && label & wanted == wanted {
            self.corners[(row + 1) % 3].push(column - 2);
        }
    }
}
