//! [`Word`]: an integer that holds one frontier.

use core::fmt::Debug;
use core::ops::{BitAnd, BitOr, Not, Shl, Shr};

/// How many bits a [`Code`](super::state::Code) takes.
pub(super) const CODE_BITS: u32 = 3;

/// An unsigned integer wide enough for the frontier of a board: one code for
/// the flags and one for each column and the corner.
pub(crate) trait Word:
    Copy
    + Debug
    + Eq
    + Ord
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// No bit.
    const ZERO: Self;
    /// The lowest bit of every code.
    const ONES: Self;
    /// The widest board whose frontier fits.
    const MAX_WIDTH: usize;

    /// The word with these low bits.
    fn from_low(bits: u8) -> Self;
    /// The low eight bits.
    fn low(self) -> u8;
    /// How many bits are set.
    fn count_ones(self) -> u32;
    /// The number of the lowest bit that is set; the width if none is.
    fn trailing_zeros(self) -> u32;
    /// The word folded into 64 bits, for a hash.
    fn fold(self) -> u64;
}

macro_rules! word {
    ($name:ident, $ones:expr, $fold:expr) => {
        impl Word for $name {
            const ZERO: Self = 0;
            const ONES: Self = $ones;
            const MAX_WIDTH: usize = ($name::BITS / CODE_BITS) as usize - 2;

            fn from_low(bits: u8) -> Self {
                bits.into()
            }

            fn low(self) -> u8 {
                self.to_le_bytes()[0]
            }

            fn count_ones(self) -> u32 {
                self.count_ones()
            }

            fn trailing_zeros(self) -> u32 {
                self.trailing_zeros()
            }

            fn fold(self) -> u64 {
                $fold(self)
            }
        }
    };
}

word!(u32, 0x4924_9249, u64::from);
word!(
    u128,
    0x4924_9249_2492_4924_9249_2492_4924_9249,
    |word: u128| {
        let bytes = word.to_le_bytes();
        let half = |from: usize| {
            let mut part = [0; 8];
            part.copy_from_slice(&bytes[from..from + 8]);
            u64::from_le_bytes(part)
        };
        half(0) ^ half(8).rotate_left(29)
    }
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ones_are_the_lowest_bit_of_every_code() {
        for bit in 0..u32::BITS {
            assert_eq!(u32::ONES >> bit & 1 == 1, bit % CODE_BITS == 0, "{bit}");
        }
        for bit in 0..u128::BITS {
            assert_eq!(u128::ONES >> bit & 1 == 1, bit % CODE_BITS == 0, "{bit}");
        }
    }

    #[test]
    fn a_chess_board_fits_a_small_word_and_every_board_the_large_one() {
        let (small, large) = (u32::MAX_WIDTH, u128::MAX_WIDTH);
        assert_eq!((small, large), (8, 40));
        assert!(large >= crate::MAX_SIDE);
    }
}
