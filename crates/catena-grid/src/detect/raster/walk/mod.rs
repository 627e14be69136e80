//! The walk over the rows: a pass over the occupied cells that finds the
//! biconnected component (block) of each.
//!
//! Cells that are seen at once to lie in one block, because each has a link to
//! one of those before it, form a *span*. A cell in two blocks (an articulation
//! point) is in a span of each. Spans are numbered in the order of their first
//! cells, so that every walk over the same rows gives the same spans the same
//! numbers, and nothing has to be kept per cell. Which spans lie in one block
//! is for a union-find to keep: the walk reports the pairs.
//!
//! The walk looks at three rows at a time and remembers the spans of one.
//! Lemmas G10 to G12 of `docs/theory-grids.md` say why that is enough.

mod gap_rows;
mod window;

use alloc::vec;
use alloc::vec::Vec;

use super::gap::{Gaps, MANY};
use super::joint::{Joint, Joints};
use crate::lattice::{Lattice, Step, Steps};
use crate::raster::Raster;
use gap_rows::GapRows;
use window::{WordWindow, following, with_two_beside};

pub(super) const NORTH: u8 = 1 << Step::North as u8;
pub(super) const NORTH_EAST: u8 = 1 << Step::NorthEast as u8;
pub(super) const EAST: u8 = 1 << Step::East as u8;
pub(super) const SOUTH_EAST: u8 = 1 << Step::SouthEast as u8;
pub(super) const SOUTH: u8 = 1 << Step::South as u8;
pub(super) const SOUTH_WEST: u8 = 1 << Step::SouthWest as u8;
pub(super) const WEST: u8 = 1 << Step::West as u8;
pub(super) const NORTH_WEST: u8 = 1 << Step::NorthWest as u8;

/// What is done with the cells of a walk.
pub(super) trait Visitor {
    /// Whether the visitor needs to see cells; if not, it only counts them.
    const LOOKS: bool = true;

    /// Spans of the next row have numbers below this one.
    fn expect(&mut self, _spans: u32) {}

    /// There are this many more cells in a span, 1 or 0. Comes before `cell`.
    fn count(&mut self, _span: u32, _cells: u32) {}

    /// Of the cells of this word, only these can be in a block. Comes before they
    /// are visited, but not for words without a cell.
    fn word(&mut self, _index: usize, _cells: u64) {}

    /// From this column on cells are in this span, or in no block if it is [`NONE`],
    /// until `seen` or `cells` says something else. For visitors that want to do
    /// without a branch, also those that do not look.
    fn seen(&mut self, _column: usize, _span: u32) {}

    /// The cell in this column is in this span, and these steps are its links
    /// in the block. `links` are those of them that lead to the row above and
    /// are chosen (see [`Joint::links`]). A cell may be in two spans.
    fn cell(&mut self, column: usize, steps: u8, links: u8, span: u32);

    /// The cells in these columns, which are all in one word, are in this span, and
    /// in no other, and have no chosen links.
    fn cells(&mut self, columns: core::ops::Range<usize>, span: u32);

    /// The cell visited last is in these two spans.
    fn double(&mut self, _first: u32, _second: u32) {}

    /// These spans lie in one block.
    fn join(&mut self, _span: u32, _other: u32) {}

    /// The block of this span encloses what a chain of size 2, or of size 1,
    /// needs.
    fn valid(&mut self, _column: usize, _span: u32, _evidence: Evidence) {}
}

/// The spans of the links down from each cell of a row, two entries per cell:
/// one for the links to the south and the south-west, one for the links to the
/// south and the south-east. South and south-west lie in one arm if both are
/// links, and so do south and south-east, so two entries are enough. There is
/// one more cell on each side. Entries that no link leads to mean nothing.
pub(super) type SpanRow = Vec<u32>;

/// Where the spans of a cell are in a [`SpanRow`].
const fn place_in_row(column: usize) -> usize {
    2 * column + 2
}

/// Where the span is that chosen links lead to, for each set of them: bit 0 is
/// north, bit 1 north-east, bit 2 north-west. Entries count from the one before
/// those of the cell's own column `c`:
///
/// | entry | link down from the row above | found by the link |
/// |--:|---|---|
/// | 0 | column `c - 1`, south-east | north-west |
/// | 1 | column `c`, south | north |
/// | 3 | column `c + 1`, south-west | north-east |
///
/// So `LINKED[1]` is 1, `LINKED[2]` is 3 and `LINKED[4]` is 0. With both
/// diagonals (6) the north-west comes first, and [`linked`] reads the other one
/// as well. North is never chosen together with a diagonal (G10), so 3, 5 and 7
/// do not occur, and for 0 the entry is read but not used: these could be
/// anything.
const LINKED: [usize; 8] = [1, 1, 3, 1, 0, 1, 0, 1];

