//! The search over sets of gaps, for sizes that blocks do not decide.
//!
//! Empty cells that touch across a step of a wall belong to one area, but a
//! chain that takes that step has only one of them inside. A chain never
//! divides a gap, so what it encloses is a set of whole gaps. By theorem T1 a
//! chain through a cell encloses a connected set of gaps exactly if a block of
//! the cell encloses the set in the graph without the steps that have cells of
//! the set on both sides: the cell *accepts* the set (G15). If it accepts no
//! set of two gaps, it accepts no larger one that contains them, so the sets
//! are enumerated by backtracking.

use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::at::{blocks_of, cells_of};
use super::block::Blocks;
use super::chain::{Target, in_order};
use super::gap::{Gaps, MANY};
use super::nest::Nest;
use crate::budget::{Limited, Undecided};
use crate::cell::Cell;
use crate::detect::progress::Progress;
use crate::detect::run::for_each_run;
use crate::lattice::{Lattice, Step};
use crate::raster::Raster;
use crate::union_find::INDEX;

/// A part of a grid, and the gaps in it from which sets are formed.
pub(super) struct GapSets<L> {
    part: Raster,
    /// Where the part begins on the whole grid.
    corner: Cell,
    gaps: Gaps,
    blocks: Blocks,
    nest: Nest,
    /// For each gap the gaps that touch it across a step of a wall.
    touching: Vec<Vec<u32>>,
    lattice: core::marker::PhantomData<L>,
}

/// A set of gaps with enough cells that a chain through some cell encloses.
pub(super) struct Accepted {
    set: Vec<u32>,
    /// What the chain has to go around.
    pub(super) target: Target,
}

/// A set of gaps as one gap, and the block around it that a cell belongs to.
struct Merged {
    gaps: Gaps,
    blocks: Blocks,
    block: u32,
    /// The first run of the face of the block in which the set lies.
    first_run: u32,
}

/// How many times a test of a set, or the preparation for one, looks at each
/// cell of the part: gaps, blocks, the blocks of the cell, nesting.
const PASSES: u64 = 4;

impl<L: Lattice> GapSets<L> {
    /// What it costs to test a set within these columns and rows.
    pub(super) fn cost_of(columns: &Range<usize>, rows: &Range<usize>) -> u64 {
        PASSES * (columns.len() * (rows.len() + 1)) as u64
    }

    /// The gaps within these columns and rows, which hold the whole block of
    /// every cell that is asked about.
    pub(super) fn new(raster: &Raster, columns: Range<usize>, rows: Range<usize>) -> GapSets<L> {
        // A lattice may treat even and odd rows differently: begin with an even one.
        let corner = Cell::new(columns.start, rows.start / 2 * 2);
        // Nothing is lost by cutting: a chain in the block stays within its
        // rectangle, and so does what it encloses (G15).
        let part = raster.part(corner, (columns.len(), rows.end - corner.row));
        let progress = Progress::default();
        let gaps = Gaps::find::<L>(&part, 1, &progress);
        let blocks = Blocks::find::<L>(&part, &gaps, true, 1, &progress);
        let nest = Nest::find::<L>(&part, &gaps, &blocks);
        let mut touching = vec![Vec::new(); nest.runs.len()];
        for &(one, other) in &nest.touching {
            touching[one as usize].push(other);
            touching[other as usize].push(one);
        }
        GapSets {
            part,
            corner,
            gaps,
            blocks,
            nest,
            touching,
            lattice: core::marker::PhantomData,
        }
    }

    fn cost(&self) -> u64 {
        PASSES * (self.part.width() * self.part.height()) as u64
    }

    /// The cell of the whole grid, as a cell of the part.
    fn enter(&self, cell: Cell) -> Cell {
        Cell::new(cell.column - self.corner.column, cell.row - self.corner.row)
    }

    /// The cell of the part, as a cell of the whole grid.
    fn leave(&self, cell: Cell) -> Cell {
        Cell::new(cell.column + self.corner.column, cell.row + self.corner.row)
    }

