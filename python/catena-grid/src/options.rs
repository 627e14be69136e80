//! The options that the functions share.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;

use catena_grid::{DEFAULT_BUDGET, MinSize, MinSizeError};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use crate::failure::value_error;

/// A whole number, not negative.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Whole(pub(crate) u64);

impl<'py> FromPyObject<'_, 'py> for Whole {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Whole> {
        match object.extract::<u64>() {
            Ok(number) => Ok(Whole(number)),
            Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
                Err(value_error(format!(
                    "{} is not a whole number from 0 to {}",
                    object.str()?,
                    u64::MAX
                )))
            }
            Err(error) => Err(error),
        }
    }
}

/// The lattices by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LatticeName {
    Square,
    Hex,
}

impl LatticeName {
    pub(crate) fn name(self) -> &'static str {
        match self {
            LatticeName::Square => "square",
            LatticeName::Hex => "hex",
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for LatticeName {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<LatticeName> {
        match object.extract::<String>()?.as_str() {
            "square" => Ok(LatticeName::Square),
            "hex" => Ok(LatticeName::Hex),
            other => Err(value_error(format!(
                "there is no lattice '{other}'; give 'square' or 'hex'"
            ))),
        }
    }
}

/// How to look at an array.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options {
    pub(crate) min_size: MinSize,
    pub(crate) lattice: LatticeName,
    pub(crate) threads: usize,
    pub(crate) budget: u64,
}

impl Options {
    pub(crate) fn new(
        min_size: Whole,
        lattice: LatticeName,
        threads: Whole,
        budget: Option<Whole>,
    ) -> PyResult<Options> {
        Ok(Options {
            min_size: min_size_of(min_size)?,
            lattice,
            threads: threads_of(threads),
            budget: budget.map_or(DEFAULT_BUDGET, |budget| budget.0),
        })
    }

    /// Whether a question about chains may need a search.
    pub(crate) fn is_search(&self) -> bool {
        self.lattice == LatticeName::Square && self.min_size > MinSize::THREE
    }
}

/// The minimum size with this number of cells.
pub(crate) fn min_size_of(cells: Whole) -> PyResult<MinSize> {
    let cells = u32::try_from(cells.0).map_err(|_| value_error(MinSizeError))?;
    MinSize::try_from(cells).map_err(value_error)
}

/// As many threads as wanted, at most one per core; 0 are all cores.
fn threads_of(threads: Whole) -> usize {
    let cores = available_parallelism().map_or(1, NonZeroUsize::get);
    match usize::try_from(threads.0) {
        Ok(threads @ 1..) => threads.min(cores),
        _ => cores,
    }
}
