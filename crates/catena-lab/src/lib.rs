//! The laboratory of the engine: matches between players, what their results say
//! about strength, openings, and the tuner.

#![forbid(unsafe_code)]

pub mod match_runner;
pub mod opening;
pub mod player;
pub mod rating;
pub mod record;
pub mod tune;
mod uci_client;

/// Compiles and runs the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
