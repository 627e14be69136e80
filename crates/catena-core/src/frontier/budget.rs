//! [`Budget`]: how much work a question may cost.

use core::fmt;

/// How many states the frontier programme may still expand.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    left: u64,
}

/// The work budget ended before the answer was certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undecided;

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the work budget ended before the answer was certain")
    }
}

impl core::error::Error for Undecided {}

impl Budget {
    /// A budget of this many states.
    pub(crate) const fn new(states: u64) -> Budget {
        Budget { left: states }
    }

    pub(crate) fn spent(&self) -> usize { (u64::MAX - self.left) as usize }
    /// Takes from the budget.
    pub(super) fn spend(&mut self, states: u64) -> Result<(), Undecided> {
        self.left = self.left.checked_sub(states).ok_or(Undecided)?;
        Ok(())
    }
}
