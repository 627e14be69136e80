//! [`Raster`]: which cells of a grid of any size are occupied.

use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use crate::cell::Cell;
use crate::detect::raster::PartCount;
use crate::grid8::Grid8;
use crate::placement::Placement;
use crate::square::Square;

/// The most cells that a [`Raster`] may have, rows filled up to multiples of 64:
/// 10⁹, about 31,600 × 31,600. Its parts can then be numbered in 30 bits, whatever
/// is on it. A [`LargeRaster`](crate::LargeRaster) may have more
/// cells, if it has few parts.
pub const MAX_CELLS: usize = 1_000_000_000;

/// A grid of occupied and empty cells, one bit per cell, row by row.
///
/// Columns count from the left and rows from the top, both from 0.
///
/// ```
/// use catena_grid::{Cell, Raster};
///
/// let raster = Raster::from_art(
///     ". # .
///      ## . #
///      . # .",
/// )?;
/// assert_eq!((raster.width(), raster.height()), (3, 3));
/// assert!(raster.is_occupied(Cell::new(1, 0)));
/// assert_eq!(raster.count_occupied(), 4);
/// # Ok::<(), catena_grid::RasterError>(())
/// ```
///
/// With the feature `serde` it is written as the picture that
/// [`from_art`](Raster::from_art) reads.
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "String", try_from = "String"))]
pub struct Raster {
    width: usize,
    height: usize,
    /// Words in a row.
    stride: usize,
    /// Bit `x % 64` of word `y * stride + x / 64`; bits beyond the width are 0.
    words: Vec<u64>,
}

impl Raster {
    /// Creates an empty grid.
    ///
    /// # Errors
    ///
    /// If it has no cell, or more than [`MAX_CELLS`].
    pub fn new(width: usize, height: usize) -> Result<Raster, RasterError> {
        // Rows are filled up to whole words, so that narrow grids count too.
        let too_large = width
            .checked_next_multiple_of(64)
            .and_then(|width| width.checked_mul(height))
            .is_none_or(|cells| cells > MAX_CELLS);
        if width == 0 || height == 0 || too_large {
            return Err(RasterError::Size { width, height });
        }
        Ok(Raster::blank(width, height))
    }

    /// An empty grid of a size that is known to be right.
    pub(crate) fn blank(width: usize, height: usize) -> Raster {
        let stride = width.div_ceil(64);
        Raster {
            width,
            height,
            stride,
            words: vec![0; stride * height],
        }
    }

    /// The grid with the words of these rows. Bits beyond the width must be 0.
    pub(crate) fn from_words(width: usize, words: Vec<u64>) -> Raster {
        let stride = width.div_ceil(64);
        Raster {
            width,
            height: words.len() / stride,
            stride,
            words,
        }
    }

    /// Creates the grid in which exactly the cells for which `is_occupied` holds are
    /// occupied.
    ///
    /// # Errors
    ///
    /// If it has no cell, or more than [`MAX_CELLS`].
    ///
    /// ```
    /// use catena_grid::Raster;
    ///
    /// let diagonal = Raster::from_fn(3, 2, |cell| cell.column == cell.row)?;
    /// assert_eq!(diagonal.to_string(), "#..\n.#.");
    /// # Ok::<(), catena_grid::RasterError>(())
    /// ```
    pub fn from_fn(
        width: usize,
        height: usize,
        mut is_occupied: impl FnMut(Cell) -> bool,
    ) -> Result<Raster, RasterError> {
        let mut raster = Raster::new(width, height)?;
        for row in 0..height {
            raster.set_row(
                row,
                (0..width).map(|column| is_occupied(Cell::new(column, row))),
            );
        }
        Ok(raster)
    }

    /// Reads a grid drawn as text, one line per row: `#` is occupied, `.` is empty,
    /// spaces and empty lines are ignored.
    ///
    /// # Errors
    ///
    /// If lines differ in length, if there is another character, or if there is no cell.
    ///
    /// ```
    /// use catena_grid::{Raster, RasterError};
    ///
    /// let raster = Raster::from_art("#.. \n .#.")?;
    /// assert_eq!((raster.width(), raster.height()), (3, 2));
    ///
    /// let error = Raster::from_art("#..\n.#").unwrap_err();
    /// assert_eq!(error, RasterError::Line { line: 2, found: 2, expected: 3 });
    /// # Ok::<(), catena_grid::RasterError>(())
    /// ```
    pub fn from_art(art: &str) -> Result<Raster, RasterError> {
        let lines = || {
            art.lines()
                .enumerate()
                .filter(|(_, line)| !line.trim().is_empty())
        };
        let cells = |line: &str| line.chars().filter(|c| !c.is_whitespace()).count();
        let width = lines().next().map_or(0, |(_, line)| cells(line));
        let mut raster = Raster::new(width, lines().count())?;
        for (row, (number, line)) in lines().enumerate() {
            let line_number = number + 1;
            if let Some(found) = line
                .chars()
                .find(|c| !matches!(c, '#' | '.') && !c.is_whitespace())
            {
                return Err(RasterError::Character {
                    found,
                    line: line_number,
                });
            }
            let found = cells(line);
            if found != width {
                return Err(RasterError::Line {
                    line: line_number,
                    found,
                    expected: width,
                });
            }
            raster.set_row(
                row,
                line.chars()
                    .filter(|c| !c.is_whitespace())
                    .map(|c| c == '#'),
            );
        }
        Ok(raster)
    }

