//! [`Placement`]: which piece stands where, read from the first field of a FEN.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::cell::Cell;
use crate::grid8::Grid8;
use crate::square::Square;

/// The most files, and the most ranks, that a [`Placement`] may have.
pub const MAX_SIDE: usize = 32;

/// A piece as a FEN writes it: a letter, upper case for White.
///
/// It matters for drawings, not for chains.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(u8);

impl Piece {
    /// The piece with this letter, if it is one of the English alphabet.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Piece> {
        if letter.is_ascii_alphabetic() {
            Some(Piece(letter as u8))
        } else {
            None
        }
    }

    /// The letter, upper case for White.
    #[must_use]
    pub const fn letter(self) -> char {
        self.0 as char
    }

    /// Whether the piece is White's.
    #[must_use]
    pub const fn is_white(self) -> bool {
        self.0.is_ascii_uppercase()
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Which piece stands on which square of a board.
///
/// Reads the placement alone or a whole FEN, of which it takes the first
/// field. Any placement will do, legal or not, with any number of kings.
///
/// - Empty squares are counted in decimal, and neighbouring digits are one
///   number: `10` is ten empty squares.
/// - A board is 8×8 unless its ranks say otherwise: ranks of another width,
///   all the same, make a board of that width, up to [`MAX_SIDE`] each way.
///   Where the ranks differ, most of them are taken to be right.
/// - A board 8 wide must be 8 high, because a forgotten rank is likelier than
///   an 8×7 board; [`Placement::with_size`] reads that one.
/// - On 8×8 the letters are those of chess; elsewhere any English letter.
///
/// ```
/// use catena_grid::{Grid8, Placement};
///
/// let placement: Placement = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
/// assert_eq!(placement.grid8(), Some(Grid8::from_bits(0x1000_0000_0000_0090)));
/// assert_eq!(placement.to_string(), "4k3/8/8/8/8/8/8/4K2R");
///
/// let error = "4k3/8/8/8/7/8/8/4K2R".parse::<Placement>().unwrap_err();
/// assert_eq!(error.to_string(), "rank 4 has 7 squares, not 8: '7'");
/// # Ok::<(), catena_grid::ParsePlacementError>(())
/// ```
///
/// With the feature `serde` it is written as its text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "String", try_from = "String"))]
pub struct Placement {
    width: usize,
    height: usize,
    /// Top rank first, each rank from the a-file: the order of the text.
    cells: Vec<Option<Piece>>,
}

impl Placement {
    /// How many files the board has.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many ranks the board has.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height
    }

    /// Returns the piece on a cell, if there is one.
    #[must_use]
    pub fn piece_at(&self, cell: Cell) -> Option<Piece> {
        if cell.column < self.width && cell.row < self.height {
            self.cells[cell.row * self.width + cell.column]
        } else {
            None
        }
    }

    /// The piece on a square of an 8×8 board; none on any other board.
    ///
    /// ```
    /// use catena_grid::{Placement, Square};
    ///
    /// let board: Placement = "8/8/8/8/8/8/8/K1k5".parse()?;
    /// let king = board.piece_on(Square::C1).expect("a king");
    /// assert_eq!((king.letter(), king.is_white()), ('k', false));
    /// assert_eq!(board.piece_on(Square::B1), None);
    /// # Ok::<(), catena_grid::ParsePlacementError>(())
    /// ```
    #[must_use]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.is_8x8().then_some(())?;
        self.piece_at(square.into())
    }

    /// Whether the board is that of chess.
    #[must_use]
    pub fn is_8x8(&self) -> bool {
        (self.width, self.height) == (8, 8)
    }

    /// Returns the occupied squares of an 8×8 board; `None` for any other
    /// board. [`Raster::from`](crate::Raster) takes boards of every size.
    ///
    /// ```
    /// use catena_grid::{Grid8, Placement, Square};
    ///
    /// let board: Placement = "8/8/8/8/8/8/8/K1k5".parse()?;
    /// assert_eq!(board.grid8(), Some(Grid8::from_iter([Square::A1, Square::C1])));
    /// let wide: Placement = "10/10/10/10".parse()?;
    /// assert_eq!(wide.grid8(), None);
    /// # Ok::<(), catena_grid::ParsePlacementError>(())
    /// ```
    #[must_use]
    pub fn grid8(&self) -> Option<Grid8> {
        self.is_8x8().then(|| {
            Square::ALL
                .into_iter()
                .filter(|square| self.piece_on(*square).is_some())
                .collect()
        })
    }

    /// The 8×8 board with this piece on each of these squares, for when only
    /// occupancy is known.
    #[must_use]
    pub fn from_occupied(occupied: Grid8, piece: Piece) -> Placement {
        Placement::from_squares(|square| occupied.contains(square).then_some(piece))
    }

    /// The 8×8 board with these pieces: `piece_on` says which stands on a square.
    ///
    /// ```
    /// use catena_grid::{Piece, Placement, Square};
    ///
    /// let king = Piece::from_letter('K');
    /// let placement = Placement::from_squares(|square| king.filter(|_| square == Square::E1));
    /// assert_eq!(placement.to_string(), "8/8/8/8/8/8/8/4K3");
    /// ```
    #[must_use]
    pub fn from_squares(piece_on: impl FnMut(Square) -> Option<Piece>) -> Placement {
        let cells = (0..8u8)
            .rev()
            .flat_map(|rank| (0..8u8).filter_map(move |file| Square::from_coords(file, rank)))
            .map(piece_on)
            .collect();
        Placement {
            width: 8,
            height: 8,
            cells,
        }
    }

    /// Reads a placement on a board of this size.
    ///
    /// # Errors
    ///
    /// If the text does not fill such a board, or has a character that no
    /// placement has.
    pub fn with_size(
        text: &str,
        width: usize,
        height: usize,
    ) -> Result<Placement, ParsePlacementError> {
        Reader::new(text)?.read(Some((width, height)))
    }
}

