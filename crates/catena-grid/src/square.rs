//! [`Square`]: one of the 64 cells of an 8×8 board.

use core::fmt;
use core::str::FromStr;

/// One of the 64 squares of a chess board.
///
/// Squares are numbered from a1 = 0, b1 = 1, … to h8 = 63, as in shakmaty. There
/// is a constant for each of them, like [`Square::E4`].
///
/// ```
/// use catena_grid::Square;
///
/// let square: Square = "f3".parse()?;
/// assert_eq!(square.index(), 21);
/// assert_eq!((square.file(), square.rank()), (5, 2));
/// assert_eq!(square.to_string(), "f3");
/// # Ok::<(), catena_grid::ParseSquareError>(())
/// ```
///
/// With the feature `serde` it is its name in formats for people, like JSON, and
/// its number in others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// Defines a constant for each square, named like `Square::E4`.
macro_rules! square_constants {
    ($($name:ident)*) => {
        /// The squares by name.
        impl Square {
            $(
                #[doc = concat!("The square ", stringify!($name), ".")]
                pub const $name: Square = Square(NumberOfSquare::$name as u8);
            )*
        }

        /// The squares in the order of their numbers.
        #[derive(Clone, Copy)]
        enum NumberOfSquare {
            $($name),*
        }
    };
}

square_constants! {
    A1 B1 C1 D1 E1 F1 G1 H1
    A2 B2 C2 D2 E2 F2 G2 H2
    A3 B3 C3 D3 E3 F3 G3 H3
    A4 B4 C4 D4 E4 F4 G4 H4
    A5 B5 C5 D5 E5 F5 G5 H5
    A6 B6 C6 D6 E6 F6 G6 H6
    A7 B7 C7 D7 E7 F7 G7 H7
    A8 B8 C8 D8 E8 F8 G8 H8
}

impl Square {
    /// All squares, from a1 to h8.
    pub const ALL: [Square; 64] = {
        let mut all = [Square(0); 64];
        let mut index = 0;
        while index < 64 {
            all[index as usize] = Square(index);
            index += 1;
        }
        all
    };

    /// Returns the square with this number, if it is below 64.
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Square> {
        if index < 64 {
            Some(Square(index))
        } else {
            None
        }
    }

    /// Returns the square on this file (a = 0) and rank (first = 0), if both are
    /// below 8.
    ///
    /// ```
    /// use catena_grid::Square;
    ///
    /// assert_eq!(Square::from_coords(4, 3), Some(Square::E4));
    /// assert_eq!(Square::from_coords(8, 0), None);
    /// ```
    #[must_use]
    pub const fn from_coords(file: u8, rank: u8) -> Option<Square> {
        if file < 8 && rank < 8 {
            Some(Square(rank * 8 + file))
        } else {
            None
        }
    }

    /// Returns the lowest 6 bits of `bits` as a square.
    pub(crate) const fn from_low_bits(bits: u32) -> Square {
        Square((bits & 63) as u8)
    }

    /// Returns the number of the square: a1 = 0, h8 = 63.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Returns the file, counted from a = 0.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// Returns the rank, counted from the first = 0.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// Returns how many king's steps lead from one square to the other.
    ///
    /// ```
    /// use catena_grid::Square;
    ///
    /// assert_eq!(Square::A1.distance(Square::C8), 7);
    /// ```
    #[must_use]
    pub const fn distance(self, other: Square) -> u8 {
        let files = self.file().abs_diff(other.file());
        let ranks = self.rank().abs_diff(other.rank());
        if files > ranks { files } else { ranks }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}{}",
            char::from(b'a' + self.file()),
            char::from(b'1' + self.rank())
        )
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not the name of a square, `a1` to `h8`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseSquareError;

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a square is a letter a to h and a digit 1 to 8, like e4")
    }
}

impl core::error::Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        let &[file, rank] = text.as_bytes() else {
            return Err(ParseSquareError);
        };
        Square::from_coords(file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'))
            .ok_or(ParseSquareError)
    }
}

#[cfg(feature = "arbitrary")]
impl<'a> arbitrary::Arbitrary<'a> for Square {
    fn arbitrary(input: &mut arbitrary::Unstructured<'a>) -> arbitrary::Result<Square> {
        input.int_in_range(0..=63).map(Square)
    }

    fn size_hint(_depth: usize) -> (usize, Option<usize>) {
        (1, Some(1))
    }
}

#[cfg(feature = "serde")]
mod with_serde {
    use alloc::borrow::Cow;
    use alloc::format;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Square;

    impl Serialize for Square {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            if serializer.is_human_readable() {
                serializer.collect_str(self)
            } else {
                serializer.serialize_u8(self.index())
            }
        }
    }

    impl<'de> Deserialize<'de> for Square {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Square, D::Error> {
            if deserializer.is_human_readable() {
                let name = Cow::<str>::deserialize(deserializer)?;
                name.parse().map_err(D::Error::custom)
            } else {
                let number = u8::deserialize(deserializer)?;
                Square::from_index(number)
                    .ok_or_else(|| D::Error::custom(format!("there is no square {number}")))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn every_square_is_read_as_it_is_printed() {
        for square in Square::ALL {
            assert_eq!(square.to_string().parse(), Ok(square));
        }
    }

    #[test]
    fn the_constants_have_the_names_of_their_squares() {
        for (square, name) in [
            (Square::A1, "a1"),
            (Square::H1, "h1"),
            (Square::E4, "e4"),
            (Square::H8, "h8"),
        ] {
            assert_eq!(square.to_string(), name);
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["", "e", "e9", "i1", "E4", "e44", "4e", "é4", "a0"] {
            assert_eq!(text.parse::<Square>(), Err(ParseSquareError), "{text:?}");
        }
    }
}