    /// Returns the number of columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height
    }

    /// Returns how many cells are occupied.
    #[must_use]
    pub fn count_occupied(&self) -> u64 {
        self.words
            .iter()
            .map(|word| u64::from(word.count_ones()))
            .sum()
    }

    /// Returns whether the cell is on the grid.
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        cell.column < self.width && cell.row < self.height
    }

    /// Returns whether the cell is occupied. Cells beyond the rim are not.
    #[must_use]
    pub fn is_occupied(&self, cell: Cell) -> bool {
        self.contains(cell)
            && self.words[cell.row * self.stride + cell.column / 64] >> (cell.column % 64) & 1 == 1
    }

    /// Makes a cell occupied or empty. Cells beyond the rim stay empty.
    ///
    /// ```
    /// use catena_grid::{Cell, Raster};
    ///
    /// let mut raster = Raster::new(3, 1)?;
    /// raster.set(Cell::new(1, 0), true);
    /// assert_eq!(raster.to_string(), ".#.");
    /// # Ok::<(), catena_grid::RasterError>(())
    /// ```
    pub fn set(&mut self, cell: Cell, occupied: bool) {
        if self.contains(cell) {
            let word = &mut self.words[cell.row * self.stride + cell.column / 64];
            let bit = 1 << (cell.column % 64);
            *word = if occupied { *word | bit } else { *word & !bit };
        }
    }

    /// Returns all cells of the grid in reading order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |row| (0..width).map(move |column| Cell::new(column, row)))
    }

    /// Returns the occupied cells in reading order.
    ///
    /// ```
    /// use catena_grid::{Cell, Raster};
    ///
    /// let raster = Raster::from_art("#.#")?;
    /// assert!(raster.occupied_cells().eq([Cell::new(0, 0), Cell::new(2, 0)]));
    /// assert_eq!(raster.cells().count(), 3);
    /// # Ok::<(), catena_grid::RasterError>(())
    /// ```
    pub fn occupied_cells(&self) -> impl Iterator<Item = Cell> {
        self.cells().filter(|cell| self.is_occupied(*cell))
    }

    /// Sets the cells of a row from the left. Missing cells become empty; cells beyond
    /// the width are ignored.
    ///
    /// ```
    /// use catena_grid::Raster;
    ///
    /// let mut raster = Raster::new(3, 2)?;
    /// raster.set_row(1, [true, false, true, true]);
    /// assert_eq!(raster.to_string(), "...\n#.#");
    /// # Ok::<(), catena_grid::RasterError>(())
    /// ```
    pub fn set_row(&mut self, row: usize, cells: impl IntoIterator<Item = bool>) {
        if row >= self.height {
            return;
        }
        let words = &mut self.words[row * self.stride..][..self.stride];
        words.fill(0);
        for (column, occupied) in cells.into_iter().take(self.width).enumerate() {
            words[column / 64] |= u64::from(occupied) << (column % 64);
        }
    }

    /// Returns the grid with occupied and empty cells exchanged.
    ///
    /// ```
    /// use catena_grid::Raster;
    ///
    /// let complement = Raster::from_art("# . .")?.complement();
    /// assert_eq!(complement, Raster::from_art(". # #")?);
    /// # Ok::<(), catena_grid::RasterError>(())
    /// ```
    #[must_use]
    pub fn complement(&self) -> Raster {
        let mut complement = Raster::blank(self.width, self.height);
        for row in 0..self.height {
            complement.set_words(row, self.row(row).iter().map(|word| !word));
        }
        complement
    }

    /// Sets the cells of a row from words of 64 cells each, the lowest bit first.
    /// Missing cells become empty; bits beyond the width are ignored. If the cells
    /// are bits already, this takes a fraction of the time of
    /// [`set_row`](Raster::set_row).
    ///
    /// ```
    /// use catena_grid::Raster;
    ///
    /// let mut raster = Raster::new(5, 2)?;
    /// raster.set_words(1, [0b10110]);
    /// assert_eq!(raster.to_string(), ".....\n.##.#");
    /// assert_eq!(raster.row_words(1), [0b10110]);
    /// # Ok::<(), catena_grid::RasterError>(())
    /// ```
    pub fn set_words(&mut self, row: usize, words: impl IntoIterator<Item = u64>) {
        if row >= self.height {
            return;
        }
        let last = self.stride - 1;
        let in_last = self.cells_in_word(last);
        let own = &mut self.words[row * self.stride..][..self.stride];
        own.fill(0);
        for (own, word) in own.iter_mut().zip(words) {
            *own = word;
        }
        own[last] &= in_last;
    }

    /// Returns how many bytes [`Grid::analyse`](crate::Grid::analyse) needs at most for
    /// counts of the minimum sizes 1 and 2, besides the grid itself.
    #[must_use]
    pub fn working_bytes(&self) -> u64 {
        let PartCount { runs, spans } = PartCount::of(self);
        // A run has an entry, and its area a size and a number; a span has an entry,
        // a count and one pair, and its arrays grow by an eighth.
        16 * runs + 18 * spans + 64 * (self.width as u64) + 4 * (self.height as u64)
    }

    /// Returns the words of a row, 64 cells each, the lowest bit first; no word
    /// for a row beyond the rim. Bits beyond the width are 0.
    #[must_use]
    pub fn row_words(&self, row: usize) -> &[u64] {
        self.row_or(Some(row), &[])
    }

    /// The cells from `corner` on, this many columns and rows. What is beyond
    /// the rim is empty.
    pub(crate) fn part(&self, corner: Cell, size: (usize, usize)) -> Raster {
        let mut part = Raster::blank(size.0, size.1);
        for row in 0..size.1 {
            let cells =
                (0..size.0).map(|column| Cell::new(corner.column + column, corner.row + row));
            part.set_row(row, cells.map(|cell| self.is_occupied(cell)));
        }
        part
    }

    /// The words of a row, 64 cells each, the lowest bit first.
    pub(crate) fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.stride..][..self.stride]
    }

    /// The words of all rows, one row after the other.
    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }

    /// Which bits of this word of a row are cells.
    pub(crate) fn cells_in_word(&self, index: usize) -> u64 {
        let end = (index + 1) * 64;
        if end > self.width {
            !0 >> (end - self.width)
        } else {
            !0
        }
    }

    /// The words of a row, or `beyond` for a row beyond the rim.
    pub(crate) fn row_or<'a>(&'a self, row: Option<usize>, beyond: &'a [u64]) -> &'a [u64] {
        match row {
            Some(row) if row < self.height => self.row(row),
            _ => beyond,
        }
    }
}

