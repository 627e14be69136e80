//! Which cells are on a chain, and a chain through one.

use catena_grid::{Board, Cell, Raster, Undecided};
use numpy::{PyArray2, PyArrayMethods};
use pyo3::intern;
use pyo3::prelude::*;

use crate::array::{self, Cells, Threshold};
use crate::failure::value_error;
use crate::options::{LatticeName, Options, Whole};
use crate::place::{PlaceArg, PlaceList};
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
    let effort = options.effort(&raster);
    let work = move || -> Result<Raster, Undecided> {
        on_lattice!(options, raster, |grid| grid
            .chain_cells_by(&options.query()))
    };
    let cells = work::run(py, effort, work)?.map_err(value_error)?;
    unpacked(py, &cells)
}

/// Each bit as an element. The array is NumPy's own and not cleared before it is written
/// to: clearing it would take as long as the writing.
fn unpacked<'py>(py: Python<'py>, raster: &Raster) -> PyResult<Bound<'py, PyAny>> {
    let (width, height) = (raster.width(), raster.height());
    let numpy = py.import(intern!(py, "numpy"))?;
    let array = numpy.call_method1(intern!(py, "empty"), ((height, width), "?"))?;
    let bytes = array.call_method1(intern!(py, "view"), ("u1",))?;
    let bytes = bytes.cast_into::<PyArray2<u8>>()?;
    let mut borrowed = bytes.readwrite();
    let cells = borrowed.as_slice_mut().map_err(value_error)?;
    py.detach(|| {
        for (row, line) in cells.chunks_exact_mut(width).enumerate() {
            unpack_row(raster.row_words(row), line);
        }
    });
    Ok(array)
}

/// Writes 1 for each bit that is set, and 0 for each other one.
fn unpack_row(words: &[u64], line: &mut [u8]) {
    let (whole, rest) = line.as_chunks_mut::<64>();
    for (cells, word) in whole.iter_mut().zip(words) {
        match *word {
            // Thick walls and wide gaps have whole words.
            0 => *cells = [0; 64],
            u64::MAX => *cells = [1; 64],
            word => {
                let (eights, _) = cells.as_chunks_mut::<8>();
                for (cells, byte) in eights.iter_mut().zip(word.to_le_bytes()) {
                    *cells = BYTES[usize::from(byte)];
                }
            }
        }
    }
    for (at, cell) in rest.iter_mut().enumerate() {
        *cell = words.last().map_or(0, |word| u8::from(word >> at & 1 == 1));
    }
}

/// The bits of each byte, the lowest first.
const BYTES: [[u8; 8]; 256] = {
    let mut bytes = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            bytes[byte][bit] = (byte >> bit & 1 == 1) as u8;
            bit += 1;
        }
        byte += 1;
    }
    bytes
};

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
    cell: PlaceArg,
    min_size: Whole,
    threshold: Option<Threshold>,
    lattice: LatticeName,
    budget: Option<Whole>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = image.py();
    let options = Options::new(min_size, lattice, Whole(1), budget)?;
    let cells = array::read(image, threshold)?;
    let shape = cells.shape();
    let raster = match cells {
        Cells::Plane(raster) => raster,
        Cells::None(_) if shape.len() == 2 => return Err(cell.outside(&shape)),
        _ => return Err(only_planes("witness")),
    };
    let cell: Cell = cell.in_shape(&shape)?;
    let effort = options.effort(&raster);
    let work = move || {
        on_lattice!(options, raster, |grid| grid
            .witness_of_size(cell, options.min_size))
    };
    let chain = work::run(py, effort, work)?.map_err(value_error)?;
    let Some(chain) = chain else { return Ok(None) };
    PlaceList::new(chain.cells()).to_array(py).map(Some)
}
