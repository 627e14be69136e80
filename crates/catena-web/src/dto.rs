//! Types that are sent as JSON; domain types are not serialised.

use catena_grid::{Chain, Square};
use serde::Serialize;

/// Why a request failed.
#[derive(Debug, Serialize)]
pub(crate) struct ErrorDto {
    pub(crate) error: String,
    /// Where a move of a game is wrong: how many before it can be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) played: Option<usize>,
}

/// A chain: its pieces in order, and the empty squares inside.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ChainDto {
    pub(crate) squares: Vec<String>,
    pub(crate) encloses: Vec<String>,
}

impl From<&Chain<Square>> for ChainDto {
    fn from(chain: &Chain<Square>) -> ChainDto {
        ChainDto {
            squares: names(chain.cells().iter().copied()),
            encloses: names(chain.encloses().iter().copied()),
        }
    }
}

/// Returns the names of squares in the order given.
pub(crate) fn names(squares: impl IntoIterator<Item = Square>) -> Vec<String> {
    squares
        .into_iter()
        .map(|square| square.to_string())
        .collect()
}
