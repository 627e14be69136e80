//! A chain through a cell around a target: the answer that can be checked by eye.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec;
use alloc::vec::Vec;

use crate::cell::Cell;
use crate::chain::Chain;
use crate::disjoint_paths::adjacency::Adjacency;
use crate::disjoint_paths::disjoint_paths;
use crate::even_odd::{cells_inside, is_inside};
use crate::lattice::{Lattice, Step, Steps};
use crate::raster::Raster;
use crate::theta;

/// What a chain has to go around: a set of empty cells with the wall as its
/// boundary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Target {
    /// Its first cell in the order of reading.
    pub(super) first: Cell,
    /// The steps that have cells of the set on both sides, as pairs of cells in
    /// ascending order. A chain around the set takes none of them.
    pub(super) without: BTreeSet<[Cell; 2]>,
}

impl Target {
    /// The gap that begins with this cell.
    pub(super) fn gap(first: Cell) -> Target {
        Target {
            first,
            without: BTreeSet::new(),
        }
    }

    /// The two empty cells on both sides of a step up from a cell.
    pub(super) fn pair(cell: Cell, step: Step) -> Target {
        let north = Cell::new(cell.column, cell.row.wrapping_sub(1));
        let mut target = Target::gap(north);
        if let Some(end) = step.apply(cell) {
            target.without.insert(in_order(cell, end));
        }
        target
    }

    /// How many king's steps it is away from a cell.
    pub(super) fn distance(&self, cell: Cell) -> usize {
        self.first.distance(cell)
    }
}

/// A step as it is kept in [`Target`].
pub(super) fn in_order(from: Cell, to: Cell) -> [Cell; 2] {
    [from.min(to), from.max(to)]
}

/// Returns a chain through `start` around the target. There is one if a block
/// of `start` encloses the target: the proof of L4 builds it.
pub(super) fn chain_around<L: Lattice>(
    raster: &Raster,
    start: Cell,
    target: &Target,
) -> Option<Chain> {
    let line = line_around::<L>(raster, start, target)?;
    let inside = cells_inside(&line, |cell| !raster.is_occupied(cell));
    Some(Chain::new(line, inside))
}

fn line_around<L: Lattice>(raster: &Raster, start: Cell, target: &Target) -> Option<Vec<Cell>> {
    let graph = WallGraph::<L> {
        raster,
        without: &target.without,
        lattice: core::marker::PhantomData,
    };
    let mut wall = graph.wall_around(target.first);
    if let Some(at) = wall.iter().position(|cell| *cell == start) {
        wall.rotate_left(at);
        return Some(wall);
    }
    let mut is_wall = vec![0u64; graph.node_count().div_ceil(64)];
    for &cell in &wall {
        let node = graph.node(cell);
        is_wall[node / 64] |= 1 << (node % 64);
    }
    let paths = disjoint_paths(&graph, graph.node(start), |node| {
        is_wall[node / 64] >> (node % 64) & 1 == 1
    })?;
    let [there, back] = paths.map(|path| {
        let cells = path.into_iter().map(|node| graph.cell(node));
        cells.collect::<Vec<_>>()
    });
    theta::close(&wall, [&there, &back], |line| is_inside(line, target.first))
}

fn leads_to_wall(raster: &Raster, cell: Cell, step: Step) -> bool {
    step.apply(cell)
        .is_some_and(|near| raster.is_occupied(near))
}

/// The occupied cells of a raster, and the steps between them but those that
/// may cross others.
struct WallGraph<'a, L> {
    raster: &'a Raster,
    /// Steps that must not be used.
    without: &'a BTreeSet<[Cell; 2]>,
    lattice: core::marker::PhantomData<L>,
}

impl<L: Lattice> WallGraph<'_, L> {
    fn node(&self, cell: Cell) -> usize {
        cell.row * self.raster.width() + cell.column
    }

    fn cell(&self, node: usize) -> Cell {
        Cell::new(node % self.raster.width(), node / self.raster.width())
    }

    /// The wall around the gap that begins with this cell: the outer boundary
    /// of the gap with all detours left out.
    fn wall_around(&self, first: Cell) -> Vec<Cell> {
        let west = Cell::new(first.column - 1, first.row);
        let first = if L::GAP_STEPS[west.row % 2].contains(Step::NorthWest) {
            Step::North
        } else {
            Step::NorthEast
        };
        let mut wall = vec![west];
        let mut places = BTreeMap::from([(west, 0)]);
        let (mut here, mut step) = (west, first);
        while let Some(next) = step.apply(here) {
            if next == west {
                break;
            }
            if let Some(&place) = places.get(&next) {
                // Back at a cell of the wall: what was in between is a detour.
                for cell in wall.drain(place + 1..) {
                    places.remove(&cell);
                }
            } else {
                places.insert(next, wall.len());
                wall.push(next);
            }
            here = next;
            step = self.next_step(here, step.back());
        }
        wall
    }

    /// The next step along a gap on the right: the first one counterclockwise
    /// from the way back.
    fn next_step(&self, here: Cell, back: Step) -> Step {
        let turns = (1..8).map(|turn| Step::ALL[(back as usize + 8 - turn) % 8]);
        let mut open = turns.filter(|step| self.goes_on(here, *step));
        open.next().unwrap_or(back)
    }

    /// Whether a step leads to an occupied cell and may be used.
    fn goes_on(&self, here: Cell, step: Step) -> bool {
        let Some(next) = step.apply(here) else {
            return false;
        };
        L::WALL_STEPS[here.row % 2].contains(step)
            && self.raster.is_occupied(next)
            && !self.without.contains(&in_order(here, next))
    }

    /// Whether both other cells of the square of a diagonal step are occupied.
    /// Such a step can be left out: it joins what the sides join anyway.
    fn is_chord(&self, here: Cell, step: Step) -> bool {
        !Steps::ORTHOGONAL.contains(step)
            && leads_to_wall(self.raster, here, step.clockwise())
            && leads_to_wall(self.raster, here, Step::ALL[(step as usize + 7) % 8])
    }
}

impl<L: Lattice> Adjacency for WallGraph<'_, L> {
    type Trace = u8;
    const NO_TRACE: u8 = u8::MAX;

    fn node_count(&self) -> usize {
        self.raster.width() * self.raster.height()
    }

    fn neighbour(&self, node: usize, number: usize) -> Option<(usize, usize, u8)> {
        let here = self.cell(node);
        let mut steps = Step::ALL.into_iter().skip(number);
        let step = steps.find(|step| self.goes_on(here, *step) && !self.is_chord(here, *step))?;
        let next = step.apply(here)?;
        Some((step as usize, self.node(next), step.back() as u8))
    }

    fn follow(&self, node: usize, trace: u8) -> usize {
        let step = Step::ALL[usize::from(trace) % 8];
        step.apply(self.cell(node))
            .map_or(node, |cell| self.node(cell))
    }
}
