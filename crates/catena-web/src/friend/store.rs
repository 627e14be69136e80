//! [`GameStore`]: where games are kept.

use crate::friend::link::GameId;
use crate::friend::time::UnixMs;

/// Why the store did not do what it was asked for.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum StoreError {
    #[error("the store of games is closed")]
    Closed,
    #[error("the store of games failed: {0}")]
    Failed(String),
}

impl StoreError {
    pub(crate) fn new(error: impl ToString) -> StoreError {
        StoreError::Failed(error.to_string())
    }
}

/// A change of what is stored.
#[derive(Debug)]
pub(crate) enum Change {
    /// A game as it is now.
    Save(GameId, Vec<u8>),
    /// The server was running at this time.
    Alive(UnixMs),
}

/// What becomes of a stored game.
#[derive(Debug)]
pub(crate) enum Fate {
    Keep,
    Replace(Vec<u8>),
    Forget,
}

/// Games by name. What they contain is not the store's concern.
pub(crate) trait GameStore: Send {
    fn read(&self, id: GameId) -> Result<Option<Vec<u8>>, StoreError>;

    /// Makes all of these changes or none. When it returns they have reached the disk.
    fn write(&mut self, changes: &[Change]) -> Result<(), StoreError>;

    fn count(&self) -> Result<u64, StoreError>;

    /// Returns the last time at which the server is known to have been running.
    fn alive(&self) -> Result<Option<UnixMs>, StoreError>;

    /// Asks about every game what is to become of it, and does that.
    fn review(&mut self, judge: &mut dyn FnMut(GameId, &[u8]) -> Fate) -> Result<(), StoreError>;
}
