//! Steps from a cell to its neighbours.

use crate::cell::Cell;

impl Cell {
    /// The cell this many columns to the right and rows down. A step off the
    /// left or upper edge wraps to a cell that is on no board.
    pub(super) fn step(self, columns: isize, rows: isize) -> Cell {
        Cell {
            column: self.column.wrapping_add_signed(columns),
            row: self.row.wrapping_add_signed(rows),
        }
    }

    /// The eight king's steps from the cell.
    pub(crate) fn king_neighbours(self) -> impl Iterator<Item = Cell> {
        const STEPS: [(isize, isize); 8] = [
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
}
