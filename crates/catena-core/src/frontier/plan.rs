//! [`Plan`]: the order in which the programme meets the cells, with all that
//! can be said about each before any chain is drawn.

use alloc::vec::Vec;

use super::terrain::{Cell, Terrain};

/// Some of the four neighbours that come before a cell in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Earlier(pub(super) u8);

impl Earlier {
    pub(super) const NONE: Earlier = Earlier(0);
    pub(super) const WEST: Earlier = Earlier(1);
    pub(super) const NORTH_WEST: Earlier = Earlier(2);
    pub(super) const NORTH: Earlier = Earlier(4);
    pub(super) const NORTH_EAST: Earlier = Earlier(8);

    /// The four steps, columns and rows, in the order of their slots.
    const STEPS: [(Earlier, (i8, i8)); 4] = [
        (Earlier::WEST, (-1, 0)),
        (Earlier::NORTH_WEST, (-1, -1)),
        (Earlier::NORTH, (0, -1)),
        (Earlier::NORTH_EAST, (1, -1)),
    ];

    /// The earlier neighbours of `cell` for which the condition holds.
    fn of(cell: Cell, holds: impl Fn(Cell) -> bool) -> Earlier {
        Earlier::STEPS
            .into_iter()
            .filter(|(_, (columns, rows))| holds(cell.step(*columns, *rows)))
            .fold(Earlier::NONE, |all, (one, _)| all.union(one))
    }

    /// Those of the neighbours of `cell` that are in this set.
    pub(super) fn cells(self, cell: Cell) -> impl Iterator<Item = Cell> {
        Earlier::STEPS
            .into_iter()
            .filter(move |(one, _)| self.contains(*one))
            .map(move |(_, (columns, rows))| cell.step(columns, rows))
    }

    /// The slots of these neighbours, for a cell that takes slot `slot`.
    pub(super) fn slots(self, slot: u32) -> impl Iterator<Item = u32> {
        (0..4)
            .filter(move |place| self.0 >> place & 1 == 1)
            .map(move |place| slot + place - 1)
    }

    pub(super) const fn union(self, other: Earlier) -> Earlier {
        Earlier(self.0 | other.0)
    }

    pub(super) const fn intersection(self, other: Earlier) -> Earlier {
        Earlier(self.0 & other.0)
    }

    pub(super) const fn without(self, other: Earlier) -> Earlier {
        Earlier(self.0 & !other.0)
    }

    pub(super) const fn contains(self, other: Earlier) -> bool {
        other.0 & !self.0 == 0
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn len(self) -> u32 {
        self.0.count_ones()
    }
}

/// How many neighbours a cell still has among the pieces that come later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Later {
    /// None: an open path cannot end here.
    None,
    /// One: an open path can go on, but a new one cannot pass through.
    One,
    /// Two or more.
    Two,
}

/// One piece that a chain may use.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(super) cell: Cell,
    pub(super) slot: u32,
    /// The earlier neighbours that a chain may use.
    pub(super) walls: Earlier,
    /// The earlier neighbours that have one later neighbour left after this.
    pub(super) one_later: Earlier,
    /// The earlier neighbours that have two later neighbours left after this.
    pub(super) two_later: Earlier,
    /// What this piece itself has left.
    pub(super) later: Later,
    /// W and N are empty, so that an edge to NW would part them.
    pub(super) parts_west_from_north: bool,
    /// N and E are empty, so that an edge to NE would part them.
    pub(super) parts_north_from_east: bool,
    pub(super) target: Target,
}

/// Where the piece that every chain must use stands, seen from another piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// There is none, or it was passed, with the chain through it.
    Settled,
    /// It comes later.
    Ahead,
    /// It is this piece.
    Here,
    /// It is in this slot of the frontier.
    InSlot(u32),
}

/// The empty cells of one row between two pieces that follow each other in
/// reading order. No edge passes between them, so all of them are on the same
/// side of any chain.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    /// The slot of the leftmost, counted in the frontier of the next piece.
    pub(super) slot: u32,
    pub(super) empty: Vec<Cell>,
    /// Whether one of them has an earlier empty neighbour, here or in the row
    /// above, which no chain parts from it.
    pub(super) has_pair: bool,
}

