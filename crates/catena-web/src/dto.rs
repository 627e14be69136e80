//! What goes over the wire. Domain types are not serialised; these are.

use catena_grid::{Chain, Grid8};
use serde::Serialize;

/// Why a request failed.
#[derive(Debug, Serialize)]
pub(crate) struct Problem {
    pub(crate) error: String,
}

/// A chain: its pieces in order, and the empty squares inside.
#[derive(Debug, Serialize)]
pub(crate) struct ChainDto {
    pub(crate) squares: Vec<String>,
    pub(crate) encloses: Vec<String>,
}

impl From<&Chain> for ChainDto {
    fn from(chain: &Chain) -> ChainDto {
        ChainDto {
            squares: chain.squares.iter().map(ToString::to_string).collect(),
            encloses: names(chain.encloses),
        }
    }
}

/// The names of the squares, from a1 to h8.
pub(crate) fn names(squares: Grid8) -> Vec<String> {
    squares.iter().map(|square| square.to_string()).collect()
}
