//! Which cells are on a chain, and a chain through one.

use catena_grid::{Board, Cell, Raster, Undecided};
use numpy::IntoPyArray;
use numpy::ndarray::Array2;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use crate::array::{self, Cells, Threshold};
use crate::failure::{type_error, value_error};
use crate::options::{LatticeName, Options, Whole};
use crate::question::{on_lattice, only_planes, shaped};
use crate::work;

/// Returns which cells are on a chain, as an array of booleans.
///
/// A chain is a closed line of occupied cells, each next to the following one, each
/// used once, around at least `min_size` connected empty cells. Walls continue in
/// eight directions, gaps leak in four; with `lattice="hex"` both have six.
///
/// `image` is any array of NumPy with 2 dimensions: booleans, integers, or floats
/// with a `threshold`. What is not 0 is occupied; with a threshold, what is at least
/// the threshold. Cells are (row, col).
/// `out[row, col]` belongs to `image[row, col]`.
///
/// Sizes up to 3 take near linear time. Larger ones may need a search on squares;
/// if its `budget` ends, ValueError says so. `threads=0` uses all cores.
///
/// >>> import numpy as np, catena_grid as cg
/// >>> image = np.array([[0, 1, 1, 0, 0],
/// ...                   [1, 0, 0, 1, 1],
/// ...                   [0, 1, 1, 0, 0]])
/// >>> cg.on_chain(image).astype(int)
/// array([[0, 1, 1, 0, 0],
///        [1, 0, 0, 1, 0],
///        [0, 1, 1, 0, 0]])
/// >>> cg.on_chain(image / 2, threshold=0.5).sum()
/// np.int64(6)
#[pyfunction]
#[pyo3(
    signature = (image, *, min_size=Whole(2), threshold=None, lattice=LatticeName::Square, threads=Whole(1), budget=None),
    text_signature = "(image, *, min_size=2, threshold=None, lattice='square', threads=1, budget=None)"
)]
pub(crate) fn on_chain<'py>(
    image: &Bound<'py, PyAny>,
    min_size: Whole,
    threshold: Option<Threshold>,
    lattice: LatticeName,
    threads: Whole,
    budget: Option<Whole>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = image.py();
    let options = Options::new(min_size, lattice, threads, budget)?;
    let raster = match array::read(image, threshold)? {
        Cells::None(shape) if shape.len() == 2 => return shaped(py, shape, Vec::<bool>::new()),
        Cells::Plane(raster) => raster,
        _ => return Err(only_planes("on_chain")),
    };
    let shape = vec![raster.height(), raster.width()];
    let effort = options.effort(&raster);
    let work = move || -> Result<Vec<bool>, Undecided> {
        let cells = on_lattice!(options, raster, |grid| grid
            .chain_cells_by(&options.query()))?;
        drop(raster);
        Ok(unpacked(&cells))
    };
    let cells = work::run(py, effort, work)?.map_err(value_error)?;
    shaped(py, shape, cells)
}

/// Each bit as an element.
fn unpacked(raster: &Raster) -> Vec<bool> {
    let mut cells = vec![false; raster.width() * raster.height()];
    for (row, line) in cells.chunks_exact_mut(raster.width()).enumerate() {
        let words = raster.row_words(row);
        let (whole, rest) = line.as_chunks_mut::<64>();
        for (cells, word) in whole.iter_mut().zip(words) {
            let (eights, _) = cells.as_chunks_mut::<8>();
            for (cells, byte) in eights.iter_mut().zip(word.to_le_bytes()) {
                *cells = BYTES[usize::from(byte)];
            }
        }
        for (at, cell) in rest.iter_mut().enumerate() {
            *cell = words.last().is_some_and(|word| word >> at & 1 == 1);
        }
    }
    cells
}

/// The bits of each byte, the lowest first.
const BYTES: [[bool; 8]; 256] = {
    let mut bytes = [[false; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            bytes[byte][bit] = byte >> bit & 1 == 1;
            bit += 1;
        }
        byte += 1;
    }
    bytes
};

