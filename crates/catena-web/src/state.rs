//! [`AppState`]: what the handlers share. It stores no games: each request
//! contains its own, so the server can be restarted at any time.

use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::error::ApiError;
use crate::limit::ServerLimits;

/// What the handlers share: the limits, and the slots that enforce them.
#[derive(Clone, Debug)]
pub struct AppState {
    pub(crate) limits: Arc<ServerLimits>,
    /// Host names that requests may use besides IP addresses and `localhost`.
    pub(crate) host_names: Arc<[String]>,
    workers: Arc<Semaphore>,
    pub(crate) searches: Arc<Semaphore>,
}

impl AppState {
    /// A state with these limits.
    #[must_use]
    pub fn new(limits: ServerLimits) -> AppState {
        AppState {
            host_names: Arc::new([]),
            workers: Arc::new(Semaphore::new(limits.workers.max(1))),
            searches: Arc::new(Semaphore::new(limits.searches)),
            limits: Arc::new(limits),
        }
    }

    /// The same state, for a server that is also known by these names.
    #[must_use]
    pub fn with_host_names(mut self, names: Vec<String>) -> AppState {
        self.host_names = names.into();
        self
    }

    /// Runs a calculation on a thread for blocking work, so that other requests
    /// are answered at the same time.
    pub(crate) async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let slot = self.workers.clone().acquire_owned().await;
        let slot = slot.map_err(|_| ApiError::Internal)?;
        // The work keeps the slot until it ends, even if the client disconnects.
        tokio::task::spawn_blocking(move || {
            let answer = work();
            drop(slot);
            answer
        })
        .await
        .map_err(|_| ApiError::Internal)
    }
}
