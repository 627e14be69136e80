//! Chains as JSON.

use catena_grid::{Chain, Placement};
use serde::Serialize;

use crate::words::{cell_names, set_names};

/// A chain as every command prints it.
#[derive(Debug, Serialize)]
pub(crate) struct JsonChain {
    /// The empty squares inside.
    encloses: Vec<String>,
    /// The pieces, in order around the chain.
    squares: Vec<String>,
}

impl JsonChain {
    pub(crate) fn new(placement: &Placement, chain: &Chain) -> JsonChain {
        JsonChain {
            encloses: set_names(placement, chain.encloses()),
            squares: cell_names(placement, chain.cells()),
        }
    }
}