/// The place of a cell: its row and its column.
#[derive(Clone, Debug)]
pub(crate) struct RowColumn {
    cell: Option<Cell>,
    text: String,
}

impl<'py> FromPyObject<'_, 'py> for RowColumn {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<RowColumn> {
        let parts: Vec<Bound<'py, PyAny>> = object.try_iter()?.collect::<PyResult<_>>()?;
        let [row, column] = &parts[..] else {
            return Err(value_error(format!(
                "a cell is a row and a column, not {} numbers",
                parts.len()
            )));
        };
        // What is not a number is a `TypeError`; what is negative or too large
        // is no cell of any array.
        let number = |part: &Bound<'py, PyAny>| match part.extract::<usize>() {
            Ok(number) => Ok(Some(number)),
            Err(error) if error.is_instance_of::<PyOverflowError>(part.py()) => Ok(None),
            Err(_) => Err(type_error(
                "a cell is a row and a column, two whole numbers",
            )),
        };
        let (text, row, column) = (
            format!("({}, {})", row.str()?, column.str()?),
            number(row)?,
            number(column)?,
        );
        let cell = row.zip(column).map(|(row, column)| Cell::new(column, row));
        Ok(RowColumn { cell, text })
    }
}

/// Returns a chain through a cell, as an array of (row, col), or None.
///
/// The cells are in order round the chain, beginning with `cell`, which is given as
/// (row, col) too. Each is next to the following one, and the last to the first.
/// There is a chain exactly if `on_chain(image)[row, col]` holds.
///
/// `image` is any array of NumPy with 2 dimensions: booleans, integers, or floats
/// with a `threshold`. What is not 0 is occupied; with a threshold, what is at least
/// the threshold. Cells are (row, col).
///
/// >>> import numpy as np, catena_grid as cg
/// >>> image = np.array([[0, 1, 1, 0, 0],
/// ...                   [1, 0, 0, 1, 1],
/// ...                   [0, 1, 1, 0, 0]])
/// >>> chain = cg.witness(image, (1, 0))
/// >>> chain.shape
/// (6, 2)
/// >>> chain[0]
/// array([1, 0])
/// >>> cg.witness(image, (1, 4)) is None
/// True
#[pyfunction]
#[pyo3(
    signature = (image, cell, *, min_size=Whole(2), threshold=None, lattice=LatticeName::Square, budget=None),
    text_signature = "(image, cell, *, min_size=2, threshold=None, lattice='square', budget=None)"
)]
pub(crate) fn witness<'py>(
    image: &Bound<'py, PyAny>,
    cell: RowColumn,
    min_size: Whole,
    threshold: Option<Threshold>,
    lattice: LatticeName,
    budget: Option<Whole>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = image.py();
    let options = Options::new(min_size, lattice, Whole(1), budget)?;
    let outside = |shape: (usize, usize)| {
        value_error(format!(
            "there is no cell {} in an array of {} rows and {} columns",
            cell.text, shape.0, shape.1
        ))
    };
    let raster = match array::read(image, threshold)? {
        Cells::Plane(raster) => raster,
        Cells::None(shape) if shape.len() == 2 => return Err(outside((shape[0], shape[1]))),
        _ => return Err(only_planes("witness")),
    };
    let cell = cell
        .cell
        .filter(|cell| raster.contains(*cell))
        .ok_or_else(|| outside((raster.height(), raster.width())))?;
    let effort = options.effort(&raster);
    let work = move || {
        on_lattice!(options, raster, |grid| grid
            .witness_of_size(cell, options.min_size))
    };
    let chain = work::run(py, effort, work)?.map_err(value_error)?;
    let Some(chain) = chain else { return Ok(None) };
    let cells = chain.cells();
    let places = Array2::from_shape_fn((cells.len(), 2), |(at, axis)| {
        let place = [cells[at].row, cells[at].column][axis];
        i64::try_from(place).unwrap_or(i64::MAX)
    });
    Ok(Some(places.into_pyarray(py).into_any()))
}
