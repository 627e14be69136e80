//! The Universal Chess Interface: one client of the [`Engine`](crate::Engine).
//!
//! One thread reads lines, one searches, and the session between them owns the engine
//! whenever no search runs. Commands are carried out in the order in which they come, and
//! none is lost: those that need the engine wait in a queue until the search is over.
//!
//! - `stop` ends every search and count that was asked for before it, including those
//!   that still wait. `ponderhit` is for the last `go` before it.
//! - Every `go` is answered by exactly one `bestmove`; one that is refused, or that
//!   follows a refused `position`, by `bestmove (none)` after an `info string` that says
//!   why. `go perft` is a count and has none.
//! - `isready` is answered at once while a search runs, and in its turn otherwise.
//! - `quit` and the end of input end searches. `bench` and `go perft`, which end by
//!   themselves, are finished first, as in Stockfish, so that they can be piped in; but
//!   not for longer than twenty seconds.
//! - Any other command that is wrong gets an `info string` and changes nothing.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod command;
mod format;
mod lines;
mod options;
mod perft;
mod request;
mod session;

use std::io::{self, BufRead, Write};
use std::thread;

use thiserror::Error;

pub use command::{CommandError, Go, PositionCommand, UciCommand};
pub use options::{OptionError, Options, SwitchNotation};

use self::lines::read_lines;
use self::session::Session;
use crate::hash_size::HashSizeError;

/// Why a session could not begin, or ended early.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SessionError {
    /// The hash does not fit into memory.
    #[error(transparent)]
    Hash(#[from] HashSizeError),
    /// An answer cannot be written.
    #[error("cannot write the answer")]
    Output(#[source] io::Error),
    /// The only command of [`run_once`] was refused.
    #[error("{0}")]
    Refused(String),
}

/// Reads commands until `quit` or the end of input, and answers them.
///
/// # Errors
///
/// If the default hash does not fit into memory, or an answer cannot be written. An
/// output that is closed is no error: the session ends.
pub fn run<R, W>(options: Options, input: R, output: W) -> Result<(), SessionError>
where
    R: BufRead + Send + 'static,
    W: Write,
{
    let session = Session::new(options, output)?;
    let lines = session.sender();
    // It ends with the input; a session that ends first leaves it behind.
    thread::spawn(move || read_lines(input, &lines));
    session.run()
}

/// Runs one command and ends when it is done, as `catena uci bench` does.
///
/// # Errors
///
/// As [`run`], and if the command is refused.
pub fn run_once<W: Write>(options: Options, command: &str, output: W) -> Result<(), SessionError> {
    Session::new(options, output)?.run_once(command)
}

#[cfg(test)]
mod tests;
