//! [`Grid`]: a raster of any size on a lattice, with a work budget.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use super::sealed::Geometry;
use super::{Answers, Board};
use crate::answer::{self, AroundCell, GridEnclosures};
use crate::budget::{DEFAULT_BUDGET, Undecided};
use crate::cell::Cell;
use crate::chain::Chain;
use crate::detect::raster::{self, Query, Report};
use crate::frontier::{Count, StateGraph};
use crate::grid8::Grid8;
use crate::lattice::{HexLattice, Lattice, SquareLattice, Steps, check};
use crate::min_size::MinSize;
use crate::raster::Raster;
use crate::square::Square;

/// A raster of any size, the lattice its cells form, and how much work a
/// question about it may cost.
///
/// ```
/// use catena_grid::{Board, Cell, Grid, Raster};
///
/// let raster = Raster::from_art(
///     ". # # .
///      ## . . #
///      . # # .",
/// )?;
/// assert!(Grid::new(&raster).has_chain(Cell::new(0, 1)));
/// // Hexagons have six neighbours: here the same cells leave a gap.
/// assert!(!Grid::hex(&raster).has_chain(Cell::new(0, 1)));
/// # Ok::<(), catena_grid::RasterError>(())
/// ```
pub struct Grid<'a, L = SquareLattice> {
    raster: &'a Raster,
    budget: u64,
    lattice: PhantomData<L>,
}

impl<'a> Grid<'a, SquareLattice> {
    /// The raster as squares of a chess board: [`SquareLattice`].
    #[must_use]
    pub fn new(raster: &'a Raster) -> Grid<'a, SquareLattice> {
        Grid::with_lattice(raster)
    }
}

impl<'a> Grid<'a, HexLattice> {
    /// The raster as hexagons in rows: [`HexLattice`].
    #[must_use]
    pub fn hex(raster: &'a Raster) -> Grid<'a, HexLattice> {
        Grid::with_lattice(raster)
    }
}

impl<'a, L: Lattice> Grid<'a, L> {
    /// The raster on any lattice.
    #[must_use]
    pub fn with_lattice(raster: &'a Raster) -> Grid<'a, L> {
        // A lattice that breaks the conditions of `Lattice` does not compile.
        const { check::<L>() };
        Grid {
            raster,
            budget: DEFAULT_BUDGET,
            lattice: PhantomData,
        }
    }

    /// The same grid with another work budget instead of [`DEFAULT_BUDGET`].
    /// One unit is one look at one cell.
    ///
    /// ```
    /// use catena_grid::{Board, Cell, Grid, MinSize, Raster, Undecided};
    ///
    /// // Four squares that touch only at corners: size 4 needs a search.
    /// let raster = Raster::from_art(
    ///     ". . # . .
    ///      . # . # .
    ///      ## . # . #
    ///      . # . # .
    ///      . . # . .",
    /// )?;
    /// let (cell, size) = (Cell::new(2, 2), MinSize::new(4).expect("not 0"));
    /// let grid = Grid::new(&raster);
    /// assert_eq!(grid.has_chain_of_size(cell, size), Ok(false));
    /// assert_eq!(grid.with_budget(1).has_chain_of_size(cell, size), Err(Undecided));
    /// # Ok::<(), catena_grid::RasterError>(())
    /// ```
    #[must_use]
    pub fn with_budget(self, budget: u64) -> Grid<'a, L> {
        Grid { budget, ..self }
    }

    /// The raster.
    #[must_use]
    pub fn raster(&self) -> &'a Raster {
        self.raster
    }

    /// The work budget of each question.
    #[must_use]
    pub fn budget(&self) -> u64 {
        self.budget
    }
}

impl<L> Clone for Grid<'_, L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L> Copy for Grid<'_, L> {}

impl<L> fmt::Debug for Grid<'_, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Grid")
            .field("raster", &self.raster)
            .field("budget", &self.budget)
            .finish_non_exhaustive()
    }
}

impl<'a, L: Lattice> Grid<'a, L> {
    /// Finds the enclosed areas, the blocks around them and the cells on a
    /// chain, in one pass over the rows.
    ///
    /// ```
    /// use catena_grid::{Cell, Grid, MinSize, Query, Raster};
    ///
    /// let raster = Raster::from_art(
    ///     ". # # . # # .
    ///      ## . . # . . #
    ///      . # # . # # .",
    /// )?;
    /// let report = Grid::new(&raster).analyse(&Query::new(MinSize::TWO));
    /// assert_eq!((report.areas, report.walls, report.cells_on_chain), (2, 2, Ok(11)));
    /// assert_eq!(report.largest_areas[1].first, Cell::new(4, 1));
    /// # Ok::<(), catena_grid::RasterError>(())
    /// ```
    #[must_use]
    pub fn analyse(&self, query: &Query<'_>) -> Report {
        raster::analyse::<L>(self.raster, query, self.budget)
    }

