//! A walk over the occupied cells that says which block each belongs to.
//!
//! Cells that are seen at once to lie in one block, because each has a step to
//! one of those before it, form a *span*. A cell in which two blocks meet is in
//! a span of each. Spans are numbered in the order of their first cells, so
//! that every walk over the same rows gives the same spans the same numbers and
//! nothing has to be kept for a cell.

use alloc::vec;
use alloc::vec::Vec;

use super::gap::{Gaps, MANY, OUTSIDE};
use super::joint::{Joint, Joints};
use crate::lattice::{Lattice, Step, Steps};
use crate::raster::Raster;
use crate::union_find::INDEX;

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
    /// Whether the visitor looks at cells; if not, it only counts them.
    const LOOKS: bool = true;

    /// Spans of the next row have numbers below this one.
    fn expect(&mut self, _spans: u32) {}

    /// There are this many more cells in a span, 1 or 0. Comes before `cell`.
    fn count(&mut self, _span: u32, _cells: u32) {}

    /// The cell in this column is in this span, with these steps in its block.
    /// `links` are steps to the row above, see [`super::joint::Joint`]. A cell
    /// may be in two spans.
    fn cell(&mut self, column: usize, steps: u8, links: u8, span: u32);

    /// The cells in these columns are in this span, and in no other, and have
    /// no links.
    fn cells(&mut self, columns: core::ops::Range<usize>, span: u32);

    /// The cell visited last is in these two spans.
    fn double(&mut self, _first: u32, _second: u32) {}

    /// These spans lie in one block.
    fn join(&mut self, _span: u32, _other: u32) {}

    /// The block of this span encloses what a chain of size 2, or of size 1,
    /// needs.
    fn valid(&mut self, _column: usize, _span: u32, _found: Found) {}
}

/// The spans of the steps down from each cell of a row, two for each: to the
/// south or the south west, to the south or the south east. There is one more
/// cell on each side. What no step leads to is not set.
pub(super) type Row = Vec<u32>;

/// Where the spans of a cell are in a [`Row`].
const fn place_in_row(column: usize) -> usize {
    2 * column + 2
}

/// The place of the span that a link leads to, counted from the place before
/// those of its cell: by the links to the north, north east and north west.
const LINKED: [usize; 8] = [1, 1, 3, 1, 0, 1, 0, 1];

/// The links to the north east and the north west, which may be there both.
const DIAGONAL_LINKS: u8 = NORTH_EAST | NORTH_WEST;

/// The spans that these links lead to. If there is one only, both are it.
#[inline]
pub(super) fn linked(above: &Row, column: usize, links: u8) -> [u32; 2] {
    let place = place_in_row(column) - 1;
    let which = links & (NORTH | NORTH_EAST) | links >> 5 & 4;
    let first = above[place + LINKED[usize::from(which)]];
    let north_east = above[place + 3];
    let is_both = links & DIAGONAL_LINKS == DIAGONAL_LINKS;
    [first, if is_both { north_east } else { first }]
}

/// What a block was seen to enclose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// The gap whose first cell lies to the east of the visited cell.
    Gap,
    /// Two empty cells on both sides of this step from the visited cell.
    Pair(Step),
}

/// No span: the cell, or its step, is in no block.
pub(super) const NONE: u32 = u32::MAX;

/// Runs of this length are labelled without a loop.
const SHORT: usize = 4;

/// The walk: knows the gaps of three rows, cell by cell.
pub(super) struct Walk<'a, L> {
    raster: &'a Raster,
    gaps: &'a Gaps,
    /// Whether a gap of one cell is enough.
    single: bool,
    /// Labels of three rows, a column more on each side, and room to write
    /// beyond the end; row `y` is in place `(y + 1) % 3`.
    labels: Vec<u32>,
    /// For each of these rows, the cells to the west of the first cell of a
    /// gap that is enclosed and large enough, and one past the end.
    corners: [Vec<usize>; 3],
    /// For each of these rows, which words (with the words beside them) are as
    /// in the row above.
    repeats: [Vec<bool>; 3],
    /// No cells.
    beyond: Vec<u64>,
    /// The number of the next span.
    next_span: u32,
    /// The spans of the last row, if there was one.
    above: Row,
    /// Room for the spans of the next row.
    row: Row,
    has_above: bool,
    lattice: core::marker::PhantomData<L>,
}