/// The picture that [`Raster::from_art`] reads.
impl fmt::Display for Raster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.height {
            for column in 0..self.width {
                f.write_str(if self.is_occupied(Cell::new(column, row)) {
                    "#"
                } else {
                    "."
                })?;
            }
            if row + 1 < self.height {
                f.write_str("\n")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Raster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Raster of {}x{} cells", self.width, self.height)
    }
}

/// The picture; see [`Raster::from_art`].
impl From<Raster> for String {
    fn from(raster: Raster) -> String {
        raster.to_string()
    }
}

/// The raster of a picture; see [`Raster::from_art`].
impl TryFrom<String> for Raster {
    type Error = RasterError;

    fn try_from(art: String) -> Result<Raster, RasterError> {
        Raster::from_art(&art)
    }
}

/// A small raster: at most 24 columns and rows.
#[cfg(feature = "arbitrary")]
impl<'a> arbitrary::Arbitrary<'a> for Raster {
    fn arbitrary(u: &mut arbitrary::Unstructured<'a>) -> arbitrary::Result<Raster> {
        let mut raster = Raster::blank(u.int_in_range(1..=24)?, u.int_in_range(1..=24)?);
        for row in 0..raster.height {
            let bits: u32 = u.arbitrary()?;
            raster.set_row(row, (0..32).map(|column| bits >> column & 1 == 1));
        }
        Ok(raster)
    }
}

/// The board with these squares occupied.
impl From<Grid8> for Raster {
    fn from(occupied: Grid8) -> Raster {
        let mut raster = Raster::blank(8, 8);
        for square in occupied {
            raster.set(square.into(), true);
        }
        raster
    }
}

/// The occupied squares of an 8×8 board.
impl TryFrom<&Raster> for Grid8 {
    type Error = RasterError;

