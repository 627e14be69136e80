//! Every set of empty squares that some chain encloses.

use super::graph_of;
use crate::chain::Chain;
use crate::frontier::{Count, Listing};
use crate::grid8::Grid8;
use crate::square::Square;

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
#[must_use]
pub(crate) fn enclosures(occupied: Grid8, square: Option<Square>) -> Enclosures {
    Enclosures {
        listing: graph_of(occupied, square).map(Listing::new),
        square,
    }
}

/// How many sets [`Board::enclosures`](crate::Board::enclosures) would give.
///
/// Counting needs no list, but there are boards where even that takes too
/// long. It stops after work of about `budget` states and then says how many
/// there are at least.
#[must_use]
pub(crate) fn count_enclosures(occupied: Grid8, square: Option<Square>, budget: u64) -> Count {
    graph_of(occupied, square).map_or(Count::Exactly(0), |graph| graph.count(budget))
}

/// The sets that [`Board::enclosures`](crate::Board::enclosures) lists, each with a chain.
#[derive(Clone, Debug)]
pub struct Enclosures {
    listing: Option<Listing<u32>>,
    square: Option<Square>,
}

impl Iterator for Enclosures {
    type Item = Chain<Square>;

    fn next(&mut self) -> Option<Chain<Square>> {
        let chain = self.listing.as_mut()?.next()?.into_squares();
        Some(match self.square {
            Some(square) => chain.starting_at(square),
            None => chain,
        })
    }
}

impl core::iter::FusedIterator for Enclosures {}
