//! [`RandomPlayer`]: plays any legal decision.

use fastrand::Rng;

use super::{MatchPlayer, MoveRequest, PlayerError, ScoredDecision};

/// Chooses among the legal decisions, each as likely as the others.
#[derive(Debug)]
pub(super) struct RandomPlayer(Rng);

impl Default for RandomPlayer {
    fn default() -> RandomPlayer {
        RandomPlayer(Rng::with_seed(0))
    }
}

impl MatchPlayer for RandomPlayer {
    fn new_game(&mut self, seed: u64) -> Result<(), PlayerError> {
        self.0 = Rng::with_seed(seed);
        Ok(())
    }

    fn choose(&mut self, request: &MoveRequest<'_>) -> Result<ScoredDecision, PlayerError> {
        let decisions = request.variant.legal_decisions(request.position());
        let decision = self.0.choice(decisions).ok_or(PlayerError::NoMove)?;
        Ok(ScoredDecision {
            decision,
            score: None,
        })
    }
}
