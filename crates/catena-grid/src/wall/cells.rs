//! The cells of a space by number, one by one and 64 at a time.

use alloc::vec;
use alloc::vec::Vec;

use super::space::Space;
use super::space::sealed::NearRow;
use super::{Rim, WallError};
use crate::raster::Raster;

/// Where in the list of steps from a cell a step is. The step back is at the
/// place `slot ^ 1`.
pub(super) type Slot = u8;

/// The cells of a space. A cell has a number: its place if every row had a
/// multiple of 64 columns. So the cells of a word of the raster follow each
/// other.
pub(super) struct Cells<'a, S> {
    pub(super) space: &'a S,
    pub(super) raster: &'a Raster,
    pub(super) rim: Rim,
    /// Words in a row.
    pub(super) stride: usize,
}

/// How many cells can be numbered, so that a number has a bit to spare.
const MOST_CELLS: usize = 1 << 31;

impl<'a, S: Space> Cells<'a, S> {
    /// Numbers the cells, unless there are too many.
    pub(super) fn new(space: &'a S, rim: Rim) -> Result<Cells<'a, S>, WallError<S::Place>> {
        let raster = space.rows();
        let stride = raster.row(0).len();
        let count = stride.saturating_mul(64).saturating_mul(raster.height());
        if count > MOST_CELLS {
            return Err(WallError::TooLarge);
        }
        Ok(Cells {
            space,
            raster,
            rim,
            stride,
        })
    }

    /// How many words there are.
    pub(super) fn words(&self) -> usize {
        self.stride * self.raster.height()
    }

    /// A set without cells.
    pub(super) fn no_cells(&self) -> Vec<u64> {
        vec![0; self.words()]
    }

    /// The set of what is no cell: the rest of the last word of each row.
    pub(super) fn beyond(&self) -> Vec<u64> {
        let mut beyond = self.no_cells();
        let last = !self.raster.cells_in_word(self.stride - 1);
        for row in beyond.chunks_exact_mut(self.stride) {
            row[self.stride - 1] = last;
        }
        beyond
    }

    pub(super) fn number(&self, place: S::Place) -> Option<u32> {
        let (column, row) = self.space.column_and_row(place)?;
        Some(narrow(row * self.stride * 64 + column))
    }

    pub(super) fn column_and_row(&self, cell: u32) -> (usize, usize) {
        let columns = self.stride * 64;
        (cell as usize % columns, cell as usize / columns)
    }

    pub(super) fn place(&self, cell: u32) -> S::Place {
        let (column, row) = self.column_and_row(cell);
        self.space.place(column, row)
    }

    /// The places of these cells.
    pub(super) fn places(&self, cells: &[u32]) -> Vec<S::Place> {
        cells.iter().map(|cell| self.place(*cell)).collect()
    }

    /// The occupied cells of a word.
    #[inline]
    pub(super) fn occupied(&self, word: usize) -> u64 {
        self.raster.words()[word]
    }

    pub(super) fn is_occupied(&self, cell: u32) -> bool {
        contains(self.raster.words(), cell)
    }

    /// The cells of a word from which a gap step leads to the outside.
    #[inline]
    pub(super) fn rim_of_word(&self, row: usize, index: usize) -> u64 {
        match self.rim {
            Rim::Open => self.exits_of_word(row, index, 1),
            Rim::Wall => 0,
        }
    }

    /// The squares of this side that touch the rim, named by their first cells,
    /// which are in this word.
    #[inline]
    pub(super) fn exits_of_word(&self, row: usize, index: usize, side: usize) -> u64 {
        if self.space.is_exit_row(row, side) {
            return self.raster.cells_in_word(index);
        }
        let first = u64::from(index == 0);
        match self.raster.width().checked_sub(side) {
            Some(last) => first | u64::from(index == last / 64) << (last % 64),
            None => first,
        }
    }

    /// How many layers a square of this side has; in a volume it is a cube.
    pub(super) fn layers_of(&self, side: usize) -> usize {
        if self.space.has_layers() { side } else { 1 }
    }

    /// The occupied cells, and what is no cell.
    pub(super) fn closed(&self) -> Vec<u64> {
        let mut closed = self.beyond();
        for (closed, occupied) in closed.iter_mut().zip(self.raster.words()) {
            *closed |= occupied;
        }
        closed
    }

    /// Calls `f` with each cell that a gap step leads to, and the slot of the
    /// step.
    #[inline]
    pub(super) fn for_each_near(&self, cell: u32, f: impl FnMut(u32, Slot)) {
        let (column, row) = self.column_and_row(cell);
        self.for_each_near_at(column, row, f);
    }

    /// The same for the cell in this column and row.
    #[inline]
    pub(super) fn for_each_near_at(&self, column: usize, row: usize, mut f: impl FnMut(u32, Slot)) {
        let cell = narrow(row * self.stride * 64 + column);
        let last = self.raster.width() - 1;
        if column > 0 {
            f(cell - 1, 0);
        }
        if column < last {
            f(cell + 1, 1);
        }
        for (place, near) in (0..).zip(self.space.near_rows(row)) {
            let Some(near) = near else { continue };
            let straight = narrow(near.row * self.stride * 64 + column);
            f(straight, 2 + place);
            // The step back is to the other hand; only grids have these steps.
            let (to_left, to_right) = if place == 0 { (6, 8) } else { (9, 7) };
            if near.left && column > 0 {
                f(straight - 1, to_left);
            }
            if near.right && column < last {
                f(straight + 1, to_right);
            }
        }
    }

    /// The cell that the step in this slot leads to.
    pub(super) fn follow(&self, cell: u32, slot: Slot) -> u32 {
        let mut found = cell;
        self.for_each_near(cell, |near, other| {
            if other == slot {
                found = near;
            }
        });
        found
    }

    /// Calls `f` with the words that gap steps lead to from these cells of a
    /// word, the cells there, and how much larger their numbers are.
    #[inline]
    pub(super) fn spread(&self, word: usize, cells: u64, mut f: impl FnMut(usize, u64, isize)) {
        let (row, index) = (word / self.stride, word % self.stride);
        self.shift_left(word, index, cells, 0, &mut f);
        self.shift_right(word, index, cells, 0, &mut f);
        for near in self.space.near_rows(row).into_iter().flatten() {
            let to = near.row * self.stride + index;
            let more = (to as isize - word as isize) * 64;
            f(to, cells, more);
            if near.left {
                self.shift_left(to, index, cells, more, &mut f);
            }
            if near.right {
                self.shift_right(to, index, cells, more, &mut f);
            }
        }
    }

    #[inline]
    fn shift_left(
        &self,
        to: usize,
        index: usize,
        cells: u64,
        more: isize,
        f: &mut impl FnMut(usize, u64, isize),
    ) {
        if cells >> 1 != 0 {
            f(to, cells >> 1, more - 1);
        }
        if cells & 1 == 1 && index > 0 {
            f(to - 1, 1 << 63, more - 1);
        }
    }

    #[inline]
    fn shift_right(
        &self,
        to: usize,
        index: usize,
        cells: u64,
        more: isize,
        f: &mut impl FnMut(usize, u64, isize),
    ) {
        if cells << 1 != 0 {
            f(to, cells << 1, more + 1);
        }
        if cells >> 63 == 1 && index + 1 < self.stride {
            f(to + 1, 1, more + 1);
        }
    }

    /// Calls `f` for each gap step with the cells of a word from which it leads to a
    /// cell of the set; `set` tells which cells of a word are in it. The caller knows the
    /// rows next to the row of the word.
    #[inline]
    pub(super) fn near_of_word(
        &self,
        set: impl Fn(usize) -> u64,
        [row, index]: [usize; 2],
        near_rows: &[Option<NearRow>; 4],
        mut f: impl FnMut(u64),
    ) {
        let has_left = |word: usize, cells: u64| match index {
            0 => cells << 1,
            _ => cells << 1 | set(word - 1) >> 63,
        };
        let has_right = |word: usize, cells: u64| match index + 1 < self.stride {
            true => cells >> 1 | set(word + 1) << 63,
            false => cells >> 1,
        };
        let word = row * self.stride + index;
        let cells = set(word);
        f(has_left(word, cells));
        f(has_right(word, cells));
        for near in near_rows.iter().flatten() {
            let word = near.row * self.stride + index;
            let cells = set(word);
            f(cells);
            if near.left {
                f(has_left(word, cells));
            }
            if near.right {
                f(has_right(word, cells));
            }
        }
    }

    /// Finds the cells of a row from which a gap step leads to a cell of the set.
    pub(super) fn beside_row(&self, set: &[u64], row: usize, beside: &mut [u64]) {
        let row_of = |row: usize| &set[row * self.stride..][..self.stride];
        find_beside(row_of(row), beside);
        for near in self.space.near_rows(row).into_iter().flatten() {
            let other = row_of(near.row);
            for (beside, cells) in beside.iter_mut().zip(other) {
                *beside |= cells;
            }
            if near.left {
                add_from_left(other, beside);
            }
            if near.right {
                add_from_right(other, beside);
            }
        }
    }
}

/// Finds the places with a cell on the left or on the right.
fn find_beside(row: &[u64], beside: &mut [u64]) {
    let last = row.len() - 1;
    let sides = |word: u64| word << 1 | word >> 1;
    beside[0] = sides(row[0]) | row.get(1).map_or(0, |after| after << 63);
    if last > 0 {
        beside[last] = sides(row[last]) | row[last - 1] >> 63;
    }
    for (beside, near) in beside.iter_mut().skip(1).zip(row.windows(3)) {
        *beside = sides(near[1]) | near[0] >> 63 | near[2] << 63;
    }
}

/// Adds to each place the cell on its left.
fn add_from_left(row: &[u64], beside: &mut [u64]) {
    beside[0] |= row[0] << 1;
    for (beside, pair) in beside[1..].iter_mut().zip(row.windows(2)) {
        *beside |= pair[1] << 1 | pair[0] >> 63;
    }
}

/// Adds to each place the cell on its right.
fn add_from_right(row: &[u64], beside: &mut [u64]) {
    let last = row.len() - 1;
    beside[last] |= row[last] >> 1;
    for (beside, pair) in beside.iter_mut().zip(row.windows(2)) {
        *beside |= pair[0] >> 1 | pair[1] << 63;
    }
}

/// Whether a cell is in a set.
#[inline]
pub(super) fn contains(set: &[u64], cell: u32) -> bool {
    set[cell as usize / 64] >> (cell % 64) & 1 == 1
}

/// Adds a cell to a set.
pub(super) fn insert(set: &mut [u64], cell: u32) {
    set[cell as usize / 64] |= 1 << (cell % 64);
}

/// Calls `f` with each cell of a word.
#[inline]
pub(super) fn for_each_cell(word: usize, mut cells: u64, mut f: impl FnMut(u32)) {
    while cells != 0 {
        f(narrow(word * 64 + cells.trailing_zeros() as usize));
        cells &= cells - 1;
    }
}

/// Adds the cells from one column to another to a row of a set.
pub(super) fn insert_run(row: &mut [u64], start: usize, end: usize) {
    let (first, last) = (start / 64, end / 64);
    let from = !0 << (start % 64);
    let upto = !0 >> (63 - end % 64);
    if first == last {
        row[first] |= from & upto;
        return;
    }
    row[first] |= from;
    row[first + 1..last].fill(!0);
    row[last] |= upto;
}

/// How many cells from one column to another a row of a set has.
pub(super) fn count_run(row: &[u64], start: usize, end: usize) -> u32 {
    let (first, last) = (start / 64, end / 64);
    let mut ones = 0;
    for (index, &word) in (first..).zip(&row[first..=last]) {
        // Most words of the rows beside a run have none.
        if word != 0 {
            ones += (word & columns_of_word(index, start, end)).count_ones();
        }
    }
    ones
}

/// The cells of a word between two columns of the row.
#[inline]
pub(super) fn columns_of_word(index: usize, first: usize, last: usize) -> u64 {
    let from = if index == first / 64 {
        !0 << (first % 64)
    } else {
        !0
    };
    let upto = if index == last / 64 {
        !0 >> (63 - last % 64)
    } else {
        !0
    };
    from & upto
}

/// The cells of a word that can be reached from some of them without leaving
/// `free`, in which they are.
#[inline]
pub(super) fn fill(cells: u64, free: u64) -> u64 {
    // A carry runs through the free cells above each cell.
    let up = |cells: u64, free: u64| cells | free & !free.wrapping_add(cells);
    up(cells, free) | up(cells.reverse_bits(), free.reverse_bits()).reverse_bits()
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "cells are numbered only if there are at most 2^31"
)]
pub(super) fn narrow(cell: usize) -> u32 {
    cell as u32
}
