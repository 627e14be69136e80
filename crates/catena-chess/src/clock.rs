//! [`Clocks`]: the time of the two players, which changes hands on a switch.

use std::time::Duration;

use crate::outcome::Player;

/// How time is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeControl {
    /// There is no limit.
    #[default]
    Unlimited,
    /// Each player has a clock.
    Clock {
        /// What is on it when the game starts.
        initial: Duration,
        /// What is added after each move.
        increment: Duration,
    },
    /// Each move has the same time.
    PerMove(Duration),
}

/// The time that is left to the players.
///
/// The clocks do not run by themselves: the caller says how long a move took.
///
/// ```
/// use std::time::Duration;
/// use catena_chess::{Clocks, Player, TimeControl};
///
/// let seconds = Duration::from_secs;
/// let mut clocks = Clocks::new(TimeControl::Clock { initial: seconds(60), increment: seconds(1) });
/// assert!(clocks.spend(Player::First, seconds(11)));
/// assert_eq!(clocks.left(Player::First), Some(seconds(50)));
///
/// clocks.exchange();
/// assert_eq!(clocks.left(Player::First), Some(seconds(60)));
/// assert_eq!(clocks.left(Player::Second), Some(seconds(50)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clocks {
    control: TimeControl,
    first: Duration,
    second: Duration,
}

impl Clocks {
    /// The clocks at the start of a game.
    #[must_use]
    pub const fn new(control: TimeControl) -> Clocks {
        let left = match control {
            TimeControl::Unlimited => Duration::ZERO,
            TimeControl::Clock { initial, .. } => initial,
            TimeControl::PerMove(time) => time,
        };
        Clocks {
            control,
            first: left,
            second: left,
        }
    }

    /// How time is given.
    #[must_use]
    pub const fn control(&self) -> TimeControl {
        self.control
    }

    /// The time this player has left, for the game or for a move; `None` if
    /// there is no limit.
    #[must_use]
    pub const fn left(&self, player: Player) -> Option<Duration> {
        match (self.control, player) {
            (TimeControl::Unlimited, _) => None,
            (_, Player::First) => Some(self.first),
            (_, Player::Second) => Some(self.second),
        }
    }

    /// Takes the time of a move from the player's clock, and adds what a move
    /// earns. Returns whether there was enough.
    pub fn spend(&mut self, player: Player, elapsed: Duration) -> bool {
        let clock = match player {
            Player::First => &mut self.first,
            Player::Second => &mut self.second,
        };
        match self.control {
            TimeControl::Unlimited => true,
            TimeControl::PerMove(time) => elapsed <= time,
            TimeControl::Clock { increment, .. } => match clock.checked_sub(elapsed) {
                Some(left) => {
                    *clock = left.saturating_add(increment);
                    true
                }
                None => {
                    *clock = Duration::ZERO;
                    false
                }
            },
        }
    }

    /// Sets the player's clock to zero: the time is up.
    pub(crate) const fn run_out(&mut self, player: Player) {
        match player {
            Player::First => self.first = Duration::ZERO,
            Player::Second => self.second = Duration::ZERO,
        }
    }

    /// Exchanges the clocks, as a switch does. With a fixed time per move
    /// there is nothing to exchange.
    pub const fn exchange(&mut self) {
        core::mem::swap(&mut self.first, &mut self.second);
    }
}
