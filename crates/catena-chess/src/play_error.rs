//! What the rules do not allow: [`PlayError`] of a position, [`GameError`] of a game.

use core::fmt;

use shakmaty::Move;

use crate::outcome::Outcome;

/// A move, or the switch after it, is not allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayError {
    /// The move is not legal in chess.
    IllegalMove {
        /// The move.
        mv: Move,
    },
    /// A switch after a move that forms no chain.
    NoChain {
        /// The move.
        mv: Move,
    },
    /// A switch in a run that has reached its limit.
    RunAtLimit {
        /// The move.
        mv: Move,
        /// How many switches the run has.
        used: u32,
    },
    /// A switch in a game of chess.
    Chess {
        /// The move.
        mv: Move,
    },
    /// A switch after a move that ends the game.
    GameEnds {
        /// The move.
        mv: Move,
    },
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::IllegalMove { mv } => write!(f, "the move {mv} is not legal"),
            PlayError::NoChain { mv } => {
                write!(f, "no switch after {mv}: the move forms no chain")
            }
            PlayError::RunAtLimit { mv, used } => write!(
                f,
                "no switch after {mv}: the run has reached its limit of {used}"
            ),
            PlayError::Chess { mv } => {
                write!(f, "no switch after {mv}: nobody switches in chess")
            }
            PlayError::GameEnds { mv } => {
                write!(f, "no switch after {mv}: the move ends the game")
            }
        }
    }
}

impl core::error::Error for PlayError {}

/// What a game does not allow.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GameError {
    /// The game is over.
    Over(Outcome),
    /// The move or the switch is not allowed.
    Play(PlayError),
    /// There is no draw to claim.
    NoClaim,
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameError::Over(outcome) => write!(f, "the game is over: {outcome}"),
            GameError::Play(error) => error.fmt(f),
            GameError::NoClaim => f.write_str(
                "there is no draw to claim: neither threefold repetition nor fifty moves",
            ),
        }
    }
}

impl core::error::Error for GameError {}
