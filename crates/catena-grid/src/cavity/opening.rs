//! How many cells must be taken away to open a cavity.

use alloc::vec;
use alloc::vec::Vec;

use crate::cell::Cell;
use crate::detect::raster::area::Areas;
use crate::detect::run::for_each_run;
use crate::volume::Volume;

/// For each cavity, the fewest occupied cells on a way through faces from it to
/// the outside.
///
/// One search for all cavities, from the outside in: an occupied cell costs
/// one step, an empty one none.
pub(super) fn openings(volume: &Volume, areas: &Areas, cavities: usize) -> Vec<u32> {
    let mut search = Search::new(volume, areas);
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

struct Search<'a> {
    volume: &'a Volume,
    areas: &'a Areas,
    /// A bit for each cell that was reached; the layout of a row of the volume.
    reached: Vec<u64>,
    /// Words in a row.
    stride: usize,
    open: Vec<(usize, usize)>,
}

/// A column and the number of a row of cells.
type Place = (usize, usize);

impl<'a> Search<'a> {
    fn new(volume: &'a Volume, areas: &'a Areas) -> Search<'a> {
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
        Search {
            volume,
            areas,
            reached,
            stride,
            open: Vec::new(),
        }
    }

    fn is_reached(&self, (column, row): Place) -> bool {
        self.reached[row * self.stride + column / 64] >> (column % 64) & 1 == 1
    }

    fn reach(&mut self, (column, row): Place) {
        self.reached[row * self.stride + column / 64] |= 1 << (column % 64);
    }

    /// The cells that share a face with a cell, and whether it is at the rim.
    fn near(&self, (column, row): Place) -> impl Iterator<Item = Option<Place>> + use<> {
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
    fn start(&mut self) -> Vec<Place> {
        let mut frontier = Vec::new();
        for row in 0..self.volume.rows().height() {
            for column in 0..self.volume.rows().width() {
                let place = (column, row);
                if self.volume.rows().is_occupied(Cell::new(column, row))
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

    /// Goes on from an occupied cell: to its neighbours, and all over the gaps
    /// beside it.
    fn pass(&mut self, cell: Place, next: &mut Vec<Place>, mut found: impl FnMut(u32)) {
        self.open.push(cell);
        while let Some(place) = self.open.pop() {
            for near in self.near(place).flatten() {
                if self.is_reached(near) {
                    continue;
                }
                self.reach(near);
                if self.volume.rows().is_occupied(Cell::new(near.0, near.1)) {
                    next.push(near);
                } else {
                    let number = self.number_at(near);
                    if number != 0 {
                        found(number);
                    }
                    self.open.push(near);
                }
            }
        }
    }

    /// The number of the cavity of an empty cell.
    fn number_at(&self, (column, row): Place) -> u32 {
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