    /// Returns every cell that is on a chain around an area of the query's size,
    /// as [`chain_cells_of_size`](Board::chain_cells_of_size) does, with the
    /// query's threads and progress.
    ///
    /// # Errors
    ///
    /// [`Undecided`] if some cell is undecided.
    ///
    /// ```
    /// use catena_grid::{Board, Grid, MinSize, Query, Raster};
    ///
    /// let raster = Raster::from_art(
    ///     ". # # . .
    ///      ## . . # #
    ///      . # # . .",
    /// )?;
    /// let grid = Grid::new(&raster);
    /// let on_chain = grid.chain_cells_by(&Query::new(MinSize::TWO).with_threads(2))?;
    /// assert_eq!(on_chain.count_occupied(), 6);
    /// assert_eq!(on_chain, grid.chain_cells());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn chain_cells_by(&self, query: &Query<'_>) -> Result<Raster, Undecided> {
        match self.grid8() {
            Some(occupied) => Ok(occupied.chain_cells_of_size(query.min_size()).into()),
            None => raster::chain_cells::<L>(self.raster, query, self.budget),
        }
    }

    /// Returns the number of its area for each cell, row by row, and how many
    /// areas there are. What is in no area of the query's size has 0. These are
    /// the positive [labels](Report::labels) of [`analyse`](Grid::analyse),
    /// without a search for chains, so that every size takes near linear time.
    ///
    /// ```
    /// use catena_grid::{Grid, MinSize, Query, Raster};
    ///
    /// let raster = Raster::from_art(
    ///     ". # # .
    ///      ## . . #
    ///      . # # .",
    /// )?;
    /// let (labels, areas) = Grid::new(&raster).label_areas(&Query::new(MinSize::TWO));
    /// assert_eq!(areas, 1);
    /// assert_eq!(labels, [0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0]);
    /// # Ok::<(), catena_grid::RasterError>(())
    /// ```
    #[must_use]
    pub fn label_areas(&self, query: &Query<'_>) -> (Vec<i32>, u32) {
        raster::label_areas::<L>(self.raster, query)
    }

    /// The cells of the raster whose place in reading order is wanted.
    fn select(&self, is_wanted: impl Fn(usize) -> bool) -> Raster {
        let mut selected = self.raster.clone();
        for (place, cell) in self.raster.cells().enumerate() {
            selected.set(cell, is_wanted(place));
        }
        selected
    }

    /// The occupied squares, if this is the board of chess: there every answer
    /// is decided, and sooner.
    fn grid8(&self) -> Option<Grid8> {
        let is_square = L::WALL_STEPS == SquareLattice::WALL_STEPS
            && L::AREA_STEPS == SquareLattice::AREA_STEPS;
        Grid8::try_from(self.raster).ok().filter(|_| is_square)
    }

    /// The occupied squares and the square of a cell, on the board of chess.
    fn as_chess(&self, cell: Cell) -> Option<(Grid8, Square)> {
        self.grid8().zip(cell.square())
    }
}

impl<'a, L: Lattice> Board for Grid<'a, L> {
    type Cell = Cell;
    type Set = Raster;
    type Answer<T> = Result<T, Undecided>;
    type Enclosures = GridEnclosures;

    fn decided<T>(answer: Result<T, Undecided>) -> Result<T, Undecided> {
        answer
    }

    fn is_occupied(&self, cell: Cell) -> bool {
        self.raster.is_occupied(cell)
    }

    fn enclosed(&self) -> Raster {
        let (labels, _) = self.label_areas(&Query::new(MinSize::ONE));
        self.select(|place| labels[place] > 0)
    }

    fn areas(&self, min_size: MinSize) -> Vec<Vec<Cell>> {
        let (labels, count) = self.label_areas(&Query::new(min_size));
        let mut areas = alloc::vec![Vec::new(); count as usize];
        for (cell, label) in self.raster.cells().zip(labels) {
            // Areas are numbered from 1.
            if let Ok(number @ 1..) = usize::try_from(label) {
                areas[number - 1].push(cell);
            }
        }
        areas
    }

    fn has_chain(&self, cell: Cell) -> bool {
        // Size 2 needs no search on any lattice, so it is never undecided.
        let answer = self.has_chain_of_size(cell, MinSize::TWO);
        answer.unwrap_or(false)
    }

    fn chain_cells(&self) -> Raster {
        // Size 2 needs no search on any lattice, so it is never undecided.
        let cells = self.chain_cells_by(&Query::new(MinSize::TWO));
        cells.unwrap_or_else(|_| self.select(|_| false))
    }

    fn witness(&self, cell: Cell) -> Option<Chain> {
        self.witness_of_size(cell, MinSize::TWO).unwrap_or(None)
    }

