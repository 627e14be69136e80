//! The native half of the Python package `catena_grid`.
//!
//! Each function reads its arguments with the interpreter lock held, packs the
//! array into bits, and lets [`work::run`] do the rest without the lock. What a
//! user sees, documented with examples, is in `python/catena_grid`.

mod array;
mod chain;
mod chess;
mod failure;
mod label;
mod options;
mod place;
mod question;
mod report;
mod walls;
mod work;

use pyo3::prelude::*;

/// The native module. Import `catena_grid`, not this.
#[pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use crate::chain::{on_chain, witness};
    #[pymodule_export]
    use crate::chess::check::check;
    #[pymodule_export]
    use crate::chess::has_chain;
    #[pymodule_export]
    use crate::chess::position::PyPosition;
    #[pymodule_export]
    use crate::label::{enclosed, label_areas, label_walls};
    #[pymodule_export]
    use crate::report::{PyReport, analyse};
    #[pymodule_export]
    use crate::walls::leak::{PyLeak, leak};
    #[pymodule_export]
    use crate::walls::outline::outlines;
    #[pymodule_export]
    use crate::walls::seal::{PyPatch, seal};
}
