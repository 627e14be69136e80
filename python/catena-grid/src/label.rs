//! Which cells are enclosed, and the labels of areas and walls.

use catena_grid::cavity::Cavities;
use catena_grid::{Raster, Undecided, VolumeError};
use pyo3::prelude::*;

use crate::array::{self, Cells, LayerRows, Threshold};
use crate::failure::value_error;
use crate::options::{LatticeName, Options, Whole};
use crate::question::{check_volume, default_size, on_lattice, shaped};
use crate::work;

/// The labels, and their number if it is wanted.
fn with_number<'py>(
    py: Python<'py>,
    labels: Bound<'py, PyAny>,
    number: u32,
    return_num: bool,
) -> PyResult<Bound<'py, PyAny>> {
    if return_num {
        Ok((labels, number).into_pyobject(py)?.into_any())
    } else {
        Ok(labels)
    }
}

/// The labels of areas or cavities of at least the wanted size, and how many.
fn labelled_areas(
    py: Python<'_>,
    cells: Cells,
    options: Options,
) -> PyResult<(Vec<usize>, Vec<i32>, u32)> {
    match cells {
        Cells::None(shape) => Ok((shape, Vec::new(), 0)),
        Cells::Plane(raster) => {
            let shape = vec![raster.height(), raster.width()];
            let effort = options.area_effort(&raster);
            let work =
                move || on_lattice!(options, raster, |grid| grid.label_areas(&options.query()));
            let (labels, number) = work::run(py, effort, work)?;
            Ok((shape, labels, number))
        }
        Cells::Volume(layers) => {
            let shape = layers.shape();
            let (mut labels, number) = cavity_labels(py, layers, options)?;
            for label in &mut labels {
                *label = (*label).max(0);
            }
            Ok((shape, labels, number))
        }
    }
}

/// The labels of cavities and of their walls, which are negative.
fn cavity_labels(py: Python<'_>, layers: LayerRows, options: Options) -> PyResult<(Vec<i32>, u32)> {
    check_volume(&options)?;
    let effort = options.area_effort(&layers.rows);
    let work = move || -> Result<_, VolumeError> {
        let volume = layers.volume()?;
        drop(layers);
        let cavities = Cavities::find(&volume, options.min_size);
        let number = u32::try_from(cavities.len()).unwrap_or(u32::MAX);
        Ok((cavities.labels(), number))
    };
    work::run(py, effort, work)?.map_err(value_error)
}

/// Returns which empty cells are enclosed, as an array of booleans.
///
/// A cell is enclosed if no steps through empty cells lead from it to the rim: four
/// directions on squares, six with `lattice="hex"`, six in a volume. These are the
/// cells that `scipy.ndimage.binary_fill_holes` fills.
///
/// `image` is any array of NumPy with 2 dimensions or 3: booleans, integers, or floats
/// with a `threshold`. What is not 0 is occupied; with a threshold, what is at least
/// the threshold. Cells are (row, col).
/// In a volume they are (layer, row, col). `threads=0` uses all cores.
///
/// >>> import numpy as np, catena_grid as cg
/// >>> image = np.array([[0, 1, 1, 0],
/// ...                   [1, 0, 0, 1],
/// ...                   [0, 1, 1, 0]])
/// >>> cg.enclosed(image).astype(int)
/// array([[0, 0, 0, 0],
///        [0, 1, 1, 0],
///        [0, 0, 0, 0]])
/// >>> cube = np.ones((3, 3, 3))
/// >>> cube[1, 1, 1] = 0
/// >>> np.argwhere(cg.enclosed(cube, threshold=1))
/// array([[1, 1, 1]])
#[pyfunction]
#[pyo3(
    signature = (image, *, threshold=None, lattice=LatticeName::Square, threads=Whole(1)),
    text_signature = "(image, *, threshold=None, lattice='square', threads=1)"
)]
pub(crate) fn enclosed<'py>(
    image: &Bound<'py, PyAny>,
    threshold: Option<Threshold>,
    lattice: LatticeName,
    threads: Whole,
) -> PyResult<Bound<'py, PyAny>> {
    let py = image.py();
    let options = Options::new(Whole(1), lattice, threads, None)?;
    let (shape, labels, _) = labelled_areas(py, array::read(image, threshold)?, options)?;
    let cells = py.detach(|| labels.iter().map(|label| *label > 0).collect::<Vec<bool>>());
    shaped(py, shape, cells)
}

