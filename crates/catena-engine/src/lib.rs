//! The engine for Switch-Side Chain-Chess and chess: an alpha-beta search that
//! decides the switch.
//!
//! A position's worth to the player to move depends on the board, the side to move and
//! the run of switches, not on who holds which colour. So a move that forms a chain is
//! worth the better of two: minus the worth of the position after it (stay), or plus
//! that worth (switch). The search is principal variation search with that one more
//! branch; the module `search` has its steps.
//!
//! - [`Engine`] is the façade: a position and [`Limits`] in, a [`SearchResult`] out, and
//!   [`SearchReport`]s by callback on the way. It never prints. A [`Signal`] from another
//!   thread stops it.
//! - [`uci`] is one client: the Universal Chess Interface.
//! - [`score`] says what a score means, [`bench`](mod@bench) is the signature of the search,
//!   [`terms`] shows the hand-written evaluation to tuners, [`network`] is the other one.
//!
//! Matches, ratings and tuning are in the crate `catena-lab`.
//!
//! ```
//! use catena_chess::{SwitchLimit, Variant, notation::fen};
//! use catena_engine::{Engine, Limits, Settings, Signal};
//!
//! let mut engine = Engine::new(16)?;
//! engine.set_settings(Settings { variant: Variant::Sscc, ..Settings::default() });
//! let position = fen::parse(
//!     "r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1BQKBNR w KQkq - 1 6",
//!     SwitchLimit::Size,
//! )?;
//! engine.set_position(&position, &[])?;
//! let result = engine.search(&Limits::depth(6), &Signal::default(), &mut |_| {});
//! // White is behind, forms a chain and takes Black's side.
//! assert!(result.best.is_some_and(|decision| decision.switches));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(unsafe_code)]

pub mod bench;
mod chain_threat;
mod correction;
mod engine;
mod eval;
mod hangup;
mod hash_size;
mod history;
mod limits;
mod memory;
mod move_parts;
mod movepick;
pub mod network;
mod node;
mod noisy;
mod overhead;
mod packed_decision;
mod params;
mod root;
pub mod score;
mod search;
mod see;
mod signal;
mod static_eval;
mod strength;
pub mod terms;
mod time;
mod tt;
pub mod uci;
mod weights;
mod worker;

pub use engine::{Engine, PvLine, STACK, SearchReport, SearchResult, Settings};
pub use hangup::is_hangup_ignored;
pub use hash_size::{HashSize, HashSizeError};
pub use limits::{Clock, Limits};
pub use memory::available_mebibytes;
pub use signal::Signal;
pub use strength::Strength;

/// Compiles and runs the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
