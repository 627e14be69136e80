//! What goes with an engine: the bench, matches, openings, the tuner.

pub mod bench;
pub mod perft;
