//! The largest group of empty cells that a chain encloses.

use alloc::vec;
use alloc::vec::Vec;

use super::area::Bounds;
use super::extend::Outcome;
use super::parts::Parts;
use super::plan::{Earlier, Piece, unparted};
use super::state::State;
use super::table::Table;
use super::terrain::{Ground, Terrain, count, slot};
use super::word::Word;
use crate::budget::Budget;
use crate::cell::Cell;

/// One cell, or the end of a row.
enum Turn {
    Piece(Piece),
    Empty {
        slot: u32,
        /// The earlier empty neighbours.
        near: Earlier,
        /// Those of them that are surely on the same side of any chain.
        unparted: Earlier,
    },
    Other {
        slot: u32,
    },
    RowEnd {
        last_slot: u32,
    },
}

/// The order of the cells for a search for groups. Unlike a
/// [`Plan`](super::plan::Plan) it stops at every cell, because empty cells are
/// part of the frontier too: those of the group that a chain was chosen for.
pub(crate) struct GroupPlan {
    turns: Vec<Turn>,
    /// For each turn how many empty cells come after it.
    empty_after: Vec<u32>,
}

impl GroupPlan {
    /// The plan for chains through `target`.
    pub(crate) fn new(terrain: &Terrain, target: Cell) -> GroupPlan {
        let target = terrain.frame.enter(target);
        let mut turns = Vec::new();
        let mut row = None;
        for cell in terrain.cells() {
            if row.replace(cell.row).is_some_and(|row| row != cell.row) {
                turns.push(Turn::row_end(terrain));
            }
            turns.push(Turn::at(terrain, cell, target));
        }
        let mut empty_after = vec![0; turns.len()];
        for turn in (1..turns.len()).rev() {
            let is_empty = matches!(turns[turn], Turn::Empty { .. });
            empty_after[turn - 1] = empty_after[turn] + u32::from(is_empty);
        }
        GroupPlan { turns, empty_after }
    }

    /// The most empty cells in one group inside a chain, or what was known if
    /// no chain has a larger one.
    pub(crate) fn max_group<W: Word, B: Budget>(
        &self,
        bounds: Bounds,
        budget: &mut B,
    ) -> Result<u32, B::End> {
        if bounds.known >= bounds.limit {
            return Ok(bounds.known);
        }
        for wanted in [bounds.limit, bounds.known + 1] {
            if let Some(size) = Attempt::<W>::new(wanted).run(self, budget)? {
                return Ok(size);
            }
        }
        Ok(bounds.known)
    }
}

impl Turn {
    fn at(terrain: &Terrain, cell: Cell, target: Cell) -> Turn {
        let slot = slot(cell);
        match terrain.ground(cell) {
            Ground::Wall => Turn::Piece(Piece::new(terrain, cell, Some(target)).ignoring_pairs()),
            Ground::Empty => Turn::Empty {
                slot,
                near: Earlier::of(cell, |near| {
                    terrain.is_empty(near) && terrain.is_area_step(cell, near)
                }),
                unparted: unparted(terrain, cell),
            },
            Ground::Bystander => Turn::Other { slot },
        }
    }

    fn row_end(terrain: &Terrain) -> Turn {
        Turn::RowEnd {
            last_slot: count(terrain.width()),
        }
    }
}

/// A search for a group of at least `wanted` cells.
///
/// It guesses, for every group of empty cells inside the chain, at its first
/// cell whether it is the one that counts. All later cells of the group follow.
struct Attempt<W> {
    wanted: u32,
    best: Option<u32>,
    table: Table<W>,
    /// For each state in the table the most cells in the group so far.
    sizes: Vec<u32>,
}

impl<W: Word> Attempt<W> {
    fn new(wanted: u32) -> Attempt<W> {
        Attempt {
            wanted,
            best: None,
            table: Table::new(),
            sizes: Vec::new(),
        }
    }

    /// The size of the largest group; none if no chain has the size wanted.
    fn run<B: Budget>(mut self, plan: &GroupPlan, budget: &mut B) -> Result<Option<u32>, B::End> {
        let mut states = vec![State::START];
        let mut sizes = vec![0];
        for (turn, empty_after) in plan.turns.iter().zip(&plan.empty_after) {
            for (state, size) in states.iter().zip(&sizes) {
                budget.spend()?;
                self.expand(turn, *state, *size, *empty_after);
            }
            states = self.table.take();
            sizes = core::mem::take(&mut self.sizes);
        }
        Ok(self.best)
    }

    fn expand(&mut self, turn: &Turn, state: State<W>, size: u32, empty_after: u32) {
        match turn {
            Turn::Piece(piece) => {
                let Some(state) = state.leave(piece.slot) else {
                    return;
                };
                piece.extend(state, |_, outcome| match outcome {
                    Outcome::Open(next) => self.keep(next, size, empty_after),
                    Outcome::Closed(last) => self.close(last, size),
                });
            }
            Turn::Empty {
                slot,
                near,
                unparted,
            } => {
                let choices = choices(state, *slot, *near, *unparted);
                for (next, added) in choices.into_iter().flatten() {
                    self.keep(next, size + added, empty_after);
                }
            }
            Turn::Other { slot } => {
                if let Some(next) = state.leave(*slot) {
                    self.keep(next, size, empty_after);
                }
            }
            Turn::RowEnd { last_slot } => {
                if let Some(next) = state.leave(*last_slot) {
                    self.keep(next.next_rows(1), size, empty_after);
                }
            }
        }
    }

    fn close(&mut self, last: State<W>, size: u32) {
        if size >= self.wanted && (last.is_complete() || last.is_one_part()) {
            self.best = Some(size);
            self.wanted = size + 1;
        }
    }

    fn keep(&mut self, state: State<W>, size: u32, empty_after: u32) {
        let more = if state.is_complete() { 0 } else { empty_after };
        if size + more < self.wanted {
            return;
        }
        let (number, is_new) = self.table.insert(state);
        if is_new {
            self.sizes.push(size);
        } else {
            let known = &mut self.sizes[number as usize];
            *known = size.max(*known);
        }
    }
}

/// What an empty cell can be, each with how many cells it adds to the group:
/// first out of the group, then in it.
fn choices<W: Word>(
    state: State<W>,
    slot: u32,
    near: Earlier,
    unparted: Earlier,
) -> [Option<(State<W>, u32)>; 2] {
    let out = state.leave(slot).map(|next| (next, 0));
    if !state.is_inside(slot) {
        return [out, None];
    }
    let mut parts = Parts::of(state);
    let is_joined = near.slots(slot).any(|near| parts.contains(near));
    // A neighbour inside that is out of the group keeps this cell out of it.
    let is_kept_out = unparted.slots(slot).any(|near| !parts.contains(near));
    let may_be_in = !is_kept_out && (is_joined || !state.is_complete());
    parts.insert(slot, near.slots(slot));
    [
        out.filter(|_| !is_joined),
        may_be_in.then(|| (parts.write(state), 1)),
    ]
}
