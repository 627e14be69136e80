//! Boards at random for unit tests, the same in every run. Tests outside of the
//! crate take theirs from `tests/support`.

use crate::grid8::Grid8;
use crate::raster::Raster;

/// Pseudo-random numbers (xorshift).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A raster with this chance in a hundred of each cell to be occupied.
    pub(crate) fn raster(&mut self, width: usize, height: usize, density: u64) -> Raster {
        Raster::from_fn(width, height, |_| (self.next() >> 32) % 100 < density)
            .expect("a small raster")
    }

    /// An 8×8 board with three, four, five or six of eight squares occupied.
    pub(crate) fn grid8(&mut self) -> Grid8 {
        let (a, b, c) = (self.next(), self.next(), self.next());
        let bits = [a & (b | c), a, a | b & c, a | b];
        Grid8::from_bits(bits[(self.next() >> 32) as usize % 4])
    }
}
