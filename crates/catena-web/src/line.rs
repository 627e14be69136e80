//! [`GameRequest`]: the game in a request, and how it is replayed.

use std::time::Duration;

use catena_chess::notation::fen;
use catena_chess::notation::uci::UciDecision;
use catena_chess::{Decision, Game, Player, SsccPosition, SwitchLimit, TimeControl};
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::limit::ServerLimits;

/// A game: its first position, and the moves since. The server stores no games,
/// so each request contains one.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameRequest {
    /// The FEN of the first position; the start of chess if left out.
    pub(crate) start: Option<String>,
    /// `size`, `moves` or `none`; `size` if left out.
    pub(crate) limit: Option<String>,
    /// The moves in UCI, with `s` for a switch.
    #[serde(default)]
    pub(crate) moves: Vec<String>,
    pub(crate) clock: Option<ClockDto>,
    /// What each move took, in milliseconds.
    #[serde(default)]
    pub(crate) times: Vec<u64>,
    /// How long the player to move has been thinking, in milliseconds.
    pub(crate) running_ms: Option<u64>,
    /// How the players ended the game, if they did.
    pub(crate) end: Option<EndDto>,
}

/// The time control.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(untagged, deny_unknown_fields)]
pub(crate) enum ClockDto {
    Clock {
        initial_ms: u64,
        #[serde(default)]
        increment_ms: u64,
    },
    PerMove {
        per_move_ms: u64,
    },
}

impl From<ClockDto> for TimeControl {
    fn from(clock: ClockDto) -> TimeControl {
        match clock {
            ClockDto::Clock {
                initial_ms,
                increment_ms,
            } => TimeControl::Clock {
                initial: Duration::from_millis(initial_ms),
                increment: Duration::from_millis(increment_ms),
            },
            ClockDto::PerMove { per_move_ms } => {
                TimeControl::PerMove(Duration::from_millis(per_move_ms))
            }
        }
    }
}

/// How the players ended the game.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum EndDto {
    Resign(PlayerDto),
    /// Both agree to a draw.
    Agree(bool),
    /// The player to move claims a draw.
    Claim(bool),
}

/// One of the players; the first is the one who started with White.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PlayerDto {
    First,
    Second,
}

impl From<Player> for PlayerDto {
    fn from(player: Player) -> PlayerDto {
        match player {
            Player::First => PlayerDto::First,
            Player::Second => PlayerDto::Second,
        }
    }
}

impl From<PlayerDto> for Player {
    fn from(player: PlayerDto) -> Player {
        match player {
            PlayerDto::First => Player::First,
            PlayerDto::Second => Player::Second,
        }
    }
}

impl GameRequest {
    /// Returns the position before the first move.
    pub(crate) fn start(&self, limits: &ServerLimits) -> Result<SsccPosition, ApiError> {
        start(self.start.as_deref(), self.limit.as_deref(), limits)
    }

    /// Replays the game. Calls `each` for every move, with the game before it.
    pub(crate) fn replay(
        &self,
        limits: &ServerLimits,
        mut each: impl FnMut(&Game, Decision),
    ) -> Result<Game, ApiError> {
        let control = self.clock.map_or(TimeControl::Unlimited, TimeControl::from);
        let mut game = Game::from_position(self.start(limits)?, control);
        check_count(self.moves.len(), limits)?;
        for (index, text) in self.moves.iter().enumerate() {
            let decision = decision(game.position(), index, text)?;
            each(&game, decision);
            let time = Duration::from_millis(self.times.get(index).copied().unwrap_or(0));
            game.play_timed(decision, time)
                .map_err(|error| wrong_move(index, text, error))?;
        }
        self.finish(&mut game)?;
        Ok(game)
    }

    /// Ends the game if a clock has run out or the players ended it.
    fn finish(&self, game: &mut Game) -> Result<(), ApiError> {
        if game.outcome().is_some() {
            return Ok(());
        }
        let player = game.player_to_move();
        let running = self.running_ms.map(Duration::from_millis);
        let is_flagged = running
            .zip(game.clocks().left(player))
            .is_some_and(|(running, left)| running >= left);
        let ended = match self.end {
            _ if is_flagged => game.time_is_up(player),
            None | Some(EndDto::Agree(false) | EndDto::Claim(false)) => Ok(()),
            Some(EndDto::Resign(player)) => game.resign(player.into()),
            Some(EndDto::Agree(true)) => game.agree_draw(),
            Some(EndDto::Claim(true)) => game.claim_draw(),
        };
        ended.map_err(|error| ApiError::field("end", error))
    }
}

/// Reads a position from a FEN and the name of a limit rule.
pub(crate) fn start(
    fen: Option<&str>,
    limit: Option<&str>,
    limits: &ServerLimits,
) -> Result<SsccPosition, ApiError> {
    let limit = read_limit(limit)?;
    let Some(fen) = fen else {
        return Ok(SsccPosition::new(limit));
    };
    if fen.len() > limits.fen {
        return Err(ApiError::field("start", too_long(fen)));
    }
    fen::parse(fen, limit).map_err(|error| ApiError::field("start", error))
}

/// Reads the name of a limit rule.
pub(crate) fn read_limit(name: Option<&str>) -> Result<SwitchLimit, ApiError> {
    let limit = name.map(str::parse).transpose();
    let limit = limit.map_err(|error| ApiError::field("limit", error))?;
    Ok(limit.unwrap_or_default())
}

/// Returns the message for a text that is too long for a FEN.
pub(crate) fn too_long(fen: &str) -> String {
    format!("{} characters are too many for a FEN", fen.len())
}

/// Plays moves from a position without ending the game, for analysis.
pub(crate) fn decisions(
    start: &SsccPosition,
    moves: &[String],
    limits: &ServerLimits,
) -> Result<Vec<Decision>, ApiError> {
    check_count(moves.len(), limits)?;
    let mut position = start.clone();
    let mut decisions = Vec::with_capacity(moves.len());
    for (index, text) in moves.iter().enumerate() {
        let decision = decision(&position, index, text)?;
        position
            .play(decision)
            .map_err(|error| wrong_move(index, text, error))?;
        decisions.push(decision);
    }
    Ok(decisions)
}

fn check_count(moves: usize, limits: &ServerLimits) -> Result<(), ApiError> {
    if moves <= limits.plies {
        return Ok(());
    }
    let reason = format!("a game has at most {} half-moves here", limits.plies);
    Err(ApiError::field("moves", reason))
}

fn decision(position: &SsccPosition, index: usize, text: &str) -> Result<Decision, ApiError> {
    parse_decision(position, text).map_err(|error| ApiError::Move {
        played: index,
        reason: format!(": {error}"),
    })
}

/// Reads a decision that is legal in this position, or says why it is not.
pub(crate) fn parse_decision(position: &SsccPosition, text: &str) -> Result<Decision, String> {
    // The longest move, a promotion with a switch, has six characters. Error
    // messages repeat no more than eight.
    let text = text.get(..8).unwrap_or(text);
    text.parse::<UciDecision>()
        .and_then(|uci| uci.to_decision(position))
        .map_err(|error| error.to_string())
}

fn wrong_move(index: usize, text: &str, error: impl std::fmt::Display) -> ApiError {
    ApiError::Move {
        played: index,
        reason: format!(", {text}: {error}"),
    }
}
