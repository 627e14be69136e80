//! What a search says about the stored puzzles: the solution is the only winning choice.
//!
//! The margins are smaller than those that the puzzles were found with, and the nodes are
//! others: the verdict must not hang on one evaluation.

#![allow(clippy::unwrap_used, reason = "a step that fails fails the test")]

use catena_chess::Decision;
use catena_chess::puzzle::{Puzzle, PuzzleKind, stored_sets};
use catena_lab::puzzle::{Judge, form_rating, judgement_rating};

/// Nodes for each puzzle.
const NODES: u64 = 40_000;

/// By how much, in hundredths of a pawn, the solution must be better than all else.
const LEAD: i32 = 100;

/// Longer tests run with the environment variable `CATENA_SLOW=1`.
fn is_slow() -> bool {
    std::env::var_os("CATENA_SLOW").is_some_and(|value| value == "1")
}

/// All puzzles, or one in eight.
fn sample() -> impl Iterator<Item = &'static Puzzle> {
    let step = if is_slow() { 1 } else { 8 };
    let puzzles = stored_sets().iter().flat_map(|set| &set.puzzles);
    puzzles.step_by(step)
}

#[test]
fn a_search_finds_the_solution_the_best_by_far() {
    let mut judge = Judge::new().unwrap();
    let mut judged = 0;
    for puzzle in sample() {
        let answer = puzzle.solution()[0];
        let among = match puzzle.kind() {
            PuzzleKind::FormChain | PuzzleKind::IsChain => continue,
            PuzzleKind::SwitchOrStay => {
                vec![Decision::stay(answer.mv), Decision::switch(answer.mv)]
            }
            PuzzleKind::SwitchMate | PuzzleKind::SwitchDefence => Vec::new(),
        };
        let verdict = judge.verdict(&puzzle.position(), &among, NODES).unwrap();
        assert_eq!(verdict.best, answer, "{puzzle}");
        let (second, _) = verdict.second.as_ref().unwrap();
        assert!(
            verdict.score >= *second + LEAD,
            "{} against {second}: {puzzle}",
            verdict.score
        );
        if puzzle.kind() == PuzzleKind::SwitchMate {
            assert!(verdict.is_mate(), "{puzzle}");
        }
        judged += 1;
    }
    assert!(judged >= 15, "{judged}");
}

#[test]
fn exact_ratings_are_what_the_measures_say() {
    for puzzle in stored_sets().iter().flat_map(|set| &set.puzzles) {
        let (position, answer) = (puzzle.position(), puzzle.solution()[0]);
        let rating = match puzzle.kind() {
            PuzzleKind::FormChain => form_rating(&position, answer.mv),
            PuzzleKind::IsChain => judgement_rating(&position, answer.mv).unwrap(),
            _ => continue,
        };
        assert_eq!(rating, puzzle.details().rating, "{puzzle}");
    }
}
