//! The widest way out: how large a square can be slid from a cell to the rim.
//!
//! A square of side k can be slid from one place to the next by one orthogonal
//! step if both are empty. Name a square by its first cell: then the places of
//! empty squares are the empty cells of the grid *eroded* by the square, and
//! sliding is leaking on that grid (W5). So the width is found by erosions and
//! floods, 64 cells at a time, and a search over k.

use alloc::vec::Vec;

use super::cells::{Cells, columns_of_word, contains, narrow};
use super::flood::Flood;
use super::leak::shortest_route;
use super::space::Space;

/// The widest way out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WidestWay<P> {
    /// The side of the largest square of empty cells, in a volume of the largest
    /// cube, that can be slid by single steps from a place where it covers the
    /// cell to one where it touches the rim, without ever covering an occupied
    /// cell or leaving the grid.
    pub width: usize,
    /// Where the way is narrowest: the first cell that this square covers on its
    /// way, and that the square one larger cannot cover.
    pub narrowest: P,
}

/// The widest way out of an empty cell, given a shortest one.
pub(super) fn widest_way<S: Space>(
    cells: &Cells<'_, S>,
    start: u32,
    shortest: &[u32],
) -> WidestWay<S::Place> {
    let mut closed = cells.closed();
    let mut larger = cells.no_cells();
    let mut flood = Flood::new(cells);
    let mut width = 1;
    // Doubles the side as long as that works, then adds less and less.
    let mut step = 1;
    let mut doubling = true;
    while step > 0 {
        let is_free = erode(cells, &closed, &mut larger, step);
        if is_free && slide(&mut flood, cells, &larger, width + step, start) {
            width += step;
            core::mem::swap(&mut closed, &mut larger);
        } else {
            doubling = false;
        }
        step = if doubling { width } else { step / 2 };
    }
    erode(cells, &closed, &mut larger, 1);
    flood.clear();
    begin(&mut flood, cells, &larger, width + 1, start);
    let covered = dilate(cells, flood.into_reached(&larger, width + 1), width + 1);
    drop(larger);
    let narrowest = if width == 1 {
        first_not_covered(cells, &covered, shortest, 1)
    } else {
        let way = shortest_route(cells, &closed, width, start).unwrap_or_default();
        first_not_covered(cells, &covered, &way, width)
    };
    WidestWay {
        width,
        narrowest: cells.place(narrowest.unwrap_or(start)),
    }
}

/// Whether a square of this side can be slid from where it covers the start to
/// the rim.
fn slide<S: Space>(
    flood: &mut Flood<'_, S>,
    cells: &Cells<'_, S>,
    closed: &[u64],
    side: usize,
    start: u32,
) -> bool {
    flood.clear();
    begin(flood, cells, closed, side, start);
    flood.reaches_rim(closed, side)
}

/// Lets a flood begin with the squares of this side that cover the start.
fn begin<S: Space>(
    flood: &mut Flood<'_, S>,
    cells: &Cells<'_, S>,
    closed: &[u64],
    side: usize,
    start: u32,
) {
    let starts = squares_over(cells, start, side);
    for_each_word_of(cells, &starts, |word, squares| {
        flood.begin(word, squares & !closed[word]);
    });
}

/// The squares of this side that cover a cell and do not leave the grid on the
/// left or at the top: the rows of their first cells, and the first and the last
/// column in them.
pub(super) fn squares_over<S: Space>(
    cells: &Cells<'_, S>,
    cell: u32,
    side: usize,
) -> Vec<(usize, [usize; 2])> {
    let (column, row) = cells.column_and_row(cell);
    let (height, layers) = (cells.space.layer_height(), cells.layers_of(side));
    let (at, layer) = (row % height, row / height);
    let columns = [(column + 1).saturating_sub(side), column];
    let mut squares = Vec::new();
    for layer in (layer + 1).saturating_sub(layers)..=layer {
        let rows = (at + 1).saturating_sub(side)..=at;
        squares.extend(rows.map(|row| (layer * height + row, columns)));
    }
    squares
}

/// Calls `f` with the cells between two columns of some rows, word by word.
pub(super) fn for_each_word_of<S: Space>(
    cells: &Cells<'_, S>,
    rows: &[(usize, [usize; 2])],
    mut f: impl FnMut(usize, u64),
) {
    for &(row, [first, last]) in rows {
        for index in first / 64..=last / 64 {
            let columns = columns_of_word(index, first, last);
            f(row * cells.stride + index, columns);
        }
    }
}