/// A piece, and what lies between it and the next piece.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(super) piece: Piece,
    /// How many rows further down the next piece is; none after the last.
    pub(super) rows: Option<u32>,
    pub(super) runs: Vec<Run>,
}

/// All steps, in reading order of the pieces.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(super) steps: Vec<Step>,
}

impl Plan {
    /// The plan for chains through `target`, or for all chains.
    pub(crate) fn new(terrain: &Terrain, target: Option<Cell>) -> Plan {
        let mut steps: Vec<Step> = Vec::new();
        let mut passed = Vec::new();
        for cell in terrain.cells() {
            if terrain.is_wall(cell) {
                if let Some(step) = steps.last_mut() {
                    step.reach(terrain, cell, &passed);
                }
                steps.push(Step::at(Piece::new(terrain, cell, target)));
                passed.clear();
            } else if terrain.is_empty(cell) {
                passed.push(cell);
            }
        }
        Plan { steps }
    }
}

impl Step {
    fn at(piece: Piece) -> Step {
        Step {
            piece,
            rows: None,
            runs: Vec::new(),
        }
    }

    /// Notes where the next piece is and which empty cells come before it.
    fn reach(&mut self, terrain: &Terrain, next: Cell, passed: &[Cell]) {
        self.rows = Some(u32::from(next.row - self.piece.cell.row));
        let rows = passed.chunk_by(|one, other| one.row == other.row);
        self.runs = rows
            .map(|empty| Run {
                slot: terrain.slot(empty[0]) + u32::from(next.row - empty[0].row),
                empty: empty.to_vec(),
                has_pair: empty
                    .iter()
                    .any(|cell| !unparted(terrain, *cell).is_empty()),
            })
            .collect();
    }
}

/// The earlier empty neighbours that no chain parts from this empty cell: the
/// orthogonal ones, and the diagonal ones with at most one wall beside them.
pub(super) fn unparted(terrain: &Terrain, cell: Cell) -> Earlier {
    let walls = |one: Cell, other: Cell| terrain.is_wall(one) && terrain.is_wall(other);
    Earlier::of(cell, |near| {
        let beside = (
            Cell { column: near.column, ..cell },
            Cell { row: near.row, ..cell },
        );
        let orthogonal = near.column == cell.column || near.row == cell.row;
        terrain.is_empty(near) && (orthogonal || !walls(beside.0, beside.1))
    })
}

impl Piece {
    fn new(terrain: &Terrain, cell: Cell, target: Option<Cell>) -> Piece {
        let later = |near: Cell| later(terrain, near, cell);
        let slot = terrain.slot(cell);
        Piece {
            cell,
            slot,
            walls: Earlier::of(cell, |near| terrain.is_wall(near)),
            one_later: Earlier::of(cell, |near| later(near) >= Later::One),
            two_later: Earlier::of(cell, |near| later(near) >= Later::Two),
            later: later(cell),
            parts_west_from_north: terrain.is_wall(cell.step(-1, -1))
                && terrain.is_empty(cell.step(-1, 0))
                && terrain.is_empty(cell.step(0, -1)),
            parts_north_from_east: terrain.is_wall(cell.step(1, -1))
                && terrain.is_empty(cell.step(0, -1))
                && terrain.is_empty(cell.step(1, 0)),
            target: target.map_or(Target::Settled, |target| {
                Target::seen_from(terrain, cell, target)
            }),
        }
    }
}

/// What `near` has left among the walls after `cell`.
fn later(terrain: &Terrain, near: Cell, cell: Cell) -> Later {
    let is_later = |other: &Cell| cell.is_before(*other) && terrain.is_wall(*other);
    match near.king_neighbours().filter(is_later).count() {
        0 => Later::None,
        1 => Later::One,
        _ => Later::Two,
    }
}

impl Target {
    fn seen_from(terrain: &Terrain, cell: Cell, target: Cell) -> Target {
        if cell == target {
            Target::Here
        } else if cell.is_before(target) {
            Target::Ahead
        } else if target.row == cell.row {
            Target::InSlot(terrain.slot(target))
        } else if target.row + 1 == cell.row && target.column + 1 >= cell.column {
            Target::InSlot(terrain.slot(target) + 1)
        } else {
            Target::Settled
        }
    }
}
