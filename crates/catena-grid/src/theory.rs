//! The definition of a chain, and the proofs that the answers are right.
//!
//! These pages are part of the documentation only; there is no code here.
#![doc = ""]
#![doc = include_str!("../docs/theory.md")]

#[doc = include_str!("../docs/theory-answers.md")]
pub mod answers {}

#[doc = include_str!("../docs/theory-grids.md")]
pub mod grids {}

#[doc = include_str!("../docs/lattices.md")]
pub mod lattices {}
