//! The questions on 8×8, where every answer is decided.

use alloc::vec::Vec;

use super::sealed::Geometry;
use super::{Answers, Board};
use crate::answer::{self, AroundSquare, Enclosures};
use crate::budget::Undecided;
use crate::cell::Cell;
use crate::chain::Chain;
use crate::detect;
use crate::frontier::{Count, StateGraph};
use crate::grid8::Grid8;
use crate::lattice::{Lattice, SquareLattice, Steps};
use crate::min_size::MinSize;
use crate::square::Square;
use crate::witness;

/// The board with these squares occupied.
impl Board for Grid8 {
    type Cell = Square;
    type Set = Grid8;
    type Answer<T> = T;
    type Enclosures = Enclosures;

    fn decided<T>(answer: T) -> Result<T, Undecided> {
        Ok(answer)
    }

    fn is_occupied(&self, square: Square) -> bool {
        self.contains(square)
    }

    #[inline]
    fn enclosed(&self) -> Grid8 {
        detect::enclosed(*self)
    }

    fn areas(&self, min_size: MinSize) -> Vec<Vec<Square>> {
        let areas = detect::areas(*self, min_size.get());
        areas
            .into_iter()
            .map(|area| area.iter().collect())
            .collect()
    }

    #[inline]
    fn has_chain(&self, square: Square) -> bool {
        detect::has_chain(*self, square)
    }

    #[inline]
    fn chain_cells(&self) -> Grid8 {
        detect::chain_squares(*self)
    }

    fn witness(&self, square: Square) -> Option<Chain<Square>> {
        witness::witness(*self, square)
    }

    fn has_chain_of_size(&self, square: Square, min_size: MinSize) -> bool {
        answer::has_chain_of_size(*self, square, min_size.get())
    }

    fn chain_cells_of_size(&self, min_size: MinSize) -> Grid8 {
        match min_size {
            MinSize::TWO => self.chain_cells(),
            _ => self
                .iter()
                .filter(|square| self.has_chain_of_size(*square, min_size))
                .collect(),
        }
    }

    fn witness_of_size(&self, square: Square, min_size: MinSize) -> Option<Chain<Square>> {
        answer::witness_of_size(*self, square, min_size.get())
    }

    fn max_area(&self, square: Square) -> u32 {
        answer::max_area_of_square(*self, square)
    }

    fn max_group(&self, square: Square) -> u32 {
        let Ok(size) = answer::max_group(&AroundSquare::new(*self, square));
        size
    }

    fn shortest(&self, square: Square) -> Option<Chain<Square>> {
        let Ok(chain) = answer::shortest(&AroundSquare::new(*self, square));
        chain.map(Chain::into_squares)
    }

    fn largest(&self, square: Square) -> Option<Chain<Square>> {
        let Ok(chain) = answer::largest(&AroundSquare::new(*self, square));
        chain.map(Chain::into_squares)
    }

    fn answers(&self, square: Square) -> Answers<Grid8> {
        let values = answer::values(&AroundSquare::new(*self, square));
        let (Ok(max_area), Ok(max_group)) = (values.max_area, values.max_group);
        let (Ok(shortest), Ok(largest)) = (values.shortest, values.largest);
        Answers {
            max_area,
            max_group,
            shortest: shortest.map(Chain::into_squares),
            largest: largest.map(Chain::into_squares),
        }
    }

    fn enclosures(&self, square: Option<Square>) -> Enclosures {
        Enclosures::new(self.chains(square), square)
    }

    fn count_enclosures(&self, square: Option<Square>, budget: u64) -> Count {
        let chains = self.chains(square);
        chains.map_or(Count::Exactly(0), |chains| chains.count(budget))
    }
}

impl Grid8 {
    /// Returns the fewest pieces in a chain through the square around two adjacent empty
    /// squares: the length of [`shortest`](Board::shortest), or 0 if there is none. Mostly
    /// some twenty times as fast as finding the chain.
    ///
    /// ```
    /// use catena_grid::{Grid8, Placement, Square};
    ///
    /// let position: Placement = "1b4rk/n1p3pr/p1np3p/1p1pp3/3PP3/P1NPPQ2/N1PRK3/1B6".parse()?;
    /// let occupied = position.grid8().expect("an 8×8 board");
    /// assert_eq!(occupied.fewest_pieces(Square::F3), 13);
    /// # Ok::<(), catena_grid::ParsePlacementError>(())
    /// ```
    #[must_use]
    pub fn fewest_pieces(self, square: Square) -> u32 {
        answer::fewest_pieces(self, square)
    }

    /// All chains around two adjacent empty squares, or those of them through
    /// the piece on a square.
    fn chains(self, square: Option<Square>) -> Option<StateGraph<u32>> {
        match square {
            None => answer::chains_of_all_squares(self),
            Some(square) => {
                let Ok(chains) = answer::chains(&AroundSquare::new(self, square));
                chains
            }
        }
    }
}

impl Geometry for Grid8 {
    fn is_empty_cell(&self, cell: Cell) -> bool {
        cell.square().is_some_and(|square| !self.contains(square))
    }

    fn wall_steps(&self, row: usize) -> Steps {
        SquareLattice::WALL_STEPS[row % 2]
    }

    fn area_steps(&self, row: usize) -> Steps {
        SquareLattice::AREA_STEPS[row % 2]
    }
}
