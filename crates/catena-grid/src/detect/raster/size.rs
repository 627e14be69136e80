//! Areas of three cells and more.
//!
//! Empty cells that touch across a step of a wall count as one area, but a
//! chain that takes that step has only one of them inside. With two cells that
//! does no harm (theorem T2); with more it may. So where a block holds enough
//! cells only in several gaps together, each of its cells is decided on its
//! own: a chain goes round a set of gaps exactly if the cell lies in a block
//! that encloses the set once the steps within the set are taken out (T1).
//! Sets of gaps are tried one after the other, until the budget ends.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::Answer;
use super::block::Blocks;
use super::chain::{Target, chain_round, in_order};
use super::gap::{Gaps, MANY};
use super::nest::{Most, NO_GAP, Nest, pairs_of};
use super::walk::{Visitor, Walk};
use crate::budget::Undecided;
use crate::cell::Cell;
use crate::detect::progress::Progress;
use crate::detect::run::for_each_run;
use crate::lattice::{Lattice, Step};
use crate::raster::Raster;
use crate::union_find::INDEX;

/// What the blocks say about areas of a size.
pub(super) struct Sized {
    nest: Nest,
    most: Vec<Most>,
    min_size: u32,
    /// Whether gaps never touch across a step, so that blocks decide.
    is_simple: bool,
}

/// What a block says about its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Says {
    No,
    Perhaps,
    Yes,
}

/// A cell that its blocks do not decide, and what they span.
struct Doubt {
    cell: Cell,
    blocks: Vec<u32>,
}

/// Cells and blocks, as far as the blocks decide.
#[derive(Default)]
struct Census {
    yes: u64,
    doubts: Vec<Doubt>,
    /// Columns and rows of each block that leaves a doubt.
    extents: BTreeMap<u32, [Range<usize>; 2]>,
}

/// The answers for all cells.
pub(super) struct Decided {
    /// How many cells are on a chain; `None` if the budget ended first.
    pub(super) cells: Option<u64>,
    /// The cells of walls that are not on a chain, or perhaps not.
    pub(super) not_on_chain: Vec<Cell>,
}

impl Sized {
    /// Looks at blocks that enclose at least one cell.
    pub(super) fn new<L: Lattice>(
        raster: &Raster,
        gaps: &Gaps,
        blocks: &Blocks,
        min_size: u32,
    ) -> Sized {
        let nest = Nest::find::<L>(raster, gaps, blocks);
        Sized {
            most: nest.most_in_blocks(),
            nest,
            min_size,
            is_simple: L::AREA_STEPS == L::GAP_STEPS,
        }
    }

    fn says(&self, block: u32) -> Says {
        let Some(most) = (block as usize).checked_sub(1).map(|at| self.most[at]) else {
            return Says::No;
        };
        if most.in_gap >= self.min_size {
            Says::Yes
        } else if most.in_group < self.min_size {
            Says::No
        } else if self.is_simple {
            Says::Yes
        } else {
            Says::Perhaps
        }
    }

    /// Gives new numbers to the blocks that hold an area that is large enough.
    pub(super) fn renumber(&self, blocks: &mut Blocks) {
        let mut numbers = vec![0];
        blocks.walls = 0;
        for block in (1..).take(self.most.len()) {
            let is_wall = self.says(block) != Says::No;
            blocks.walls += u32::from(is_wall);
            numbers.push(if is_wall { blocks.walls } else { 0 });
        }
        for number in &mut blocks.numbers {
            *number = numbers[*number as usize];
        }
    }

    /// Decides all cells, or as many as the budget allows.
    pub(super) fn decide<L: Lattice>(
        &self,
        raster: &Raster,
        gaps: &Gaps,
        blocks: &Blocks,
        budget: &mut u64,
    ) -> Decided {
        let census = self.census::<L>(raster, gaps, blocks);
        let mut decided = Decided {
            cells: Some(census.yes),
            not_on_chain: Vec::new(),
        };
        for doubt in &census.doubts {
            let answer = if self.is_at_outer_side::<L>(raster, gaps, doubt) {
                Search::Found
            } else {
                self.search::<L>(raster, doubt, &census, budget).0
            };
            match answer {
                Search::Found => decided.cells = decided.cells.map(|cells| cells + 1),
                Search::Nothing => decided.not_on_chain.push(doubt.cell),
                Search::Undecided => {
                    decided.cells = None;
                    decided.not_on_chain.push(doubt.cell);
                }
            }
        }
        decided
    }

