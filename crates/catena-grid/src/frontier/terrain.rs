//! [`Terrain`]: a board as the programme sees it.

use alloc::vec::Vec;

use super::frame::Frame;
use crate::cell::Cell;

/// What a cell is to the chains that are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ground {
    /// An empty cell that a chain may enclose.
    Empty,
    /// A piece that a chain may use.
    Wall,
    /// Any other cell: it neither blocks nor counts.
    Bystander,
}

/// The part of a board that holds all the walls, turned so that the programme
/// reads it row by row from the top. Cells are numbered from its corner.
#[derive(Clone, Debug)]
pub(crate) struct Terrain {
    pub(super) frame: Frame,
    /// The cells of the part, in the board's order.
    ground: Vec<Ground>,
}

impl Terrain {
    /// The board with these sides, turned so that it promises little work.
    /// What lies beyond the walls is cut away: no chain reaches round it.
    pub(crate) fn new(width: usize, height: usize, ground: impl Fn(Cell) -> Ground) -> Terrain {
        let is_wall = |column, row| ground(Cell::new(column, row)) == Ground::Wall;
        let columns = span(width, |column| (0..height).any(|row| is_wall(column, row)));
        let rows = span(height, |row| (0..width).any(|column| is_wall(column, row)));
        let cells = rows.clone().flat_map(|row| {
            let ground = &ground;
            columns
                .clone()
                .map(move |column| ground(Cell::new(column, row)))
        });
        let ground = cells.collect();
        let frame = Frame::new(columns, rows);
        let mut terrain = Terrain { frame, ground };
        let work = frame.turned().map(|frame| {
            terrain.frame = frame;
            (terrain.expected_work(), frame)
        });
        let least = work
            .into_iter()
            .min_by(|one, other| one.0.total_cmp(&other.0));
        terrain.frame = least.map_or(frame, |(_, frame)| frame);
        terrain
    }

    /// A guess at the number of states: each wall in the frontier of a wall
    /// makes about two and a half times as many. On the hardest boards known
    /// the best of the eight ways takes a tenth of the work of the worst.
    fn expected_work(&self) -> f64 {
        const PER_WALL: f64 = 2.5;
        let (mut states, mut total) = (1.0, 0.0);
        for cell in self.cells() {
            if self.is_wall(cell) {
                total += states;
                states *= PER_WALL;
            }
            if self.is_wall(cell.step(-1, -1)) {
                states /= PER_WALL;
            }
            if cell.column + 1 == self.width() && self.is_wall(cell.step(0, -1)) {
                states /= PER_WALL;
            }
        }
        total
    }

    /// How many columns the programme sees.
    pub(super) fn width(&self) -> usize {
        self.frame.columns()
    }

    /// The cells in the order the programme reads them.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (columns, rows) = (self.frame.columns(), self.frame.rows());
        (0..rows).flat_map(move |row| (0..columns).map(move |column| Cell::new(column, row)))
    }

    /// What the cell is; outside the terrain, a bystander.
    pub(super) fn ground(&self, cell: Cell) -> Ground {
        self.frame
            .index(cell)
            .map_or(Ground::Bystander, |index| self.ground[index])
    }

    pub(super) fn is_wall(&self, cell: Cell) -> bool {
        self.ground(cell) == Ground::Wall
    }

    pub(super) fn is_empty(&self, cell: Cell) -> bool {
        self.ground(cell) == Ground::Empty
    }
}

/// The slot that a cell takes in the frontier.
pub(super) fn slot(cell: Cell) -> u32 {
    count(cell.column)
}

/// A small count, of columns or rows or cells of a board, as the programme
/// keeps it.
pub(super) fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// From the first number that holds to the last; nothing if none does.
fn span(end: usize, holds: impl Fn(usize) -> bool) -> core::ops::Range<usize> {
    let first = (0..end).find(|number| holds(*number)).unwrap_or(0);
    let last = (0..end).rfind(|number| holds(*number));
    first..last.map_or(0, |last| last + 1)
}
