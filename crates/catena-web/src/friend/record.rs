//! [`FriendRecord`]: what the store has of a game.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::friend::link::{Access, Seat, Secret};
use crate::friend::store::StoreError;
use crate::friend::time::{UnixMs, milliseconds};
use crate::limit::ServerLimits;
use crate::line::{ClockDto, GameRequest, PlayerDto};

/// A game as the store has it: the decisions and what each took, from which everything else
/// follows.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct FriendRecord {
    /// The secrets of the host, the guest and those who watch.
    pub(crate) secrets: [Secret; 3],
    /// Which player the host is in this round.
    pub(crate) host: PlayerDto,
    pub(crate) limit: String,
    pub(crate) clock: Option<ClockDto>,
    /// The number of the game between the two, from 1.
    pub(crate) round: u32,
    /// The decisions in UCI.
    pub(crate) moves: Vec<String>,
    /// What each took, in milliseconds.
    pub(crate) times: Vec<u64>,
    /// Since when the player to move has been thinking; none before the first move.
    pub(crate) since: Option<UnixMs>,
    /// Whether host and guest have come.
    pub(crate) came: [bool; 2],
    /// What host and guest have offered.
    pub(crate) offers: [Option<Offer>; 2],
    /// How the game ended, if not on the board.
    pub(crate) end: Option<RecordedEnd>,
    pub(crate) is_over: bool,
    /// When it was last changed.
    pub(crate) changed: UnixMs,
}

/// What a player can offer the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Offer {
    Draw,
    /// That the offering player's last move be taken back.
    Takeback,
    /// Another game, with the colours exchanged.
    Rematch,
}

/// An end that does not follow from the moves.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RecordedEnd {
    Resignation(PlayerDto),
    Agreement,
    Claim,
    /// This player ran out of time.
    Time(PlayerDto),
    /// The game has as many moves as one may have here.
    Length,
}

impl FriendRecord {
    pub(crate) fn read(bytes: &[u8]) -> Result<FriendRecord, StoreError> {
        serde_json::from_slice(bytes)
            .map_err(|error| StoreError::new(format!("a game cannot be read: {error}")))
    }

    pub(crate) fn write(&self) -> Result<Vec<u8>, StoreError> {
        serde_json::to_vec(self).map_err(StoreError::new)
    }

    /// Returns what the bearer of this secret may do.
    pub(crate) fn access(&self, secret: &Secret) -> Option<Access> {
        let [host, guest, watch] = self.secrets.map(|own| own.matches(secret));
        if host || guest {
            return Some(Access::Seat(if host { Seat::Host } else { Seat::Guest }));
        }
        watch.then_some(Access::Watch)
    }

    /// Returns when the game will be forgotten if nothing happens.
    pub(crate) fn forgotten_at(&self, limits: &ServerLimits) -> UnixMs {
        let is_going_on = !self.is_over && !self.moves.is_empty();
        let time = if is_going_on {
            limits.friend_idle_time
        } else {
            limits.friend_over_time
        };
        self.changed.saturating_add(milliseconds(time))
    }

    /// Gives the player to move back the time that the server was not running. Returns whether
    /// that changed anything.
    pub(crate) fn forgive(&mut self, alive: UnixMs, now: UnixMs) -> bool {
        match &mut self.since {
            Some(since) if !self.is_over && self.clock.is_some() => {
                let away = now.saturating_sub(alive.max(*since));
                *since += away;
                away > 0
            }
            _ => false,
        }
    }

    /// Returns the moves and their times as the replay of a game wants them.
    pub(crate) fn request(&self) -> GameRequest {
        GameRequest {
            limit: Some(self.limit.clone()),
            moves: self.moves.clone(),
            clock: self.clock,
            times: self.times.clone(),
            ..GameRequest::default()
        }
    }

    /// Returns how long the player to move has been thinking.
    pub(crate) fn thinking(&self, now: UnixMs) -> Duration {
        let since = self.since.unwrap_or(now);
        Duration::from_millis(now.saturating_sub(since))
    }
}