    /// For each gap whether a block of the cell encloses it. A chain through
    /// the cell encloses no other gap.
    fn candidates(&self, cell: Cell) -> Vec<bool> {
        // A chain lies in a block (F1), which encloses what the chain does, and
        // a block encloses the gaps below it in the tree (G9(c)).
        let own = blocks_of::<L>(&self.part, &self.gaps, &self.blocks, cell);
        let faces = self.nest.faces(|block| own.contains(&block));
        faces.iter().map(Option::is_some).collect()
    }

    /// Returns what a chain through the cell can go around that encloses three
    /// connected empty cells, if a block of the cell encloses them in gaps of
    /// at most two cells. By theorem T3 any such set of gaps will do.
    pub(super) fn target_of_three(&self, cell: Cell) -> Option<Target> {
        let cell = self.enter(cell);
        let candidates = self.candidates(cell);
        let near = |gap: u32| {
            let touching = self.touching[gap as usize].iter().copied();
            touching.filter(|near| candidates[*near as usize])
        };
        let mut gaps = (0..).zip(&candidates).filter(|(_, is_one)| **is_one);
        let set = gaps.find_map(|(gap, _)| {
            let size = |gap: u32| self.nest.sizes[gap as usize];
            let with_two = near(gap).find(|near| size(gap) + size(*near) >= 3);
            with_two.map(|other| vec![gap, other]).or_else(|| {
                // All gaps here have one cell, so three are needed, and a
                // connected set of three has a middle one that touches the
                // others.
                let mut near = near(gap);
                Some(vec![gap, near.next()?, near.next()?])
            })
        })?;
        self.accepts(cell, &set)
    }

    /// Returns a connected set of gaps with at least `min_size` cells together
    /// that a chain through the cell encloses, if there is one.
    pub(super) fn search(
        &self,
        cell: Cell,
        min_size: u32,
        budget: &mut Limited,
    ) -> Result<Option<Accepted>, Undecided> {
        budget.charge(self.cost())?;
        let cell = self.enter(cell);
        let mut backtracking = Backtracking {
            sets: self,
            cell,
            min_size,
            states: self
                .candidates(cell)
                .into_iter()
                .map(GapState::of)
                .collect(),
            decisions: Vec::new(),
            set: Vec::new(),
        };
        let components = backtracking.components();
        for set in &components {
            // Often all gaps that hang together are accepted at once.
            budget.charge(self.cost())?;
            if let Some(target) = self.accepts(cell, set) {
                let set = set.clone();
                return Ok(Some(Accepted { set, target }));
            }
        }
        // Each set is found with the first of its gaps in this order: gaps
        // tried before are left out.
        for first in components.into_iter().flatten() {
            if let Some(accepted) = backtracking.sets_with(first, budget)? {
                return Ok(Some(accepted));
            }
        }
        Ok(None)
    }

    /// Returns all cells that accept a set, if this one does: those of its
    /// block around the set. By T1 each of them is on a chain around it.
    pub(super) fn cells_that_accept(&self, accepted: &Accepted, cell: Cell) -> Vec<Cell> {
        let Some(merged) = self.merged(self.enter(cell), &accepted.set) else {
            return Vec::new();
        };
        let cells = cells_of::<L>(&self.part, &merged.gaps, &merged.blocks, vec![merged.block]);
        let cells = cells.into_iter().flatten();
        cells.map(|cell| self.leave(cell)).collect()
    }

    /// Returns what a chain through the cell has to go around to enclose all
    /// these gaps, if it can (T1).
    fn accepts(&self, cell: Cell, set: &[u32]) -> Option<Target> {
        let merged = self.merged(cell, set)?;
        Some(Target {
            first: self.leave(merged.gaps.start_of(&self.part, merged.first_run)),
            without: self.steps_within(&merged.gaps, self.label_of(set)?),
        })
    }

