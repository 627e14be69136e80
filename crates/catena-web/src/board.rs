//! [`RequestBoard`]: the placement that a request names, checked.

use std::collections::BTreeSet;

use catena_grid::{Board, Chain, Grid8, MinSize, Placement, Square};

use crate::error::ApiError;
use crate::limit::ServerLimits;
use crate::line::too_long;

/// An 8×8 placement, and which squares of it have a piece.
#[derive(Clone, Debug)]
pub(crate) struct RequestBoard {
    pub(crate) placement: Placement,
    pub(crate) occupied: Grid8,
}

/// What a position looks like.
const EXAMPLE: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

impl RequestBoard {
    /// Reads a FEN; only the placement is looked at.
    pub(crate) fn read(fen: &str, limits: &ServerLimits) -> Result<RequestBoard, ApiError> {
        if fen.len() > limits.fen {
            return Err(ApiError::field("fen", too_long(fen)));
        }
        let field = fen.split_whitespace().next().unwrap_or("");
        if !field.is_empty() && !field.contains('/') {
            let reason = format!(
                "'{}' is not a position; one looks like {EXAMPLE}",
                field.escape_debug()
            );
            return Err(ApiError::field("fen", reason));
        }
        let placement =
            Placement::with_size(field, 8, 8).map_err(|error| ApiError::field("fen", error))?;
        match placement.grid8() {
            Some(occupied) => Ok(RequestBoard {
                placement,
                occupied,
            }),
            None => Err(ApiError::field("fen", "a board has 8×8 squares here")),
        }
    }

    /// Reads the name of a square, which must have a piece.
    pub(crate) fn piece(&self, name: &str) -> Result<Square, ApiError> {
        let square: Square = name.parse().map_err(|error| ApiError::field("at", error))?;
        if self.occupied.contains(square) {
            Ok(square)
        } else {
            let reason = format!("there is no piece on {square}");
            Err(ApiError::field("at", reason))
        }
    }

    /// Lists enclosures with a group of at least `min_size` squares, chains of
    /// few pieces first, about `limit` of them.
    ///
    /// With a square, the list is empty only if no chain through its piece
    /// encloses such a group.
    pub(crate) fn enclosures(
        &self,
        square: Option<Square>,
        min_size: MinSize,
        limit: usize,
    ) -> EnclosureList {
        let mut all = self.occupied.enclosures(square);
        let mut chains: Vec<Chain<Square>> = all
            .by_ref()
            .take(MAX_SCANNED)
            .filter(|chain| has_group(chain, min_size))
            .take(limit)
            .collect();
        // The library lists no enclosure without two adjacent empty squares.
        let is_complete = min_size > MinSize::ONE && all.next().is_none();
        if let Some(square) = square.filter(|_| !is_complete) {
            self.add_best(&mut chains, square, min_size);
        }
        chains.sort_by_key(|chain| (chain.len(), chain.encloses().len()));
        if let Some(shown) = square.and_then(|square| self.shown_chain(square, min_size)) {
            chains.insert(0, shown);
        }
        let mut seen = BTreeSet::new();
        chains.retain(|chain| seen.insert(chain.encloses().to_vec()));
        EnclosureList {
            chains,
            is_complete,
        }
    }

    /// Returns the chain to show for a piece. Every call shows the same one: a shortest
    /// chain, as for the moves of a game, if that has the size.
    pub(crate) fn shown_chain(&self, square: Square, min_size: MinSize) -> Option<Chain<Square>> {
        // The library has no shortest chain around a single square.
        let shortest = self.occupied.shortest(square);
        shortest
            .filter(|chain| has_group(chain, min_size))
            .or_else(|| self.occupied.witness_of_size(square, min_size))
    }

    /// Adds the shortest and the largest chain of the piece to a list that is
    /// unsorted and incomplete. If nothing in it has the size, adds a witness.
    fn add_best(&self, chains: &mut Vec<Chain<Square>>, square: Square, min_size: MinSize) {
        let best = [
            self.occupied.shortest(square),
            self.occupied.largest(square),
        ];
        let best = best.into_iter().flatten();
        chains.extend(best.filter(|chain| has_group(chain, min_size)));
        if chains.is_empty() {
            chains.extend(self.occupied.witness_of_size(square, min_size));
        }
    }
}

/// How many enclosures are looked at; there are boards with millions.
const MAX_SCANNED: usize = 10_000;

/// Returns whether the chain encloses a connected group of this size.
fn has_group(chain: &Chain<Square>, min_size: MinSize) -> bool {
    let inside: Grid8 = chain.encloses().iter().copied().collect();
    inside
        .iter()
        .any(|first| Grid8::from(first).king_flood(inside).len() >= min_size.get())
}

/// A list of enclosures, each with a chain around it.
#[derive(Clone, Debug)]
pub(crate) struct EnclosureList {
    pub(crate) chains: Vec<Chain<Square>>,
    pub(crate) is_complete: bool,
}

/// The largest minimum size of a request: all squares that are not on the rim.
const MAX_MIN_SIZE: u32 = 36;

/// Returns the minimum size that a request names, 2 if it names none.
pub(crate) fn min_size(wanted: Option<u32>) -> Result<MinSize, ApiError> {
    let Some(wanted) = wanted else {
        return Ok(MinSize::TWO);
    };
    MinSize::new(wanted)
        .filter(|size| size.get() <= MAX_MIN_SIZE)
        .ok_or_else(|| ApiError::field("min_size", "a size is from 1 to 36 squares"))
}
