//! Chains around areas of at least three cells.
//!
//! A block that encloses a gap with enough cells says yes for all its cells,
//! and one that encloses no area with enough cells says no (G15). In between,
//! where only several gaps together have enough cells, the block decides size
//! 3 (T3, G14); for larger sizes a cell on the outer side of the block says
//! yes, and for every other cell sets of gaps are searched within a budget.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::at::blocks_of;
use super::block::Blocks;
use super::chain::Target;
use super::gap::Gaps;
use super::gap_set::{Accepted, GapSets};
use super::nest::{Most, NO_GAP, Nest};
use super::walk::{Visitor, Walk};
use crate::budget::{Limited, Undecided};
use crate::cell::Cell;
use crate::detect::run::{RunIndex, for_each_run};
use crate::lattice::Lattice;
use crate::min_size::MinSize;
use crate::raster::Raster;

/// Returns the largest size that blocks decide: up to it, a block that encloses
/// an area of some size has a chain around an area of that size through each
/// of its cells.
pub(crate) const fn size_decided_by_blocks<L: Lattice>() -> u32 {
    let [even, odd] = L::WALL_STEPS;
    let areas_are_gaps = L::AREA_STEPS[0].bits() == L::GAP_STEPS[0].bits()
        && L::AREA_STEPS[1].bits() == L::GAP_STEPS[1].bits();
    if areas_are_gaps {
        // G14 (a): an area is one gap, and no chain divides a gap.
        u32::MAX
    } else if even.len() + odd.len() >= 14 {
        // G14 (b): at least three of the four diagonals are steps of walls.
        3
    } else {
        // G2.
        2
    }
}

/// What a block says about each of its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum BlockVerdict {
    No,
    Open,
    Yes,
}

/// Decides which cells are on a chain around an area of some size.
pub(super) struct SizeTest<'a> {
    raster: &'a Raster,
    gaps: &'a Gaps,
    /// The blocks that enclose at least one cell.
    blocks: &'a Blocks,
    nest: Nest,
    most: Vec<Most>,
    min_size: u32,
    /// Whether the block test is exact for this size.
    blocks_decide: bool,
}

/// The answers for all cells.
pub(super) struct Decided {
    /// How many cells are on a chain.
    pub(super) cells: Result<u64, Undecided>,
    /// The cells of walls that are not on a chain, or perhaps not.
    pub(super) not_on_chain: Vec<Cell>,
}

impl<'a> SizeTest<'a> {
    pub(super) fn new<L: Lattice>(
        raster: &'a Raster,
        gaps: &'a Gaps,
        blocks: &'a Blocks,
        min_size: MinSize,
    ) -> SizeTest<'a> {
        let nest = Nest::find::<L>(raster, gaps, blocks);
        SizeTest {
            raster,
            gaps,
            blocks,
            most: nest.most_in_blocks(),
            nest,
            min_size: min_size.get(),
            blocks_decide: min_size.get() <= size_decided_by_blocks::<L>(),
        }
    }

    fn verdict(&self, block: u32) -> BlockVerdict {
        let Some(most) = (block as usize).checked_sub(1).map(|at| self.most[at]) else {
            return BlockVerdict::No;
        };
        // What is inside a chain is enclosed by the block that has the chain
        // (F1), so its largest group is at least as large (G15).
        if most.in_group < self.min_size {
            BlockVerdict::No
        } else if most.in_gap >= self.min_size || self.blocks_decide {
            // The block test is exact for a whole gap (G14(a)), and for all
            // sizes up to `size_decided_by_blocks` (G2, G14).
            BlockVerdict::Yes
        } else {
            BlockVerdict::Open
        }
    }

    /// For each block, from 0 on, its number among the blocks that enclose an
    /// area that is large enough; 0 if it encloses none.
    pub(super) fn wall_numbers(&self) -> Vec<u32> {
        let mut walls = 0;
        let mut numbers = vec![0];
        numbers.extend((1..).take(self.most.len()).map(|block| {
            let is_wall = self.verdict(block) != BlockVerdict::No;
            walls += u32::from(is_wall);
            if is_wall { walls } else { 0 }
        }));
        numbers
    }

    /// Decides all cells, or as many as the budget allows.
    pub(super) fn decide<L: Lattice>(&self, budget: &mut Limited) -> Decided {
        let census = self.census::<L>();
        let mut decided = Decided {
            cells: Ok(census.yes),
            not_on_chain: Vec::new(),
        };
        let mut outer_sides = OuterSides::new(self);
        let mut search = Searcher::<L>::new(self, &census);
        for doubt in &census.doubts {
            let answer = if outer_sides.contain::<L>(doubt) {
                Ok(true)
            } else {
                search.is_on_chain(doubt, budget)
            };
            match answer {
                Ok(true) => decided.cells = decided.cells.map(|cells| cells + 1),
                Ok(false) => decided.not_on_chain.push(doubt.cell),
                Err(undecided) => {
                    decided.cells = Err(undecided);
                    decided.not_on_chain.push(doubt.cell);
                }
            }
        }
        decided
    }

    /// Returns what a chain through the cell can go around, if there is one.
    pub(super) fn target<L: Lattice>(
        &self,
        cell: Cell,
        budget: &mut Limited,
    ) -> Result<Option<Target>, Undecided> {
        let own = blocks_of::<L>(self.raster, self.gaps, self.blocks, cell);
        let verdict = own.iter().map(|block| self.verdict(*block)).max();
        match verdict.unwrap_or(BlockVerdict::No) {
            BlockVerdict::No => Ok(None),
            // Without a gap that is large enough the size is 3, decided by the
            // rings of small gaps (T3, G14(b)).
            BlockVerdict::Yes => Ok(self.large_gap(&own, cell).or_else(|| {
                let (width, height) = (self.raster.width(), self.raster.height());
                GapSets::<L>::new(self.raster, 0..width, 0..height).target_of_three(cell)
            })),
            BlockVerdict::Open => {
                let census = self.census::<L>();
                let mut search = Searcher::<L>::new(self, &census);
                let accepted = search.accepted(&Doubt { cell, blocks: own }, budget)?;
                Ok(accepted.map(|(accepted, _)| accepted.target))
            }
        }
    }

    /// The nearest gap in a face of one of these blocks that has enough cells,
    /// or has a gap with enough cells inside.
    fn large_gap(&self, own: &[u32], cell: Cell) -> Option<Target> {
        // A chain around a face of the block has all gaps in this face inside,
        // also those within other blocks (G9(c)). So the size of the gap
        // counts, and the gap of the face is what the chain goes around.
        let faces = self.nest.faces(|block| own.contains(&block));
        let large = faces.iter().zip(&self.nest.sizes);
        let large = large.filter(|(_, size)| **size >= self.min_size);
        let mut faces: Vec<u32> = large.filter_map(|(face, _)| *face).collect();
        faces.sort_unstable();
        faces.dedup();
        let mut index = RunIndex::new(self.raster, &self.gaps.row_starts);
        let starts = faces.into_iter().map(|gap| {
            let run = self.nest.runs[gap as usize];
            Target::gap(index.start_of(run))
        });
        starts.min_by_key(|target| target.distance(cell))
    }

    fn census<L: Lattice>(&self) -> Census {
        let mut count = CensusVisitor {
            test: self,
            row: 0,
            own: BTreeMap::new(),
            census: Census::default(),
        };
        for (band, first_span) in &self.blocks.bands {
            let (raster, gaps) = (self.raster, self.gaps);
            let mut walk = Walk::<L>::new(raster, gaps, true, band.start, *first_span);
            for row in band.clone() {
                count.row = row;
                walk.row(row, &mut count);
                count.end_row();
            }
        }
        count.census
    }
}

