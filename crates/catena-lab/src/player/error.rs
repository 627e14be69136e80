//! [`PlayerError`]: why a player cannot play.

use catena_chess::PlayError;
use catena_chess::notation::uci::UciError;
use catena_engine::HashSizeError;
use catena_engine::uci::OptionError;
use thiserror::Error;

/// A player cannot play.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// The program does not start.
    #[error("'{program}' does not start: {reason}")]
    Start {
        /// The program.
        program: String,
        /// What the system says.
        reason: String,
    },
    /// The program has ended.
    #[error("'{program}' has ended")]
    Ended {
        /// The program.
        program: String,
    },
    /// The program has not said what it should within the time it had.
    #[error("'{program}' did not say {word} in time")]
    Silent {
        /// The program.
        program: String,
        /// What was expected.
        word: &'static str,
    },
    /// The program does not read what it is told.
    #[error("'{program}' does not read its input")]
    Deaf {
        /// The program.
        program: String,
    },
    /// The program knows chess only.
    #[error("'{program}' has no UCI_Variant sscc: it can play chess only")]
    ChessOnly {
        /// The program.
        program: String,
    },
    /// The answer of the program is no legal decision.
    #[error("'{program}' gave an illegal move: {reason}")]
    Illegal {
        /// The program.
        program: String,
        /// What is wrong with it.
        reason: UciError,
    },
    /// The decision of the player is not allowed.
    #[error("the decision is not allowed: {0}")]
    NotAllowed(PlayError),
    /// The player has no decision to offer.
    #[error("the player found no move")]
    NoMove,
    /// The match was stopped while the player was thinking.
    #[error("the match was stopped")]
    Stopped,
    /// There is no network in the file.
    #[error("cannot read a network from '{file}': {reason}")]
    Network {
        /// The file.
        file: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Our engine has no such option, or it does not take the value.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The engine's table is empty or does not fit into memory.
    #[error(transparent)]
    Memory(#[from] HashSizeError),
}
