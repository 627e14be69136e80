//! Blocks: the biconnected components of the occupied cells, by union-find.
//!
//! Usually blocks are found by a depth-first search (Hopcroft and Tarjan). On a
//! grid the gaps tell which links of a cell lie in one block (lemma G5 of
//! `docs/theory-grids.md`, see [`super::joint`]), so it is enough to walk over
//! the rows and to join spans of neighbouring rows. That needs no stack and two
//! numbers per span, and bands of rows can be worked on in parallel.

use alloc::vec::Vec;
use core::ops::Range;

use super::band::{self, Band};
use super::gap::Gaps;
use super::walk::{Evidence, SpanRow, Visitor, Walk, linked};
use crate::detect::progress::Progress;
use crate::lattice::Lattice;
use crate::raster::Raster;
use crate::union_find::{Forest, INDEX, MARK};

/// On a block: it encloses an area that is large enough.
const VALID: u32 = MARK;

/// The blocks of a raster.
pub(super) struct Blocks {
    /// For each span the number of its block, from 1 in the order of their
    /// first cells, or 0 if the block encloses no valid area.
    pub(super) numbers: Vec<u32>,
    /// The rows that were walked over, and the number of the first span there.
    pub(super) bands: Vec<(Band, u32)>,
    /// How many blocks enclose a valid area.
    pub(super) walls: u32,
    /// How many cells are in such a block; 0 if they were not counted.
    pub(super) cells: u64,
}

/// What a walk keeps of the cells it visits, beside their blocks; `()` keeps
/// nothing.
pub(super) trait Record: Default + Send {
    /// Whether the cells of the blocks are counted. A record that has them can do
    /// without.
    const COUNTS: bool;

    /// There will be this many rows, each of this many words.
    fn begin(&mut self, _rows: usize, _words: usize) {}

    /// The cells that follow are in the next row, which has this many words.
    fn begin_row(&mut self, _words: usize) {}

    /// See [`Visitor::word`].
    fn word(&mut self, _index: usize, _cells: u64) {}

    /// See [`Visitor::seen`].
    fn seen(&mut self, _column: usize, _span: u32) {}

    /// The cell in this column is in this span as well.
    fn second(&mut self, _column: usize, _span: u32) {}

    /// See [`Visitor::cells`].
    fn cells(&mut self, _columns: Range<usize>, _span: u32) {}
}

impl Record for () {
    const COUNTS: bool = true;
}

/// What the walk over a band found.
#[derive(Default)]
struct BandBlocks<R> {
    /// The union-find over spans.
    entries: Vec<u32>,
    /// How many cells each span has, modulo 2^32.
    counts: Vec<u32>,
    /// A span for each time that its count began again at 0.
    wraps: Vec<u32>,
    /// The spans of each cell that is in two. Both spans count it.
    doubles: Vec<(u32, u32)>,
    /// The spans of the last row.
    row: SpanRow,
    record: R,
}

impl<R: Record> Visitor for BandBlocks<R> {
    const LOOKS: bool = false;

    /// Makes room for the spans of a row before it is visited, so that the
    /// other methods need not test for it.
    fn expect(&mut self, spans: u32) {
        let len = self.entries.len();
        if spans as usize > self.entries.capacity() {
            let more = len / 8 + (spans as usize - len);
            self.entries.reserve_exact(more);
            if R::COUNTS {
                self.counts.reserve_exact(more);
            }
        }
        self.entries.extend(index(len)..spans);
        if R::COUNTS {
            self.counts.resize(self.entries.len(), 0);
        }
    }

    #[inline]
    fn count(&mut self, span: u32, cells: u32) {
        self.add(span, cells);
    }

    #[inline]
    fn word(&mut self, index: usize, cells: u64) {
        self.record.word(index, cells);
    }

    #[inline]
    fn seen(&mut self, column: usize, span: u32) {
        self.record.seen(column, span);
    }

    /// Called for the second span of a cell only: see `LOOKS`.
    fn cell(&mut self, column: usize, _steps: u8, _links: u8, span: u32) {
        self.record.second(column, span);
    }

    fn double(&mut self, first: u32, second: u32) {
        if R::COUNTS {
            push(&mut self.doubles, (first, second));
        }
    }

    #[inline]
    fn cells(&mut self, columns: Range<usize>, span: u32) {
        self.add(span, index(columns.len()));
        self.record.cells(columns, span);
    }

    #[inline]
    fn join(&mut self, span: u32, other: u32) {
        self.forest().join(span, other);
    }

    #[inline]
    fn valid(&mut self, _column: usize, span: u32, _evidence: Evidence) {
        self.forest().mark(span, VALID);
    }
}

impl<R: Record> BandBlocks<R> {
    #[inline]
    fn add(&mut self, span: u32, cells: u32) {
        if !R::COUNTS {
            return;
        }
        let count = &mut self.counts[span as usize];
        let (sum, is_wrapped) = count.overflowing_add(cells);
        *count = sum;
        if is_wrapped {
            self.wraps.push(span);
        }
    }

    /// Walks over the rows of a band.
    fn find<L: Lattice>(
        raster: &Raster,
        gaps: &Gaps,
        single: bool,
        band: Band,
        progress: &Progress,
    ) -> BandBlocks<R> {
        let mut found = BandBlocks::<R>::default();
        let mut walk = Walk::<L>::new(raster, gaps, single, band.start, 0);
        let words = raster.row(0).len();
        found.record.begin(band.len(), words);
        for row in band {
            found.record.begin_row(words);
            walk.row(row, &mut found);
            progress.add_row();
        }
        let spans = walk.next_span() as usize;
        found.entries.truncate(spans);
        found.counts.truncate(spans);
        found.row = walk.into_last_row();
        found
    }

