//! The largest group of empty cells that a chain encloses: a search with the
//! dynamic program.

use alloc::vec;
use alloc::vec::Vec;

use super::bounds::Bounds;
use super::earlier::Earlier;
use super::extend::Extension;
use super::parts::Parts;
use super::plan::{PlanPiece, unseparated};
use super::state::State;
use super::state_table::StateTable;
use super::terrain::{Ground, Terrain, count, slot};
use super::word::Word;
use crate::budget::Budget;
use crate::cell::Cell;

/// One cell, or the end of a row.
enum GroupStep {
    Piece(PlanPiece),
    Empty {
        slot: u32,
        /// The earlier empty neighbours.
        near: Earlier,
        /// Those of them that are on the same side of any chain.
        unseparated: Earlier,
    },
    Other {
        slot: u32,
    },
    RowEnd {
        last_slot: u32,
    },
}

/// The order of the cells for a search for groups. Unlike a
/// [`Plan`](super::plan::Plan) it stops at every cell, because the frontier also
/// has the empty cells of the group that is to count.
pub(crate) struct GroupPlan {
    turns: Vec<GroupStep>,
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
                turns.push(GroupStep::row_end(terrain));
            }
            turns.push(GroupStep::at(terrain, cell, target));
        }
        let mut empty_after = vec![0; turns.len()];
        for turn in (1..turns.len()).rev() {
            let is_empty = matches!(turns[turn], GroupStep::Empty { .. });
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
        bounds.narrow(|wanted| GroupSearch::<W>::new(wanted).run(self, budget))
    }
}

impl GroupStep {
    fn at(terrain: &Terrain, cell: Cell, target: Cell) -> GroupStep {
        let slot = slot(cell);
        match terrain.ground(cell) {
            Ground::Wall => {
                // `max_group` is over all chains, also those around one cell,
                // so the bit of A5 would only double the states.
                GroupStep::Piece(PlanPiece::new(terrain, cell, Some(target)).ignoring_pairs())
            }
            Ground::Empty => GroupStep::Empty {
                slot,
                near: Earlier::of(cell, |near| {
                    terrain.is_empty(near) && terrain.is_area_step(cell, near)
                }),
                unseparated: unseparated(terrain, cell),
            },
            Ground::Bystander => GroupStep::Other { slot },
        }
    }

    fn row_end(terrain: &Terrain) -> GroupStep {
        GroupStep::RowEnd {
            last_slot: count(terrain.width()),
        }
    }
}

/// A search for a group of at least `wanted` cells.
///
/// At the first cell of every group of empty cells inside the chain it guesses
/// whether this is the group that counts. All later cells of the group follow.
struct GroupSearch<W> {
    wanted: u32,
    best: Option<u32>,
    table: StateTable<W>,
    /// For each state in the table the most cells in the group so far.
    sizes: Vec<u32>,
}

impl<W: Word> GroupSearch<W> {
    fn new(wanted: u32) -> GroupSearch<W> {
        GroupSearch {
            wanted,
            best: None,
            table: StateTable::new(),
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

    fn expand(&mut self, turn: &GroupStep, state: State<W>, size: u32, empty_after: u32) {
        match turn {
            GroupStep::Piece(piece) => {
                // The piece takes the slot of NW, so NW leaves the frontier.
                let Some(state) = state.leave(piece.slot) else {
                    return;
                };
                piece.extend(state, |_, outcome| match outcome {
                    Extension::Open(next) => self.keep(next, size, empty_after),
                    Extension::Closed(last) => self.close(last, size),
                });
            }
            GroupStep::Empty {
                slot,
                near,
                unseparated,
            } => {
                let choices = choices(state, *slot, *near, *unseparated);
                for (next, added) in choices.into_iter().flatten() {
                    self.keep(next, size + added, empty_after);
                }
            }
            GroupStep::Other { slot } => {
                if let Some(next) = state.leave(*slot) {
                    self.keep(next, size, empty_after);
                }
            }
            GroupStep::RowEnd { last_slot } => {
                // The last slot has the last cell of the row above. No cell of
                // the next row is next to it.
                if let Some(next) = state.leave(*last_slot) {
                    self.keep(next.next_rows(1), size, empty_after);
                }
            }
        }
    }

    fn close(&mut self, last: State<W>, size: u32) {
        // Nothing more is inside (A4), so parts that are not joined now stay
        // apart.
        if size >= self.wanted && (last.is_complete() || last.is_one_part()) {
            self.best = Some(size);
            self.wanted = size + 1;
        }
    }

    fn keep(&mut self, state: State<W>, size: u32, empty_after: u32) {
        // No later cell joins a complete group. Otherwise at most all empty
        // cells to come do.
        let more = if state.is_complete() { 0 } else { empty_after };
        if size + more < self.wanted {
            return;
        }
        let (number, is_new) = self.table.insert(state);
        if is_new {
            self.sizes.push(size);
        } else {
            // Equal states can go on in the same ways, so only the largest
            // counts.
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
    unseparated: Earlier,
) -> [Option<(State<W>, u32)>; 2] {
    let out = state.leave(slot).map(|next| (next, 0));
    if !state.is_inside(slot) {
        return [out, None];
    }
    let mut parts = Parts::of(state);
    // A neighbour in the group is inside, and so is this cell. Then no link
    // separates them (L2), and this cell must be in the group.
    let is_joined = near.slots(slot).any(|near| parts.contains(near));
    // A neighbour on the same side that is not in the group keeps this cell
    // out of it.
    let is_kept_out = unseparated.slots(slot).any(|near| !parts.contains(near));
    // The cell takes the slot of NW. If NW is in the group but not adjacent to
    // the cell, its part must still be on the frontier somewhere else.
    let is_north_west_left = near.contains(Earlier::NORTH_WEST) || parts.can_spare(slot);
    let may_be_in = !is_kept_out && is_north_west_left && (is_joined || !state.is_complete());
    parts.insert(slot, near.slots(slot));
    [
        out.filter(|_| !is_joined),
        may_be_in.then(|| (parts.write(state), 1)),
    ]
}
