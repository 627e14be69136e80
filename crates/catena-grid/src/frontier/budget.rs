//! [`Budget`]: how much work a question may cost.

use core::convert::Infallible;
use core::fmt;

/// The work budget ended before the answer was certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undecided;

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the work budget ended before the answer was certain")
    }
}

impl core::error::Error for Undecided {}

/// Who allows the programme to go on.
pub(crate) trait Budget {
    /// What is said when the budget ends.
    type End;

    /// Asks for leave to expand one more state.
    fn spend(&mut self) -> Result<(), Self::End>;
}

/// No limit. For 8×8 boards, where the work is bounded by the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unlimited;

impl Budget for Unlimited {
    type End = Infallible;

    fn spend(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}

/// At most so many states.
#[derive(Clone, Copy, Debug)]
pub(crate) struct States(pub(crate) u64);

impl Budget for States {
    type End = Undecided;

    fn spend(&mut self) -> Result<(), Undecided> {
        self.0 = self.0.checked_sub(1).ok_or(Undecided)?;
        Ok(())
    }
}
