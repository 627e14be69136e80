//! The smallest patch for a region.

use catena_grid::wall::{self, Region, Rim, SealAnswer, Space};
use catena_grid::{Cell, Raster};
use numpy::{PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::{RimName, WalledCells, check_lattice, in_space, mask_of};
use crate::array::{self, Cells, Threshold};
use crate::failure::{type_error, value_error};
use crate::options::{LatticeName, Options, Whole};
use crate::place::{Place, PlaceArg, PlaceList, wall_error};
use crate::question::shaped;
use crate::work::{self, Effort};

/// The fewest cells to fill so that a region is cut off from the outside: what `seal`
/// returns.
///
/// `cells` is an array of them, (row, col) or in a volume (layer, row, col), `size` how
/// many there are, and `mask` an array of booleans with the shape of the image, so that
/// `image | patch.mask` is sealed. If the region touches the rim nothing can cut it off:
/// then all three are None, and `at_rim` has the cells of the region that are at the rim.
///
/// >>> import numpy as np, catena_grid as cg
/// >>> image = np.array([[1, 1, 1, 1], [1, 0, 0, 0], [1, 1, 1, 1]])
/// >>> cg.seal(image, (1, 1), radius=1)
/// <Patch of 1 cell>
#[pyclass(name = "Patch", module = "catena_grid", frozen)]
#[derive(Debug)]
pub(crate) struct PyPatch {
    shape: Vec<usize>,
    /// What is filled; `None` if nothing can cut the region off.
    cells: Option<PlaceList>,
    at_rim: PlaceList,
}

/// What must end up inside.
enum RegionArg {
    /// Cells, and how far the region of each reaches.
    Around(Vec<PlaceArg>, usize),
    /// The rows of all layers of a mask.
    Mask(Raster),
}

impl RegionArg {
    fn read(region: &Bound<'_, PyAny>, cells: &Cells, radius: Whole) -> PyResult<RegionArg> {
        let array = array::as_array(region)?;
        if array.dtype().kind() == b'b' {
            let mask = mask_of(cells, array.as_any(), "the mask")?;
            let mask = mask.ok_or_else(|| value_error("the array has no cell"))?;
            return Ok(RegionArg::Mask(mask));
        }
        if array.len() == 0 {
            return Err(value_error("the region has no cell"));
        }
        let places = match array.ndim() {
            1 => vec![array.extract::<PlaceArg>()?],
            2 => places_of(&array)?,
            _ => {
                return Err(type_error(
                    "a region is a cell, a list of cells, or a mask: an array of booleans",
                ));
            }
        };
        // What is farther than any array is as far as all.
        let radius = usize::try_from(radius.0).unwrap_or(usize::MAX);
        Ok(RegionArg::Around(places, radius))
    }

    fn region<'a, S: Space>(
        &self,
        space: &'a S,
        rim: Rim,
        shape: &[usize],
    ) -> PyResult<Region<'a, S>>
    where
        S::Place: Place,
    {
        let mut region = Region::new(space, rim).map_err(wall_error)?;
        match self {
            RegionArg::Around(places, radius) => {
                for place in places {
                    let place = place.in_shape(shape)?;
                    region.add_around(place, *radius).map_err(wall_error)?;
                }
            }
            RegionArg::Mask(mask) => {
                for Cell { row, column, .. } in mask.occupied_cells() {
                    // What is occupied is wall already.
                    let _ = region.add(space.place(column, row));
                }
                if region.is_empty() {
                    return Err(value_error("the mask has no empty cell of the image"));
                }
            }
        }
        Ok(region)
    }
}

fn places_of(array: &Bound<'_, PyUntypedArray>) -> PyResult<Vec<PlaceArg>> {
    let numbers = array.shape()[1];
    if !matches!(numbers, 2 | 3) {
        return Err(value_error(format!(
            "a cell is a row and a column, not {numbers} numbers; a mask is an array of booleans"
        )));
    }
    array.try_iter()?.map(|cell| cell?.extract()).collect()
}

impl PyPatch {
    fn find<S: Space>(space: &S, rim: Rim, region: &RegionArg, shape: &[usize]) -> PyResult<PyPatch>
    where
        S::Place: Place,
    {
        let region = region.region(space, rim, shape)?;
        let (cells, at_rim) = match wall::seal(&region).map_err(wall_error)? {
            SealAnswer::Sealed(patch) => (Some(patch.cells), Vec::new()),
            SealAnswer::AtRim(cells) => (None, cells),
            // The library may learn to give other answers.
            other => return Err(value_error(format!("unknown answer: {other:?}"))),
        };
        Ok(PyPatch {
            shape: shape.to_vec(),
            cells: cells.map(|cells| PlaceList::new(&cells)),
            at_rim: PlaceList::new(&at_rim),
        })
    }
}

