//! [`Terrain`]: a board as the dynamic program reads it.

use alloc::vec::Vec;
use core::ops::Range;

use super::frame::Frame;
use crate::cell::Cell;
use crate::lattice::{Lattice, Steps};

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

/// The part of a board that has all the walls, turned so that the dynamic program
/// reads it row by row from the top. Cells are numbered from its corner.
#[derive(Clone, Debug)]
pub(crate) struct Terrain {
    pub(super) frame: Frame,
    /// The cells of the part, in the board's order.
    ground: Vec<Ground>,
    /// The wall steps of the board's lattice, from even and from odd rows.
    wall_steps: [Steps; 2],
    /// The area steps of the board's lattice.
    area_steps: [Steps; 2],
}

impl Terrain {
    /// These columns and rows of a board, turned so that little work is expected.
    /// What lies beyond the walls is cut away: no chain encloses it.
    pub(crate) fn new<L: Lattice>(
        columns: Range<usize>,
        rows: Range<usize>,
        ground: impl Fn(Cell) -> Ground,
    ) -> Terrain {
        let is_wall = |column, row| ground(Cell::new(column, row)) == Ground::Wall;
        let walls_in_column = |column| rows.clone().any(|row| is_wall(column, row));
        let walls_in_row = |row| columns.clone().any(|column| is_wall(column, row));
        let (columns, rows) = (
            span(columns.clone(), walls_in_column),
            span(rows.clone(), walls_in_row),
        );
        let cells = rows.clone().flat_map(|row| {
            let ground = &ground;
            columns
                .clone()
                .map(move |column| ground(Cell::new(column, row)))
        });
        let ground = cells.collect();
        let frame = Frame::new(columns, rows);
        let mut terrain = Terrain {
            frame,
            ground,
            wall_steps: L::WALL_STEPS,
            area_steps: L::AREA_STEPS,
        };
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

    /// A guess at the number of states: each wall in the frontier multiplies it by
    /// about two and a half. On the hardest boards known the best of the eight
    /// orientations takes a tenth of the work of the worst.
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

    /// How many columns the program reads.
    pub(super) fn width(&self) -> usize {
        self.frame.columns()
    }

    /// The cells in the order in which the program reads them.
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

    /// Whether a chain may go from one of these cells of the terrain to the
    /// other.
    pub(super) fn is_link(&self, one: Cell, other: Cell) -> bool {
        self.is_step(self.wall_steps, one, other)
    }

    /// Whether an area step leads from one of these cells of the terrain to the
    /// other.
    pub(super) fn is_area_step(&self, one: Cell, other: Cell) -> bool {
        self.is_step(self.area_steps, one, other)
    }

    fn is_step(&self, steps: [Steps; 2], one: Cell, other: Cell) -> bool {
        if one.distance(other) > 1 {
            return false;
        }
        // On squares every orientation has the same steps.
        steps == [Steps::KING; 2] || {
            let (one, other) = (self.frame.leave(one), self.frame.leave(other));
            let mut near = steps[one.row % 2].iter().map(|step| step.apply(one));
            near.any(|near| near == Some(other))
        }
    }
}

/// The slot that a cell takes in the frontier.
pub(super) fn slot(cell: Cell) -> u32 {
    count(cell.column)
}

/// A small number of columns, rows, cells or states, as the program keeps it.
pub(super) fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// From the first of these numbers that holds to the last; nothing if none does.
fn span(numbers: Range<usize>, holds: impl Fn(usize) -> bool) -> Range<usize> {
    let first = numbers.clone().find(|number| holds(*number));
    let last = numbers.clone().rfind(|number| holds(*number));
    match first.zip(last) {
        Some((first, last)) => first..last + 1,
        None => numbers.start..numbers.start,
    }
}
