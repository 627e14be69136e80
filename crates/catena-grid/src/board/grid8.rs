//! The questions on 8×8, where every answer is decided.

use alloc::vec::Vec;

use super::sealed::Geometry;
use super::{Answers, Board};
use crate::answer;
use crate::budget::Undecided;
use crate::cell::Cell;
use crate::chain::Chain;
use crate::detect;
use crate::frontier::Count;
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
    type Enclosures = answer::Enclosures;

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
        match min_size {
            MinSize::TWO => self.witness(square),
            _ => answer::witness_of_size(*self, square, min_size.get()),
        }
    }

    fn max_area(&self, square: Square) -> u32 {
        answer::max_area(*self, square)
    }

    fn max_group(&self, square: Square) -> u32 {
        answer::max_group(*self, square)
    }

    fn shortest(&self, square: Square) -> Option<Chain<Square>> {
        answer::shortest(*self, square)
    }

    fn largest(&self, square: Square) -> Option<Chain<Square>> {
        answer::largest(*self, square)
    }

    fn answers(&self, square: Square) -> Answers<Grid8> {
        answer::answers(*self, square)
    }

    fn enclosures(&self, square: Option<Square>) -> answer::Enclosures {
        answer::enclosures(*self, square)
    }

    fn count_enclosures(&self, square: Option<Square>, budget: u64) -> Count {
        answer::count_enclosures(*self, square, budget)
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
