//! Errors of the library as exceptions of Python.

use std::fmt::Display;

use catena_chess::notation::san::{SanMoveError, SanMoveErrorKind};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A `ValueError` with the sentence of this error.
pub(crate) fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The exception of python-chess for a move that is not legal, a `ValueError`.
pub(crate) fn illegal_move(py: Python<'_>, error: impl Display) -> PyErr {
    chess_error(py, "IllegalMoveError", error)
}

/// The exception of python-chess for a text that names no move.
pub(crate) fn san_error(py: Python<'_>, error: &SanMoveError) -> PyErr {
    let name = match error.kind {
        SanMoveErrorKind::Illegal => "IllegalMoveError",
        SanMoveErrorKind::Ambiguous => "AmbiguousMoveError",
        _ => "InvalidMoveError",
    };
    chess_error(py, name, error)
}

fn chess_error(py: Python<'_>, name: &str, error: impl Display) -> PyErr {
    let sentence = error.to_string();
    let made = py
        .import("chess")
        .and_then(|chess| chess.getattr(name))
        .and_then(|class| class.call1((sentence.as_str(),)));
    match made {
        Ok(exception) => PyErr::from_value(exception),
        Err(_) => value_error(sentence),
    }
}