    /// Answers for one cell.
    pub(super) fn answer<L: Lattice>(
        &self,
        raster: &Raster,
        gaps: &Gaps,
        blocks: &Blocks,
        cell: Cell,
        budget: &mut u64,
    ) -> Answer {
        let own = blocks_of::<L>(raster, gaps, blocks, cell);
        let best = own.iter().map(|block| self.says(*block)).max();
        let (found, target) = match best.unwrap_or(Says::No) {
            Says::No => (Search::Nothing, None),
            Says::Yes => (Search::Found, self.target(raster, gaps, &own, cell)),
            Says::Perhaps => {
                let doubt = Doubt { cell, blocks: own };
                let census = self.census::<L>(raster, gaps, blocks);
                self.search::<L>(raster, &doubt, &census, budget)
            }
        };
        let chain = target.and_then(|target| chain_round::<L>(raster, cell, &target));
        match (found, chain) {
            (Search::Undecided, _) => Err(Undecided),
            (_, chain) => Ok(chain),
        }
    }

    /// A gap in a face of one of these blocks that has enough cells, or has a
    /// gap with enough cells inside.
    fn target(&self, raster: &Raster, gaps: &Gaps, own: &[u32], cell: Cell) -> Option<Target> {
        let is_large = |gap: &u32| self.nest.sizes[*gap as usize] >= self.min_size;
        let large = (0..).take(self.nest.sizes.len()).filter(is_large);
        let faces = large.filter_map(|gap| self.nest.within(gap, |block| own.contains(&block)));
        let targets =
            faces.map(|gap| Target::gap(gaps.start_of(raster, self.nest.runs[gap as usize])));
        targets.min_by_key(|target| target.distance(cell))
    }

    fn census<L: Lattice>(&self, raster: &Raster, gaps: &Gaps, blocks: &Blocks) -> Census {
        let mut count = Count {
            sized: self,
            numbers: &blocks.numbers,
            row: 0,
            own: BTreeMap::new(),
            census: Census::default(),
        };
        for (band, first_span) in &blocks.bands {
            let mut walk = Walk::<L>::new(raster, gaps, true, band.start, *first_span);
            for row in band.clone() {
                count.row = row;
                walk.row(row, &mut count);
                count.end_row();
            }
        }
        count.census
    }

    /// Whether the cell lies on the outer side of a block that leaves a doubt:
    /// that side is a chain round all the block encloses.
    fn is_at_outer_side<L: Lattice>(&self, raster: &Raster, gaps: &Gaps, doubt: &Doubt) -> bool {
        L::GAP_STEPS[doubt.cell.row % 2].iter().any(|step| {
            let gap = match step.apply(doubt.cell) {
                Some(near) if raster.contains(near) => {
                    if raster.is_occupied(near) {
                        return false;
                    }
                    self.nest.gap_of(gaps, gaps.run_at(raster, near))
                }
                _ => NO_GAP,
            };
            doubt
                .blocks
                .iter()
                .any(|block| self.nest.outer(*block) == gap)
        })
    }

    /// Tries sets of gaps, block by block.
    fn search<L: Lattice>(
        &self,
        raster: &Raster,
        doubt: &Doubt,
        census: &Census,
        budget: &mut u64,
    ) -> (Search, Option<Target>) {
        let mut result = Search::Nothing;
        for block in &doubt.blocks {
            let Some([columns, rows]) = census.extents.get(block) else {
                continue;
            };
            // The lattice tells even rows from odd ones: keep them so.
            let corner = Cell::new(columns.start, rows.start / 2 * 2);
            let puzzle =
                Puzzle::<L>::new(raster, corner, Cell::new(columns.end, rows.end), doubt.cell);
            match puzzle.solve(self.min_size, budget) {
                (Search::Found, target) => return (Search::Found, target),
                (Search::Undecided, _) => result = Search::Undecided,
                (Search::Nothing, _) => {}
            }
        }
        (result, None)
    }
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Search {
    Found,
    Nothing,
    Undecided,
}

/// Counts cells by what their blocks say.
struct Count<'a> {
    sized: &'a Sized,
    numbers: &'a [u32],
    row: usize,
    /// The blocks of the cells of this row that are in one that leaves a
    /// doubt, and what the best of them says.
    own: BTreeMap<usize, (Says, Vec<u32>)>,
    census: Census,
}

impl Visitor for Count<'_> {
    fn cell(&mut self, column: usize, _steps: u8, _links: u8, span: u32) {
        self.cells(column..column + 1, span);
    }

    fn cells(&mut self, columns: Range<usize>, span: u32) {
        let block = self.numbers[span as usize];
        let says = self.sized.says(block);
        if says == Says::No {
            return;
        }
        if says == Says::Perhaps {
            let rows = self.row..self.row + 1;
            let extent = self
                .census
                .extents
                .entry(block)
                .or_insert_with(|| [columns.clone(), rows]);
            extent[0].start = extent[0].start.min(columns.start);
            extent[0].end = extent[0].end.max(columns.end);
            extent[1].end = self.row + 1;
        }
        for column in columns {
            let own = self.own.entry(column).or_insert((says, Vec::new()));
            own.0 = own.0.max(says);
            if says == Says::Perhaps {
                own.1.push(block);
            }
        }
    }
}

