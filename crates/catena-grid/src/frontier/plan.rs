//! [`Plan`]: the order in which the programme meets the cells, with all that
//! can be said about each before any chain is drawn.

use alloc::vec::Vec;

use super::frame::Frame;
use super::terrain::{Terrain, count, slot};
use crate::cell::Cell;

/// Which earlier neighbours a piece is joined to: at most two of them.
pub(crate) type Joins = Earlier;

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
    const STEPS: [(Earlier, (isize, isize)); 4] = [
        (Earlier::WEST, (-1, 0)),
        (Earlier::NORTH_WEST, (-1, -1)),
        (Earlier::NORTH, (0, -1)),
        (Earlier::NORTH_EAST, (1, -1)),
    ];

    /// All sets of at most two.
    const ALL: [Joins; 11] = {
        let mut all = [Earlier::NONE; 11];
        let (mut bits, mut count) = (0u8, 0);
        while bits < 16 {
            if bits.count_ones() <= 2 {
                all[count] = Earlier(bits);
                count += 1;
            }
            bits += 1;
        }
        all
    };

    /// The earlier neighbours of `cell` for which the condition holds.
    pub(super) fn of(cell: Cell, holds: impl Fn(Cell) -> bool) -> Earlier {
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

/// One piece that a chain may use.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(super) cell: Cell,
    pub(super) slot: u32,
    /// The earlier neighbours that a chain may use.
    pub(super) walls: Earlier,
    /// The sets of earlier neighbours that the piece may be joined to.
    pub(super) options: Vec<Joins>,
    /// The earlier neighbours where a path that is open now can go on later.
    pub(super) can_go_on: Earlier,
    /// The earlier neighbours where a path that begins with an edge to this
    /// piece can go on later.
    pub(super) can_begin: Earlier,
    /// The earlier neighbours that two later pieces can be joined to.
    pub(super) can_turn: Earlier,
    /// Whether two later pieces can be joined to this one.
    pub(super) can_turn_here: bool,
    /// W and N are empty and adjacent, and an edge to NW would part them.
    pub(super) parts_west_from_north: bool,
    /// N and E are empty and adjacent, and an edge to NE would part them.
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
    /// How many empty cells lie between later pieces.
    pub(super) empty_after: u32,
}

/// All steps, in reading order of the pieces.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(super) frame: Frame,
    pub(super) steps: Vec<Step>,
}

impl Plan {
    /// The plan for chains through `target`, or for all chains.
    pub(crate) fn new(terrain: &Terrain, target: Option<Cell>) -> Plan {
        let frame = terrain.frame;
        let target = target.map(|cell| frame.enter(cell));
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
        count_empty_after(&mut steps);
        Plan { frame, steps }
    }
}

/// Counts for each step the empty cells in the runs of later ones.
fn count_empty_after(steps: &mut [Step]) {
    let mut empty_after = 0;
    for step in steps.iter_mut().rev() {
        step.empty_after = empty_after;
        empty_after += step.runs.iter().map(Run::len).sum::<u32>();
    }
}

impl Run {
    /// How many empty cells it has.
    pub(super) fn len(&self) -> u32 {
        count(self.empty.len())
    }
}

impl Step {
    fn at(piece: Piece) -> Step {
        Step {
            piece,
            rows: None,
            runs: Vec::new(),
            empty_after: 0,
        }
    }

    /// Notes where the next piece is and which empty cells come before it.
    fn reach(&mut self, terrain: &Terrain, next: Cell, passed: &[Cell]) {
        self.rows = Some(count(next.row - self.piece.cell.row));
        let rows = passed.chunk_by(|one, other| one.row == other.row);
        self.runs = rows
            .map(|empty| Run {
                slot: slot(empty[0]) + count(next.row - empty[0].row),
                empty: empty.to_vec(),
                has_pair: empty
                    .iter()
                    .any(|cell| !unparted(terrain, *cell).is_empty()),
            })
            .collect();
    }
}

/// The earlier empty neighbours that no chain parts from this empty cell: the
/// orthogonal ones, and the diagonal ones with no link between them.
pub(super) fn unparted(terrain: &Terrain, cell: Cell) -> Earlier {
    let is_linked = |one: Cell, other: Cell| {
        terrain.is_wall(one) && terrain.is_wall(other) && terrain.is_link(one, other)
    };
    Earlier::of(cell, |near| {
        let beside = (
            Cell {
                column: near.column,
                ..cell
            },
            Cell {
                row: near.row,
                ..cell
            },
        );
        let orthogonal = near.column == cell.column || near.row == cell.row;
        terrain.is_empty(near)
            && terrain.is_area_step(cell, near)
            && (orthogonal || !is_linked(beside.0, beside.1))
    })
}

