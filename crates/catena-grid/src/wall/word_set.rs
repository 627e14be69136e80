//! Sets of cells that know which of their words have some.

use alloc::vec;
use alloc::vec::Vec;

use super::cells::{Cells, narrow};
use super::space::Space;
use super::space::sealed::NearRow;

/// A set of cells, and a stack of the words that have some.
#[derive(Default)]
pub(super) struct WordStack {
    cells: Vec<u64>,
    words: Vec<u32>,
}

impl WordStack {
    pub(super) fn new(words: usize) -> WordStack {
        WordStack {
            cells: vec![0; words],
            words: Vec::new(),
        }
    }

    /// Adds cells of a word.
    #[inline]
    pub(super) fn push(&mut self, word: usize, cells: u64) {
        if cells != 0 {
            if self.cells[word] == 0 {
                self.words.push(narrow(word));
            }
            self.cells[word] |= cells;
        }
    }

    /// Takes all cells of a word.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<(usize, u64)> {
        let word = self.words.pop()? as usize;
        Some((word, core::mem::take(&mut self.cells[word])))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Takes all cells away.
    pub(super) fn clear(&mut self) {
        // Many words are cleared faster in order.
        if self.words.len() > self.cells.len() / 16 {
            self.cells.fill(0);
            self.words.clear();
        }
        while self.pop().is_some() {}
    }
}

/// How a row of a [`FrontWords`] is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RowUse {
    /// No cell is in it or near it.
    Far,
    /// A gap step from a cell may lead to it.
    Near,
    /// It has a cell.
    Own,
}

/// Which words have a cell of the front of a search that goes on from all of its cells
/// at once, in reading order. The cells themselves are the search's.
#[derive(Default)]
pub(super) struct FrontWords {
    /// One bit per word: whether it has a cell, or one is next to it in its row.
    near: Vec<u64>,
    /// Words of `near` per row.
    stride: usize,
    rows: Vec<RowUse>,
}

impl FrontWords {
    pub(super) fn new<S: Space>(cells: &Cells<'_, S>) -> FrontWords {
        let (stride, height) = (cells.stride.div_ceil(64), cells.raster.height());
        FrontWords {
            near: vec![0; stride * height],
            stride,
            rows: vec![RowUse::Far; height],
        }
    }

    /// Notes that a word has these cells: at least one.
    #[inline]
    pub(super) fn insert<S: Space>(
        &mut self,
        all: &Cells<'_, S>,
        [row, index]: [usize; 2],
        cells: u64,
    ) {
        if self.rows[row] != RowUse::Own {
            self.insert_row(all, row);
        }
        let near = &mut self.near[row * self.stride..][..self.stride];
        let mut mark = |index: usize| near[index / 64] |= 1 << (index % 64);
        mark(index);
        if cells & 1 == 1 && index > 0 {
            mark(index - 1);
        }
        if cells >> 63 == 1 && index + 1 < all.stride {
            mark(index + 1);
        }
    }

    fn insert_row<S: Space>(&mut self, all: &Cells<'_, S>, row: usize) {
        self.rows[row] = RowUse::Own;
        for near in all.space.near_rows(row).into_iter().flatten() {
            if self.rows[near.row] == RowUse::Far {
                self.rows[near.row] = RowUse::Near;
            }
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        !self.rows.contains(&RowUse::Own)
    }

    /// Calls `f` with the row and the index of each word to which a gap step may lead.
    #[inline]
    pub(super) fn for_each_near<S: Space>(
        &self,
        all: &Cells<'_, S>,
        mut f: impl FnMut([usize; 2], &[Option<NearRow>; 4]),
    ) {
        for (row, _) in (0..).zip(&self.rows).filter(|(_, of)| **of != RowUse::Far) {
            let near_rows = all.space.near_rows(row);
            for at in 0..self.stride {
                let mut near = self.near[row * self.stride + at];
                for other in near_rows.iter().flatten() {
                    near |= self.near[other.row * self.stride + at];
                }
                while near != 0 {
                    let index = at * 64 + near.trailing_zeros() as usize;
                    near &= near - 1;
                    f([row, index], &near_rows);
                }
            }
        }
    }

    /// Takes all words away.
    pub(super) fn clear(&mut self) {
        let rows = self.near.chunks_exact_mut(self.stride);
        for (near, row) in rows.zip(&mut self.rows) {
            if *row == RowUse::Own {
                near.fill(0);
            }
            *row = RowUse::Far;
        }
    }
}
