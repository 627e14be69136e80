//! The nest: the tree that says how gaps and blocks lie in each other.
//!
//! An enclosed gap lies along a bounded face of exactly one block, *its* block,
//! and along the outer boundary of a block lies exactly one gap, its *outer*
//! gap. So gaps and blocks form a tree whose root is the outside, and a block
//! encloses exactly the gaps below it: lemmas G7 to G9 of
//! `docs/theory-grids.md`.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::block::Blocks;
use super::gap::{Gaps, OUTSIDE};
use super::walk::{Evidence, Visitor, Walk};
use crate::cell::Cell;
use crate::detect::run::{RunIndex, Runs, for_each_run, for_each_word};
use crate::lattice::{Lattice, Step};
use crate::raster::Raster;
use crate::union_find::{Forest, INDEX};

/// No gap: the outside.
pub(super) const NO_GAP: u32 = u32::MAX;

/// The enclosed gaps, numbered from 0 in the order of their first cells, and
/// the blocks that enclose something, numbered from 1.
pub(super) struct Nest {
    /// The first run of each gap.
    pub(super) runs: Vec<u32>,
    /// How many cells each gap has.
    pub(super) sizes: Vec<u32>,
    /// The block of each gap.
    pub(super) blocks: Vec<u32>,
    /// The outer gap of each block, from block 1 on.
    outer: Vec<u32>,
    /// Gaps that touch across a link, lower number first, in order.
    pub(super) touching: Vec<(u32, u32)>,
}

/// The most connected empty cells among those that a block encloses.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Most {
    /// In one gap.
    pub(super) in_gap: u32,
    /// In gaps that touch across links.
    pub(super) in_group: u32,
}

/// Notes the block of each gap and the first cell of each block.
struct NestVisitor<'a> {
    numbers: &'a [u32],
    row: usize,
    /// The block of each gap. Gaps are numbered in the order of their first
    /// cells, and the walk comes to their corners in the same order.
    blocks: Vec<u32>,
    /// The first cell of each block, and its links in the block.
    firsts: Vec<(Cell, u8)>,
}

impl Visitor for NestVisitor<'_> {
    fn cell(&mut self, column: usize, steps: u8, _links: u8, span: u32) {
        // Blocks are numbered in the order of their first cells, and no two
        // have the same one (G13).
        if self.numbers[span as usize] as usize == self.firsts.len() + 1 {
            self.firsts.push((Cell::new(column, self.row), steps));
        }
    }

    // These cells lie in the block of a cell to their west or above them (G11),
    // so none is the first of its block.
    fn cells(&mut self, _columns: Range<usize>, _span: u32) {}

    fn valid(&mut self, _column: usize, span: u32, evidence: Evidence) {
        if evidence == Evidence::Gap {
            // The corner link of a gap lies in the block of the gap (G8,
            // G9(a)).
            self.blocks.push(self.numbers[span as usize]);
        }
    }
}

impl Nest {
    /// Finds the tree. The blocks must be those that enclose at least one cell;
    /// the others enclose no gap (G12(a)), so none is missing in the tree.
    ///
    /// # Complexity
    ///
    /// One walk over the rows, a binary search per run and per block, and a sort
    /// of the pairs of gaps that touch (G16).
    pub(super) fn find<L: Lattice>(raster: &Raster, gaps: &Gaps, blocks: &Blocks) -> Nest {
        let mut visitor = NestVisitor {
            numbers: &blocks.numbers,
            row: 0,
            blocks: Vec::new(),
            firsts: Vec::new(),
        };
        for (band, first_span) in &blocks.bands {
            let mut walk = Walk::<L>::new(raster, gaps, true, band.start, *first_span);
            for row in band.clone() {
                visitor.row = row;
                walk.row(row, &mut visitor);
            }
        }
        // The root of a gap is the run with its first cell (G13).
        let is_first = |(run, entry): &(u32, &u32)| **entry & INDEX == *run;
        let runs = (0..).zip(&gaps.entries).skip(1).filter(is_first);
        let mut nest = Nest {
            runs: runs.map(|(run, _)| run).collect(),
            sizes: Vec::new(),
            blocks: visitor.blocks,
            outer: Vec::new(),
            touching: Vec::new(),
        };
        nest.sizes = nest.measure(raster, gaps);
        let mut runs = RunIndex::new(raster, &gaps.row_starts);
        let outer = visitor.firsts.iter().map(|(cell, steps)| {
            outer_cell::<L>(raster, *cell, *steps)
                .map_or(NO_GAP, |near| nest.gap_of(gaps, runs.run_at(near)))
        });
        nest.outer = outer.collect();
        nest.touching = nest.find_touching::<L>(raster, gaps);
        nest
    }

    /// The number of the gap of a run.
    pub(super) fn gap_of(&self, gaps: &Gaps, run: u32) -> u32 {
        let first = gaps.entries[run as usize] & INDEX;
        self.runs.binary_search(&first).map_or(NO_GAP, index)
    }

    /// The outer gap of a block.
    pub(super) fn outer(&self, block: u32) -> u32 {
        self.outer[block as usize - 1]
    }

    /// The gap, or the one around it, that lies in a face of a block for which
    /// `is_wanted` holds.
    pub(super) fn face(&self, mut gap: u32, is_wanted: impl Fn(u32) -> bool) -> Option<u32> {
        while gap != NO_GAP {
            let block = self.blocks[gap as usize];
            if is_wanted(block) {
                return Some(gap);
            }
            // One step up in the tree; by G9(b) this ends at the outside.
            gap = self.outer(block);
        }
        None
    }

