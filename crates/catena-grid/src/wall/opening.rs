//! The fewest wall cells whose removal lets a gap leak: one breadth-first search
//! with weights 0 and 1 (0-1 BFS) for all gaps, from the outside in.
//!
//! The *level* of a cell is the fewest occupied cells on a way by gap steps from
//! the outside to it, the cell itself included. The search goes level by level
//! and handles the cells of a word at once. Levels of neighbours differ by at
//! most one, so a level modulo three is all that must be kept to walk back (W3).

use alloc::vec;
use alloc::vec::Vec;

use super::Rim;
use super::cells::{Cells, columns_of_word, contains, for_each_cell, insert_run, narrow};
use super::space::Space;
use crate::detect::raster::gap::{Gaps, OUTSIDE};
use crate::detect::run::for_each_run;
use crate::union_find::INDEX;

/// Finds the run and the gap of an empty cell.
pub(super) struct GapIndex {
    /// For each run the first run of its gap, and marks.
    entries: Vec<u32>,
    /// The number of the first run that begins in each word.
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
        let mut number = OUTSIDE + 1;
        for row in 0..cells.raster.height() {
            let mut before = 0;
            for (index, word) in cells.raster.row(row).iter().enumerate() {
                word_runs.push(number);
                let empty = !word & cells.raster.cells_in_word(index);
                number += (empty & !(empty << 1 | before)).count_ones();
                before = empty >> 63;
            }
        }
        let mut columns = vec![[0; 2]];
        columns.reserve_exact(gaps.entries.len() - 1);
        for row in 0..cells.raster.height() {
            for_each_run(cells.raster, row, |start, end| {
                columns.push([narrow(start), narrow(end)]);
            });
        }
        GapIndex {
            next: lists_of_runs(gaps),
            entries: gaps.entries.clone(),
            word_runs,
            row_starts: gaps.row_starts.clone(),
            columns,
        }
    }

    /// Calls `f` with each run of an enclosed gap: its row, and its first and
    /// last column.
    pub(super) fn for_each_run_of(&self, gap: u32, mut f: impl FnMut(usize, usize, usize)) {
        let mut run = gap;
        while run != OUTSIDE {
            let row = self.row_starts.partition_point(|start| *start <= run) - 1;
            let [first, last] = self.columns[run as usize];
            f(row, first as usize, last as usize);
            run = self.next[run as usize];
        }
    }

    /// The run of an empty cell.
    #[inline]
    pub(super) fn run_at<S: Space>(&self, cells: &Cells<'_, S>, cell: u32) -> u32 {
        let word = cell as usize / 64;
        let upto = !0 >> (63 - cell % 64);
        self.word_runs[word] + (run_starts(cells, word) & upto).count_ones() - 1
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

/// The cells of a word at which runs of empty cells begin.
#[inline]
fn run_starts<S: Space>(cells: &Cells<'_, S>, word: usize) -> u64 {
    let index = word % cells.stride;
    let empty = !cells.occupied(word) & cells.raster.cells_in_word(index);
    let before = if index > 0 {
        !cells.occupied(word - 1) >> 63
    } else {
        0
    };
    empty & !(empty << 1 | before)
}

/// How a gap is opened: the wall cell next to it, and how many there are in all.
#[derive(Clone, Copy, Debug, Default)]
struct Entrance {
    cell: u32,
    /// 0 if the gap was not reached.
    level: u32,
}

/// The openings of all gaps.
pub(super) struct Openings {
    /// For the first run of each gap.
    entrances: Vec<Entrance>,
    /// The cells that were reached, and what is no cell.
    reached: Vec<u64>,
    /// The level of each reached wall cell modulo 3, one bit per set.
    levels: [Vec<u64>; 2],
}

impl Openings {
    pub(super) fn find<S: Space>(cells: &Cells<'_, S>, gaps: &Gaps, index: &GapIndex) -> Openings {
        Openings::find_until(cells, gaps, index, None)
    }

    /// Finds the opening of a gap, and of gaps that need fewer wall cells; of
    /// all gaps if none is given.
    pub(super) fn find_until<S: Space>(
        cells: &Cells<'_, S>,
        gaps: &Gaps,
        index: &GapIndex,
        wanted: Option<u32>,
    ) -> Openings {
        let mut search = OpeningSearch::new(cells, gaps, index);
        let mut level = 1;
        let is_found = |found: &Openings| wanted.is_some_and(|gap| found.level(gap) > 0);
        while search.missing > 0 && search.next_level(level) && !is_found(&search.found) {
            level += 1;
        }
        search.found
    }

    /// How many wall cells open a gap; 0 if nothing does.
    pub(super) fn level(&self, gap: u32) -> u32 {
        self.entrances[gap as usize].level
    }

    /// The wall cells that open a gap, from the gap to the outside.
    pub(super) fn walk<S: Space>(
        &self,
        cells: &Cells<'_, S>,
        index: &GapIndex,
        gap: u32,
    ) -> Vec<u32> {
        let Entrance { mut cell, level } = self.entrances[gap as usize];
        let mut walk = Vec::with_capacity(level as usize);
        for level in (0..level).rev() {
            walk.push(cell);
            if level == 0 {
                break;
            }
            let mut next = cell;
            cells.for_each_near(cell, |near, _| {
                if next != cell || !contains(&self.reached, near) {
                } else if !cells.is_occupied(near) {
                    let entrance = self.entrances[index.gap_at(cells, near) as usize];
                    if entrance.level == level {
                        next = entrance.cell;
                    }
                } else if self.has_level(near, level) {
                    next = near;
                }
            });
            cell = next;
        }
        walk
    }

    /// Whether a reached wall cell next to one of the next level has this level.
    fn has_level(&self, cell: u32, level: u32) -> bool {
        let [low, high] = &self.levels;
        let found = u32::from(contains(low, cell)) + 2 * u32::from(contains(high, cell));
        found == level % 3
    }

    /// Notes that wall cells are reached.
    #[inline]
    fn reach(&mut self, word: usize, cells: u64, level: u32) {
        self.reached[word] |= cells;
        match level % 3 {
            1 => self.levels[0][word] |= cells,
            2 => self.levels[1][word] |= cells,
            _ => {}
        }
    }
}

struct OpeningSearch<'a, S> {
    cells: &'a Cells<'a, S>,
    index: &'a GapIndex,
    found: Openings,
    /// How many gaps were not reached yet.
    missing: u64,
    /// The cells of this level from which the search must go on, and the words
    /// that have some.
    open: WordStack,
    /// The same for the next level.
    next: WordStack,
}

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
}

