//! [`stop_functions`]: ends what the functions compute in this process.
//!
//! A query ends when nobody waits for it any more, but a function in the middle of a batch
//! does not notice that. It looks here between rows.

use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use catena_engine::Signal;

/// The signal for calls that begin now.
static SIGNAL: LazyLock<Mutex<Signal>> = LazyLock::new(Mutex::default);

fn current() -> MutexGuard<'static, Signal> {
    SIGNAL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends what functions compute in this process, for a program that has cancelled its query:
/// these calls fail. Queries that begin later are not affected.
pub fn stop_functions() {
    std::mem::take(&mut *current()).stop();
}

/// The signal for a call that begins now.
pub(crate) fn signal() -> Signal {
    current().clone()
}
