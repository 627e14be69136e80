//! The definition, spelled out on small grids: all chains, listed, and what is
//! inside each by the even–odd rule. It shares no code with the crate.
//!
//! A set of cells is a number: bit `row * width + column` is set if the cell is
//! in it.

use std::collections::BTreeSet;

use catena_grid::{Cell, Lattice, Raster, Steps};

/// A grid of fewer than 32 cells on a lattice.
pub(crate) struct SmallGrid {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// The links from each cell.
    links: Vec<Vec<Link>>,
    /// The cells that each cell is linked with.
    linked: Vec<u32>,
    /// The cells that the steps of areas join with each cell.
    joined: Vec<u32>,
}

/// A step of a chain.
#[derive(Clone, Copy)]
struct Link {
    to: usize,
    /// The cells from which a ray to the west, a little above the centres of
    /// their row, crosses the link.
    crossed_by: u32,
    /// Of a diagonal link: which of the two diagonals it is, and of which 2×2
    /// square of cells.
    diagonal: Option<(usize, u32)>,
}

/// What matters of a chain: its cells, and the cells inside, occupied or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Line {
    pub(crate) cells: u32,
    pub(crate) inside: u32,
}

/// Which chains to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Crossing {
    /// All of them, as the definition says.
    Allowed,
    /// Those that do not cross themselves. By lemma L1 of `docs/theory.md` no
    /// [`Line`] is lost.
    Left,
}

impl SmallGrid {
    pub(crate) fn new<L: Lattice>(width: usize, height: usize) -> SmallGrid {
        let near = |steps: [Steps; 2], cell: Cell| {
            let steps = steps[cell.row % 2].iter();
            let cells = steps.filter_map(move |step| step.apply(cell));
            cells.filter(move |cell| cell.column < width && cell.row < height)
        };
        let index = |cell: Cell| cell.row * width + cell.column;
        let cells: Vec<Cell> = (0..width * height)
            .map(|at| Cell::new(at % width, at / width))
            .collect();
        let link = |from: Cell, to: Cell| Link {
            to: index(to),
            crossed_by: if from.row == to.row {
                0
            } else {
                let lower = from.max(to);
                let east = (lower.column + 1..width).map(|column| Cell::new(column, lower.row));
                east.fold(0, |set, cell| set | 1 << index(cell))
            },
            diagonal: (from.row != to.row && from.column != to.column).then(|| {
                let (left, top) = (from.column.min(to.column), from.row.min(to.row));
                let falls = (from.column < to.column) == (from.row < to.row);
                (usize::from(falls), 1 << index(Cell::new(left, top)))
            }),
        };
        let links = cells.iter().map(|&cell| {
            let near = near(L::WALL_STEPS, cell);
            near.map(|next| link(cell, next)).collect()
        });
        let set_of = |steps, cell| near(steps, cell).fold(0, |set, next| set | 1 << index(next));
        SmallGrid {
            width,
            height,
            links: links.collect(),
            linked: cells
                .iter()
                .map(|cell| set_of(L::WALL_STEPS, *cell))
                .collect(),
            joined: cells
                .iter()
                .map(|cell| set_of(L::AREA_STEPS, *cell))
                .collect(),
        }
    }

    /// All cells.
    pub(crate) fn full(&self) -> u32 {
        (1 << (self.width * self.height)) - 1
    }

    pub(crate) fn cell(&self, index: usize) -> Cell {
        Cell::new(index % self.width, index / self.width)
    }

    pub(crate) fn raster(&self, occupied: u32) -> Raster {
        let is_occupied = |cell: Cell| occupied >> (cell.row * self.width + cell.column) & 1 == 1;
        Raster::from_fn(self.width, self.height, is_occupied).expect("a size with cells")
    }

    pub(crate) fn set_of(&self, cells: impl IntoIterator<Item = Cell>) -> u32 {
        let bit = |cell: Cell| 1 << (cell.row * self.width + cell.column);
        cells.into_iter().fold(0, |set, cell| set | bit(cell))
    }

    /// Calls `visit` with each chain of the occupied cells, each once: its
    /// cells in order, and the cells inside.
    pub(crate) fn for_each_chain(
        &self,
        occupied: u32,
        crossing: Crossing,
        visit: impl FnMut(&[usize], u32),
    ) {
        let mut search = Search {
            grid: self,
            free: occupied,
            crossing,
            path: Vec::new(),
            visit,
        };
        for start in bits(occupied) {
            // Each chain is found at its first cell.
            search.free &= !(1 << start);
            search.path.push(start);
            search.extend(0, [0, 0]);
            search.path.pop();
        }
    }

    /// All chains of the occupied cells, without those that agree in all that
    /// matters.
    pub(crate) fn lines(&self, occupied: u32, crossing: Crossing) -> Vec<Line> {
        const MANY: usize = 1 << 24;
        let mut lines = Vec::new();
        let mut limit = MANY;
        self.for_each_chain(occupied, crossing, |path, inside| {
            let cells = path.iter().fold(0, |set, cell| set | 1 << cell);
            lines.push(Line { cells, inside });
            if lines.len() >= limit {
                lines.sort_unstable();
                lines.dedup();
                limit = lines.len() + MANY;
            }
        });
        lines.sort_unstable();
        lines.dedup();
        lines
    }

    /// The size of the largest group of these cells that areas join.
    pub(crate) fn largest_group(&self, cells: u32) -> u32 {
        let (mut left, mut largest) = (cells, 0);
        while left != 0 {
            let group = flood(&self.joined, left & left.wrapping_neg(), left);
            largest = largest.max(group.count_ones());
            left &= !group;
        }
        largest
    }

