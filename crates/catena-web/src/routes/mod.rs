//! One module per route.

pub(crate) mod detect;
pub(crate) mod draw;
pub(crate) mod enclosures;
pub(crate) mod game;
pub(crate) mod paper;
pub(crate) mod pgn;
pub(crate) mod search;
