//! The real server on a port of its own, asked over HTTP.

#![allow(clippy::unwrap_used, reason = "a step that fails fails the test")]

/// The calls about one position.
mod analysis;
/// The examples of docs/api.md.
mod api_docs;
/// The rules, as the server tells them.
mod game;
/// PGN in and out.
mod pgn;
/// The engine's stream, and its end.
mod search;
/// Who may ask, and how much.
mod security;
/// Starting a server and asking it.
mod support;