/// The links to the north-east and the north-west, which may both be chosen.
const DIAGONAL_LINKS: u8 = NORTH_EAST | NORTH_WEST;

/// The spans that these chosen links lead to. If there is only one, it comes
/// twice.
#[inline]
pub(super) fn linked(above: &SpanRow, column: usize, links: u8) -> [u32; 2] {
    let place = place_in_row(column) - 1;
    let which = links & (NORTH | NORTH_EAST) | links >> 5 & 4;
    let first = above[place + LINKED[usize::from(which)]];
    let north_east = above[place + 3];
    let is_both = links & DIAGONAL_LINKS == DIAGONAL_LINKS;
    [first, if is_both { north_east } else { first }]
}

/// What a block was seen to enclose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Evidence {
    /// The gap whose first cell lies to the east of the visited cell.
    Gap,
    /// Two empty cells on both sides of this link of the visited cell.
    Pair(Step),
}

/// No span: the cell, or its link, is in no block.
pub(super) const NONE: u32 = u32::MAX;

/// The walk: visits one row after the other.
pub(super) struct Walk<'a, L> {
    raster: &'a Raster,
    gap_rows: GapRows<'a>,
    /// Whether a gap of one cell is enough.
    single: bool,
    /// A row without cells, for what lies beyond the raster.
    beyond: Vec<u64>,
    /// The number of the next span.
    next_span: u32,
    /// The spans of the last row, if there was one.
    above: SpanRow,
    /// Room for the spans of the next row.
    row: SpanRow,
    has_above: bool,
    lattice: core::marker::PhantomData<L>,
}

impl<'a, L: Lattice> Walk<'a, L> {
    /// A walk that starts with this row and this number for its first span.
    pub(super) fn new(
        raster: &'a Raster,
        gaps: &'a Gaps,
        single: bool,
        row: usize,
        first_span: u32,
    ) -> Self {
        Walk {
            raster,
            gap_rows: GapRows::new(raster, gaps, single, row),
            single,
            beyond: vec![0; raster.row(0).len()],
            next_span: first_span,
            above: vec![NONE; place_in_row(raster.width() + 1)],
            row: vec![NONE; place_in_row(raster.width() + 1)],
            has_above: false,
            lattice: core::marker::PhantomData,
        }
    }

    /// The number that the next new span gets.
    pub(super) const fn next_span(&self) -> u32 {
        self.next_span
    }

    /// The spans of the last row of the walk.
    pub(super) fn into_last_row(self) -> SpanRow {
        self.above
    }

    /// Visits the cells of a row; to be called for one row after the other.
    pub(super) fn row(&mut self, row: usize, visitor: &mut impl Visitor) {
        self.gap_rows.load(row + 1, true);
        // A cell begins at most two spans.
        visitor.expect(self.next_span + 2 * index(self.raster.width()) + 1);
        let above = self.raster.row_or(row.checked_sub(1), &self.beyond);
        let below = self.raster.row_or(Some(row + 1), &self.beyond);
        let mut cells = RowCells::<L> {
            joints: Joints::<L>::of_row(row),
            labels: self.gap_rows.labels(),
            places: self.gap_rows.places(row),
            parity: row % 2,
            single: self.single,
            corners: self.gap_rows.corners(row),
            above: &self.above,
            row: &mut self.row,
            has_above: self.has_above,
            next_span: self.next_span,
            span_to_east: NONE,
            lattice: core::marker::PhantomData,
        };
        let row = self.raster.row(row);
        for (index, &word) in row.iter().enumerate() {
            if word == 0 {
                cells.span_to_east = NONE;
            } else if self.has_above && self.gap_rows.repeats(index) {
                cells.repeat_word(index, word, visitor);
            } else {
                let windows = [above, row, below].map(|row| WordWindow::new(row, index));
                cells.visit_word(index, &windows, visitor);
            }
        }
        self.next_span = cells.next_span;
        self.has_above = true;
        core::mem::swap(&mut self.above, &mut self.row);
    }
}

