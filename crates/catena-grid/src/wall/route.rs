//! Shortest ways by breadth-first search, 64 cells at a time.

use alloc::vec;
use alloc::vec::Vec;

use super::cells::{Cells, contains, narrow};
use super::space::Space;
use super::word_set::WordStack;

/// A search for a shortest way to the rim.
///
/// What moves is a square of some side, named by its first cell; a single cell
/// is a square of side 1. Distances of neighbours differ by at most one, so a
/// distance modulo three is all that must be kept to walk back (W3).
pub(super) struct RouteSearch<'a, S> {
    cells: &'a Cells<'a, S>,
    side: usize,
    /// The cells that may not be entered, or were entered already.
    closed: Vec<u64>,
    /// The distance of each cell that was entered modulo 3, one bit per set: 1,
    /// 2, and both for 0.
    distances: [Vec<u64>; 2],
    open: WordStack,
    next: WordStack,
}

impl<'a, S: Space> RouteSearch<'a, S> {
    /// Prepares a search that enters no cell of `closed`.
    pub(super) fn new(
        cells: &'a Cells<'a, S>,
        closed: Vec<u64>,
        side: usize,
    ) -> RouteSearch<'a, S> {
        RouteSearch {
            cells,
            side,
            closed,
            distances: [cells.no_cells(), cells.no_cells()],
            open: WordStack::new(cells.words()),
            next: WordStack::new(cells.words()),
        }
    }

    /// Lets the way begin in these cells of a word, unless they are closed.
    pub(super) fn begin(&mut self, word: usize, cells: u64) {
        let new = cells & !self.closed[word];
        self.closed[word] |= new;
        self.next.push(word, new);
    }

    /// Returns a shortest way to the rim; `None` if there is none.
    pub(super) fn run(mut self) -> Option<Vec<u32>> {
        let mut distance = 0;
        while !self.next.is_empty() {
            distance += 1;
            core::mem::swap(&mut self.open, &mut self.next);
            while let Some((word, open)) = self.open.pop() {
                let (row, index) = (word / self.cells.stride, word % self.cells.stride);
                let exits = open & self.cells.exits_of_word(row, index, self.side);
                if exits != 0 {
                    let end = narrow(word * 64) + exits.trailing_zeros();
                    return Some(self.walk_back(end, distance));
                }
                self.go_on(word, open, distance);
            }
        }
        None
    }

    fn go_on(&mut self, word: usize, from: u64, distance: u32) {
        let Self {
            cells,
            closed,
            next,
            distances: [low, high],
            ..
        } = self;
        if distance % 3 != 2 {
            low[word] |= from;
        }
        if distance % 3 != 1 {
            high[word] |= from;
        }
        cells.spread(word, from, |to, new, _| {
            let new = new & !closed[to];
            if new != 0 {
                closed[to] |= new;
                next.push(to, new);
            }
        });
    }

    fn has_distance(&self, cell: u32, distance: u32) -> bool {
        let [low, high] = &self.distances;
        let expected = (distance % 3 != 2, distance % 3 != 1);
        (contains(low, cell), contains(high, cell)) == expected
    }

    fn walk_back(&self, end: u32, distance: u32) -> Vec<u32> {
        let mut walk = vec![end];
        let mut cell = end;
        for distance in (1..distance).rev() {
            let mut before = cell;
            self.cells.for_each_near(cell, |near, _| {
                if before == cell && self.has_distance(near, distance) {
                    before = near;
                }
            });
            cell = before;
            walk.push(cell);
        }
        walk.reverse();
        walk
    }
}
