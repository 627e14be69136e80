//! The transitions of the dynamic program: how a partial chain goes on at one
//! piece.

use super::earlier::{Earlier, Joins};
use super::plan::{PlanPiece, TargetPlace};
use super::state::{Code, State};
use super::word::Word;

/// What becomes of a state when a piece is joined to some neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extension<W> {
    /// Open paths go on, or none has begun.
    Open(State<W>),
    /// The chain is closed; the state has its flags.
    Closed(State<W>),
}

impl PlanPiece {
    /// Calls `found` with every way to go on from `state` at this piece that may
    /// still lead to one closed chain through the target.
    pub(super) fn extend<W: Word>(
        &self,
        state: State<W>,
        mut found: impl FnMut(Joins, Extension<W>),
    ) {
        let near = Near::read(self, state);
        for &joins in &self.options {
            if !near.allows(self, joins) {
                continue;
            }
            let outcome = near.join(self, self.note_pair(state, joins), joins);
            if matches!(outcome, Extension::Open(_)) || self.may_close(state) {
                found(joins, outcome);
            }
        }
    }

    /// Notes two diagonal empty cells beside this piece that a link of the piece
    /// could have separated but does not, if they are inside (A5).
    fn note_pair<W: Word>(&self, state: State<W>, joins: Joins) -> State<W> {
        let west_and_north = self.separates_west_from_north
            && !joins.contains(Earlier::NORTH_WEST)
            // W is empty, so the ends left of this slot are those left of W
            // (A4).
            && state.is_inside(self.slot);
        let north_and_east = self.separates_north_from_east
            && !joins.contains(Earlier::NORTH_EAST)
            // The slot of N. E is on the side of N if no link separates them
            // (L2).
            && state.is_inside(self.slot + 1);
        if west_and_north || north_and_east {
            state.with_pair()
        } else {
            state
        }
    }

    /// Whether the chain may be closed here: no other path is open, and the
    /// target is on the chain.
    fn may_close<W: Word>(&self, state: State<W>) -> bool {
        // In the frontier a target that is not free is on the chain: `allows`
        // does not let it become blank without two neighbours.
        let through_target = match self.target {
            TargetPlace::Settled | TargetPlace::Here => true,
            TargetPlace::Ahead => false,
            TargetPlace::InSlot(slot) => state.code(slot) != Code::Free,
        };
        // The two ends that are joined; a third would belong to a path that
        // never becomes part of this chain.
        through_target && state.end_count() == 2
    }

    /// The earlier neighbour that is the target, if one is.
    fn target_neighbour(&self) -> Earlier {
        match self.target {
            TargetPlace::InSlot(slot) if (self.slot..self.slot + 4).contains(&(slot + 1)) => {
                Earlier(1 << (slot + 1 - self.slot))
            }
            _ => Earlier::NONE,
        }
    }
}

/// The earlier neighbours of a piece, by what the state says about them.
struct Near {
    ends: Earlier,
    free: Earlier,
}

impl Near {
    fn read<W: Word>(piece: &PlanPiece, state: State<W>) -> Near {
        let (mut ends, mut free) = (0, 0);
        for place in 0..4 {
            if piece.walls.0 >> place & 1 == 1 {
                let code = state.code(piece.slot + place - 1);
                ends |= u8::from(code.is_end()) << place;
                free |= u8::from(code == Code::Free) << place;
            }
        }
        Near {
            ends: Earlier(ends),
            free: Earlier(free),
        }
    }

    /// Whether the joins are possible and leave no open path that cannot go on,
    /// and no target that the chain can no longer use.
    fn allows(&self, piece: &PlanPiece, joins: Joins) -> bool {
        let walled_in = walled_in(joins);
        let ends = self.ends.without(joins);
        let begun = self.free.intersection(joins);
        let lost = self.lost(piece, joins);
        // Each earlier neighbour is checked at each of its later neighbours. So
        // no open end and no free piece is left when a cell leaves the
        // frontier, and the slots that are written over need no look.
        self.ends.union(self.free).contains(joins)
            && piece.can_go_on.without(walled_in).contains(ends)
            && piece.can_begin.without(walled_in).contains(begun)
            && lost.intersection(piece.target_neighbour()).is_empty()
    }

    /// The free neighbours that the chain can no longer use.
    fn lost(&self, piece: &PlanPiece, joins: Joins) -> Earlier {
        let can_turn = piece.can_turn.without(walled_in(joins));
        self.free.without(joins).without(can_turn)
    }

    /// What the joins make of the state.
    fn join<W: Word>(&self, piece: &PlanPiece, state: State<W>, joins: Joins) -> Extension<W> {
        let here = piece.slot;
        // A free piece that can no longer be used is the same as a blank one:
        // as blank it makes more states equal.
        let state = self
            .lost(piece, joins)
            .slots(here)
            .fold(state, |state, slot| state.with(slot, Code::Blank));
        let mut joined = joins.slots(here).map(|slot| (slot, state.code(slot)));
        match (joined.next(), joined.next()) {
            (None, _) if piece.can_turn_here => Extension::Open(state.with(here, Code::Free)),
            (None, _) => Extension::Open(state.with(here, Code::Blank)),
            // This piece takes over the end of the path it is joined to. NW has
            // the slot that it takes, but is not free here: a path cannot begin
            // at NW, which has no later neighbour (`can_begin`).
            (Some(near), None) => Extension::Open(connect(state, near, (here, Code::Free))),
            // No open end lies between the two, or `allows` would have refused
            // the joins, so by A3 they are the two ends of one path.
            (Some((_, Code::Left)), Some((_, Code::Right))) => Extension::Closed(state),
            // With two neighbours on the chain the piece is done.
            (Some(first), Some(second)) => {
                Extension::Open(connect(state, first, second).with(here, Code::Blank))
            }
        }
    }
}

/// Connects two cells, each free or an open end, given with their codes, and from
/// left to right if both are ends. The ends stay nested like brackets (A3): where
/// two left ends are connected, the partner of the inner one becomes a left end,
/// and likewise on the right; after a right end and a left end the partners match
/// as they are.
fn connect<W: Word>(state: State<W>, one: (u32, Code), other: (u32, Code)) -> State<W> {
    match (one, other) {
        ((one, Code::Free), (other, Code::Free)) => state
            .with(one.min(other), Code::Left)
            .with(one.max(other), Code::Right),
        ((free, Code::Free), (end, code)) | ((end, code), (free, Code::Free)) => {
            // The partner is not between the two slots: an end there could not
            // go on, and `allows` would have refused the joins. So the end
            // keeps its code. Blank comes first, because both can be the same
            // slot (NW).
            state.with(end, Code::Blank).with(free, code)
        }
        ((left, left_code), (right, right_code)) => {
            let state = match (left_code, right_code) {
                (Code::Left, Code::Left) => state.with(state.partner(right), Code::Left),
                (Code::Right, Code::Right) => state.with(state.partner(left), Code::Right),
                _ => state,
            };
            state.with(left, Code::Blank).with(right, Code::Blank)
        }
    }
}

/// A link to NE closes N off: the only unread neighbour of N lies across it, and
/// chains do not cross themselves (A3).
fn walled_in(joins: Joins) -> Earlier {
    if joins.contains(Earlier::NORTH_EAST) {
        Earlier::NORTH
    } else {
        Earlier::NONE
    }
}
