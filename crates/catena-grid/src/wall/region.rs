//! [`Region`]: cells that must end up inside.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::cells::{Cells, contains, for_each_cell, insert};
use super::space::Space;
use super::{Rim, WallError, empty_cell};

/// Empty cells that a patch must cut off from the outside.
pub struct Region<'a, S> {
    pub(super) cells: Cells<'a, S>,
    pub(super) set: Vec<u64>,
}

impl<'a, S: Space> Region<'a, S> {
    /// A region without cells.
    ///
    /// # Errors
    ///
    /// If the space has too many cells.
    pub fn new(space: &'a S, rim: Rim) -> Result<Region<'a, S>, WallError<S::Place>> {
        let cells = Cells::new(space, rim)?;
        Ok(Region {
            set: cells.no_cells(),
            cells,
        })
    }

    /// Adds an empty cell.
    ///
    /// # Errors
    ///
    /// If the cell is not empty, or there is no such cell.
    pub fn add(&mut self, place: S::Place) -> Result<(), WallError<S::Place>> {
        let cell = empty_cell(&self.cells, place)?;
        insert(&mut self.set, cell);
        Ok(())
    }

    /// Adds what a point stands for: the empty cells that gap steps reach from
    /// it within the square of side 2 × radius + 1 around it, in a volume within
    /// the cube.
    ///
    /// # Errors
    ///
    /// If the cell is not empty, or there is no such cell.
    pub fn add_around(
        &mut self,
        place: S::Place,
        radius: usize,
    ) -> Result<(), WallError<S::Place>> {
        let start = empty_cell(&self.cells, place)?;
        let height = self.cells.space.layer_height();
        let coordinates = |cell: u32| {
            let (column, row) = self.cells.column_and_row(cell);
            [column, row % height, row / height]
        };
        let middle = coordinates(start);
        let is_near = |cell: u32| {
            let mut axes = coordinates(cell).into_iter().zip(middle);
            axes.all(|(at, middle)| at.abs_diff(middle) <= radius)
        };
        // The cells that were there before do not stop the steps.
        let mut around = vec![start];
        let mut seen = self.cells.no_cells();
        insert(&mut seen, start);
        while let Some(cell) = around.pop() {
            insert(&mut self.set, cell);
            self.cells.for_each_near(cell, |near, _| {
                if !self.cells.is_occupied(near) && !contains(&seen, near) && is_near(near) {
                    insert(&mut seen, near);
                    around.push(near);
                }
            });
        }
        Ok(())
    }

    /// How many cells it has.
    #[must_use]
    pub fn len(&self) -> usize {
        let ones = self.set.iter().map(|word| word.count_ones() as usize);
        ones.sum()
    }

    /// Whether it has no cell.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.set.iter().all(|word| *word == 0)
    }

    /// Whether a cell is in it.
    #[must_use]
    pub fn contains(&self, place: S::Place) -> bool {
        let number = self.cells.number(place);
        number.is_some_and(|cell| contains(&self.set, cell))
    }

    /// Its cells at the rim, in reading order.
    pub(super) fn rim_cells(&self) -> Vec<u32> {
        let mut found = Vec::new();
        for (word, &cells) in self.set.iter().enumerate().filter(|(_, set)| **set != 0) {
            let (row, index) = (word / self.cells.stride, word % self.cells.stride);
            let rim = self.cells.rim_of_word(row, index);
            for_each_cell(word, cells & rim, |cell| found.push(cell));
        }
        found
    }
}

impl<S: Space> fmt::Debug for Region<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Region of {} cells of {:?}",
            self.len(),
            self.cells.raster
        )
    }
}
