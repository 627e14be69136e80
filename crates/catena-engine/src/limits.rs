//! When a search ends: what `go` asks for.

use std::time::Duration;

use catena_chess::Decision;
use catena_chess::shakmaty::Color;

/// A player's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The time left.
    pub time: Duration,
    /// What every move adds.
    pub increment: Duration,
}

/// The limits of one search. The default has none: it runs until it is
/// stopped, or until there is nothing more to find.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// White's clock.
    pub white: Option<Clock>,
    /// Black's clock.
    pub black: Option<Clock>,
    /// Moves until the next time control.
    pub moves_to_go: Option<u32>,
    /// Exactly this much time.
    pub move_time: Option<Duration>,
    /// This many plies deep.
    pub depth: Option<u32>,
    /// About this many nodes.
    pub nodes: Option<u64>,
    /// Until a mate in this many moves is found.
    pub mate: Option<u32>,
    /// Only these decisions at the root; all if empty. Of a move that a switch may
    /// follow, both decisions must be named to be searched.
    pub search_moves: Vec<Decision>,
    /// Until stopped, even if nothing more can be found.
    pub infinite: bool,
    /// On the opponent's time, until [`Signal::ponder_hit`](crate::Signal::ponder_hit).
    pub ponder: bool,
}

impl Limits {
    /// Search for exactly this long.
    #[must_use]
    pub fn move_time(time: Duration) -> Limits {
        Limits {
            move_time: Some(time),
            ..Limits::default()
        }
    }

    /// Search this many plies deep.
    #[must_use]
    pub fn depth(plies: u32) -> Limits {
        Limits {
            depth: Some(plies),
            ..Limits::default()
        }
    }

    /// Search this many nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// The clock of the colour.
    #[must_use]
    pub fn clock(&self, color: Color) -> Option<Clock> {
        color.fold_wb(self.white, self.black)
    }

    /// Whether the answer must wait for `stop` or `ponderhit`.
    #[must_use]
    pub fn waits(&self) -> bool {
        self.infinite || self.ponder
    }
}
