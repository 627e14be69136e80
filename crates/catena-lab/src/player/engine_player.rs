//! [`EnginePlayer`]: our engine as a player.

use std::path::Path;

use catena_chess::{Decision, SsccPosition, Variant};
use catena_engine::Engine;
use catena_engine::network::Network;
use catena_engine::uci::Options;

use super::{MatchPlayer, MoveRequest, PlayerConfig, PlayerError, ScoredDecision};

/// Our engine.
#[derive(Debug)]
pub(super) struct EnginePlayer {
    engine: Box<Engine>,
    /// Whether it switches when the static evaluation prefers the other side.
    pub(super) switches_by_eval: bool,
}

impl EnginePlayer {
    /// An engine with the options of this player, that plays by the rules of this variant.
    pub(super) fn new(
        config: &PlayerConfig,
        variant: Variant,
    ) -> Result<EnginePlayer, PlayerError> {
        let mut options = Options::with_variant(variant);
        options.hash = config.hash;
        for (name, value) in &config.options {
            options.set(name, value)?;
        }
        let mut engine = Engine::new(options.hash)?;
        engine.set_settings(options.settings());
        engine.set_network(options.network()?);
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
