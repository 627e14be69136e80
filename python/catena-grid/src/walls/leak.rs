//! How a cell leaks.

use catena_grid::wall::{self, LeakAnswer, Rim, Space};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::{RimName, WalledCells, check_lattice, in_space};
use crate::array::{Cells, Threshold};
use crate::failure::value_error;
use crate::options::{LatticeName, Options, Whole};
use crate::place::{self, Place, PlaceArg, PlaceList, wall_error};
use crate::work::{self, Effort};

/// How a cell leaks to the outside, or what would open its wall: what `leak` returns.
///
/// Cells are (row, col), in a volume (layer, row, col). If the cell leaks, `route` is a
/// shortest way out as an array of cells, `length` its number of cells, `width` that of
/// the widest way out, and `narrowest` the cell where that is narrowest. If it is
/// enclosed, `opening` is the fewest occupied cells whose removal lets it leak, and
/// `opening_cells` an array of them. What does not apply is None.
///
/// >>> import numpy as np, catena_grid as cg
/// >>> cg.leak(np.zeros((3, 3), bool), (1, 1))
/// <Leak of (1, 1): 2 cells to the outside, the widest way is 3 wide>
#[pyclass(name = "Leak", module = "catena_grid", frozen)]
#[derive(Debug)]
pub(crate) struct PyLeak {
    cell: Vec<usize>,
    answer: Finding,
}

#[derive(Debug)]
enum Finding {
    Leaks {
        route: PlaceList,
        /// The width and the narrowest cell, where cells are squares or cubes.
        widest: Option<(usize, Vec<usize>)>,
    },
    /// The opening, unless the rim is a wall.
    Enclosed(Option<PlaceList>),
}

impl PyLeak {
    fn find<S: Space>(space: &S, rim: Rim, cell: &PlaceArg, shape: &[usize]) -> PyResult<PyLeak>
    where
        S::Place: Place,
    {
        let cell: S::Place = cell.in_shape(shape)?;
        let found = wall::leak(space, rim, cell).map_err(wall_error)?;
        let answer = match found {
            LeakAnswer::Leaks(leak) => Finding::Leaks {
                route: PlaceList::new(&leak.route),
                widest: leak
                    .widest
                    .map(|widest| (widest.width, widest.narrowest.axes())),
            },
            LeakAnswer::Enclosed(opening) => {
                Finding::Enclosed(opening.map(|opening| PlaceList::new(&opening.cells)))
            }
            // The library may learn to give other answers.
            other => return Err(value_error(format!("unknown answer: {other:?}"))),
        };
        Ok(PyLeak {
            cell: cell.axes(),
            answer,
        })
    }

    fn route_list(&self) -> Option<&PlaceList> {
        match &self.answer {
            Finding::Leaks { route, .. } => Some(route),
            Finding::Enclosed(_) => None,
        }
    }

    fn widest(&self) -> Option<&(usize, Vec<usize>)> {
        match &self.answer {
            Finding::Leaks { widest, .. } => widest.as_ref(),
            Finding::Enclosed(_) => None,
        }
    }

    fn opening_list(&self) -> Option<&PlaceList> {
        match &self.answer {
            Finding::Leaks { .. } => None,
            Finding::Enclosed(opening) => opening.as_ref(),
        }
    }
}

