//! Every set of empty cells that some chain encloses, one after the other.

use core::iter::FusedIterator;

use crate::cell::Cell;
use crate::chain::Chain;
use crate::frontier::{Listing, StateGraph};
use crate::square::Square;

/// What [`Board::enclosures`](crate::Board::enclosures) lists on 8×8: each set
/// of empty squares with a chain around it.
///
/// They come one at a time, none twice, after work for each that is bounded by
/// the size of the state graph: see `docs/theory-answers.md`.
#[derive(Clone, Debug)]
pub struct Enclosures {
    listing: Option<Listing<u32>>,
    square: Option<Square>,
}

impl Enclosures {
    pub(crate) fn new(chains: Option<StateGraph<u32>>, square: Option<Square>) -> Enclosures {
        Enclosures {
            listing: chains.map(Listing::new),
            square,
        }
    }
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

impl FusedIterator for Enclosures {}

/// What [`Board::enclosures`](crate::Board::enclosures) lists on a
/// [`Grid`](crate::Grid): each set of empty cells with a chain around it.
#[derive(Clone, Debug)]
pub struct GridEnclosures(AnyListing);

#[derive(Clone, Debug)]
enum AnyListing {
    Chess(Enclosures),
    Grid(Option<Listing<u128>>, Option<Cell>),
}

impl GridEnclosures {
    pub(crate) fn new(chains: Option<StateGraph<u128>>, cell: Option<Cell>) -> GridEnclosures {
        GridEnclosures(AnyListing::Grid(chains.map(Listing::new), cell))
    }
}

impl From<Enclosures> for GridEnclosures {
    fn from(enclosures: Enclosures) -> GridEnclosures {
        GridEnclosures(AnyListing::Chess(enclosures))
    }
}

impl Iterator for GridEnclosures {
    type Item = Chain;

    fn next(&mut self) -> Option<Chain> {
        match &mut self.0 {
            AnyListing::Chess(enclosures) => enclosures.next().map(Chain::from),
            AnyListing::Grid(listing, cell) => {
                let chain = listing.as_mut()?.next()?;
                Some(match cell {
                    Some(cell) => chain.starting_at(*cell),
                    None => chain,
                })
            }
        }
    }
}

impl FusedIterator for GridEnclosures {}
