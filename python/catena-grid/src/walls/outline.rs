//! The outlines of areas and walls as rings of corners. `Polygons`, in Python, makes
//! GeoJSON of them.

use std::collections::TryReserveError;

use catena_grid::wall::{self, CornerGrid, Polygon, Rim};
use catena_grid::{Grid, Lattice, MinSize};
use numpy::IntoPyArray;
use numpy::ndarray::Array2;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::{RimName, WalledCells};
use crate::array::{Cells, Threshold};
use crate::failure::value_error;
use crate::options::{LatticeName, Options, Whole};
use crate::place::wall_error;
use crate::question::on_lattice;
use crate::work;

/// What has outlines.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Outlined {
    Areas,
    Walls,
}

impl<'py> FromPyObject<'_, 'py> for Outlined {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Outlined> {
        match object.extract::<String>()?.as_str() {
            "areas" => Ok(Outlined::Areas),
            "walls" => Ok(Outlined::Walls),
            other => Err(value_error(format!(
                "there are no polygons of '{other}'; give 'areas' or 'walls'"
            ))),
        }
    }
}

/// Polygons as flat lists.
struct Rings {
    /// How far apart corners are whose numbers differ by one.
    steps: [f64; 2],
    /// The corners of all rings: x and y. Each ring ends with the corner it began with.
    corners: Vec<i64>,
    /// Where each ring ends among the corners.
    ring_ends: Vec<i64>,
    /// Where each polygon ends among the rings. The first ring of each is the outer one.
    polygon_ends: Vec<i64>,
    /// The number of the area or wall of each polygon.
    numbers: Vec<i64>,
}

impl Rings {
    fn new(steps: [f64; 2]) -> Rings {
        Rings {
            steps,
            corners: Vec::new(),
            ring_ends: Vec::new(),
            polygon_ends: Vec::new(),
            numbers: Vec::new(),
        }
    }

    fn push(&mut self, number: u32, polygon: &Polygon) -> Result<(), TryReserveError> {
        for ring in [&polygon.exterior].into_iter().chain(&polygon.holes) {
            let corners = ring.iter().chain(ring.first());
            self.corners.try_reserve(2 * (ring.len() + 1))?;
            for corner in corners {
                self.corners.extend(corner.map(crate::place::signed));
            }
            self.ring_ends.try_reserve(1)?;
            self.ring_ends
                .push(crate::place::signed(self.corners.len() / 2));
        }
        self.polygon_ends.try_reserve(1)?;
        self.polygon_ends
            .push(crate::place::signed(self.ring_ends.len()));
        self.numbers.try_reserve(1)?;
        self.numbers.push(number.into());
        Ok(())
    }

    fn into_arrays(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let corners = Array2::from_shape_vec((self.corners.len() / 2, 2), self.corners);
        let corners = corners.map_err(value_error)?.into_pyarray(py);
        let arrays = (
            corners,
            PyTuple::new(py, self.steps)?,
            self.ring_ends.into_pyarray(py),
            self.polygon_ends.into_pyarray(py),
            self.numbers.into_pyarray(py),
        );
        Ok(arrays.into_pyobject(py)?.into_any())
    }
}

/// The outlines of areas.
fn of_areas<L: Lattice>(grid: &Grid<'_, L>, rim: Rim, min_size: MinSize) -> PyResult<Rings> {
    let survey = wall::areas(grid, rim, min_size).map_err(wall_error)?;
    let corners = CornerGrid::new(grid).zip(survey.outlines());
    let Some((corners, outlines)) = corners else {
        return Err(value_error("only squares and hexagons have polygons"));
    };
    let mut rings = Rings::new(corners.steps());
    for (number, polygons) in (1..).zip(outlines) {
        for polygon in &polygons {
            rings.push(number, polygon).map_err(no_memory)?;
        }
    }
    Ok(rings)
}

/// Returns the outlines of areas or walls as flat arrays: corners (x, y), how far apart
/// two corners are whose numbers differ by one, the ends of rings, the ends of polygons,
/// and the label of each polygon. Use `polygons`.
#[pyfunction]
#[pyo3(
    signature = (image, of, min_size=Whole(2), *, threshold=None, lattice=LatticeName::Square, rim=RimName(Rim::Open), doors=None),
    text_signature = "(image, of, min_size=2, *, threshold=None, lattice='square', rim='open', doors=None)"
)]
pub(crate) fn outlines<'py>(
    image: &Bound<'py, PyAny>,
    of: Outlined,
    min_size: Whole,
    threshold: Option<Threshold>,
    lattice: LatticeName,
    rim: RimName,
    doors: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = image.py();
    let options = Options::new(min_size, lattice, Whole(1), None)?;
    let WalledCells { cells, .. } = WalledCells::read(image, threshold, doors)?;
    let RimName(rim) = rim;
    let raster = match cells {
        Cells::Plane(raster) => raster,
        Cells::None(shape) if shape.len() == 2 => return Rings::new([1.0; 2]).into_arrays(py),
        _ => {
            return Err(value_error(
                "polygons is for arrays of 2 dimensions: a volume has surfaces; label_areas gives its cavities to skimage.measure.marching_cubes",
            ));
        }
    };
    let effort = options.effort(&raster);
    let (raster, rim, min_size) = match of {
        Outlined::Areas => (raster, rim, options.min_size),
        // Walls are what the areas of the complement are if its rim is a wall.
        Outlined::Walls => (raster.complement(), Rim::Wall, MinSize::ONE),
    };
    let work = move || on_lattice!(options, raster, |grid| of_areas(&grid, rim, min_size));
    work::run(py, effort, work)??.into_arrays(py)
}

fn no_memory(_: TryReserveError) -> PyErr {
    PyMemoryError::new_err("there is no memory for the polygons")
}
