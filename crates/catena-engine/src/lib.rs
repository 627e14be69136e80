//! The engine for Switch-Side Chain-Chess and chess: a search that decides
//! the switch, and the tools to drive and to measure it.

#![deny(unsafe_code)]

pub mod bench;
mod chain_threat;
mod engine;
mod eval;
mod history;
mod limits;
mod memory;
mod move_parts;
mod movepick;
mod node;
mod noisy;
mod packed_decision;
mod params;
mod root;
pub mod score;
mod search;
mod see;
mod signal;
mod static_eval;
pub mod terms;
mod time;
mod tt;
pub mod uci;
mod weights;
mod worker;

pub use engine::{Engine, PvLine, STACK, SearchReport, SearchResult, Settings};
pub use limits::{Clock, Limits};
pub use signal::Signal;
pub use tt::HashSizeError;

/// Compiles and runs the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
