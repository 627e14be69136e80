//! Who plays a match: our engine in different settings, chance, or any
//! program that speaks UCI.

use core::fmt;
use core::str::FromStr;

use catena_chess::notation::uci::{UciDecision, UciError};
use catena_chess::{Decision, SsccPosition};
use thiserror::Error;

use crate::uci_client::UciClient;
use catena_chess::Variant;
use catena_engine::Limits;
use catena_engine::score::Score;
use catena_engine::{Engine, Settings};
use fastrand::Rng;

use catena_engine::HashSizeError;
use catena_engine::Signal;

/// A kind of player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerKind {
    /// Our engine as it is.
    Engine,
    /// Our engine, blind to the switch: it never switches and never expects it.
    Blind,
    /// Our engine, blind to the switch, which then switches whenever the
    /// static evaluation says that the other side is better.
    StaticSwitch,
    /// Any legal ply, each as likely as the others.
    Random,
    /// A program that speaks UCI; for Switch-Side Chain-Chess it must have
    /// `sscc` as a `UCI_Variant`.
    Program(String),
}

impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            PlayerKind::Engine => "catena",
            PlayerKind::Blind => "blind",
            PlayerKind::StaticSwitch => "static-switch",
            PlayerKind::Random => "random",
            PlayerKind::Program(program) => program,
        })
    }
}

/// The text names no player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "the player '{0}' is not one of catena, blind, static-switch, random, nor uci: and a program"
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
            _ => match text.strip_prefix("uci:") {
                Some(program) if !program.trim().is_empty() => {
                    PlayerKind::Program(program.to_owned())
                }
                _ => return Err(ParsePlayerError(text.escape_debug().to_string())),
            },
        })
    }
}

/// A player cannot play.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayerError {
    /// The program does not start.
    #[error("'{program}' does not start: {reason}")]
    Start {
        /// The program.
        program: String,
        /// What the system says.
        reason: String,
    },
    /// The program has ended.
    #[error("'{program}' has ended in the middle of a game")]
    Ended {
        /// The program.
        program: String,
    },
    /// The program does not answer.
    #[error("'{program}' does not say {word}")]
    Silent {
        /// The program.
        program: String,
        /// What was expected.
        word: String,
    },
    /// The program knows chess only.
    #[error("'{program}' has no UCI_Variant sscc: it can play --variant chess only")]
    ChessOnly {
        /// The program.
        program: String,
    },
    /// The player made an illegal move.
    #[error("{player} played an illegal move: {reason}")]
    Illegal {
        /// The player.
        player: String,
        /// What is wrong with it.
        reason: UciError,
    },
    /// There is not enough memory for an engine.
    #[error(transparent)]
    Memory(#[from] HashSizeError),
}

/// How a player is set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerConfig {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub kind: PlayerKind,
    /// The hash of an engine, in mebibytes.
    pub hash: usize,
    /// Options for a program, by name.
    pub options: Vec<(String, String)>,
}

impl PlayerConfig {
    /// A player of this kind, with that name.
    #[must_use]
    pub fn new(kind: PlayerKind) -> PlayerConfig {
        PlayerConfig {
            name: kind.to_string(),
            kind,
            hash: 16,
            options: Vec::new(),
        }
    }
}

/// What a player of a match decided.
#[derive(Clone, Copy, Debug)]
pub struct ScoredDecision {
    /// The ply.
    pub ply: Decision,
    /// What the player thinks it is worth, if they tell.
    pub score: Option<Score>,
}

/// A player of a match.
#[derive(Debug)]
pub struct MatchPlayer {
    name: String,
    mind: Mind,
}

#[derive(Debug)]
enum Mind {
    Engine {
        engine: Box<Engine>,
        switches_by_eval: bool,
    },
    Random(Rng),
    Program(Box<UciClient>),
}

impl MatchPlayer {
    /// Sets a player up for games of this variant.
    ///
    /// # Errors
    ///
    /// If a program does not start, or there is not enough memory.
    pub fn new(config: &PlayerConfig, variant: Variant) -> Result<MatchPlayer, PlayerError> {
        let engine = |variant| -> Result<Box<Engine>, PlayerError> {
            let mut engine = Engine::new(config.hash)?;
            engine.set_settings(Settings {
                variant,
                ..Settings::default()
            });
            Ok(Box::new(engine))
        };
        let mind = match &config.kind {
            PlayerKind::Engine => Mind::Engine {
                engine: engine(variant)?,
                switches_by_eval: false,
            },
            PlayerKind::Blind => Mind::Engine {
                engine: engine(Variant::Chess)?,
                switches_by_eval: false,
            },
            PlayerKind::StaticSwitch => Mind::Engine {
                engine: engine(Variant::Chess)?,
                switches_by_eval: variant == Variant::Sscc,
            },
            PlayerKind::Random => Mind::Random(Rng::with_seed(0)),
            PlayerKind::Program(program) => Mind::Program(Box::new(UciClient::start(
                program,
                variant,
                &config.options,
            )?)),
        };
        Ok(MatchPlayer {
            name: config.name.clone(),
            mind,
        })
    }

    /// Prepares for a new game. The seed is for players that leave it to chance.
    ///
    /// # Errors
    ///
    /// If a program does not answer.
    pub fn new_game(&mut self, seed: u64) -> Result<(), PlayerError> {
        match &mut self.mind {
            Mind::Engine { engine, .. } => engine.clear(),
            Mind::Random(random) => *random = Rng::with_seed(seed),
            Mind::Program(client) => client.new_game()?,
        }
        Ok(())
    }

    /// What to play after these plies. There must be a legal move.
    ///
    /// # Errors
    ///
    /// If a program does not answer, or answers with an illegal move.
    pub fn choose(
        &mut self,
        start: &SsccPosition,
        plies: &[Decision],
        position: &SsccPosition,
        limits: &Limits,
        variant: Variant,
    ) -> Result<ScoredDecision, PlayerError> {
        match &mut self.mind {
            Mind::Engine {
                engine,
                switches_by_eval,
            } => {
                // The plies are those of a game: all are legal.
                let _ = engine.set_position(start, plies);
                let found = engine.search(limits, &Signal::default(), &mut |_| {});
                let mut ply = found
                    .best
                    .unwrap_or_else(|| Decision::stay(position.legal_moves()[0]));
                if *switches_by_eval && wants_switch(engine, position, ply) {
                    ply.switches = true;
                }
                Ok(ScoredDecision {
                    ply,
                    score: Some(found.score),
                })
            }
            Mind::Random(random) => {
                let plies = variant.legal_decisions(position);
                let ply = random.choice(plies);
                Ok(ScoredDecision {
                    ply: ply.unwrap_or_else(|| Decision::stay(position.legal_moves()[0])),
                    score: None,
                })
            }
            Mind::Program(client) => {
                let word = client.choose(start, plies, limits)?;
                let illegal = |reason| PlayerError::Illegal {
                    player: self.name.clone(),
                    reason,
                };
                let uci: UciDecision = word.parse().map_err(illegal)?;
                let ply = uci.to_decision(position).map_err(illegal)?;
                Ok(ScoredDecision { ply, score: None })
            }
        }
    }
}

/// Whether the static evaluation of chess prefers the side that moves next.
fn wants_switch(engine: &mut Engine, position: &SsccPosition, decision: Decision) -> bool {
    if position.check_switch(decision.mv).is_err() {
        return false;
    }
    let mut after = position.clone();
    after.play_unchecked(Decision::switch(decision.mv));
    engine.set_position(&after, &[]).is_ok() && engine.evaluate() > 0
}
