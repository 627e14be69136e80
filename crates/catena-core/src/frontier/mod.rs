//! The frontier programme.
mod area;
mod best;
mod budget;
mod cell;
mod count;
mod extend;
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
pub use budget::Undecided;
pub(crate) use budget::{States, Unlimited};
pub use count::Count;
pub(crate) use graph::Graph;
pub(crate) use group::GroupPlan;
pub(crate) use listing::Listing;
pub(crate) use outline::Outline;
pub(crate) use plan::Plan;
pub(crate) use terrain::{Ground, Terrain};
