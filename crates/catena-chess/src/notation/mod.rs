//! Positions and moves as text, each way.

pub mod fen;
pub mod san;
pub mod uci;
