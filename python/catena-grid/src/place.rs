//! Cells as NumPy names them: (row, col), and (layer, row, col) in a volume. The
//! library names them the other way round.

use std::fmt::Debug;

use catena_grid::wall::WallError;
use catena_grid::{Cell, Voxel};
use numpy::IntoPyArray;
use numpy::ndarray::Array2;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::failure::{type_error, value_error};

/// A cell of the library.
pub(crate) trait Place: Copy + Ord + Debug + Send + 'static {
    /// How many axes there are.
    const AXES: usize;

    /// The place with these coordinates, in the order of NumPy.
    fn from_axes(axes: &[usize]) -> Option<Self>;

    /// The layer, the row and the column; the layer of a cell is 0.
    fn layer_row_column(self) -> [usize; 3];

    /// The coordinates, in the order of NumPy.
    fn axes(self) -> Vec<usize> {
        self.layer_row_column()[3 - Self::AXES..].to_vec()
    }
}

impl Place for Cell {
    const AXES: usize = 2;

    fn from_axes(axes: &[usize]) -> Option<Cell> {
        match *axes {
            [row, column] => Some(Cell::new(column, row)),
            _ => None,
        }
    }

    fn layer_row_column(self) -> [usize; 3] {
        [0, self.row, self.column]
    }
}

impl Place for Voxel {
    const AXES: usize = 3;

    fn from_axes(axes: &[usize]) -> Option<Voxel> {
        match *axes {
            [layer, row, column] => Some((column, row, layer)),
            _ => None,
        }
    }

    fn layer_row_column(self) -> [usize; 3] {
        [self.2, self.1, self.0]
    }
}

/// Cells, as an array with a row for each.
#[derive(Clone, Debug)]
pub(crate) struct PlaceList {
    axes: usize,
    coordinates: Vec<usize>,
}

impl PlaceList {
    pub(crate) fn new<P: Place>(places: &[P]) -> PlaceList {
        let coordinates = places.iter().flat_map(|place| place.axes());
        PlaceList {
            axes: P::AXES,
            coordinates: coordinates.collect(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.coordinates.len() / self.axes
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &[usize]> {
        self.coordinates.chunks_exact(self.axes)
    }

    /// An array of int64 with a row per cell.
    pub(crate) fn to_array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let numbers = self.coordinates.iter().map(|number| signed(*number));
        let array = Array2::from_shape_vec((self.len(), self.axes), numbers.collect());
        Ok(array.map_err(value_error)?.into_pyarray(py).into_any())
    }
}

/// A coordinate as NumPy indexes with it.
pub(crate) fn signed(coordinate: usize) -> i64 {
    i64::try_from(coordinate).unwrap_or(i64::MAX)
}

/// Coordinates as they are written: `(3, 5)`.
pub(crate) fn text(coordinates: &[usize]) -> String {
    let numbers: Vec<String> = coordinates.iter().map(usize::to_string).collect();
    format!("({})", numbers.join(", "))
}

/// Coordinates as a tuple.
pub(crate) fn tuple<'py>(py: Python<'py>, coordinates: &[usize]) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, coordinates)
}

/// A cell that is asked about, as it was given.
#[derive(Clone, Debug)]
pub(crate) struct PlaceArg {
    /// A number that is negative or too large is no coordinate of any array.
    coordinates: Vec<Option<usize>>,
    text: String,
}

impl<'py> FromPyObject<'_, 'py> for PlaceArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<PlaceArg> {
        let parts: Vec<Bound<'py, PyAny>> = object.try_iter()?.collect::<PyResult<_>>()?;
        if !matches!(parts.len(), 2 | 3) {
            return Err(wrong_count(2, parts.len()));
        }
        let mut texts = Vec::new();
        let mut coordinates = Vec::new();
        for part in &parts {
            texts.push(part.str()?.to_string());
            coordinates.push(match part.extract::<usize>() {
                Ok(number) => Some(number),
                Err(error) if error.is_instance_of::<PyOverflowError>(part.py()) => None,
                Err(_) => {
                    return Err(type_error(
                        "a cell is a row and a column, two whole numbers; in a volume a layer, a row and a column",
                    ));
                }
            });
        }
        Ok(PlaceArg {
            coordinates,
            text: format!("({})", texts.join(", ")),
        })
    }
}

impl PlaceArg {
    /// The place in an array of this shape.
    pub(crate) fn in_shape<P: Place>(&self, shape: &[usize]) -> PyResult<P> {
        if self.coordinates.len() != shape.len() {
            return Err(wrong_count(shape.len(), self.coordinates.len()));
        }
        let sides = self.coordinates.iter().zip(shape);
        let found: Option<Vec<usize>> = sides
            .map(|(place, side)| place.filter(|place| place < side))
            .collect();
        found
            .and_then(|axes| P::from_axes(&axes))
            .ok_or_else(|| self.outside(shape))
    }

    /// The error of a place that an array of this shape does not have.
    pub(crate) fn outside(&self, shape: &[usize]) -> PyErr {
        let array = match shape {
            [rows, columns] => format!("{rows} rows and {columns} columns"),
            [layers, rows, columns] => {
                format!("{layers} layers, {rows} rows and {columns} columns")
            }
            _ => "another shape".to_owned(),
        };
        value_error(format!(
            "there is no cell {} in an array of {array}",
            self.text
        ))
    }
}

/// The error of a cell with too many or too few numbers.
fn wrong_count(axes: usize, numbers: usize) -> PyErr {
    let names = match axes {
        3 => "a layer, a row and a column",
        _ => "a row and a column",
    };
    value_error(format!("a cell is {names}, not {numbers} numbers"))
}

/// The error of the library, with cells in the order of NumPy.
pub(crate) fn wall_error<P: Place>(error: WallError<P>) -> PyErr {
    value_error(match error {
        WallError::NoSuchCell(cell) => format!("there is no cell {}", text(&cell.axes())),
        WallError::Occupied(cell) => format!(
            "the cell {} is occupied; only empty cells leak",
            text(&cell.axes())
        ),
        other => other.to_string(),
    })
}
