//! A chain through a cell: the answer one can check by eye.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use crate::detect::graph::{Network, disjoint_paths};
use crate::lattice::{Lattice, Step, Steps};
use crate::raster::Raster;

/// A cell: column and row, both from 0.
pub type Cell = (usize, usize);

/// What a chain has to go round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// The gap whose first cell is this one.
    Gap(Cell),
    /// Two empty cells with nothing but occupied cells beside them, on both
    /// sides of the step between two cells.
    Pair { cells: [Cell; 2], step: [Cell; 2] },
}

impl Target {
    /// The two empty cells on both sides of a step up from a cell.
    pub(super) fn pair((column, row): Cell, step: Step) -> Target {
        let beside = if step == Step::NorthEast {
            column + 1
        } else {
            column.wrapping_sub(1)
        };
        Target::Pair {
            cells: [(column, row.wrapping_sub(1)), (beside, row)],
            step: [(column, row), (beside, row.wrapping_sub(1))],
        }
    }

    fn cell(self) -> Cell {
        match self {
            Target::Gap(cell)
            | Target::Pair {
                cells: [cell, _], ..
            } => cell,
        }
    }

    /// How many king's steps it is away from a cell.
    pub(super) fn distance(self, (column, row): Cell) -> usize {
        let cell = self.cell();
        cell.0.abs_diff(column).max(cell.1.abs_diff(row))
    }
}

/// A chain through `start` round the target. There is one if they belong to
/// one block; the proof of the theorem (L4) builds it.
pub(super) fn chain_round<L: Lattice>(
    raster: &Raster,
    start: Cell,
    target: Target,
) -> Option<Vec<Cell>> {
    let mut wall = match target {
        Target::Gap(first) => wall_of_gap::<L>(raster, first),
        Target::Pair { cells, step } => wall_of_pair::<L>(cells, step)?,
    };
    if let Some(at) = wall.iter().position(|cell| *cell == start) {
        wall.rotate_left(at);
        return Some(wall);
    }
    let without = match target {
        Target::Gap(_) => None,
        Target::Pair { step, .. } => Some(step),
    };
    let walls = Walls::<L> {
        raster,
        without,
        lattice: core::marker::PhantomData,
    };
    let mut is_wall = vec![0u64; walls.node_count().div_ceil(64)];
    for &cell in &wall {
        let node = walls.node(cell);
        is_wall[node / 64] |= 1 << (node % 64);
    }
    let paths = disjoint_paths(&walls, walls.node(start), |node| {
        is_wall[node / 64] >> (node % 64) & 1 == 1
    })?;
    let [there, back] = paths.map(|path| {
        path.into_iter()
            .map(|node| walls.cell(node))
            .collect::<Vec<_>>()
    });
    [false, true].into_iter().find_map(|turned| {
        let chain = close(&wall, &there, &back, turned)?;
        is_inside(&chain, target.cell()).then_some(chain)
    })
}

/// The path there, a part of the wall, and the path back.
fn close(wall: &[Cell], there: &[Cell], back: &[Cell], turned: bool) -> Option<Vec<Cell>> {
    let place = |end: Option<&Cell>| wall.iter().position(|cell| Some(cell) == end);
    let (from, to) = (place(there.last())?, place(back.last())?);
    let mut chain = there.to_vec();
    let mut at = from;
    loop {
        at = (at + if turned { wall.len() - 1 } else { 1 }) % wall.len();
        if at == to {
            break;
        }
        chain.push(wall[at]);
    }
    chain.extend(back[1..].iter().rev());
    Some(chain)
}

/// Whether an empty cell is inside a closed line through cells: a ray to the
/// right meets the line an odd number of times.
pub(super) fn is_inside(line: &[Cell], (column, row): Cell) -> bool {
    let mut inside = false;
    for (at, &from) in line.iter().enumerate() {
        let to = line[(at + 1) % line.len()];
        // A step between this row and the next begins or ends in this row.
        if (from.1 <= row) != (to.1 <= row) {
            let here = if from.1 == row { from } else { to };
            inside ^= here.0 > column;
        }
    }
    inside
}

