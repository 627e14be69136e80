//! [`Plan`]: the order in which the dynamic program reads the cells, and all that
//! is known about each of them before any chain is drawn.

use alloc::vec::Vec;

use super::earlier::{Earlier, Joins};
use super::frame::Frame;
use super::terrain::{Terrain, count, slot};
use crate::cell::Cell;

/// One piece that a chain may use.
#[derive(Clone, Debug)]
pub(crate) struct PlanPiece {
    pub(super) cell: Cell,
    pub(super) slot: u32,
    /// The earlier neighbours that a chain may use.
    pub(super) walls: Earlier,
    /// The sets of earlier neighbours that the piece may be joined to.
    pub(super) options: Vec<Joins>,
    /// The earlier neighbours that a later piece can be joined to: an open path
    /// that ends there can go on.
    pub(super) can_go_on: Earlier,
    /// The earlier neighbours where a path that begins with a link to this piece
    /// can go on at its other end.
    pub(super) can_begin: Earlier,
    /// The earlier neighbours that two later pieces can be joined to.
    pub(super) can_turn: Earlier,
    /// Whether two later pieces can be joined to this one.
    pub(super) can_turn_here: bool,
    /// W and N are empty and adjacent, and a link to NW would separate them.
    pub(super) separates_west_from_north: bool,
    /// N and E are empty and adjacent, and a link to NE would separate them.
    pub(super) separates_north_from_east: bool,
    pub(super) target: TargetPlace,
}

/// Where the piece is that every chain must use, seen from another piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TargetPlace {
    /// There is none, or it has left the frontier, with the chain through it.
    Settled,
    /// It comes later.
    Ahead,
    /// It is this piece.
    Here,
    /// It is in this slot of the frontier.
    InSlot(u32),
}

/// The empty cells of one row between two pieces that follow each other in
/// reading order. No link passes between them, so all of them are on the same
/// side of any chain (A4).
#[derive(Clone, Debug)]
pub(crate) struct EmptyRun {
    /// The slot of the leftmost, counted in the frontier of the next piece.
    pub(super) slot: u32,
    pub(super) empty: Vec<Cell>,
    /// Whether one of them has an earlier empty neighbour, in this row or in the
    /// row above, that no chain separates from it.
    pub(super) has_pair: bool,
}

/// A piece, and what lies between it and the next piece.
#[derive(Clone, Debug)]
pub(crate) struct PlanStep {
    pub(super) piece: PlanPiece,
    /// How many rows further down the next piece is; none after the last.
    pub(super) rows: Option<u32>,
    pub(super) runs: Vec<EmptyRun>,
    /// How many empty cells lie between later pieces.
    pub(super) empty_after: u32,
}

/// All steps, in reading order of the pieces.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(super) frame: Frame,
    pub(super) steps: Vec<PlanStep>,
}

