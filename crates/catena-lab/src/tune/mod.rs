//! The tuner: fits the weights of the evaluation to the results of games (Texel's
//! method).
//!
//! [`self_play`] lets the engine play itself and keeps quiet positions, each with the
//! result of its game. [`TuningSample`]s are read from what it wrote, and [`fit`]
//! finds weights whose evaluation, taken as a probability, comes closest to the
//! results. [`Fit::table`] is the source file for the engine.

mod fit;
mod sample;
mod self_play;

use std::io;

use catena_engine::HashSizeError;
use thiserror::Error;

pub use self::fit::{Fit, fit};
pub use self::sample::{SampleError, TuningSample, read_samples};
pub use self::self_play::{SelfPlay, self_play};

/// The tuner cannot go on.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TuneError {
    /// There is not enough memory for the engine.
    #[error(transparent)]
    Memory(#[from] HashSizeError),
    /// The positions cannot be written.
    #[error("cannot write the positions")]
    Write(#[source] io::Error),
    /// The positions cannot be read.
    #[error("cannot read line {line}")]
    Read {
        /// The number of the line.
        line: usize,
        /// What the system says.
        source: io::Error,
    },
    /// A line is not a position with a result.
    #[error("line {line} is not a position with a result, like FEN;0.5")]
    Sample {
        /// The number of the line.
        line: usize,
        /// What is wrong with it.
        source: SampleError,
    },
    /// There is nothing to fit to.
    #[error("there are no positions")]
    NoSamples,
}
