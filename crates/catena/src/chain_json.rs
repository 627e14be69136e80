//! Chains as JSON.

use catena_grid::BoardChain;
use serde::Serialize;

use crate::board::Board;

/// A chain as every command prints it.
#[derive(Debug, Serialize)]
pub(crate) struct JsonChain {
    /// The empty squares inside.
    encloses: Vec<String>,
    /// The pieces, in order round the chain.
    squares: Vec<String>,
}

impl JsonChain {
    pub(crate) fn new(board: &Board, chain: &BoardChain) -> JsonChain {
        JsonChain {
            encloses: board.names(&chain.encloses),
            squares: board.names(&chain.cells),
        }
    }
}
