//! [`Grid8`]: a set of squares of an 8×8 board.

#[cfg(test)]
mod tests;
mod traits;

use core::iter::FusedIterator;

use crate::square::Square;

/// A set of squares of an 8×8 board, one bit per square: bit 0 is a1, bit 63 is
/// h8.
///
/// ```
/// use catena_grid::{Grid8, Square};
///
/// const WALL: Grid8 = Grid8::from_art(
///     ". . . . . . . .
///      . . . . . . . .
///      . . . . . . . .
///      . . # # . . . .
///      . # . . # . . .
///      . . # # . . . .
///      . . . . . . . .
///      . . . . . . . .",
/// );
/// assert_eq!(WALL.len(), 6);
/// assert!(WALL.contains(Square::B4));
/// ```
///
/// It has the operators and traits of a set:
///
/// ```
/// use catena_grid::{Grid8, Square};
///
/// let mut corners: Grid8 = [Square::A1, Square::H1].into_iter().collect();
/// corners.extend([Square::A8, Square::H8]);
/// assert_eq!(corners | Grid8::RIM, Grid8::RIM);
/// assert_eq!((Grid8::RIM - corners).len(), 24);
/// assert_eq!(!corners & corners, Grid8::EMPTY);
/// corners -= Square::A1.into();
/// assert_eq!(corners, Grid8::from(0x8100_0000_0000_0080));
/// assert_eq!(format!("{corners:#x}"), "0x8100000000000080");
/// assert_eq!(format!("{corners:?}"), "{h1, a8, h8}");
/// ```
///
/// With the feature `serde` it is a list of squares in formats for people, like
/// JSON, and a number in others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct Grid8(u64);

const NOT_FILE_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_FILE_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

impl Grid8 {
    /// No square.
    pub const EMPTY: Grid8 = Grid8(0);
    /// All 64 squares.
    pub const FULL: Grid8 = Grid8(!0);
    /// The 28 squares on the edge of the board.
    pub const RIM: Grid8 = Grid8(0xff81_8181_8181_81ff);