impl FromStr for Placement {
    type Err = ParsePlacementError;

    fn from_str(text: &str) -> Result<Placement, ParsePlacementError> {
        Reader::new(text)?.read(None)
    }
}

/// The text of the placement.
impl From<Placement> for String {
    fn from(placement: Placement) -> String {
        placement.to_string()
    }
}

/// Reads the text of a placement. Unlike `parse`, this takes a board 8 wide and
/// not 8 high as it is: a program has written it.
impl TryFrom<String> for Placement {
    type Error = ParsePlacementError;

    fn try_from(text: String) -> Result<Placement, ParsePlacementError> {
        let ranks = text.split('/');
        let height = ranks.clone().count();
        let width = ranks.map(width_of).next().unwrap_or(0);
        match text.parse() {
            Err(_) if width == 8 && height <= MAX_SIDE => {
                Placement::with_size(&text, width, height)
            }
            result => result,
        }
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, rank) in self.cells.chunks(self.width).enumerate() {
            if row > 0 {
                f.write_str("/")?;
            }
            let mut empty = 0;
            for cell in rank {
                match cell {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            write!(f, "{empty}")?;
                            empty = 0;
                        }
                        write!(f, "{piece}")?;
                    }
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
        }
        Ok(())
    }
}

/// Why a text is not a placement, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParsePlacementError {
    /// There is no text.
    Empty,
    /// A character that no placement has.
    Character {
        /// The character.
        found: char,
        /// The rank it stands in, from 1 at the bottom.
        rank: usize,
        /// Where it stands: its offset in the text in bytes.
        offset: usize,
        /// Whether the board is 8×8, where only the letters of chess are pieces.
        chess: bool,
    },
    /// A rank that is not as wide as the board.
    RankWidth {
        /// The rank, from 1 at the bottom.
        rank: usize,
        /// How many squares it has; counting stops beyond [`MAX_SIDE`].
        found: usize,
        /// How many squares it should have.
        expected: usize,
        /// The text of the rank.
        text: String,
        /// Where the rank starts: its offset in the text in bytes.
        offset: usize,
    },
    /// The number of ranks is not that of the board.
    RankCount {
        /// How many ranks the text has.
        found: usize,
        /// How many it should have.
        expected: usize,
    },
    /// A board wider or higher than [`MAX_SIDE`], or with no square.
    Size {
        /// Files.
        width: usize,
        /// Ranks.
        height: usize,
    },
}

impl ParsePlacementError {
    /// Returns the offset of the error in the text, in bytes, if it has one place.
    #[must_use]
    pub fn offset(&self) -> Option<usize> {
        match *self {
            Self::Character { offset, .. } | Self::RankWidth { offset, .. } => Some(offset),
            _ => None,
        }
    }
}

