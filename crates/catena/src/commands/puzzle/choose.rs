//! Which puzzle.

use anyhow::{Result, bail};
use catena_chess::puzzle::{Grade, Puzzle, stored_sets};

use super::{PuzzleArgs, is_wanted};

/// The ratings that are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RatingArg {
    /// From one to another.
    Between(u32, u32),
    /// As near as can be.
    Near(u32),
}

/// Reads `900-1200` or `1000`.
pub(super) fn parse_rating(text: &str) -> Result<RatingArg, String> {
    let number = |text: &str| text.trim().parse::<u32>().ok();
    let rating = match text.split_once('-') {
        Some((from, to)) => number(from)
            .zip(number(to))
            .filter(|(from, to)| from <= to)
            .map(|(from, to)| RatingArg::Between(from, to)),
        None => number(text).map(RatingArg::Near),
    };
    rating.ok_or_else(|| "a rating is a number like 1000, or a range like 900-1200".to_owned())
}

/// A puzzle that comes with catena, and how hard it is among its kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct StoredPuzzle {
    pub(super) puzzle: &'static Puzzle,
    pub(super) grade: Grade,
}

/// All puzzles that the arguments ask for: at least one.
pub(super) fn matching(args: &PuzzleArgs) -> Result<Vec<StoredPuzzle>> {
    let mut puzzles: Vec<StoredPuzzle> = stored_sets()
        .iter()
        .flat_map(|set| {
            let grade = set.grade;
            set.puzzles
                .iter()
                .map(move |puzzle| StoredPuzzle { puzzle, grade })
        })
        .filter(|stored| is_wanted(args, stored.grade, stored.puzzle))
        .collect();
    let rating = |stored: &StoredPuzzle| stored.puzzle.details().rating;
    match args.rating {
        None => {}
        Some(RatingArg::Between(from, to)) => {
            puzzles.retain(|stored| (from..=to).contains(&rating(stored)));
        }
        Some(RatingArg::Near(wanted)) => {
            let distance = |stored: &StoredPuzzle| rating(stored).abs_diff(wanted);
            let nearest = puzzles.iter().map(distance).min();
            puzzles.retain(|stored| Some(distance(stored)) == nearest);
        }
    }
    match (&args.id, puzzles.is_empty()) {
        (Some(id), true) => bail!(
            "there is no puzzle '{}'; catena puzzle --list shows all",
            id.escape_debug()
        ),
        (None, true) => bail!("no puzzle is of this kind and rating; --list shows all"),
        _ => Ok(puzzles),
    }
}

/// One of them, which are not none: by the seed, or by chance.
pub(super) fn one(args: &PuzzleArgs, puzzles: &[StoredPuzzle]) -> StoredPuzzle {
    let mut random = match args.seed {
        Some(seed) => fastrand::Rng::with_seed(seed),
        None => fastrand::Rng::new(),
    };
    puzzles[random.usize(..puzzles.len())]
}