impl<'a, L: Lattice> Walk<'a, L> {
    /// A walk that starts with this row and this number of a span.
    pub(super) fn new(
        raster: &'a Raster,
        gaps: &'a Gaps,
        single: bool,
        row: usize,
        first_span: u32,
    ) -> Self {
        let words = raster.row(0).len();
        let mut walk = Walk {
            raster,
            gaps,
            single,
            labels: vec![OUTSIDE | MANY; 3 * (raster.width() + 2 + SHORT)],
            corners: [const { Vec::new() }; 3],
            repeats: [const { Vec::new() }; 3].map(|_: Vec<bool>| vec![false; words]),
            beyond: vec![0; words],
            next_span: first_span,
            above: vec![NONE; place_in_row(raster.width() + 1)],
            row: vec![NONE; place_in_row(raster.width() + 1)],
            has_above: false,
            lattice: core::marker::PhantomData,
        };
        if row > 0 {
            walk.load(row - 1, false);
        }
        walk.load(row, row > 0);
        walk
    }

    /// The number that the next new span gets.
    pub(super) const fn next_span(&self) -> u32 {
        self.next_span
    }

    /// The spans of the last row of the walk.
    pub(super) fn into_last_row(self) -> Row {
        self.above
    }

    /// Where the labels of a row start, one column to the left of the raster.
    fn place(&self, row: usize) -> usize {
        (row + 1) % 3 * (self.raster.width() + 2 + SHORT)
    }

    /// Gets the labels of a row.
    fn load(&mut self, row: usize, has_above: bool) {
        let place = self.place(row);
        self.corners[(row + 1) % 3].clear();
        if row >= self.raster.height() {
            self.labels[place..][..self.raster.width() + 2].fill(OUTSIDE | MANY);
            self.repeats[(row + 1) % 3].fill(false);
            return;
        }
        self.compare(row, has_above);
        let mut run = self.gaps.row_starts[row];
        let (mut before, mut label) = (0, 0);
        let place_above = self.place(row + 2);
        for (index, &word) in self.raster.row(row).iter().enumerate() {
            let empty = !word & self.raster.cells_in_word(index);
            let first = index * 64 + 1;
            if self.repeats[(row + 1) % 3][index] {
                let end = (first + 64).min(self.raster.width() + 1);
                self.labels
                    .copy_within(place_above + first..place_above + end, place + first);
                run += (empty & !(empty << 1 | before)).count_ones();
                label = self.labels[place + end - 1];
            } else {
                let mut rest = empty;
                while rest != 0 {
                    let start = rest.trailing_zeros();
                    let len = (!(rest >> start)).trailing_zeros();
                    rest &= !(!0 >> (64 - len) << start);
                    let column = first + start as usize;
                    if start > 0 || before == 0 {
                        label = self.gaps.entries[run as usize];
                        self.look_for_corner(row, column, run);
                        run += 1;
                    }
                    // Most runs are short, and what is written beyond the end
                    // of one is an occupied cell or the next run.
                    let cells = &mut self.labels[place + column..];
                    cells[..SHORT].fill(label);
                    if len as usize > SHORT {
                        cells[SHORT..len as usize].fill(label);
                    }
                }
            }
            before = empty >> 63;
        }
        self.labels[place + self.raster.width() + 1] = OUTSIDE | MANY;
        self.corners[(row + 1) % 3].push(usize::MAX);
    }

    /// Finds the words that are as in the row above.
    fn compare(&mut self, row: usize, has_above: bool) {
        let repeats = &mut self.repeats[(row + 1) % 3];
        if !has_above {
            repeats.fill(false);
            return;
        }
        let (above, own) = (self.raster.row(row - 1), self.raster.row(row));
        let mut before = true;
        let mut same = above[0] == own[0];
        for (index, repeats) in repeats.iter_mut().enumerate() {
            let after = above.get(index + 1) == own.get(index + 1);
            *repeats = before && same && after;
            (before, same) = (same, after);
        }
    }

