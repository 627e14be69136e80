//! [`Terrain`]: a board as the programme sees it.

use alloc::vec::Vec;

/// What a cell is to the chains that are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ground {
    /// An empty cell; what chains enclose.
    Empty,
    /// A piece that a chain may use.
    Wall,
    /// A piece that no chain uses: it neither blocks nor counts.
    Bystander,
}

/// A cell by its column and row, counted from the top left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Cell {
    /// Counted from the left, from 0.
    pub(crate) column: u8,
    /// Counted from the top, from 0.
    pub(crate) row: u8,
}

/// A board as the programme sees it: the part that holds all the walls.
#[derive(Clone, Debug)]
pub(crate) struct Terrain {
    left: u8,
    top: u8,
    width: u8,
    height: u8,
    ground: Vec<Ground>,
}

impl Terrain {
    /// The board with these sides; what lies beyond its walls is cut away,
    /// because no chain reaches round it.
    pub(crate) fn new(width: u8, height: u8, ground: impl Fn(Cell) -> Ground) -> Terrain {
        let is_wall = |column, row| ground(Cell { column, row }) == Ground::Wall;
        let columns = span(width, |column| (0..height).any(|row| is_wall(column, row)));
        let rows = span(height, |row| (0..width).any(|column| is_wall(column, row)));
        let (left, top) = (columns.0, rows.0);
        let cells = (top..rows.1).flat_map(|row| {
            let ground = &ground;
            (left..columns.1).map(move |column| ground(Cell { column, row }))
        });
        Terrain {
            left,
            top,
            width: columns.1 - left,
            height: rows.1 - top,
            ground: cells.collect(),
        }
    }

    pub(super) fn width(&self) -> u8 {
        self.width
    }

    /// The cells in reading order: row by row from the top, left to right.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let columns = self.left..self.left + self.width;
        (self.top..self.top + self.height)
            .flat_map(move |row| columns.clone().map(move |column| Cell { column, row }))
    }

    /// How far the cell's column is from the leftmost one.
    pub(super) fn slot(&self, cell: Cell) -> u32 {
        u32::from(cell.column - self.left)
    }

    /// What the cell is; outside the board, a bystander.
    pub(super) fn ground(&self, cell: Cell) -> Ground {
        let column = cell.column.wrapping_sub(self.left);
        let row = cell.row.wrapping_sub(self.top);
        if column < self.width && row < self.height {
            self.ground[usize::from(row) * usize::from(self.width) + usize::from(column)]
        } else {
            Ground::Bystander
        }
    }

    pub(super) fn is_wall(&self, cell: Cell) -> bool {
        self.ground(cell) == Ground::Wall
    }

    pub(super) fn is_empty(&self, cell: Cell) -> bool {
        self.ground(cell) == Ground::Empty
    }
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

    /// The eight king's steps from the cell.
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
        STEPS.into_iter().map(move |(columns, rows)| self.step(columns, rows))
    }

    /// Whether the other cell is a king's step away.
    pub(super) fn is_next_to(self, other: Cell) -> bool {
        let columns = self.column.abs_diff(other.column);
        let rows = self.row.abs_diff(other.row);
        columns.max(rows) == 1
    }

    /// Whether this cell comes before the other in reading order.
    pub(super) fn is_before(self, other: Cell) -> bool {
        (self.row, self.column) < (other.row, other.column)
    }
}

/// The first number that holds and one past the last, or (0, 0) if none does.
fn span(end: u8, holds: impl Fn(u8) -> bool) -> (u8, u8) {
    let first = (0..end).find(|number| holds(*number));
    let last = (0..end).rfind(|number| holds(*number));
    first.zip(last).map_or((0, 0), |(first, last)| (first, last + 1))
}
