//! A part of an analysis alone, in less time and memory than all of it: the set
//! of the cells on a chain, or the labels of the areas.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::area::Areas;
use super::block::{Blocks, Record};
use super::gap::Gaps;
use super::size::SizeTest;
use super::walk::NONE;
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
/// Cells that follow each other and have it in common share an entry (run-length
/// encoding): in thick walls there are far fewer changes than cells.
#[derive(Default)]
struct SpanRecord {
    /// For each word, row by row, the cells that can be in a span.
    cells: Vec<u64>,
    /// For each word those of them whose span is not that of the one before.
    changes: Vec<u64>,
    /// Where the words of the row begin, and of the next row.
    row: usize,
    next_row: usize,
    /// The span that each change leads to, or [`NONE`], in reading order, and room
    /// for more.
    spans: Vec<u32>,
    /// How many changes there are.
    len: usize,
    /// The span of the last cell, or [`NONE`].
    last: u32,
    /// The other span of each cell that is in two: the word of the cell, its bit
    /// and the span.
    seconds: Vec<(usize, u64, u32)>,
}

impl Record for SpanRecord {
    const COUNTS: bool = false;

    fn begin(&mut self, rows: usize, words: usize) {
        self.cells = vec![0; rows * words];
        self.changes = vec![0; rows * words];
        self.last = NONE;
    }

    /// Makes room for the row, so that the other methods need not grow anything.
    fn begin_row(&mut self, words: usize) {
        self.row = self.next_row;
        self.next_row += words;
        let room = self.len + 64 * words + 1;
        if room > self.spans.capacity() {
            // The room grows by an eighth instead of doubling: see `push` in `block`.
            let more = self.spans.len() / 8 + (room - self.spans.len());
            self.spans.reserve_exact(more);
        }
        if room > self.spans.len() {
            self.spans.resize(room, 0);
        }
    }

    #[inline]
    fn word(&mut self, index: usize, cells: u64) {
        self.cells[self.row + index] = cells;
    }

    /// There is no branch: on random grids the processor would guess half of them
    /// wrong.
    #[inline]
    fn seen(&mut self, column: usize, span: u32) {
        let is_change = span != self.last;
        self.changes[self.row + column / 64] |= u64::from(is_change) << (column % 64);
        self.spans[self.len] = span;
        self.len += usize::from(is_change);
        self.last = span;
    }

    fn second(&mut self, column: usize, span: u32) {
        let word = self.row + column / 64;
        self.seconds.push((word, 1 << (column % 64), span));
    }

    /// Most cells that come in numbers continue the span of the one before.
    #[inline]
    fn cells(&mut self, columns: Range<usize>, span: u32) {
        if span != self.last {
            self.seen(columns.start, span);
        }
    }
}

impl SpanRecord {
    /// The cells that are in a wall, as words; `numbers` has the number of the wall
    /// of each span, or 0.
    fn into_walls(self, numbers: &[u32]) -> Vec<u64> {
        let is_wall = |span: u32| numbers.get(span as usize).is_some_and(|wall| *wall != 0);
        let mut spans = self.spans[..self.len].iter();
        let mut words = self.cells;
        // All bits if the cell before is in a wall, otherwise none.
        let mut before = 0;
        for (word, changes) in words.iter_mut().zip(&self.changes) {
            let mut walls = before;
            let mut rest = *changes;
            // As many spans as bits are left: the record has one for each.
            for span in spans.by_ref().take(changes.count_ones() as usize) {
                let onward = !(rest & rest.wrapping_neg()).wrapping_sub(1);
                rest &= rest.wrapping_sub(1);
                walls = walls & !onward | if is_wall(*span) { onward } else { 0 };
            }
            before = if walls >> 63 == 1 { !0 } else { 0 };
            *word &= walls;
        }
        for (word, bit, span) in self.seconds {
            words[word] |= if is_wall(span) { bit } else { 0 };
        }
        words
    }
}

/// The cells of all walls.
fn wall_cells(raster: &Raster, blocks: &Blocks, records: Vec<SpanRecord>) -> Raster {
    if blocks.walls == 0 {
        return Raster::blank(raster.width(), raster.height());
    }
    let numbers = |first_span: u32| &blocks.numbers[first_span as usize..];
    let starts = blocks.bands.iter().map(|(_, first_span)| *first_span);
    let jobs = starts.zip(records).collect();
    let bands = band::run_all(jobs, |(first_span, record)| {
        record.into_walls(numbers(first_span))
    });
    let mut bands = bands.into_iter();
    let mut words = bands.next().unwrap_or_default();
    for below in bands {
        words.extend(below);
    }
    Raster::from_words(raster.width(), words)
}
