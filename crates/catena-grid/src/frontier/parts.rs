//! [`Parts`]: which cells of the chosen group on the frontier are connected.

use super::state::{Code, State};
use super::word::Word;
use crate::MAX_SIDE;

/// One slot for each column and one for the corner.
const SLOTS: usize = MAX_SIDE + 1;

/// Which cells of the frontier belong to the chosen group, and which of them are
/// connected within it so far: those with the same label.
///
/// Parts never cross: steps cross only as the diagonals of a 2×2 square of empty
/// cells, and the sides of the square connect them. So a state keeps them as
/// brackets: first, middle and last cell of a part.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    /// For each slot the label of its part, or 0.
    labels: [u8; SLOTS],
    next_label: u8,
}

impl Parts {
    /// Reads the brackets.
    pub(super) fn of<W: Word>(state: State<W>) -> Parts {
        let mut parts = Parts {
            labels: [0; SLOTS],
            next_label: 1,
        };
        let mut open = [0; SLOTS];
        let mut depth = 0;
        for slot in state.group_slots() {
            let code = state.code(slot);
            if matches!(code, Code::Single | Code::First) {
                open[depth] = parts.new_label();
                depth += 1;
            }
            // Parts are nested, so a middle or last cell belongs to the part
            // that was opened last and is not yet closed.
            parts.labels[slot as usize] = open[depth - 1];
            if matches!(code, Code::Single | Code::Last) {
                depth -= 1;
            }
        }
        parts
    }

    /// Writes the brackets into a state whose other slots are right.
    pub(super) fn write<W: Word>(&self, state: State<W>) -> State<W> {
        let mut state = state;
        for (slot, label) in (0..).zip(self.labels).take(W::MAX_WIDTH + 1) {
            if label == 0 {
                if state.code(slot).is_group() {
                    state = state.with(slot, Code::Blank);
                }
                continue;
            }
            // Only the order within a part is written. Which cells belong
            // together follows from it because parts never cross.
            let here = slot as usize;
            let code = match (
                self.labels[..here].contains(&label),
                self.labels[here + 1..].contains(&label),
            ) {
                (false, false) => Code::Single,
                (false, true) => Code::First,
                (true, true) => Code::Middle,
                (true, false) => Code::Last,
            };
            state = state.with(slot, code);
        }
        state
    }

    fn new_label(&mut self) -> u8 {
        // There are at most as many labels as slots and one for a new cell, so
        // they fit a byte.
        self.next_label += 1;
        self.next_label - 1
    }

    /// Whether no cell of the group is on the frontier.
    pub(super) fn is_empty(&self) -> bool {
        self.labels == [0; SLOTS]
    }

    /// Whether the cell in this slot is in the group.
    pub(super) fn contains(&self, slot: u32) -> bool {
        self.labels[slot as usize] != 0
    }

    /// Whether the part of the cell in this slot, if it is in the group, has
    /// another cell on the frontier.
    pub(super) fn can_spare(&self, slot: u32) -> bool {
        let label = self.labels[slot as usize];
        label == 0 || self.labels.iter().filter(|other| **other == label).count() > 1
    }

    /// Puts the cell that takes `slot` in the group, joined to the cells in
    /// the slots `near` and to their parts.
    pub(super) fn insert(&mut self, slot: u32, near: impl Iterator<Item = u32>) {
        let label = self.new_label();
        for near in near {
            let joined = self.labels[near as usize];
            if joined != 0 {
                let part = self.labels.iter_mut().filter(|old| **old == joined);
                part.for_each(|old| *old = label);
            }
        }
        // Last, because until now this slot was that of NW, which can be among
        // `near`.
        self.labels[slot as usize] = label;
    }

    /// Forgets the cell in this slot. Returns false if its part has then left the
    /// frontier while another part is still on it: the two can never be joined.
    #[must_use]
    pub(super) fn forget(&mut self, slot: u32) -> bool {
        let label = core::mem::take(&mut self.labels[slot as usize]);
        // Later cells touch only cells of the frontier. So a part that has left
        // it does not grow, and is all of the group or not joined to the rest.
        label == 0 || self.labels.contains(&label) || self.is_empty()
    }
}

impl<W: Word> State<W> {
    /// Whether the cells of the group on the frontier are all in one part.
    pub(super) fn is_one_part(self) -> bool {
        // Each part has exactly one first cell, or is a single one.
        let starts = |code| matches!(code, Code::Single | Code::First);
        self.group_slots()
            .filter(|slot| starts(self.code(*slot)))
            .count()
            == 1
    }

    /// The state after the cell in `slot` has left the frontier; none if its part
    /// of the group can then not be joined to the rest.
    pub(super) fn leave(self, slot: u32) -> Option<State<W>> {
        if !self.code(slot).is_group() {
            return Some(self);
        }
        let mut parts = Parts::of(self);
        parts.forget(slot).then(|| self.with_parts(&parts))
    }

    /// The state with these parts of a group that has begun: without any part the
    /// group is complete.
    pub(super) fn with_parts(self, parts: &Parts) -> State<W> {
        let state = parts.write(self);
        if parts.is_empty() {
            state.completed()
        } else {
            state
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A state with these cells of the group and nothing else.
    fn state(codes: &[(u32, Code)]) -> State<u32> {
        codes
            .iter()
            .fold(State::START, |state, (slot, code)| state.with(*slot, *code))
    }

    #[test]
    fn brackets_are_read_as_they_are_written() {
        use Code::{First, Last, Middle, Single};
        let state = state(&[
            (0, First),
            (2, First),
            (3, Last),
            (5, Middle),
            (6, Single),
            (8, Last),
        ]);
        assert_eq!(Parts::of(state).write(state), state);
        assert!(!state.is_one_part());
    }

    #[test]
    fn a_new_cell_joins_the_parts_beside_it() {
        let before = state(&[(1, Code::Single), (3, Code::Single)]);
        let mut parts = Parts::of(before);
        parts.insert(2, [1, 2, 3].into_iter());
        let after = parts.write(before);
        assert_eq!(after.code(1), Code::First);
        assert_eq!(after.code(2), Code::Middle);
        assert_eq!(after.code(3), Code::Last);
        assert!(after.is_one_part());
    }

    #[test]
    fn the_last_cell_to_leave_completes_the_group() {
        let two = state(&[(1, Code::First), (4, Code::Last)]);
        let one = two.leave(1).expect("the part goes on");
        assert_eq!(one.code(4), Code::Single);
        assert!(!one.is_complete());
        let none = one.leave(4).expect("it was the only part");
        assert!(none.is_complete());
        assert_eq!(none.group_slots().count(), 0);
    }

    #[test]
    fn a_part_cannot_be_left_behind() {
        let parts = state(&[(1, Code::Single), (4, Code::Single)]);
        assert_eq!(parts.leave(1), None);
        assert_eq!(parts.leave(2), Some(parts));
    }
}
