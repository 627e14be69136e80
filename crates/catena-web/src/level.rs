//! [`Level`]: how strong the engine plays against people.

use std::time::Duration;

use catena_chess::{SsccPosition, Variant};
use catena_engine::Settings;

use crate::error::ApiError;

/// A strength to play against.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Level {
    pub(crate) skill: u8,
    /// How long it thinks about a move without a clock.
    pub(crate) usual_time: Duration,
    /// In how many of eight positions it sees that there is a switch.
    sees_switches: u64,
}

impl Level {
    const fn new(skill: u8, milliseconds: u64, sees_switches: u64) -> Level {
        Level {
            skill,
            usual_time: Duration::from_millis(milliseconds),
            sees_switches,
        }
    }
}

/// The levels from the easiest to the strongest. Switches win games: the easiest level
/// that sees all of them beat a full-strength search that sees none. So the two below
/// it overlook most.
const LEVELS: [Level; 10] = [
    Level::new(0, 100, 0),
    Level::new(0, 100, 2),
    Level::new(0, 100, 8),
    Level::new(2, 150, 8),
    Level::new(4, 200, 8),
    Level::new(7, 300, 8),
    Level::new(10, 400, 8),
    Level::new(13, 600, 8),
    Level::new(16, 800, 8),
    Level::new(Settings::FULL_SKILL, 1500, 8),
];

/// How many levels there are.
pub(crate) const LEVEL_COUNT: usize = LEVELS.len();

impl Level {
    /// Reads the number of a level in a request.
    pub(crate) fn read(number: usize) -> Result<Level, ApiError> {
        let level = number.checked_sub(1).and_then(|index| LEVELS.get(index));
        level
            .copied()
            .ok_or_else(|| ApiError::field("level", format!("a level is from 1 to {LEVEL_COUNT}")))
    }

    /// Returns the rules that this level sees in a position. The position decides, so
    /// that the same game has the same moves.
    pub(crate) fn variant(self, position: &SsccPosition) -> Variant {
        if position.zobrist_hash() % 8 < self.sees_switches {
            Variant::Sscc
        } else {
            Variant::Chess
        }
    }
}
