//! The smallest patch: a minimum vertex cut between a region and the outside, by
//! a maximum flow.
//!
//! By Menger's theorem the fewest cells that cut the region off are as many as
//! there are ways out that share no cell outside the region. The ways are found
//! one by one (Ford–Fulkerson): each search enters a cell by its *in* side and
//! leaves it by its *out* side; a cell on a way can be entered only to turn the
//! way back. When no further way is found, the cells that were entered but not
//! left are the cut (W6).

use alloc::vec;
use alloc::vec::Vec;

use super::cells::{Cells, NO_SLOT, Slot, contains, for_each_cell, insert, narrow};
use super::flood::Flood;
use super::region::Region;
use super::space::Space;
use super::{Rim, WallError};

/// The fewest cells to fill so that a region is cut off from the outside.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Patch<P> {
    /// The cells to fill, in reading order.
    pub cells: Vec<P>,
    /// The certificate that fewer cells do not do: as many ways out that share
    /// no cell outside the region.
    pub disjoint_ways: usize,
}

/// The answer to [`seal`](super::seal).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SealAnswer<P> {
    /// This patch cuts the region off.
    Sealed(Patch<P>),
    /// No patch does: the region has these cells at the rim.
    AtRim(Vec<P>),
}

pub(super) fn seal<S: Space>(
    region: &Region<'_, S>,
) -> Result<SealAnswer<S::Place>, WallError<S::Place>> {
    let cells = &region.cells;
    let at_rim = region.rim_cells();
    if !at_rim.is_empty() {
        return Ok(SealAnswer::AtRim(cells.places(&at_rim)));
    }
    let mut flow = FlowSearch::new(region);
    let mut ways = 0;
    while flow.add_way() {
        ways += 1;
    }
    let cut = flow.cut();
    drop(flow);
    if cut.len() != ways || !is_sealed(region, &cut) {
        return Err(WallError::Unverified);
    }
    Ok(SealAnswer::Sealed(Patch {
        cells: cells.places(&cut),
        disjoint_ways: ways,
    }))
}

/// Whether a flood from the region, with these cells filled, stays off the rim.
fn is_sealed<S: Space>(region: &Region<'_, S>, cut: &[u32]) -> bool {
    let cells = &region.cells;
    let mut closed = cells.closed();
    for &cell in cut {
        insert(&mut closed, cell);
    }
    let mut flood = Flood::new(cells);
    for (word, &set) in region.set.iter().enumerate() {
        flood.begin(word, set);
    }
    cells.rim == Rim::Wall || !flood.reaches_rim(&closed, 1)
}

/// Reached from the other side of the same cell.
const SELF: Slot = 14;

/// Two slots in a byte.
#[derive(Clone, Copy, PartialEq, Eq)]
struct SlotPair(u8);

impl SlotPair {
    const NONE: SlotPair = SlotPair(NO_SLOT << 4 | NO_SLOT);

    fn first(self) -> Slot {
        self.0 & 15
    }

    fn second(self) -> Slot {
        self.0 >> 4
    }

    fn set_first(&mut self, slot: Slot) {
        self.0 = self.0 & !15 | slot;
    }

    fn set_second(&mut self, slot: Slot) {
        self.0 = self.0 & 15 | slot << 4;
    }
}

/// One side of a cell, on the stack of a search.
#[derive(Clone, Copy)]
struct CellSide(u32);

impl CellSide {
    fn inner(cell: u32) -> CellSide {
        CellSide(cell << 1)
    }

    fn outer(cell: u32) -> CellSide {
        CellSide(cell << 1 | 1)
    }

    fn cell(self) -> u32 {
        self.0 >> 1
    }

    fn is_outer(self) -> bool {
        self.0 & 1 == 1
    }
}

struct FlowSearch<'a, S> {
    region: &'a Region<'a, S>,
    cells: &'a Cells<'a, S>,
    /// For each cell the steps to the cells before it and after it on its way.
    /// The last cell of a way has none after it.
    ways: Vec<SlotPair>,
    /// For each cell the steps to where its in side and its out side were
    /// reached from.
    parents: Vec<SlotPair>,
    stack: Vec<CellSide>,
    /// The cells that have parents; if there are too many, all are cleared.
    touched: Vec<u32>,
    /// Where the search ends: the last cell of the new way.
    end: Option<u32>,
}

