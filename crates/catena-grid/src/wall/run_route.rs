//! Shortest ways by Dijkstra's algorithm on runs: for grids with large rooms,
//! where there are far fewer runs of empty cells than cells.
//!
//! A run is entered somewhere, and from there all of its cells are reached one
//! step after the other. So the distances in a run are told by few *entries*: an
//! interval of its cells that are reached at the same time (W7).

use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::cells::{Cells, narrow};
use super::space::Space;
use super::space::sealed::NearRow;
use crate::detect::run::for_each_run_of_bits;

/// No entry, or no exit.
const NONE: u32 = u32::MAX;

/// The first and the last of some neighbouring columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Columns {
    first: u32,
    last: u32,
}

impl Columns {
    fn distance(self, column: u32) -> u32 {
        self.first.saturating_sub(column) + column.saturating_sub(self.last)
    }

    fn nearest(self, column: u32) -> u32 {
        column.clamp(self.first, self.last)
    }

    fn contains(self, column: u32) -> bool {
        self.distance(column) == 0
    }

    /// These columns, and one more on each side to which a step leads.
    fn reach(self, near: NearRow) -> Columns {
        Columns {
            first: self.first.saturating_sub(u32::from(near.left)),
            last: self.last + u32::from(near.right),
        }
    }

    fn overlap(self, other: Columns) -> Option<Columns> {
        let first = self.first.max(other.first);
        let last = self.last.min(other.last);
        (first <= last).then_some(Columns { first, last })
    }
}

/// Cells of a run that are reached at the same time.
#[derive(Clone, Copy, Debug)]
struct Entry {
    run: u32,
    row: u32,
    columns: Columns,
    /// How many cells a way to these cells has.
    time: u32,
    /// The entry from which they are reached.
    parent: u32,
    /// Another entry of the same run.
    next: u32,
}

/// All runs of empty cells.
pub(super) struct RunTable {
    row_starts: Vec<u32>,
    runs: Vec<Columns>,
}

impl RunTable {
    /// Lists the runs of cells that are not closed, unless there are more than
    /// `most`.
    pub(super) fn new<S: Space>(
        cells: &Cells<'_, S>,
        closed: &[u64],
        most: usize,
    ) -> Option<RunTable> {
        let mut table = RunTable {
            row_starts: vec![0],
            runs: Vec::new(),
        };
        for row in closed.chunks_exact(cells.stride) {
            for_each_run_of_bits(row.iter().map(|closed| !closed), |first, last| {
                let [first, last] = [first, last].map(narrow);
                table.runs.push(Columns { first, last });
            });
            if table.runs.len() > most {
                return None;
            }
            table.row_starts.push(narrow(table.runs.len()));
        }
        Some(table)
    }

    /// The runs of a row that have some of these columns.
    fn runs_in(&self, row: usize, columns: Columns) -> core::ops::Range<usize> {
        let (first, end) = (
            self.row_starts[row] as usize,
            self.row_starts[row + 1] as usize,
        );
        let runs = &self.runs[first..end];
        let start = runs.partition_point(|run| run.last < columns.first);
        let count = runs[start..].partition_point(|run| run.first <= columns.last);
        first + start..first + start + count
    }
}

/// Returns a shortest way of a square of this side to the rim; `None` if there is
/// none. Squares are named by their first cells. The way begins in one of these
/// rows between two columns.
pub(super) fn shortest_route<S: Space>(
    cells: &Cells<'_, S>,
    table: &RunTable,
    side: usize,
    starts: &[(usize, [usize; 2])],
) -> Option<Vec<u32>> {
    let mut search = RunSearch {
        cells,
        table,
        side,
        entries: Vec::new(),
        of_runs: vec![NONE; table.runs.len()],
        heap: BinaryHeap::new(),
    };
    for &(row, columns) in starts {
        let [first, last] = columns.map(narrow);
        let columns = Columns { first, last };
        for run in table.runs_in(row, columns) {
            if let Some(columns) = columns.overlap(table.runs[run]) {
                search.add(run, row, columns, 1, NONE);
            }
        }
    }
    search.run()
}

struct RunSearch<'a, S> {
    cells: &'a Cells<'a, S>,
    table: &'a RunTable,
    side: usize,
    entries: Vec<Entry>,
    /// For each run, the last of its entries from which the search went on.
    of_runs: Vec<u32>,
    /// Times, entries, and columns in which a way leaves the grid.
    heap: BinaryHeap<Reverse<(u32, u32, u32)>>,
}