    /// Returns the set with these bits: bit 0 is a1, bit 63 is h8.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Grid8 {
        Grid8(bits)
    }

    /// Returns the bits of the set: bit 0 is a1, bit 63 is h8.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns the set with only this square.
    #[must_use]
    pub const fn from_square(square: Square) -> Grid8 {
        Grid8(1 << square.index())
    }

    /// Returns the set drawn by a text: eight lines of eight characters, the
    /// eighth rank first; `#` is in the set, `.` is not, spaces are ignored.
    ///
    /// # Panics
    ///
    /// If the picture has another shape or another character. In a `const` that
    /// is a compile-time error.
    #[must_use]
    pub const fn from_art(art: &str) -> Grid8 {
        let bytes = art.as_bytes();
        let (mut bits, mut seen, mut at) = (0u64, 0u32, 0);
        while at < bytes.len() {
            match bytes[at] {
                b'#' | b'.' => {
                    assert!(seen < 64, "more than 64 squares in the picture");
                    if bytes[at] == b'#' {
                        bits |= 1 << ((7 - seen / 8) * 8 + seen % 8);
                    }
                    seen += 1;
                }
                b'\n' => assert!(seen % 8 == 0, "a line of the picture is not 8 squares"),
                b' ' | b'\r' | b'\t' => {}
                _ => panic!("a picture is made of # and ."),
            }
            at += 1;
        }
        assert!(seen == 64, "fewer than 64 squares in the picture");
        Grid8(bits)
    }

    /// Returns whether the square is in the set.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 == 1
    }

    /// Returns whether no square is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns how many squares are in the set.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether every square of this set is in the other.
    #[must_use]
    pub const fn is_subset(self, other: Grid8) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns whether no square is in both sets.
    #[must_use]
    pub const fn is_disjoint(self, other: Grid8) -> bool {
        self.0 & other.0 == 0
    }

    /// Adds a square.
    pub const fn insert(&mut self, square: Square) {
        self.0 |= 1 << square.index();
    }

    /// Removes a square.
    pub const fn remove(&mut self, square: Square) {
        self.0 &= !(1 << square.index());
    }

    /// Returns the set with the square added.
    ///
    /// ```
    /// use catena_grid::{Grid8, Square};
    ///
    /// let set = Grid8::EMPTY.with(Square::A1).with(Square::H8);
    /// assert_eq!(set.without(Square::A1), Grid8::from_square(Square::H8));
    /// assert_eq!((set.first(), set.last()), (Some(Square::A1), Some(Square::H8)));
    /// ```
    #[must_use]
    pub const fn with(self, square: Square) -> Grid8 {
        Grid8(self.0 | 1 << square.index())
    }

    /// Returns the set without the square.
    #[must_use]
    pub const fn without(self, square: Square) -> Grid8 {
        Grid8(self.0 & !(1 << square.index()))
    }

    /// Returns the square with the lowest number.
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::from_low_bits(self.0.trailing_zeros()))
        }
    }

    /// Returns the square with the highest number.
    #[must_use]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::from_low_bits(63 - self.0.leading_zeros()))
        }
    }

    /// Returns the set moved one rank up; what leaves the board is lost.
    ///
    /// ```
    /// use catena_grid::{Grid8, Square};
    ///
    /// assert_eq!(Grid8::from_iter([Square::A1, Square::B8]).north(), Grid8::from_square(Square::A2));
    /// ```
    #[must_use]
    pub const fn north(self) -> Grid8 {
        Grid8(self.0 << 8)
    }

    /// Returns the set moved one rank down; what leaves the board is lost.
    #[must_use]
    pub const fn south(self) -> Grid8 {
        Grid8(self.0 >> 8)
    }

    /// Returns the set moved one file to the right; what leaves the board is
    /// lost.
    #[must_use]
    pub const fn east(self) -> Grid8 {
        Grid8((self.0 & NOT_FILE_H) << 1)
    }

    /// Returns the set moved one file to the left; what leaves the board is lost.
    #[must_use]
    pub const fn west(self) -> Grid8 {
        Grid8((self.0 & NOT_FILE_A) >> 1)
    }

    /// Returns the squares an orthogonal step away from some square of the set.
    ///
    /// ```
    /// use catena_grid::{Grid8, Square};
    ///
    /// let corner = Grid8::from_square(Square::A1);
    /// assert_eq!(corner.orthogonal_neighbours(), Grid8::from_iter([Square::A2, Square::B1]));
    /// ```
    #[must_use]
    pub const fn orthogonal_neighbours(self) -> Grid8 {
        Grid8(self.north().0 | self.south().0 | self.east().0 | self.west().0)
    }

    /// Returns the squares a king's step away from some square of the set.
    #[must_use]
    pub const fn king_neighbours(self) -> Grid8 {
        let sides = Grid8(self.east().0 | self.west().0);
        let row = Grid8(sides.0 | self.0);
        Grid8(sides.0 | row.north().0 | row.south().0)
    }

    /// Returns the squares a king's step away from at least two squares of the
    /// set.
    ///
    /// ```
    /// use catena_grid::{Grid8, Square};
    ///
    /// let two = Grid8::from_iter([Square::C3, Square::E3]);
    /// let between = Grid8::from_iter([Square::D2, Square::D3, Square::D4]);
    /// assert_eq!(two.beside_two(), between);
    /// ```
    #[must_use]
    pub const fn beside_two(self) -> Grid8 {
        let (east, west) = (self.east(), self.west());
        // Of the three squares of a row around each square: at least one, two.
        let one = Grid8(self.0 | east.0 | west.0);
        let two = Grid8(self.0 & (east.0 | west.0) | east.0 & west.0);
        let (north, south) = (one.north().0, one.south().0);
        let sides = east.0 | west.0;
        Grid8(
            two.north().0
                | two.south().0
                | east.0 & west.0
                | north & south
                | sides & (north | south),
        )
    }

    /// Returns the squares of `within` that orthogonal steps inside `within`
    /// reach from the squares of this set that are in it.
    ///
    /// ```
    /// use catena_grid::{Grid8, Square};
    ///
    /// let within = Grid8::from_iter([Square::A1, Square::B1, Square::C2, Square::H8]);
    /// let reached = Grid8::from_square(Square::A1).orthogonal_flood(within);
    /// assert_eq!(reached, Grid8::from_iter([Square::A1, Square::B1]));
    /// ```
    #[must_use]
    pub const fn orthogonal_flood(self, within: Grid8) -> Grid8 {
        let mut reached = self.0 & within.0;
        loop {
            let next = (reached | Grid8(reached).orthogonal_neighbours().0) & within.0;
            if next == reached {
                return Grid8(reached);
            }
            reached = next;
        }
    }

    /// Returns the squares of `within` that king's steps inside `within` reach
    /// from the squares of this set that are in it.
    ///
    /// ```
    /// use catena_grid::{Grid8, Square};
    ///
    /// let within = Grid8::from_iter([Square::A1, Square::B1, Square::C2, Square::H8]);
    /// let reached = Grid8::from_square(Square::A1).king_flood(within);
    /// assert_eq!(reached, within.without(Square::H8));
    /// ```
    #[must_use]
    pub const fn king_flood(self, within: Grid8) -> Grid8 {
        let mut reached = self.0 & within.0;
        loop {
            let next = (reached | Grid8(reached).king_neighbours().0) & within.0;
            if next == reached {
                return Grid8(reached);
            }
            reached = next;
        }
    }

    /// Returns the squares of the set, lowest number first.
    #[must_use]
    pub const fn iter(self) -> Squares {
        Squares(self)
    }
}

/// The king's steps from every square: what [`Grid8::king_neighbours`] returns for
/// a single square, as a table.
pub(crate) const KING_STEPS: [Grid8; 64] = {
    let mut table = [Grid8::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        table[index] = Grid8(1 << index).king_neighbours();
        index += 1;
    }
    table
};

impl Square {
    /// Returns the squares a king's step away.
    #[must_use]
    pub const fn king_neighbours(self) -> Grid8 {
        KING_STEPS[self.index() as usize]
    }
}

/// The squares of a [`Grid8`], lowest number first.
///
/// ```
/// use catena_grid::{Grid8, Square};
///
/// let mut squares = Grid8::from(0b1011).iter();
/// assert_eq!(squares.len(), 3);
/// assert_eq!((squares.next(), squares.next_back()), (Some(Square::A1), Some(Square::D1)));
/// assert_eq!(squares.next(), Some(Square::B1));
/// assert_eq!(squares.next(), None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Squares(Grid8);

impl Iterator for Squares {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl DoubleEndedIterator for Squares {
    fn next_back(&mut self) -> Option<Square> {
        let square = self.0.last()?;
        self.0.remove(square);
        Some(square)
    }
}

impl ExactSizeIterator for Squares {}

impl FusedIterator for Squares {}
