//! `catena enclosures`.

use std::collections::BTreeSet;

use crate::run::catena;

const FIGURE_4: &str = "1n1k1b2/rpp1pp2/2b1pn2/rq2pp2/1Q3pPB/PPPNP1PB/3P1R1P/3K1RN1";

/// The enclosures as sets of squares with the number of pieces.
fn found(arguments: &[&str]) -> BTreeSet<(usize, String)> {
    let outcome = catena(&[&["enclosures"], arguments, &["--format", "json"]].concat());
    assert_eq!(outcome.code, 0);
    let parse = |line: &str| -> serde_json::Value { serde_json::from_str(line).expect("JSON") };
    let names = |value: &serde_json::Value| -> BTreeSet<String> {
        let names = value.as_array().expect("a list").iter();
        names
            .map(|name| name.as_str().expect("a name").to_owned())
            .collect()
    };
    let entry = |json: serde_json::Value| {
        let inside: Vec<String> = names(&json["encloses"]).into_iter().collect();
        (names(&json["squares"]).len(), inside.join(" "))
    };
    outcome.stdout.lines().map(parse).map(entry).collect()
}

#[test]
fn the_corrected_figure_4_has_the_five_of_the_definition() {
    let expected = [
        (6, "f3 g2"),
        (12, "c4 c5 d4 d5 d6 d7 e4"),
        (14, "c4 c5 d4 d5 d6 d7 e4 f3"),
        (16, "c4 c5 d4 d5 d6 d7 e4 f3 g2"),
        (18, "c4 c5 d4 d5 d6 d7 e4 g2"),
    ];
    let expected = expected.map(|(pieces, inside)| (pieces, inside.to_owned()));
    assert_eq!(found(&[FIGURE_4]), BTreeSet::from(expected));
}

#[test]
fn with_a_square_every_chain_starts_there() {
    let outcome = catena(&["enclosures", FIGURE_4, "h2", "--format", "json"]);
    assert!(outcome.stdout.lines().count() > 1);
    for line in outcome.stdout.lines() {
        assert!(line.contains("\"squares\":[\"h2\""), "{line}");
    }
    assert!(found(&[FIGURE_4, "d1"]).is_empty());
}

#[test]
fn a_limit_says_how_many_there_are() {
    let outcome = catena(&["enclosures", FIGURE_4, "--limit", "2"]);
    assert!(
        outcome.stdout.ends_with("2 of 5 enclosures\n"),
        "{}",
        outcome.stdout
    );
    assert_eq!(catena(&["enclosures", FIGURE_4, "--count"]).stdout, "5\n");
    let json = catena(&["enclosures", FIGURE_4, "--count", "--format", "json"]).json();
    assert_eq!(json, serde_json::json!({"count": 5, "exact": true}));
}

/// A lattice of rooms has too many chains for the budget.
#[test]
fn no_answer_within_the_budget_has_the_exit_code_of_undecided() {
    let rooms = format!("{}p1", "p2".repeat(10));
    let rows: Vec<String> = (0..32)
        .map(|row| {
            if row % 3 == 0 {
                "p".repeat(32)
            } else {
                rooms.clone()
            }
        })
        .collect();
    let board = rows.join("/");
    for arguments in [vec![&*board], vec![&*board, "a1"], vec![&*board, "--count"]] {
        let outcome = catena(&[&["enclosures"], &*arguments].concat());
        assert_eq!(outcome.code, 3, "{outcome:?}");
        assert_eq!(outcome.stdout, "");
        assert_eq!(
            outcome.stderr,
            "catena: there is no certain answer within the work budget and the size limits\n"
        );
    }
}