/// Finds the closed squares of a side `more` larger than that of `closed`, where
/// `more` is not larger than that side. Returns whether any square is left.
///
/// The larger square is the union of the smaller one and its copies `more`
/// further along each axis.
fn erode<S: Space>(cells: &Cells<'_, S>, closed: &[u64], larger: &mut [u64], more: usize) -> bool {
    let rows = closed.chunks_exact(cells.stride);
    for (row, larger) in rows.zip(larger.chunks_exact_mut(cells.stride)) {
        shift_and_add(row, larger, more);
    }
    let height = cells.space.layer_height();
    let line = height * cells.stride;
    for layer in larger.chunks_exact_mut(line) {
        add_from(layer, more * cells.stride);
    }
    if cells.space.has_layers() {
        add_from(larger, more * line);
    }
    larger.iter().any(|word| *word != !0)
}

/// Copies a row, and adds to each cell the cell `columns` further right. Beyond
/// the row everything is in the set.
fn shift_and_add(row: &[u64], sum: &mut [u64], columns: usize) {
    let (words, bits) = (columns / 64, columns % 64);
    let far = row.get(words..).unwrap_or_default();
    let kept = far.len();
    sum[kept..].fill(!0);
    if bits == 0 {
        for ((sum, own), near) in sum.iter_mut().zip(row).zip(far) {
            *sum = own | near;
        }
        return;
    }
    for ((sum, own), pair) in sum.iter_mut().zip(row).zip(far.windows(2)) {
        *sum = own | pair[0] >> bits | pair[1] << (64 - bits);
    }
    if let Some(last) = kept.checked_sub(1) {
        sum[last] = row[last] | far[last] >> bits | !0 << (64 - bits);
    }
}

/// Adds to each word the one `words` further on. Beyond the end everything is in
/// the set.
fn add_from(set: &mut [u64], words: usize) {
    let kept = set.len().saturating_sub(words);
    for index in 0..kept {
        set[index] |= set[index + words];
    }
    set[kept..].fill(!0);
}

/// The cells that squares of this side cover.
fn dilate<S: Space>(cells: &Cells<'_, S>, mut squares: Vec<u64>, side: usize) -> Vec<u64> {
    // Turned round, this is an erosion in which nothing is beyond the grid.
    let line = cells.space.layer_height() * cells.stride;
    let mut done = 1;
    while done < side {
        let more = done.min(side - done);
        for row in squares.chunks_exact_mut(cells.stride) {
            shift_back_and_add(row, more);
        }
        for layer in squares.chunks_exact_mut(line) {
            add_to(layer, more * cells.stride);
        }
        if cells.space.has_layers() {
            add_to(&mut squares, more * line);
        }
        done += more;
    }
    squares
}

/// Adds to each cell of a row the cell `columns` further left.
fn shift_back_and_add(row: &mut [u64], columns: usize) {
    let (words, bits) = (columns / 64, columns % 64);
    for index in (words..row.len()).rev() {
        let near = row[index - words];
        let far = if bits > 0 && index > words {
            row[index - words - 1] >> (64 - bits)
        } else {
            0
        };
        row[index] |= near << bits | far;
    }
}

/// Adds to each word the one `words` before it.
fn add_to(set: &mut [u64], words: usize) {
    for index in (words..set.len()).rev() {
        set[index] |= set[index - words];
    }
}

/// The first cell that a square covers on a way, and that is not in the set.
fn first_not_covered<S: Space>(
    cells: &Cells<'_, S>,
    covered: &[u64],
    way: &[u32],
    side: usize,
) -> Option<u32> {
    let columns = cells.stride * 64;
    let line = cells.space.layer_height() * columns;
    let is_free = |cell: &u32| !contains(covered, *cell);
    way.iter().find_map(|first| {
        let layers = (0..cells.layers_of(side)).map(|layer| *first as usize + layer * line);
        let rows = layers.flat_map(|layer| (0..side).map(move |row| layer + row * columns));
        let mut squares = rows.flat_map(|row| (0..side).map(move |column| narrow(row + column)));
        squares.find(is_free)
    })
}
