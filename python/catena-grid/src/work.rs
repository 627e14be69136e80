//! Long work: without the interpreter lock, and ended by Ctrl-C.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::{PyMemoryError, PyOSError, PyRuntimeError};
use pyo3::prelude::*;

/// How often a long call looks for Ctrl-C.
const LOOK: Duration = Duration::from_millis(20);

/// Work on up to this many cells is done at once: it takes less time than a
/// person needs to press Ctrl-C, and starting a thread costs as much as a small
/// array.
const SMALL: usize = 1 << 16;

/// Work on more cells than this first asks whether there is memory for it.
const LARGE: usize = 1 << 22;

/// The most memory that a question needs, in bytes per cell: labels of 4 bytes,
/// the numbers of runs and spans, and the array that is returned.
const BYTES_PER_CELL: usize = 16;

/// How much work there is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    pub(crate) cells: usize,
    /// Whether it may be a search that takes seconds on few cells.
    pub(crate) is_search: bool,
}

/// Runs the work without the interpreter lock. Ctrl-C ends the call: the thread
/// that works owns all it needs, so it is left to finish by itself.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    effort: Effort,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    if effort.cells > LARGE {
        check_memory(effort.cells)?;
    }
    if effort.cells <= SMALL && !effort.is_search {
        return py
            .detach(|| catch_unwind(AssertUnwindSafe(work)))
            .map_err(|panic| internal_error(panic.as_ref()));
    }
    let (sender, mut receiver) = channel();
    let thread = thread::Builder::new().name("catena-grid".to_owned());
    let worker = thread
        .spawn(move || {
            // Nobody listens after Ctrl-C.
            let _ = sender.send(work());
        })
        .map_err(|error| PyOSError::new_err(format!("cannot start a thread: {error}")))?;
    loop {
        let waiting = &mut receiver;
        match py.detach(move || waiting.recv_timeout(LOOK)) {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(match py.detach(|| worker.join()) {
                    Err(panic) => internal_error(panic.as_ref()),
                    Ok(()) => PyRuntimeError::new_err("the work ended without a result"),
                });
            }
        }
    }
}

/// Refuses work for which there is no memory: running out of it later would end
/// the interpreter.
fn check_memory(cells: usize) -> PyResult<()> {
    let bytes = cells.saturating_mul(BYTES_PER_CELL);
    Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| {
        PyMemoryError::new_err(format!(
            "an array of {cells} cells needs up to {bytes} bytes of memory"
        ))
    })
}

/// The exception for a panic, which would be an error of ours.
fn internal_error(panic: &(dyn Any + Send)) -> PyErr {
    let text = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("unknown");
    PyRuntimeError::new_err(format!("internal error of catena-grid: {text}"))
}
