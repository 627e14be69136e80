//! The evaluation as a linear function of its weights, for tuners: which terms a
//! position has, and what each weighs.

pub use crate::eval::{Terms, trace};
pub use crate::weights::TERMS;

use crate::weights::WEIGHTS;

/// The weights of all terms: in the middlegame and in the endgame.
pub fn weights() -> impl ExactSizeIterator<Item = (i32, i32)> {
    WEIGHTS
        .iter()
        .map(|pair| (pair.middlegame(), pair.endgame()))
}
