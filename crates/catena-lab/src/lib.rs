//! The laboratory of the engine: how strength is measured, and how changes to the
//! engine are accepted.
//!
//! | module | what is in it |
//! |---|---|
//! | [`player`] | who plays: our engine, chance, programs that speak UCI |
//! | [`arbiter`] | one game between two players: clocks, claims, adjudication |
//! | [`matches`](mod@matches) | many games, with colours reversed, some at the same time |
//! | [`record`] | a game of a match, as PGN |
//! | [`rating`] | Elo with an error, and the sequential test (SPRT) |
//! | [`openings`] | random balanced positions to start from |
//! | [`book`] | the book of balanced openings |
//! | [`puzzle`] | puzzles, found in games and rated |
//! | [`solve`] | whether a player can force a win, with a proof |
//! | [`network`] | the network of the evaluation, from self-play |
//! | [`tune`] | weights of the evaluation from the results of self-play |
//!
//! The commands `catena match` and `catena tune` are clients of this crate. It knows
//! no rules: `catena_chess::Game` decides what is legal, who has won and what time is
//! left.
//!
//! # A match
//!
//! Two random players, one opening with both colours:
//!
//! ```
//! use catena_chess::{SsccPosition, Variant};
//! use catena_engine::Signal;
//! use catena_lab::arbiter::{Arbiter, MatchLimit};
//! use catena_lab::matches::{self, MatchConfig};
//! use catena_lab::player::{PlayerConfig, PlayerKind};
//!
//! let players = [PlayerKind::Random, PlayerKind::Random].map(PlayerConfig::new);
//! let arbiter = Arbiter::new(Variant::Sscc, MatchLimit::Nodes(100));
//! let config = MatchConfig::new(players, arbiter, vec![SsccPosition::default()]);
//!
//! let mut games = Vec::new();
//! let result = matches::run(&config, &Signal::default(), &mut |game, _| {
//!     games.push(game.pgn().to_string());
//! })?;
//! assert_eq!(result.standing.games(), 2);
//! assert!(games[0].contains("[Event \"catena match\"]"));
//! # Ok::<(), matches::MatchError>(())
//! ```
//!
//! # A rating
//!
//! The difference in Elo with its 95 % confidence interval, and a test of whether it
//! is worth having:
//!
//! ```
//! use catena_lab::rating::{Sprt, SprtVerdict, Standing};
//!
//! // 1030 pairs of games that brought 0, ½, 1, 1½ and 2 points.
//! let standing = Standing { pairs: [30, 200, 500, 260, 40], ..Standing::default() };
//! let elo = standing.elo();
//! assert_eq!(format!("{:.1} ± {:.1}", elo.points, elo.error), "13.5 ± 9.0");
//!
//! let test = Sprt::new(0.0, 5.0, 0.05)?;
//! assert_eq!(format!("{:.2}", test.log_ratio(&standing)), "2.61");
//! assert_eq!(test.verdict(&standing), SprtVerdict::Open);
//! # Ok::<(), catena_lab::rating::SprtError>(())
//! ```

#![forbid(unsafe_code)]

pub mod arbiter;
pub mod book;
pub mod date;
pub mod matches;
pub mod network;
pub mod openings;
pub mod player;
pub mod puzzle;
pub mod rating;
pub mod record;
pub mod solve;
pub mod tune;

/// Compiles and runs the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