    fn try_from(raster: &Raster) -> Result<Grid8, RasterError> {
        let (width, height) = (raster.width, raster.height);
        if (width, height) != (8, 8) {
            return Err(RasterError::Not8x8 { width, height });
        }
        let is_occupied = |square: &Square| raster.is_occupied((*square).into());
        Ok(Square::ALL.into_iter().filter(is_occupied).collect())
    }
}

/// The board with a cell occupied where there is a piece.
impl From<&Placement> for Raster {
    fn from(placement: &Placement) -> Raster {
        let mut raster = Raster::blank(placement.width(), placement.height());
        for cell in raster.cells() {
            raster.set(cell, placement.piece_at(cell).is_some());
        }
        raster
    }
}

/// Why there is no such grid.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RasterError {
    /// No cell, or more than [`MAX_CELLS`].
    Size {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// The grid does not have 8×8 cells.
    Not8x8 {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// A line that is not as long as the first.
    Line {
        /// The line, from 1.
        line: usize,
        /// How many cells it has.
        found: usize,
        /// How many it should have.
        expected: usize,
    },
    /// A character that is not a cell.
    Character {
        /// The character.
        found: char,
        /// The line, from 1.
        line: usize,
    },
}

impl fmt::Display for RasterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size { width: 0, .. } | Self::Size { height: 0, .. } => {
                f.write_str("the grid has no cell")
            }
            Self::Size { width, height } => write!(
                f,
                "a grid of {width}x{height} cells is too large; at most {MAX_CELLS} cells fit, with rows filled up to multiples of 64"
            ),
            Self::Not8x8 { width, height } => {
                write!(f, "a grid of {width}x{height} cells is not one of 8x8")
            }
            Self::Line {
                line,
                found,
                expected,
            } => {
                write!(f, "line {line} has {found} cells, not {expected}")
            }
            Self::Character { found, line } => write!(
                f,
                "line {line} has the character {found:?}; a cell is '#' or '.'"
            ),
        }
    }
}

impl core::error::Error for RasterError {}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn a_picture_is_read_as_it_is_printed() {
        for (width, height) in [(1, 1), (3, 2), (63, 3), (64, 3), (65, 3), (130, 2)] {
            let raster = Raster::from_fn(width, height, |cell| {
                (cell.column * 7 + cell.row * 5) % 3 == 0
            })
            .unwrap();
            assert_eq!(Raster::from_art(&raster.to_string()).unwrap(), raster);
        }
    }

    #[test]
    fn cells_beyond_the_rim_are_empty() {
        let mut raster = Raster::from_fn(3, 3, |_| true).unwrap();
        raster.set(Cell::new(3, 0), true);
        raster.set(Cell::new(0, 3), true);
        assert_eq!(raster.count_occupied(), 9);
        assert!(!raster.is_occupied(Cell::new(3, 0)));
        assert!(!raster.is_occupied(Cell::new(0, 3)));
        raster.set(Cell::new(1, 1), false);
        assert_eq!(raster.count_occupied(), 8);
    }

    #[test]
    fn rows_of_words_are_rows_of_cells() {
        for width in [1, 5, 63, 64, 65, 130] {
            let mut by_cells = Raster::new(width, 2).unwrap();
            let mut by_words = by_cells.clone();
            let words = [0x0123_4567_89ab_cdefu64, !0, 0xf0f0];
            let bits = (0..192).map(|at| words[at / 64] >> (at % 64) & 1 == 1);
            by_cells.set_row(1, bits);
            by_words.set_words(1, words);
            by_words.set_words(2, words);
            assert_eq!(by_words, by_cells);
            assert_eq!(by_words.row_words(1).len(), width.div_ceil(64));
            by_words.set_words(1, []);
            assert_eq!(by_words.count_occupied(), 0);
            assert!(by_words.row_words(2).is_empty());
        }
    }

    #[test]
    fn errors_name_the_line() {
        let message = |art: &str| Raster::from_art(art).unwrap_err().to_string();
        assert_eq!(message(" \n"), "the grid has no cell");
        assert_eq!(message("..\n\n.#."), "line 3 has 3 cells, not 2");
        assert_eq!(
            message("..\n.x"),
            "line 2 has the character 'x'; a cell is '#' or '.'"
        );
        assert!(Raster::new(1, 1_000_000_000).is_err());
        assert_eq!(
            Raster::new(1 << 16, 1 << 16).unwrap_err().to_string(),
            "a grid of 65536x65536 cells is too large; at most 1000000000 cells fit, with rows filled up to multiples of 64"
        );
    }
}
