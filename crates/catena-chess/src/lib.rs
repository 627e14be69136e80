//! The rules of Switch-Side Chain-Chess, on top of shakmaty.

#![forbid(unsafe_code)]

mod chain;
mod clock;
pub mod convert;
mod decision;
mod empties;
mod game;
mod hash;
mod moment;
pub mod notation;
mod null_move;
mod outcome;
pub mod perft;
pub mod pgn;
mod placed;
mod play_error;
mod position;
mod quick;
mod reply;
pub mod rules;
mod run;
mod setup;
mod variant;

pub use chain::ChainScan;
pub use clock::{Clocks, TimeControl};
pub use decision::{Decision, DecisionList};
pub use game::Game;
pub use outcome::{DrawReason, Outcome, Player, WinReason};
pub use placed::{MovedSquares, moved_squares};
pub use play_error::{GameError, PlayError};
pub use position::{MAX_MOVES, MoveFlagList, MoveFlags, SsccPosition};
pub use quick::QuickScan;
pub use rules::{ParseSwitchLimitError, SwitchLimit};
pub use run::{ParseRunError, Run, RunMismatch};
pub use setup::{SetupError, SetupReasons};
pub use shakmaty::{
    self, Bitboard, Board, CastlingMode, Chess, Color, Move, MoveList, Piece, Role, Setup, Square,
};
pub use variant::{ParseVariantError, Variant};

/// Compiles and runs the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
