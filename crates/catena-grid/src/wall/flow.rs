//! A maximum flow from a region to the outside through cells, each used once.
//!
//! By Menger's theorem the fewest cells that cut the region off are as many as
//! there are ways out that share no cell outside the region. The ways are found
//! one by one (Ford–Fulkerson): each search enters a cell by its *in* side and
//! leaves it by its *out* side; a cell on a way can be entered only to turn the
//! way back. When no further way is found, the cells that were entered but not
//! left are the cut (W6).
//!
//! A search is breadth-first, and handles a run of cells that are on no way at
//! once: whoever enters one of them can leave by any.

use alloc::vec;
use alloc::vec::Vec;

use super::Rim;
use super::cells::{
    Cells, Slot, columns_of_word, contains, for_each_cell, insert, insert_run, narrow,
};
use super::region::Region;
use super::space::Space;

/// What a search has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    /// Cells of a row that are on no way, from one column to another.
    Run(u32, u32),
    /// The in side of a cell on a way.
    In,
    /// The out side of a cell on a way.
    Out,
}

/// A place that a search has reached, in 16 bytes: a search in noise reaches
/// nearly as many as there are cells.
#[derive(Clone, Copy, Debug)]
struct Reached {
    /// The cell by which it was entered.
    cell: u32,
    /// The first and the last column of a run; what is no run has the first
    /// after the last.
    columns: [u32; 2],
    /// From where it was reached.
    parent: u32,
}

/// The parent of what is reached from the region.
const REGION: u32 = u32::MAX;

impl Reached {
    fn new(cell: u32, side: Side, parent: u32) -> Reached {
        let columns = match side {
            Side::Run(first, last) => [first, last],
            Side::In => [1, 0],
            Side::Out => [2, 0],
        };
        Reached {
            cell,
            columns,
            parent,
        }
    }

    fn side(&self) -> Side {
        match self.columns {
            [1, 0] => Side::In,
            [2, 0] => Side::Out,
            [first, last] => Side::Run(first, last),
        }
    }
}

/// Cells on ways.
struct Ways {
    cells: Vec<u64>,
    /// For each of these cells, one more than the slot of the step to the cell
    /// before it; [`FROM_REGION`] if that is in the region. A byte per cell, but
    /// memory is used only where there are ways.
    before: Vec<u8>,
}

const FROM_REGION: u8 = u8::MAX;

pub(super) struct FlowSearch<'a, S> {
    cells: &'a Cells<'a, S>,
    /// The empty cells next to the region: their word, and which they are.
    starts: Vec<(u32, u64)>,
    /// The empty cells outside the region that are on no way, without those that
    /// the search has reached.
    free: Vec<u64>,
    ways: Ways,
    /// The cells on ways whose in side was reached, and those whose out side was.
    entered: Vec<u64>,
    left: Vec<u64>,
    /// All that was reached, in the order of the search.
    reached: Vec<Reached>,
    /// The last cell of a new way.
    end: Option<u32>,
}

