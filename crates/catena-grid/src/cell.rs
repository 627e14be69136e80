//! [`Cell`]: a place on a board of any size, and its name.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use crate::square::Square;

/// A place on a board of any size, counted from the top left corner.
///
/// Its name continues those of chess: files are `a` to `z`, then `aa`,
/// `ab`, …; ranks are numbered from 1 at the bottom. So the name depends on
/// the height of the board. Cells are in reading order: top row first,
/// each row from the left.
///
/// ```
/// use catena_grid::Cell;
///
/// let cell = Cell::parse("aa27", 32, 32)?;
/// assert_eq!(cell, Cell::new(26, 5));
/// assert_eq!(cell.name(32), "aa27");
///
/// let error = Cell::parse("i9", 8, 8).unwrap_err();
/// assert_eq!(error.to_string(), "there is no square 'i9' on a board from a1 to h8");
/// # Ok::<(), catena_grid::ParseCellError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct Cell {
    // The row comes first so that the derived order is that of reading.
    /// Rows above the cell.
    pub row: usize,
    /// Columns left of the cell.
    pub column: usize,
}

impl Cell {
    /// The cell in this column and row.
    #[must_use]
    pub const fn new(column: usize, row: usize) -> Cell {
        Cell { row, column }
    }

    /// The name of the cell on a board with this many rows.
    ///
    /// ```
    /// use catena_grid::Cell;
    ///
    /// assert_eq!(Cell::new(0, 0).name(8), "a8");
    /// assert_eq!(Cell::new(26, 31).name(32), "aa1");
    /// ```
    #[must_use]
    pub fn name(self, height: usize) -> String {
        format!(
            "{}{}",
            file_letters(self.column),
            height.saturating_sub(self.row)
        )
    }

    /// Reads the name of a cell on a board of this size.
    ///
    /// # Errors
    ///
    /// If the text is not the name of a square, or the board has no such
    /// square.
    pub fn parse(text: &str, width: usize, height: usize) -> Result<Cell, ParseCellError> {
        let letters = text.bytes().take_while(u8::is_ascii_lowercase).count();
        let (file, rank) = text.split_at(letters);
        let is_number = rank.bytes().all(|digit| digit.is_ascii_digit());
        if file.is_empty() || rank.is_empty() || rank.starts_with('0') || !is_number {
            return Err(ParseCellError::Name { text: text.into() });
        }
        let outside = || ParseCellError::Outside {
            text: text.into(),
            width,
            height,
        };
        let column = column_of(file)
            .filter(|column| *column < width)
            .ok_or_else(outside)?;
        let row = rank
            .parse()
            .ok()
            .and_then(|rank: usize| height.checked_sub(rank))
            .ok_or_else(outside)?;
        Ok(Cell { row, column })
    }

    /// The square of an 8×8 board that is this cell.
    ///
    /// ```
    /// use catena_grid::{Cell, Square};
    ///
    /// assert_eq!(Cell::new(4, 4).square(), Some(Square::E4));
    /// assert_eq!(Cell::new(8, 0).square(), None);
    /// ```
    #[must_use]
    pub fn square(self) -> Option<Square> {
        let rank = 7usize.checked_sub(self.row)?;
        Square::from_coords(self.column.try_into().ok()?, rank.try_into().ok()?)
    }

    /// How many king's steps lead from one cell to the other.
    ///
    /// ```
    /// use catena_grid::Cell;
    ///
    /// assert_eq!(Cell::new(0, 0).distance(Cell::new(2, 5)), 5);
    /// ```
    #[must_use]
    pub fn distance(self, other: Cell) -> usize {
        let columns = self.column.abs_diff(other.column);
        columns.max(self.row.abs_diff(other.row))
    }
}

/// The cell of an 8×8 board that is this square.
impl From<Square> for Cell {
    fn from(square: Square) -> Cell {
        Cell::new(square.file().into(), 7 - usize::from(square.rank()))
    }
}

/// The square of an 8×8 board that is this cell.
impl TryFrom<Cell> for Square {
    type Error = OutsideError;

