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
use super::cells::{Cells, columns_of_word, for_each_cell};
use super::gap_index::{GapIndex, RunColumns};
use super::space::Space;
use super::word_set::FrontWords;
use crate::detect::raster::gap::{Gaps, OUTSIDE};

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
    /// For each word the levels of its wall cells that were reached.
    levels: Vec<WordLevels>,
}

/// The levels of cells of a word modulo 3, one bit per set: 1, 2, and both for 0. Empty
/// cells that were reached, and what is no cell, have both.
type WordLevels = [u64; 2];

/// The cells of a word that were reached.
#[inline]
fn reached([low, high]: WordLevels) -> u64 {
    low | high
}

/// In which of the two sets the cells of a level are.
fn is_in_levels(level: u32) -> [bool; 2] {
    [level % 3 != 2, level % 3 != 1]
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
                if next != cell || !self.is_reached(near) {
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
        let levels = self.levels[cell as usize / 64];
        levels.map(|set| set >> (cell % 64) & 1 == 1) == is_in_levels(level)
    }

    fn is_reached(&self, cell: u32) -> bool {
        reached(self.levels[cell as usize / 64]) >> (cell % 64) & 1 == 1
    }
}

struct OpeningSearch<'a, S> {
    cells: &'a Cells<'a, S>,
    index: &'a GapIndex,
    found: Openings,
    /// How many gaps were not reached yet.
    missing: u64,
    /// The words with wall cells of this level.
    open: FrontWords,
    /// Those with wall cells of the next level.
    next: FrontWords,
}