/// The wall round a gap: the outer boundary of the gap with all detours left
/// out.
fn wall_of_gap<L: Lattice>(raster: &Raster, (column, row): Cell) -> Vec<Cell> {
    let west = (column - 1, row);
    let first = if L::GAP_STEPS[row % 2].contains(Step::NorthWest) {
        Step::North
    } else {
        Step::NorthEast
    };
    let mut wall = vec![west];
    let mut places = BTreeMap::from([(west, 0)]);
    let (mut here, mut step) = (west, first);
    while let Some(next) = step.from(here.0, here.1) {
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
        step = next_step::<L>(raster, here, step.back());
    }
    wall
}

/// The next step along a gap on the right: the first one counterclockwise from
/// the way back.
fn next_step<L: Lattice>(raster: &Raster, here: Cell, back: Step) -> Step {
    let walls = L::WALL_STEPS[here.1 % 2];
    let turns = (1..8).map(|turn| Step::ALL[(back as usize + 8 - turn) % 8]);
    let mut open = turns.filter(|step| walls.contains(*step));
    open.find(|step| leads_to_wall(raster, here, *step))
        .unwrap_or(back)
}

fn leads_to_wall(raster: &Raster, (column, row): Cell, step: Step) -> bool {
    step.from(column, row)
        .is_some_and(|(column, row)| raster.is_occupied(column, row))
}

/// The cells round two empty cells that touch across a step, in order.
fn wall_of_pair<L: Lattice>(cells: [Cell; 2], step: [Cell; 2]) -> Option<Vec<Cell>> {
    let mut wall = Vec::new();
    for (column, row) in cells {
        let steps = L::GAP_STEPS[row % 2].iter();
        let mut round: Vec<Cell> = steps.filter_map(|step| step.from(column, row)).collect();
        // Clockwise from the end of the step that is met last.
        let last = (0..round.len()).find(|&at| {
            step.contains(&round[at]) && step.contains(&round[(at + 1) % round.len()])
        })?;
        let start = (last + 1) % round.len();
        round.rotate_left(start);
        round.pop();
        wall.extend(round);
    }
    Some(wall)
}

/// The occupied cells of a raster, and the steps between them but those that
/// may cross others.
struct Walls<'a, L> {
    raster: &'a Raster,
    /// A step that must not be used.
    without: Option<[Cell; 2]>,
    lattice: core::marker::PhantomData<L>,
}

impl<L> Walls<'_, L> {
    fn node(&self, (column, row): Cell) -> usize {
        row * self.raster.width() + column
    }

    fn cell(&self, node: usize) -> Cell {
        (node % self.raster.width(), node / self.raster.width())
    }
}

impl<L: Lattice> Network for Walls<'_, L> {
    type Trace = u8;
    const NO_TRACE: u8 = u8::MAX;

    fn node_count(&self) -> usize {
        self.raster.width() * self.raster.height()
    }

    fn neighbour(&self, node: usize, number: usize) -> Option<(usize, usize, u8)> {
        let here = self.cell(node);
        let walls = L::WALL_STEPS[here.1 % 2];
        for step in &Step::ALL[number.min(8)..] {
            let Some(next) = step.from(here.0, here.1) else {
                continue;
            };
            let is_free = walls.contains(*step)
                && self.raster.is_occupied(next.0, next.1)
                && !self.is_chord(here, *step)
                && !self
                    .without
                    .is_some_and(|cut| cut.contains(&here) && cut.contains(&next));
            if is_free {
                return Some((*step as usize, self.node(next), step.back() as u8));
            }
        }
        None
    }

    fn follow(&self, node: usize, trace: u8) -> usize {
        let (column, row) = self.cell(node);
        let step = Step::ALL[usize::from(trace) % 8];
        step.from(column, row).map_or(node, |cell| self.node(cell))
    }
}

impl<L> Walls<'_, L> {
    /// Whether both other cells of the square of a diagonal step are occupied.
    /// Such a step can be left out: it joins what the sides join anyway.
    fn is_chord(&self, here: Cell, step: Step) -> bool {
        !Steps::ORTHOGONAL.contains(step)
            && leads_to_wall(self.raster, here, step.clockwise())
            && leads_to_wall(self.raster, here, Step::ALL[(step as usize + 7) % 8])
    }
}
