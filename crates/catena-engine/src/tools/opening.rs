//! Opening positions for matches: random, but fair.

use catena_chess::{SsccPosition, SwitchLimit};

use super::dice::Dice;
use crate::engine::{Engine, Settings, Vision};
use crate::limits::Limits;
use crate::root::legal_plies;
use crate::score::Score;
use crate::signal::Signal;
use crate::tt::HashSizeError;

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
    vision: Vision,
) -> Result<Vec<SsccPosition>, HashSizeError> {
    let mut engine = Engine::new(4)?;
    let mut dice = Dice::new(seed);
    let mut openings: Vec<SsccPosition> = Vec::with_capacity(count.min(10_000));
    while openings.len() < count {
        let Some(position) = random_position(&mut dice, limit) else {
            continue;
        };
        if is_fair(&mut engine, &position, Vision::Chess)
            && (vision == Vision::Chess || is_fair(&mut engine, &position, Vision::Sscc))
            && !openings.contains(&position)
        {
            openings.push(position);
        }
    }
    Ok(openings)
}

fn random_position(dice: &mut Dice, limit: SwitchLimit) -> Option<SsccPosition> {
    let mut position = SsccPosition::new(limit);
    for _ in 0..RANDOM_PLIES {
        let plies = legal_plies(&position, false);
        position.play_unchecked(*dice.pick(&plies)?);
    }
    (!position.is_over()).then_some(position)
}

fn is_fair(engine: &mut Engine, position: &SsccPosition, vision: Vision) -> bool {
    engine.set_settings(Settings {
        vision,
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
    use crate::engine::Vision;
    use catena_chess::SwitchLimit;

    #[test]
    fn the_same_seed_gives_the_same_openings() {
        let make = |seed| openings(2, seed, SwitchLimit::Size, Vision::Sscc).unwrap();
        assert_eq!(make(1), make(1));
        assert_ne!(make(1), make(2));
    }
}