    /// Returns the block of the cell that encloses a set of gaps, in the graph
    /// without the steps that have cells of the set on both sides.
    fn merged(&self, cell: Cell, set: &[u32]) -> Option<Merged> {
        let gaps = self.merge(set);
        let progress = Progress::default();
        let blocks = Blocks::find::<L>(&self.part, &gaps, true, 1, &progress);
        let own = blocks_of::<L>(&self.part, &gaps, &blocks, cell);
        let nest = Nest::find::<L>(&self.part, &gaps, &blocks);
        // G3 to G12 hold for `G^R` with the merged gap (G15), so the nest says
        // which blocks of `G^R` enclose it.
        let gap = nest.gap_of(&gaps, self.label_of(set)? & INDEX);
        let face = nest.face(gap, |block| own.contains(&block))? as usize;
        Some(Merged {
            gaps,
            blocks,
            block: nest.blocks[face],
            first_run: nest.runs[face],
        })
    }

    /// The label that the gaps of a set get when they are merged.
    fn label_of(&self, set: &[u32]) -> Option<u32> {
        let first = set.iter().min()?;
        // The root of a gap is its first run (G13), also of the merged one.
        // Several gaps together have more than one cell.
        Some(self.nest.runs[*first as usize] | MANY)
    }

    /// The gaps with those of the set as one. A walk over the rows then leaves
    /// out the steps that have cells of the set on both sides (G15).
    fn merge(&self, set: &[u32]) -> Gaps {
        let mut merged = Gaps {
            entries: self.gaps.entries.clone(),
            row_starts: self.gaps.row_starts.clone(),
        };
        let runs: BTreeSet<u32> = set
            .iter()
            .map(|gap| self.nest.runs[*gap as usize])
            .collect();
        if let Some(label) = self.label_of(set) {
            for entry in &mut merged.entries {
                if runs.contains(&(*entry & INDEX)) {
                    *entry = label;
                }
            }
        }
        merged
    }

    /// The steps that have cells with this label on both sides.
    fn steps_within(&self, gaps: &Gaps, label: u32) -> BTreeSet<[Cell; 2]> {
        let inside = self.cells_with(gaps, label);
        let mut steps = BTreeSet::new();
        for cell in self.part.cells().filter(|cell| cell.row > 0) {
            let north = Cell::new(cell.column, cell.row - 1);
            if !self.part.is_occupied(cell) || !inside.is_occupied(north) {
                continue;
            }
            for (step, side) in [(Step::NorthEast, Step::East), (Step::NorthWest, Step::West)] {
                let Some((end, side)) = step.apply(cell).zip(side.apply(cell)) else {
                    continue;
                };
                // The link from this cell to `end` has N and `side` as the
                // other corners of its unit square (L2). Where the diagonal is
                // not a wall step there is no link to leave out, and naming it
                // does no harm.
                if self.part.is_occupied(end) && inside.is_occupied(side) {
                    steps.insert(in_order(self.leave(cell), self.leave(end)));
                }
            }
        }
        steps
    }

    /// The empty cells with this label.
    fn cells_with(&self, gaps: &Gaps, label: u32) -> Raster {
        let mut cells = self.part.clone();
        for row in 0..self.part.height() {
            cells.set_row(row, []);
            let mut run = gaps.row_starts[row] as usize;
            for_each_run(&self.part, row, |start, end| {
                if gaps.entries[run] == label {
                    (start..=end).for_each(|column| cells.set(Cell::new(column, row), true));
                }
                run += 1;
            });
        }
        cells
    }
}

/// What has been decided about a gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GapState {
    /// Nothing: it may still be taken.
    Open,
    /// It is in the set.
    Taken,
    /// It is not in the set.
    LeftOut,
}

impl GapState {
    fn of(is_candidate: bool) -> GapState {
        if is_candidate {
            GapState::Open
        } else {
            GapState::LeftOut
        }
    }
}