    /// The sets of this many of these cells that areas join.
    fn joined_sets(&self, within: u32, size: u32) -> BTreeSet<u32> {
        let mut sets: BTreeSet<u32> = bits(within).map(|cell| 1 << cell).collect();
        for _ in 1..size {
            let larger = sets.iter().flat_map(|set| {
                let near = bits(*set).fold(0, |near, cell| near | self.joined[cell]);
                bits(near & within & !set).map(move |cell| set | 1 << cell)
            });
            sets = larger.collect();
        }
        sets
    }

    /// For every board, by its set of occupied cells: the cells on a chain
    /// around a group of at least `size` empty cells.
    ///
    /// `lines` are the chains of the full board. A chain is a chain of every
    /// board that has its cells, so each is listed once and not for each board.
    pub(crate) fn on_chain_of_all_boards(&self, lines: &[Line], size: u32) -> Vec<u32> {
        let cells = self.width * self.height;
        let mut on_chain = vec![0; 1 << cells];
        let inner = lines.iter().fold(0, |inner, line| inner | line.inside);
        for group in self.joined_sets(inner, size) {
            // `around[board]`: the cells of the chains around the group that
            // lie on the board. The boards are those without the group.
            let mut around = vec![0u32; 1 << (cells - group.count_ones() as usize)];
            for line in lines.iter().filter(|line| line.inside & group == group) {
                around[without_bits(line.cells, group) as usize] |= line.cells;
            }
            add_subsets(&mut around);
            let mut board = 0;
            for cells in around {
                on_chain[board as usize] |= cells;
                // The next board without the group, in the order of numbers.
                board = (board | group).wrapping_add(1) & !group;
            }
        }
        on_chain
    }
}

struct Search<'a, V> {
    grid: &'a SmallGrid,
    /// Where the path may go on.
    free: u32,
    crossing: Crossing,
    path: Vec<usize>,
    visit: V,
}

impl<V: FnMut(&[usize], u32)> Search<'_, V> {
    /// Tries every way to go on from the end of the path. `crossed` are the
    /// cells whose ray crosses it an odd number of times, `diagonals` the 2×2
    /// squares of which it uses one diagonal or the other.
    fn extend(&mut self, crossed: u32, diagonals: [u32; 2]) {
        let grid = self.grid;
        let (start, end) = (self.path[0], self.path[self.path.len() - 1]);
        let way_back = flood(&grid.linked, 1 << end, self.free | 1 << end);
        if self.path.len() > 1 && way_back & grid.linked[start] == 0 {
            return;
        }
        for link in &grid.links[end] {
            let mut diagonals = diagonals;
            if let Some((which, square)) = link.diagonal {
                if self.crossing == Crossing::Left && diagonals[1 - which] & square != 0 {
                    continue;
                }
                diagonals[which] |= square;
            }
            let crossed = crossed ^ link.crossed_by;
            // Of the two directions of a chain, one is enough.
            if link.to == start && self.path.len() >= 3 && self.path[1] < end {
                let cells = self.path.iter().fold(0, |set, cell| set | 1 << cell);
                (self.visit)(&self.path, crossed & !cells);
            } else if self.free >> link.to & 1 == 1 {
                self.free &= !(1 << link.to);
                self.path.push(link.to);
                self.extend(crossed, diagonals);
                self.path.pop();
                self.free |= 1 << link.to;
            }
        }
    }
}

/// Returns whether the cell is inside the closed line, by the even–odd rule as
/// it is usually programmed: a ray to the right crosses the line an odd number
/// of times.
///
/// Drawing odd rows half a cell further right, as hexagons lie, changes
/// nothing: a link crosses the ray at its end in the row of the cell.
pub(crate) fn is_inside(line: &[Cell], cell: Cell) -> bool {
    let crosses = |from: Cell, to: Cell| {
        let (upper, lower) = (from.min(to), from.max(to));
        // Ends in the row of the cell count as above the ray.
        upper.row <= cell.row && lower.row > cell.row && {
            let down = lower.row - upper.row;
            let across = signed(lower.column) - signed(upper.column);
            let place = signed(upper.column) * signed(down) + across * signed(cell.row - upper.row);
            place > signed(cell.column) * signed(down)
        }
    };
    let links = line.iter().zip(line.iter().cycle().skip(1));
    links.filter(|(from, to)| crosses(**from, **to)).count() % 2 == 1
}

fn signed(number: usize) -> i64 {
    i64::try_from(number).expect("a number of cells")
}

/// The cells of `within` that can be reached from those of `from`.
fn flood(near: &[u32], from: u32, within: u32) -> u32 {
    let (mut reached, mut open) = (from, from);
    while open != 0 {
        let next = bits(open).fold(0, |next, cell| next | near[cell]);
        open = next & within & !reached;
        reached |= open;
    }
    reached
}

/// The members of a set, in order.
pub(crate) fn bits(set: u32) -> impl Iterator<Item = usize> {
    (0..32).filter(move |bit| set >> bit & 1 == 1)
}

/// The number without the bits at the places of `holes`: those above move
/// down.
fn without_bits(number: u32, holes: u32) -> u32 {
    let mut number = number;
    for hole in bits(holes).collect::<Vec<_>>().into_iter().rev() {
        let below = (1 << hole) - 1;
        number = number & below | number >> 1 & !below;
    }
    number
}

/// Adds to each entry all entries whose number is a subset of its number.
fn add_subsets(entries: &mut [u32]) {
    let mut half = 1;
    while half < entries.len() {
        for pair in entries.chunks_exact_mut(2 * half) {
            let (without, with) = pair.split_at_mut(half);
            for (with, without) in with.iter_mut().zip(without) {
                *with |= *without;
            }
        }
        half *= 2;
    }
}