impl Plan {
    /// The plan for chains through `target`, or for all chains.
    pub(crate) fn new(terrain: &Terrain, target: Option<Cell>) -> Plan {
        let frame = terrain.frame;
        let target = target.map(|cell| frame.enter(cell));
        let mut steps: Vec<PlanStep> = Vec::new();
        let mut passed = Vec::new();
        for cell in terrain.cells() {
            if terrain.is_wall(cell) {
                // Empty cells before the first piece, and after the last, are
                // in no run: no end is open there, so they are outside every
                // chain (A4).
                if let Some(step) = steps.last_mut() {
                    step.reach(terrain, cell, &passed);
                }
                steps.push(PlanStep::at(PlanPiece::new(terrain, cell, target)));
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
fn count_empty_after(steps: &mut [PlanStep]) {
    let mut empty_after = 0;
    for step in steps.iter_mut().rev() {
        // The runs of a step are counted in the area before the bound is used,
        // so only those of later steps are still to come.
        step.empty_after = empty_after;
        empty_after += step.runs.iter().map(EmptyRun::len).sum::<u32>();
    }
}

impl EmptyRun {
    /// How many empty cells it has.
    pub(super) fn len(&self) -> u32 {
        count(self.empty.len())
    }
}

impl PlanStep {
    fn at(piece: PlanPiece) -> PlanStep {
        PlanStep {
            piece,
            rows: None,
            runs: Vec::new(),
            empty_after: 0,
        }
    }

    /// Notes where the next piece is and which empty cells come before it.
    fn reach(&mut self, terrain: &Terrain, next: Cell, passed: &[Cell]) {
        self.rows = Some(count(next.row - self.piece.cell.row));
        // One run per row is enough, even with bystanders in it. An open end
        // above and between two of its cells would have no later piece beside
        // it, so `allows` has refused it, and all cells of the run have the
        // same ends on their left (A4).
        let rows = passed.chunk_by(|one, other| one.row == other.row);
        self.runs = rows
            .map(|empty| EmptyRun {
                // No code changes between here and the next piece; each new row
                // only moves the codes by one slot.
                slot: slot(empty[0]) + count(next.row - empty[0].row),
                empty: empty.to_vec(),
                has_pair: empty
                    .iter()
                    .any(|cell| !unseparated(terrain, *cell).is_empty()),
            })
            .collect();
    }
}

/// The earlier empty neighbours that no chain separates from this empty cell: the
/// orthogonal ones, and the diagonal ones without a link that passes between (L2).
pub(super) fn unseparated(terrain: &Terrain, cell: Cell) -> Earlier {
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
            // If the link exists, the piece at its later end knows whether the
            // chain uses it, and notes the pair there (A5).
            && (orthogonal || !is_linked(beside.0, beside.1))
    })
}

impl PlanPiece {
    /// The piece for a search in which pairs of empty cells do not matter.
    pub(super) fn ignoring_pairs(self) -> PlanPiece {
        PlanPiece {
            separates_west_from_north: false,
            separates_north_from_east: false,
            ..self
        }
    }

    pub(super) fn new(terrain: &Terrain, cell: Cell, target: Option<Cell>) -> PlanPiece {
        let bends = Bends { terrain, target };
        let walls = Earlier::of(cell, |near| {
            terrain.is_wall(near) && terrain.is_link(cell, near)
        });
        let is_option = |joins: &Joins| walls.contains(*joins) && bends.allow(cell, *joins);
        let is_pair = |one: Cell, other: Cell| {
            terrain.is_empty(one) && terrain.is_empty(other) && terrain.is_area_step(one, other)
        };
        let (west, north, east) = (cell.step(-1, 0), cell.step(0, -1), cell.step(1, 0));
        PlanPiece {
            cell,
            slot: slot(cell),
            walls,
            options: Joins::UP_TO_TWO.into_iter().filter(is_option).collect(),
            can_go_on: Earlier::of(cell, |near| bends.later(near, cell).next().is_some()),
            can_begin: Earlier::of(cell, |near| bends.can_begin(near, cell)),
            can_turn: Earlier::of(cell, |near| bends.can_turn(near, cell)),
            can_turn_here: bends.can_turn(cell, cell),
            // Without the link no chain separates the two cells, and the run of
            // the later one has the pair (`unseparated`). So each pair is noted
            // in exactly one of the two places (A5).
            separates_west_from_north: walls.contains(Earlier::NORTH_WEST) && is_pair(west, north),
            separates_north_from_east: walls.contains(Earlier::NORTH_EAST) && is_pair(north, east),
            target: target.map_or(TargetPlace::Settled, |target| {
                TargetPlace::seen_from(cell, target)
            }),
        }
    }
}

/// How a chain may bend at a piece (A6).
///
/// If the two neighbours of a piece on a chain are linked with each other, the
/// chain can leave the piece out: there is no cell in the triangle that it
/// loses. So a chain with the fewest pieces bends like that at the target at
/// most, which it cannot leave out, and no other chain is needed.
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

    /// Whether a path that begins with the link from `cell` to `now` can go on
    /// at `cell`.
    fn can_begin(&self, cell: Cell, now: Cell) -> bool {
        self.later(cell, now)
            .any(|later| self.may_bend(now, cell, later))
    }

    /// Whether two pieces that come after `now` can be joined to `cell`.
    fn can_turn(&self, cell: Cell, now: Cell) -> bool {
        self.later(cell, now).any(|one| {
            // Only those after `one`: the order of the two does not matter.
            let mut others = self.later(cell, one);
            others.any(|other| self.may_bend(one, cell, other))
        })
    }

    /// Whether `cell` can be joined to exactly these of the earlier neighbours.
    fn allow(&self, cell: Cell, joins: Joins) -> bool {
        let mut joined = joins.cells(cell);
        match (joined.next(), joined.next()) {
            // Any piece but the target may stay unused.
            (None, _) => self.target != Some(cell) || self.can_turn(cell, cell),
            (Some(near), None) => self.can_begin_at(near, cell),
            // Both links are known, so A6 decides at once. The other cases ask
            // whether a bend that A6 allows is still possible.
            (Some(one), Some(other)) => self.may_bend(one, cell, other),
        }
    }

    fn can_begin_at(&self, near: Cell, cell: Cell) -> bool {
        self.later(cell, cell)
            .any(|later| self.may_bend(near, cell, later))
    }
}

impl TargetPlace {
    fn seen_from(cell: Cell, target: Cell) -> TargetPlace {
        if cell == target {
            TargetPlace::Here
        } else if cell < target {
            TargetPlace::Ahead
        } else if target.row == cell.row {
            TargetPlace::InSlot(slot(target))
        } else if target.row + 1 == cell.row && target.column + 1 >= cell.column {
            // In NW or further right. The slots of the row above are one more
            // than the columns.
            TargetPlace::InSlot(slot(target) + 1)
        } else {
            // `allows` never lets the target leave the frontier unused.
            TargetPlace::Settled
        }
    }
}