    fn has_chain_of_size(&self, cell: Cell, min_size: MinSize) -> Result<bool, Undecided> {
        match self.as_chess(cell) {
            Some((occupied, square)) => Ok(occupied.has_chain_of_size(square, min_size)),
            None => raster::has_chain::<L>(self.raster, cell, min_size, self.budget),
        }
    }

    fn chain_cells_of_size(&self, min_size: MinSize) -> Result<Raster, Undecided> {
        self.chain_cells_by(&Query::new(min_size))
    }

    fn witness_of_size(&self, cell: Cell, min_size: MinSize) -> Result<Option<Chain>, Undecided> {
        match self.as_chess(cell) {
            Some((occupied, square)) => {
                Ok(occupied.witness_of_size(square, min_size).map(Chain::from))
            }
            None => raster::witness::<L>(self.raster, cell, min_size, self.budget),
        }
    }

    fn max_area(&self, cell: Cell) -> Result<u32, Undecided> {
        match self.as_chess(cell) {
            Some((occupied, square)) => Ok(occupied.max_area(square)),
            None => answer::max_area(&self.around(cell)?),
        }
    }

    fn max_group(&self, cell: Cell) -> Result<u32, Undecided> {
        match self.as_chess(cell) {
            Some((occupied, square)) => Ok(occupied.max_group(square)),
            None => answer::max_group(&self.around(cell)?),
        }
    }

    fn shortest(&self, cell: Cell) -> Result<Option<Chain>, Undecided> {
        match self.as_chess(cell) {
            Some((occupied, square)) => Ok(occupied.shortest(square).map(Chain::from)),
            None => answer::shortest(&self.around(cell)?),
        }
    }

    fn largest(&self, cell: Cell) -> Result<Option<Chain>, Undecided> {
        match self.as_chess(cell) {
            Some((occupied, square)) => Ok(occupied.largest(square).map(Chain::from)),
            None => answer::largest(&self.around(cell)?),
        }
    }

    fn answers(&self, cell: Cell) -> Answers<Self> {
        if let Some((occupied, square)) = self.as_chess(cell) {
            let answers = occupied.answers(square);
            return Answers {
                max_area: Ok(answers.max_area),
                max_group: Ok(answers.max_group),
                shortest: Ok(answers.shortest.map(Chain::from)),
                largest: Ok(answers.largest.map(Chain::from)),
            };
        }
        match self.around(cell) {
            Ok(around) => {
                let values = answer::values(&around);
                Answers {
                    max_area: values.max_area,
                    max_group: values.max_group,
                    shortest: values.shortest,
                    largest: values.largest,
                }
            }
            Err(undecided) => Answers {
                max_area: Err(undecided),
                max_group: Err(undecided),
                shortest: Err(undecided),
                largest: Err(undecided),
            },
        }
    }

    fn enclosures(&self, cell: Option<Cell>) -> Result<GridEnclosures, Undecided> {
        if let Some(occupied) = self.grid8() {
            return Ok(match cell.map(Cell::square) {
                None => occupied.enclosures(None).into(),
                Some(Some(square)) => occupied.enclosures(Some(square)).into(),
                Some(None) => GridEnclosures::new(None, cell),
            });
        }
        Ok(GridEnclosures::new(self.chains(cell)?, cell))
    }

    fn count_enclosures(&self, cell: Option<Cell>, budget: u64) -> Result<Count, Undecided> {
        if let Some(occupied) = self.grid8() {
            return Ok(match cell.map(Cell::square) {
                None => occupied.count_enclosures(None, budget),
                Some(Some(square)) => occupied.count_enclosures(Some(square), budget),
                Some(None) => Count::Exactly(0),
            });
        }
        let chains = self.chains(cell)?;
        Ok(chains.map_or(Count::Exactly(0), |chains| chains.count(budget)))
    }
}

impl<'a, L: Lattice> Grid<'a, L> {
    /// The blocks of the piece on a cell.
    fn around(&self, cell: Cell) -> Result<AroundCell<L>, Undecided> {
        AroundCell::new(self.raster, cell, self.budget)
    }

    /// All chains around two adjacent empty cells, or those of them through
    /// the piece on a cell.
    fn chains(&self, cell: Option<Cell>) -> Result<Option<StateGraph<u128>>, Undecided> {
        match cell {
            None => answer::chains_of_all_cells::<L>(self.raster, self.budget),
            Some(cell) => answer::chains(&self.around(cell)?),
        }
    }
}

impl<L: Lattice> Geometry for Grid<'_, L> {
    fn is_empty_cell(&self, cell: Cell) -> bool {
        self.raster.contains(cell) && !self.raster.is_occupied(cell)
    }

    fn wall_steps(&self, row: usize) -> Steps {
        L::WALL_STEPS[row % 2]
    }

    fn area_steps(&self, row: usize) -> Steps {
        L::AREA_STEPS[row % 2]
    }
}