    fn forest(&mut self) -> Forest<'_> {
        Forest {
            first: 0,
            entries: &mut self.entries,
        }
    }

    /// Adds the band below. Returns the number its first span gets, and its record.
    fn append(&mut self, below: BandBlocks<R>) -> (u32, R) {
        let start = index(self.entries.len());
        self.entries.reserve_exact(below.entries.len());
        self.entries
            .extend(below.entries.iter().map(|entry| entry + start));
        self.counts.reserve_exact(below.counts.len());
        self.counts.extend(below.counts);
        self.wraps
            .extend(below.wraps.iter().map(|span| span + start));
        let doubles = below.doubles.iter();
        self.doubles
            .extend(doubles.map(|(one, other)| (one + start, other + start)));
        self.row = below.row;
        (start, below.record)
    }
}

/// Joins the spans of the first row of a band with those of the last row of the
/// band above, by the chosen links between the two rows (G10). The walk over
/// the band could not see them.
struct Seam<'a> {
    forest: Forest<'a>,
    above: SpanRow,
}

impl Visitor for Seam<'_> {
    fn cell(&mut self, column: usize, _steps: u8, links: u8, span: u32) {
        if links != 0 {
            for above in linked(&self.above, column, links) {
                self.forest.join(span, above);
            }
        }
    }

    fn cells(&mut self, _columns: Range<usize>, _span: u32) {}
}

impl Blocks {
    /// Gives the blocks new numbers, 0 to those that do not count: `numbers`
    /// has the new number of each old one.
    pub(super) fn renumber(&mut self, numbers: &[u32]) {
        for number in &mut self.numbers {
            *number = numbers[*number as usize];
        }
        self.walls = numbers.iter().copied().max().unwrap_or(0);
    }

    /// Finds the blocks that enclose an empty cell (`single`) or two that an
    /// area step joins. By T2 (on every lattice: G2) each of their cells is on a
    /// chain of size 1, or 2.
    ///
    /// # Complexity
    ///
    /// Linear in the cells but for the union-find, see G16.
    pub(super) fn find<L: Lattice>(
        raster: &Raster,
        gaps: &Gaps,
        single: bool,
        threads: usize,
        progress: &Progress,
    ) -> Blocks {
        Blocks::find_recorded::<L, ()>(raster, gaps, single, threads, progress).0
    }

    /// Finds the blocks like [`find`](Blocks::find), and keeps a record of each
    /// band, in which its first span is number 0.
    pub(super) fn find_recorded<L: Lattice, R: Record>(
        raster: &Raster,
        gaps: &Gaps,
        single: bool,
        threads: usize,
        progress: &Progress,
    ) -> (Blocks, Vec<R>) {
        let bands = band::split(raster.height(), threads);
        let found = band::run_all(bands.clone(), |band| {
            BandBlocks::<R>::find::<L>(raster, gaps, single, band, progress)
        });
        let mut found = found.into_iter();
        let mut all = found.next().unwrap_or_default();
        let mut starts = alloc::vec![(bands[0].clone(), 0)];
        let mut records = alloc::vec![core::mem::take(&mut all.record)];
        let mut above_start = 0;
        for (band, below) in bands.into_iter().skip(1).zip(found) {
            let mut above = core::mem::take(&mut all.row);
            // The band above numbered its spans from 0. Entries that no link
            // leads to mean nothing and may wrap around.
            for span in &mut above {
                *span = span.wrapping_add(above_start);
            }
            let (start, record) = all.append(below);
            above_start = start;
            records.push(record);
            let mut seam = Seam {
                forest: all.forest(),
                above,
            };
            Walk::<L>::new(raster, gaps, single, band.start, above_start)
                .row(band.start, &mut seam);
            starts.push((band, above_start));
        }
        let walls = number_valid(&mut all.entries);
        let blocks = Blocks {
            cells: count_cells(&all),
            numbers: all.entries,
            bands: starts,
            walls,
        };
        (blocks, records)
    }
}

/// How many cells are in valid blocks; the entries are numbers already.
fn count_cells<R>(all: &BandBlocks<R>) -> u64 {
    let is_valid = |span: u32| all.entries[span as usize] != 0;
    let spans = all.entries.iter().zip(&all.counts);
    let cells: u64 = spans
        .filter(|(number, _)| **number != 0)
        .map(|(_, count)| u64::from(*count))
        .sum();
    let wraps = all.wraps.iter().filter(|span| is_valid(**span)).count() as u64;
    let mut twice = 0;
    for &(one, other) in &all.doubles {
        twice += u64::from(is_valid(one) && is_valid(other));
    }
    cells + (wraps << 32) - twice
}

/// Turns the union-find into numbers of blocks; returns how many are valid.
fn number_valid(entries: &mut [u32]) -> u32 {
    let mut walls = 0;
    for span in 0..entries.len() {
        let parent = (entries[span] & INDEX) as usize;
        // The root of a set is its smallest member (G13), so a parent comes
        // before its children and has its number already. The root is the span
        // that begins with the first cell of the block: numbers are in the
        // order of first cells.
        entries[span] = if parent != span {
            entries[parent]
        } else if entries[span] & VALID != 0 {
            walls += 1;
            walls
        } else {
            0
        };
    }
    walls
}

/// Adds an element. The room grows by an eighth instead of doubling: memory is
/// what counts here, and the allocator moves large arrays without a copy.
#[inline]
fn push<T>(list: &mut Vec<T>, element: T) {
    if list.len() == list.capacity() {
        list.reserve_exact(list.len() / 8 + 1024);
    }
    list.push(element);
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "there are fewer spans than cells"
)]
fn index(spans: usize) -> u32 {
    spans as u32
}
