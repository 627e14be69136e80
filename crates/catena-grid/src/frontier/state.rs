//! [`State`]: what the dynamic program keeps between two cells.

use super::word::{CODE_BITS, Word};

/// What is remembered about one cell of the frontier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Code {
    /// Nothing: no later cell can be joined to this one.
    Blank = 0,
    /// A piece with no neighbour on the chain yet; it may still get two.
    Free = 1,
    /// The end of an open path whose other end is further right.
    Left = 2,
    /// The end of an open path whose other end is further left.
    Right = 3,
    /// An empty cell of the chosen group, alone in its part of it.
    Single = 4,
    /// The leftmost cell of a part of the chosen group.
    First = 5,
    /// A cell of a part of the chosen group, neither first nor last.
    Middle = 6,
    /// The rightmost cell of a part of the chosen group.
    Last = 7,
}

impl Code {
    const ALL: [Code; 8] = [
        Code::Blank,
        Code::Free,
        Code::Left,
        Code::Right,
        Code::Single,
        Code::First,
        Code::Middle,
        Code::Last,
    ];

    /// Whether an open path ends here.
    pub(super) fn is_end(self) -> bool {
        matches!(self, Code::Left | Code::Right)
    }

    /// Whether this is an empty cell of the chosen group.
    pub(super) fn is_group(self) -> bool {
        self as u8 >= Code::Single as u8
    }
}

/// The frontier: the cells that already have a decision and can still have an
/// undecided neighbour, one [`Code`] each, from left to right.
///
/// Before the cell in column `c` the slots are
///
/// ```text
///   slot   c  c+1 c+2 ... width        row above, from column c-1 on
///   slot 0 ... c-1  [cell c]           this row, up to column c-1
/// ```
///
/// so the neighbours W, NW, N, NE of the cell are the slots c-1, c, c+1, c+2.
/// The cell then takes slot c, where NW was: nothing later touches NW.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct State<W>(W);

/// Two adjacent empty cells are known to be inside.
const PAIR: u8 = 1;
/// The chosen group is complete.
const COMPLETE: u8 = 2;
/// The flags together; they lie below slot 0.
const FLAGS: u8 = 7;
const CODE: u8 = 7;

fn shift_of(slot: u32) -> u32 {
    CODE_BITS * (slot + 1)
}

impl<W: Word> State<W> {
    /// Before the first cell.
    pub(super) const START: State<W> = State(W::ZERO);

    /// What is remembered in this slot.
    pub(super) fn code(self, slot: u32) -> Code {
        Code::ALL[usize::from((self.0 >> shift_of(slot)).low() & CODE)]
    }

    /// The state with another code in this slot.
    #[must_use]
    pub(super) fn with(self, slot: u32, code: Code) -> State<W> {
        let cleared = self.0 & !(W::from_low(CODE) << shift_of(slot));
        State(cleared | W::from_low(code as u8) << shift_of(slot))
    }

    /// The frontier at the start of the row that is `rows` further down.
    #[must_use]
    pub(super) fn next_rows(self, rows: u32) -> State<W> {
        let flags = W::from_low(FLAGS);
        // The new slots at the left are blank: no cell lies there. Codes that
        // move past the last slot are neither ends nor free: all neighbours of
        // their cells have been read.
        State(self.0 & flags | (self.0 & !flags) << (CODE_BITS * rows))
    }

    /// One bit, the lowest of its code, for every open end.
    fn ends(self) -> W {
        // Left and right ends are 2 and 3, the codes with the second bit and
        // without the third.
        (self.0 >> 1) & !(self.0 >> 2) & W::ONES & !W::from_low(FLAGS)
    }

    /// How many open ends there are.
    pub(super) fn end_count(self) -> u32 {
        self.ends().count_ones()
    }

    /// Whether what lies between the slots `slot - 1` and `slot` is inside: a ray
    /// from there to the left, just below the frontier, crosses the chain once
    /// for every open end (A4).
    pub(super) fn is_inside(self, slot: u32) -> bool {
        // The flags below slot 0 are among these bits, but `ends` has none of
        // them.
        let left = !(!W::ZERO << shift_of(slot));
        (self.ends() & left).count_ones() % 2 == 1
    }

