//! Runs: maximal sequences of empty cells in a row (run-length encoding), and
//! which of them touch.
//!
//! Everything here works on words of 64 cells. A run is known by its number: how
//! many runs begin before it in reading order.

use alloc::vec;
use alloc::vec::Vec;

use crate::cell::Cell;
use crate::lattice::{Step, Steps};
use crate::raster::Raster;

/// The empty cells of a row.
pub(crate) struct Runs {
    /// A bit for each empty cell.
    pub(crate) empty: Vec<u64>,
    /// A bit for the first cell of each run.
    pub(crate) starts: Vec<u64>,
}

impl Runs {
    pub(crate) fn new(raster: &Raster) -> Runs {
        let words = raster.row(0).len();
        Runs {
            empty: vec![0; words],
            starts: vec![0; words],
        }
    }

    /// Reads a row.
    pub(crate) fn load(&mut self, raster: &Raster, row: usize) {
        let mut before = 0;
        for (index, &word) in raster.row(row).iter().enumerate() {
            let empty = !word & raster.cells_in_word(index);
            self.empty[index] = empty;
            self.starts[index] = empty & !(empty << 1 | before);
            before = empty >> 63;
        }
    }

    /// How many runs there are.
    pub(crate) fn len(&self) -> u32 {
        self.starts.iter().map(|word| word.count_ones()).sum()
    }

    /// The last cell of the word before.
    fn before(&self, index: usize) -> u64 {
        if index > 0 {
            self.empty[index - 1] >> 63
        } else {
            0
        }
    }

    /// The first cell of the word after, as the last bit.
    fn after(&self, index: usize) -> u64 {
        self.empty.get(index + 1).map_or(0, |word| word << 63)
    }

    /// The cells of a word that have an empty cell to the right.
    pub(crate) fn go_on(&self, index: usize) -> u64 {
        self.empty[index] >> 1 | self.after(index)
    }

    /// Whether a word, with the words on both sides, agrees with another row.
    pub(crate) fn is_same(&self, other: &Runs, index: usize) -> bool {
        let near = index.saturating_sub(1)..(index + 2).min(self.empty.len());
        self.empty[near.clone()] == other.empty[near]
    }
}

/// Calls `f` with the first and last column of each run of empty cells.
#[inline]
pub(crate) fn for_each_run(raster: &Raster, row: usize, f: impl FnMut(usize, usize)) {
    let words = raster.row(row).iter().enumerate();
    let empty = words.map(|(index, &word)| !word & raster.cells_in_word(index));
    for_each_run_of_bits(empty, f);
}

/// Calls `f` with the places of the first and the last bit of each run of bits that
/// are set, in words of 64 bits, the lowest bit first.
#[inline]
pub(crate) fn for_each_run_of_bits(
    words: impl ExactSizeIterator<Item = u64>,
    mut f: impl FnMut(usize, usize),
) {
    let end = words.len() * 64;
    let mut open = None;
    for (index, word) in words.enumerate() {
        // The bits where a run begins, and those right after one ends.
        let mut turns = word ^ (word << 1 | u64::from(open.is_some()));
        while turns != 0 {
            let place = index * 64 + turns.trailing_zeros() as usize;
            turns &= turns - 1;
            open = match open {
                None => Some(place),
                Some(start) => {
                    f(start, place - 1);
                    None
                }
            };
        }
    }
    if let Some(start) = open {
        f(start, end - 1);
    }
}

/// Finds the runs of cells and the cells of runs. It keeps two rows, so that
/// each row is read once if it is asked about in reading order.
pub(crate) struct RunIndex<'a> {
    raster: &'a Raster,
    /// The number of the first run of each row, and one more at the end.
    row_starts: &'a [u32],
    /// A row and the first columns of its runs; row `y` is in place `y % 2`.
    rows: [(Option<usize>, Vec<usize>); 2],
}

