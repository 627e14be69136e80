//! [`Frame`]: a part of a board in one of its eight orientations.

use core::ops::Range;

use crate::cell::Cell;

/// A part of a board in one of its eight orientations. It maps the cells of the
/// board to those of the dynamic program, which count from the corner of the part
/// where the program begins to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
    symmetry: BoardSymmetry,
}

/// One of the eight ways to turn or mirror a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
struct BoardSymmetry {
    /// The last column is the first to be read.
    from_right: bool,
    /// The last row is the first to be read.
    from_bottom: bool,
    /// It is read column by column. This comes after the mirroring.
    by_columns: bool,
}

impl Frame {
    /// The part of a board with these columns and rows, as it is.
    pub(super) fn new(columns: Range<usize>, rows: Range<usize>) -> Frame {
        Frame {
            left: columns.start,
            top: rows.start,
            width: columns.len(),
            height: rows.len(),
            symmetry: BoardSymmetry::default(),
        }
    }

    /// The same part in all eight ways.
    pub(super) fn turned(self) -> [Frame; 8] {
        core::array::from_fn(|number| Frame {
            symmetry: BoardSymmetry {
                from_right: number & 1 != 0,
                from_bottom: number & 2 != 0,
                by_columns: number & 4 != 0,
            },
            ..self
        })
    }

    /// How many columns the program reads.
    pub(super) fn columns(&self) -> usize {
        if self.symmetry.by_columns {
            self.height
        } else {
            self.width
        }
    }

    /// How many rows the program reads.
    pub(super) fn rows(&self) -> usize {
        if self.symmetry.by_columns {
            self.width
        } else {
            self.height
        }
    }

    /// The program's cell for a cell of the board that is in the part.
    pub(super) fn enter(&self, cell: Cell) -> Cell {
        let inside = Cell::new(cell.column - self.left, cell.row - self.top);
        self.swapped(self.mirrored(inside))
    }

    /// The board's cell for a cell of the program.
    pub(super) fn leave(&self, cell: Cell) -> Cell {
        let inside = self.mirrored(self.swapped(cell));
        Cell::new(inside.column + self.left, inside.row + self.top)
    }

    /// The number of the program's cell among those of the part, in the
    /// order of the board; none outside it.
    pub(super) fn index(&self, cell: Cell) -> Option<usize> {
        if cell.column >= self.columns() || cell.row >= self.rows() {
            return None;
        }
        let inside = self.mirrored(self.swapped(cell));
        Some(inside.row * self.width + inside.column)
    }

    fn mirrored(&self, cell: Cell) -> Cell {
        Cell {
            column: mirrored(cell.column, self.width, self.symmetry.from_right),
            row: mirrored(cell.row, self.height, self.symmetry.from_bottom),
        }
    }

    fn swapped(&self, cell: Cell) -> Cell {
        if self.symmetry.by_columns {
            Cell::new(cell.row, cell.column)
        } else {
            cell
        }
    }
}

fn mirrored(place: usize, length: usize, from_end: bool) -> usize {
    if from_end { length - 1 - place } else { place }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_frame_leads_there_and_back() {
        for frame in Frame::new(2..5, 1..7).turned() {
            assert_eq!(frame.columns() * frame.rows(), 18);
            let mut seen = [false; 18];
            for (column, row) in (2..5).flat_map(|c| (1..7).map(move |r| (c, r))) {
                let cell = Cell::new(column, row);
                let entered = frame.enter(cell);
                assert_eq!(frame.leave(entered), cell);
                let index = frame.index(entered).expect("a cell of the part");
                assert_eq!(index, (row - 1) * 3 + column - 2);
                seen[index] = true;
            }
            assert!(seen.iter().all(|seen| *seen));
            assert_eq!(frame.index(Cell::new(frame.columns(), 0)), None);
            assert_eq!(frame.index(Cell::new(0, frame.rows())), None);
        }
    }
}
