//! [`Undecided`] and the work budget: how much work a question may cost.

use core::convert::Infallible;
use core::fmt;

/// There is no certain answer within the work budget.
///
/// Every answer that is given is exact; where the budget of a
/// [`Grid`](crate::Grid) ends first, or the board is too large for the
/// question, the answer is this error and never a guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Undecided;

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there is no certain answer within the work budget and the size limits")
    }
}

impl core::error::Error for Undecided {}

/// The budget of a [`Grid`](crate::Grid) unless it is given another one: a few
/// seconds of work.
///
/// One unit is one look at one cell. Expanding one state of the dynamic program
/// counts as 100. What is near linear in the cells is not charged. Each search
/// of a question has the whole budget; [`answers`](crate::Board::answers) makes
/// three.
pub const DEFAULT_BUDGET: u64 = 100_000_000;

/// What expanding one state of the dynamic program costs.
pub(crate) const STATE_COST: u64 = 100;

/// Charges work, one state of the dynamic program at a time.
pub(crate) trait Budget {
    /// The error when the budget ends.
    type End;

    /// Charges one state to the budget.
    fn spend(&mut self) -> Result<(), Self::End>;
}

/// No limit. For 8×8 boards, where the board itself bounds the work.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unlimited;

impl Budget for Unlimited {
    type End = Infallible;

    fn spend(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}

/// A number of units of work.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limited(pub(crate) u64);

impl Limited {
    /// Charges this many units at once.
    pub(crate) fn charge(&mut self, units: u64) -> Result<(), Undecided> {
        self.0 = self.0.checked_sub(units).ok_or(Undecided)?;
        Ok(())
    }
}

impl Budget for Limited {
    type End = Undecided;

    fn spend(&mut self) -> Result<(), Undecided> {
        self.charge(STATE_COST)
    }
}
