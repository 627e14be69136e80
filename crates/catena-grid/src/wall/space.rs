//! [`Space`]: a grid or a volume, as far as leaking is concerned.

use core::fmt;

use self::sealed::{CellShape, NearRow, Rows};
use super::Rim;
use crate::board::Grid;
use crate::cavity;
use crate::cell::Cell;
use crate::detect::raster::Progress;
use crate::detect::raster::gap::Gaps;
use crate::lattice::{HexLattice, Lattice, SquareLattice, Step};
use crate::raster::Raster;
use crate::volume::{Volume, Voxel};

/// Something with walls: a [`Grid`] on any lattice, or a [`Volume`].
///
/// Empty cells leak by the gap steps of the lattice, in a volume through faces.
pub trait Space: Rows {
    /// A cell: [`Cell`] on a grid, [`Voxel`] in a volume.
    type Place: Copy + Ord + fmt::Debug;

    /// The place in this column of this row, counted through all layers.
    #[doc(hidden)]
    fn place(&self, column: usize, row: usize) -> Self::Place;

    /// The column and the row, counted through all layers; `None` if there is
    /// no such cell.
    #[doc(hidden)]
    fn column_and_row(&self, place: Self::Place) -> Option<(usize, usize)>;
}

pub(crate) mod sealed {
    use super::super::Rim;
    use crate::detect::raster::gap::Gaps;
    use crate::raster::Raster;

    /// A row that gap steps lead to.
    #[derive(Clone, Copy, Debug)]
    pub struct NearRow {
        pub row: usize,
        /// Whether a step leads one column to the left as well.
        pub left: bool,
        /// Whether a step leads one column to the right as well.
        pub right: bool,
    }

    /// The rows of cells of a space, and which of them are next to each other.
    #[allow(
        private_interfaces,
        reason = "nobody outside of the crate can name this trait"
    )]
    pub trait Rows {
        /// All layers as one raster, one below the other.
        fn rows(&self) -> &Raster;

        /// Rows in a layer.
        fn layer_height(&self) -> usize;

        /// The rows next to a row. A row that lies in the other direction is in
        /// the place next to it: 0 and 1, 2 and 3.
        fn near_rows(&self, row: usize) -> [Option<NearRow>; 4];

        /// Whether every square of this side, in a volume every cube, whose
        /// first cell is in the row touches the rim.
        fn is_exit_row(&self, row: usize, side: usize) -> bool;

        /// Whether there are layers, so that cells are cubes.
        fn has_layers(&self) -> bool;

        /// What leaks into each other.
        fn find_gaps(&self, rim: Rim) -> Gaps;

        /// Joins gaps that are one area.
        fn join_areas(&self, gaps: &mut Gaps);

        /// What a cell looks like.
        fn cell_shape(&self) -> CellShape;
    }

    /// The shape of a cell.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum CellShape {
        Square,
        Hexagon,
        Cube,
        /// A lattice of one's own may connect what no drawing shows.
        Unknown,
    }
}

impl<L: Lattice> Space for Grid<'_, L> {
    type Place = Cell;

    fn place(&self, column: usize, row: usize) -> Cell {
        Cell::new(column, row)
    }

    fn column_and_row(&self, cell: Cell) -> Option<(usize, usize)> {
        self.raster()
            .contains(cell)
            .then_some((cell.column, cell.row))
    }
}

#[allow(
    private_interfaces,
    reason = "nobody outside of the crate can name this trait"
)]
impl<L: Lattice> Rows for Grid<'_, L> {
    fn rows(&self) -> &Raster {
        self.raster()
    }

    fn layer_height(&self) -> usize {
        self.raster().height()
    }

    #[inline]
    fn near_rows(&self, row: usize) -> [Option<NearRow>; 4] {
        let steps = L::GAP_STEPS[row % 2];
        let above = row.checked_sub(1).map(|row| NearRow {
            row,
            left: steps.contains(Step::NorthWest),
            right: steps.contains(Step::NorthEast),
        });
        let below = (row + 1 < self.raster().height()).then_some(NearRow {
            row: row + 1,
            left: steps.contains(Step::SouthWest),
            right: steps.contains(Step::SouthEast),
        });
        [above, below, None, None]
    }

    fn is_exit_row(&self, row: usize, side: usize) -> bool {
        row == 0 || row + side == self.raster().height()
    }

    fn has_layers(&self) -> bool {
        false
    }

    fn find_gaps(&self, rim: Rim) -> Gaps {
        Gaps::find_with_rim::<L>(self.raster(), rim, 1, &Progress::default())
    }

    fn join_areas(&self, gaps: &mut Gaps) {
        gaps.join_areas::<L>(self.raster(), &Progress::default());
    }

    fn cell_shape(&self) -> CellShape {
        if L::GAP_STEPS == SquareLattice::GAP_STEPS {
            CellShape::Square
        } else if L::GAP_STEPS == HexLattice::GAP_STEPS {
            CellShape::Hexagon
        } else {
            CellShape::Unknown
        }
    }
}

impl Space for Volume {
    type Place = Voxel;

    fn place(&self, column: usize, row: usize) -> Voxel {
        let height = self.size().1;
        (column, row % height, row / height)
    }

    fn column_and_row(&self, (column, row, layer): Voxel) -> Option<(usize, usize)> {
        let (width, height, depth) = self.size();
        let is_there = column < width && row < height && layer < depth;
        is_there.then(|| (column, layer * height + row))
    }
}

#[allow(
    private_interfaces,
    reason = "nobody outside of the crate can name this trait"
)]
impl Rows for Volume {
    fn rows(&self) -> &Raster {
        Volume::rows(self)
    }

    fn layer_height(&self) -> usize {
        self.size().1
    }

    #[inline]
    fn near_rows(&self, row: usize) -> [Option<NearRow>; 4] {
        let (_, height, depth) = self.size();
        let (at, layer) = (row % height, row / height);
        let near = |is_there: bool, row: usize| {
            is_there.then_some(NearRow {
                row,
                left: false,
                right: false,
            })
        };
        [
            near(at > 0, row.wrapping_sub(1)),
            near(at + 1 < height, row + 1),
            near(layer > 0, row.wrapping_sub(height)),
            near(layer + 1 < depth, row + height),
        ]
    }

    fn is_exit_row(&self, row: usize, side: usize) -> bool {
        let (_, height, depth) = self.size();
        let (row, layer) = (row % height, row / height);
        row == 0 || row + side == height || layer == 0 || layer + side == depth
    }

    fn has_layers(&self) -> bool {
        true
    }

    fn find_gaps(&self, rim: Rim) -> Gaps {
        cavity::find_gaps(self, rim)
    }

    fn join_areas(&self, gaps: &mut Gaps) {
        cavity::join_cavities(gaps, self);
    }

    fn cell_shape(&self) -> CellShape {
        CellShape::Cube
    }
}
