//! A rim that is a wall: the cells with a frame of occupied cells around them.

use catena_grid::{Cell, Raster, RasterError};

/// Columns of the frame on the left, and rows at the top. Two rows, so that even
/// rows stay even: on hexagons they have other neighbours than odd ones.
const CORNER: (usize, usize) = (1, 2);

/// The cells with a frame.
pub(crate) struct Framed {
    pub(crate) raster: Raster,
    inner: (usize, usize),
}

impl Framed {
    pub(crate) fn new(inner: &Raster) -> Result<Framed, RasterError> {
        let (width, height) = (inner.width(), inner.height());
        let (wide, high) = (width + CORNER.0 + 1, height + CORNER.1 + 1);
        let raster = Raster::from_fn(wide, high, |Cell { column, row, .. }| {
            let column = column.checked_sub(CORNER.0).filter(|at| *at < width);
            let row = row.checked_sub(CORNER.1).filter(|at| *at < height);
            match column.zip(row) {
                Some((column, row)) => inner.is_occupied(Cell::new(column, row)),
                None => true,
            }
        })?;
        Ok(Framed {
            raster,
            inner: (width, height),
        })
    }

    /// How many cells the frame has.
    pub(crate) fn cells(&self) -> u64 {
        let all = self.raster.width() * self.raster.height();
        (all - self.inner.0 * self.inner.1) as u64
    }
}