/// Labels the enclosed areas: an array of int32, and their number if `return_num`.
///
/// An area is a group of enclosed cells, connected in eight directions (six with
/// `lattice="hex"`), of at least `min_size` cells. Areas have the numbers from 1 in
/// the order of their first cells, and everything else is 0, as with
/// `skimage.measure.label`. In a volume areas are cavities, connected at corners.
/// `min_size` is 2 for images and 1 for volumes unless it is given.
///
/// `image` is any array of NumPy with 2 dimensions or 3: booleans, integers, or floats
/// with a `threshold`. What is not 0 is occupied; with a threshold, what is at least
/// the threshold. Cells are (row, col).
/// In a volume they are (layer, row, col). `threads=0` uses all cores.
///
/// >>> import numpy as np, catena_grid as cg
/// >>> image = np.array([[0, 1, 1, 0, 0],
/// ...                   [1, 0, 0, 1, 1],
/// ...                   [0, 1, 1, 0, 0]])
/// >>> areas, n = cg.label_areas(image, min_size=2, return_num=True)
/// >>> areas
/// array([[0, 0, 0, 0, 0],
///        [0, 1, 1, 0, 0],
///        [0, 0, 0, 0, 0]], dtype=int32)
/// >>> n
/// 1
#[pyfunction]
#[pyo3(
    signature = (image, min_size=None, *, return_num=false, threshold=None, lattice=LatticeName::Square, threads=Whole(1)),
    text_signature = "(image, min_size=None, *, return_num=False, threshold=None, lattice='square', threads=1)"
)]
pub(crate) fn label_areas<'py>(
    image: &Bound<'py, PyAny>,
    min_size: Option<Whole>,
    return_num: bool,
    threshold: Option<Threshold>,
    lattice: LatticeName,
    threads: Whole,
) -> PyResult<Bound<'py, PyAny>> {
    let py = image.py();
    let cells = array::read(image, threshold)?;
    let min_size = min_size.unwrap_or(default_size(&cells));
    let options = Options::new(min_size, lattice, threads, None)?;
    let (shape, labels, number) = labelled_areas(py, cells, options)?;
    with_number(py, shaped(py, shape, labels)?, number, return_num)
}

/// Labels the walls: an array of int32, and their number if `return_num`.
///
/// A wall is a set of occupied cells that hold together when any one of them is
/// taken away (a biconnected component), and that encloses an area of at least
/// `min_size` cells. The labelled cells are those of `on_chain`. Walls have the
/// numbers from 1 in the order of their first cells; a cell of several walls has the
/// smallest. In a volume the label of an occupied cell is the number of the first
/// cavity that it touches. `min_size` is 2 for images and 1 for volumes unless it is
/// given.
///
/// `image` is any array of NumPy with 2 dimensions or 3: booleans, integers, or floats
/// with a `threshold`. What is not 0 is occupied; with a threshold, what is at least
/// the threshold. Cells are (row, col).
/// In a volume they are (layer, row, col). `threads=0` uses all cores; `budget` is
/// that of `on_chain`.
///
/// >>> import numpy as np, catena_grid as cg
/// >>> image = np.array([[0, 1, 1, 0, 0],
/// ...                   [1, 0, 0, 1, 1],
/// ...                   [0, 1, 1, 0, 0]])
/// >>> walls, m = cg.label_walls(image, return_num=True)
/// >>> walls
/// array([[0, 1, 1, 0, 0],
///        [1, 0, 0, 1, 0],
///        [0, 1, 1, 0, 0]], dtype=int32)
/// >>> m
/// 1
#[pyfunction]
#[pyo3(
    signature = (image, min_size=None, *, return_num=false, threshold=None, lattice=LatticeName::Square, threads=Whole(1), budget=None),
    text_signature = "(image, min_size=None, *, return_num=False, threshold=None, lattice='square', threads=1, budget=None)"
)]
pub(crate) fn label_walls<'py>(
    image: &Bound<'py, PyAny>,
    min_size: Option<Whole>,
    return_num: bool,
    threshold: Option<Threshold>,
    lattice: LatticeName,
    threads: Whole,
    budget: Option<Whole>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = image.py();
    let cells = array::read(image, threshold)?;
    let min_size = min_size.unwrap_or(default_size(&cells));
    let options = Options::new(min_size, lattice, threads, budget)?;
    let (shape, mut labels, number) = match cells {
        Cells::None(shape) => (shape, Vec::new(), 0),
        Cells::Volume(layers) => {
            let shape = layers.shape();
            let (labels, number) = cavity_labels(py, layers, options)?;
            (shape, labels, number)
        }
        Cells::Plane(raster) => {
            let shape = vec![raster.height(), raster.width()];
            let (labels, number) = wall_labels(py, raster, options)?;
            (shape, labels, number)
        }
    };
    py.detach(|| {
        for label in &mut labels {
            *label = (*label).min(0).wrapping_neg();
        }
    });
    with_number(py, shaped(py, shape, labels)?, number, return_num)
}

/// The labels of all cells, those of walls negative, and how many walls.
fn wall_labels(py: Python<'_>, raster: Raster, options: Options) -> PyResult<(Vec<i32>, u32)> {
    let effort = options.effort(&raster);
    let work = move || -> Result<_, Undecided> {
        let query = options.query().with_labels();
        let report = on_lattice!(options, raster, |grid| grid.analyse(&query));
        report.cells_on_chain?;
        Ok((report.labels.unwrap_or_default(), report.walls))
    };
    work::run(py, effort, work)?.map_err(value_error)
}
