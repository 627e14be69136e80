//! [`PyEngine`]: the engine in this process.

use std::any::Any;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use catena_chess::Variant;
use catena_engine::{Engine, Limits, STACK, SearchResult, Settings, Signal, Strength};
use pyo3::exceptions::{PyMemoryError, PyOSError, PyRuntimeError};
use pyo3::prelude::*;

use crate::failure::value_error;
use crate::game::PyGame;
use crate::plain::{Given, Whole, decision};
use crate::search::{Newest, PlainResult, limits_of, plain_result};

/// How often a search looks for Ctrl-C.
const LOOK: Duration = Duration::from_millis(20);

/// The ranges of the UCI options of the same names.
const MOST_HASH: usize = 1 << 25;
const MOST_THREADS: usize = 512;
const MOST_LINES: usize = 256;

/// An engine, and the search that it does now.
#[pyclass(name = "Engine", module = "catena_chess._native", frozen)]
#[derive(Debug)]
pub(crate) struct PyEngine {
    hash: usize,
    settings: Settings,
    /// `None` while it searches.
    idle: Mutex<Option<Engine>>,
    signal: Mutex<Option<Signal>>,
}

/// What the thread that searched gives back.
type Done = (Engine, SearchResult, Newest);

/// The content, also after a panic of another thread: each is replaced as a whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn check_range(name: &str, value: Whole, least: usize, most: usize) -> PyResult<usize> {
    match usize::try_from(value.0) {
        Ok(value) if (least..=most).contains(&value) => Ok(value),
        _ => Err(value_error(format!(
            "{name} is a number from {least} to {most}, not {}",
            value.0
        ))),
    }
}

fn new_engine(hash: usize) -> PyResult<Engine> {
    Engine::new(hash).map_err(|error| PyMemoryError::new_err(error.to_string()))
}

#[pymethods]
impl PyEngine {
    #[new]
    fn new(hash: Whole, threads: Whole, skill: Whole) -> PyResult<PyEngine> {
        let hash = check_range("hash", hash, 1, MOST_HASH)?;
        let full = usize::from(Strength::FULL_SKILL);
        let skill = check_range("skill", skill, 0, full)?;
        Ok(PyEngine {
            hash,
            settings: Settings {
                threads: check_range("threads", threads, 1, MOST_THREADS)?,
                strength: u8::try_from(skill).map_or(Strength::FULL, Strength::from_skill),
                ..Settings::default()
            },
            idle: Mutex::new(Some(new_engine(hash)?)),
            signal: Mutex::new(None),
        })
    }

    /// Searches until a limit is reached, `stop` is called or Ctrl-C is pressed.
    fn search(
        &self,
        py: Python<'_>,
        game: &PyGame,
        limits: &Bound<'_, PyAny>,
        multipv: Whole,
        root_moves: Vec<Given>,
        has_switches: bool,
    ) -> PyResult<PlainResult> {
        let multi_pv = check_range("multipv", multipv, 1, MOST_LINES)?;
        let position = game.position();
        let search_moves = root_moves
            .into_iter()
            .map(|given| decision(py, position, given))
            .collect::<PyResult<_>>()?;
        let limits = limits_of(limits, search_moves)?;
        let mut engine = self.take()?;
        engine.set_settings(Settings {
            variant: if has_switches {
                Variant::Sscc
            } else {
                Variant::Chess
            },
            multi_pv,
            ..self.settings
        });
        if let Err(error) = engine.set_position(&game.start(), &game.decisions()) {
            self.put_back(engine);
            return Err(value_error(error));
        }
        self.run(py, engine, limits)
    }

    /// Ends the search that another thread waits for.
    fn stop(&self) {
        if let Some(signal) = lock(&self.signal).as_ref() {
            signal.stop();
        }
    }

    /// Forgets all that was learnt, as for a new game.
    fn clear(&self) -> PyResult<()> {
        let mut engine = self.take()?;
        engine.clear();
        self.put_back(engine);
        Ok(())
    }
}

impl PyEngine {
    fn take(&self) -> PyResult<Engine> {
        lock(&self.idle)
            .take()
            .ok_or_else(|| PyRuntimeError::new_err("the engine is searching already"))
    }

    fn put_back(&self, engine: Engine) {
        *lock(&self.idle) = Some(engine);
    }

    /// Searches in a thread of its own, which has the stack that a search needs, while
    /// this one looks for Ctrl-C.
    fn run(&self, py: Python<'_>, mut engine: Engine, limits: Limits) -> PyResult<PlainResult> {
        let signal = Signal::default();
        *lock(&self.signal) = Some(signal.clone());
        let (sender, receiver) = channel::<Done>();
        let worker_signal = signal.clone();
        let worker = thread::Builder::new()
            .name("catena-engine".to_owned())
            .stack_size(STACK)
            .spawn(move || {
                let mut newest = Newest::default();
                let result =
                    engine.search(&limits, &worker_signal, &mut |report| newest.take(report));
                let _ = sender.send((engine, result, newest));
            });
        let worker = match worker {
            Ok(worker) => worker,
            Err(error) => {
                self.put_back(new_engine(self.hash)?);
                return Err(PyOSError::new_err(format!(
                    "cannot start a thread: {error}"
                )));
            }
        };
        let (done, interrupt) = wait(py, receiver, &signal);
        *lock(&self.signal) = None;
        let panic = py.detach(|| worker.join()).err();
        match done {
            Some((engine, result, newest)) => {
                self.put_back(engine);
                interrupt.map_or_else(|| Ok(plain_result(&result, newest)), Err)
            }
            None => {
                self.put_back(new_engine(self.hash)?);
                Err(internal_error(panic.as_deref()))
            }
        }
    }
}

/// Waits for the result. After Ctrl-C the search is stopped and the exception comes
/// with its result.
fn wait(
    py: Python<'_>,
    mut receiver: Receiver<Done>,
    signal: &Signal,
) -> (Option<Done>, Option<PyErr>) {
    let mut interrupt = None;
    loop {
        let waiting = &mut receiver;
        match py.detach(move || waiting.recv_timeout(LOOK)) {
            Ok(done) => return (Some(done), interrupt),
            Err(RecvTimeoutError::Disconnected) => return (None, interrupt),
            Err(RecvTimeoutError::Timeout) => {
                if let Err(error) = py.check_signals() {
                    signal.stop();
                    interrupt = Some(error);
                }
            }
        }
    }
}

/// The exception for a panic, which would be an error of ours.
fn internal_error(panic: Option<&(dyn Any + Send)>) -> PyErr {
    let text = panic
        .and_then(|panic| {
            panic
                .downcast_ref::<String>()
                .map(String::as_str)
                .or_else(|| panic.downcast_ref::<&str>().copied())
        })
        .unwrap_or("unknown");
    PyRuntimeError::new_err(format!("internal error of catena-engine: {text}"))
}
