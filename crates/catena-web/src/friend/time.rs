//! [`UnixMs`] and [`ServerClock`]: the time that games are measured with.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970. Stored games need a time that a restart does not change.
pub(crate) type UnixMs = u64;

/// A clock that starts with the system's time and then never jumps, whatever is done to the
/// system's clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ServerClock {
    started: Instant,
    started_at: UnixMs,
}

impl ServerClock {
    pub(crate) fn start() -> ServerClock {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        ServerClock {
            started: Instant::now(),
            started_at: since.map_or(0, milliseconds),
        }
    }

    pub(crate) fn now(&self) -> UnixMs {
        self.started_at + milliseconds(self.started.elapsed())
    }
}

/// Returns a duration in whole milliseconds.
pub(crate) fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