#[pymethods]
impl PyLeak {
    /// The cell that was asked about: (row, col), or (layer, row, col).
    #[getter]
    fn cell<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        place::tuple(py, &self.cell)
    }

    /// Whether the cell is enclosed, so that it does not leak.
    #[getter]
    fn enclosed(&self) -> bool {
        matches!(self.answer, Finding::Enclosed(_))
    }

    /// A shortest way out as an array of cells, from the cell to one at the rim; None if
    /// the cell is enclosed.
    #[getter]
    fn route<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.route_list().map(|list| list.to_array(py)).transpose()
    }

    /// How many cells a shortest way out has; None if the cell is enclosed.
    #[getter]
    fn length(&self) -> Option<usize> {
        self.route_list().map(PlaceList::len)
    }

    /// The side of the largest square of empty cells (in a volume: cube) that can be slid
    /// from the cell to the rim, step by step; None if the cell is enclosed, and on hexagons.
    #[getter]
    fn width(&self) -> Option<usize> {
        self.widest().map(|(width, _)| *width)
    }

    /// The first cell on the widest way out that a larger square cannot cover; None where
    /// there is no width.
    #[getter]
    fn narrowest<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        self.widest()
            .map(|(_, cell)| place::tuple(py, cell))
            .transpose()
    }

    /// The fewest occupied cells whose removal lets the cell leak; None if it leaks
    /// already, and if the rim is a wall.
    #[getter]
    fn opening(&self) -> Option<usize> {
        self.opening_list().map(PlaceList::len)
    }

    /// The cells of the opening as an array, from the cell to the outside; None where
    /// there is no opening.
    #[getter]
    fn opening_cells<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.opening_list()
            .map(|list| list.to_array(py))
            .transpose()
    }

    /// Returns all of it as a dict.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("cell", self.cell(py)?)?;
        dict.set_item("enclosed", self.enclosed())?;
        dict.set_item("route", self.route(py)?)?;
        dict.set_item("length", self.length())?;
        dict.set_item("width", self.width())?;
        dict.set_item("narrowest", self.narrowest(py)?)?;
        dict.set_item("opening", self.opening())?;
        dict.set_item("opening_cells", self.opening_cells(py)?)?;
        Ok(dict)
    }

    fn __repr__(&self) -> String {
        let cell = place::text(&self.cell);
        match &self.answer {
            Finding::Leaks { route, widest } => {
                let (cells, s) = (route.len(), plural(route.len()));
                let wide = widest.as_ref().map_or(String::new(), |(width, _)| {
                    format!(", the widest way is {width} wide")
                });
                format!("<Leak of {cell}: {cells} cell{s} to the outside{wide}>")
            }
            Finding::Enclosed(Some(opening)) => {
                let (cells, s) = (opening.len(), plural(opening.len()));
                format!("<Leak of {cell}: enclosed, the removal of {cells} cell{s} opens it>")
            }
            Finding::Enclosed(None) => {
                format!("<Leak of {cell}: enclosed, and nothing opens it: the rim is a wall>")
            }
        }
    }
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// Finds how an empty cell leaks to the outside: a shortest way out, and the width of
/// the widest. If the cell is enclosed, finds what would open its wall.
///
/// `cell` is (row, col), in a volume (layer, row, col). The *width* of a way is the side
/// of the square of empty cells (in a volume: cube) that can be slid along it step by
/// step, from where it covers the cell to where it touches the rim. Gaps leak in four
/// directions, six with `lattice="hex"`, six in a volume.
///
/// `image` is any array of NumPy with 2 dimensions or 3: booleans, integers, or floats
/// with a `threshold`. What is not 0 is occupied; with a threshold, what is at least
/// the threshold. Cells are (row, col).
/// With `rim="wall"` the edge of the array counts as a wall; `doors` is an array of the
/// same shape with cells that count as occupied.
///
/// >>> import numpy as np, catena_grid as cg
/// >>> image = np.array([[1, 1, 1, 1, 1],
/// ...                   [1, 0, 0, 1, 1],
/// ...                   [1, 0, 0, 0, 0],
/// ...                   [1, 1, 1, 1, 1]])
/// >>> leak = cg.leak(image, (1, 1))
/// >>> leak.length, leak.width, leak.narrowest
/// (5, 1, (2, 3))
/// >>> image[2, 4] = 1
/// >>> cg.leak(image, (1, 1)).opening_cells
/// array([[0, 1]])
#[pyfunction]
#[pyo3(
    signature = (image, cell, *, threshold=None, lattice=LatticeName::Square, rim=RimName(Rim::Open), doors=None),
    text_signature = "(image, cell, *, threshold=None, lattice='square', rim='open', doors=None)"
)]
pub(crate) fn leak(
    image: &Bound<'_, PyAny>,
    cell: PlaceArg,
    threshold: Option<Threshold>,
    lattice: LatticeName,
    rim: RimName,
    doors: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyLeak> {
    let py = image.py();
    let options = Options::new(Whole(1), lattice, Whole(1), None)?;
    let WalledCells { cells, .. } = WalledCells::read(image, threshold, doors)?;
    check_lattice(&cells, &options)?;
    let effort = Effort {
        cells: cells.count(),
        is_search: false,
    };
    let shape = cells.shape();
    let RimName(rim) = rim;
    let work = move || {
        // An array without a cell has not this one either.
        if let Cells::None(_) = cells {
            return Err(cell.outside(&shape));
        }
        in_space!(options, cells, |space| PyLeak::find(
            space, rim, &cell, &shape
        ))
    };
    work::run(py, effort, work)?
}
