//! Games between two people, by link.
//!
//! A [`FriendGame`](game::FriendGame) is a game and what its players have said; it knows
//! nothing of HTTP or files. A [`FriendHub`] has those that somebody looks at, one
//! [`Room`](room::Room) each; all others are in the store only, and cost no memory. Every
//! change is in the store before it is confirmed, so a restart of the server loses nothing.

mod file_store;
mod game;
mod hub;
mod link;
mod record;
mod room;
mod store;
mod store_thread;
mod time;
mod trial;
mod updates;

pub(crate) use game::{ActError, Action, Stamp};
pub(crate) use hub::{FriendHub, NewGame};
pub(crate) use link::InviteLink;
pub(crate) use store::StoreError;
pub use trial::friend_trial;
pub(crate) use updates::updates;
