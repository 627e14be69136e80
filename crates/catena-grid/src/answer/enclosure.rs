//! Every set of empty squares that some chain encloses.

use super::graph_of;
use crate::chain::Chain;
use crate::frontier::Listing;
use crate::grid8::Grid8;
use crate::square::Square;

pub use crate::frontier::Count;

/// Every distinct set of empty squares that some chain encloses which also
/// encloses two adjacent ones; if a square is given, that some such chain
/// through its piece encloses. Each comes with a chain with the fewest pieces.
///
/// The chains start at the square given, otherwise at their first piece as a
/// page is read (a8 to h8, then a7 to h7, and so on), and go clockwise. The
/// order of the sets is the same in every run and means nothing.
///
/// # Complexity
///
/// There can be very many. They come one at a time, none twice, after work
/// for each that is bounded by the size of the state graph: see
/// `docs/theory-answers.md`.
///
/// # Examples
///
/// ```
/// use catena_grid::{Grid8, enclosures};
///
/// let board = Grid8::from_art(
///     ". . . . . . . .
///      . . . . . . . .
///      . . # # # . . .
///      . # . . . # . .
///      . . # # # . . .
///      . # . . # . . .
///      . . # # . . . .
///      . . . . . . . .",
/// );
/// let mut found: Vec<_> = enclosures(board, None)
///     .map(|chain| (chain.squares.len(), format!("{:?}", chain.encloses)))
///     .collect();
/// found.sort();
/// assert_eq!(found[0], (6, "{c3, d3}".into()));
/// assert_eq!(found[1], (8, "{c5, d5, e5}".into()));
/// assert_eq!(found[2], (11, "{c3, d3, c5, d5, e5}".into()));
/// assert_eq!(found.len(), 3);
/// ```
#[must_use]
pub fn enclosures(occupied: Grid8, square: Option<Square>) -> Enclosures {
    Enclosures {
        listing: graph_of(occupied, square).map(Listing::new),
        square,
    }
}

/// How many sets [`enclosures`] would give.
///
/// Counting needs no list, but there are boards where even that takes too
/// long. It stops after work of about `budget` states and then says how many
/// there are at least.
///
/// ```
/// use catena_grid::{Count, Placement, count_enclosures};
///
/// let figure_4: Placement = "1n1k1b2/rpp1pp2/2b1pn2/rq2pp2/1Q3pPB/PPPNP1PB/3P1R1P/3K1RN1".parse()?;
/// let count = count_enclosures(figure_4.occupied().unwrap(), None, 1_000_000);
/// assert_eq!(count, Count::Exactly(5));
/// # Ok::<(), catena_grid::ParsePlacementError>(())
/// ```
#[must_use]
pub fn count_enclosures(occupied: Grid8, square: Option<Square>, budget: u64) -> Count {
    graph_of(occupied, square).map_or(Count::Exactly(0), |graph| graph.count(budget))
}

/// The sets that [`enclosures`] lists, each with a chain.
#[derive(Clone, Debug)]
pub struct Enclosures {
    listing: Option<Listing<u32>>,
    square: Option<Square>,
}

impl Iterator for Enclosures {
    type Item = Chain;

    fn next(&mut self) -> Option<Chain> {
        let chain = Chain::from(self.listing.as_mut()?.next()?);
        Some(match self.square {
            Some(square) => chain.starting_at(square),
            None => chain,
        })
    }
}

impl core::iter::FusedIterator for Enclosures {}
