//! Targets for `catena-chess` and `catena-engine`: notations, games, sessions.

#![no_main]

#[path = "../targets.rs"]
mod targets;

targets::targets!(fen, pgn, random_game, uci_move, uci_session);
