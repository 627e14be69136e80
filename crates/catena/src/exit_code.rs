//! The exit code of the command.

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExitCode {
    /// There is a chain, or the command succeeded.
    Success = 0,
    /// There is no chain.
    NoChain = 1,
    /// The input was invalid, or something could not be read or written.
    Error = 2,
    /// There is no answer within the work budget.
    Undecided = 3,
}

impl ExitCode {
    /// Returns the code for yes or no.
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
