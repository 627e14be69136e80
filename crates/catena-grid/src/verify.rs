//! The verifier: checks a claimed chain against the definition, cell by cell.
//!
//! One implementation for every board and lattice. It shares nothing with the
//! detectors but the even–odd rule and the steps of the lattice.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::fmt;

use crate::board::Board;
use crate::cell::Cell;
use crate::chain::Chain;
use crate::even_odd::{cells_inside, links};
use crate::lattice::Steps;
use crate::min_size::MinSize;

/// What is wrong with a claimed chain.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChainError<C = Cell> {
    /// It has fewer than three cells, so it is not a closed line.
    TooShort,
    /// This cell is not occupied, or not on the board.
    NotOccupied(C),
    /// This cell is used more than once.
    UsedTwice(C),
    /// These two cells follow each other, but no step leads from one to the
    /// other.
    NotAdjacent(C, C),
    /// It does not go through the cell asked about.
    Misses(C),
    /// The empty cells inside are these, not those claimed.
    Encloses(Vec<C>),
    /// No connected group of empty cells inside is as large as asked for.
    AreaTooSmall,
}

impl<C: fmt::Display> fmt::Display for ChainError<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooShort => f.write_str("a chain has at least three cells"),
            Self::NotOccupied(cell) => write!(f, "the cell {cell} is not occupied"),
            Self::UsedTwice(cell) => write!(f, "the cell {cell} is used twice"),
            Self::NotAdjacent(a, b) => write!(f, "no step leads from {a} to {b}"),
            Self::Misses(cell) => write!(f, "the chain does not go through {cell}"),
            Self::Encloses(cells) => {
                f.write_str("the empty cells inside are")?;
                cells.iter().try_for_each(|cell| write!(f, " {cell}"))
            }
            Self::AreaTooSmall => {
                f.write_str("no connected group of empty cells inside is large enough")
            }
        }
    }
}

impl<C: fmt::Debug + fmt::Display> core::error::Error for ChainError<C> {}

/// See [`Board::verify`].
pub(crate) fn verify<B: Board>(
    board: &B,
    cell: B::Cell,
    min_size: MinSize,
    chain: &Chain<B::Cell>,
) -> Result<(), ChainError<B::Cell>> {
    check_line(board, cell, chain.cells())?;
    let line: Vec<Cell> = chain.cells().iter().map(|cell| (*cell).into()).collect();
    let inside = cells_inside(&line, |cell| board.is_empty_cell(cell));
    let mut claimed: Vec<Cell> = chain.encloses().iter().map(|cell| (*cell).into()).collect();
    claimed.sort_unstable();
    if inside != claimed {
        let named = inside.into_iter().filter_map(|cell| cell.try_into().ok());
        return Err(ChainError::Encloses(named.collect()));
    }
    let largest = largest_group(&inside, |row| board.area_steps(row));
    if largest < min_size.get() as usize {
        return Err(ChainError::AreaTooSmall);
    }
    Ok(())
}

/// Checks that the cells form a closed line through `cell`.
fn check_line<B: Board>(
    board: &B,
    cell: B::Cell,
    line: &[B::Cell],
) -> Result<(), ChainError<B::Cell>> {
    if line.len() < 3 {
        return Err(ChainError::TooShort);
    }
    let mut seen = BTreeSet::new();
    for (a, b) in links(line) {
        if !board.is_occupied(a) {
            return Err(ChainError::NotOccupied(a));
        }
        if !seen.insert(a) {
            return Err(ChainError::UsedTwice(a));
        }
        if !is_step(board, a.into(), b.into()) {
            return Err(ChainError::NotAdjacent(a, b));
        }
    }
    if seen.contains(&cell) {
        Ok(())
    } else {
        Err(ChainError::Misses(cell))
    }
}

fn is_step<B: Board>(board: &B, from: Cell, to: Cell) -> bool {
    let mut steps = board.wall_steps(from.row).iter();
    steps.any(|step| step.apply(from) == Some(to))
}

/// The size of the largest group of these cells that the steps connect.
fn largest_group(cells: &[Cell], steps: impl Fn(usize) -> Steps) -> usize {
    let mut left: BTreeSet<Cell> = cells.iter().copied().collect();
    let mut largest = 0;
    while let Some(first) = left.pop_first() {
        let mut open = Vec::from([first]);
        let mut size = 0;
        while let Some(cell) = open.pop() {
            size += 1;
            let near = steps(cell.row).iter().filter_map(|step| step.apply(cell));
            open.extend(near.filter(|near| left.remove(near)));
        }
        largest = largest.max(size);
    }
    largest
}
