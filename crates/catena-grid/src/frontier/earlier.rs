//! [`Earlier`]: sets of the neighbours that the dynamic program has already read.

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
    pub(super) const UP_TO_TWO: [Joins; 11] = {
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

    /// The slots of these neighbours, for a cell that takes slot `slot`: W, NW, N
    /// and NE are in the slots `slot - 1` to `slot + 2`.
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
