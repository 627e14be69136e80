//! What the command's exit code says.

/// How a command ended, and the number that says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExitCode {
    /// There is a chain, or the command did what it was asked to.
    Success = 0,
    /// There is no chain.
    NoChain = 1,
    /// The input was bad, or something could not be read or written.
    Error = 2,
    /// The work budget ended before there was an answer.
    Undecided = 3,
}

impl ExitCode {
    /// The code for a plain yes or no.
    pub(crate) fn for_answer(chain: bool) -> ExitCode {
        if chain {
            ExitCode::Success
        } else {
            ExitCode::NoChain
        }
    }
}

impl From<ExitCode> for std::process::ExitCode {
    fn from(code: ExitCode) -> std::process::ExitCode {
        std::process::ExitCode::from(code as u8)
    }
}