impl<'a, S: Space> FlowSearch<'a, S> {
    fn new(region: &'a Region<'a, S>) -> FlowSearch<'a, S> {
        let count = region.cells.words() * 64;
        FlowSearch {
            region,
            cells: &region.cells,
            ways: vec![SlotPair::NONE; count],
            parents: vec![SlotPair::NONE; count],
            stack: Vec::new(),
            touched: Vec::new(),
            end: None,
        }
    }

    /// Looks for one more way out. Returns whether there is one.
    fn add_way(&mut self) -> bool {
        self.clear();
        for (word, &set) in self.region.set.iter().enumerate() {
            for_each_cell(word, set, |cell| self.leave(cell));
        }
        while self.end.is_none() {
            let Some(side) = self.stack.pop() else {
                return false;
            };
            if side.is_outer() {
                self.leave_outer(side.cell());
            } else {
                self.leave_inner(side.cell());
            }
        }
        if let Some(end) = self.end {
            self.turn(end);
        }
        true
    }

    fn clear(&mut self) {
        if self.touched.len() > self.parents.len() / 32 {
            self.parents.fill(SlotPair::NONE);
        } else {
            for &cell in &self.touched {
                self.parents[cell as usize] = SlotPair::NONE;
            }
        }
        self.touched.clear();
        self.stack.clear();
        self.end = None;
    }

    /// Goes from a cell to all empty cells next to it.
    fn leave(&mut self, cell: u32) {
        let (cells, region) = (self.cells, self.region);
        cells.for_each_near(cell, |near, slot| {
            if !cells.is_occupied(near) && !contains(&region.set, near) {
                self.enter(near, slot ^ 1);
            }
        });
    }

    /// Reaches the in side of a cell.
    fn enter(&mut self, cell: u32, from: Slot) {
        if self.parents[cell as usize].first() != NO_SLOT {
            return;
        }
        self.touch(cell);
        self.parents[cell as usize].set_first(from);
        if self.ways[cell as usize].first() == NO_SLOT {
            self.reach_outer(cell, SELF);
        } else {
            self.stack.push(CellSide::inner(cell));
        }
    }

    /// Reaches the out side of a cell.
    fn reach_outer(&mut self, cell: u32, from: Slot) {
        if self.parents[cell as usize].second() != NO_SLOT {
            return;
        }
        self.touch(cell);
        self.parents[cell as usize].set_second(from);
        let (word, bit) = (cell as usize / 64, cell % 64);
        let (row, index) = (word / self.cells.stride, word % self.cells.stride);
        if self.cells.rim_of_word(row, index) >> bit & 1 == 1 {
            self.end = Some(cell);
        }
        self.stack.push(CellSide::outer(cell));
    }

    fn touch(&mut self, cell: u32) {
        let is_new = self.parents[cell as usize] == SlotPair::NONE;
        if is_new && self.touched.len() <= self.parents.len() / 32 {
            self.touched.push(cell);
        }
    }

    /// Goes on from the out side of a cell.
    fn leave_outer(&mut self, cell: u32) {
        self.leave(cell);
        // A way that was turned back to here can be turned back further.
        if self.parents[cell as usize].second() != SELF {
            self.enter(cell, SELF);
        }
    }

    /// Goes on from the in side of a cell on a way: back along the way.
    fn leave_inner(&mut self, cell: u32) {
        let back = self.ways[cell as usize].first();
        let before = self.cells.follow(cell, back);
        if !contains(&self.region.set, before) {
            self.reach_outer(before, back ^ 1);
        }
    }

    /// Adds the way that ends in this cell, and turns back the parts of other
    /// ways that it goes against.
    fn turn(&mut self, end: u32) {
        let mut cell = end;
        self.ways[cell as usize].set_second(NO_SLOT);
        loop {
            let mut after = self.parents[cell as usize].second();
            while after != SELF {
                cell = self.cells.follow(cell, after);
                if self.parents[cell as usize].first() != SELF {
                    break;
                }
                // The way no longer goes through this cell.
                self.ways[cell as usize] = SlotPair::NONE;
                after = self.parents[cell as usize].second();
            }
            let back = self.parents[cell as usize].first();
            self.ways[cell as usize].set_first(back);
            let before = self.cells.follow(cell, back);
            if contains(&self.region.set, before) {
                return;
            }
            self.ways[before as usize].set_second(back ^ 1);
            cell = before;
        }
    }

    /// The cells that the last search entered but did not leave.
    fn cut(&self) -> Vec<u32> {
        let is_cut = |pair: &SlotPair| pair.first() != NO_SLOT && pair.second() == NO_SLOT;
        let parents = self.parents.iter().enumerate();
        let cut = parents.filter(|(_, pair)| is_cut(pair));
        cut.map(|(cell, _)| narrow(cell)).collect()
    }
}
