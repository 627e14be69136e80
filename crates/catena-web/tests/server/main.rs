//! The real server on a port of its own, asked over HTTP.

#![allow(clippy::unwrap_used, reason = "a step that fails fails the test")]

/// The calls about one position.
mod analysis;
mod animate;
/// The examples of docs/api.md.
mod api_docs;
/// Switch or stay.
mod compare;
/// Games between two people, by link.
mod friend;
/// The rules, as the server tells them.
mod game;
/// PGN in and out.
mod pgn;
/// Is the server there?
mod ping;
/// Puzzles.
mod puzzles;
/// The judgement of a game.
mod review;
/// JSON Schema, as far as the schemas use it.
mod schema;
/// The engine's stream, and its end.
mod search;
/// Who may ask, and how much.
mod security;
/// Starting a server and asking it.
mod support;
/// Images: what is closed, what leaks, what would close it.
mod walls;