#[pymethods]
impl PyPatch {
    /// The cells to fill, an array with a row per cell; None if nothing can cut the
    /// region off.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.cells
            .as_ref()
            .map(|cells| cells.to_array(py))
            .transpose()
    }

    /// How many cells are to be filled, 0 if the region is cut off already; None if
    /// nothing can cut it off.
    #[getter]
    fn size(&self) -> Option<usize> {
        self.cells.as_ref().map(PlaceList::len)
    }

    /// The cells to fill as an array of booleans with the shape of the image; None if
    /// nothing can cut the region off.
    #[getter]
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(cells) = &self.cells else {
            return Ok(None);
        };
        let mut mask = vec![false; self.shape.iter().product()];
        for cell in cells.iter() {
            let axes = cell.iter().zip(&self.shape);
            mask[axes.fold(0, |place, (at, side)| place * side + at)] = true;
        }
        shaped(py, self.shape.clone(), mask).map(Some)
    }

    /// The cells of the region at the rim, an array with a row per cell: without a cell
    /// if the region can be cut off.
    #[getter]
    fn at_rim<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.at_rim.to_array(py)
    }

    /// Returns the size, the cells and the cells at the rim as a dict.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("size", self.size())?;
        dict.set_item("cells", self.cells(py)?)?;
        dict.set_item("at_rim", self.at_rim(py)?)?;
        Ok(dict)
    }

    fn __repr__(&self) -> String {
        match self.size() {
            Some(1) => "<Patch of 1 cell>".to_owned(),
            Some(size) => format!("<Patch of {size} cells>"),
            None => "<Patch: none, the region touches the rim>".to_owned(),
        }
    }
}

/// Finds the fewest cells to fill so that a region is cut off from the outside. No cell
/// of the region is filled.
///
/// `region` is a cell, (row, col) or in a volume (layer, row, col), a list of cells, or a
/// mask: an array of booleans with the shape of the image. A single cell would simply be
/// walled in by its neighbours. So a cell stands for the empty cells that steps reach from
/// it within the square of side 2 `radius` + 1 around it. Of a mask all empty cells count.
/// The answer is exact: a minimum cut, checked by a flood.
///
/// `image` is any array of NumPy with 2 dimensions or 3: booleans, integers, or floats
/// with a `threshold`. What is not 0 is occupied; with a threshold, what is at least
/// the threshold. Cells are (row, col).
/// With `rim="wall"` the edge of the array counts as a wall; `doors` is an array of the
/// same shape with cells that count as occupied.
///
/// >>> import numpy as np, catena_grid as cg
/// >>> image = np.array([[1, 1, 1, 1, 1, 1],
/// ...                   [1, 0, 0, 0, 0, 0],
/// ...                   [1, 0, 0, 0, 1, 1],
/// ...                   [1, 1, 1, 1, 1, 1]])
/// >>> patch = cg.seal(image, (1, 1), radius=2)
/// >>> patch.cells
/// array([[1, 4]])
/// >>> cg.enclosed(image | patch.mask).sum()
/// np.int64(6)
/// >>> cg.seal(image, (1, 5)).at_rim
/// array([[1, 5]])
#[pyfunction]
#[pyo3(
    signature = (image, region, *, radius=Whole(3), threshold=None, lattice=LatticeName::Square, rim=RimName(Rim::Open), doors=None),
    text_signature = "(image, region, *, radius=3, threshold=None, lattice='square', rim='open', doors=None)"
)]
pub(crate) fn seal(
    image: &Bound<'_, PyAny>,
    region: &Bound<'_, PyAny>,
    radius: Whole,
    threshold: Option<Threshold>,
    lattice: LatticeName,
    rim: RimName,
    doors: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyPatch> {
    let py = image.py();
    let options = Options::new(Whole(1), lattice, Whole(1), None)?;
    let WalledCells { cells, .. } = WalledCells::read(image, threshold, doors)?;
    check_lattice(&cells, &options)?;
    let region = RegionArg::read(region, &cells, radius)?;
    // As many searches as the patch has cells, and one more.
    let effort = Effort {
        cells: cells.count(),
        is_search: true,
    };
    let shape = cells.shape();
    let RimName(rim) = rim;
    let work = move || {
        in_space!(options, cells, |space| PyPatch::find(
            space, rim, &region, &shape
        ))
    };
    work::run(py, effort, work)?
}
