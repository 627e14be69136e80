//! Floods, 64 cells at a time.

use alloc::vec::Vec;

use super::cells::{Cells, fill};
use super::space::Space;
use super::word_set::WordStack;

/// A flood by gap steps. What moves is a square of some side, named by its first
/// cell; a single cell is a square of side 1.
pub(super) struct Flood<'a, S> {
    cells: &'a Cells<'a, S>,
    reached: Vec<u64>,
    open: WordStack,
}

impl<'a, S: Space> Flood<'a, S> {
    pub(super) fn new(cells: &'a Cells<'a, S>) -> Flood<'a, S> {
        Flood {
            cells,
            reached: cells.no_cells(),
            open: WordStack::new(cells.words()),
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.reached.fill(0);
        self.open.clear();
    }

    /// Lets the flood begin in these squares of a word.
    pub(super) fn begin(&mut self, word: usize, squares: u64) {
        self.reached[word] |= squares;
        self.open.push(word, squares);
    }

    /// Whether the flood comes to the rim, without entering a closed square.
    pub(super) fn reaches_rim(&mut self, closed: &[u64], side: usize) -> bool {
        self.run(closed, side, true)
    }

    /// All squares that the flood comes to, without entering a closed one.
    pub(super) fn into_reached(mut self, closed: &[u64], side: usize) -> Vec<u64> {
        self.run(closed, side, false);
        self.reached
    }

    /// Floods. Returns whether it comes to the rim, as soon as that is known if
    /// `stop` is set.
    fn run(&mut self, closed: &[u64], side: usize, stop: bool) -> bool {
        let Self {
            cells,
            reached,
            open,
        } = self;
        let mut is_at_rim = false;
        while let Some((word, from)) = open.pop() {
            let all = fill(from & !closed[word], !closed[word]);
            reached[word] |= all;
            let (row, index) = (word / cells.stride, word % cells.stride);
            is_at_rim |= all & cells.exits_of_word(row, index, side) != 0;
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