    /// [`face`](Nest::face) for all gaps at once, in linear time: a gap around
    /// another one has a smaller number (its first cell comes first).
    pub(super) fn faces(&self, is_wanted: impl Fn(u32) -> bool) -> Vec<Option<u32>> {
        let mut faces: Vec<Option<u32>> = Vec::with_capacity(self.blocks.len());
        for (gap, &block) in (0..).zip(&self.blocks) {
            // Either smaller than `gap`, so its face is known (G9(b)), or
            // `NO_GAP`, which is not in the list.
            let outer = self.outer(block) as usize;
            faces.push(if is_wanted(block) {
                Some(gap)
            } else {
                faces.get(outer).copied().flatten()
            });
        }
        faces
    }

    fn measure(&self, raster: &Raster, gaps: &Gaps) -> Vec<u32> {
        let mut sizes = vec![0; self.runs.len()];
        let mut run = OUTSIDE;
        for row in 0..raster.height() {
            for_each_run(raster, row, |start, end| {
                run += 1;
                if let Some(size) = sizes.get_mut(self.gap_of(gaps, run) as usize) {
                    *size += index(end + 1 - start);
                }
            });
        }
        sizes
    }

    /// The pairs of different enclosed gaps that an area step joins. No gap
    /// step does, so a link passes between them.
    fn find_touching<L: Lattice>(&self, raster: &Raster, gaps: &Gaps) -> Vec<(u32, u32)> {
        let (mut above, mut below) = (Runs::new(raster), Runs::new(raster));
        let mut touching = Vec::new();
        for row in 0..raster.height() {
            core::mem::swap(&mut above, &mut below);
            below.load(raster, row);
            // Orthogonal steps are gap steps, and each step can be taken back
            // (G1). So the diagonals to the row above are enough.
            if row == 0 || L::AREA_STEPS[row % 2] == L::GAP_STEPS[row % 2] {
                continue;
            }
            let starts = (gaps.row_starts[row - 1], gaps.row_starts[row]);
            for_each_word(&above, &below, starts, |contact| {
                contact.for_each_diagonal(L::AREA_STEPS[row % 2], |upper, lower| {
                    let (one, other) = (self.gap_of(gaps, upper), self.gap_of(gaps, lower));
                    if one != other && one != NO_GAP && other != NO_GAP {
                        touching.push((one.min(other), one.max(other)));
                    }
                });
            });
        }
        touching.sort_unstable();
        touching.dedup();
        touching
    }

    /// The most connected empty cells that each block encloses, from block 1 on.
    ///
    /// Gaps are added to a union-find from the last to the first. When a gap is
    /// added, the group it is in has only gaps from it on. So it does not reach
    /// beyond what the block of the gap encloses: it could only do so through
    /// the outer gap of that block, which comes before all gaps that the block
    /// encloses (G9, groups). And when the first gap of a group within a block
    /// is added, the group is complete.
    pub(super) fn most_in_blocks(&self) -> Vec<Most> {
        let mut most = vec![Most::default(); self.outer.len()];
        let mut inside: Vec<(u32, u32)> = self.outer.iter().copied().zip(1..).collect();
        inside.sort_unstable();
        let mut entries: Vec<u32> = (0..index(self.runs.len())).collect();
        let mut forest = Forest {
            first: 0,
            entries: &mut entries,
        };
        let mut sizes = self.sizes.clone();
        for gap in (0..index(self.runs.len())).rev() {
            // The lower number is first in a pair, so these are the touching
            // gaps that have been added before.
            for &(_, other) in pairs_of(&self.touching, gap) {
                let (one, other) = (forest.root(gap), forest.root(other));
                if let Some(root) = forest.join(one, other) {
                    sizes[root as usize] = sizes[one as usize] + sizes[other as usize];
                }
            }
            let mut here = Most {
                in_gap: self.sizes[gap as usize],
                in_group: sizes[forest.root(gap) as usize],
            };
            // The gaps below these blocks come later, so the blocks are done.
            for &(_, block) in pairs_of(&inside, gap) {
                let below = most[block as usize - 1];
                here.in_gap = here.in_gap.max(below.in_gap);
                here.in_group = here.in_group.max(below.in_group);
            }
            // All that is below this gap in the tree is enclosed by its block
            // too (G9(c)), so `here` is passed on with it.
            let block = &mut most[self.blocks[gap as usize] as usize - 1];
            block.in_gap = block.in_gap.max(here.in_gap);
            block.in_group = block.in_group.max(here.in_group);
        }
        most
    }
}

/// An empty cell of the outer gap of a block, or a cell to the west of which
/// lies one, given the first cell of the block and its links in the block; none
/// beyond the rim.
///
/// The links are among E, SE, S and SW. Counterclockwise from the first of them
/// the next gap step leads to the outer gap (G7, the row). If that cell is
/// occupied, it is the one to the north-east, and the one to the north is empty.
fn outer_cell<L: Lattice>(raster: &Raster, first: Cell, links: u8) -> Option<Cell> {
    let link = links.trailing_zeros() as usize;
    let turns = (1..8).map(|turn| Step::ALL[(link + 8 - turn) % 8]);
    let mut open = turns.filter(|step| L::GAP_STEPS[first.row % 2].contains(*step));
    let near = open.next().and_then(|step| step.apply(first));
    near.filter(|near| raster.contains(*near))
}

/// The pairs that begin with this number, from pairs in order.
fn pairs_of(pairs: &[(u32, u32)], first: u32) -> &[(u32, u32)] {
    let start = pairs.partition_point(|pair| pair.0 < first);
    let len = pairs[start..].partition_point(|pair| pair.0 == first);
    &pairs[start..start + len]
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "a raster has at most 10^9 cells"
)]
fn index(number: usize) -> u32 {
    number as u32
}