impl<S: Space> RunSearch<'_, S> {
    fn run(mut self) -> Option<Vec<u32>> {
        while let Some(Reverse((_, number, exit))) = self.heap.pop() {
            if exit != NONE {
                return Some(self.walk_back(number, exit));
            }
            let entry = self.entries[number as usize];
            if self.is_known(entry.run as usize, entry.columns, entry.time) {
                continue;
            }
            self.entries[number as usize].next = self.of_runs[entry.run as usize];
            self.of_runs[entry.run as usize] = number;
            self.add_exits(number, entry);
            self.go_on(number, entry);
        }
        None
    }

    /// Whether another entry of the run reaches these cells as early.
    fn is_known(&self, run: usize, columns: Columns, time: u32) -> bool {
        let mut number = self.of_runs[run];
        while number != NONE {
            let other = &self.entries[number as usize];
            let first = other.columns.distance(columns.first);
            let last = other.columns.distance(columns.last);
            if other.time + first.max(last) <= time {
                return true;
            }
            number = other.next;
        }
        false
    }

    fn add(&mut self, run: usize, row: usize, columns: Columns, time: u32, parent: u32) {
        if self.is_known(run, columns, time) {
            return;
        }
        let number = narrow(self.entries.len());
        self.entries.push(Entry {
            run: narrow(run),
            row: narrow(row),
            columns,
            time,
            parent,
            next: NONE,
        });
        self.heap.push(Reverse((time, number, NONE)));
    }

    /// Adds the ways from an entry to the ends of its run, if they are at the
    /// rim.
    fn add_exits(&mut self, number: u32, entry: Entry) {
        let Columns { first, last } = self.table.runs[entry.run as usize];
        if self.cells.space.is_exit_row(entry.row as usize, self.side) {
            let exit = entry.columns.first;
            self.heap.push(Reverse((entry.time, number, exit)));
            return;
        }
        let is_last = last as usize + self.side == self.cells.raster.width();
        for (exit, is_rim) in [(first, first == 0), (last, is_last)] {
            if is_rim {
                let time = entry.time + entry.columns.distance(exit);
                self.heap.push(Reverse((time, number, exit)));
            }
        }
    }

    fn go_on(&mut self, number: u32, entry: Entry) {
        let own = self.table.runs[entry.run as usize];
        let near_rows = self.cells.space.near_rows(entry.row as usize);
        for near in near_rows.into_iter().flatten() {
            let (all, early) = (own.reach(near), entry.columns.reach(near));
            for run in self.table.runs_in(near.row, all) {
                let Some(shared) = all.overlap(self.table.runs[run]) else {
                    continue;
                };
                let (columns, wait) = match early.overlap(shared) {
                    Some(columns) => (columns, 0),
                    None => {
                        let column = shared.nearest(early.first);
                        let only = Columns {
                            first: column,
                            last: column,
                        };
                        (only, early.distance(column))
                    }
                };
                self.add(run, near.row, columns, entry.time + 1 + wait, number);
            }
        }
    }

    /// The cells of the way that leaves the grid in this column of the run of an
    /// entry, from its start on.
    fn walk_back(&self, number: u32, exit: u32) -> Vec<u32> {
        let columns = self.cells.stride * 64;
        let mut walk = Vec::new();
        let (mut number, mut column) = (number, exit);
        loop {
            let entry = self.entries[number as usize];
            let first = entry.columns.nearest(column);
            let row = narrow(entry.row as usize * columns);
            walk.push(row + column);
            while column != first {
                column = if column < first {
                    column + 1
                } else {
                    column - 1
                };
                walk.push(row + column);
            }
            if entry.parent == NONE {
                break;
            }
            column = self.column_before(entry, first);
            number = entry.parent;
        }
        walk.reverse();
        walk
    }

    /// The column of the run before, from which a step leads to this column of
    /// an entry in time.
    fn column_before(&self, entry: Entry, column: u32) -> u32 {
        let parent = self.entries[entry.parent as usize];
        let own = self.table.runs[parent.run as usize];
        let near_rows = self.cells.space.near_rows(parent.row as usize);
        let mut near_rows = near_rows.into_iter().flatten();
        let near = near_rows.find(|near| near.row == entry.row as usize);
        let is_before = |from: &u32| {
            own.contains(*from) && parent.time + parent.columns.distance(*from) + 1 == entry.time
        };
        let (left, right) = near.map_or((false, false), |near| (near.left, near.right));
        let from_right = left.then_some(column + 1);
        let from_left = column.checked_sub(1).filter(|_| right);
        let candidates = [Some(column), from_right, from_left];
        let before = candidates.into_iter().flatten().find(is_before);
        before.unwrap_or(column)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Rim;
    use super::super::route::RouteSearch;
    use super::*;
    use crate::board::Grid;
    use crate::boards::{for_all, rasters, volumes};

    /// Compares the ways of all cells with those of a search cell by cell.
    fn check<S: Space>(space: &S) {
        let cells = Cells::new(space, Rim::Open).expect("few cells");
        let closed = cells.closed();
        let table = RunTable::new(&cells, &closed, usize::MAX).expect("there is no limit");
        for row in 0..cells.raster.height() {
            for column in 0..cells.raster.width() {
                let start = narrow(row * cells.stride * 64 + column);
                if cells.is_occupied(start) {
                    continue;
                }
                let mut search = RouteSearch::new(&cells, closed.clone(), 1);
                search.begin(start as usize / 64, 1 << (start % 64));
                let expected = search.run();
                let found = shortest_route(&cells, &table, 1, &[(row, [column; 2])]);
                assert_eq!(
                    found.as_ref().map(Vec::len),
                    expected.as_ref().map(Vec::len)
                );
                check_steps(&cells, start, &found.unwrap_or_default());
            }
        }
    }

    fn check_steps<S: Space>(cells: &Cells<'_, S>, start: u32, route: &[u32]) {
        assert!(route.first().is_none_or(|first| *first == start));
        assert!(route.iter().all(|cell| !cells.is_occupied(*cell)));
        for pair in route.windows(2) {
            let mut is_step = false;
            cells.for_each_near(pair[0], |near, _| is_step |= near == pair[1]);
            assert!(is_step, "{route:?}");
        }
    }

    #[test]
    fn ways_are_as_short_as_cell_by_cell() {
        for_all(150, rasters(1..=20, 1..=14), |raster| {
            check(&Grid::new(&raster));
            check(&Grid::hex(&raster));
        });
        for_all(20, rasters(60..=140, 4..=9), |raster| {
            check(&Grid::new(&raster));
            check(&Grid::hex(&raster));
        });
        for_all(60, volumes(), |volume| check(&volume));
    }
}
