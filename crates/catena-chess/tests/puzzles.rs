//! Every stored puzzle, as far as the rules can tell.

#![allow(clippy::unwrap_used, reason = "a step that fails fails the test")]

use std::collections::{BTreeMap, HashSet};

use catena_chess::convert::grid8;
use catena_chess::puzzle::{
    Attempt, AttemptVerdict, Grade, HEADER, Puzzle, PuzzleFault, PuzzleKind, stored_csv,
    stored_sets,
};
use catena_chess::shakmaty::Position as _;
use catena_chess::{Decision, moved_squares};
use catena_grid::{Board, MinSize};

fn puzzles() -> Vec<Puzzle> {
    let rows = stored_csv().lines().skip(1);
    rows.map(|row| {
        row.parse()
            .unwrap_or_else(|error| panic!("{row}: {error:?}"))
    })
    .collect()
}

#[test]
fn every_row_is_read_and_written_as_it_is() {
    let mut lines = stored_csv().lines();
    assert_eq!(lines.next(), Some(HEADER));
    for (puzzle, line) in puzzles().iter().zip(lines) {
        assert_eq!(puzzle.to_string(), line);
    }
}

#[test]
fn there_are_enough_of_each_kind_and_no_two_are_alike() {
    let puzzles = puzzles();
    assert!(puzzles.len() >= 200, "{}", puzzles.len());
    let mut kinds: BTreeMap<PuzzleKind, usize> = BTreeMap::new();
    let (mut ids, mut positions) = (HashSet::new(), HashSet::new());
    for puzzle in &puzzles {
        *kinds.entry(puzzle.kind()).or_default() += 1;
        let details = puzzle.details();
        assert!(ids.insert(details.id.clone()), "{}", details.id);
        assert!(
            positions.insert((puzzle.kind(), puzzle.position().zobrist_hash())),
            "{}",
            details.id
        );
        assert_eq!(details.id.len(), 5);
        assert!(details.id.bytes().all(|byte| byte.is_ascii_alphanumeric()));
        assert!((600..=2400).contains(&details.rating), "{}", details.id);
    }
    assert_eq!(kinds.len(), PuzzleKind::ALL.len());
    assert!(kinds.values().all(|count| *count >= 25), "{kinds:?}");
}

/// The themes say how many moves the solver makes, in the words of lichess.
#[test]
fn the_themes_say_how_long_a_solution_is() {
    for puzzle in puzzles() {
        let own = puzzle.steps().filter(|(_, _, is_own)| *is_own).count();
        let length = ["oneMove", "short", "long", "veryLong"][own.clamp(1, 4) - 1];
        let themes = &puzzle.details().themes;
        assert!(themes.iter().any(|theme| theme == length), "{puzzle}");
        let is_mate = puzzle.kind() == PuzzleKind::SwitchMate;
        let mate = format!("mateIn{own}");
        assert_eq!(themes.contains(&mate), is_mate, "{puzzle}");
    }
}

#[test]
fn every_puzzle_is_sound() {
    for puzzle in puzzles() {
        assert_eq!(puzzle.check(), Ok(()), "{puzzle}");
    }
}

/// The exact search for a shortest chain, and the verifier, say the same as the detector.
#[test]
fn chains_are_chains_by_another_way() {
    for puzzle in puzzles() {
        let decision = puzzle.solution()[0];
        let mut after = puzzle.position();
        after.play_unchecked(Decision::stay(decision.mv));
        let occupied = grid8(after.board().occupied());
        let mut moved = moved_squares(decision.mv).into_iter();
        let chain = moved.find_map(|at| occupied.shortest(at).map(|chain| (at, chain)));
        if let Some((at, chain)) = &chain {
            assert_eq!(
                occupied.verify(*at, MinSize::TWO, chain),
                Ok(()),
                "{puzzle}"
            );
        }
        let is_chain = chain.is_some();
        match puzzle.kind() {
            PuzzleKind::FormChain | PuzzleKind::SwitchOrStay => assert!(is_chain, "{puzzle}"),
            PuzzleKind::IsChain => assert_eq!(puzzle.answer(), Some(is_chain), "{puzzle}"),
            _ => assert!(is_chain || !decision.switches, "{puzzle}"),
        }
    }
}

#[test]
fn questions_have_both_answers() {
    for kind in [PuzzleKind::IsChain, PuzzleKind::SwitchOrStay] {
        let of_kind = puzzles().into_iter().filter(|puzzle| puzzle.kind() == kind);
        let (yes, no): (Vec<_>, Vec<_>) = of_kind.partition(|puzzle| puzzle.answer() == Some(true));
        assert!(
            yes.len() >= 10 && no.len() >= 10,
            "{kind}: {}, {}",
            yes.len(),
            no.len()
        );
    }
}

