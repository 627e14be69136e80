//! Blocks: what stays in one piece whichever cell is taken away.
//!
//! Usually blocks are found by a depth-first search. On a grid the gaps tell
//! which arms of a cell lie in one block (see [`super::joint`]), so it is
//! enough to join spans of neighbouring rows: no stack, no memory but one
//! number a span, and rows can be worked on in any order.

use alloc::vec;
use alloc::vec::Vec;

use super::band;
use super::forest::{Forest, INDEX, MARK};
use super::gap::Gaps;
use super::progress::Progress;
use super::walk::{
    Found, NORTH, NORTH_EAST, NORTH_WEST, SOUTH, SOUTH_EAST, SOUTH_WEST, Visitor, Walk,
};
use crate::lattice::Lattice;
use crate::raster::Raster;

/// On a block: it encloses an area that is large enough.
const VALID: u32 = MARK;

/// The blocks of a raster.
pub(super) struct Blocks {
    /// For each span the number of its block, from 1 in the order of their
    /// first cells, or 0 if the block holds no valid area.
    pub(super) numbers: Vec<u32>,
    /// The number of the first span of each row.
    pub(super) row_starts: Vec<u32>,
    /// How many blocks hold a valid area.
    pub(super) walls: u32,
}

/// The spans that lead down from each cell of a row: to the south or the
/// south west, to the south or the south east.
#[derive(Clone, Default)]
struct Row {
    left: Vec<u32>,
    right: Vec<u32>,
}

impl Row {
    fn new(width: usize) -> Row {
        Row {
            left: vec![0; width],
            right: vec![0; width],
        }
    }
}

/// Joins the spans of a band.
struct Search {
    /// A forest of spans; numbers count from the first span of the band.
    entries: Vec<u32>,
    row_starts: Vec<u32>,
    above: Row,
    row: Row,
    /// Whether there is a row above in this band.
    has_above: bool,
}

impl Search {
    fn forest(&mut self) -> Forest<'_> {
        Forest {
            first: 0,
            entries: &mut self.entries,
        }
    }

    fn push(&mut self, span: u32) {
        if self.entries.len() == self.entries.capacity() {
            // An eighth more, not twice as much: memory is the point.
            self.entries.reserve_exact(self.entries.len() / 8 + 1024);
        }
        self.entries.push(span);
    }
}

impl Visitor for Search {
    #[inline]
    fn cell(&mut self, column: usize, steps: u8, links: u8, span: u32, is_new: bool) {
        if is_new {
            self.push(span);
        }
        if links != 0 && self.has_above {
            let mut forest = Forest {
                first: 0,
                entries: &mut self.entries,
            };
            join_above(&mut forest, &self.above, column, links, span, 0);
        }
        if steps & SOUTH != 0 {
            self.row.left[column] = span;
            self.row.right[column] = span;
        } else {
            if steps & SOUTH_WEST != 0 {
                self.row.left[column] = span;
            }
            if steps & SOUTH_EAST != 0 {
                self.row.right[column] = span;
            }
        }
    }

    #[inline]
    fn valid(&mut self, _column: usize, span: u32, _found: Found) {
        self.forest().mark(span, VALID);
    }
}

/// Joins a span with the spans of the row above. `shift` is added to the
/// numbers of the spans above.
#[inline]
fn join_above(
    forest: &mut Forest<'_>,
    above: &Row,
    column: usize,
    links: u8,
    span: u32,
    shift: u32,
) {
    if links & NORTH != 0 {
        forest.join(span, above.left[column] + shift);
    }
    if links & NORTH_WEST != 0 {
        forest.join(span, above.right[column - 1] + shift);
    }
    if links & NORTH_EAST != 0 {
        forest.join(span, above.left[column + 1] + shift);
    }
}

/// Joins the first row of a band with the last row of the band above.
struct Seam<'a> {
    forest: Forest<'a>,
    above: &'a Row,
    /// The number of the first span of the band above.
    above_start: u32,
}

impl Visitor for Seam<'_> {
    fn cell(&mut self, column: usize, _steps: u8, links: u8, span: u32, _is_new: bool) {
        join_above(
            &mut self.forest,
            self.above,
            column,
            links,
            span,
            self.above_start,
        );
    }

    fn valid(&mut self, _column: usize, _span: u32, _found: Found) {}
}

impl Blocks {
    /// Finds the blocks that enclose a cell (`single`) or a pair of cells.
    pub(super) fn find<L: Lattice>(
        raster: &Raster,
        gaps: &Gaps,
        single: bool,
        threads: usize,
        progress: &Progress,
    ) -> Blocks {
        let bands = band::split(raster.height(), threads);
        let mut searches = band::run_all(bands.clone(), |band| {
            search::<L>(raster, gaps, single, band, progress)
        });
        let mut entries = core::mem::take(&mut searches[0].entries);
        let mut row_starts = Vec::with_capacity(raster.height());
        let mut starts = Vec::with_capacity(bands.len());
        for search in &mut searches {
            // The first band is where it belongs already.
            let start = if starts.is_empty() {
                0
            } else {
                index(entries.len())
            };
            starts.push(start);
            row_starts.extend(search.row_starts.iter().map(|span| span + start));
            let own = core::mem::take(&mut search.entries);
            entries.reserve_exact(own.len());
            entries.extend(own.iter().map(|entry| entry + start));
        }
        for (lower, band) in bands.iter().enumerate().skip(1) {
            let mut seam = Seam {
                forest: Forest {
                    first: 0,
                    entries: &mut entries,
                },
                above: &searches[lower - 1].row,
                above_start: starts[lower - 1],
            };
            Walk::<L>::new(raster, gaps, single, band.start, starts[lower])
                .row(band.start, &mut seam);
        }
        let walls = number_valid(&mut entries);
        Blocks {
            numbers: entries,
            row_starts,
            walls,
        }
    }
}

fn search<L: Lattice>(
    raster: &Raster,
    gaps: &Gaps,
    single: bool,
    band: band::Band,
    progress: &Progress,
) -> Search {
    let mut search = Search {
        entries: Vec::new(),
        row_starts: Vec::with_capacity(band.len()),
        above: Row::new(raster.width()),
        row: Row::new(raster.width()),
        has_above: false,
    };
    let mut walk = Walk::<L>::new(raster, gaps, single, band.start, 0);
    for row in band {
        core::mem::swap(&mut search.above, &mut search.row);
        search.row_starts.push(walk.next_span());
        walk.row(row, &mut search);
        search.has_above = true;
        progress.add_row();
    }
    search
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

#[allow(
    clippy::cast_possible_truncation,
    reason = "there are fewer spans than cells"
)]
fn index(spans: usize) -> u32 {
    spans as u32
}
