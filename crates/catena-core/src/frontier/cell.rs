//! [`Cell`]: a cell of a board of any size.

/// A cell by its column and row, counted from the top left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Cell {
    /// Counted from the left, from 0.
    pub(crate) column: u8,
    /// Counted from the top, from 0.
    pub(crate) row: u8,
}

impl Cell {
    /// The cell this many columns to the right and rows down. A step off the
    /// left or upper edge wraps to a cell that is on no board.
    pub(super) fn step(self, columns: i8, rows: i8) -> Cell {
        Cell {
            column: self.column.wrapping_add_signed(columns),
            row: self.row.wrapping_add_signed(rows),
        }
    }

    /// The eight king's steps from the cell, in reading order.
    pub(super) fn king_neighbours(self) -> impl Iterator<Item = Cell> {
        const STEPS: [(i8, i8); 8] = [
            (-1, -1),
            (0, -1),
            (1, -1),
            (-1, 0),
            (1, 0),
            (-1, 1),
            (0, 1),
            (1, 1),
        ];
        STEPS
            .into_iter()
            .map(move |(columns, rows)| self.step(columns, rows))
    }

    /// Whether the other cell is a king's step away.
    pub(super) fn is_next_to(self, other: Cell) -> bool {
        let columns = self.column.abs_diff(other.column);
        let rows = self.row.abs_diff(other.row);
        columns.max(rows) == 1
    }

    /// What orders cells as a page is read: row by row from the top.
    pub(super) fn reading_order(self) -> (u8, u8) {
        (self.row, self.column)
    }

    /// Whether this cell comes before the other in reading order.
    pub(super) fn is_before(self, other: Cell) -> bool {
        self.reading_order() < other.reading_order()
    }
}
