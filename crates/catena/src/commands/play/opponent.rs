//! The engine as one of the two players.

use std::time::Duration;

use anyhow::{Result, anyhow};
use catena_chess::{Game, Player, Ply};
use catena_engine::{Engine, Limits, Settings, Signal, Vision};

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
            vision: Vision::Sscc,
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
    pub(super) fn choose(&mut self, game: &Game) -> Result<Ply> {
        let plies: Vec<Ply> = game.plies().collect();
        self.engine.set_position(game.start(), &plies)?;
        let limits = Limits::move_time(self.time);
        let found = self.engine.search(&limits, &Signal::default(), &mut |_| {});
        found.best.ok_or_else(|| anyhow!("the engine has no move"))
    }
}
