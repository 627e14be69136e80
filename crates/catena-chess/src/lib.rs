//! The rules of Switch-Side Chain-Chess (SSCC), on top of
//! [shakmaty](https://docs.rs/shakmaty).
//!
//! SSCC is chess with one more choice. A player whose move forms a *chain*, a closed
//! line of pieces around at least two adjacent empty squares, may switch sides with the
//! opponent, and then moves again. [`rules`] has the rules, clause by clause.
//!
//! # Play a game with a switch
//!
//! A [`Decision`] is a move together with the choice to switch or not. A [`Game`] knows
//! who holds which colour, and when the game is over.
//!
//! ```
//! use catena_chess::{Color, Decision, Game, Player, SwitchLimit};
//!
//! let mut game = Game::new(SwitchLimit::Size);
//! for san in ["e4", "e5", "d4", "d6", "d5", "Nf6", "c4", "Nbd7", "Nc3", "Nc5"] {
//!     game.play(Decision::stay(game.position().parse_san(san)?))?;
//! }
//! // Bd3 forms a chain: the first player switches to Black, and moves again.
//! let bishop = game.position().parse_san("Bd3")?;
//! assert_eq!(game.position().chain_size(bishop), 4);
//! game.play(Decision::switch(bishop))?;
//! assert_eq!(game.holder(Color::Black), Player::First);
//! assert_eq!(game.player_to_move(), Player::First);
//! assert_eq!(game.outcome(), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # List the legal decisions of a position
//!
//! ```
//! use catena_chess::notation::fen;
//! use catena_chess::{Decision, SwitchLimit};
//!
//! let position = fen::parse(
//!     "r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1BQKBNR w KQkq - 1 6",
//!     SwitchLimit::Size,
//! )?;
//! let decisions = position.legal_decisions();
//! let switches: Vec<String> = decisions
//!     .iter()
//!     .filter(|decision| decision.switches)
//!     .map(|&decision| position.uci(decision))
//!     .collect();
//! assert_eq!((decisions.len(), switches.len()), (46, 9));
//! assert!(switches.contains(&"f1d3s".to_owned()));
//! # Ok::<(), catena_chess::notation::fen::FenError>(())
//! ```
//!
//! # Read and write PGN
//!
//! Switches are comment commands after ordinary moves, so every PGN reader opens the
//! files. A game with an error in it gives the moves before the error as well; see
//! [`pgn`].
//!
//! ```
//! use catena_chess::pgn::{PgnGame, PgnReader};
//! use catena_chess::{Decision, Game, SwitchLimit};
//!
//! let mut game = Game::new(SwitchLimit::Size);
//! game.play(Decision::stay(game.position().parse_san("e4")?))?;
//! let text = PgnGame::from_game(&game, "Anna", "Ben").to_string();
//!
//! for raw in PgnReader::new(text.as_bytes()) {
//!     let read = raw?.resolve()?;
//!     assert_eq!(read.tag("White"), Some("Anna"));
//!     assert_eq!(read.to_game()?.position(), game.position());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The main types
//!
//! | type | what it is |
//! |---|---|
//! | [`SsccPosition`] | a position of chess, the run of switches before it, and the [`SwitchLimit`] in force; like shakmaty's `Position` it lists and plays moves |
//! | [`Decision`] | a move and whether the player switches; [`SsccPosition::legal_decisions`] and [`Game::legal_decisions`] list all that are legal |
//! | [`Game`] | two [`Player`]s, the history, repetitions, [`Clocks`] and the [`Outcome`] |
//! | [`Run`] | how often a player has switched without a turn of the other |
//! | [`ChainScan`], [`QuickScan`] | which of all moves form a chain, exactly or at a glance; for engines |
//! | [`notation`] | FEN with the run as a seventh field, UCI moves with an `s` for a switch, SAN |
//! | [`pgn`] | PGN files of any size, with comments and variations |
//! | [`puzzle`] | puzzles of the game, and those that come with the crate |
//! | [`perft`] | counts of decisions, to check and to measure |
//! | [`convert`] | squares and sets of shakmaty and of `catena-grid`, each way |
//!
//! Types of shakmaty that appear here are re-exported, and so is the whole crate as
//! [`shakmaty`].
//!
//! # What is exact
//!
//! Everything except [`QuickScan`] is exact. Whether a move forms a chain is decided by
//! a theorem that is proved in the documentation of `catena-grid`; the size of a chain and
//! the fewest pieces of one are found by exact search. Tests compare the rules with a slow
//! implementation that shares no code with this one.
//!
//! Castling and Chess960, promotions and en passant are shakmaty's. Positions with more
//! material than a game can give, or with an impossible check, are accepted.
//!
//! # Related crates
//!
//! The feature `compressed`, off by default, reads PGN files compressed with zstd or gzip.
//! [catena-grid](https://docs.rs/catena-grid) finds chains,
//! `catena-draw` draws positions, `catena-engine` plays this game, and the command
//! `catena` and its server are built on all of them.
//!
//! The licence is GPL-3.0-or-later, as is shakmaty's.

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
pub mod puzzle;
mod quick;
mod reply;
#[doc = include_str!("../RULES.md")]
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

/// Compiles and runs the examples in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
