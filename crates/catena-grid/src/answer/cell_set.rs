//! [`CellSet`]: a set of cells of a board of up to 32×32.

use crate::cell::Cell;
use crate::placement::MAX_SIDE;
use crate::raster::Raster;

/// A set of cells of a board with at most [`MAX_SIDE`] columns and rows: a
/// word a row, the lowest bit for the leftmost column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CellSet {
    rows: [u32; MAX_SIDE],
}

impl CellSet {
    pub(super) const EMPTY: CellSet = CellSet {
        rows: [0; MAX_SIDE],
    };

    /// The pieces of a board, and all its cells; none if it is too large.
    pub(super) fn of(board: &Raster) -> Option<(CellSet, CellSet)> {
        let (width, height) = (board.width(), board.height());
        if width > MAX_SIDE || height > MAX_SIDE {
            return None;
        }
        let (mut pieces, mut all) = (CellSet::EMPTY, CellSet::EMPTY);
        for row in 0..height {
            for column in 0..width {
                all.insert(Cell::new(column, row));
                if board.is_occupied(Cell::new(column, row)) {
                    pieces.insert(Cell::new(column, row));
                }
            }
        }
        Some((pieces, all))
    }

    pub(super) fn contains(&self, cell: Cell) -> bool {
        cell.column < MAX_SIDE
            && self
                .rows
                .get(cell.row)
                .is_some_and(|row| row >> cell.column & 1 == 1)
    }

    pub(super) fn insert(&mut self, cell: Cell) {
        self.rows[cell.row] |= 1 << cell.column;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows == [0; MAX_SIDE]
    }

    pub(super) fn len(&self) -> u32 {
        self.rows.iter().map(|row| row.count_ones()).sum()
    }

    pub(super) fn first(&self) -> Option<Cell> {
        let row = self.rows.iter().position(|row| *row != 0)?;
        Some(Cell::new(self.rows[row].trailing_zeros() as usize, row))
    }

    fn combine(self, other: CellSet, combine: impl Fn(u32, u32) -> u32) -> CellSet {
        CellSet {
            rows: core::array::from_fn(|row| combine(self.rows[row], other.rows[row])),
        }
    }

    pub(super) fn union(self, other: CellSet) -> CellSet {
        self.combine(other, |one, other| one | other)
    }

    pub(super) fn without(self, other: CellSet) -> CellSet {
        self.combine(other, |one, other| one & !other)
    }

    fn intersection(self, other: CellSet) -> CellSet {
        self.combine(other, |one, other| one & other)
    }

    pub(super) fn is_disjoint(self, other: CellSet) -> bool {
        self.intersection(other).is_empty()
    }

    /// The rows moved one down or up; what leaves the board is lost.
    fn beside_rows(&self) -> CellSet {
        CellSet {
            rows: core::array::from_fn(|row| {
                let above = row.checked_sub(1).map_or(0, |above| self.rows[above]);
                above | self.rows.get(row + 1).copied().unwrap_or(0)
            }),
        }
    }

    fn beside_columns(&self) -> CellSet {
        CellSet {
            rows: self.rows.map(|row| row << 1 | row >> 1),
        }
    }

    /// The cells an orthogonal step away from some cell of the set.
    pub(super) fn orthogonal_neighbours(&self) -> CellSet {
        self.beside_rows().union(self.beside_columns())
    }

    /// The cells a king's step away from some cell of the set.
    pub(super) fn king_neighbours(&self) -> CellSet {
        let row = self.union(self.beside_columns());
        self.beside_columns().union(row.beside_rows())
    }

    /// What steps within a set reach from this one.
    fn flood(self, within: CellSet, step: impl Fn(&CellSet) -> CellSet) -> CellSet {
        let mut reached = self.intersection(within);
        loop {
            let next = reached.union(step(&reached).intersection(within));
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    pub(super) fn orthogonal_flood(self, within: CellSet) -> CellSet {
        self.flood(within, CellSet::orthogonal_neighbours)
    }

    pub(super) fn king_flood(self, within: CellSet) -> CellSet {
        self.flood(within, CellSet::king_neighbours)
    }

    /// The groups that king's steps within the set join.
    pub(super) fn groups(mut self) -> impl Iterator<Item = CellSet> {
        core::iter::from_fn(move || {
            let group = CellSet::from(self.first()?).king_flood(self);
            self = self.without(group);
            Some(group)
        })
    }

    /// The cells of a board, given all of them, that are at its edge.
    pub(super) fn rim(self) -> CellSet {
        let is_inner = |columns: isize, rows: isize| {
            let moved = |row: usize| {
                row.checked_add_signed(rows)
                    .and_then(|row| self.rows.get(row))
            };
            CellSet {
                rows: core::array::from_fn(|row| {
                    let row = moved(row).copied().unwrap_or(0);
                    if columns < 0 {
                        row << 1
                    } else {
                        row >> columns
                    }
                }),
            }
        };
        let inner = [
            is_inner(-1, 0),
            is_inner(1, 0),
            is_inner(0, -1),
            is_inner(0, 1),
        ];
        inner
            .into_iter()
            .fold(CellSet::EMPTY, |rim, inner| rim.union(self.without(inner)))
    }
}

impl From<Cell> for CellSet {
    fn from(cell: Cell) -> CellSet {
        let mut set = CellSet::EMPTY;
        set.insert(cell);
        set
    }
}
