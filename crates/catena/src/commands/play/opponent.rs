//! The engine as one of the two players, and as an adviser.

use std::time::Duration;

use anyhow::{Result, anyhow};
use catena_chess::{Color, Decision, Game, Player, TimeControl, Variant};
use catena_engine::{Clock, Engine, Limits, Settings, Signal, Strength};

/// The size of the transposition table: plenty for a few seconds per move.
const HASH_MEBIBYTES: usize = 32;

/// The strength at which nothing is held back.
const FULL_SKILL: u8 = 20;

/// How long the engine thinks about a hint.
const HINT_TIME: Duration = Duration::from_secs(1);

/// The engine, playing for one of the two players.
pub(super) struct Opponent {
    pub(super) player: Player,
    engine: Engine,
    /// The time for each move, in games without clocks.
    time: Duration,
}

impl Opponent {
    pub(super) fn new(player: Player, time: Duration, skill: u8) -> Result<Opponent> {
        Ok(Opponent {
            player,
            engine: engine(skill)?,
            time,
        })
    }

    /// Returns the move of the engine, with its decision about switching.
    pub(super) fn choose(&mut self, game: &Game) -> Result<Decision> {
        let limits = match game.clocks().control() {
            TimeControl::Unlimited => Limits::move_time(self.time),
            TimeControl::PerMove(time) => Limits::move_time(time),
            TimeControl::Clock { increment, .. } => {
                let clock = |color| {
                    let time = game.clocks().left(game.holder(color))?;
                    Some(Clock { time, increment })
                };
                Limits {
                    white: clock(Color::White),
                    black: clock(Color::Black),
                    ..Limits::default()
                }
            }
        };
        choose(&mut self.engine, game, &limits)
    }
}

/// Returns the best decision that the engine finds for the player to move.
pub(super) fn hint(game: &Game) -> Result<Decision> {
    choose(
        &mut engine(FULL_SKILL)?,
        game,
        &Limits::move_time(HINT_TIME),
    )
}

fn engine(skill: u8) -> Result<Engine> {
    let mut engine = Engine::new(HASH_MEBIBYTES)?;
    engine.set_settings(Settings {
        variant: Variant::Sscc,
        strength: Strength::from_skill(skill),
        ..Settings::default()
    });
    Ok(engine)
}

fn choose(engine: &mut Engine, game: &Game, limits: &Limits) -> Result<Decision> {
    let decisions: Vec<Decision> = game.decisions().collect();
    engine.set_position(game.start(), &decisions)?;
    let found = engine.search(limits, &Signal::default(), &mut |_| {});
    found.best.ok_or_else(|| anyhow!("the engine has no move"))
}
