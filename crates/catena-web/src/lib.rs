//! The catena page: a small server on this machine, a JSON API, and a page to
//! analyse, play and learn Switch-Side Chain-Chess.
//!
//! [`run`] does everything in one call. [`make_app`] returns the server as a
//! router, and [`serve`] answers connections with it. The API is described in
//! `docs/api.md`.

#![forbid(unsafe_code)]

mod annotation;
mod app;
mod assets;
mod board;
mod dto;
mod error;
mod extract;
mod limit;
mod line;
mod routes;
mod security;
mod server;
mod state;

pub use app::make_app;
pub use limit::ServerLimits;
pub use server::{ServerConfig, run, serve};
pub use state::AppState;

/// Compiles and runs the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
