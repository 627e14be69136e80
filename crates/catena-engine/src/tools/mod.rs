//! What goes with an engine: the bench, matches, openings, the tuner.

pub mod bench;
pub mod dice;
pub mod match_runner;
pub mod opening;
pub mod perft;
pub mod player;
pub mod rating;
pub mod record;
pub mod tune;
mod uci_client;
