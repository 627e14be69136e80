//! [`RandomOpenings`]: positions for matches to start from, random but balanced.

use std::collections::HashSet;

use catena_chess::{SsccPosition, SwitchLimit, Variant};
use catena_engine::score::Score;
use catena_engine::{Engine, HashSizeError, Limits, Settings, Signal};
use fastrand::Rng;

/// Random moves from the start of the game.
const RANDOM_PLIES: usize = 8;

/// Nodes spent on whether an opening is balanced.
const NODES: u64 = 20_000;

/// An opening in which a player is further ahead than this is not used.
const MAX_SCORE: Score = 70;

/// Openings without end, no two alike, the same ones for the same seed. Neither
/// player is much ahead in them, with or without switches.
///
/// ```
/// use catena_chess::{SwitchLimit, Variant};
/// use catena_lab::openings::RandomOpenings;
///
/// let openings = RandomOpenings::new(1, SwitchLimit::Size, Variant::Chess)?;
/// for opening in openings.take(2) {
///     assert!(!opening.is_over());
/// }
/// # Ok::<(), catena_engine::HashSizeError>(())
/// ```
#[derive(Debug)]
pub struct RandomOpenings {
    engine: Engine,
    random: Rng,
    limit: SwitchLimit,
    variant: Variant,
    seen: HashSet<u64>,
}

impl RandomOpenings {
    /// The openings of this seed.
    ///
    /// # Errors
    ///
    /// If there is not enough memory to judge them.
    pub fn new(
        seed: u64,
        limit: SwitchLimit,
        variant: Variant,
    ) -> Result<RandomOpenings, HashSizeError> {
        Ok(RandomOpenings {
            engine: Engine::new(4)?,
            random: Rng::with_seed(seed),
            limit,
            variant,
            seen: HashSet::new(),
        })
    }

    /// A random position; `None` if the game is over in it.
    fn random_position(&mut self) -> Option<SsccPosition> {
        let mut position = SsccPosition::new(self.limit);
        for _ in 0..RANDOM_PLIES {
            let decisions = Variant::Chess.legal_decisions(&position);
            position.play_unchecked(self.random.choice(decisions)?);
        }
        (!position.is_over()).then_some(position)
    }

    fn is_balanced(&mut self, position: &SsccPosition, variant: Variant) -> bool {
        self.engine.set_settings(Settings {
            variant,
            ..Settings::default()
        });
        self.engine.clear();
        if self.engine.set_position(position, &[]).is_err() {
            return false;
        }
        let limits = Limits::nodes(NODES);
        let found = self.engine.search(&limits, &Signal::default(), &mut |_| {});
        found.score.abs() <= MAX_SCORE
    }
}

impl Iterator for RandomOpenings {
    type Item = SsccPosition;

    fn next(&mut self) -> Option<SsccPosition> {
        loop {
            let Some(position) = self.random_position() else {
                continue;
            };
            if self.is_balanced(&position, Variant::Chess)
                && (self.variant == Variant::Chess || self.is_balanced(&position, self.variant))
                && self.seen.insert(position.zobrist_hash())
            {
                return Some(position);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RandomOpenings;
    use catena_chess::{SsccPosition, SwitchLimit, Variant};

    #[test]
    fn the_same_seed_gives_the_same_openings() {
        let make = |seed| -> Vec<SsccPosition> {
            let openings = RandomOpenings::new(seed, SwitchLimit::Size, Variant::Sscc);
            openings.unwrap().take(2).collect()
        };
        let first = make(1);
        assert_eq!(first, make(1));
        assert_ne!(first, make(2));
        assert_ne!(first[0], first[1]);
    }
}
