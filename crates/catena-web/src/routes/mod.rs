//! One module per route.

pub(crate) mod animate;
pub(crate) mod compare;
pub(crate) mod detect;
pub(crate) mod draw;
pub(crate) mod enclosures;
pub(crate) mod friend;
pub(crate) mod game;
pub(crate) mod paper;
pub(crate) mod pgn;
pub(crate) mod ping;
pub(crate) mod position;
pub(crate) mod puzzles;
pub(crate) mod review;
pub(crate) mod search;
pub(crate) mod walls;