/// The cells of one row, visited from left to right.
struct RowCells<'a, L> {
    joints: &'static [Joint; 512],
    labels: &'a [u32],
    places: [usize; 8],
    parity: usize,
    single: bool,
    corners: &'a [usize],
    above: &'a SpanRow,
    row: &'a mut SpanRow,
    has_above: bool,
    next_span: u32,
    /// The span of the link to the east from the last cell visited.
    span_to_east: u32,
    lattice: core::marker::PhantomData<L>,
}

impl<L: Lattice> RowCells<'_, L> {
    /// Visits a word that is the same in four rows, the last of them below the
    /// cells: the spans are those of the cells above (G11(c)).
    #[inline]
    fn repeat_word(&mut self, index: usize, word: u64, visitor: &mut impl Visitor) {
        let first = index * 64;
        let start = place_in_row(first);
        let end = place_in_row(first + 64).min(self.row.len());
        self.row[start..end].copy_from_slice(&self.above[start..end]);
        visitor.word(index, word);
        let mut rest = word;
        while rest != 0 {
            let column = first + rest.trailing_zeros() as usize;
            // The cell above is in one block at most, so one entry says it
            // all. It is set: the cells above and below that cell are occupied,
            // so it was looked at, or it follows in a block.
            let span = self.row[place_in_row(column)];
            // Thick walls have whole words of one span: these are visited at once.
            let most = (!(rest >> rest.trailing_zeros())).trailing_zeros() as usize;
            let cells = &self.row[place_in_row(column)..place_in_row(column + most)];
            let spans = cells.iter().step_by(2);
            let len = spans.take_while(|other| **other == span).count();
            rest &= !(!0 >> (64 - len) << (column % 64));
            if span != NONE {
                visitor.cells(column..column + len, span);
            } else {
                visitor.seen(column, NONE);
            }
        }
        // If a cell follows in the next word, the link to it lies in the same
        // arm as those to the north and south.
        self.span_to_east = if word >> 63 == 1 {
            self.row[end - 1]
        } else {
            NONE
        };
    }

    /// Visits the cells of a word that need a look, and passes over the others.
    #[inline]
    fn visit_word(&mut self, index: usize, windows: &[WordWindow; 3], visitor: &mut impl Visitor) {
        let follow = following(windows);
        let in_block = windows[1].word & with_two_beside(windows);
        visitor.word(index, in_block);
        let looked_at = in_block & !follow;
        for last in [false, true] {
            let [above, own, below] = [0, 1, 2].map(|row: usize| windows[row].half(last));
            let shift = if last { 32 } else { 0 };
            let mut rest = looked_at >> shift & 0xffff_ffff;
            while rest != 0 {
                let bit = rest.trailing_zeros();
                rest &= rest - 1;
                let pattern = above >> bit & 7 | (own >> bit & 7) << 3 | (below >> bit & 7) << 6;
                let bit = bit + shift;
                let column = index * 64 + bit as usize;
                self.visit(column, pattern, visitor);
                // The cells that follow are in the span of the link to them,
                // if that is in a block (G11(b)); the link onward from them is
                // in the same span.
                if follow >> bit & 2 == 0 {
                    continue;
                }
                if self.span_to_east == NONE {
                    visitor.seen(column + 1, NONE);
                    continue;
                }
                let len = (!(follow >> bit >> 1)).trailing_zeros() as usize;
                let columns = column + 1..column + 1 + len;
                // The cells below them are all occupied or all empty.
                if windows[2].word >> bit & 1 == 1 {
                    let places = place_in_row(columns.start)..place_in_row(columns.end);
                    self.row[places].fill(self.span_to_east);
                }
                visitor.cells(columns, self.span_to_east);
            }
        }
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "nine bits")]
    fn visit<V: Visitor>(&mut self, column: usize, pattern: u64, visitor: &mut V) {
        while self.corners[0] < column {
            self.corners = &self.corners[1..];
        }
        let joint = &self.joints[pattern as usize & 511];
        // The links by block, at most two blocks (G5, G6).
        let groups = joint.groups::<L>(|step| self.label(column, step));
        let span_to_west = self.span_to_east;
        let place = place_in_row(column);
        let links = joint.links & groups[0];
        let span = self.span_of(column, groups[0], links, span_to_west, visitor);
        let is_in_block = groups[0] != 0;
        let known = if is_in_block { span } else { NONE };
        // Both entries are set, whichever links there are: an entry is read
        // only through a link of a block, and that has the same ends.
        self.row[place] = known;
        self.row[place + 1] = known;
        self.span_to_east = if groups[0] & EAST != 0 { span } else { NONE };
        visitor.count(span, u32::from(is_in_block));
        visitor.seen(column, known);
        if is_in_block && V::LOOKS {
            visitor.cell(column, groups[0], links, span);
        }
        self.look_inside(column, groups[0], links, span, visitor);
        if groups[1] != 0 {
            self.visit_second(
                column,
                groups[1],
                joint.links,
                (span_to_west, span),
                visitor,
            );
        }
    }

    /// Visits the links of a cell in a second block.
    fn visit_second(
        &mut self,
        column: usize,
        steps: u8,
        links: u8,
        (span_to_west, first_span): (u32, u32),
        visitor: &mut impl Visitor,
    ) {
        let links = links & steps;
        let span = self.span_of(column, steps, links, span_to_west, visitor);
        let place = place_in_row(column);
        if steps & EAST != 0 {
            self.span_to_east = span;
        }
        if steps & (SOUTH | SOUTH_WEST) != 0 {
            self.row[place] = span;
        }
        if steps & (SOUTH | SOUTH_EAST) != 0 {
            self.row[place + 1] = span;
        }
        visitor.count(span, 1);
        visitor.cell(column, steps, links, span);
        visitor.double(first_span, span);
        self.look_inside(column, steps, links, span, visitor);
    }

    /// The span of these links of a cell: that of a cell before it if a link
    /// to the west or a chosen link leads there, otherwise a new one. By G10
    /// these links connect every block, so all its spans are joined in the end.
    ///
    /// Selections, not branches: on random grids the processor would guess half
    /// of the branches wrong.
    #[inline]
    fn span_of(
        &mut self,
        column: usize,
        steps: u8,
        links: u8,
        span_to_west: u32,
        visitor: &mut impl Visitor,
    ) -> u32 {
        let is_linked = (links != 0) & self.has_above;
        let [above, other] = linked(self.above, column, links);
        let is_new = !is_linked & (steps & WEST == 0) & (steps != 0);
        let span = if is_linked { above } else { self.next_span };
        let span = if steps & WEST != 0 {
            span_to_west
        } else {
            span
        };
        self.next_span += u32::from(is_new);
        if is_linked & ((above != span) | (other != span)) {
            visitor.join(span, above);
            visitor.join(span, other);
        }
        span
    }

    /// Looks for what the block of these links encloses: a gap whose corner
    /// link is among them (G8, G12(a)), or a pair of single cells (G12(b)).
    #[inline]
    fn look_inside(
        &self,
        column: usize,
        steps: u8,
        links: u8,
        span: u32,
        visitor: &mut impl Visitor,
    ) {
        if self.corners[0] == column && steps & self.corner_link() != 0 {
            visitor.valid(column, span, Evidence::Gap);
        }
        if !self.single && links & DIAGONAL_LINKS != 0 {
            self.look_for_pair(column, links, span, visitor);
        }
    }

    /// The label of the empty cell a step away.
    #[inline]
    fn label(&self, column: usize, step: u8) -> u32 {
        self.labels[self.places[usize::from(step & 7)] + column]
    }

    /// The corner link of a gap, seen from the cell to the west of the first
    /// cell of the gap. It lies in the one block that has the gap in a bounded
    /// face (G8, G9(a)).
    fn corner_link(&self) -> u8 {
        if L::GAP_STEPS[self.parity].contains(Step::NorthWest) {
            NORTH
        } else {
            NORTH_EAST
        }
    }

    /// Looks for a pair: gaps of one cell each on both sides of a diagonal link
    /// up from this cell, joined by an area step. Both cells beside such a link
    /// are empty, so it is chosen (G10). Where one of the gaps has more cells,
    /// its own corner decides (G12(b)).
    #[inline]
    fn look_for_pair(&self, column: usize, links: u8, span: u32, visitor: &mut impl Visitor) {
        let areas = L::AREA_STEPS[self.parity];
        for (link, across, side) in [
            (Step::NorthEast, Step::NorthWest, Step::East),
            (Step::NorthWest, Step::NorthEast, Step::West),
        ] {
            if Steps::from_bits(links).contains(link)
                && areas.contains(across)
                && (self.label(column, Step::North as u8) | self.label(column, side as u8)) & MANY
                    == 0
            {
                visitor.valid(column, span, Evidence::Pair(link));
            }
        }
    }
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "a raster has at most 10^9 cells"
)]
fn index(columns: usize) -> u32 {
    columns as u32
}
