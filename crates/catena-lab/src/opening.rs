//! Opening positions for matches: random, but fair.

use catena_chess::{SsccPosition, SwitchLimit};

use catena_chess::Variant;
use catena_engine::HashSizeError;
use catena_engine::Limits;
use catena_engine::Signal;
use catena_engine::score::Score;
use catena_engine::{Engine, Settings};
use fastrand::Rng;

/// Random moves from the start of the game.
const RANDOM_PLIES: usize = 8;

/// Nodes spent on whether an opening is fair.
const NODES: u64 = 20_000;

/// An opening in which a player is further ahead than this is not used.
const FAIR: Score = 70;

/// Returns this many openings, the same ones for the same seed. Neither player
/// is much ahead in them, with or without switches.
///
/// # Errors
///
/// If there is not enough memory to judge them.
pub fn openings(
    count: usize,
    seed: u64,
    limit: SwitchLimit,
    variant: Variant,
) -> Result<Vec<SsccPosition>, HashSizeError> {
    let mut engine = Engine::new(4)?;
    let mut random = Rng::with_seed(seed);
    let mut openings: Vec<SsccPosition> = Vec::with_capacity(count.min(10_000));
    while openings.len() < count {
        let Some(position) = random_position(&mut random, limit) else {
            continue;
        };
        if is_fair(&mut engine, &position, Variant::Chess)
            && (variant == Variant::Chess || is_fair(&mut engine, &position, Variant::Sscc))
            && !openings.contains(&position)
        {
            openings.push(position);
        }
    }
    Ok(openings)
}

fn random_position(random: &mut Rng, limit: SwitchLimit) -> Option<SsccPosition> {
    let mut position = SsccPosition::new(limit);
    for _ in 0..RANDOM_PLIES {
        let plies = Variant::Chess.legal_decisions(&position);
        position.play_unchecked(random.choice(plies)?);
    }
    (!position.is_over()).then_some(position)
}

fn is_fair(engine: &mut Engine, position: &SsccPosition, variant: Variant) -> bool {
    engine.set_settings(Settings {
        variant,
        ..Settings::default()
    });
    engine.clear();
    if engine.set_position(position, &[]).is_err() {
        return false;
    }
    let found = engine.search(&Limits::nodes(NODES), &Signal::default(), &mut |_| {});
    found.score.abs() <= FAIR
}

#[cfg(test)]
mod tests {
    use super::openings;
    use catena_chess::SwitchLimit;
    use catena_chess::Variant;

    #[test]
    fn the_same_seed_gives_the_same_openings() {
        let make = |seed| openings(2, seed, SwitchLimit::Size, Variant::Sscc).unwrap();
        assert_eq!(make(1), make(1));
        assert_ne!(make(1), make(2));
    }
}
