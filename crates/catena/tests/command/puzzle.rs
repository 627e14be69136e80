//! `catena puzzle`: which one, the answer, and what is refused.

use serde_json::Value;

use crate::run::{CommandOutput, catena, catena_with_input};

/// The puzzles of this kind, as the command lists them.
fn listed(kind: &str) -> Vec<Value> {
    let output = catena(&["puzzle", "--list", "--kind", kind, "--format", "json"]);
    assert_eq!(output.code, 0);
    let lines = output.stdout.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("a line is JSON"))
        .collect()
}

fn text<'a>(puzzle: &'a Value, field: &str) -> &'a str {
    puzzle[field].as_str().expect(field)
}

/// The solver's own moves of a solution.
fn own_moves(puzzle: &Value) -> Vec<String> {
    let mut is_own = true;
    let mut own = Vec::new();
    for uci in puzzle["moves"].as_array().expect("moves").iter().skip(1) {
        let uci = uci.as_str().expect("a move");
        if is_own {
            own.push(uci.to_owned());
        }
        is_own ^= !uci.ends_with('s');
    }
    own
}

fn answered(id: &str, words: &[&str]) -> CommandOutput {
    catena(&[&["puzzle", "--id", id], words].concat())
}

#[test]
fn the_list_has_five_kinds_and_all_formats_list_the_same() {
    let count = |output: &CommandOutput| output.stdout.lines().count();
    let table = catena(&["puzzle", "--list"]);
    let last = table.stdout.lines().last().map(str::to_owned);
    let puzzles = count(&table) - 1;
    assert!(puzzles >= 200, "{puzzles}");
    assert_eq!(last, Some(format!("{puzzles} puzzles")));
    let csv = catena(&["puzzle", "--list", "--format", "csv"]);
    assert_eq!(count(&csv), puzzles + 1);
    assert!(csv.stdout.starts_with(
        "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n"
    ));
    let kinds = [
        "formChain",
        "isChain",
        "switchOrStay",
        "switchMate",
        "switchDefence",
    ];
    let sum: usize = kinds.iter().map(|kind| listed(kind).len()).sum();
    assert_eq!(sum, puzzles);
}

#[test]
fn grades_and_ratings_narrow_the_choice() {
    let all = listed("formChain");
    let hard: Vec<Value> = all
        .iter()
        .filter(|puzzle| puzzle["grade"] == "hard")
        .cloned()
        .collect();
    let rating = hard[0]["rating"].as_u64().expect("a rating").to_string();
    let list = [
        "puzzle",
        "--list",
        "--kind",
        "formChain",
        "--format",
        "json",
    ];
    let graded = catena(&[&list[..], &["--grade", "hard"]].concat());
    assert_eq!(graded.stdout.lines().count(), hard.len());
    let near = catena(&[&list[..], &["--rating", &rating]].concat());
    assert!(near.stdout.lines().count() >= 1);
    for line in near.stdout.lines() {
        assert!(line.contains(&format!("\"rating\":{rating},")), "{line}");
    }
    let range = catena(&[&list[..], &["--rating", &format!("0-{rating}")]].concat());
    let below = all
        .iter()
        .filter(|puzzle| puzzle["rating"].as_u64() <= rating.parse().ok())
        .count();
    assert_eq!(range.stdout.lines().count(), below);
    catena(&[&list[..], &["--rating", "1-2"]].concat())
        .is_refused("no puzzle is of this kind and rating; --list shows all");
}

#[test]
fn a_seed_chooses_the_same_puzzle_again() {
    let one = |seed: &str| {
        let output = catena(&["puzzle", "--seed", seed, "--format", "json"]);
        assert_eq!(output.code, 0);
        output.stdout
    };
    assert_eq!(one("7"), one("7"));
    let seeds = ["1", "2", "3", "4", "5", "6"];
    let different: std::collections::BTreeSet<String> =
        seeds.iter().map(|seed| one(seed)).collect();
    assert!(different.len() > 1);
}

#[test]
fn right_answers_are_right_and_others_are_not() {
    for kind in ["formChain", "switchMate", "switchDefence"] {
        let puzzle = &listed(kind)[0];
        let own = own_moves(puzzle);
        let words: Vec<&str> = own.iter().map(String::as_str).collect();
        let output = answered(text(puzzle, "id"), &words);
        assert_eq!(output.code, 0, "{output:?}");
        assert!(output.stdout.starts_with("Right. Solution: "), "{output:?}");
        let json = answered(
            text(puzzle, "id"),
            &[&words[..], &["--format", "json"]].concat(),
        );
        assert_eq!((json.code, &json.json()["right"]), (0, &Value::Bool(true)));
        // A mate that is only begun is not solved.
        if words.len() > 1 {
            let output = answered(text(puzzle, "id"), &words[..1]);
            assert_eq!(output.code, 1);
            assert_eq!(output.stdout, "Right so far, for 1 move, but not solved.\n");
        }
    }
    for (kind, yes, no) in [("isChain", "yes", "no"), ("switchOrStay", "switch", "stay")] {
        let puzzle = &listed(kind)[0];
        let theme = puzzle["themes"][1].as_str().expect("a theme");
        let is_yes = ["chain", "switch"].contains(&theme);
        let (right, wrong) = if is_yes { (yes, no) } else { (no, yes) };
        assert_eq!(answered(text(puzzle, "id"), &[right]).code, 0);
        let output = answered(text(puzzle, "id"), &[wrong]);
        assert_eq!((output.code, output.stdout.as_str()), (1, "Not right.\n"));
        let output = answered(text(puzzle, "id"), &["e2e4"]);
        output.is_refused(&format!("'e2e4' is no answer; say {yes} or {no}"));
    }
}

