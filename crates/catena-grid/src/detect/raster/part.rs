//! A part of an analysis alone, in less time and memory than all of it: the set
//! of the cells on a chain, or the labels of the areas.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::area::Areas;
use super::block::{Blocks, Record};
use super::gap::Gaps;
use super::size::SizeTest;
use super::{Query, band};
use crate::budget::{Limited, Undecided};
use crate::detect::progress::Progress;
use crate::lattice::Lattice;
use crate::min_size::MinSize;
use crate::raster::Raster;

/// See [`Grid::chain_cells_by`](crate::Grid::chain_cells_by).
pub(crate) fn chain_cells<L: Lattice>(
    raster: &Raster,
    query: &Query<'_>,
    budget: u64,
) -> Result<Raster, Undecided> {
    let unwatched = Progress::default();
    let progress = query.progress.unwrap_or(&unwatched);
    let gaps = Gaps::find::<L>(raster, query.threads, progress);
    let single = query.min_size != MinSize::TWO;
    let (mut blocks, records) =
        Blocks::find_recorded::<L, SpanRecord>(raster, &gaps, single, query.threads, progress);
    let mut not_on_chain = Vec::new();
    if query.min_size > MinSize::TWO {
        let test = SizeTest::new::<L>(raster, &gaps, &blocks, query.min_size);
        let decided = test.decide::<L>(&mut Limited(budget));
        decided.cells?;
        not_on_chain = decided.not_on_chain;
        let numbers = test.wall_numbers();
        blocks.renumber(&numbers);
    }
    drop(gaps);
    let mut cells = wall_cells(raster, &blocks, records);
    for cell in not_on_chain {
        cells.set(cell, false);
    }
    Ok(cells)
}

/// See [`Grid::label_areas`](crate::Grid::label_areas).
pub(crate) fn label_areas<L: Lattice>(raster: &Raster, query: &Query<'_>) -> (Vec<i32>, u32) {
    let unwatched = Progress::default();
    let progress = query.progress.unwrap_or(&unwatched);
    let gaps = Gaps::find::<L>(raster, query.threads, progress);
    let areas = Areas::find::<L>(gaps, raster, query.min_size.get(), 0, progress);
    let mut labels = vec![0; raster.width() * raster.height()];
    areas.write(raster, &mut labels, query.threads);
    (labels, areas.count)
}

/// The span of each cell that is in one, so that the rows need no second walk.
#[derive(Default)]
struct SpanRecord {
    /// A bit for each cell that is in a span, row by row.
    bits: Vec<u64>,
    /// Where the words of the row begin.
    row: usize,
    /// The span of each such cell in reading order, and room for more.
    spans: Vec<u32>,
    /// How many cells there are.
    len: usize,
    /// The other span of each cell that is in two, with the place of the first.
    seconds: Vec<(usize, u32)>,
}

impl Record for SpanRecord {
    /// Makes room for the row, so that the other methods need not grow anything.
    fn begin_row(&mut self, words: usize) {
        self.row = self.bits.len();
        self.bits.resize(self.row + words, 0);
        let room = self.len + 64 * words + 1;
        if room > self.spans.capacity() {
            // By an eighth, not twice: see `push` in `block`.
            let more = self.spans.len() / 8 + (room - self.spans.len());
            self.spans.reserve_exact(more);
        }
        if room > self.spans.len() {
            self.spans.resize(room, 0);
        }
    }

    #[inline]
    fn seen(&mut self, column: usize, span: u32, is_in_block: bool) {
        self.bits[self.row + column / 64] |= u64::from(is_in_block) << (column % 64);
        self.spans[self.len] = span;
        self.len += usize::from(is_in_block);
    }

    fn second(&mut self, column: usize, span: u32) {
        if self.bits[self.row + column / 64] >> (column % 64) & 1 == 0 {
            self.seen(column, span, true);
        } else {
            self.seconds.push((self.len - 1, span));
        }
    }

    #[inline]
    fn cells(&mut self, columns: Range<usize>, span: u32) {
        for column in columns {
            self.seen(column, span, true);
        }
    }
}

impl SpanRecord {
    /// Sets the bits of the cells that are in a wall; `numbers` has the number of
    /// the wall of each span, or 0.
    fn write(mut self, numbers: &[u32], words: &mut [u64]) {
        let is_wall = |span: u32| numbers[span as usize] != 0;
        for (place, span) in self.seconds {
            if is_wall(span) {
                self.spans[place] = span;
            }
        }
        let mut spans = self.spans[..self.len].iter();
        for (word, seen) in words.iter_mut().zip(&self.bits) {
            let mut rest = *seen;
            // As many spans as bits are left: the record has one for each.
            for span in spans.by_ref().take(seen.count_ones() as usize) {
                let bit = rest & rest.wrapping_neg();
                rest ^= bit;
                *word |= if is_wall(*span) { bit } else { 0 };
            }
        }
    }
}

/// The cells of all walls.
fn wall_cells(raster: &Raster, blocks: &Blocks, records: Vec<SpanRecord>) -> Raster {
    let mut cells = Raster::blank(raster.width(), raster.height());
    if blocks.walls == 0 {
        return cells;
    }
    let stride = raster.row(0).len();
    let mut jobs = Vec::new();
    let mut rest = cells.words_mut();
    for ((band, first_span), record) in blocks.bands.iter().zip(records) {
        let (own, more) = rest.split_at_mut(band.len() * stride);
        rest = more;
        jobs.push((&blocks.numbers[*first_span as usize..], record, own));
    }
    band::run_all(jobs, |(numbers, record, words)| {
        record.write(numbers, words)
    });
    cells
}
