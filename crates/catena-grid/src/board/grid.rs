//! [`Grid`]: a raster of any size on a lattice, with a work budget.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use super::sealed::Geometry;
use super::{Answers, Board};
use crate::answer;
use crate::budget::{DEFAULT_BUDGET, Undecided};
use crate::cell::Cell;
use crate::chain::Chain;
use crate::detect::raster::{Query, Report, analyse};
use crate::frontier::Count;
use crate::grid8::Grid8;
use crate::lattice::{HexLattice, Lattice, SquareLattice, Steps};
use crate::min_size::MinSize;
use crate::raster::Raster;

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
        Grid {
            raster,
            budget: DEFAULT_BUDGET,
            lattice: PhantomData,
        }
    }

    /// The same grid with another work budget instead of [`DEFAULT_BUDGET`].
    /// One unit is one look at one cell.
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
    #[must_use]
    pub fn analyse(&self, query: &Query<'_>) -> Report {
        analyse::<L>(self.raster, query, self.budget)
    }

    /// The labels of all cells for sizes that need no search.
    fn labels(&self, min_size: MinSize) -> Vec<i32> {
        let report = self.analyse(&Query::new(min_size).with_labels());
        report.labels.unwrap_or_default()
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
        let labels = self.labels(MinSize::ONE);
        self.select(|place| labels[place] > 0)
    }

    fn areas(&self, min_size: MinSize) -> Vec<Vec<Cell>> {
        let mut areas: Vec<Vec<Cell>> = Vec::new();
        for (cell, label) in self.raster.cells().zip(self.labels(min_size)) {
            // Areas are numbered from 1, walls are negative.
            if let Ok(number @ 1..) = usize::try_from(label) {
                areas.resize_with(areas.len().max(number), Vec::new);
                areas[number - 1].push(cell);
            }
        }
        areas
    }

    fn has_chain(&self, cell: Cell) -> bool {
        self.chain_cells().is_occupied(cell)
    }

    fn chain_cells(&self) -> Raster {
        let labels = self.labels(MinSize::TWO);
        self.select(|place| labels[place] < 0)
    }

    fn witness(&self, cell: Cell) -> Option<Chain> {
        self.witness_of_size(cell, MinSize::TWO).unwrap_or(None)
    }

    fn has_chain_of_size(&self, cell: Cell, min_size: MinSize) -> Result<bool, Undecided> {
        Ok(self.witness_of_size(cell, min_size)?.is_some())
    }

    fn chain_cells_of_size(&self, min_size: MinSize) -> Result<Raster, Undecided> {
        if let Some(occupied) = self.grid8() {
            return Ok(occupied.chain_cells_of_size(min_size).into());
        }
        let report = self.analyse(&Query::new(min_size).with_labels());
        report.cells_on_chain?;
        let labels = report.labels.unwrap_or_default();
        Ok(self.select(|place| labels[place] < 0))
    }

    fn witness_of_size(&self, cell: Cell, min_size: MinSize) -> Result<Option<Chain>, Undecided> {
        if !self.raster.is_occupied(cell) {
            return Ok(None);
        }
        if let (Some(occupied), Some(square)) = (self.grid8(), cell.square()) {
            return Ok(occupied.witness_of_size(square, min_size).map(Chain::from));
        }
        let report = self.analyse(&Query::new(min_size).with_witness_at(cell));
        report.witness.unwrap_or(Ok(None))
    }

    fn max_area(&self, cell: Cell) -> Result<u32, Undecided> {
        self.answers(cell).max_area
    }

    fn max_group(&self, cell: Cell) -> Result<u32, Undecided> {
        self.answers(cell).max_group
    }

    fn shortest(&self, cell: Cell) -> Result<Option<Chain>, Undecided> {
        self.answers(cell).shortest
    }

    fn largest(&self, cell: Cell) -> Result<Option<Chain>, Undecided> {
        self.answers(cell).largest
    }

    fn answers(&self, cell: Cell) -> Answers<Self> {
        if let (Some(occupied), Some(square)) = (self.grid8(), cell.square()) {
            let answers = occupied.answers(square);
            return Answers {
                max_area: Ok(answers.max_area),
                max_group: Ok(answers.max_group),
                shortest: Ok(answers.shortest.map(Chain::from)),
                largest: Ok(answers.largest.map(Chain::from)),
            };
        }
        let answers = answer::board_answers(self.raster, cell, self.budget);
        Answers {
            max_area: answers.max_area,
            max_group: answers.max_group,
            shortest: answers.shortest,
            largest: answers.largest,
        }
    }

    fn enclosures(&self, cell: Option<Cell>) -> Result<GridEnclosures, Undecided> {
        if let Some(occupied) = self.grid8() {
            let found = occupied.enclosures(cell.and_then(Cell::square));
            return Ok(GridEnclosures(ByBoard::Chess(found)));
        }
        answer::board_enclosures(self.raster, cell, self.budget)
            .map(|found| GridEnclosures(ByBoard::Other(found)))
    }

    fn count_enclosures(&self, cell: Option<Cell>, budget: u64) -> Result<Count, Undecided> {
        match self.grid8() {
            Some(occupied) => Ok(occupied.count_enclosures(cell.and_then(Cell::square), budget)),
            None => answer::count_board_enclosures(self.raster, cell, self.budget, budget),
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

/// What [`Board::enclosures`] lists on a [`Grid`].
#[derive(Clone, Debug)]
pub struct GridEnclosures(ByBoard);

#[derive(Clone, Debug)]
enum ByBoard {
    Chess(answer::Enclosures),
    Other(answer::BoardEnclosures),
}

impl Iterator for GridEnclosures {
    type Item = Chain;

    fn next(&mut self) -> Option<Chain> {
        match &mut self.0 {
            ByBoard::Chess(found) => found.next().map(Chain::from),
            ByBoard::Other(found) => found.next(),
        }
    }
}