    /// Notes the gap that begins with this run if it is large enough; `column`
    /// counts from 1.
    #[inline]
    fn look_for_corner(&mut self, row: usize, column: usize, run: u32) {
        let wanted = if self.single { 0 } else { MANY };
        let label = self.gaps.entries[run as usize];
        if label & INDEX == run && label & wanted == wanted {
            self.corners[(row + 1) % 3].push(column - 2);
        }
    }

    /// Visits the cells of a row; call it for one row after the other.
    pub(super) fn row(&mut self, row: usize, visitor: &mut impl Visitor) {
        self.load(row + 1, true);
        visitor.expect(self.next_span + 2 * index(self.raster.width()) + 1);
        let above = self.raster.row_or(row.checked_sub(1), &self.beyond);
        let below = self.raster.row_or(Some(row + 1), &self.beyond);
        let mut cells = Cells::<L> {
            joints: Joints::<L>::of_row(row),
            labels: &self.labels,
            places: self.places(row),
            parity: row % 2,
            single: self.single,
            corners: &self.corners[(row + 1) % 3],
            above: &self.above,
            row: &mut self.row,
            has_above: self.has_above,
            next_span: self.next_span,
            span_to_east: NONE,
            lattice: core::marker::PhantomData,
        };
        let [one, two, three] = &self.repeats;
        let row = self.raster.row(row);
        for (index, &word) in row.iter().enumerate() {
            if word == 0 {
                cells.span_to_east = NONE;
            } else if self.has_above && one[index] && two[index] && three[index] {
                cells.repeat_word(index, word, visitor);
            } else {
                let windows = [above, row, below].map(|row| Window::new(row, index));
                cells.visit_word(index, &windows, visitor);
            }
        }
        self.next_span = cells.next_span;
        self.has_above = true;
        core::mem::swap(&mut self.above, &mut self.row);
    }

    /// For each step, what to add to a column to find the label there.
    fn places(&self, row: usize) -> [usize; 8] {
        let own = self.place(row);
        let above = self.place(row + 2);
        let below = self.place(row + 1);
        [
            above + 1,
            above + 2,
            own + 2,
            below + 2,
            below + 1,
            below,
            own,
            above,
        ]
    }
}

/// A word of a row, and the cells beside it.
struct Window {
    word: u64,
    before: u64,
    after: u64,
}

impl Window {
    fn new(row: &[u64], index: usize) -> Window {
        Window {
            word: row[index],
            before: if index > 0 { row[index - 1] >> 63 } else { 0 },
            after: row.get(index + 1).map_or(0, |word| word & 1),
        }
    }

    /// The cells with an occupied cell to their left.
    fn left(&self) -> u64 {
        self.word << 1 | self.before
    }

    /// The cells with an occupied cell to their right.
    fn right(&self) -> u64 {
        self.word >> 1 | self.after << 63
    }

    /// The cells that are occupied together with the cells beside them.
    fn all(&self) -> u64 {
        self.word & self.left() & self.right()
    }

    /// The cells that are occupied or beside an occupied cell.
    fn any(&self) -> u64 {
        self.word | self.left() | self.right()
    }

    /// A half of the word, its last 32 cells if `last`, with one more cell on
    /// each side.
    fn half(&self, last: bool) -> u64 {
        if last {
            self.word >> 31 | self.after << 33
        } else {
            self.word << 1 | self.before
        }
    }
}

/// The cells of a word that are like the cell to their left: both have
/// occupied cells beside them, and above, and below, have three cells of a
/// kind. Nothing can then end at them, and they are in the same block.
#[inline]
fn following(windows: &[Window; 3]) -> u64 {
    let [above, own, below] = windows;
    let alike = own.all() & (above.all() | !above.any()) & (below.all() | !below.any());
    alike & alike << 1
}