    /// The slot of the other end of the open path that ends in `slot`: the
    /// matching bracket (A3).
    pub(super) fn partner(self, slot: u32) -> u32 {
        let outward = self.code(slot);
        // The brackets match (A3), so the walk meets the partner before it
        // leaves the frontier, and the depth is at least 1 after the first
        // step.
        let (mut at, mut depth) = (slot, 0u32);
        loop {
            let code = self.code(at);
            if code == outward {
                depth += 1;
            } else if code.is_end() {
                depth -= 1;
                if depth == 0 {
                    return at;
                }
            }
            if outward == Code::Left {
                at += 1;
            } else {
                at -= 1;
            }
        }
    }

    /// Whether two adjacent empty cells are known to be inside.
    pub(super) fn has_pair(self) -> bool {
        self.0.low() & PAIR != 0
    }

    /// The state with two adjacent empty cells known to be inside.
    #[must_use]
    pub(super) fn with_pair(self) -> State<W> {
        State(self.0 | W::from_low(PAIR))
    }

    /// Whether the chosen group is complete.
    pub(super) fn is_complete(self) -> bool {
        self.0.low() & COMPLETE != 0
    }

    /// The state with the chosen group complete.
    #[must_use]
    pub(super) fn completed(self) -> State<W> {
        State(self.0 | W::from_low(COMPLETE))
    }

    /// One bit, the lowest of its code, for every cell of the chosen group.
    fn group(self) -> W {
        // The codes of the group are 4 to 7, those with the third bit.
        (self.0 >> 2) & W::ONES & !W::from_low(FLAGS)
    }

    /// The slots that hold cells of the chosen group, from left to right.
    pub(super) fn group_slots(self) -> impl Iterator<Item = u32> {
        let mut left = self.group();
        core::iter::from_fn(move || {
            if left == W::ZERO {
                return None;
            }
            let bit = left.trailing_zeros();
            left = left & !(W::from_low(1) << bit);
            Some(bit / CODE_BITS - 1)
        })
    }

    /// A number that spreads states over a table.
    pub(super) fn hash(self) -> u64 {
        // Fibonacci hashing: the high half of the product depends on all bits.
        self.0.fold().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(codes: &[Code]) -> State<u32> {
        (0..)
            .zip(codes)
            .fold(State::START, |state, (slot, code)| state.with(slot, *code))
    }

    #[test]
    fn a_code_is_read_as_it_was_written() {
        for slot in 0..9 {
            for code in Code::ALL {
                let state = state(&[Code::Last; 9]).with_pair().with(slot, code);
                assert_eq!(state.code(slot), code);
                assert!(state.has_pair() && !state.is_complete());
                let others = (0..9).filter(|other| *other != slot);
                assert!(
                    others
                        .into_iter()
                        .all(|other| state.code(other) == Code::Last)
                );
            }
        }
    }

    #[test]
    fn ends_are_paired_like_brackets() {
        use Code::{Free, Left, Right, Single};
        let state = state(&[Left, Free, Left, Left, Right, Single, Right, Right]);
        for (left, right) in [(0, 7), (2, 6), (3, 4)] {
            assert_eq!(state.partner(left), right);
            assert_eq!(state.partner(right), left);
        }
        assert_eq!(state.end_count(), 6);
    }

    #[test]
    fn inside_changes_at_every_end() {
        use Code::{Blank, Free, Left, Right};
        let state = state(&[Left, Free, Right, Blank, Left, Right]).with_pair();
        let inside: [bool; 7] = core::array::from_fn(|slot| {
            state.is_inside(u32::try_from(slot).expect("a small number"))
        });
        assert_eq!(inside, [false, true, true, false, false, true, false]);
        assert_eq!(state.next_rows(1).is_inside(2), state.is_inside(1));
    }
}
