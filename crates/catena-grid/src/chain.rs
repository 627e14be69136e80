//! [`Chain`]: a closed line of occupied cells, and what it encloses.

use alloc::vec::Vec;
use core::fmt;

use crate::cell::Cell;
use crate::even_odd::squares_inside;
use crate::grid8::Grid8;
use crate::square::Square;

/// A chain on any board: occupied cells in order round it, each a step from the
/// next and the last from the first, and the empty cells inside.
///
/// Its cells are [`Square`]s on an 8×8 board and [`Cell`]s on any other grid.
/// The detectors return chains; [`verify`](crate::Board::verify) checks one
/// against the definition and trusts nothing in it. It is written as its cells in order and
/// the cells inside, `b4 c3 d4 c5 around c4`.
///
/// ```
/// use catena_grid::{Board, Chain, Grid, MinSize, Raster};
///
/// let raster = Raster::from_art(
///     ". # # .
///      ## . . #
///      . # # .",
/// )?;
/// let grid = Grid::new(&raster);
/// let cell = catena_grid::Cell::new(0, 1);
/// let chain = grid.witness(cell).expect("the wall is closed");
/// assert_eq!((chain.len(), chain.encloses().len()), (6, 2));
/// assert_eq!(grid.verify(cell, MinSize::TWO, &chain), Ok(()));
/// assert_eq!(chain.to_string(), "0,1 1,0 2,0 3,1 2,2 1,2 around 1,1 2,1");
///
/// let claimed = Chain::new(chain.cells()[..5].to_vec(), chain.encloses().to_vec());
/// assert!(grid.verify(cell, MinSize::TWO, &claimed).is_err());
/// # Ok::<(), catena_grid::RasterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct Chain<C = Cell> {
    cells: Vec<C>,
    encloses: Vec<C>,
}

impl<C> Chain<C> {
    /// A claimed chain: these cells in order, with these empty cells inside.
    /// Nothing is checked; that is what [`verify`](crate::Board::verify) is for.
    #[must_use]
    pub fn new(cells: Vec<C>, encloses: Vec<C>) -> Chain<C> {
        Chain { cells, encloses }
    }

    /// The occupied cells in order round the chain. If the chain was asked for
    /// a cell, it starts there.
    #[must_use]
    pub fn cells(&self) -> &[C] {
        &self.cells
    }

    /// The empty cells strictly inside, in ascending order.
    #[must_use]
    pub fn encloses(&self) -> &[C] {
        &self.encloses
    }

    /// How many occupied cells the chain has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether it has no cell, which no chain of a board has.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }
}

impl<C: PartialEq> Chain<C> {
    /// The same chain, listed from this cell on; unchanged if the cell is not
    /// on it.
    ///
    /// ```
    /// use catena_grid::{Chain, Square};
    ///
    /// let chain = Chain::new(vec![Square::B5, Square::C6, Square::D5], Vec::new());
    /// assert_eq!(chain.starting_at(Square::D5).cells(), [Square::D5, Square::B5, Square::C6]);
    /// ```
    #[must_use]
    pub fn starting_at(mut self, cell: C) -> Chain<C> {
        if let Some(place) = self.cells.iter().position(|other| *other == cell) {
            self.cells.rotate_left(place);
        }
        self
    }
}

impl<C: fmt::Display> fmt::Display for Chain<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_list(f, &self.cells)?;
        if !self.encloses.is_empty() {
            f.write_str(" around ")?;
        }
        write_list(f, &self.encloses)
    }
}

fn write_list<C: fmt::Display>(f: &mut fmt::Formatter<'_>, cells: &[C]) -> fmt::Result {
    for (place, cell) in cells.iter().enumerate() {
        let space = if place == 0 { "" } else { " " };
        write!(f, "{space}{cell}")?;
    }
    Ok(())
}

/// The same chain with the names of cells.
impl From<Chain<Square>> for Chain<Cell> {
    fn from(chain: Chain<Square>) -> Chain<Cell> {
        let cells = |squares: Vec<Square>| squares.into_iter().map(Cell::from).collect();
        let mut encloses: Vec<Cell> = cells(chain.encloses);
        encloses.sort_unstable();
        Chain {
            cells: cells(chain.cells),
            encloses,
        }
    }
}

impl Chain<Cell> {
    /// The same chain with the names of squares; cells beyond 8×8 are lost.
    pub(crate) fn into_squares(self) -> Chain<Square> {
        let squares = |cells: Vec<Cell>| cells.into_iter().filter_map(Cell::square).collect();
        let mut encloses: Vec<Square> = squares(self.encloses);
        encloses.sort_unstable();
        Chain {
            cells: squares(self.cells),
            encloses,
        }
    }
}

impl Chain<Square> {
    /// The closed line through these squares of an 8×8 board, with the empty
    /// squares inside it.
    pub(crate) fn on(occupied: Grid8, squares: Vec<Square>) -> Chain<Square> {
        let encloses = squares_inside(&squares) - occupied;
        Chain::new(squares, encloses.iter().collect())
    }
}