impl<'a> RunIndex<'a> {
    pub(crate) fn new(raster: &'a Raster, row_starts: &'a [u32]) -> RunIndex<'a> {
        RunIndex {
            raster,
            row_starts,
            rows: Default::default(),
        }
    }

    /// The first columns of the runs of a row.
    fn starts(&mut self, row: usize) -> &[usize] {
        let (loaded, starts) = &mut self.rows[row % 2];
        if loaded.replace(row) != Some(row) {
            starts.clear();
            for_each_run(self.raster, row, |start, _| starts.push(start));
        }
        starts
    }

    /// The run of an empty cell; for an occupied cell the last run before it.
    pub(crate) fn run_at(&mut self, cell: Cell) -> u32 {
        let starts = self.starts(cell.row);
        let before = starts.partition_point(|start| *start <= cell.column);
        (self.row_starts[cell.row] + number(before)).wrapping_sub(1)
    }

    /// The first cell of a run of the raster; the outside is none.
    pub(crate) fn start_of(&mut self, run: u32) -> Cell {
        let row = self.row_starts.partition_point(|start| *start <= run) - 1;
        let place = (run - self.row_starts[row]) as usize;
        Cell::new(self.starts(row)[place], row)
    }
}

/// A word of a row and of the row above, and the numbers of the first runs
/// that begin in it.
pub(crate) struct Contact<'a> {
    pub(crate) above: &'a Runs,
    pub(crate) below: &'a Runs,
    pub(crate) index: usize,
    pub(crate) first_above: u32,
    pub(crate) first_below: u32,
}

impl Contact<'_> {
    /// Calls `f` with each two runs, one of each row, that share a column. A
    /// pair is found where the columns that it shares begin, so it comes once.
    #[inline]
    pub(crate) fn for_each_orthogonal(&self, mut f: impl FnMut(u32, u32)) {
        let both = self.above.empty[self.index] & self.below.empty[self.index];
        let before = self.above.before(self.index) & self.below.before(self.index);
        let mut starts = both & !(both << 1 | before);
        while starts != 0 {
            let upto = starts ^ (starts - 1);
            starts &= starts - 1;
            f(self.upper(upto), self.lower(upto));
        }
    }

    /// Calls `f` with each two runs that one of these diagonal steps from the
    /// lower row joins, unless an orthogonal step joins two cells of the same
    /// 2×2 square as well: then the runs are connected without it.
    #[inline]
    pub(crate) fn for_each_diagonal(&self, steps: Steps, mut f: impl FnMut(u32, u32)) {
        let (above, below) = (self.above, self.below);
        let (upper, lower) = (above.empty[self.index], below.empty[self.index]);
        if steps.contains(Step::NorthWest) {
            // The lower cell is empty, the one to its north-west too, the one
            // to its north and the one to its west are not.
            let beside = lower << 1 | below.before(self.index);
            let mut cells = lower & (upper << 1 | above.before(self.index)) & !upper & !beside;
            while cells != 0 {
                let upto = cells ^ (cells - 1);
                cells &= cells - 1;
                f(self.upper(upto), self.lower(upto));
            }
        }
        if steps.contains(Step::NorthEast) {
            let mut cells = lower & above.go_on(self.index) & !upper & !below.go_on(self.index);
            while cells != 0 {
                let upto = cells ^ (cells - 1);
                cells &= cells - 1;
                // The upper run begins one cell further right.
                f(self.upper(upto) + 1, self.lower(upto));
            }
        }
    }

    /// The last upper run that begins in these bits or before the word.
    fn upper(&self, upto: u64) -> u32 {
        (self.first_above + (self.above.starts[self.index] & upto).count_ones()).wrapping_sub(1)
    }

    /// The last lower run that begins in these bits or before the word.
    fn lower(&self, upto: u64) -> u32 {
        self.first_below + (self.below.starts[self.index] & upto).count_ones() - 1
    }
}

/// Calls `f` with each word of two rows; `starts` are the numbers of the first
/// run in the row above and in the row below.
#[inline]
pub(crate) fn for_each_word(
    above: &Runs,
    below: &Runs,
    starts: (u32, u32),
    mut f: impl FnMut(&Contact<'_>),
) {
    let (mut first_above, mut first_below) = starts;
    for index in 0..below.empty.len() {
        f(&Contact {
            above,
            below,
            index,
            first_above,
            first_below,
        });
        first_above += above.starts[index].count_ones();
        first_below += below.starts[index].count_ones();
    }
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "a raster has at most 10^9 cells"
)]
fn number(runs: usize) -> u32 {
    runs as u32
}
