//! [`Level`]: how strong the engine plays against people.

use std::time::Duration;

use catena_engine::Strength;

use crate::error::ApiError;

/// A strength to play against.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Level {
    pub(crate) strength: Strength,
    /// How long it thinks about a move without a clock, at most.
    pub(crate) usual_time: Duration,
}

/// The levels from the easiest to the strongest: the Elo number, and milliseconds per move. A
/// weaker player overlooks more, chains above all; the easiest one sees none.
const LEVELS: [(u16, u64); LEVEL_COUNT] = [
    (800, 100),
    (1000, 100),
    (1200, 100),
    (1400, 150),
    (1550, 200),
    (1700, 300),
    (1850, 400),
    (2000, 600),
    (2150, 800),
    (u16::MAX, 1500),
];

/// How many levels there are.
pub(crate) const LEVEL_COUNT: usize = 10;

impl Level {
    /// Reads the number of a level in a request.
    pub(crate) fn read(number: usize) -> Result<Level, ApiError> {
        let level = number.checked_sub(1).and_then(|index| LEVELS.get(index));
        let &(elo, milliseconds) = level.ok_or_else(|| {
            ApiError::field("level", format!("a level is from 1 to {LEVEL_COUNT}"))
        })?;
        Ok(Level {
            strength: Strength::from_elo(elo),
            usual_time: Duration::from_millis(milliseconds),
        })
    }
}