impl<'a, S: Space> OpeningSearch<'a, S> {
    fn new(cells: &'a Cells<'a, S>, gaps: &Gaps, index: &'a GapIndex) -> OpeningSearch<'a, S> {
        let found = Openings {
            entrances: vec![Entrance::default(); index.runs() as usize],
            reached: outside(cells, gaps),
            levels: [cells.no_cells(), cells.no_cells()],
        };
        let mut search = OpeningSearch {
            cells,
            index,
            found,
            missing: gaps.count_closed(),
            open: WordStack::new(cells.words()),
            next: WordStack::new(cells.words()),
        };
        if search.missing > 0 && cells.rim == Rim::Open {
            search.begin();
        }
        search
    }

    /// Opens the occupied cells beside the outside.
    fn begin(&mut self) {
        let cells = self.cells;
        let mut beside = vec![0; cells.stride];
        for row in 0..cells.raster.height() {
            cells.beside_row(&self.found.reached, row, &mut beside);
            for (index, beside) in beside.iter().enumerate() {
                let word = row * cells.stride + index;
                let rim = cells.rim_of_word(row, index);
                self.open.push(word, cells.occupied(word) & (beside | rim));
            }
        }
        for &word in &self.open.words {
            let word = word as usize;
            self.found.reach(word, self.open.cells[word], 1);
        }
    }

    /// Finds the cells of a level, given its occupied ones. Returns whether
    /// there are cells of the next level.
    fn next_level(&mut self, level: u32) -> bool {
        let rows = self.rows_to_sweep();
        // A sweep reads whole rows, but it does so many words at a time.
        const SWEEP: usize = 16;
        if self.open.words.len() * SWEEP > rows.len() * self.cells.stride {
            self.sweep(&rows, level);
        }
        while let Some((word, open)) = self.open.pop() {
            self.leave_walls(word, open, level);
        }
        core::mem::swap(&mut self.open, &mut self.next);
        !self.open.is_empty()
    }

    /// The rows that a step from an open cell leads to.
    fn rows_to_sweep(&self) -> Vec<usize> {
        let mut is_near = vec![false; self.cells.raster.height()];
        for &word in &self.open.words {
            is_near[word as usize / self.cells.stride] = true;
        }
        let is_open = is_near.clone();
        for (row, _) in is_open.iter().enumerate().filter(|(_, is_open)| **is_open) {
            for near in self.cells.space.near_rows(row).into_iter().flatten() {
                is_near[near.row] = true;
            }
        }
        (0..is_near.len()).filter(|row| is_near[*row]).collect()
    }

    /// Goes on from all open cells at once.
    fn sweep(&mut self, rows: &[usize], level: u32) {
        let cells = self.cells;
        let front = core::mem::take(&mut self.open);
        let mut beside = vec![0; cells.stride];
        for &row in rows {
            cells.beside_row(&front.cells, row, &mut beside);
            for (index, &new) in beside.iter().enumerate() {
                let word = row * cells.stride + index;
                let new = new & !self.found.reached[word];
                if new == 0 {
                    continue;
                }
                let occupied = cells.occupied(word);
                self.enter_walls(word, new & occupied, level);
                for_each_cell(word, new & !occupied, |cell| {
                    let mut wall = cell;
                    cells.for_each_near(cell, |near, _| {
                        if contains(&front.cells, near) {
                            wall = near;
                        }
                    });
                    self.enter_gap(cell, wall, level);
                });
            }
        }
        self.open = front;
        while self.open.pop().is_some() {}
    }

    /// Goes on from wall cells of a word.
    fn leave_walls(&mut self, word: usize, from: u64, level: u32) {
        let cells = self.cells;
        cells.spread(word, from, |to, new, more| {
            let new = new & !self.found.reached[to];
            if new == 0 {
                return;
            }
            let occupied = cells.occupied(to);
            self.enter_walls(to, new & occupied, level);
            for_each_cell(to, new & !occupied, |cell| {
                let wall = narrow((cell as usize).wrapping_add_signed(-more));
                self.enter_gap(cell, wall, level);
            });
        });
    }

    /// Enters wall cells that were not reached before, on the next level.
    #[inline]
    fn enter_walls(&mut self, word: usize, new: u64, level: u32) {
        if new != 0 {
            self.found.reach(word, new, level + 1);
            self.next.push(word, new);
        }
    }

    /// Enters the gap of an empty cell from a wall cell, and then the walls
    /// around it; unless it was entered before.
    fn enter_gap(&mut self, cell: u32, wall: u32, level: u32) {
        let gap = self.index.gap_at(self.cells, cell);
        if self.found.entrances[gap as usize].level != 0 {
            return;
        }
        self.missing -= 1;
        self.found.entrances[gap as usize] = Entrance { cell: wall, level };
        let (cells, index) = (self.cells, self.index);
        index.for_each_run_of(gap, |row, first, last| {
            let words = &mut self.found.reached[row * cells.stride..][..cells.stride];
            insert_run(words, first, last);
            let width = cells.raster.width();
            let beside = [first.saturating_sub(1), (last + 1).min(width - 1)];
            self.enter_walls_of_row(row, beside, level);
            for near in cells.space.near_rows(row).into_iter().flatten() {
                let first = first.saturating_sub(usize::from(near.left));
                let last = (last + usize::from(near.right)).min(width - 1);
                self.enter_walls_of_row(near.row, [first, last], level);
            }
        });
    }

    /// Enters the wall cells of a row between two columns.
    fn enter_walls_of_row(&mut self, row: usize, [first, last]: [usize; 2], level: u32) {
        for index in first / 64..=last / 64 {
            let word = row * self.cells.stride + index;
            let new = self.cells.occupied(word) & !self.found.reached[word];
            if new != 0 {
                self.enter_walls(word, new & columns_of_word(index, first, last), level);
            }
        }
    }
}

/// The empty cells that are not enclosed, and what is no cell.
fn outside<S: Space>(cells: &Cells<'_, S>, gaps: &Gaps) -> Vec<u64> {
    let mut outside = cells.beyond();
    let mut run = OUTSIDE as usize;
    for (row, words) in outside.chunks_exact_mut(cells.stride).enumerate() {
        for_each_run(cells.raster, row, |start, end| {
            run += 1;
            if gaps.entries[run] & INDEX == OUTSIDE {
                insert_run(words, start, end);
            }
        });
    }
    outside
}