impl Count<'_> {
    fn end_row(&mut self) {
        for (column, (says, blocks)) in core::mem::take(&mut self.own) {
            if says == Says::Yes {
                self.census.yes += 1;
            } else {
                let cell = Cell::new(column, self.row);
                self.census.doubts.push(Doubt { cell, blocks });
            }
        }
    }
}

/// Collects the blocks of one cell.
struct BlocksOf<'a> {
    numbers: &'a [u32],
    cell: Cell,
    row: usize,
    found: Vec<u32>,
}

impl Visitor for BlocksOf<'_> {
    fn cell(&mut self, column: usize, _steps: u8, _links: u8, span: u32) {
        self.cells(column..column + 1, span);
    }

    fn cells(&mut self, columns: Range<usize>, span: u32) {
        let number = self.numbers[span as usize];
        if self.row == self.cell.row && columns.contains(&self.cell.column) && number != 0 {
            self.found.push(number);
        }
    }
}

/// The numbers of the blocks of a cell.
fn blocks_of<L: Lattice>(raster: &Raster, gaps: &Gaps, blocks: &Blocks, cell: Cell) -> Vec<u32> {
    let mut look = BlocksOf {
        numbers: &blocks.numbers,
        cell,
        row: 0,
        found: Vec::new(),
    };
    for (band, first_span) in blocks
        .bands
        .iter()
        .filter(|(band, _)| band.contains(&cell.row))
    {
        let mut walk = Walk::<L>::new(raster, gaps, true, band.start, *first_span);
        for row in band.start..=cell.row {
            look.row = row;
            walk.row(row, &mut look);
        }
    }
    look.found
}

/// A cell and what may be inside a chain through it.
struct Puzzle<L> {
    /// The part of the grid that matters, and where it begins.
    part: Raster,
    corner: Cell,
    cell: Cell,
    gaps: Gaps,
    nest: Nest,
    /// The gaps that a chain through the cell may enclose.
    candidates: BTreeSet<u32>,
    lattice: core::marker::PhantomData<L>,
}

impl<L: Lattice> Puzzle<L> {
    fn new(raster: &Raster, corner: Cell, end: Cell, cell: Cell) -> Puzzle<L> {
        let (width, height) = (end.column - corner.column, end.row - corner.row);
        let mut part = raster.part(corner, (width, height));
        let cell = Cell::new(cell.column - corner.column, cell.row - corner.row);
        part.set(cell, true);
        let progress = Progress::default();
        let gaps = Gaps::find::<L>(&part, 1, &progress);
        let blocks = Blocks::find::<L>(&part, &gaps, true, 1, &progress);
        let own = blocks_of::<L>(&part, &gaps, &blocks, cell);
        let nest = Nest::find::<L>(&part, &gaps, &blocks);
        let is_candidate = |gap: &u32| nest.within(*gap, |block| own.contains(&block)).is_some();
        let candidates = (0..).take(nest.runs.len()).filter(is_candidate).collect();
        Puzzle {
            part,
            corner,
            cell,
            gaps,
            nest,
            candidates,
            lattice: core::marker::PhantomData,
        }
    }

    /// Gaps that touch this one.
    fn touching(&self, gap: u32) -> impl Iterator<Item = u32> {
        let later = pairs_of(&self.nest.touching, gap).iter().map(|pair| pair.1);
        let earlier = self.nest.touching.iter().filter(move |pair| pair.1 == gap);
        later.chain(earlier.map(|pair| pair.0))
    }

    /// All candidates that hold together with these, and how many cells they
    /// have; `without` these.
    fn reach(&self, set: &BTreeSet<u32>, without: &BTreeSet<u32>) -> (BTreeSet<u32>, u32) {
        let mut reached = BTreeSet::new();
        let mut open: Vec<u32> = set.iter().copied().collect();
        let mut size = 0;
        while let Some(gap) = open.pop() {
            if self.candidates.contains(&gap) && !without.contains(&gap) && reached.insert(gap) {
                size += self.nest.sizes[gap as usize];
                open.extend(self.touching(gap));
            }
        }
        (reached, size)
    }

