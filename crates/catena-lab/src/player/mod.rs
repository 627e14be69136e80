//! Who plays: our engine in different settings, chance, or any program that speaks
//! UCI (the Universal Chess Interface).
//!
//! A [`PlayerConfig`] describes a player, and [`PlayerConfig::start`] makes it a
//! [`MatchPlayer`].
//! Anything else that can choose a move plays a match by implementing that trait.

mod engine_player;
mod error;
mod random_player;
mod uci_client;
mod uci_player;
mod uci_reply;

use core::fmt;
use core::str::FromStr;
use std::path::PathBuf;
use std::time::Duration;

use catena_chess::{Decision, Game, SsccPosition, Variant};
use catena_engine::score::Score;
use catena_engine::{Limits, Signal};
use thiserror::Error;

use self::engine_player::EnginePlayer;
use self::random_player::RandomPlayer;
use self::uci_player::UciPlayer;

pub use self::error::PlayerError;

/// A kind of player.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayerKind {
    /// Our engine as it is.
    Engine,
    /// Our engine with the network of this file as its evaluation, see
    /// [`Network::named`](catena_engine::network::Network::named).
    Network(PathBuf),
    /// Our engine, blind to the switch: it never switches and never expects it.
    Blind,
    /// Our engine, blind to the switch, which then switches whenever the
    /// static evaluation says that the other side is better.
    StaticSwitch,
    /// Any legal decision, each as likely as the others.
    Random,
    /// A program that speaks UCI, and its arguments, separated by spaces. For
    /// Switch-Side Chain-Chess it must have `sscc` as a `UCI_Variant`.
    Program(String),
}

impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerKind::Engine => f.pad("catena"),
            PlayerKind::Network(file) => f.pad(&format!("catena:{}", file.display())),
            PlayerKind::Blind => f.pad("blind"),
            PlayerKind::StaticSwitch => f.pad("static-switch"),
            PlayerKind::Random => f.pad("random"),
            PlayerKind::Program(program) => f.pad(program),
        }
    }
}

/// The text names no player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "the player '{0}' is not one of catena, blind, static-switch, random, nor catena: and a \
     network, nor uci: and a program"
)]
pub struct ParsePlayerError(String);

impl FromStr for PlayerKind {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<PlayerKind, ParsePlayerError> {
        Ok(match text {
            "catena" => PlayerKind::Engine,
            "blind" => PlayerKind::Blind,
            "static-switch" => PlayerKind::StaticSwitch,
            "random" => PlayerKind::Random,
            _ => match text.split_once(':') {
                Some(("uci", program)) if !program.trim().is_empty() => {
                    PlayerKind::Program(program.to_owned())
                }
                Some(("catena", file)) if !file.is_empty() => {
                    PlayerKind::Network(PathBuf::from(file))
                }
                _ => return Err(ParsePlayerError(text.escape_debug().to_string())),
            },
        })
    }
}

/// How long to wait for a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Patience {
    /// For `uciok` and `readyok`.
    pub ready: Duration,
    /// For `bestmove`, where no clock says how long: with a limit of nodes or depth.
    pub think: Duration,
}

impl Default for Patience {
    /// Ten seconds to be ready, ten minutes to think.
    fn default() -> Patience {
        Patience {
            ready: Duration::from_secs(10),
            think: Duration::from_secs(600),
        }
    }
}

/// How a player is set up.
///
/// ```
/// use catena_lab::player::{PlayerConfig, PlayerKind};
///
/// let mut player = PlayerConfig::new("uci:stockfish".parse()?);
/// player.options.push(("Threads".into(), "1".into()));
/// assert_eq!(player.name, "stockfish");
/// # Ok::<(), catena_lab::player::ParsePlayerError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlayerConfig {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub kind: PlayerKind,
    /// The transposition table of our engine, in mebibytes.
    pub hash: usize,
    /// UCI options, by name.
    pub options: Vec<(String, String)>,
    /// How long to wait for a program.
    pub patience: Patience,
}

impl PlayerConfig {
    /// A player of this kind, named after it, with a table of 16 MiB.
    #[must_use]
    pub fn new(kind: PlayerKind) -> PlayerConfig {
        PlayerConfig {
            name: kind.to_string(),
            kind,
            hash: 16,
            options: Vec::new(),
            patience: Patience::default(),
        }
    }

    /// Sets the player up for games of this variant.
    ///
    /// # Errors
    ///
    /// If a program does not start or does not know the variant, or if an engine's
    /// table is empty or does not fit into memory.
    pub fn start(&self, variant: Variant) -> Result<Box<dyn MatchPlayer>, PlayerError> {
        Ok(match &self.kind {
            PlayerKind::Engine => Box::new(EnginePlayer::new(self, variant)?),
            PlayerKind::Network(file) => {
                let mut player = EnginePlayer::new(self, variant)?;
                player.set_network(file)?;
                Box::new(player)
            }
            PlayerKind::Blind => Box::new(EnginePlayer::new(self, Variant::Chess)?),
            PlayerKind::StaticSwitch => {
                let mut player = EnginePlayer::new(self, Variant::Chess)?;
                player.switches_by_eval = variant.has_switches();
                Box::new(player)
            }
            PlayerKind::Random => Box::new(RandomPlayer::default()),
            PlayerKind::Program(program) => Box::new(UciPlayer::start(self, program, variant)?),
        })
    }
}

/// What a player is asked: to choose a decision in a game that is not over.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MoveRequest<'a> {
    /// The game so far.
    pub game: &'a Game,
    /// Which game it is.
    pub variant: Variant,
    /// How much to think.
    pub limits: Limits,
    /// When the flag falls: an answer after this time loses. `None` if the game has
    /// no clock.
    pub deadline: Option<Duration>,
    /// Ends the thinking when the match is stopped.
    pub signal: &'a Signal,
}

impl MoveRequest<'_> {
    /// The position on the board.
    #[must_use]
    pub fn position(&self) -> &SsccPosition {
        self.game.position()
    }
}

/// A decision and what the player thinks it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredDecision {
    /// The decision.
    pub decision: Decision,
    /// Its worth to the player who makes it, if they tell.
    pub score: Option<Score>,
}

/// A player of a match.
pub trait MatchPlayer: fmt::Debug {
    /// Prepares for a new game. The seed is for players that leave it to chance.
    ///
    /// # Errors
    ///
    /// If a program does not answer.
    fn new_game(&mut self, seed: u64) -> Result<(), PlayerError>;

    /// Chooses a decision.
    ///
    /// # Errors
    ///
    /// If a program does not answer, or with something that is no legal decision.
    fn choose(&mut self, request: &MoveRequest<'_>) -> Result<ScoredDecision, PlayerError>;
}
