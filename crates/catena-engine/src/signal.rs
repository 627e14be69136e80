//! [`Signal`]: how another thread tells a search to end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Stops a search, or lets one that ponders go on with its clock running.
///
/// Clones share the same state.
///
/// ```
/// use catena_engine::Signal;
///
/// let signal = Signal::default();
/// let other = signal.clone();
/// other.stop();
/// assert!(signal.is_stopped());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Signal {
    state: Arc<SignalState>,
}

#[derive(Debug, Default)]
struct SignalState {
    stopped: AtomicBool,
    ponder_hit: AtomicBool,
}

impl Signal {
    /// Ends the search as soon as possible.
    pub fn stop(&self) {
        self.state.stopped.store(true, Relaxed);
    }

    /// The move that was pondered on was played: the limits hold from now on.
    pub fn ponder_hit(&self) {
        self.state.ponder_hit.store(true, Relaxed);
    }

    /// Whether [`Signal::stop`] was called.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.state.stopped.load(Relaxed)
    }

    /// Whether [`Signal::ponder_hit`] was called.
    #[must_use]
    pub fn is_ponder_hit(&self) -> bool {
        self.state.ponder_hit.load(Relaxed)
    }
}
