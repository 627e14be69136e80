//! [`Board`]: the placement that a request names, checked.

use catena_core::{Grid8, Placement, Square};

use crate::error::ApiError;
use crate::limit::Limits;

/// An 8×8 placement, and which squares of it have a piece.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub(crate) placement: Placement,
    pub(crate) occupied: Grid8,
}

impl Board {
    /// The board of a FEN; only the placement is looked at.
    pub(crate) fn read(fen: &str, limits: &Limits) -> Result<Board, ApiError> {
        if fen.len() > limits.fen {
            let reason = format!("{} characters are too long for a FEN", fen.len());
            return Err(ApiError::field("fen", reason));
        }
        let placement: Placement = fen.parse().map_err(|error| ApiError::field("fen", error))?;
        match placement.occupied() {
            Some(occupied) => Ok(Board {
                placement,
                occupied,
            }),
            None => Err(ApiError::field("fen", "the page takes boards of 8×8 squares")),
        }
    }

    /// The square with this name, which must have a piece.
    pub(crate) fn piece(&self, name: &str) -> Result<Square, ApiError> {
        let square: Square = name.parse().map_err(|error| ApiError::field("at", error))?;
        if self.occupied.contains(square) {
            Ok(square)
        } else {
            let reason = format!("there is no piece on {square}");
            Err(ApiError::field("at", reason))
        }
    }
}
