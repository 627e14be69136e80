//! [`select`]: some puzzles of many.

use std::collections::HashSet;

use catena_chess::puzzle::{Puzzle, PuzzleKind};

/// How the names of files begin whose games the engine played.
pub const SELF_PLAY: &str = "selfplay-";

/// A puzzle from a game between people is preferred to another that is so much closer to the
/// rating that is looked for.
const REAL_BONUS: u32 = 80;

/// Chooses so many puzzles of each kind, of ratings from the lowest to the highest in even
/// steps. No two have the same identifier, or the same answer on the same squares; where the
/// answer is one of two, there are as many of each. They come sorted by kind and rating.
///
/// ```
/// assert!(catena_lab::puzzle::select(Vec::new(), 60).is_empty());
/// ```
#[must_use]
pub fn select(found: Vec<Puzzle>, count: usize) -> Vec<Puzzle> {
    let mut ids = HashSet::new();
    let mut shapes = HashSet::new();
    let different: Vec<Puzzle> = found
        .into_iter()
        .filter(|one| ids.insert(one.details().id.clone()) && shapes.insert(shape(one)))
        .collect();
    let mut chosen = Vec::new();
    for kind in PuzzleKind::ALL {
        let of_kind = |answer| {
            let of_answer = |one: &&Puzzle| one.kind() == kind && one.answer() == answer;
            different.iter().filter(of_answer).cloned().collect()
        };
        let mut picked = match kind.asks_about_a_move() {
            true => {
                let yes = spread(of_kind(Some(true)), count.div_ceil(2));
                let no = spread(of_kind(Some(false)), count / 2);
                [yes, no].concat()
            }
            false => spread(of_kind(None), count),
        };
        picked.sort_by_key(|one| {
            let details = one.details();
            (details.rating, details.id.clone())
        });
        chosen.extend(picked);
    }
    chosen
}

/// What two puzzles may not share: the kind, the answer, and the pieces around it.
fn shape(one: &Puzzle) -> (PuzzleKind, String, Vec<String>) {
    let position = one.position();
    let answer = position.uci(one.solution()[0]);
    let chain = position.chain(one.solution()[0].mv);
    let squares = chain.map_or_else(
        || vec![position.fen()],
        |chain| chain.cells().iter().map(ToString::to_string).collect(),
    );
    (one.kind(), answer, squares)
}

/// So many puzzles whose ratings are as evenly spread as can be.
fn spread(mut from: Vec<Puzzle>, count: usize) -> Vec<Puzzle> {
    let rating = |one: &Puzzle| one.details().rating;
    let (Some(low), Some(high)) = (from.iter().map(rating).min(), from.iter().map(rating).max())
    else {
        return Vec::new();
    };
    let steps = u32::try_from(count.saturating_sub(1)).unwrap_or(0).max(1);
    let mut picked = Vec::new();
    for step in 0..=steps {
        let wanted = low + (high - low) * step / steps;
        let distance = |one: &Puzzle| {
            let bonus = if one.details().game_url.starts_with(SELF_PLAY) {
                REAL_BONUS
            } else {
                0
            };
            (
                rating(one).abs_diff(wanted) + bonus,
                one.details().id.clone(),
            )
        };
        let nearest = (0..from.len()).min_by_key(|index| distance(&from[*index]));
        if picked.len() < count
            && let Some(index) = nearest
        {
            picked.push(from.swap_remove(index));
        }
    }
    picked
}

#[cfg(test)]
mod tests {
    use catena_chess::puzzle::{Puzzle, PuzzleKind, stored_sets};

    use super::select;

    #[test]
    fn the_choice_has_easy_and_hard_ones_and_both_answers() {
        let stored = stored_sets().iter().flat_map(|set| set.puzzles.clone());
        let all: Vec<Puzzle> = stored.collect();
        let chosen = select(all.clone(), 4);
        assert_eq!(chosen.len(), 20);
        assert_eq!(chosen, select(all.clone(), 4));
        for kind in PuzzleKind::ALL {
            let of_kind = |puzzles: &[Puzzle]| -> Vec<Puzzle> {
                let of_kind = puzzles.iter().filter(|puzzle| puzzle.kind() == kind);
                of_kind.cloned().collect()
            };
            let chosen = of_kind(&chosen);
            let ratings: Vec<u32> = chosen.iter().map(|one| one.details().rating).collect();
            assert!(ratings.is_sorted(), "{ratings:?}");
            let yes = chosen.iter().filter(|one| one.answer() == Some(true));
            let expected = if kind.asks_about_a_move() { 2 } else { 0 };
            assert_eq!(yes.count(), expected, "{kind}");
            let all: Vec<u32> = of_kind(&all)
                .iter()
                .map(|one| one.details().rating)
                .collect();
            assert!(
                ratings[3] - ratings[0] > (all[all.len() - 1] - all[0]) / 2,
                "{kind}"
            );
        }
    }

    #[test]
    fn no_puzzle_is_chosen_twice() {
        let first = &stored_sets()[0].puzzles[0];
        let chosen = select(vec![first.clone(), first.clone()], 5);
        assert_eq!(chosen.len(), 1);
    }
}
