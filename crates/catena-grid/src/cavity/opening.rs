//! How many cells must be removed to open a cavity: a 0-1 breadth-first search.

use alloc::vec;
use alloc::vec::Vec;

use crate::cell::Cell;
use crate::detect::raster::area::Areas;
use crate::detect::run::for_each_run;
use crate::volume::Volume;

/// For each cavity, the fewest occupied cells on a way through faces from it to
/// the outside.
///
/// One 0-1 breadth-first search for all cavities, from the outside in: an
/// occupied cell costs one step, an empty one none.
pub(super) fn openings(volume: &Volume, areas: &Areas, cavities: usize) -> Vec<u32> {
    let mut search = OpeningSearch::new(volume, areas);
    let mut missing = cavities;
    let mut frontier = search.start();
    let mut cost = 1;
    let mut openings = vec![0; cavities];
    while missing > 0 && !frontier.is_empty() {
        let mut next = Vec::new();
        for cell in frontier {
            search.pass(cell, &mut next, |number| {
                let opening = &mut openings[number as usize - 1];
                if *opening == 0 {
                    *opening = cost;
                    missing -= 1;
                }
            });
        }
        frontier = next;
        cost += 1;
    }
    openings
}

struct OpeningSearch<'a> {
    volume: &'a Volume,
    areas: &'a Areas,
    /// A bit for each cell that was reached; the layout of a row of the volume.
    reached: Vec<u64>,
    /// Words in a row.
    stride: usize,
    open: Vec<ColumnAndRow>,
}

/// A column, and a row of cells counted through all layers.
type ColumnAndRow = (usize, usize);

impl<'a> OpeningSearch<'a> {
    fn new(volume: &'a Volume, areas: &'a Areas) -> OpeningSearch<'a> {
        let stride = volume.rows().row(0).len();
        let mut reached = vec![0; stride * volume.rows().height()];
        for row in 0..volume.rows().height() {
            let mut run = areas.row_start(row);
            for_each_run(volume.rows(), row, |start, end| {
                if !areas.is_enclosed(run) {
                    for column in start..=end {
                        reached[row * stride + column / 64] |= 1 << (column % 64);
                    }
                }
                run += 1;
            });
        }
        OpeningSearch {
            volume,
            areas,
            reached,
            stride,
            open: Vec::new(),
        }
    }

    fn is_reached(&self, (column, row): ColumnAndRow) -> bool {
        self.reached[row * self.stride + column / 64] >> (column % 64) & 1 == 1
    }

    fn reach(&mut self, (column, row): ColumnAndRow) {
        self.reached[row * self.stride + column / 64] |= 1 << (column % 64);
    }

    /// The cells that share a face with a cell, and whether it is at the rim.
    fn near(
        &self,
        (column, row): ColumnAndRow,
    ) -> impl Iterator<Item = Option<ColumnAndRow>> + use<> {
        let (width, height, depth) = self.volume.size();
        let (y, layer) = (row % height, row / height);
        [
            column.checked_sub(1).map(|column| (column, row)),
            (column + 1 < width).then_some((column + 1, row)),
            (y > 0).then(|| (column, row - 1)),
            (y + 1 < height).then_some((column, row + 1)),
            (layer > 0).then(|| (column, row - height)),
            (layer + 1 < depth).then_some((column, row + height)),
        ]
        .into_iter()
    }

    /// The occupied cells beside the outside.
    fn start(&mut self) -> Vec<ColumnAndRow> {
        let mut frontier = Vec::new();
        for row in 0..self.volume.rows().height() {
            for column in 0..self.volume.rows().width() {
                let place = (column, row);
                if self.is_occupied(place)
                    && self
                        .near(place)
                        .any(|near| near.is_none_or(|near| self.is_reached(near)))
                {
                    frontier.push(place);
                }
            }
        }
        for &place in &frontier {
            self.reach(place);
        }
        frontier
    }

    /// Goes on from an occupied cell: to its neighbours, and through the gaps
    /// beside it to the cells around them.
    fn pass(
        &mut self,
        cell: ColumnAndRow,
        next: &mut Vec<ColumnAndRow>,
        mut found: impl FnMut(u32),
    ) {
        for near in self.near(cell).flatten() {
            if self.is_reached(near) {
                continue;
            }
            self.reach(near);
            if self.is_occupied(near) {
                next.push(near);
            } else {
                // All cells of a gap are in one cavity.
                let number = self.number_at(near);
                if number != 0 {
                    found(number);
                }
                self.flood_gap(near, next);
            }
        }
    }

    /// Reaches all cells of a gap and the occupied cells around it.
    fn flood_gap(&mut self, start: ColumnAndRow, next: &mut Vec<ColumnAndRow>) {
        self.open.push(start);
        while let Some(cell) = self.open.pop() {
            for near in self.near(cell).flatten() {
                if self.is_reached(near) {
                    continue;
                }
                self.reach(near);
                if self.is_occupied(near) {
                    next.push(near);
                } else {
                    self.open.push(near);
                }
            }
        }
    }

    fn is_occupied(&self, (column, row): ColumnAndRow) -> bool {
        self.volume.rows().is_occupied(Cell::new(column, row))
    }

    /// The number of the cavity of an empty cell.
    fn number_at(&self, (column, row): ColumnAndRow) -> u32 {
        let mut run = self.areas.row_start(row);
        let mut number = 0;
        for_each_run(self.volume.rows(), row, |start, end| {
            if (start..=end).contains(&column) {
                number = self.areas.number_of(run);
            }
            run += 1;
        });
        number
    }
}