/// A cell that its blocks do not decide, and its blocks.
struct Doubt {
    cell: Cell,
    blocks: Vec<u32>,
}

/// Cells and blocks, as far as the blocks decide.
#[derive(Default)]
struct Census {
    /// How many cells are on a chain.
    yes: u64,
    /// The cells that are perhaps on one, in reading order.
    doubts: Vec<Doubt>,
    /// Columns and rows of each block that leaves a doubt.
    extents: BTreeMap<u32, [Range<usize>; 2]>,
}

/// Counts cells by what their blocks say.
struct CensusVisitor<'a> {
    test: &'a SizeTest<'a>,
    row: usize,
    /// For the cells of this row, the best verdict of their blocks, and the
    /// blocks that leave a doubt.
    own: BTreeMap<usize, (BlockVerdict, Vec<u32>)>,
    census: Census,
}

impl Visitor for CensusVisitor<'_> {
    fn cell(&mut self, column: usize, _steps: u8, _links: u8, span: u32) {
        self.cells(column..column + 1, span);
    }

    fn cells(&mut self, columns: Range<usize>, span: u32) {
        let block = self.test.blocks.numbers[span as usize];
        let verdict = self.test.verdict(block);
        if verdict == BlockVerdict::No {
            return;
        }
        if verdict == BlockVerdict::Open {
            let rows = self.row..self.row + 1;
            let extents = &mut self.census.extents;
            let extent = extents
                .entry(block)
                .or_insert_with(|| [columns.clone(), rows]);
            extent[0].start = extent[0].start.min(columns.start);
            extent[0].end = extent[0].end.max(columns.end);
            // Rows come in order, so the first one is right from the start.
            extent[1].end = self.row + 1;
        }
        for column in columns {
            // A cell can be in two blocks (G6), and one of them is enough for a
            // chain: the best verdict counts.
            let own = self.own.entry(column).or_insert((verdict, Vec::new()));
            own.0 = own.0.max(verdict);
            if verdict == BlockVerdict::Open {
                own.1.push(block);
            }
        }
    }
}

impl CensusVisitor<'_> {
    fn end_row(&mut self) {
        for (column, (verdict, blocks)) in core::mem::take(&mut self.own) {
            if verdict == BlockVerdict::Yes {
                self.census.yes += 1;
            } else {
                let cell = Cell::new(column, self.row);
                self.census.doubts.push(Doubt { cell, blocks });
            }
        }
    }
}

