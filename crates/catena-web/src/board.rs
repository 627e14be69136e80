//! [`Board`]: the placement that a request names, checked.

use catena_grid::{
    Chain, Grid8, Placement, Square, areas, enclosed, enclosures, largest, max_area, max_group,
    shortest, witness, witness_around,
};

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
            None => Err(ApiError::field(
                "fen",
                "the page takes boards of 8×8 squares",
            )),
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

    /// What is known about the piece on this square. The shortest chain is left
    /// to [`Board::enclosures`]: it takes ten times as long as all of this.
    pub(crate) fn answer(&self, square: Square, min_size: u32) -> Answer {
        let occupied = self.occupied;
        let max_group = max_group(occupied, square);
        let chain = max_group >= min_size;
        Answer {
            chain,
            max_area: max_area(occupied, square),
            max_group,
            witness: chain.then(|| self.witness(square, min_size)).flatten(),
        }
    }

    /// A chain through the piece around a group of this size.
    fn witness(&self, square: Square, min_size: u32) -> Option<Chain> {
        let occupied = self.occupied;
        match min_size {
            0 | 1 => enclosed(occupied)
                .iter()
                .find_map(|empty| witness_around(occupied, square, empty.into())),
            2 => witness(occupied, square),
            _ => enclosures(occupied, Some(square))
                .take(LOOKED_AT)
                .find(|chain| largest_group(chain.encloses) >= min_size),
        }
    }

    /// The enclosures with a group of this size, chains of few pieces first.
    /// Those past the limit are left out.
    pub(crate) fn enclosures(
        &self,
        square: Option<Square>,
        min_size: u32,
        limit: usize,
    ) -> Enclosures {
        let mut all = enclosures(self.occupied, square);
        let mut chains: Vec<Chain> = all
            .by_ref()
            .take(LOOKED_AT)
            .filter(|chain| largest_group(chain.encloses) >= min_size)
            .take(limit)
            .collect();
        let is_complete = all.next().is_none();
        if let Some(square) = square.filter(|_| !is_complete) {
            // The list is in no order: see to it that the best are there.
            let best = [
                shortest(self.occupied, square),
                largest(self.occupied, square),
            ];
            let fits = |chain: &Chain| largest_group(chain.encloses) >= min_size;
            chains.extend(best.into_iter().flatten().filter(fits));
        }
        chains.sort_by_key(|chain| (chain.squares.len(), chain.encloses.len()));
        chains.dedup();
        Enclosures {
            chains,
            is_complete,
        }
    }
}

/// How many enclosures are looked at; there are boards with millions. Of those
/// with a large group nearly always the first is one.
const LOOKED_AT: usize = 10_000;

/// The size of the largest group of squares that hang together.
fn largest_group(squares: Grid8) -> u32 {
    let groups = squares
        .iter()
        .map(|first| Grid8::from(first).king_flood(squares).len());
    groups.max().unwrap_or(0)
}

/// What is known about one piece; see the table in `docs/theory.md`.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) chain: bool,
    pub(crate) max_area: u32,
    pub(crate) max_group: u32,
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
        _ => Err(ApiError::field(
            "min_size",
            "a size is from 1 to 36 squares",
        )),
    }
}