impl<'a, S: Space> FlowSearch<'a, S> {
    pub(super) fn new(region: &'a Region<'a, S>) -> FlowSearch<'a, S> {
        let cells = &region.cells;
        let mut free = cells.closed();
        for (free, region) in free.iter_mut().zip(&region.set) {
            *free = !(*free | region);
        }
        FlowSearch {
            cells,
            starts: starts(region, &free),
            free,
            ways: Ways {
                cells: cells.no_cells(),
                before: vec![0; cells.words() * 64],
            },
            entered: cells.no_cells(),
            left: cells.no_cells(),
            reached: Vec::new(),
            end: None,
        }
    }

    /// Looks for one more way out. Returns whether there is one.
    pub(super) fn add_way(&mut self) -> bool {
        for at in 0..self.starts.len() {
            let (word, cells) = self.starts[at];
            self.enter(word as usize, cells, REGION);
        }
        let mut next = 0;
        while self.end.is_none() && next < self.reached.len() {
            self.leave(next);
            next += 1;
        }
        let Some(end) = self.end.take() else {
            return false;
        };
        self.forget();
        self.turn(end);
        self.reached.clear();
        true
    }

    /// The cells that the last search entered but did not leave, in reading order.
    pub(super) fn into_cut(self) -> Vec<u32> {
        let is_cut =
            |reached: &&Reached| reached.side() == Side::In && !contains(&self.left, reached.cell);
        let cut = self.reached.iter().filter(is_cut);
        let mut cut: Vec<u32> = cut.map(|reached| reached.cell).collect();
        cut.sort_unstable();
        cut
    }

    /// Goes on from a place that was reached.
    fn leave(&mut self, at: usize) {
        let (from, parent) = (self.reached[at], narrow(at));
        let (column, row) = self.cells.column_and_row(from.cell);
        match from.side() {
            Side::Run(first, last) => self.leave_cells(row, [first, last], parent),
            Side::Out => {
                self.leave_cells(row, [narrow(column); 2], parent);
                // A way that was turned back to here can be turned back further.
                if self.end.is_none() {
                    self.enter_way(from.cell, parent);
                }
            }
            Side::In => {
                // Back along the way, unless it begins here.
                let slot = self.ways.before[from.cell as usize];
                if slot != FROM_REGION {
                    let before = self.cells.follow(from.cell, slot - 1);
                    self.reach_out(before, parent);
                }
            }
        }
    }

    /// Goes from neighbouring cells of a row to all cells next to them.
    fn leave_cells(&mut self, row: usize, [first, last]: [u32; 2], parent: u32) {
        let (first, last) = (first as usize, last as usize);
        let most = self.cells.raster.width() - 1;
        let own = row * self.cells.stride;
        let beside = [first.checked_sub(1), (last < most).then_some(last + 1)];
        for column in beside.into_iter().flatten() {
            self.enter(own + column / 64, 1 << (column % 64), parent);
        }
        for near in self.cells.space.near_rows(row).into_iter().flatten() {
            let first = first.saturating_sub(usize::from(near.left));
            let last = (last + usize::from(near.right)).min(most);
            for index in first / 64..=last / 64 {
                let cells = columns_of_word(index, first, last);
                self.enter(near.row * self.cells.stride + index, cells, parent);
            }
        }
    }

    /// Enters those of these cells of a word that can be entered.
    #[inline]
    fn enter(&mut self, word: usize, cells: u64, parent: u32) {
        // A run that is entered takes its cells out of the free ones.
        while cells & self.free[word] != 0 {
            if self.end.is_some() {
                return;
            }
            let place = (cells & self.free[word]).trailing_zeros();
            self.enter_run(word, place, parent);
        }
        let on_way = cells & self.ways.cells[word] & !self.entered[word];
        if on_way != 0 && self.end.is_none() {
            for_each_cell(word, on_way, |cell| self.enter_way(cell, parent));
        }
    }

    /// Enters the run of free cells that has this cell of a word.
    fn enter_run(&mut self, word: usize, place: u32, parent: u32) {
        let stride = self.cells.stride;
        let (row, index) = (word / stride, word % stride);
        let cell = narrow(word * 64) + place;
        let free = &mut self.free[row * stride..][..stride];
        let column = index * 64 + place as usize;
        let [first, last] = take_run(free, column);
        let side = Side::Run(narrow(first), narrow(last));
        self.reached.push(Reached::new(cell, side, parent));
        if self.cells.rim == Rim::Wall {
            return;
        }
        let start = narrow(row * stride * 64);
        if self.cells.space.is_exit_row(row, 1) {
            self.end = Some(cell);
        } else if first == 0 {
            self.end = Some(start);
        } else if last + 1 == self.cells.raster.width() {
            self.end = Some(start + narrow(last));
        }
    }

    /// Reaches the in side of a cell on a way, unless it was reached before.
    fn enter_way(&mut self, cell: u32, parent: u32) {
        if !contains(&self.entered, cell) {
            insert(&mut self.entered, cell);
            self.reached.push(Reached::new(cell, Side::In, parent));
        }
    }

    /// Reaches the out side of a cell on a way, unless it was reached before.
    fn reach_out(&mut self, cell: u32, parent: u32) {
        if !contains(&self.left, cell) {
            insert(&mut self.left, cell);
            self.reached.push(Reached::new(cell, Side::Out, parent));
        }
    }

    /// Prepares the sets for another search.
    fn forget(&mut self) {
        let stride = self.cells.stride;
        for reached in &self.reached {
            let word = reached.cell as usize / 64;
            match reached.side() {
                Side::Run(first, last) => {
                    let row = &mut self.free[word / stride * stride..][..stride];
                    insert_run(row, first as usize, last as usize);
                }
                // Whatever is in these words was reached.
                Side::In => self.entered[word] = 0,
                Side::Out => self.left[word] = 0,
            }
        }
    }

    /// Adds the way that ends in this cell of what was reached last, and turns
    /// back the parts of other ways that it goes against.
    fn turn(&mut self, end: u32) {
        let (mut cell, mut at) = (end, self.reached.len() - 1);
        loop {
            let Reached {
                cell: entry,
                parent,
                ..
            } = self.reached[at];
            let is_dropped = match self.reached[at].side() {
                Side::Run(..) => {
                    self.ways.add_run(&mut self.free, cell, entry);
                    false
                }
                // The old way to the cell after this one ends here.
                Side::Out => true,
                Side::In => self.drops(at),
            };
            if !is_dropped {
                match self.cell_before(entry, parent) {
                    Some((before, slot)) => {
                        self.ways.before[entry as usize] = slot + 1;
                        cell = before;
                    }
                    None => {
                        self.ways.before[entry as usize] = FROM_REGION;
                        return;
                    }
                }
            }
            at = parent as usize;
        }
    }

    /// Takes a cell off its way if its in side was reached from its out side.
    /// Returns whether it was.
    fn drops(&mut self, at: usize) -> bool {
        let Reached { cell, parent, .. } = self.reached[at];
        if parent == REGION || self.reached[parent as usize].cell != cell {
            return false;
        }
        self.ways.cells[cell as usize / 64] &= !(1 << (cell % 64));
        insert(&mut self.free, cell);
        true
    }

    /// A cell of what a cell was entered from, next to it, and the slot of the
    /// step there; `None` if it was entered from the region.
    fn cell_before(&self, cell: u32, parent: u32) -> Option<(u32, Slot)> {
        if parent == REGION {
            return None;
        }
        let from = self.reached[parent as usize];
        let (column, row) = self.cells.column_and_row(from.cell);
        let (first, last) = match from.side() {
            Side::Run(first, last) => (first, last),
            Side::In | Side::Out => (narrow(column), narrow(column)),
        };
        let start = narrow(row * self.cells.stride * 64);
        let mut found = None;
        self.cells.for_each_near(cell, |near, slot| {
            if (start + first..=start + last).contains(&near) {
                found = Some((near, slot));
            }
        });
        found
    }
}

