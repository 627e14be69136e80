//! [`MinSize`]: how many connected empty cells a chain must enclose.

use core::fmt;
use core::num::NonZeroU32;
use core::str::FromStr;

/// The fewest empty cells that a chain must enclose, connected with each other.
///
/// It cannot be 0, for which every closed line would be a chain.
///
/// ```
/// use catena_grid::MinSize;
///
/// assert_eq!(MinSize::default(), MinSize::TWO);
/// assert_eq!(MinSize::new(4).map(MinSize::get), Some(4));
/// assert_eq!(MinSize::new(0), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct MinSize(NonZeroU32);

impl MinSize {
    /// One empty cell.
    pub const ONE: MinSize = MinSize(NonZeroU32::MIN);
    /// Two adjacent empty cells: the size of the game.
    pub const TWO: MinSize = MinSize(NonZeroU32::MIN.saturating_add(1));
    /// Three connected empty cells: the largest size that the blocks decide on
    /// [squares](crate::SquareLattice), by theorem T3 of `docs/theory.md`.
    pub const THREE: MinSize = MinSize(NonZeroU32::MIN.saturating_add(2));

    /// Returns the minimum size with this number of cells, unless it is 0.
    #[must_use]
    pub const fn new(cells: u32) -> Option<MinSize> {
        match NonZeroU32::new(cells) {
            Some(cells) => Some(MinSize(cells)),
            None => None,
        }
    }

    /// Returns the number of cells.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0.get()
    }
}

/// [`MinSize::TWO`], the size of the game.
impl Default for MinSize {
    fn default() -> MinSize {
        MinSize::TWO
    }
}

impl fmt::Display for MinSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The number is 0, or the text is not a number from 1 to [`u32::MAX`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MinSizeError;

impl fmt::Display for MinSizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a minimum size is a whole number from 1 to {}", u32::MAX)
    }
}

impl core::error::Error for MinSizeError {}

impl TryFrom<u32> for MinSize {
    type Error = MinSizeError;

    fn try_from(cells: u32) -> Result<MinSize, MinSizeError> {
        MinSize::new(cells).ok_or(MinSizeError)
    }
}

impl FromStr for MinSize {
    type Err = MinSizeError;

    fn from_str(text: &str) -> Result<MinSize, MinSizeError> {
        text.parse().map(MinSize).map_err(|_| MinSizeError)
    }
}
