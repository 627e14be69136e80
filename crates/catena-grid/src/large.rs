//! [`LargeRaster`]: a grid with more cells than a [`Raster`] may have.

use core::fmt;

use crate::detect::raster::{PartCount, Query, Report, analyse};
use crate::lattice::Lattice;
use crate::raster::{MAX_CELLS, Raster};
use crate::union_find::INDEX;

/// The most cells that a [`LargeRaster`] may have, rows filled up to multiples of
/// 64: about 262,000 × 262,000, which is 8 GiB.
pub const MAX_LARGE_CELLS: u64 = 1 << 36;

/// The longest side of a [`LargeRaster`].
const MAX_LARGE_SIDE: usize = (1 << 31) - 1;

/// A grid of up to [`MAX_LARGE_CELLS`] cells whose areas can be counted.
///
/// A [`Raster`] may have up to [`MAX_CELLS`], so that its parts can always be numbered
/// in 30 bits. The parts are runs of empty cells and spans of occupied ones. Plans and
/// maps have few of them, so larger grids can be decided too. One look at the cells,
/// before work begins, tells whether there are too many.
///
/// ```
/// use catena_grid::{LargeRaster, MinSize, Query, SquareLattice};
///
/// // A ring of 200 × 3 cells; the lowest bit is the first cell.
/// let mut ring = LargeRaster::new(200, 3)?;
/// ring.set_words(0, [!0; 4]);
/// ring.set_words(1, [1, 0, 0, 1 << 7]);
/// ring.set_words(2, [!0; 4]);
/// let report = ring.analyse::<SquareLattice>(&Query::new(MinSize::TWO))?;
/// assert_eq!((report.areas, report.walls), (1, 1));
/// assert_eq!(report.largest_areas[0].size, 198);
/// # Ok::<(), catena_grid::LargeRasterError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct LargeRaster {
    /// It may have more cells than others of its type; it is never handed out.
    cells: Raster,
}

impl LargeRaster {
    /// Creates an empty grid.
    ///
    /// # Errors
    ///
    /// If it has no cell, more than [`MAX_LARGE_CELLS`], or a side of 2³¹ or more.
    pub fn new(width: usize, height: usize) -> Result<LargeRaster, LargeRasterError> {
        let cells = (width as u64)
            .checked_next_multiple_of(64)
            .and_then(|width| width.checked_mul(height as u64));
        let sides = 1..=MAX_LARGE_SIDE;
        let fits = sides.contains(&width)
            && sides.contains(&height)
            && cells.is_some_and(|cells| cells <= MAX_LARGE_CELLS.min(usize::MAX as u64 / 2));
        if !fits {
            return Err(LargeRasterError::Size { width, height });
        }
        Ok(LargeRaster {
            cells: Raster::blank(width, height),
        })
    }

    /// Sets the cells of a row from words of 64 cells each, the lowest bit first.
    /// Missing cells become empty; bits beyond the width are ignored.
    pub fn set_words(&mut self, row: usize, words: impl IntoIterator<Item = u64>) {
        self.cells.set_words(row, words);
    }

    /// Returns the number of columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.cells.width()
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.cells.height()
    }

    /// Returns how many cells are occupied.
    #[must_use]
    pub fn count_occupied(&self) -> u64 {
        self.cells.count_occupied()
    }

    /// Returns how many bytes [`analyse`](LargeRaster::analyse) needs at most,
    /// besides the grid itself.
    #[must_use]
    pub fn working_bytes(&self) -> u64 {
        self.cells.working_bytes()
    }

    /// Finds the enclosed areas, the blocks around them and the cells on a chain, as
    /// [`Grid::analyse`](crate::Grid::analyse) does.
    ///
    /// # Errors
    ///
    /// Before work begins: if the grid has too many parts, or if the query asks for
    /// more than counts: for labels, for a chain, or for a minimum size above 2.
    pub fn analyse<L: Lattice>(&self, query: &Query<'_>) -> Result<Report, LargeRasterError> {
        self.analyse_within::<L>(query, u64::from(INDEX))
    }

    /// The same, if there are at most this many parts.
    fn analyse_within<L: Lattice>(
        &self,
        query: &Query<'_>,
        most: u64,
    ) -> Result<Report, LargeRasterError> {
        if !query.asks_for_counts() {
            return Err(LargeRasterError::Question);
        }
        let PartCount { runs, spans } = PartCount::of(&self.cells);
        // The outside counts as a run. The walk makes room for two spans per cell of
        // the next row before it knows.
        let found = (runs + 1).max(spans + 2 * self.width() as u64 + 1);
        if found > most {
            return Err(LargeRasterError::Parts { found, most });
        }
        Ok(analyse::<L>(&self.cells, query, 0))
    }
}

