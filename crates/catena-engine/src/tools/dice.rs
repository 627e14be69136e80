//! Random numbers that are the same every time.

/// SplitMix64: small, fast, and good enough to pick moves.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// The sequence that belongs to a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// The next number.
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let number = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        number ^ (number >> 31)
    }

    /// One of the items; `None` if there is none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        let count = items.len() as u64;
        let at = self.roll().checked_rem(count)?;
        items.get(usize::try_from(at).ok()?)
    }
}
