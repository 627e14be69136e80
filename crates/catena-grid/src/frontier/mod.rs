//! The frontier programme: all chains of a board at once.
//!
//! The board is read cell by cell, row by row. At each piece the programme
//! decides which of the pieces met before it is joined to. Of all that was
//! decided so far it remembers only what matters for the rest: the [state] of
//! the cells that still have an unread neighbour, the *frontier*. Chains in
//! the making that agree on it are from then on the same, so there are never
//! many: at most some thousands on 8×8.
//!
//! | module | what it holds |
//! |---|---|
//! | [terrain], [frame] | the board, turned the way that promises least work |
//! | [plan] | the pieces in order, and what can be said about each in advance |
//! | [state], [word], [table] | the frontier, packed into an integer |
//! | [extend] | how a chain in the making goes on at one piece |
//! | [area] | the most empty cells inside |
//! | [group], [parts] | the largest group inside |
//! | [graph], [best] | all chains as paths; the shortest and the largest |
//! | [listing], [count] | every set of empty cells that some chain encloses |
//! | [budget] | how much work a question may cost |
//!
//! Three facts keep the states few. `docs/theory-answers.md` proves them.
//!
//! - A chain that crosses itself can be uncrossed on the same pieces, so open
//!   paths are nested like brackets.
//! - Whether an empty cell is inside follows from the open ends left of it, so
//!   empty cells need no place in the frontier.
//! - A fewest-piece chain never goes from one neighbour of a piece to another
//!   that is next to it, unless it must use the piece.

mod area;
mod best;
mod cell;
mod count;
mod extend;
mod frame;
mod graph;
mod group;
mod listing;
mod outline;
mod parts;
mod plan;
mod state;
mod table;
mod terrain;
mod word;

pub(crate) use area::Bounds;
pub(crate) use best::Goal;
pub use count::Count;
pub(crate) use graph::Graph;
pub(crate) use group::GroupPlan;
pub(crate) use listing::Listing;
pub(crate) use plan::Plan;
pub(crate) use terrain::{Ground, Terrain};
pub(crate) use word::Word;