impl Ways {
    /// Lets a way go straight from one cell of a row to another, given the last
    /// cell first. What is before the first cell is not set.
    fn add_run(&mut self, free: &mut [u64], last: u32, first: u32) {
        // The slots of the steps to the left and to the right.
        let back = if last > first { 0 } else { 1 };
        for cell in last.min(first)..=last.max(first) {
            insert(&mut self.cells, cell);
            free[cell as usize / 64] &= !(1 << (cell % 64));
            self.before[cell as usize] = back + 1;
        }
    }
}

/// The free cells next to a region, by words.
fn starts<S: Space>(region: &Region<'_, S>, free: &[u64]) -> Vec<(u32, u64)> {
    let cells = &region.cells;
    let mut starts = Vec::new();
    let mut beside = vec![0; cells.stride];
    for (row, free) in free.chunks_exact(cells.stride).enumerate() {
        cells.beside_row(&region.set, row, &mut beside);
        for (index, (beside, free)) in beside.iter().zip(free).enumerate() {
            if beside & free != 0 {
                starts.push((narrow(row * cells.stride + index), beside & free));
            }
        }
    }
    starts
}

/// Takes the run that has this column out of a row of a set. Returns its first
/// and its last column.
fn take_run(row: &mut [u64], column: usize) -> [usize; 2] {
    let (mut low, mut high) = (column / 64, column / 64);
    let place = column % 64;
    let mut below = (row[low] << (63 - place)).leading_ones() as usize;
    let mut above = (row[high] >> place).trailing_ones() as usize;
    let (mut first, mut last) = (column + 1 - below, column + above - 1);
    while first == low * 64 && low > 0 && below > 0 {
        low -= 1;
        below = row[low].leading_ones() as usize;
        first -= below;
    }
    while last == high * 64 + 63 && high + 1 < row.len() && above > 0 {
        high += 1;
        above = row[high].trailing_ones() as usize;
        last += above;
    }
    for (index, word) in (first / 64..).zip(&mut row[first / 64..=last / 64]) {
        *word &= !columns_of_word(index, first, last);
    }
    [first, last]
}
