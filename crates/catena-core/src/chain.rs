//! [`Chain`]: a closed line of pieces, and what it encloses.

use alloc::vec::Vec;

use crate::grid8::Grid8;
use crate::square::Square;

/// A chain on an 8×8 board: pieces in order round it, each a king's step from
/// the next and the last from the first, and the empty squares inside.
///
/// A `Chain` is what the detectors hand out; [`verify`](crate::verify) checks
/// one against the definition and trusts none of its fields.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Chain {
    /// The pieces in order round the chain, starting at the piece asked about.
    pub squares: Vec<Square>,
    /// The empty squares strictly inside.
    pub encloses: Grid8,
}

impl Chain {
    /// The pieces of the chain as a set.
    #[must_use]
    pub fn pieces(&self) -> Grid8 {
        self.squares.iter().copied().collect()
    }
}
