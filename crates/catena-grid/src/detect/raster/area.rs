//! Enclosed areas: the connected components of the enclosed cells, with their
//! sizes and numbers, and the largest ones.

use alloc::vec::Vec;

use super::Tally;
use super::band;
use super::gap::{Gaps, OUTSIDE, TOUCHES_OUTSIDE};
use crate::cell::Cell;
use crate::detect::progress::Progress;
use crate::detect::run::{RunIndex, for_each_run};
use crate::lattice::Lattice;
use crate::raster::Raster;
use crate::union_find::INDEX;

/// An enclosed area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Area {
    /// Its number, from 1 in the order of first cells.
    pub number: u32,
    /// How many cells it has.
    pub size: u64,
    /// Its first cell in reading order.
    pub first: Cell,
}

/// The areas of a raster.
pub(crate) struct Areas {
    /// For each run the area it belongs to; 0 is what is not enclosed.
    of_runs: Vec<u32>,
    row_starts: Vec<u32>,
    /// For each of these the number of the area, or 0 if it is too small.
    numbers: Vec<u32>,
    /// How many are large enough.
    pub(crate) count: u32,
    /// The largest of those, largest first.
    pub(crate) largest: Vec<Area>,
    /// How many cells are enclosed, those of small areas included.
    pub(crate) cells: u64,
    /// Areas that touch no empty cell which is not enclosed.
    pub(crate) sealed: Tally,
}

/// The bits of a size. The highest bit says whether the area touches a cell that
/// is not enclosed.
const SIZE: u64 = (1 << 63) - 1;

impl Areas {
    /// Joins gaps to areas and keeps those of at least `min_size` cells.
    pub(crate) fn find<L: Lattice>(
        mut gaps: Gaps,
        raster: &Raster,
        min_size: u32,
        wanted: usize,
        progress: &Progress,
    ) -> Areas {
        gaps.join_areas::<L>(raster, progress);
        Areas::number(gaps, raster, min_size, wanted)
    }

    /// Numbers the areas of at least `min_size` cells, once gaps are joined to
    /// areas.
    pub(crate) fn number(mut gaps: Gaps, raster: &Raster, min_size: u32, wanted: usize) -> Areas {
        let sizes = measure(&mut gaps, raster);
        let mut areas = Areas {
            of_runs: gaps.entries,
            row_starts: gaps.row_starts,
            numbers: Vec::new(),
            count: 0,
            largest: Vec::new(),
            cells: sizes[1..].iter().map(|size| size & SIZE).sum(),
            sealed: Tally::default(),
        };
        for size in sizes[1..].iter().filter(|size| **size & !SIZE == 0) {
            areas.sealed.count += 1;
            areas.sealed.cells += size;
        }
        let largest = largest(&sizes, min_size, wanted);
        areas.numbers.reserve_exact(sizes.len());
        areas.numbers.push(0);
        for size in &sizes[1..] {
            let is_large = *size & SIZE >= u64::from(min_size);
            areas.count += u32::from(is_large);
            areas.numbers.push(if is_large { areas.count } else { 0 });
        }
        drop(sizes);
        areas.largest = areas.describe(raster, &largest);
        areas
    }

    /// Finds the first cells of these areas, given as index and size.
    fn describe(&self, raster: &Raster, wanted: &[(u32, u64)]) -> Vec<Area> {
        let mut areas: Vec<Area> = Vec::with_capacity(wanted.len());
        // Areas are numbered in the order of their first runs (G13), so one
        // pass over the runs finds them all.
        let mut in_order = wanted.to_vec();
        in_order.sort_unstable();
        let mut runs = (0..).zip(&self.of_runs);
        let mut index = RunIndex::new(raster, &self.row_starts);
        for (area, size) in in_order {
            let first = runs.find(|(_, other)| **other == area);
            areas.push(Area {
                number: self.numbers[area as usize],
                size,
                first: first.map_or(Cell::new(0, 0), |(run, _)| index.start_of(run)),
            });
        }
        areas.sort_by_key(|area| (core::cmp::Reverse(area.size), area.number));
        areas
    }

    /// The number of the area of a run, or 0 if it is none or too small.
    pub(crate) fn number_of(&self, run: u32) -> u32 {
        self.numbers[self.of_runs[run as usize] as usize]
    }

    /// The number of the first run of a row.
    pub(crate) fn row_start(&self, row: usize) -> u32 {
        self.row_starts[row]
    }

    /// Writes the number of its area to each enclosed cell.
    pub(crate) fn write(&self, raster: &Raster, labels: &mut [i32], threads: usize) {
        let width = raster.width();
        let mut jobs = Vec::new();
        let mut rest = labels;
        for band in band::split(raster.height(), threads) {
            let (own, more) = rest.split_at_mut(band.len() * width);
            rest = more;
            jobs.push((band, own));
        }
        band::run_all(jobs, |(band, labels)| {
            for (row, labels) in band.zip(labels.chunks_exact_mut(width)) {
                let mut run = self.row_starts[row] as usize;
                for_each_run(raster, row, |start, end| {
                    let number = self.numbers[self.of_runs[run] as usize];
                    if number != 0 {
                        labels[start..=end].fill(number.cast_signed());
                    }
                    run += 1;
                });
            }
        });
    }
}

/// Numbers the areas in the order of their first cells, in place, and returns
/// their sizes. The outside is number 0.
fn measure(gaps: &mut Gaps, raster: &Raster) -> Vec<u64> {
    let mut sizes = alloc::vec![0u64];
    gaps.entries[OUTSIDE as usize] = 0;
    let mut run = OUTSIDE as usize;
    for row in 0..raster.height() {
        for_each_run(raster, row, |start, end| {
            run += 1;
            let entry = gaps.entries[run];
            let parent = (entry & INDEX) as usize;
            // A root is the first run of its area, so areas are numbered in
            // the order of their first cells.
            let area = if parent == run {
                let touches = if entry & TOUCHES_OUTSIDE != 0 {
                    !SIZE
                } else {
                    0
                };
                sizes.push(touches);
                index(sizes.len() - 1)
            } else {
                // A parent is smaller than its children (G13): it has its
                // number already.
                gaps.entries[parent]
            };
            gaps.entries[run] = area;
            sizes[area as usize] += (end + 1 - start) as u64;
        });
    }
    sizes
}

/// The `wanted` largest areas that are large enough, as index and size; of areas
/// of equal size, the first ones.
///
/// # Complexity
///
/// Linear in the areas, whatever `wanted` is: of twice as many as are wanted,
/// half are dropped at a time.
fn largest(sizes: &[u64], min_size: u32, wanted: usize) -> Vec<(u32, u64)> {
    let rank = |&(area, size): &(u32, u64)| (core::cmp::Reverse(size), area);
    let mut best: Vec<(u32, u64)> = Vec::new();
    // Areas up to this size are not among the largest.
    let mut beaten = u64::from(min_size).saturating_sub(1);
    for (area, size) in (1..).zip(sizes[1..].iter().map(|size| size & SIZE)) {
        if size <= beaten || wanted == 0 {
            continue;
        }
        best.push((area, size));
        if best.len() >= wanted.saturating_mul(2) {
            best.select_nth_unstable_by_key(wanted - 1, rank);
            best.truncate(wanted);
            beaten = best[wanted - 1].1;
        }
    }
    best.sort_unstable_by_key(rank);
    best.truncate(wanted);
    best
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "there are fewer areas than runs"
)]
fn index(areas: usize) -> u32 {
    areas as u32
}
