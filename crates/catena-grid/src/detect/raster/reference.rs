//! What the answers mean, by lists and floods: slow, short, obvious.

use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

use crate::cell::Cell;
use crate::lattice::{Lattice, Steps};
use crate::raster::Raster;

/// A board small enough for a list of all its chains; cell `y * width + x` is
/// a bit.
#[derive(Clone, Copy)]
pub(super) struct SmallBoard {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) occupied: u32,
}

/// A column and a row.
type ColumnRow = (usize, usize);

/// The cells of a grid a step away from a cell.
fn neighbours(
    steps: [Steps; 2],
    (width, height): ColumnRow,
    (x, y): ColumnRow,
) -> impl Iterator<Item = ColumnRow> {
    steps[y % 2]
        .iter()
        .filter_map(move |step| step.apply(Cell::new(x, y)))
        .map(|cell| (cell.column, cell.row))
        .filter(move |(x, y)| *x < width && *y < height)
}

/// For each set of occupied cells, the cells on a chain of size 1, 2, 3 and 4.
pub(super) fn cells_on_chain<L: Lattice>(width: usize, height: usize) -> Vec<[u32; 4]> {
    let cells = width * height;
    let mut on_chain = vec![[0; 4]; 1 << cells];
    for (chain, inside) in chains::<L>(width, height) {
        let free = !chain & ((1 << cells) - 1);
        // All boards that have this chain.
        let mut others = free;
        loop {
            let largest = largest_group::<L>((width, height), inside & !others);
            let board = &mut on_chain[(chain | others) as usize];
            for cells in board.iter_mut().take(largest) {
                *cells |= chain;
            }
            if others == 0 {
                break;
            }
            others = (others - 1) & free;
        }
    }
    on_chain
}

fn largest_group<L: Lattice>(size: ColumnRow, cells: u32) -> usize {
    if cells == 0 {
        return 0;
    }
    let groups = groups::<L>(size, |at| cells >> at & 1 == 1);
    groups.iter().map(Vec::len).max().unwrap_or(0)
}

/// All chains of a full board that have something inside: their cells and the
/// cells inside.
fn chains<L: Lattice>(width: usize, height: usize) -> BTreeSet<(u32, u32)> {
    let mut chains = BTreeSet::new();
    for start in 0..width * height {
        let start = (start % width, start / width);
        extend::<L>((width, height), &mut vec![start], &mut chains);
    }
    chains
}

/// Lists the chains that begin with this path and have no cell before the first
/// one of the path.
fn extend<L: Lattice>(
    size: ColumnRow,
    path: &mut Vec<ColumnRow>,
    chains: &mut BTreeSet<(u32, u32)>,
) {
    let index = |(x, y): ColumnRow| y * size.0 + x;
    let last = path[path.len() - 1];
    let next: Vec<ColumnRow> = neighbours(L::WALL_STEPS, size, last).collect();
    for cell in next {
        if cell == path[0] && path.len() > 2 && path[1] < last {
            let inside = (0..size.0 * size.1)
                .map(|at| (at % size.0, at / size.0))
                .filter(|cell| !path.contains(cell) && is_inside(path, *cell, is_hex::<L>()))
                .fold(0, |cells, cell| cells | 1 << index(cell));
            if inside != 0 {
                chains.insert((
                    path.iter().fold(0, |cells, cell| cells | 1 << index(*cell)),
                    inside,
                ));
            }
        } else if index(cell) > index(path[0]) && !path.contains(&cell) {
            path.push(cell);
            extend::<L>(size, path, chains);
            path.pop();
        }
    }
}

/// Whether odd rows are moved half a cell to the right.
fn is_hex<L: Lattice>() -> bool {
    L::WALL_STEPS[0] != L::WALL_STEPS[1]
}

/// Whether the cell is inside the closed line through these cells, by the
/// even–odd rule: a ray to the right crosses the line an odd number of times.
pub(super) fn is_inside(line: &[ColumnRow], cell: ColumnRow, hex: bool) -> bool {
    let place = |(x, y): ColumnRow| {
        let shift = i64::from(hex && y % 2 == 1);
        (2 * x as i64 + shift, y as i64)
    };
    let (x, y) = place(cell);
    let mut inside = false;
    for (at, &from) in line.iter().enumerate() {
        let (from, to) = (place(from), place(line[(at + 1) % line.len()]));
        if (from.1 <= y) == (to.1 <= y) {
            continue;
        }
        let (low, high) = if from.1 < to.1 {
            (from, to)
        } else {
            (to, from)
        };
        let cross = (high.0 - low.0) * (y - low.1) - (x - low.0) * (high.1 - low.1);
        inside ^= cross > 0;
    }
    inside
}

/// What [`super::Report`] says, by a depth-first search for blocks.
pub(super) struct ReportByBlocks {
    pub(super) labels: Vec<i32>,
    pub(super) areas: usize,
    pub(super) walls: usize,
}

