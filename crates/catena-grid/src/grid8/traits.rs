//! The operators and traits of a set, for [`Grid8`].

use core::fmt;
use core::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use super::{Grid8, Squares};
use crate::square::Square;

impl IntoIterator for Grid8 {
    type Item = Square;
    type IntoIter = Squares;

    fn into_iter(self) -> Squares {
        self.iter()
    }
}

impl IntoIterator for &Grid8 {
    type Item = Square;
    type IntoIter = Squares;

    fn into_iter(self) -> Squares {
        self.iter()
    }
}

impl FromIterator<Square> for Grid8 {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Grid8 {
        squares.into_iter().fold(Grid8::EMPTY, Grid8::with)
    }
}

impl Extend<Square> for Grid8 {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        for square in squares {
            self.insert(square);
        }
    }
}

impl From<Square> for Grid8 {
    fn from(square: Square) -> Grid8 {
        Grid8::from_square(square)
    }
}

/// Bit 0 is a1, bit 63 is h8: [`Grid8::from_bits`].
impl From<u64> for Grid8 {
    fn from(bits: u64) -> Grid8 {
        Grid8(bits)
    }
}

/// Bit 0 is a1, bit 63 is h8: [`Grid8::bits`].
impl From<Grid8> for u64 {
    fn from(grid: Grid8) -> u64 {
        grid.0
    }
}

/// The picture that [`Grid8::from_art`] reads.
impl fmt::Display for Grid8 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8u8).rev() {
            for file in 0..8u8 {
                let mark = if self.0 >> (rank * 8 + file) & 1 == 1 {
                    '#'
                } else {
                    '.'
                };
                write!(f, "{}{mark}", if file == 0 { "" } else { " " })?;
            }
            if rank > 0 {
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

/// The squares, like `{a1, e4}`.
impl fmt::Debug for Grid8 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The [bits](Grid8::bits), formatted like a number.
macro_rules! format_like_bits {
    ($($format:ident)*) => {
        $(
            /// The [bits](Grid8::bits), formatted like a number.
            impl fmt::$format for Grid8 {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    fmt::$format::fmt(&self.0, f)
                }
            }
        )*
    };
}

format_like_bits! { LowerHex UpperHex Binary Octal }

impl BitAnd for Grid8 {
    type Output = Grid8;
    fn bitand(self, other: Grid8) -> Grid8 {
        Grid8(self.0 & other.0)
    }
}

impl BitOr for Grid8 {
    type Output = Grid8;
    fn bitor(self, other: Grid8) -> Grid8 {
        Grid8(self.0 | other.0)
    }
}

impl BitXor for Grid8 {
    type Output = Grid8;
    fn bitxor(self, other: Grid8) -> Grid8 {
        Grid8(self.0 ^ other.0)
    }
}

/// The squares of the first set that are not in the second.
impl Sub for Grid8 {
    type Output = Grid8;
    fn sub(self, other: Grid8) -> Grid8 {
        Grid8(self.0 & !other.0)
    }
}

impl Not for Grid8 {
    type Output = Grid8;
    fn not(self) -> Grid8 {
        Grid8(!self.0)
    }
}

impl BitAndAssign for Grid8 {
    fn bitand_assign(&mut self, other: Grid8) {
        *self = *self & other;
    }
}

impl BitOrAssign for Grid8 {
    fn bitor_assign(&mut self, other: Grid8) {
        *self = *self | other;
    }
}

impl BitXorAssign for Grid8 {
    fn bitxor_assign(&mut self, other: Grid8) {
        *self = *self ^ other;
    }
}

impl SubAssign for Grid8 {
    fn sub_assign(&mut self, other: Grid8) {
        *self = *self - other;
    }
}

#[cfg(feature = "serde")]
mod with_serde {
    use alloc::vec::Vec;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Grid8;
    use crate::square::Square;

    impl Serialize for Grid8 {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            if serializer.is_human_readable() {
                serializer.collect_seq(self)
            } else {
                serializer.serialize_u64(self.bits())
            }
        }
    }

    impl<'de> Deserialize<'de> for Grid8 {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Grid8, D::Error> {
            if deserializer.is_human_readable() {
                let squares = Vec::<Square>::deserialize(deserializer)?;
                Ok(squares.into_iter().collect())
            } else {
                u64::deserialize(deserializer).map(Grid8::from_bits)
            }
        }
    }
}