impl fmt::Debug for LargeRaster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LargeRaster of {}x{} cells", self.width(), self.height())
    }
}

/// Why there is no such [`LargeRaster`], or no answer about it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LargeRasterError {
    /// No cell, or too many.
    Size {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// Too many parts: runs of empty cells, or spans of occupied ones.
    Parts {
        /// How many there may be; of spans this is an upper bound.
        found: u64,
        /// How many can be numbered.
        most: u64,
    },
    /// The query asks for more than counts.
    Question,
}

impl fmt::Display for LargeRasterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size { width: 0, .. } | Self::Size { height: 0, .. } => {
                f.write_str("the grid has no cell")
            }
            Self::Size { width, height } => write!(
                f,
                "a grid of {width}x{height} cells is too large; at most {MAX_LARGE_CELLS} cells fit, with rows filled up to multiples of 64"
            ),
            Self::Parts { found, most } => write!(
                f,
                "the grid has up to {found} runs of cells; at most {most} can be numbered"
            ),
            Self::Question => write!(
                f,
                "a grid of more than {MAX_CELLS} cells has counts for minimum sizes 1 and 2, no labels and no chain to show"
            ),
        }
    }
}

impl core::error::Error for LargeRasterError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Grid;
    use crate::cell::Cell;
    use crate::lattice::{HexLattice, SquareLattice};
    use crate::min_size::MinSize;
    use alloc::string::ToString;

    fn random(width: usize, height: usize, seed: u64, occupied: u64) -> LargeRaster {
        let mut state = seed;
        let mut raster = LargeRaster::new(width, height).unwrap();
        for row in 0..height {
            let mut word = || {
                let mut word = 0u64;
                for bit in 0..64 {
                    state = state
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1_442_695_040_888_963_407);
                    word |= u64::from((state >> 33) % 10 < occupied) << bit;
                }
                word
            };
            let words: alloc::vec::Vec<u64> = (0..width.div_ceil(64)).map(|_| word()).collect();
            raster.set_words(row, words);
        }
        raster
    }

    #[test]
    fn a_large_raster_is_answered_like_any_other() {
        for (width, seed) in (70..130).zip(0..) {
            let large = random(width, 25, seed, 2 + seed % 7);
            for size in [MinSize::ONE, MinSize::TWO] {
                let query = Query::new(size);
                let expected = Grid::new(&large.cells).analyse(&query);
                assert_eq!(large.analyse::<SquareLattice>(&query), Ok(expected));
                let expected = Grid::hex(&large.cells).analyse(&query);
                assert_eq!(large.analyse::<HexLattice>(&query), Ok(expected));
            }
        }
    }

    #[test]
    fn too_many_parts_are_refused_before_work_begins() {
        let large = random(100, 20, 1, 4);
        let query = Query::new(MinSize::TWO);
        let PartCount { runs, spans } = PartCount::of(&large.cells);
        let found = (runs + 1).max(spans + 201);
        assert!(large.analyse_within::<SquareLattice>(&query, found).is_ok());
        let error = large
            .analyse_within::<SquareLattice>(&query, found - 1)
            .unwrap_err();
        let most = found - 1;
        assert_eq!(error, LargeRasterError::Parts { found, most });
        assert_eq!(
            error.to_string(),
            alloc::format!(
                "the grid has up to {found} runs of cells; at most {most} can be numbered"
            )
        );
    }

    #[test]
    fn only_counts_are_answered() {
        let large = random(10, 10, 1, 5);
        for query in [
            Query::new(MinSize::new(3).unwrap()),
            Query::new(MinSize::ONE).with_labels(),
            Query::new(MinSize::ONE).with_witness_at(Cell::new(0, 0)),
        ] {
            let answer = large.analyse::<SquareLattice>(&query);
            assert_eq!(answer, Err(LargeRasterError::Question));
        }
    }

    #[test]
    fn sizes_that_cannot_be_are_refused() {
        for (width, height) in [
            (0, 5),
            (5, 0),
            (1 << 19, 1 << 19),
            (1, 1 << 31),
            (usize::MAX, 2),
        ] {
            let error = LargeRaster::new(width, height).unwrap_err();
            assert_eq!(error, LargeRasterError::Size { width, height });
        }
    }
}