pub(super) fn report<L: Lattice>(raster: &Raster, min_size: usize) -> ReportByBlocks {
    let (width, height) = (raster.width(), raster.height());
    let size = (width, height);
    let index = |(x, y): ColumnRow| y * width + x;
    let mut labels = vec![0; width * height];
    let walls = (0..width * height).map(|at| raster.is_occupied(Cell::new(at % width, at / width)));
    let leaks = outside::<L>(size, &walls.collect::<Vec<_>>());
    let enclosed = |at: usize| !leaks[at] && !raster.is_occupied(Cell::new(at % width, at / width));
    let mut areas = groups::<L>(size, enclosed);
    areas.retain(|area| area.len() >= min_size);
    for (number, area) in (1..).zip(&areas) {
        for cell in area {
            labels[index(*cell)] = number;
        }
    }
    let mut blocks = blocks::<L>(raster);
    blocks.retain(|block| {
        let mut wall = vec![false; width * height];
        block.iter().for_each(|cell| wall[index(*cell)] = true);
        let leaks = outside::<L>(size, &wall);
        let inside =
            |at: usize| !leaks[at] && !raster.is_occupied(Cell::new(at % width, at / width));
        groups::<L>(size, inside)
            .iter()
            .any(|group| group.len() >= min_size)
    });
    for (number, block) in (1..).zip(&blocks) {
        for cell in block {
            let label = &mut labels[index(*cell)];
            *label = if *label == 0 { -number } else { *label };
        }
    }
    ReportByBlocks {
        labels,
        areas: areas.len(),
        walls: blocks.len(),
    }
}

/// The cells that gap steps past the walls reach from beyond the rim.
fn outside<L: Lattice>((width, height): ColumnRow, walls: &[bool]) -> Vec<bool> {
    let mut reached = vec![false; width * height];
    let is_rim = |(x, y): ColumnRow| x == 0 || y == 0 || x + 1 == width || y + 1 == height;
    let mut open: Vec<ColumnRow> = (0..width * height)
        .map(|at| (at % width, at / width))
        .filter(|cell| is_rim(*cell))
        .collect();
    while let Some((x, y)) = open.pop() {
        if walls[y * width + x] || reached[y * width + x] {
            continue;
        }
        reached[y * width + x] = true;
        open.extend(neighbours(L::GAP_STEPS, (width, height), (x, y)));
    }
    reached
}

/// The groups of cells that area steps connect, in the order of their first
/// cells.
fn groups<L: Lattice>(
    (width, height): ColumnRow,
    is_member: impl Fn(usize) -> bool,
) -> Vec<Vec<ColumnRow>> {
    let mut seen = vec![false; width * height];
    let mut groups = Vec::new();
    for at in 0..width * height {
        let mut group = Vec::new();
        let mut open = vec![(at % width, at / width)];
        while let Some((x, y)) = open.pop() {
            if seen[y * width + x] || !is_member(y * width + x) {
                continue;
            }
            seen[y * width + x] = true;
            group.push((x, y));
            open.extend(neighbours(L::AREA_STEPS, (width, height), (x, y)));
        }
        if !group.is_empty() {
            groups.push(group);
        }
    }
    groups
}

/// The blocks, in the order of their first cells.
fn blocks<L: Lattice>(raster: &Raster) -> Vec<Vec<ColumnRow>> {
    let mut search = DepthFirstSearch {
        raster,
        steps: L::WALL_STEPS,
        order: vec![0; raster.width() * raster.height()],
        low: vec![0; raster.width() * raster.height()],
        time: 0,
        edges: Vec::new(),
        blocks: Vec::new(),
    };
    for at in 0..raster.width() * raster.height() {
        let cell = (at % raster.width(), at / raster.width());
        if raster.is_occupied(Cell::new(cell.0, cell.1)) && search.order[at] == 0 {
            search.visit(cell, None);
        }
    }
    search
        .blocks
        .sort_by_key(|block| block.iter().map(|(x, y)| (*y, *x)).collect::<Vec<_>>());
    search.blocks
}

/// The search for biconnected components of Hopcroft and Tarjan.
struct DepthFirstSearch<'a> {
    raster: &'a Raster,
    steps: [Steps; 2],
    order: Vec<usize>,
    low: Vec<usize>,
    time: usize,
    edges: Vec<(ColumnRow, ColumnRow)>,
    blocks: Vec<Vec<ColumnRow>>,
}

impl DepthFirstSearch<'_> {
    fn visit(&mut self, cell: ColumnRow, from: Option<ColumnRow>) {
        let (width, height) = (self.raster.width(), self.raster.height());
        let index = |(x, y): ColumnRow| y * width + x;
        self.time += 1;
        self.order[index(cell)] = self.time;
        self.low[index(cell)] = self.time;
        for next in neighbours(self.steps, (width, height), cell) {
            if !self.raster.is_occupied(Cell::new(next.0, next.1)) || Some(next) == from {
                continue;
            }
            if self.order[index(next)] == 0 {
                self.edges.push((cell, next));
                self.visit(next, Some(cell));
                self.low[index(cell)] = self.low[index(cell)].min(self.low[index(next)]);
                if self.low[index(next)] >= self.order[index(cell)] {
                    self.cut((cell, next));
                }
            } else {
                self.low[index(cell)] = self.low[index(cell)].min(self.order[index(next)]);
            }
        }
    }

    /// Takes the edges from the top of the stack down to this one as a block.
    fn cut(&mut self, last: (ColumnRow, ColumnRow)) {
        let mut cells = BTreeSet::new();
        while let Some((from, to)) = self.edges.pop() {
            cells.extend([(from.1, from.0), (to.1, to.0)]);
            if (from, to) == last {
                break;
            }
        }
        if cells.len() > 2 {
            self.blocks
                .push(cells.into_iter().map(|(y, x)| (x, y)).collect());
        }
    }
}
