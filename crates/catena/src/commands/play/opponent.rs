//! The engine as one of the two players.

use std::time::Duration;

use anyhow::{Result, anyhow};
use catena_chess::{Decision, Game, Player, Variant};
use catena_engine::{Engine, Limits, Settings, Signal};

/// The size of the transposition table: plenty for a few seconds per move.
const HASH_MEBIBYTES: usize = 32;

/// The engine, playing for one of the two players.
pub(super) struct Opponent {
    pub(super) player: Player,
    engine: Engine,
    time: Duration,
}

impl Opponent {
    pub(super) fn new(player: Player, time: Duration, skill: u8) -> Result<Opponent> {
        let mut engine = Engine::new(HASH_MEBIBYTES)?;
        engine.set_settings(Settings {
            variant: Variant::Sscc,
            skill,
            ..Settings::default()
        });
        Ok(Opponent {
            player,
            engine,
            time,
        })
    }

    /// Returns the move of the engine, with its decision about switching.
    pub(super) fn choose(&mut self, game: &Game) -> Result<Decision> {
        let decisions: Vec<Decision> = game.decisions().collect();
        self.engine.set_position(game.start(), &decisions)?;
        let limits = Limits::move_time(self.time);
        let found = self.engine.search(&limits, &Signal::default(), &mut |_| {});
        found.best.ok_or_else(|| anyhow!("the engine has no move"))
    }
}