#[test]
fn the_sets_are_thirds_whose_ratings_rise() {
    let sets = stored_sets();
    let names: Vec<(PuzzleKind, Grade)> = sets.iter().map(|set| (set.kind, set.grade)).collect();
    let expected: Vec<(PuzzleKind, Grade)> = PuzzleKind::ALL
        .into_iter()
        .flat_map(|kind| Grade::ALL.map(|grade| (kind, grade)))
        .collect();
    assert_eq!(names, expected);
    for kind in PuzzleKind::ALL {
        let of_kind = sets.iter().filter(|set| set.kind == kind);
        let ratings: Vec<u32> = of_kind
            .flat_map(|set| &set.puzzles)
            .map(|puzzle| puzzle.details().rating)
            .collect();
        assert!(ratings.is_sorted() && ratings[0] < ratings[ratings.len() - 1]);
    }
    let count: usize = sets.iter().map(|set| set.puzzles.len()).sum();
    assert_eq!(count, puzzles().len());
}

#[test]
fn the_solution_solves_and_another_move_does_not() {
    for puzzle in puzzles() {
        let mut attempt = Attempt::new(&puzzle);
        if let Some(answer) = puzzle.answer() {
            assert_eq!(attempt.answer(!answer), AttemptVerdict::Wrong);
            assert_eq!(attempt.answer(answer), AttemptVerdict::Solved);
            continue;
        }
        loop {
            let right = attempt.next_decision().unwrap();
            let position = attempt.position().clone();
            let wrong = position.legal_decisions().into_iter().find(|other| {
                let mut after = position.clone();
                after.play_unchecked(*other);
                // A chain is asked for; whether to switch is the solver's choice.
                let is_same = match puzzle.kind() {
                    PuzzleKind::FormChain => other.mv == right.mv,
                    _ => *other == right,
                };
                !is_same && !after.chess().is_checkmate()
            });
            // Only later in a line can a move be forced.
            assert!(wrong.is_some() || position != puzzle.position(), "{puzzle}");
            if let Some(wrong) = wrong {
                assert_eq!(attempt.play(wrong), AttemptVerdict::Wrong);
                assert_eq!(attempt.position(), &position);
            }
            match attempt.play(right) {
                AttemptVerdict::Solved => break,
                AttemptVerdict::GoOn { .. } => {}
                AttemptVerdict::Wrong => panic!("{puzzle}"),
            }
        }
        assert_eq!(attempt.next_decision(), None);
    }
}

/// What is stored passes the check; these do not.
#[test]
fn faults_are_found() {
    let fault = |fen: &str, moves: &str, themes: &str| {
        let row = format!("AAAAA,{fen},{moves},900,500,0,0,{themes},,");
        row.parse::<Puzzle>().unwrap().check().unwrap_err()
    };
    // The ring of the first lesson, after a move of Black's king.
    let ring = "7k/5ppp/8/2nP4/1p2P3/3q4/4NPPP/6K1 b - - 0 1";
    assert_eq!(
        fault(ring, "h8g8 e2c1", "formChain"),
        PuzzleFault::NotTheChain
    );
    assert_eq!(
        fault(ring, "h8g8 e2c3", "isChain noChain"),
        PuzzleFault::Theme
    );
    assert_eq!(
        fault(ring, "h8g8 e2c1", "isChain chain"),
        PuzzleFault::Theme
    );
    assert_eq!(
        fault(ring, "h8g8 e2c1", "switchOrStay stay"),
        PuzzleFault::NoSwitch
    );
    assert_eq!(
        fault(ring, "h8g8 e2c3 c5a4", "formChain"),
        PuzzleFault::Length
    );
    assert_eq!(fault(ring, "h8g8 e2c3", "switchMate"), PuzzleFault::NoMate);
    assert_eq!(
        fault(ring, "h8g8 e2c3s", "switchDefence"),
        PuzzleFault::NoThreat
    );
    let crowded = "r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1BQKBNR w KQkq - 1 6";
    assert!(matches!(
        fault(crowded, "a2a3 a7a6", "formChain"),
        PuzzleFault::ChainMoves(2..)
    ));
    assert_eq!(
        fault(crowded, "f1d3s a7a6", "formChain"),
        PuzzleFault::LeadSwitches
    );
    // Mate on the back rank needs no switch, and a slower mate is no solution.
    let rank = "5k2/5ppp/8/8/8/8/8/4R1K1 b - - 0 1";
    assert_eq!(
        fault(rank, "f8g8 e1e8", "switchMate"),
        PuzzleFault::NoSwitchOnTheWay
    );
}
