//! Questions about walls: how a cell leaks, what seals a region, the outlines of
//! areas and walls, and the table of areas.

pub(crate) mod area_table;
pub(crate) mod frame;
pub(crate) mod leak;
pub(crate) mod outline;
pub(crate) mod seal;

use catena_grid::Raster;
use catena_grid::wall::Rim;
use pyo3::prelude::*;

use crate::array::{self, Cells, Threshold};
use crate::failure::value_error;
use crate::options::Options;
use crate::question::check_volume;

/// Whether the edge of the array counts as a wall, by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RimName(pub(crate) Rim);

impl<'py> FromPyObject<'_, 'py> for RimName {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<RimName> {
        match object.extract::<String>()?.as_str() {
            "open" => Ok(RimName(Rim::Open)),
            "wall" => Ok(RimName(Rim::Wall)),
            other => Err(value_error(format!(
                "there is no rim '{other}'; give 'open' or 'wall'"
            ))),
        }
    }
}

/// What is asked about: cells, and which of them are doors.
pub(crate) struct WalledCells {
    /// The cells. Doors are occupied.
    pub(crate) cells: Cells,
    /// Rows of all layers, like those of the cells.
    pub(crate) doors: Option<Raster>,
}

impl WalledCells {
    pub(crate) fn read(
        image: &Bound<'_, PyAny>,
        threshold: Option<Threshold>,
        doors: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<WalledCells> {
        let mut cells = array::read(image, threshold)?;
        let doors = doors
            .map(|doors| mask_of(&cells, doors, "doors"))
            .transpose()?
            .flatten();
        if let (Some(rows), Some(doors)) = (cells.rows_mut(), &doors) {
            for row in 0..rows.height() {
                let mut words = rows.row_words(row).to_vec();
                for (word, doors) in words.iter_mut().zip(doors.row_words(row)) {
                    *word |= doors;
                }
                rows.set_words(row, words);
            }
        }
        Ok(WalledCells { cells, doors })
    }
}

/// Refuses a lattice that volumes do not have.
pub(crate) fn check_lattice(cells: &Cells, options: &Options) -> PyResult<()> {
    match cells {
        Cells::Volume(_) => check_volume(options),
        Cells::None(_) | Cells::Plane(_) => Ok(()),
    }
}

/// A mask for these cells: an array of the same shape. `None` if there is no cell.
pub(crate) fn mask_of(
    cells: &Cells,
    mask: &Bound<'_, PyAny>,
    name: &str,
) -> PyResult<Option<Raster>> {
    let mask = array::read(mask, None)?;
    let (found, expected) = (mask.shape(), cells.shape());
    if found != expected {
        return Err(value_error(format!(
            "{name} has the shape {}, and the image {}",
            crate::place::text(&found),
            crate::place::text(&expected)
        )));
    }
    Ok(mask.into_rows())
}

/// Asks a question about the space of cells, which are not none, on the lattice of
/// the options. The question ends with a `PyResult`.
macro_rules! in_space {
    ($options:expr, $cells:expr, |$space:ident| $question:expr) => {
        match $cells {
            $crate::array::Cells::Plane(raster) => {
                $crate::question::on_lattice!($options, raster, |grid| {
                    let $space = &grid;
                    $question
                })
            }
            $crate::array::Cells::Volume(layers) => {
                let volume = layers.volume().map_err($crate::failure::value_error)?;
                drop(layers);
                let $space = &volume;
                $question
            }
            $crate::array::Cells::None(_) => {
                Err($crate::failure::value_error("the array has no cell"))
            }
        }
    };
}
pub(crate) use in_space;