/// Finds cells on the outer side of a block: that side is a chain around all
/// the block encloses. Cells must be asked about in reading order, so that
/// each row is labelled once.
struct OuterSides<'a> {
    test: &'a SizeTest<'a>,
    /// The gaps of three rows by column; row `y` is in place `y % 3`.
    rows: [Vec<u32>; 3],
    /// The row after the last one that is labelled.
    next_row: usize,
}

/// In place of a gap: the cell is occupied.
const OCCUPIED: u32 = NO_GAP - 1;

impl<'a> OuterSides<'a> {
    fn new(test: &'a SizeTest<'a>) -> OuterSides<'a> {
        OuterSides {
            test,
            rows: Default::default(),
            next_row: 0,
        }
    }

    fn contain<L: Lattice>(&mut self, doubt: &Doubt) -> bool {
        let cell = doubt.cell;
        self.label_up_to(cell.row + 1);
        // The cell is on the outer boundary of the block if a gap step leads to
        // the outer gap (A1, G7). All blocks in doubt enclose an area that is
        // large enough, and the boundary is a chain around all of it (G15).
        L::GAP_STEPS[cell.row % 2].iter().any(|step| {
            let near = step.apply(cell);
            let near = near.filter(|near| self.test.raster.contains(*near));
            // Cells beyond the rim belong to the outside, like the gaps that
            // reach the rim: `NO_GAP` for both.
            let gap = near.map_or(NO_GAP, |near| self.rows[near.row % 3][near.column]);
            let mut blocks = doubt.blocks.iter();
            gap != OCCUPIED && blocks.any(|block| self.test.nest.outer(*block) == gap)
        })
    }

    fn label_up_to(&mut self, last: usize) {
        let (raster, gaps) = (self.test.raster, self.test.gaps);
        let last = last.min(raster.height() - 1);
        // Rows further up than the one above the cell are not looked at.
        for row in self.next_row.max(last.saturating_sub(2))..=last {
            let labels = &mut self.rows[row % 3];
            labels.clear();
            labels.resize(raster.width(), OCCUPIED);
            let mut run = gaps.row_starts[row];
            for_each_run(raster, row, |start, end| {
                labels[start..=end].fill(self.test.nest.gap_of(gaps, run));
                run += 1;
            });
        }
        self.next_row = self.next_row.max(last + 1);
    }
}

/// Searches sets of gaps for cells in doubt.
struct Searcher<'a, L> {
    test: &'a SizeTest<'a>,
    census: &'a Census,
    /// The part of the grid around the last block, for the next cell of it.
    last: Option<(u32, GapSets<L>)>,
    /// Cells that accept a set which was found for another cell.
    on_chain: Raster,
}

impl<'a, L: Lattice> Searcher<'a, L> {
    fn new(test: &'a SizeTest<'a>, census: &'a Census) -> Searcher<'a, L> {
        Searcher {
            test,
            census,
            last: None,
            on_chain: Raster::blank(test.raster.width(), test.raster.height()),
        }
    }

    /// Decides one cell, and with it all other cells that accept the same set.
    fn is_on_chain(&mut self, doubt: &Doubt, budget: &mut Limited) -> Result<bool, Undecided> {
        if self.on_chain.is_occupied(doubt.cell) {
            return Ok(true);
        }
        let Some((accepted, sets)) = self.accepted(doubt, budget)? else {
            return Ok(false);
        };
        // By T1 every cell of the same block of `G^R` has a chain around the
        // same set (G15), so none of them needs a search.
        for cell in sets.cells_that_accept(&accepted, doubt.cell) {
            self.on_chain.set(cell, true);
        }
        Ok(true)
    }

    /// Returns a set of gaps that the cell accepts, and the part of the grid in
    /// which it was found.
    fn accepted(
        &mut self,
        doubt: &Doubt,
        budget: &mut Limited,
    ) -> Result<Option<(Accepted, &GapSets<L>)>, Undecided> {
        // A chain lies in one block (F1), so each block is searched on its own.
        // One that accepts is enough, even if the budget ended in another; only
        // a no needs all of them.
        let mut result = Ok(None);
        for &block in &doubt.blocks {
            let Some([columns, rows]) = self.census.extents.get(&block) else {
                continue;
            };
            if self.last.as_ref().is_none_or(|(last, _)| *last != block) {
                if let Err(undecided) = budget.charge(GapSets::<L>::cost_of(columns, rows)) {
                    result = Err(undecided);
                    continue;
                }
                let sets = GapSets::new(self.test.raster, columns.clone(), rows.clone());
                self.last = Some((block, sets));
            }
            let sets = self.last.as_ref().map(|(_, sets)| sets);
            let search = |sets: &GapSets<L>| sets.search(doubt.cell, self.test.min_size, budget);
            match sets.map_or(Ok(None), search) {
                Ok(None) => {}
                Ok(Some(accepted)) => {
                    let sets = self.last.as_ref().map(|(_, sets)| sets);
                    return Ok(sets.map(|sets| (accepted, sets)));
                }
                Err(undecided) => result = Err(undecided),
            }
        }
        result
    }
}
