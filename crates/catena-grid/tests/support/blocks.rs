//! What a report says, told another way: blocks by the depth-first search of
//! the textbooks (Hopcroft and Tarjan), and a flood for each of them. Slow,
//! short and obvious.

use std::collections::{BTreeMap, BTreeSet};

use catena_grid::{Cell, Lattice, Raster, Steps};

/// Labels, areas and walls, as in [`catena_grid::Report`].
pub(crate) struct ByBlocks {
    pub(crate) labels: Vec<i32>,
    pub(crate) areas: usize,
    pub(crate) walls: usize,
}

/// Finds areas of at least `min_size` cells, and the blocks that enclose one.
pub(crate) fn by_blocks<L: Lattice>(raster: &Raster, min_size: usize) -> ByBlocks {
    let large_areas = |walls: &BTreeSet<Cell>| {
        let mut areas = areas_within::<L>(raster, walls);
        areas.retain(|area| area.len() >= min_size);
        areas
    };
    let areas = large_areas(&raster.occupied_cells().collect());
    let mut blocks = blocks(raster, L::WALL_STEPS, |_, _| true);
    blocks.retain(|block| !large_areas(block).is_empty());
    let mut labels = BTreeMap::new();
    for (number, area) in (1..).zip(&areas) {
        labels.extend(area.iter().map(|cell| (*cell, number)));
    }
    // A cell of several blocks has the smallest number.
    for (number, block) in (1..).zip(&blocks) {
        for cell in block {
            labels.entry(*cell).or_insert(-number);
        }
    }
    ByBlocks {
        labels: raster
            .cells()
            .map(|cell| labels.get(&cell).copied().unwrap_or(0))
            .collect(),
        areas: areas.len(),
        walls: blocks.len(),
    }
}

/// The neighbours of a cell on the grid.
fn near(raster: &Raster, steps: [Steps; 2], cell: Cell) -> Vec<Cell> {
    let steps = steps[cell.row % 2].iter();
    let cells = steps.filter_map(|step| step.apply(cell));
    cells.filter(|cell| raster.contains(*cell)).collect()
}

/// The cells that steps lead to from these through cells that are open, each
/// of which is then closed.
fn flood(
    raster: &Raster,
    steps: [Steps; 2],
    from: impl IntoIterator<Item = Cell>,
    open: &mut Cells,
) -> Vec<Cell> {
    let mut reached = Vec::new();
    let mut waiting: Vec<Cell> = from.into_iter().collect();
    while let Some(cell) = waiting.pop() {
        if open.is_set(cell) {
            open.set(cell, false);
            reached.push(cell);
            waiting.extend(near(raster, steps, cell));
        }
    }
    reached
}

/// A set of cells of a grid.
struct Cells {
    width: usize,
    is_set: Vec<bool>,
}

impl Cells {
    fn new(raster: &Raster, is_set: impl FnMut(Cell) -> bool) -> Cells {
        Cells {
            width: raster.width(),
            is_set: raster.cells().map(is_set).collect(),
        }
    }

    fn is_set(&self, cell: Cell) -> bool {
        self.is_set[cell.row * self.width + cell.column]
    }

    fn set(&mut self, cell: Cell, value: bool) {
        self.is_set[cell.row * self.width + cell.column] = value;
    }
}

/// The cells that these walls enclose.
fn enclosed_by<L: Lattice>(raster: &Raster, walls: &BTreeSet<Cell>) -> Cells {
    let is_rim = |cell: &Cell| {
        cell.column == 0
            || cell.row == 0
            || cell.column + 1 == raster.width()
            || cell.row + 1 == raster.height()
    };
    let mut open = Cells::new(raster, |_| true);
    walls.iter().for_each(|cell| open.set(*cell, false));
    flood(
        raster,
        L::GAP_STEPS,
        raster.cells().filter(is_rim),
        &mut open,
    );
    // What is still open is enclosed.
    open
}

/// Returns whether these walls enclose all of the cells.
pub(crate) fn encloses<L: Lattice>(
    raster: &Raster,
    walls: &BTreeSet<Cell>,
    cells: &[Cell],
) -> bool {
    let enclosed = enclosed_by::<L>(raster, walls);
    cells.iter().all(|cell| enclosed.is_set(*cell))
}

/// The groups of empty cells that these walls enclose, in the order of their
/// first cells.
fn areas_within<L: Lattice>(raster: &Raster, walls: &BTreeSet<Cell>) -> Vec<Vec<Cell>> {
    let mut open = enclosed_by::<L>(raster, walls);
    raster
        .occupied_cells()
        .for_each(|cell| open.set(cell, false));
    let areas = raster
        .cells()
        .map(|cell| flood(raster, L::AREA_STEPS, [cell], &mut open));
    areas.filter(|area| !area.is_empty()).collect()
}

/// The blocks of three cells and more, with the links that are wanted, in the
/// order of their first cells; of two with the same first cell, in the order of
/// the cells after it.
pub(crate) fn blocks(
    raster: &Raster,
    steps: [Steps; 2],
    is_wanted: impl Fn(Cell, Cell) -> bool,
) -> Vec<BTreeSet<Cell>> {
    let mut search = Search {
        raster,
        steps,
        is_wanted,
        order: BTreeMap::new(),
        edges: Vec::new(),
        blocks: Vec::new(),
    };
    for cell in raster.occupied_cells() {
        if !search.order.contains_key(&cell) {
            search.visit(cell, None);
        }
    }
    search.blocks.sort_by(|one, other| one.iter().cmp(other));
    search.blocks
}

struct Search<'a, W> {
    raster: &'a Raster,
    steps: [Steps; 2],
    is_wanted: W,
    /// The number of each cell that was visited, in the order of the visits.
    order: BTreeMap<Cell, usize>,
    edges: Vec<(Cell, Cell)>,
    blocks: Vec<BTreeSet<Cell>>,
}

impl<W: Fn(Cell, Cell) -> bool> Search<'_, W> {
    /// Visits a cell and all that can be reached from it; returns how early a
    /// cell it is linked with was visited.
    fn visit(&mut self, cell: Cell, from: Option<Cell>) -> usize {
        let order = self.order.len();
        self.order.insert(cell, order);
        let mut low = order;
        for next in near(self.raster, self.steps, cell) {
            let is_link = self.raster.is_occupied(next) && (self.is_wanted)(cell, next);
            if !is_link || Some(next) == from {
                continue;
            }
            if let Some(&seen) = self.order.get(&next) {
                low = low.min(seen);
                continue;
            }
            self.edges.push((cell, next));
            let below = self.visit(next, Some(cell));
            low = low.min(below);
            if below >= order {
                self.cut((cell, next));
            }
        }
        low
    }

    /// Takes the edges down to this one as a block.
    fn cut(&mut self, last: (Cell, Cell)) {
        let mut cells = BTreeSet::new();
        while let Some(edge) = self.edges.pop() {
            cells.extend([edge.0, edge.1]);
            if edge == last {
                break;
            }
        }
        if cells.len() > 2 {
            self.blocks.push(cells);
        }
    }
}
