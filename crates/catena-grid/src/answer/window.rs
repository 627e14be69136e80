//! The blocks of a piece on a grid, if they fit in a window of 32×32 cells.

use alloc::vec;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::Range;

use super::around::{Around, CellSet, EnclosingBlock};
use crate::budget::{Limited, Undecided};
use crate::cell::Cell;
use crate::detect::raster::{Query, analyse, blocks_at, size_decided_by_blocks};
use crate::frontier::{Ground, Plan, StateGraph, Terrain};
use crate::lattice::Lattice;
use crate::min_size::MinSize;
use crate::placement::MAX_SIDE;
use crate::raster::Raster;

/// A set of cells of a window: one word per row, the lowest bit for the
/// leftmost column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WindowSet([u32; MAX_SIDE]);

impl CellSet for WindowSet {
    const EMPTY: WindowSet = WindowSet([0; MAX_SIDE]);

    fn union(self, other: WindowSet) -> WindowSet {
        WindowSet(core::array::from_fn(|row| self.0[row] | other.0[row]))
    }

    fn len(self) -> u32 {
        self.0.iter().map(|row| row.count_ones()).sum()
    }
}

/// At most [`MAX_SIDE`] columns and rows of a grid.
#[derive(Clone, Debug)]
struct CellWindow {
    columns: Range<usize>,
    rows: Range<usize>,
}

impl CellWindow {
    /// The smallest window with these cells.
    fn of(cells: impl Iterator<Item = Cell>) -> Result<CellWindow, Undecided> {
        let around_one = |cell: Cell| CellWindow {
            columns: cell.column..cell.column + 1,
            rows: cell.row..cell.row + 1,
        };
        let window = cells.map(around_one).reduce(|one, other| CellWindow {
            columns: hull(&one.columns, &other.columns),
            rows: hull(&one.rows, &other.rows),
        });
        let nothing = CellWindow {
            columns: 0..0,
            rows: 0..0,
        };
        let window = window.unwrap_or(nothing);
        if window.columns.len() > MAX_SIDE || window.rows.len() > MAX_SIDE {
            return Err(Undecided);
        }
        Ok(window)
    }

    fn contains(&self, cell: Cell) -> bool {
        self.columns.contains(&cell.column) && self.rows.contains(&cell.row)
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (columns, rows) = (self.columns.clone(), self.rows.clone());
        rows.flat_map(move |row| columns.clone().map(move |column| Cell::new(column, row)))
    }

    /// The cells of the window for which this holds.
    fn select(&self, mut holds: impl FnMut(Cell) -> bool) -> WindowSet {
        let mut set = WindowSet::EMPTY;
        for cell in self.cells().filter(|cell| holds(*cell)) {
            set.0[cell.row - self.rows.start] |= 1 << (cell.column - self.columns.start);
        }
        set
    }

    fn has(&self, set: &WindowSet, cell: Cell) -> bool {
        self.contains(cell)
            && set.0[cell.row - self.rows.start] >> (cell.column - self.columns.start) & 1 == 1
    }
}

/// The smallest range with both.
fn hull(one: &Range<usize>, other: &Range<usize>) -> Range<usize> {
    one.start.min(other.start)..one.end.max(other.end)
}

/// A piece on a grid whose blocks fit in a window.
#[derive(Clone, Debug)]
pub(crate) struct AroundCell<L> {
    cell: Cell,
    window: CellWindow,
    blocks: Vec<EnclosingBlock<WindowSet>>,
    budget: u64,
    lattice: PhantomData<L>,
}

impl<L: Lattice> AroundCell<L> {
    /// Finds the blocks of the piece on `cell`. Without a piece there is none.
    ///
    /// # Errors
    ///
    /// If the blocks that enclose an empty cell do not fit in a window.
    pub(crate) fn new(raster: &Raster, cell: Cell, budget: u64) -> Result<Self, Undecided> {
        let blocks = blocks_at::<L>(raster, cell);
        let window = CellWindow::of(blocks.iter().flatten().copied())?;
        let mut found = AroundCell {
            cell,
            window,
            blocks: Vec::new(),
            budget,
            lattice: PhantomData,
        };
        found.blocks = blocks
            .iter()
            .map(|block| found.enclosing_block(raster, block))
            .collect();
        Ok(found)
    }

    fn enclosing_block(&self, raster: &Raster, block: &[Cell]) -> EnclosingBlock<WindowSet> {
        let mut walls = vec![false; MAX_SIDE * MAX_SIDE];
        for cell in block {
            walls[self.place(*cell)] = true;
        }
        let outside = self.flood_outside(&walls);
        let is_outside = |cell: Option<Cell>| {
            let inner = cell.filter(|cell| self.window.contains(*cell));
            inner.is_none_or(|cell| outside[self.place(cell)])
        };
        let mut beside = L::GAP_STEPS[self.cell.row % 2].iter();
        EnclosingBlock {
            block: self.window.select(|cell| walls[self.place(cell)]),
            empty: self.window.select(|cell| {
                let place = self.place(cell);
                !raster.is_occupied(cell) && !walls[place] && !outside[place]
            }),
            is_on_boundary: beside.any(|step| is_outside(step.apply(self.cell))),
        }
    }

