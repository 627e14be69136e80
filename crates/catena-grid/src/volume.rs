//! [`Volume`]: which cells of a three-dimensional grid are occupied.

use core::fmt;

use crate::cell::Cell;
use crate::raster::{MAX_CELLS, Raster, RasterError};

/// A place in a volume: column, row and layer, each from 0.
pub type Voxel = (usize, usize, usize);

/// A box of occupied and empty cells, one bit per cell: layers of rows.
///
/// ```
/// use catena_grid::Volume;
///
/// // A hollow cube.
/// let cube = Volume::from_fn(3, 3, 3, |x, y, z| (x, y, z) != (1, 1, 1))?;
/// assert_eq!(cube.count_occupied(), 26);
/// assert!(!cube.is_occupied((1, 1, 1)));
/// # Ok::<(), catena_grid::VolumeError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Volume {
    /// All layers, one below the other.
    rows: Raster,
    height: usize,
    depth: usize,
}

impl Volume {
    /// Creates the volume in which exactly the cells for which
    /// `is_occupied(column, row, layer)` holds are occupied.
    ///
    /// # Errors
    ///
    /// If it has no cell, or more than [`MAX_CELLS`] cells.
    pub fn from_fn(
        width: usize,
        height: usize,
        depth: usize,
        mut is_occupied: impl FnMut(usize, usize, usize) -> bool,
    ) -> Result<Volume, VolumeError> {
        let error = VolumeError {
            size: (width, height, depth),
        };
        let rows = height.checked_mul(depth).ok_or(error.clone())?;
        let rows = Raster::from_fn(width, rows, |cell| {
            is_occupied(cell.column, cell.row % height, cell.row / height)
        });
        let rows = rows.map_err(|_: RasterError| error)?;
        Ok(Volume {
            rows,
            height,
            depth,
        })
    }

    /// Returns the number of columns, rows and layers.
    #[must_use]
    pub fn size(&self) -> Voxel {
        (self.rows.width(), self.height, self.depth)
    }

    /// Returns how many cells are occupied.
    #[must_use]
    pub fn count_occupied(&self) -> u64 {
        self.rows.count_occupied()
    }

    /// Returns whether the cell is occupied. Cells beyond the rim are empty.
    #[must_use]
    pub fn is_occupied(&self, (column, row, layer): Voxel) -> bool {
        row < self.height
            && layer < self.depth
            && self
                .rows
                .is_occupied(Cell::new(column, layer * self.height + row))
    }

    /// Returns the occupied cells, layer by layer and row by row.
    ///
    /// ```
    /// use catena_grid::Volume;
    ///
    /// let volume = Volume::from_fn(2, 1, 2, |x, _, z| x == z)?;
    /// assert!(volume.occupied_cells().eq([(0, 0, 0), (1, 0, 1)]));
    /// # Ok::<(), catena_grid::VolumeError>(())
    /// ```
    pub fn occupied_cells(&self) -> impl Iterator<Item = Voxel> {
        let cells = self.rows.occupied_cells();
        cells.map(|cell| (cell.column, cell.row % self.height, cell.row / self.height))
    }

    /// All layers as one grid, one below the other.
    pub(crate) fn rows(&self) -> &Raster {
        &self.rows
    }
}

impl fmt::Debug for Volume {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height, depth) = self.size();
        write!(f, "Volume of {width}x{height}x{depth} cells")
    }
}

/// A volume has no cell, or more than [`MAX_CELLS`] cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VolumeError {
    /// Columns, rows and layers.
    pub size: Voxel,
}

impl fmt::Display for VolumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height, depth) = self.size;
        if width == 0 || height == 0 || depth == 0 {
            return f.write_str("the volume has no cell");
        }
        write!(
            f,
            "a volume of {width}x{height}x{depth} cells is too large; at most {MAX_CELLS} cells fit"
        )
    }
}

impl core::error::Error for VolumeError {}
