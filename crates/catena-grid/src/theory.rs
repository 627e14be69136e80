//! The definition of a chain, and the proofs that the answers are right.
//!
//! These pages are part of the documentation only; there is no code here.
//!
//! [theory-answers.md]: answers
//! [theory-grids.md]: grids
#![doc = ""]
#![doc = include_str!("../docs/theory.md")]

// The pages link to each other by file name. The first definition of a link
// counts, so that here the links lead to these modules.

/// [theory.md]: crate::theory
/// [theory-grids.md]: crate::theory::grids
#[doc = ""]
#[doc = include_str!("../docs/theory-answers.md")]
pub mod answers {}

/// [theory.md]: crate::theory
#[doc = ""]
#[doc = include_str!("../docs/theory-grids.md")]
pub mod grids {}

/// [theory-grids.md]: crate::theory::grids
#[doc = ""]
#[doc = include_str!("../docs/lattices.md")]
pub mod lattices {}

/// [theory-grids.md]: crate::theory::grids
#[doc = ""]
#[doc = include_str!("../docs/theory-walls.md")]
pub mod walls {}