    /// The cells of the window that are reached from beyond it by steps of
    /// gaps past the walls.
    fn flood_outside(&self, walls: &[bool]) -> Vec<bool> {
        let mut outside = vec![false; MAX_SIDE * MAX_SIDE];
        let is_at_edge = |cell: &Cell| {
            let mut near = L::GAP_STEPS[cell.row % 2].iter();
            near.any(|step| {
                step.apply(*cell)
                    .is_none_or(|near| !self.window.contains(near))
            })
        };
        let mut open: Vec<Cell> = self.window.cells().filter(is_at_edge).collect();
        while let Some(cell) = open.pop() {
            let place = self.place(cell);
            if walls[place] || core::mem::replace(&mut outside[place], true) {
                continue;
            }
            let near = L::GAP_STEPS[cell.row % 2].iter();
            let near = near.filter_map(|step| step.apply(cell));
            open.extend(near.filter(|near| self.window.contains(*near)));
        }
        outside
    }

    fn place(&self, cell: Cell) -> usize {
        (cell.row - self.window.rows.start) * MAX_SIDE + cell.column - self.window.columns.start
    }

    /// The cells of the set that steps of areas within it reach.
    fn flood(&self, set: &WindowSet, from: Cell) -> WindowSet {
        let mut reached = vec![false; MAX_SIDE * MAX_SIDE];
        let mut open = vec![from];
        while let Some(cell) = open.pop() {
            if core::mem::replace(&mut reached[self.place(cell)], true) {
                continue;
            }
            let near = L::AREA_STEPS[cell.row % 2].iter();
            let near = near.filter_map(|step| step.apply(cell));
            open.extend(near.filter(|near| self.window.has(set, *near)));
        }
        self.window.select(|cell| reached[self.place(cell)])
    }
}

impl<L: Lattice> Around for AroundCell<L> {
    type Set = WindowSet;
    type Word = u128;
    type Budget = Limited;

    fn cell(&self) -> Cell {
        self.cell
    }

    fn budget(&self) -> Limited {
        Limited(self.budget)
    }

    fn for_each_block(&self, visit: impl FnMut(&EnclosingBlock<WindowSet>)) {
        self.blocks.iter().for_each(visit);
    }

    fn groups(&self, mut empty: WindowSet) -> impl Iterator<Item = WindowSet> {
        core::iter::from_fn(move || {
            let first = self
                .window
                .cells()
                .find(|cell| self.window.has(&empty, *cell))?;
            let group = self.flood(&empty, first);
            empty = WindowSet(core::array::from_fn(|row| empty.0[row] & !group.0[row]));
            Some(group)
        })
    }

    fn terrain(&self, walls: WindowSet, empty: WindowSet) -> Terrain {
        let (columns, rows) = (self.window.columns.clone(), self.window.rows.clone());
        Terrain::new::<L>(columns, rows, |cell| {
            if self.window.has(&walls, cell) {
                Ground::Wall
            } else if self.window.has(&empty, cell) {
                Ground::Empty
            } else {
                Ground::Bystander
            }
        })
    }

    fn size_decided_by_blocks(&self) -> u32 {
        size_decided_by_blocks::<L>()
    }

    fn has_pair(&self, empty: WindowSet) -> bool {
        self.largest_group(empty) >= 2
    }
}

/// All chains of a grid that enclose two adjacent empty cells; none if there
/// is none.
///
/// # Errors
///
/// If they do not fit in a window, or the search takes more than the budget.
pub(crate) fn chains_of_all_cells<L: Lattice>(
    raster: &Raster,
    budget: u64,
) -> Result<Option<StateGraph<u128>>, Undecided> {
    let report = analyse::<L>(raster, &Query::new(MinSize::TWO).with_labels(), budget);
    let labels = report.labels.unwrap_or_default();
    let label = |cell: Cell| labels[cell.row * raster.width() + cell.column];
    let window = CellWindow::of(raster.cells().filter(|cell| label(*cell) < 0))?;
    if window.columns.is_empty() {
        return Ok(None);
    }
    let terrain = Terrain::new::<L>(window.columns, window.rows, |cell| {
        if label(cell) < 0 {
            Ground::Wall
        } else if raster.is_occupied(cell) {
            Ground::Bystander
        } else {
            Ground::Empty
        }
    });
    StateGraph::new(Plan::new(&terrain, None), &mut Limited(budget)).map(Some)
}