#[test]
fn a_puzzle_is_solved_line_by_line() {
    let puzzles = listed("switchMate");
    let puzzle = puzzles
        .iter()
        .find(|puzzle| own_moves(puzzle).len() > 1)
        .expect("a mate in more than one move");
    let id = text(puzzle, "id");
    let lines = format!("hint\nhello\na1a1\n{}\n", own_moves(puzzle).join("\n"));
    let output = catena_with_input(&["puzzle", "--id", id, "--ascii"], lines.as_bytes());
    assert_eq!(output.code, 0, "{output:?}");
    for said in [
        &format!("Puzzle {id}, "),
        "with a switch on the way.",
        "Hint: the piece on ",
        "Right. ",
        "Solution: ",
    ] {
        assert!(output.stdout.contains(said), "{said}: {}", output.stdout);
    }
    assert_eq!(output.stderr.lines().count(), 2, "{}", output.stderr);
    // Given up, shown, and left at the end of the input.
    for lines in ["quit\n", "solution\n", ""] {
        let output = catena_with_input(&["puzzle", "--id", id], lines.as_bytes());
        assert_eq!((output.code, output.stderr.as_str()), (1, ""), "{lines:?}");
    }
    for flag in ["--hint", "--solution"] {
        assert_eq!(catena(&["puzzle", "--id", id, flag]).code, 0);
    }
}

#[test]
fn the_switch_can_be_a_word_of_its_own() {
    let puzzles = listed("switchMate");
    let puzzle = puzzles
        .iter()
        .find(|puzzle| own_moves(puzzle)[0].ends_with('s'))
        .expect("a mate that begins with a switch");
    let own = own_moves(puzzle);
    let first = own[0].trim_end_matches('s');
    let mut words = vec![first, "switch"];
    words.extend(own[1..].iter().map(String::as_str));
    assert_eq!(answered(text(puzzle, "id"), &words).code, 0);
    let output = answered(text(puzzle, "id"), &[first, "stay"]);
    assert_eq!((output.code, output.stdout.as_str()), (1, "Not right.\n"));
}

#[test]
fn what_is_typed_cannot_write_to_the_terminal() {
    let puzzle = &listed("formChain")[0];
    let output = catena_with_input(
        &["puzzle", "--id", text(puzzle, "id")],
        b"a \x1b[2J b\nx\x1b[2J\nquit\n",
    );
    assert_eq!(
        output.stderr,
        "catena: 'a \\u{1b}[2J b' is not one answer; type help\n\
         catena: 'x\\u{1b}[2J' is not a move like e4, Nf3 or O-O\n"
    );
}

#[test]
fn bad_input_is_refused() {
    catena(&["puzzle", "--id", "?"])
        .is_refused("there is no puzzle '?'; catena puzzle --list shows all");
    let puzzle = &listed("formChain")[0];
    answered(text(puzzle, "id"), &["a1a1"]).is_refused("the move 'a1a1' is not legal here");
    answered(text(puzzle, "id"), &["hello"])
        .is_refused("'hello' is not a move like e4, Nf3 or O-O");
    let own = own_moves(puzzle);
    answered(text(puzzle, "id"), &[&own[0], "e2e4"])
        .is_refused("the puzzle is solved before 'e2e4'");
    for (arguments, expected) in [
        (
            &["--kind", "fork"][..],
            "error: invalid value 'fork' for '--kind <KIND>'",
        ),
        (
            &["--rating", "hard"],
            "error: invalid value 'hard' for '--rating <RATING>': a rating is a number like 1000, or a range like 900-1200",
        ),
        (
            &["--rating", "9-3"],
            "error: invalid value '9-3' for '--rating <RATING>': a rating is a number like 1000, or a range like 900-1200",
        ),
        (
            &["e2e4"],
            "error: the following required arguments were not provided:",
        ),
    ] {
        let output = catena(&[&["puzzle"], arguments].concat());
        assert_eq!((output.code, output.stdout.as_str()), (2, ""));
        let first = output.stderr.lines().next();
        assert_eq!(first, Some(expected), "{arguments:?}");
    }
}