impl fmt::Display for ParsePlacementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the position is empty; give a FEN or its first field"),
            Self::Character {
                found, rank, chess, ..
            } => {
                let letters = if *chess {
                    "letters PNBRQK and pnbrqk"
                } else {
                    "letters"
                };
                write!(
                    f,
                    "rank {rank} has the character {found:?}; a rank is made of {letters} and numbers"
                )
            }
            Self::RankWidth {
                rank,
                found,
                expected,
                text,
                ..
            } => {
                let more = if *found > MAX_SIDE { "more than " } else { "" };
                let found = (*found).min(MAX_SIDE);
                write!(
                    f,
                    "rank {rank} has {more}{found} squares, not {expected}: '{text}'"
                )
            }
            Self::RankCount { found, expected } => {
                write!(f, "the position has {found} ranks, not {expected}")
            }
            Self::Size { width, height } => {
                let (of, side) = match (*width > MAX_SIDE, *height > MAX_SIDE) {
                    (true, _) => ("files", width),
                    (_, true) => ("ranks", height),
                    _ => return f.write_str("a board needs a square"),
                };
                // Counting stops beyond the limit.
                let side = (*side).min(MAX_SIDE);
                write!(
                    f,
                    "the board has more than {side} {of}, the most that one can have"
                )
            }
        }
    }
}

impl core::error::Error for ParsePlacementError {}

/// One rank of the text, before anything is known about the board.
struct RankText<'a> {
    text: &'a str,
    offset: usize,
    /// How many squares it fills, at most `MAX_SIDE + 1`.
    width: usize,
}

/// The ranks of a text, top rank first.
struct Reader<'a> {
    ranks: Vec<RankText<'a>>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Result<Reader<'a>, ParsePlacementError> {
        let field = text
            .split_whitespace()
            .next()
            .ok_or(ParsePlacementError::Empty)?;
        let mut offset = text.len() - text.trim_start().len();
        let mut ranks = Vec::new();
        for rank in field.split('/') {
            // A hostile text must not make us keep a million ranks: one too
            // many is enough to know that it is wrong.
            if ranks.len() > MAX_SIDE {
                break;
            }
            ranks.push(RankText {
                text: rank,
                offset,
                width: width_of(rank),
            });
            offset += rank.len() + 1;
        }
        Ok(Reader { ranks })
    }

    fn read(&self, size: Option<(usize, usize)>) -> Result<Placement, ParsePlacementError> {
        let (width, height) = size.unwrap_or_else(|| self.likely_size());
        let chess = (width, height) == (8, 8);
        self.check_characters(chess)?;
        if self.ranks.len() != height {
            return Err(ParsePlacementError::RankCount {
                found: self.ranks.len(),
                expected: height,
            });
        }
        if !(1..=MAX_SIDE).contains(&width) || !(1..=MAX_SIDE).contains(&height) {
            return Err(ParsePlacementError::Size { width, height });
        }
        let mut cells = Vec::with_capacity(width * height);
        for (row, rank) in self.ranks.iter().enumerate() {
            if rank.width != width {
                return Err(ParsePlacementError::RankWidth {
                    rank: height - row,
                    found: rank.width,
                    expected: width,
                    text: rank.text.into(),
                    offset: rank.offset,
                });
            }
            fill_rank(rank.text, &mut cells);
        }
        Ok(Placement {
            width,
            height,
            cells,
        })
    }

    /// What the writer most likely meant: the width most ranks have, 8 if in
    /// doubt, and 8 ranks if they are 8 wide.
    fn likely_size(&self) -> (usize, usize) {
        let votes = |width: usize| self.ranks.iter().filter(|rank| rank.width == width).count();
        let width = (1..=MAX_SIDE + 1)
            .max_by_key(|&width| (votes(width), width == 8))
            .unwrap_or(8);
        let height = if width == 8 { 8 } else { self.ranks.len() };
        (width, height)
    }

    fn check_characters(&self, chess: bool) -> Result<(), ParsePlacementError> {
        let is_known = |letter: char| {
            letter.is_ascii_digit()
                || if chess {
                    "PNBRQKpnbrqk".contains(letter)
                } else {
                    letter.is_ascii_alphabetic()
                }
        };
        for (row, rank) in self.ranks.iter().enumerate() {
            // No number begins with a zero.
            let mut before = ' ';
            let is_wrong = |(_, c): &(usize, char)| {
                let is_zero = *c == '0' && !before.is_ascii_digit();
                before = *c;
                is_zero || !is_known(*c)
            };
            if let Some((at, found)) = rank.text.char_indices().find(is_wrong) {
                return Err(ParsePlacementError::Character {
                    found,
                    rank: self.ranks.len() - row,
                    offset: rank.offset + at,
                    chess,
                });
            }
        }
        Ok(())
    }
}

/// How many squares the text of a rank fills, at most `MAX_SIDE + 1`.
fn width_of(rank: &str) -> usize {
    let (mut width, mut number) = (0usize, 0usize);
    for character in rank.chars() {
        match character.to_digit(10) {
            Some(digit) => number = (number * 10 + digit as usize).min(MAX_SIDE + 1),
            None => {
                width += number + 1;
                number = 0;
            }
        }
        width = width.min(MAX_SIDE + 1);
    }
    (width + number).min(MAX_SIDE + 1)
}