    fn try_from(cell: Cell) -> Result<Square, OutsideError> {
        cell.square().ok_or(OutsideError { cell })
    }
}

/// A cell is not on the board of 8×8 squares.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutsideError {
    /// The cell.
    pub cell: Cell,
}

impl fmt::Display for OutsideError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the cell {} is not on a board of 8x8 squares", self.cell)
    }
}

impl core::error::Error for OutsideError {}

/// Returns the letters of a file, counted from `a` = 0: `a` to `z`, `aa`, `ab`, ….
///
/// ```
/// use catena_grid::file_letters;
///
/// assert_eq!([0, 25, 26, 31].map(file_letters), ["a", "z", "aa", "af"]);
/// ```
#[must_use]
pub fn file_letters(column: usize) -> String {
    let letter = char::from(b"abcdefghijklmnopqrstuvwxyz"[column % 26]);
    match column / 26 {
        0 => letter.to_string(),
        more => format!("{}{letter}", file_letters(more - 1)),
    }
}

/// The column with this name; `None` if it is too far right to count.
fn column_of(file: &str) -> Option<usize> {
    file.bytes()
        .try_fold(0usize, |number, letter| {
            number
                .checked_mul(26)?
                .checked_add(usize::from(letter - b'a') + 1)
        })?
        .checked_sub(1)
}

/// The column and the row, as in `3,4`. On a board with chess names, see
/// [`Cell::name`].
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.column, self.row)
    }
}

/// Why a text is not the name of a cell of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseCellError {
    /// The text is not letters and a number.
    Name {
        /// The text.
        text: String,
    },
    /// The board has no such square.
    Outside {
        /// The text.
        text: String,
        /// Files of the board.
        width: usize,
        /// Ranks of the board.
        height: usize,
    },
}

impl fmt::Display for ParseCellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name { text } => write!(
                f,
                "'{text}' is not a square; a square is a file and a rank, like e4"
            ),
            Self::Outside {
                text,
                width,
                height,
            } => {
                let last = Cell::new(width.saturating_sub(1), 0).name(*height);
                write!(
                    f,
                    "there is no square '{text}' on a board from a1 to {last}"
                )
            }
        }
    }
}

impl core::error::Error for ParseCellError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_read_as_it_is_named() {
        for (width, height) in [(8, 8), (1, 1), (32, 32), (10, 3)] {
            for row in 0..height {
                for column in 0..width {
                    let cell = Cell::new(column, row);
                    assert_eq!(Cell::parse(&cell.name(height), width, height), Ok(cell));
                }
            }
        }
    }

    #[test]
    fn on_8x8_a_cell_is_a_square() {
        for square in Square::ALL {
            let cell = Cell::from(square);
            assert_eq!(cell.square(), Some(square));
            assert_eq!(cell.name(8), square.to_string());
        }
        assert_eq!(Cell::new(8, 0).square(), None);
        assert_eq!(Cell::new(0, 8).square(), None);
        assert_eq!(Cell::new(usize::MAX, usize::MAX).square(), None);
    }

    #[test]
    fn what_is_not_a_name_is_refused() {
        for text in [
            "", "e", "4", "E4", "e04", "e0", "4e", "é4", "e-4", "e4 ", "e4x",
        ] {
            assert_eq!(
                Cell::parse(text, 8, 8),
                Err(ParseCellError::Name { text: text.into() })
            );
        }
        let far = "z".repeat(40) + "1";
        for text in ["i1", "a9", "aa1", "a99999999999999999999999", &far] {
            assert!(
                matches!(Cell::parse(text, 8, 8), Err(ParseCellError::Outside { .. })),
                "{text}"
            );
        }
    }

    #[test]
    fn cells_are_ordered_as_one_reads() {
        assert!(Cell::from(Square::ALL[56]) < Cell::from(Square::ALL[57]));
        assert!(Cell::from(Square::ALL[63]) < Cell::from(Square::ALL[48]));
    }
}