impl Piece {
    /// The piece in a search that does not care for pairs of empty cells.
    pub(super) fn ignoring_pairs(self) -> Piece {
        Piece {
            parts_west_from_north: false,
            parts_north_from_east: false,
            ..self
        }
    }

    pub(super) fn new(terrain: &Terrain, cell: Cell, target: Option<Cell>) -> Piece {
        let bends = Bends { terrain, target };
        let walls = Earlier::of(cell, |near| {
            terrain.is_wall(near) && terrain.is_link(cell, near)
        });
        let is_option = |joins: &Joins| walls.contains(*joins) && bends.allow(cell, *joins);
        let is_pair = |one: Cell, other: Cell| {
            terrain.is_empty(one) && terrain.is_empty(other) && terrain.is_area_step(one, other)
        };
        let (west, north, east) = (cell.step(-1, 0), cell.step(0, -1), cell.step(1, 0));
        Piece {
            cell,
            slot: slot(cell),
            walls,
            options: Joins::ALL.into_iter().filter(is_option).collect(),
            can_go_on: Earlier::of(cell, |near| bends.later(near, cell).next().is_some()),
            can_begin: Earlier::of(cell, |near| bends.can_begin(near, cell)),
            can_turn: Earlier::of(cell, |near| bends.can_turn(near, cell)),
            can_turn_here: bends.can_turn(cell, cell),
            parts_west_from_north: walls.contains(Earlier::NORTH_WEST) && is_pair(west, north),
            parts_north_from_east: walls.contains(Earlier::NORTH_EAST) && is_pair(north, east),
            target: target.map_or(Target::Settled, |target| Target::seen_from(cell, target)),
        }
    }
}

/// How a chain may bend at a piece.
///
/// If the two neighbours of a piece on a chain are linked with each other,
/// the chain can leave the piece out: the triangle it loses holds no cell. So
/// a fewest-piece chain bends like that at most at the target, which cannot
/// be left out, and the programme needs no other chain.
struct Bends<'a> {
    terrain: &'a Terrain,
    target: Option<Cell>,
}

impl Bends<'_> {
    /// The walls next to `cell` that come after `now`.
    fn later(&self, cell: Cell, now: Cell) -> impl Iterator<Item = Cell> {
        let is_later = move |other: &Cell| {
            now < *other && self.terrain.is_wall(*other) && self.terrain.is_link(cell, *other)
        };
        cell.king_neighbours().filter(is_later)
    }

    /// Whether a chain may come from `one` to `cell` and go on to `other`.
    fn may_bend(&self, one: Cell, cell: Cell, other: Cell) -> bool {
        self.target == Some(cell) || !self.terrain.is_link(one, other)
    }

    /// Whether a path that begins with the edge from `cell` to `now` can go on
    /// at the other end.
    fn can_begin(&self, cell: Cell, now: Cell) -> bool {
        self.later(cell, now)
            .any(|later| self.may_bend(now, cell, later))
    }

    /// Whether two pieces that come after `now` can be joined to `cell`.
    fn can_turn(&self, cell: Cell, now: Cell) -> bool {
        self.later(cell, now).any(|one| {
            let mut others = self.later(cell, one);
            others.any(|other| self.may_bend(one, cell, other))
        })
    }

    /// Whether `cell` can be joined to just these of the earlier neighbours.
    fn allow(&self, cell: Cell, joins: Joins) -> bool {
        let mut joined = joins.cells(cell);
        match (joined.next(), joined.next()) {
            (None, _) => self.target != Some(cell) || self.can_turn(cell, cell),
            (Some(near), None) => self.can_begin_at(near, cell),
            (Some(one), Some(other)) => self.may_bend(one, cell, other),
        }
    }

    fn can_begin_at(&self, near: Cell, cell: Cell) -> bool {
        self.later(cell, cell)
            .any(|later| self.may_bend(near, cell, later))
    }
}

impl Target {
    fn seen_from(cell: Cell, target: Cell) -> Target {
        if cell == target {
            Target::Here
        } else if cell < target {
            Target::Ahead
        } else if target.row == cell.row {
            Target::InSlot(slot(target))
        } else if target.row + 1 == cell.row && target.column + 1 >= cell.column {
            Target::InSlot(slot(target) + 1)
        } else {
            Target::Settled
        }
    }
}
