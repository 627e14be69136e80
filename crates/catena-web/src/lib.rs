//! The catena page: a small server on this machine, a JSON API, and a page to
//! analyse, play and learn Switch-Side Chain-Chess.
//!
//! [`run`] does everything in one call. [`make_app`] returns the server as a
//! router, and [`serve`] answers connections with it. The API is described in
//! `docs/api.md`.

#![forbid(unsafe_code)]

mod app;
mod assets;
mod bitmap;
mod board;
mod connections;
mod dto;
mod effort;
mod engine_pool;
mod error;
mod extract;
mod film;
mod friend;
mod game_state;
mod game_tree;
mod grade;
mod large;
mod level;
mod limit;
mod line;
mod pgn_place;
mod routes;
mod score;
mod search_root;
mod search_stream;
mod security;
mod server;
mod shape;
mod state;
mod step;
mod view;
mod write_timeout;

pub use app::make_app;
pub use film::game_frames;
#[doc(hidden)]
pub use friend::friend_trial;
pub use limit::ServerLimits;
pub use server::{ServerConfig, run, serve};
pub use state::AppState;

/// Compiles and runs the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
