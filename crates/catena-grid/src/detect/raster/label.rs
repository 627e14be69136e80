//! The labels of the cells on a chain: the number of the block of each.

use alloc::vec::Vec;
use core::ops::Range;

use super::band;
use super::block::Blocks;
use super::gap::Gaps;
use super::walk::{Visitor, Walk};
use crate::detect::progress::Progress;
use crate::lattice::Lattice;
use crate::raster::Raster;

/// Writes minus the number of its block to each cell of a row. A cell in
/// several blocks gets the smallest number.
struct LabelWriter<'a> {
    numbers: &'a [u32],
    labels: &'a mut [i32],
}

impl Visitor for LabelWriter<'_> {
    #[inline]
    fn cell(&mut self, column: usize, _steps: u8, _links: u8, span: u32) {
        // Labels are negative, so of two the larger has the smaller number; 0
        // stands for no label.
        let label = -self.numbers[span as usize].cast_signed();
        let old = self.labels[column];
        self.labels[column] = if old == 0 || label == 0 {
            old.min(label)
        } else {
            old.max(label)
        };
    }

    #[inline]
    fn cells(&mut self, columns: Range<usize>, span: u32) {
        self.labels[columns].fill(-self.numbers[span as usize].cast_signed());
    }
}

/// Writes the labels of all cells that are on a chain.
pub(super) fn write_chains<L: Lattice>(
    raster: &Raster,
    gaps: &Gaps,
    blocks: &Blocks,
    labels: &mut [i32],
    progress: &Progress,
) {
    if blocks.walls == 0 {
        return;
    }
    let mut jobs = Vec::new();
    let mut rest = labels;
    for (band, first_span) in &blocks.bands {
        let (own, more) = rest.split_at_mut(band.len() * raster.width());
        rest = more;
        jobs.push((band.clone(), *first_span, own));
    }
    band::run_all(jobs, |(band, first_span, labels)| {
        // Every walk over the same rows numbers the spans alike, so that the
        // blocks found before are found again (G13).
        let mut walk = Walk::<L>::new(raster, gaps, true, band.start, first_span);
        for (row, labels) in band.zip(labels.chunks_exact_mut(raster.width())) {
            let numbers = &blocks.numbers;
            walk.row(row, &mut LabelWriter { numbers, labels });
            progress.add_row();
        }
    });
}
