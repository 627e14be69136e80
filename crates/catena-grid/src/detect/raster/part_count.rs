//! How many parts a grid has: what the detector gives numbers to.

use alloc::vec;

use crate::raster::Raster;

/// How many numbers the detector needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PartCount {
    /// Runs of empty cells, one per run.
    pub(crate) runs: u64,
    /// An upper bound of the spans of occupied cells.
    ///
    /// A cell begins at most two spans. A span begins where no link of its block
    /// leads to the west: at the first cell of a run of occupied cells, at its last
    /// one, or where the links to the west and to the east lie in two blocks. The
    /// last needs an opening on both sides, so an empty cell among the three above
    /// and among the three below, on every lattice.
    pub(crate) spans: u64,
}

impl PartCount {
    /// Counts with one look at every word.
    pub(crate) fn of(raster: &Raster) -> PartCount {
        let beyond = vec![0; raster.row(0).len()];
        let mut count = PartCount { runs: 0, spans: 0 };
        for row in 0..raster.height() {
            let above = raster.row_or(row.checked_sub(1), &beyond);
            let below = raster.row_or(Some(row + 1), &beyond);
            let cells = raster.row(row);
            for at in 0..cells.len() {
                let [above, here, below] = [above, cells, below].map(|row| Threes::new(row, at));
                let empty = !here.middle & raster.cells_in_word(at);
                // A run of empty cells begins after an occupied cell or the rim.
                let after_rim = u64::from(at == 0);
                count.runs += ones(empty & (here.west | after_rim));
                let ends = here.middle & !(here.west & here.east);
                let thin = here.middle & here.west & here.east & !above.all() & !below.all();
                count.spans += 2 * (ones(ends) + ones(thin));
            }
        }
        count
    }
}

/// A word of cells, and their neighbours to both sides.
struct Threes {
    west: u64,
    middle: u64,
    east: u64,
}

impl Threes {
    fn new(row: &[u64], at: usize) -> Threes {
        let word = |at: Option<usize>| at.and_then(|at| row.get(at)).copied().unwrap_or(0);
        let middle = word(Some(at));
        Threes {
            west: middle << 1 | word(at.checked_sub(1)) >> 63,
            middle,
            east: middle >> 1 | word(Some(at + 1)) << 63,
        }
    }

    /// The cells that are occupied like both their neighbours.
    fn all(&self) -> u64 {
        self.west & self.middle & self.east
    }
}

fn ones(word: u64) -> u64 {
    u64::from(word.count_ones())
}

#[cfg(test)]
mod tests {
    use super::super::block::Blocks;
    use super::super::gap::Gaps;
    use super::*;
    use crate::detect::progress::Progress;
    use crate::lattice::{HexLattice, Lattice, SquareLattice};

    fn check<L: Lattice>(raster: &Raster) {
        let count = PartCount::of(raster);
        let progress = Progress::default();
        for threads in [1, 3] {
            let gaps = Gaps::find::<L>(raster, threads, &progress);
            // The outside is a run too.
            assert_eq!(gaps.entries.len() as u64, count.runs + 1, "\n{raster}");
            for single in [true, false] {
                let blocks = Blocks::find::<L>(raster, &gaps, single, threads, &progress);
                let spans = blocks.numbers.len() as u64;
                assert!(spans <= count.spans, "{spans} {count:?}\n{raster}");
            }
        }
    }

    #[test]
    fn runs_are_counted_and_spans_are_bounded() {
        let mut state = 7u64;
        for round in 0..400usize {
            let (width, height) = (1 + round % 70 + round % 3 * 60, 1 + round % 11);
            let occupied = 1 + round as u64 % 9;
            let raster = Raster::from_fn(width, height, |_| {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                (state >> 33) % 10 < occupied
            });
            let raster = raster.unwrap();
            check::<SquareLattice>(&raster);
            check::<HexLattice>(&raster);
        }
    }

    /// All grids of 4×3 cells.
    #[test]
    fn the_bound_holds_on_every_small_grid() {
        for bits in 0u32..1 << 12 {
            let raster =
                Raster::from_fn(4, 3, |cell| bits >> (cell.row * 4 + cell.column) & 1 == 1);
            let raster = raster.unwrap();
            check::<SquareLattice>(&raster);
            check::<HexLattice>(&raster);
        }
    }
}
