//! What all questions about arrays share.

use catena_grid::{Cell, Grid, Lattice, MinSize, Query, Raster, Volume, VolumeError};
use numpy::ndarray::ArrayD;
use numpy::{Element, IntoPyArray};
use pyo3::prelude::*;

use crate::array::{Cells, LayerRows};
use crate::failure::value_error;
use crate::options::{LatticeName, Options, Whole};
use crate::work::Effort;

impl Options {
    /// The query of these options.
    pub(crate) fn query(&self) -> Query<'static> {
        Query::new(self.min_size)
            .with_largest_areas(0)
            .with_threads(self.threads)
    }

    /// How much work a question about chains is.
    pub(crate) fn effort(&self, cells: &Raster) -> Effort {
        Effort {
            cells: cells.width().saturating_mul(cells.height()),
            is_search: self.is_search(),
        }
    }

    /// How much work a question about areas is.
    pub(crate) fn area_effort(&self, cells: &Raster) -> Effort {
        Effort {
            is_search: false,
            ..self.effort(cells)
        }
    }
}

/// Asks a question about a grid on the lattice of the options.
macro_rules! on_lattice {
    ($options:expr, $raster:expr, |$grid:ident| $question:expr) => {
        match $options.lattice {
            $crate::options::LatticeName::Square => {
                let $grid =
                    $crate::question::grid::<catena_grid::SquareLattice>(&$raster, &$options);
                $question
            }
            $crate::options::LatticeName::Hex => {
                let $grid = $crate::question::grid::<catena_grid::HexLattice>(&$raster, &$options);
                $question
            }
        }
    };
}
pub(crate) use on_lattice;

pub(crate) fn grid<'a, L: Lattice>(raster: &'a Raster, options: &Options) -> Grid<'a, L> {
    Grid::with_lattice(raster).with_budget(options.budget)
}

/// The refusal of a question that makes no sense in three dimensions.
pub(crate) fn only_planes(what: &str) -> PyErr {
    value_error(format!(
        "{what} is for arrays of 2 dimensions: a wall in a volume is a surface, not a chain; enclosed, label_areas, label_walls and analyse take volumes"
    ))
}

/// Refuses a lattice that volumes do not have.
pub(crate) fn check_volume(options: &Options) -> PyResult<()> {
    match options.lattice {
        LatticeName::Square => Ok(()),
        LatticeName::Hex => Err(value_error("a volume has no lattice 'hex'")),
    }
}

impl LayerRows {
    pub(crate) fn shape(&self) -> Vec<usize> {
        vec![self.depth, self.height, self.rows.width()]
    }

    /// The volume; this takes time on large ones.
    pub(crate) fn volume(&self) -> Result<Volume, VolumeError> {
        Volume::from_fn(self.rows.width(), self.height, self.depth, |x, y, z| {
            self.rows.is_occupied(Cell::new(x, z * self.height + y))
        })
    }
}

/// An array of this shape with these elements.
pub(crate) fn shaped<'py, T: Element>(
    py: Python<'py>,
    shape: Vec<usize>,
    elements: Vec<T>,
) -> PyResult<Bound<'py, PyAny>> {
    let array = ArrayD::from_shape_vec(shape, elements).map_err(value_error)?;
    Ok(array.into_pyarray(py).into_any())
}

/// The minimum size unless it is given: that of the command for such an array.
pub(crate) fn default_size(cells: &Cells) -> Whole {
    let size = match cells {
        Cells::Volume(_) => MinSize::ONE,
        Cells::None(_) | Cells::Plane(_) => MinSize::TWO,
    };
    Whole(size.get().into())
}
