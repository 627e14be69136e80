//! A dynamic program over a frontier (a *broken profile*): all chains of a board
//! at once.
//!
//! The board is read cell by cell, row by row. At each piece the program decides
//! which of the pieces read before it is joined to. Of all decisions so far it
//! keeps only what matters for the rest: the [state] of the cells that still
//! have an unread neighbour, the *frontier*. Partial chains that agree on it are
//! the same from then on, so there are few of them: at most some thousands at a
//! time on 8×8.
//!
//! | module | what it has |
//! |---|---|
//! | [terrain], [frame] | the board, turned so that the least work is expected |
//! | [plan], [earlier] | the pieces in order, and what is known about each in advance |
//! | [state], [word], [state_table] | the frontier, packed into an integer |
//! | [extend] | how a partial chain goes on at one piece |
//! | [max_area] | the most empty cells inside |
//! | [max_group], [parts] | the largest group inside |
//! | [bounds] | what is known about these two before a search |
//! | [state_graph], [best], [outline] | all chains as paths; the shortest and the largest |
//! | [listing], [count] | every set of empty cells that some chain encloses |
//!
//! `docs/theory-answers.md` proves the facts that keep the states few:
//!
//! - A3: a chain that crosses itself can be uncrossed on the same pieces, so
//!   open paths are nested like brackets.
//! - A4: whether an empty cell is inside follows from the open ends left of it,
//!   so empty cells need no place in the frontier.
//! - A5: one bit says whether two adjacent empty cells are inside.
//! - A6: a chain with the fewest pieces does not go from one neighbour of a
//!   piece over the piece to another one that is linked with the first, unless
//!   it must use the piece.

mod best;
mod bounds;
mod count;
mod earlier;
mod extend;
mod frame;
mod listing;
mod max_area;
mod max_group;
mod neighbours;
mod outline;
mod parts;
mod plan;
mod state;
mod state_graph;
mod state_table;
mod terrain;
mod word;

pub(crate) use best::Goal;
pub(crate) use bounds::Bounds;
pub use count::Count;
pub(crate) use listing::Listing;
pub(crate) use max_group::GroupPlan;
pub(crate) use plan::Plan;
pub(crate) use state_graph::StateGraph;
pub(crate) use terrain::{Ground, Terrain};
pub(crate) use word::Word;
