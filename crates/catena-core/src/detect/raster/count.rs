//! Cells on a chain: how many there are, and the numbers of their blocks.

use alloc::vec::Vec;

use super::band;
use super::block::Blocks;
use super::gap::Gaps;
use super::progress::Progress;
use super::walk::{Found, Visitor, Walk};
use crate::lattice::Lattice;
use crate::raster::Raster;

/// Counts the cells of valid blocks, and writes minus the number of the block
/// if there are labels. A cell in several blocks counts once and gets the
/// smallest number.
struct Count<'a> {
    numbers: &'a [u32],
    labels: Option<&'a mut [i32]>,
    cells: u64,
    /// The column after the last cell counted.
    after: usize,
}

impl Visitor for Count<'_> {
    #[inline]
    fn cell(&mut self, column: usize, _steps: u8, _links: u8, span: u32, _is_new: bool) {
        let number = self.numbers[span as usize];
        if number == 0 {
            return;
        }
        let is_first = self.after <= column;
        self.cells += u64::from(is_first);
        self.after = column + 1;
        if let Some(labels) = &mut self.labels {
            let label = -number.cast_signed();
            labels[column] = if is_first {
                label
            } else {
                labels[column].max(label)
            };
        }
    }

    fn valid(&mut self, _column: usize, _span: u32, _found: Found) {}
}

/// Counts the cells on a chain, and labels them if there are labels.
pub(super) fn cells_on_chain<L: Lattice>(
    raster: &Raster,
    gaps: &Gaps,
    blocks: &Blocks,
    labels: Option<&mut [i32]>,
    threads: usize,
    progress: &Progress,
) -> u64 {
    if blocks.walls == 0 {
        return 0;
    }
    let mut jobs = Vec::new();
    let mut rest = labels;
    for band in band::split(raster.height(), threads) {
        let own = rest.take().map(|labels| {
            let (own, more) = labels.split_at_mut(band.len() * raster.width());
            rest = Some(more);
            own
        });
        jobs.push((band, own));
    }
    let counts = band::run_all(jobs, |(band, labels)| {
        count_band::<L>(raster, gaps, blocks, band, labels, progress)
    });
    counts.into_iter().sum()
}

fn count_band<L: Lattice>(
    raster: &Raster,
    gaps: &Gaps,
    blocks: &Blocks,
    band: band::Band,
    mut labels: Option<&mut [i32]>,
    progress: &Progress,
) -> u64 {
    let mut walk = Walk::<L>::new(
        raster,
        gaps,
        true,
        band.start,
        blocks.row_starts[band.start],
    );
    let mut cells = 0;
    for row in band.clone() {
        let labels = labels
            .as_deref_mut()
            .map(|labels| &mut labels[(row - band.start) * raster.width()..][..raster.width()]);
        let mut count = Count {
            numbers: &blocks.numbers,
            labels,
            cells: 0,
            after: 0,
        };
        walk.row(row, &mut count);
        cells += count.cells;
        progress.add_row();
    }
    cells
}