/// The cells of a word with two occupied cells or more among the eight round
/// them. The others are in no block, and no step in a block leads to them.
#[inline]
fn with_two_beside(windows: &[Window; 3]) -> u64 {
    let [above, own, below] = windows;
    let (mut one, mut two) = (own.left(), own.left() & own.right());
    for cells in [
        own.right(),
        above.left(),
        above.word,
        above.right(),
        below.left(),
        below.word,
        below.right(),
    ] {
        two |= one & cells;
        one |= cells;
    }
    two
}

/// The cells of one row, from left to right.
struct Cells<'a, L> {
    joints: &'static [Joint; 512],
    labels: &'a [u32],
    places: [usize; 8],
    parity: usize,
    single: bool,
    corners: &'a [usize],
    above: &'a Row,
    row: &'a mut Row,
    has_above: bool,
    next_span: u32,
    /// The span of the step to the east from the last cell visited.
    span_to_east: u32,
    lattice: core::marker::PhantomData<L>,
}

impl<L: Lattice> Cells<'_, L> {
    /// Visits a word that is as in the row above, in that row and in the row
    /// below: every cell is then in the block of the cell above it.
    #[inline]
    fn repeat_word(&mut self, index: usize, word: u64, visitor: &mut impl Visitor) {
        let first = index * 64;
        let start = place_in_row(first);
        let end = place_in_row(first + 64).min(self.row.len());
        self.row[start..end].copy_from_slice(&self.above[start..end]);
        let mut rest = word;
        while rest != 0 {
            let column = first + rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let span = self.row[place_in_row(column)];
            if span != NONE {
                visitor.cells(column..column + 1, span);
            }
        }
        self.span_to_east = if word >> 63 == 1 {
            self.row[end - 1]
        } else {
            NONE
        };
    }

    #[inline]
    fn visit_word(&mut self, index: usize, windows: &[Window; 3], visitor: &mut impl Visitor) {
        let follow = following(windows);
        let looked_at = windows[1].word & !follow & with_two_beside(windows);
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
                if follow >> bit & 2 != 0 && self.span_to_east != NONE {
                    let len = (!(follow >> bit >> 1)).trailing_zeros() as usize;
                    let columns = column + 1..column + 1 + len;
                    if windows[2].word >> bit & 1 == 1 {
                        let places = place_in_row(columns.start)..place_in_row(columns.end);
                        self.row[places].fill(self.span_to_east);
                    }
                    visitor.cells(columns, self.span_to_east);
                }
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
        let groups = joint.groups::<L>(|step| self.label(column, step));
        let span_to_west = self.span_to_east;
        let place = place_in_row(column);
        let links = joint.links & groups[0];
        let span = self.span_of(column, groups[0], links, span_to_west, visitor);
        let is_in_block = groups[0] != 0;
        let known = if is_in_block { span } else { NONE };
        // What no step leads to is not read: no need to look which do.
        self.row[place] = known;
        self.row[place + 1] = known;
        self.span_to_east = if groups[0] & EAST != 0 { span } else { NONE };
        visitor.count(span, u32::from(is_in_block));
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

    /// Visits the steps of a cell in a second block.
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

    /// The span of these steps: one that is there already if there is a step
    /// to it, or else a new one. Choices, not branches: on random grids half of
    /// these would be guessed wrong.
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

    /// Looks for what the block of these steps encloses.
    #[inline]
    fn look_inside(
        &self,
        column: usize,
        steps: u8,
        links: u8,
        span: u32,
        visitor: &mut impl Visitor,
    ) {
        if self.corners[0] == column && steps & self.corner_step() != 0 {
            visitor.valid(column, span, Found::Gap);
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

    /// The step of the wall round a gap, from the cell to the west of its
    /// first cell on. It lies in the one block that has the gap in one of its
    /// faces, for the rows above know nothing of that gap.
    fn corner_step(&self) -> u8 {
        if L::GAP_STEPS[self.parity].contains(Step::NorthWest) {
            NORTH
        } else {
            NORTH_EAST
        }
    }

    /// Two gaps of one cell each on both sides of a step up from this cell are
    /// a pair. A larger gap needs no other one.
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
                visitor.valid(column, span, Found::Pair(link));
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
