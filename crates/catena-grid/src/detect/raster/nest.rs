//! How gaps and blocks lie in each other.
//!
//! An enclosed gap lies in a face of exactly one block, *its* block, and a
//! block lies in exactly one gap, its *outer* gap. So gaps and blocks form a
//! forest, and what a block encloses is all that is below it.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::block::Blocks;
use super::gap::{Gaps, OUTSIDE};
use super::walk::{Found, Visitor, Walk};
use crate::cell::Cell;
use crate::detect::run::{Runs, for_each_run, for_each_word};
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
    /// Gaps that touch across a step of a wall, lower number first, in order.
    pub(super) touching: Vec<(u32, u32)>,
}

/// The most empty cells that hold together in what a block encloses.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Most {
    /// In one gap.
    pub(super) in_gap: u32,
    /// In several gaps that touch across steps of walls.
    pub(super) in_group: u32,
}

/// Notes the block of each gap and the first cell of each block.
struct Outline<'a> {
    numbers: &'a [u32],
    row: usize,
    blocks: Vec<u32>,
    firsts: Vec<(Cell, u8)>,
}

impl Visitor for Outline<'_> {
    fn cell(&mut self, column: usize, steps: u8, _links: u8, span: u32) {
        // Blocks are numbered in the order of their first cells.
        if self.numbers[span as usize] as usize == self.firsts.len() + 1 {
            self.firsts.push((Cell::new(column, self.row), steps));
        }
    }

    fn cells(&mut self, _columns: Range<usize>, _span: u32) {}

    fn valid(&mut self, _column: usize, span: u32, found: Found) {
        if found == Found::Gap {
            self.blocks.push(self.numbers[span as usize]);
        }
    }
}

impl Nest {
    /// Finds out how things lie. The blocks must be those that enclose at
    /// least one cell.
    pub(super) fn find<L: Lattice>(raster: &Raster, gaps: &Gaps, blocks: &Blocks) -> Nest {
        let mut outline = Outline {
            numbers: &blocks.numbers,
            row: 0,
            blocks: Vec::new(),
            firsts: Vec::new(),
        };
        for (band, first_span) in &blocks.bands {
            let mut walk = Walk::<L>::new(raster, gaps, true, band.start, *first_span);
            for row in band.clone() {
                outline.row = row;
                walk.row(row, &mut outline);
            }
        }
        let is_first = |(run, entry): &(u32, &u32)| **entry & INDEX == *run;
        let runs = (0..).zip(&gaps.entries).skip(1).filter(is_first);
        let mut nest = Nest {
            runs: runs.map(|(run, _)| run).collect(),
            sizes: Vec::new(),
            blocks: outline.blocks,
            outer: Vec::new(),
            touching: Vec::new(),
        };
        nest.sizes = nest.measure(raster, gaps);
        nest.outer = (outline.firsts.iter())
            .map(|(cell, steps)| nest.gap_outside::<L>(raster, gaps, *cell, *steps))
            .collect();
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
            gap = self.outer(block);
        }
        None
    }

    /// [`face`](Nest::face) for all gaps at once, in linear time: a gap around
    /// another one has a smaller number (its first cell comes first).
    pub(super) fn faces(&self, is_wanted: impl Fn(u32) -> bool) -> Vec<Option<u32>> {
        let mut faces: Vec<Option<u32>> = Vec::with_capacity(self.blocks.len());
        for (gap, &block) in (0..).zip(&self.blocks) {
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

    /// The gap above the first cell of a block: the one beside its first step.
    fn gap_outside<L: Lattice>(&self, raster: &Raster, gaps: &Gaps, cell: Cell, steps: u8) -> u32 {
        let first = steps.trailing_zeros() as usize;
        let turns = (1..8).map(|turn| Step::ALL[(first + 8 - turn) % 8]);
        let mut leaks = turns.filter(|step| L::GAP_STEPS[cell.row % 2].contains(*step));
        let beside = leaks.next().and_then(|step| step.apply(cell));
        match beside {
            Some(near) if raster.contains(near) => self.gap_of(gaps, gaps.run_at(raster, near)),
            _ => NO_GAP,
        }
    }

    fn find_touching<L: Lattice>(&self, raster: &Raster, gaps: &Gaps) -> Vec<(u32, u32)> {
        let (mut above, mut below) = (Runs::new(raster), Runs::new(raster));
        let mut touching = Vec::new();
        for row in 0..raster.height() {
            core::mem::swap(&mut above, &mut below);
            below.load(raster, row);
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

    /// The most empty cells that hold together in each block, from block 1 on.
    ///
    /// Gaps are taken from the last to the first, so that what lies inside a
    /// gap comes before it, and what does not lie in the same block after it.
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
            for &(_, block) in pairs_of(&inside, gap) {
                let below = most[block as usize - 1];
                here.in_gap = here.in_gap.max(below.in_gap);
                here.in_group = here.in_group.max(below.in_group);
            }
            let block = &mut most[self.blocks[gap as usize] as usize - 1];
            block.in_gap = block.in_gap.max(here.in_gap);
            block.in_group = block.in_group.max(here.in_group);
        }
        most
    }
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
