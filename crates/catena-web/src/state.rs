//! [`AppState`]: what the handlers share. Games between friends are in a store; of all other
//! games the server keeps nothing: each request contains its own. So the server can be
//! restarted at any time. The engines remember what they have searched, which saves time and
//! nothing else.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher as _;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use tokio::sync::Semaphore;

use crate::engine_pool::EnginePool;
use crate::error::ApiError;
use crate::friend::FriendHub;
use crate::limit::ServerLimits;

/// What the handlers share: the limits, and the slots that enforce them.
#[derive(Clone, Debug)]
pub struct AppState {
    pub(crate) limits: Arc<ServerLimits>,
    /// Host names that requests may use besides IP addresses and `localhost`.
    pub(crate) host_names: Arc<[String]>,
    /// Another name after each start of the server.
    pub(crate) boot: Arc<str>,
    workers: Arc<Semaphore>,
    images: Arc<Semaphore>,
    /// The places for requests with a PGN file.
    pub(crate) large: Arc<Semaphore>,
    pub(crate) engines: EnginePool,
    /// The games between friends, if they are offered.
    pub(crate) friends: Option<FriendHub>,
}

impl AppState {
    /// A state with these limits.
    #[must_use]
    pub fn new(limits: ServerLimits) -> AppState {
        AppState {
            host_names: Arc::new([]),
            boot: boot_name().into(),
            workers: Arc::new(Semaphore::new(limits.workers.max(1))),
            images: Arc::new(Semaphore::new(limits.images.max(1))),
            large: Arc::new(Semaphore::new(limits.pgn_requests.max(1))),
            engines: EnginePool::new(&limits),
            friends: None,
            limits: Arc::new(limits),
        }
    }

    /// The same state, for a server that offers games between friends and keeps them in this
    /// file.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened, is no store of games, or is in use by another server.
    pub fn with_friends(mut self, file: &Path) -> io::Result<AppState> {
        self.friends = Some(FriendHub::open(file, self.limits.clone())?);
        Ok(self)
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
        run_in(self.workers.clone(), work).await
    }

    /// Does the same for a calculation about an image, which takes longer and needs
    /// more memory. It has slots of its own, so that other requests need not wait.
    pub(crate) async fn compute_image<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        run_in(self.images.clone(), work).await
    }
}

/// Waits for one of these slots, and then runs a calculation on a thread for blocking
/// work.
async fn run_in<T: Send + 'static>(
    slots: Arc<Semaphore>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ApiError> {
    let slot = slots.acquire_owned().await;
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

/// Returns a name that no other start of the server has: the standard library seeds its
/// hashers at random.
fn boot_name() -> String {
    let number = RandomState::new().hash_one((SystemTime::now(), std::process::id()));
    format!("{number:016x}")
}
