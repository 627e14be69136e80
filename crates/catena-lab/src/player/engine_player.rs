//! [`EnginePlayer`]: our engine as a player.

use std::path::Path;

use catena_chess::{Decision, SsccPosition, Variant};
use catena_engine::network::Network;
use catena_engine::{Engine, Settings};

use super::{MatchPlayer, MoveRequest, PlayerError, ScoredDecision};

/// Our engine.
#[derive(Debug)]
pub(super) struct EnginePlayer {
    engine: Box<Engine>,
    /// Whether it switches when the static evaluation prefers the other side.
    pub(super) switches_by_eval: bool,
}

impl EnginePlayer {
    /// An engine that plays by the rules of this variant.
    pub(super) fn new(mebibytes: usize, variant: Variant) -> Result<EnginePlayer, PlayerError> {
        let mut engine = Engine::new(mebibytes)?;
        engine.set_settings(Settings {
            variant,
            ..Settings::default()
        });
        Ok(EnginePlayer {
            engine: Box::new(engine),
            switches_by_eval: false,
        })
    }

    /// Evaluates with the network of this file, see [`Network::named`].
    pub(super) fn set_network(&mut self, file: &Path) -> Result<(), PlayerError> {
        let network = Network::named(file).map_err(|error| PlayerError::Network {
            file: file.display().to_string(),
            reason: error.to_string(),
        })?;
        self.engine.set_network(network);
        Ok(())
    }

    /// Whether the static evaluation of chess prefers the side that moves next.
    fn wants_switch(&mut self, position: &SsccPosition, decision: Decision) -> bool {
        if position.check_switch(decision.mv).is_err() {
            return false;
        }
        let mut after = position.clone();
        after.play_unchecked(Decision::switch(decision.mv));
        self.engine.set_position(&after, &[]).is_ok() && self.engine.evaluate() > 0
    }
}

impl MatchPlayer for EnginePlayer {
    fn new_game(&mut self, _: u64) -> Result<(), PlayerError> {
        self.engine.clear();
        Ok(())
    }

    fn choose(&mut self, request: &MoveRequest<'_>) -> Result<ScoredDecision, PlayerError> {
        let decisions: Vec<Decision> = request.game.decisions().collect();
        self.engine
            .set_position(request.game.start(), &decisions)
            .map_err(PlayerError::NotAllowed)?;
        let found = self
            .engine
            .search(&request.limits, request.signal, &mut |_| {});
        let mut decision = found.best.ok_or(PlayerError::NoMove)?;
        if self.switches_by_eval && self.wants_switch(request.position(), decision) {
            decision.switches = true;
        }
        Ok(ScoredDecision {
            decision,
            score: Some(found.score),
        })
    }
}
