//! [`Terrain`]: a board as the programme sees it.

use crate::coordinate::Cell;
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

/// Which way the programme reads the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// Row by row from the top, each from left to right.
    ByRows,
    /// Column by column from the left, each from top to bottom.
    ByColumns,
}

impl Reading {
    /// The cell as the programme numbers it, given as the board does, or the
    /// other way round.
    pub(super) fn turn(self, cell: Cell) -> Cell {
        match self {
            Reading::ByRows => cell,
            Reading::ByColumns => Cell {
                column: cell.row,
                row: cell.column,
            },
        }
    }
}

/// A board as the programme sees it: the part that holds all the walls,
/// turned so that the programme reads it row by row.
#[derive(Clone, Debug)]
pub(crate) struct Terrain {
    pub(super) reading: Reading,
    left: usize,
    top: usize,
    width: usize,
    height: usize,
    ground: Vec<Ground>,
}

impl Terrain {
    /// The board with these sides, read the way that promises less work.
    pub(crate) fn new(width: usize, height: usize, ground: impl Fn(Cell) -> Ground) -> Terrain {
        let by_rows = Terrain::read(Reading::ByRows, width, height, &ground);
        let by_columns = Terrain::read(Reading::ByColumns, height, width, &ground);
        if by_columns.expected_work() < by_rows.expected_work() {
            by_columns
        } else {
            by_rows
        }
    }

    /// Reads a board with these sides, as the programme numbers it. What lies
    /// beyond the walls is cut away, because no chain reaches round it.
    fn read(
        reading: Reading,
        width: usize,
        height: usize,
        ground: &impl Fn(Cell) -> Ground,
    ) -> Terrain {
        let ground = |column, row| ground(reading.turn(Cell { column, row }));
        let is_wall = |column, row| ground(column, row) == Ground::Wall;
        let columns = span(width, |column| (0..height).any(|row| is_wall(column, row)));
        let rows = span(height, |row| (0..width).any(|column| is_wall(column, row)));
        let (left, top) = (columns.0, rows.0);
        let cells = (top..rows.1).flat_map(|row| {
            let ground = &ground;
            (left..columns.1).map(move |column| ground(column, row))
        });
        Terrain {
            reading,
            left,
            top,
            width: columns.1 - left,
            height: rows.1 - top,
            ground: cells.collect(),
        }
    }

    /// A guess at the number of states: each wall in the frontier of a wall
    /// makes about two and a half times as many.
    fn expected_work(&self) -> f64 {
        const PER_WALL: f64 = 2.5;
        let frontier = self.width + 1;
        let is_wall = |ground: &Ground| *ground == Ground::Wall;
        let (mut states, mut total) = (1.0, 0.0);
        for (place, ground) in self.ground.iter().enumerate() {
            if is_wall(ground) {
                total += states;
                states *= PER_WALL;
            }
            if place >= frontier && is_wall(&self.ground[place - frontier]) {
                states /= PER_WALL;
            }
        }
        total
    }

    /// How many columns the programme sees.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// The cells in the order the programme reads them.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let columns = self.left..self.left + self.width;
        (self.top..self.top + self.height)
            .flat_map(move |row| columns.clone().map(move |column| Cell { column, row }))
    }

    /// How far the cell's column is from the leftmost one.
    pub(super) fn slot(&self, cell: Cell) -> u32 {
        count(cell.column - self.left)
    }

    /// What the cell is; outside the board, a bystander.
    pub(super) fn ground(&self, cell: Cell) -> Ground {
        let column = cell.column.wrapping_sub(self.left);
        let row = cell.row.wrapping_sub(self.top);
        if column < self.width && row < self.height {
            self.ground[row * self.width + column]
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

/// The first number that holds and one past the last, or (0, 0) if none does.
fn span(end: usize, holds: impl Fn(usize) -> bool) -> (usize, usize) {
    let first = (0..end).find(|number| holds(*number));
    let last = (0..end).rfind(|number| holds(*number));
    first
        .zip(last)
        .map_or((0, 0), |(first, last)| (first, last + 1))
}

/// A small count, of columns or rows or cells of a board, as the programme
/// keeps it.
pub(super) fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