impl<'a, S: Space> OpeningSearch<'a, S> {
    fn new(cells: &'a Cells<'a, S>, gaps: &Gaps, index: &'a GapIndex) -> OpeningSearch<'a, S> {
        let found = Openings {
            entrances: vec![Entrance::default(); index.runs() as usize],
            levels: outside(cells, index),
        };
        let mut search = OpeningSearch {
            cells,
            index,
            found,
            missing: gaps.count_closed(),
            open: FrontWords::new(cells),
            next: FrontWords::new(cells),
        };
        if search.missing > 0 && cells.rim == Rim::Open {
            search.begin();
        }
        search
    }

    /// Opens the occupied cells beside the outside.
    fn begin(&mut self) {
        let cells = self.cells;
        for row in 0..cells.raster.height() {
            let near_rows = cells.space.near_rows(row);
            for index in 0..cells.stride {
                let occupied = cells.occupied(row * cells.stride + index);
                if occupied == 0 {
                    continue;
                }
                // The cells of level 1 are in the other set, so this is the outside.
                let outside = |word: usize| self.found.levels[word][1];
                let mut first = cells.rim_of_word(row, index);
                cells.near_of_word(outside, [row, index], &near_rows, |near| first |= near);
                self.enter_walls([row, index], first & occupied, 0);
            }
        }
        core::mem::swap(&mut self.open, &mut self.next);
    }

    /// Finds the cells of a level, given its occupied ones. Returns whether
    /// there are cells of the next level.
    fn next_level(&mut self, level: u32) -> bool {
        // One loop for each kind of level, in which it is known which bits to look at.
        match level % 3 {
            1 => self.next_level_by(level, |[low, high], _| low & !high),
            2 => self.next_level_by(level, |[low, high], _| !low & high),
            // Empty cells that were reached have both bits, too.
            _ => self.next_level_by(level, |[low, high], occupied| low & high & occupied),
        }
    }

    /// Finds the cells of a level. `walls` tells the wall cells of a word that are on this
    /// level, or on one that is lower by a multiple of 3: all neighbours of the latter
    /// are reached already, so nothing new is found there.
    #[inline]
    fn next_level_by(&mut self, level: u32, walls: impl Fn(WordLevels, u64) -> u64) -> bool {
        let cells = self.cells;
        let mut open = core::mem::take(&mut self.open);
        open.for_each_near(cells, |[row, index], near_rows| {
            let word = row * cells.stride + index;
            let levels = &self.found.levels[..];
            let set = |word: usize| walls(levels[word], cells.occupied(word));
            let mut new = 0;
            cells.near_of_word(set, [row, index], near_rows, |near| new |= near);
            new &= !reached(levels[word]);
            if new == 0 {
                return;
            }
            let occupied = cells.occupied(word);
            self.enter_walls([row, index], new & occupied, level);
            for_each_cell(word, new & !occupied, |cell| {
                let gap = self.index.gap_at(cells, cell);
                if self.found.level(gap) == 0 {
                    let cell = self.wall_beside(cell, level);
                    self.enter_gap(gap, Entrance { cell, level });
                }
            });
        });
        open.clear();
        self.open = core::mem::replace(&mut self.next, open);
        !self.open.is_empty()
    }

    /// A wall cell of this level from which a gap step leads to a cell that was not
    /// reached before.
    fn wall_beside(&self, cell: u32, level: u32) -> u32 {
        let mut found = cell;
        self.cells.for_each_near(cell, |near, _| {
            if self.cells.is_occupied(near) && self.found.has_level(near, level) {
                found = near;
            }
        });
        found
    }

    /// Enters wall cells that were not reached before, on the next level.
    #[inline]
    fn enter_walls(&mut self, [row, index]: [usize; 2], new: u64, level: u32) {
        if new != 0 {
            let [low, high] = is_in_levels(level + 1);
            let levels = &mut self.found.levels[row * self.cells.stride + index];
            levels[0] |= if low { new } else { 0 };
            levels[1] |= if high { new } else { 0 };
            self.next.insert(self.cells, [row, index], new);
        }
    }

    /// Enters a gap, and then the walls around it.
    fn enter_gap(&mut self, gap: u32, entrance: Entrance) {
        self.missing -= 1;
        self.found.entrances[gap as usize] = entrance;
        let level = entrance.level;
        let (cells, index) = (self.cells, self.index);
        index.for_each_run_of(gap, |run| {
            let RunColumns { row, first, last } = run.columns;
            add_empty(cells, &mut self.found.levels, run.columns);
            let width = cells.raster.width();
            if first > 0 {
                self.enter_wall(row, first - 1, level);
            }
            if last + 1 < width {
                self.enter_wall(row, last + 1, level);
            }
            let near_rows = cells.space.near_rows(row);
            for (place, near) in near_rows.into_iter().enumerate() {
                let Some(near) = near else { continue };
                let is_open = match place {
                    0 => run.is_open_above,
                    1 => run.is_open_below,
                    _ => false,
                };
                // All cells straight above or below are empty.
                if is_open && !near.left && !near.right {
                    continue;
                }
                let first = first.saturating_sub(usize::from(near.left));
                let last = (last + usize::from(near.right)).min(width - 1);
                self.enter_walls_of_row(near.row, [first, last], level);
            }
        });
    }

    /// Enters a wall cell, unless it was entered before.
    #[inline]
    fn enter_wall(&mut self, row: usize, column: usize, level: u32) {
        let index = column / 64;
        let reached = reached(self.found.levels[row * self.cells.stride + index]);
        self.enter_walls([row, index], 1 << (column % 64) & !reached, level);
    }

    /// Enters the wall cells of a row between two columns.
    fn enter_walls_of_row(&mut self, row: usize, [first, last]: [usize; 2], level: u32) {
        for index in first / 64..=last / 64 {
            let word = row * self.cells.stride + index;
            let new = self.cells.occupied(word) & !reached(self.found.levels[word]);
            if new != 0 {
                let new = new & columns_of_word(index, first, last);
                self.enter_walls([row, index], new, level);
            }
        }
    }
}

/// The levels with which a search begins: the empty cells that are not enclosed are
/// reached, and what is no cell.
fn outside<S: Space>(cells: &Cells<'_, S>, index: &GapIndex) -> Vec<WordLevels> {
    let mut levels = vec![[0; 2]; cells.words()];
    let beyond = !cells.raster.cells_in_word(cells.stride - 1);
    for row in levels.chunks_exact_mut(cells.stride) {
        row[cells.stride - 1] = [beyond; 2];
    }
    index.for_each_run(|run, columns| {
        if index.gap_of(run) == OUTSIDE {
            add_empty(cells, &mut levels, columns);
        }
    });
    levels
}

/// Notes that the empty cells of a run are reached.
#[inline]
fn add_empty<S: Space>(cells: &Cells<'_, S>, levels: &mut [WordLevels], run: RunColumns) {
    let RunColumns { row, first, last } = run;
    let words = &mut levels[row * cells.stride..][first / 64..=last / 64];
    for (index, word) in (first / 64..).zip(words) {
        let run = columns_of_word(index, first, last);
        *word = word.map(|set| set | run);
    }
}
