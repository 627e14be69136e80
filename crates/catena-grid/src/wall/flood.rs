//! Floods, 64 cells at a time.

use alloc::vec::Vec;

use super::cells::{Cells, fill};
use super::opening::WordStack;
use super::space::Space;

/// A flood by gap steps. What moves is a square of some side, named by its first
/// cell; a single cell is a square of side 1.
pub(super) struct Flood<'a, S> {
    cells: &'a Cells<'a, S>,
    side: usize,
    /// The squares that may not be entered.
    closed: &'a [u64],
    reached: Vec<u64>,
    open: WordStack,
}

impl<'a, S: Space> Flood<'a, S> {
    /// Prepares a flood that enters no square of `closed`.
    pub(super) fn new(cells: &'a Cells<'a, S>, closed: &'a [u64], side: usize) -> Flood<'a, S> {
        Flood {
            cells,
            side,
            closed,
            reached: cells.no_cells(),
            open: WordStack::new(cells.words()),
        }
    }

    /// Lets the flood begin in these squares of a word, unless they are closed.
    pub(super) fn begin(&mut self, word: usize, squares: u64) {
        let new = squares & !self.closed[word];
        self.reached[word] |= new;
        self.open.push(word, new);
    }

    /// Whether the flood comes to the rim.
    pub(super) fn reaches_rim(mut self) -> bool {
        self.run(true)
    }

    /// All squares that the flood comes to.
    pub(super) fn reached(mut self) -> Vec<u64> {
        self.run(false);
        self.reached
    }

    /// Floods. Returns whether it comes to the rim, as soon as that is known if
    /// `stop` is set.
    fn run(&mut self, stop: bool) -> bool {
        let Self {
            cells,
            closed,
            reached,
            open,
            side,
        } = self;
        let mut is_at_rim = false;
        while let Some((word, from)) = open.pop() {
            let all = fill(from, !closed[word]);
            reached[word] |= all;
            let (row, index) = (word / cells.stride, word % cells.stride);
            is_at_rim |= all & cells.exits_of_word(row, index, *side) != 0;
            if is_at_rim && stop {
                return true;
            }
            cells.spread(word, all, |to, new, _| {
                let new = new & !closed[to] & !reached[to];
                if new != 0 {
                    reached[to] |= new;
                    open.push(to, new);
                }
            });
        }
        is_at_rim
    }
}