/// The enumeration of the connected sets of gaps that a cell accepts. Memory
/// is linear in the gaps: it keeps one set and the decisions that led to it.
struct Backtracking<'a, L> {
    sets: &'a GapSets<L>,
    cell: Cell,
    min_size: u32,
    states: Vec<GapState>,
    /// The gaps that were taken or left out, in this order.
    decisions: Vec<u32>,
    set: Vec<u32>,
}

impl<L: Lattice> Backtracking<'_, L> {
    /// The connected components of the candidates that have enough cells.
    fn components(&self) -> Vec<Vec<u32>> {
        let mut seen = vec![false; self.states.len()];
        let mut components = Vec::new();
        for (gap, state) in (0..).zip(&self.states) {
            if *state == GapState::Open && !seen[gap as usize] {
                let component = self.reach(&[gap], &mut seen);
                if self.size_of(&component) >= self.min_size {
                    components.push(component);
                }
            }
        }
        components
    }

    fn size_of(&self, gaps: &[u32]) -> u32 {
        gaps.iter()
            .map(|gap| self.sets.nest.sizes[*gap as usize])
            .sum()
    }

    /// The gaps that are connected with these and not left out.
    fn reach(&self, from: &[u32], seen: &mut [bool]) -> Vec<u32> {
        let mut reached = from.to_vec();
        from.iter().for_each(|gap| seen[*gap as usize] = true);
        let mut at = 0;
        while let Some(&gap) = reached.get(at) {
            at += 1;
            for &near in &self.sets.touching[gap as usize] {
                let is_new =
                    !seen[near as usize] && self.states[near as usize] != GapState::LeftOut;
                if is_new {
                    seen[near as usize] = true;
                    reached.push(near);
                }
            }
        }
        reached
    }

    /// Tries all sets with this gap, which is left out afterwards. The sets
    /// with gaps that were left out before have been tried.
    fn sets_with(
        &mut self,
        first: u32,
        budget: &mut Limited,
    ) -> Result<Option<Accepted>, Undecided> {
        // A single gap needs no test: a block of the cell encloses it, so the
        // cell accepts it (G14(a)). It is too small, or the block would have
        // decided (G15).
        self.take(first);
        loop {
            budget.charge(self.sets.cost())?;
            if let Some(gap) = self.next() {
                self.take(gap);
                self.decisions.push(gap);
                match self.sets.accepts(self.cell, &self.set) {
                    Some(target) if self.size_of(&self.set) >= self.min_size => {
                        let set = self.set.clone();
                        return Ok(Some(Accepted { set, target }));
                    }
                    Some(_) => {}
                    // No larger set is accepted either.
                    None => self.leave_out_last(),
                }
            } else if !self.backtrack() {
                break;
            }
        }
        self.leave_out_last();
        Ok(None)
    }

    /// A gap to decide about next; none if the set cannot become large enough.
    fn next(&self) -> Option<u32> {
        let reached = self.reach(&self.set, &mut vec![false; self.states.len()]);
        if self.size_of(&reached) < self.min_size {
            return None;
        }
        // The search begins with the set itself, so this is the first gap
        // beyond it. It touches the set, which stays connected; every connected
        // set can be grown like this (G15).
        reached.get(self.set.len()).copied()
    }

    fn take(&mut self, gap: u32) {
        self.states[gap as usize] = GapState::Taken;
        self.set.push(gap);
    }

    /// Leaves out the gap that was taken last.
    fn leave_out_last(&mut self) {
        if let Some(gap) = self.set.pop() {
            self.states[gap as usize] = GapState::LeftOut;
        }
    }

    /// Goes back to the last gap that was taken, and leaves it out. Returns
    /// whether there was one.
    fn backtrack(&mut self) -> bool {
        while let Some(&gap) = self.decisions.last() {
            if self.states[gap as usize] == GapState::Taken {
                self.leave_out_last();
                return true;
            }
            // Left out under a decision that is now changed, so it may be taken
            // again.
            self.states[gap as usize] = GapState::Open;
            self.decisions.pop();
        }
        false
    }
}
