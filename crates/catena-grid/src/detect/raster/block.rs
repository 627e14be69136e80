//! Blocks: what stays in one piece whichever cell is taken away.
//!
//! Usually blocks are found by a depth-first search. On a grid the gaps tell
//! which arms of a cell lie in one block (see [`super::joint`]), so it is
//! enough to join spans of neighbouring rows: no stack, no memory but two
//! numbers a span, and bands of rows can be worked on side by side.

use alloc::vec::Vec;
use core::ops::Range;

use super::band::{self, Band};
use super::gap::Gaps;
use super::walk::{Found, Row, Visitor, Walk, linked};
use crate::detect::progress::Progress;
use crate::lattice::Lattice;
use crate::raster::Raster;
use crate::union_find::{Forest, INDEX, MARK};

/// On a block: it encloses an area that is large enough.
const VALID: u32 = MARK;

/// The blocks of a raster.
pub(super) struct Blocks {
    /// For each span the number of its block, from 1 in the order of their
    /// first cells, or 0 if the block holds no valid area.
    pub(super) numbers: Vec<u32>,
    /// The rows that were walked over, and the number of the first span there.
    pub(super) bands: Vec<(Band, u32)>,
    /// How many blocks hold a valid area.
    pub(super) walls: u32,
    /// How many cells are in such a block.
    pub(super) cells: u64,
}

/// What the walk over a band found.
#[derive(Default)]
struct Search {
    /// A forest of spans.
    entries: Vec<u32>,
    /// How many cells each span has.
    counts: Vec<u32>,
    /// The spans of each cell that is in two. Both spans count it.
    doubles: Vec<(u32, u32)>,
    /// The spans of the last row.
    row: Row,
}

impl Visitor for Search {
    const LOOKS: bool = false;

    fn expect(&mut self, spans: u32) {
        let len = self.entries.len();
        if spans as usize > self.entries.capacity() {
            let more = len / 8 + (spans as usize - len);
            self.entries.reserve_exact(more);
            self.counts.reserve_exact(more);
        }
        self.entries.extend(index(len)..spans);
        self.counts.resize(self.entries.len(), 0);
    }

    #[inline]
    fn count(&mut self, span: u32, cells: u32) {
        self.counts[span as usize] += cells;
    }

    fn cell(&mut self, _column: usize, _steps: u8, _links: u8, _span: u32) {}

    fn double(&mut self, first: u32, second: u32) {
        push(&mut self.doubles, (first, second));
    }

    #[inline]
    fn cells(&mut self, columns: Range<usize>, span: u32) {
        self.counts[span as usize] += index(columns.len());
    }

    #[inline]
    fn join(&mut self, span: u32, other: u32) {
        self.forest().join(span, other);
    }

    #[inline]
    fn valid(&mut self, _column: usize, span: u32, _found: Found) {
        self.forest().mark(span, VALID);
    }
}

impl Search {
    fn band<L: Lattice>(
        raster: &Raster,
        gaps: &Gaps,
        single: bool,
        band: Band,
        progress: &Progress,
    ) -> Search {
        let mut search = Search::default();
        let mut walk = Walk::<L>::new(raster, gaps, single, band.start, 0);
        for row in band {
            walk.row(row, &mut search);
            progress.add_row();
        }
        let spans = walk.next_span() as usize;
        search.entries.truncate(spans);
        search.counts.truncate(spans);
        search.row = walk.into_last_row();
        search
    }

    fn forest(&mut self) -> Forest<'_> {
        Forest {
            first: 0,
            entries: &mut self.entries,
        }
    }

    /// Adds the band below. Returns the number its first span gets.
    fn append(&mut self, below: Search) -> u32 {
        let start = index(self.entries.len());
        self.entries.reserve_exact(below.entries.len());
        self.entries
            .extend(below.entries.iter().map(|entry| entry + start));
        self.counts.reserve_exact(below.counts.len());
        self.counts.extend(below.counts);
        let doubles = below.doubles.iter();
        self.doubles
            .extend(doubles.map(|(one, other)| (one + start, other + start)));
        self.row = below.row;
        start
    }
}

/// Joins the first row of a band with the last row of the band above.
struct Seam<'a> {
    forest: Forest<'a>,
    above: Row,
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

    /// Finds the blocks that enclose a cell (`single`) or a pair of cells.
    pub(super) fn find<L: Lattice>(
        raster: &Raster,
        gaps: &Gaps,
        single: bool,
        threads: usize,
        progress: &Progress,
    ) -> Blocks {
        let bands = band::split(raster.height(), threads);
        let searches = band::run_all(bands.clone(), |band| {
            Search::band::<L>(raster, gaps, single, band, progress)
        });
        let mut searches = searches.into_iter();
        let mut all = searches.next().unwrap_or_default();
        let mut starts = alloc::vec![(bands[0].clone(), 0)];
        let mut above_start = 0;
        for (band, search) in bands.into_iter().skip(1).zip(searches) {
            let mut above = core::mem::take(&mut all.row);
            for span in &mut above {
                *span = span.wrapping_add(above_start);
            }
            above_start = all.append(search);
            let mut seam = Seam {
                forest: all.forest(),
                above,
            };
            Walk::<L>::new(raster, gaps, single, band.start, above_start)
                .row(band.start, &mut seam);
            starts.push((band, above_start));
        }
        let walls = number_valid(&mut all.entries);
        Blocks {
            cells: count_cells(&all),
            numbers: all.entries,
            bands: starts,
            walls,
        }
    }
}

/// How many cells are in valid blocks; the entries are numbers already.
fn count_cells(search: &Search) -> u64 {
    let is_valid = |span: u32| search.entries[span as usize] != 0;
    let spans = search.entries.iter().zip(&search.counts);
    let cells: u64 = spans
        .filter(|(number, _)| **number != 0)
        .map(|(_, count)| u64::from(*count))
        .sum();
    let mut twice = 0;
    for &(one, other) in &search.doubles {
        twice += u64::from(is_valid(one) && is_valid(other));
    }
    cells - twice
}

/// Turns a forest into numbers of blocks; returns how many are valid.
fn number_valid(entries: &mut [u32]) -> u32 {
    let mut walls = 0;
    for span in 0..entries.len() {
        let parent = (entries[span] & INDEX) as usize;
        // Parents come before their children, so the parent has its number.
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

/// Adds an element. Room grows by an eighth, not to twice as much: memory is
/// the point here, and the allocator moves large arrays without a copy.
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
