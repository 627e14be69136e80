//! Errors of the library as exceptions of Python.

use std::fmt::Display;

use pyo3::PyErr;
use pyo3::exceptions::{PyTypeError, PyValueError};

/// A `ValueError` with the sentence of this error.
pub(crate) fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A `TypeError` with this sentence.
pub(crate) fn type_error(error: impl Display) -> PyErr {
    PyTypeError::new_err(error.to_string())
}