/// Appends the squares of a rank whose characters and width were checked.
fn fill_rank(rank: &str, cells: &mut Vec<Option<Piece>>) {
    let mut number = 0;
    let flush = |number: &mut usize, cells: &mut Vec<Option<Piece>>| {
        cells.extend(core::iter::repeat_n(None, core::mem::take(number)));
    };
    for character in rank.chars() {
        match character.to_digit(10) {
            Some(digit) => number = number * 10 + digit as usize,
            None => {
                flush(&mut number, cells);
                cells.push(Piece::from_letter(character));
            }
        }
    }
    flush(&mut number, cells);
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[track_caller]
    fn check_error(text: &str, message: &str, offset: Option<usize>) {
        let error = text.parse::<Placement>().unwrap_err();
        assert_eq!(error.to_string(), message);
        assert_eq!(error.offset(), offset);
    }

    #[test]
    fn a_number_that_begins_with_zero_is_refused() {
        for (text, offset) in [("p07/8/8/8/8/8/8/8", 1), ("0/8/8/8/8/8/8/8", 0)] {
            let error = text.parse::<Placement>().unwrap_err();
            assert_eq!(error.offset(), Some(offset), "{text}");
        }
        assert!("10/10/10".parse::<Placement>().is_ok());
    }

    #[test]
    fn a_placement_is_read_as_it_is_printed() {
        for text in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "KKKKKKKK/8/8/8/8/8/8/kkkkkkkk",
            "10/10/10/3a6/10/10/10/10/10/J9",
            "ac/bd",
            "32",
        ] {
            assert_eq!(text.parse::<Placement>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn the_other_fields_of_a_fen_do_not_count() {
        let whole: Placement = "  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
            .parse()
            .unwrap();
        assert_eq!(whole.grid8(), Some(Grid8::from_bits(0xffff_0000_0000_ffff)));
    }

    #[test]
    fn errors_name_the_rank_and_the_place() {
        check_error(
            "",
            "the position is empty; give a FEN or its first field",
            None,
        );
        check_error(
            "8/8/8/8/4p4/8/8/8 w - - 0 1",
            "rank 4 has 9 squares, not 8: '4p4'",
            Some(8),
        );
        check_error("8/8/8/8/8/8/8", "the position has 7 ranks, not 8", None);
        check_error("8/8/8/8/8/8/8/8/8", "the position has 9 ranks, not 8", None);
        check_error(
            " 8/8/3x4/8/8/8/8/8",
            "rank 6 has the character 'x'; a rank is made of letters PNBRQK and pnbrqk and numbers",
            Some(6),
        );
        check_error(
            "8/8/8/8/8/8/8/",
            "rank 1 has 0 squares, not 8: ''",
            Some(14),
        );
        check_error(
            "8/8/8/8/8/8/8/99999999999999999999999",
            "rank 1 has more than 32 squares, not 8: '99999999999999999999999'",
            Some(14),
        );
    }

    #[test]
    fn boards_of_other_sizes_are_read() {
        let wide: Placement = "10/10/10/10/10/10/10/ABCDEFGHIJ".parse().unwrap();
        assert_eq!((wide.width(), wide.height()), (10, 8));
        assert_eq!(wide.grid8(), None);
        let tall = Placement::with_size("8/8/8/8/8/8/8", 8, 7).unwrap();
        assert_eq!((tall.width(), tall.height()), (8, 7));
        assert!("33".parse::<Placement>().is_err());
        assert!("1/".repeat(40).parse::<Placement>().is_err());
    }

    #[test]
    fn occupancy_alone_makes_a_placement() {
        let occupied = Grid8::from_bits(0x0123_4567_89ab_cdef);
        let pawn = Piece::from_letter('p').unwrap();
        let placement = Placement::from_occupied(occupied, pawn);
        assert_eq!(placement.grid8(), Some(occupied));
        assert_eq!(placement.to_string().parse(), Ok(placement));
    }

    #[test]
    fn every_square_counts_once() {
        let placement: Placement = "k7/8/8/8/8/8/8/7R".parse().unwrap();
        assert_eq!(
            placement.piece_on("a8".parse().unwrap()).unwrap().letter(),
            'k'
        );
        assert_eq!(
            placement.piece_on("h1".parse().unwrap()).unwrap().letter(),
            'R'
        );
        assert!(
            placement
                .piece_on("h1".parse().unwrap())
                .unwrap()
                .is_white()
        );
        assert_eq!(placement.grid8().unwrap().len(), 2);
    }
}