    /// Looks for a set of gaps with enough cells that a chain through the cell
    /// encloses.
    fn solve(&self, min_size: u32, budget: &mut u64) -> (Search, Option<Target>) {
        let nothing = BTreeSet::new();
        let mut before = BTreeSet::new();
        for &first in &self.candidates {
            let (all, size) = self.reach(&BTreeSet::from([first]), &nothing);
            if size >= min_size && all.first() == Some(&first) {
                match self.accepts(&all, budget) {
                    None => return (Search::Undecided, None),
                    Some(None) => {}
                    target => return (Search::Found, target.flatten()),
                }
            }
        }
        for &first in &self.candidates {
            match self.grow(first, &before, min_size, budget) {
                (Search::Nothing, _) => {}
                result => return result,
            }
            before.insert(first);
        }
        (Search::Nothing, None)
    }

    /// Tries all sets with this gap and none of those before. A set that is
    /// not enclosed is in no larger set that is.
    fn grow(
        &self,
        first: u32,
        before: &BTreeSet<u32>,
        min_size: u32,
        budget: &mut u64,
    ) -> (Search, Option<Target>) {
        let mut open = vec![(BTreeSet::from([first]), before.clone())];
        while let Some((set, mut without)) = open.pop() {
            if self.reach(&set, &without).1 < min_size {
                continue;
            }
            let mut near = set.iter().flat_map(|gap| self.touching(*gap));
            let next = near.find(|gap| {
                self.candidates.contains(gap) && !set.contains(gap) && !without.contains(gap)
            });
            drop(near);
            let Some(next) = next else {
                continue;
            };
            let mut larger = set.clone();
            larger.insert(next);
            let accepted = match self.accepts(&larger, budget) {
                None => return (Search::Undecided, None),
                Some(accepted) => accepted,
            };
            let old = without.clone();
            without.insert(next);
            open.push((set, without));
            if accepted.is_some() {
                let size: u32 = larger
                    .iter()
                    .map(|gap| self.nest.sizes[*gap as usize])
                    .sum();
                if size >= min_size {
                    return (Search::Found, accepted);
                }
                open.push((larger, old));
            }
        }
        (Search::Nothing, None)
    }

    /// Whether a chain through the cell encloses all these gaps, and what it
    /// has to go round; `None` if the budget does not allow to find out.
    fn accepts(&self, set: &BTreeSet<u32>, budget: &mut u64) -> Option<Option<Target>> {
        let cost = (self.part.width() * self.part.height()) as u64;
        *budget = budget.checked_sub(cost)?;
        let Some(first) = set.first() else {
            return Some(None);
        };
        let label = self.nest.runs[*first as usize] | MANY;
        let mut gaps = Gaps {
            entries: self.gaps.entries.clone(),
            row_starts: self.gaps.row_starts.clone(),
        };
        let runs: BTreeSet<u32> = set
            .iter()
            .map(|gap| self.nest.runs[*gap as usize])
            .collect();
        for entry in &mut gaps.entries {
            if runs.contains(&(*entry & INDEX)) {
                *entry = label;
            }
        }
        let progress = Progress::default();
        let blocks = Blocks::find::<L>(&self.part, &gaps, true, 1, &progress);
        let own = blocks_of::<L>(&self.part, &gaps, &blocks, self.cell);
        let nest = Nest::find::<L>(&self.part, &gaps, &blocks);
        let gap = nest.gap_of(&gaps, label & INDEX);
        let face = nest.within(gap, |block| own.contains(&block));
        Some(face.map(|face| {
            let first = gaps.start_of(&self.part, nest.runs[face as usize]);
            Target {
                first: self.shift(first),
                without: self.steps_within(&gaps, label),
            }
        }))
    }

    /// The cell of the whole grid.
    fn shift(&self, cell: Cell) -> Cell {
        Cell::new(cell.column + self.corner.column, cell.row + self.corner.row)
    }

    /// The steps that have cells with this label on both sides.
    fn steps_within(&self, gaps: &Gaps, label: u32) -> BTreeSet<[Cell; 2]> {
        let mut inside = self.part.clone();
        for row in 0..self.part.height() {
            inside.set_row(row, []);
            let mut run = gaps.row_starts[row] as usize;
            for_each_run(&self.part, row, |start, end| {
                for column in start..=end {
                    inside.set(Cell::new(column, row), gaps.entries[run] == label);
                }
                run += 1;
            });
        }
        let mut steps = BTreeSet::new();
        for row in 1..self.part.height() {
            for column in 0..self.part.width() {
                let cell = Cell::new(column, row);
                for (step, side) in [(Step::NorthEast, Step::East), (Step::NorthWest, Step::West)] {
                    let ends = step.apply(cell).zip(side.apply(cell));
                    let Some((end, side)) = ends else {
                        continue;
                    };
                    if self.part.is_occupied(cell)
                        && self.part.is_occupied(end)
                        && inside.is_occupied(Cell::new(column, row - 1))
                        && inside.is_occupied(side)
                    {
                        steps.insert(in_order(self.shift(cell), self.shift(end)));
                    }
                }
            }
        }
        steps
    }
}
