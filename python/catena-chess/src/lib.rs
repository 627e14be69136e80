//! The native half of the Python package `catena_chess`.
//!
//! It decides nothing: each method is a call of `catena-chess` or `catena-engine`. What
//! a user sees, documented with examples, is in `python/catena_chess`.

mod engine;
mod failure;
mod game;
mod plain;
mod search;

use pyo3::prelude::*;

/// The native module. Import `catena_chess`, not this.
#[pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use crate::engine::PyEngine;
    #[pymodule_export]
    use crate::game::{PyGame, parse_run};
}
