//! Chains as JSON.

use catena_core::{Chain, Square};
use serde::Serialize;

/// A chain as every command prints it.
#[derive(Debug, Serialize)]
pub(crate) struct JsonChain {
    /// The empty squares inside.
    encloses: Vec<String>,
    /// The pieces, in order round the chain.
    squares: Vec<String>,
}

impl From<&Chain> for JsonChain {
    fn from(chain: &Chain) -> JsonChain {
        JsonChain {
            encloses: names(chain.encloses),
            squares: names(chain.squares.iter().copied()),
        }
    }
}

/// The names of squares.
pub(crate) fn names(squares: impl IntoIterator<Item = Square>) -> Vec<String> {
    squares
        .into_iter()
        .map(|square| square.to_string())
        .collect()
}
