//! `catena detect`.

use crate::run::{FIGURE_9, catena, catena_with_input};

#[test]
fn says_yes_draws_the_chain_and_exits_with_0() {
    let outcome = catena(&["detect", &format!("{FIGURE_9} w - - 0 1"), "f3"]);
    assert_eq!(outcome.code, 0);
    assert!(
        outcome
            .stdout
            .starts_with("Yes: the white queen on f3 is part of a chain")
    );
    assert!(outcome.stdout.contains("[Q]"), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("enclosed area 1: b6 b7"));
    assert!(
        !outcome.stdout.contains('\x1b'),
        "no colour without a terminal"
    );
}

#[test]
fn says_no_and_exits_with_1() {
    let outcome = catena(&["detect", FIGURE_9, "h8"]);
    assert_eq!(outcome.code, 1);
    assert!(
        outcome
            .stdout
            .starts_with("No: the black king on h8 is part of no chain")
    );
}

#[test]
fn colour_can_be_asked_for() {
    let outcome = catena(&["detect", FIGURE_9, "f3", "--color", "always"]);
    assert!(outcome.stdout.contains("\x1b["));
}

#[test]
fn ascii_means_ascii() {
    let outcome = catena(&["detect", FIGURE_9, "f3", "--ascii"]);
    assert!(outcome.stdout.is_ascii(), "{}", outcome.stdout);
}

#[test]
fn json_has_the_verdict_the_areas_and_the_witness() {
    let json = catena(&["detect", FIGURE_9, "f3", "--format", "json"]).json();
    assert_eq!(json["chain"], true);
    assert_eq!(json["square"], "f3");
    assert_eq!(json["min_size"], 2);
    assert_eq!(
        json["areas"],
        serde_json::json!([{"id": 1, "squares": ["b6", "b7"]}])
    );
    assert_eq!(json["witness"]["squares"][0], "f3");
    assert_eq!(json["witness"]["encloses"], serde_json::json!(["b6", "b7"]));
    assert_eq!(
        catena(&["detect", FIGURE_9, "h8", "--format", "json"]).json()["witness"],
        serde_json::Value::Null
    );
}

#[test]
fn the_paper_is_wrong_where_it_is_known_to_be() {
    let false_alarm = "8/2rpP3/1P3n2/p1pp1p2/p4P2/1kPPK3/8/8";
    assert_eq!(catena(&["detect", false_alarm, "c5"]).code, 1);
    let paper = catena(&["detect", false_alarm, "c5", "--algorithm", "paper"]);
    assert_eq!(paper.code, 0);
    assert!(paper.stdout.contains("but is wrong"), "{}", paper.stdout);
}

#[test]
fn the_paper_gives_up_with_3() {
    let arguments = [
        "detect",
        FIGURE_9,
        "f3",
        "--algorithm",
        "paper",
        "--step-limit",
        "3",
    ];
    assert_eq!(catena(&arguments).code, 3);
    let json = catena(&[&arguments[..], &["--format", "json"]].concat());
    assert_eq!(json.code, 3);
    assert_eq!(json.json()["chain"], serde_json::Value::Null);
}

#[test]
fn stages_are_the_boards_of_figure_7() {
    let figure_7 = "1k1r4/bpPQnRNR/3qR2b/2nP3p/1PPBpB1p/rP4pB/1pQ2N1n/K4r2";
    for algorithm in ["exact", "paper"] {
        let arguments = [
            "detect",
            figure_7,
            "a1",
            "--stages",
            "--algorithm",
            algorithm,
        ];
        let text = catena(&arguments).stdout;
        assert!(
            text.contains("classes after 8-CCA\n1  -  2  -  3  3  3  3\n-  -  -  -  -  -  -  -\n4  4  4  -  -  5  5  -"),
            "{text}"
        );
        let json = catena(&[&arguments[..], &["--format", "json"]].concat()).json();
        assert_eq!(json["stages"][1]["title"], "classes after 8-CCA");
        assert_eq!(
            json["stages"][1]["ranks"][7],
            serde_json::json!([0, 5, 5, 5, 5, 0, 5, 5])
        );
    }
}

#[test]
fn bad_input_is_named_in_one_sentence() {
    let cases: [(&[&str], &str); 7] = [
        (
            &["8/8/8/8/4p4/8/8/8", "a1"],
            "rank 4 has 9 squares, not 8: '4p4'",
        ),
        (&["8/8/8/8/8/8/8", "a1"], "the position has 7 ranks, not 8"),
        (
            &["8/8/8/2x5/8/8/8/8", "a1"],
            "rank 5 has the character 'x'; a rank is made of letters PNBRQK and pnbrqk and numbers",
        ),
        (&["8/8/8/8/8/8/8/8", "a1"], "there is no piece on a1"),
        (
            &[FIGURE_9, "i9"],
            "there is no square 'i9' on a board from a1 to h8",
        ),
        (
            &[FIGURE_9],
            "the square of the piece that moved last is missing; give it after the position, like f3",
        ),
        (
            &["", "a1"],
            "the position is empty; give a FEN or its first field",
        ),
    ];
    for (arguments, message) in cases {
        let outcome = catena(&[&["detect"], arguments].concat());
        outcome.is_refused(message);
        assert_eq!(outcome.stdout, "");
    }
}

#[test]
fn a_caret_shows_where_the_rank_is_wrong() {
    let outcome = catena(&["detect", "8/8/8/8/4p4/8/8/8", "a1"]);
    let lines: Vec<&str> = outcome.stderr.lines().collect();
    assert_eq!(lines[1..], ["  8/8/8/8/4p4/8/8/8", "          ^"]);
}

#[test]
fn a_dialogue_is_answered_until_q() {
    let input = format!("{FIGURE_9}\nf3\n\n{FIGURE_9}\nh8\nq\n");
    let outcome = catena_with_input(&["detect", "--format", "json"], input.as_bytes());
    let verdicts: Vec<bool> = outcome
        .stdout
        .lines()
        .map(|line| line.starts_with("{\"chain\":true"))
        .collect();
    assert_eq!(verdicts, [true, false]);
    assert_eq!(
        outcome.code, 1,
        "from a pipe, the last answer is the exit code"
    );
}

#[test]
fn no_position_at_all_is_refused() {
    catena(&["detect"]).is_refused("no position given: catena detect FEN SQUARE");
}

const TEN_BY_TEN: &str = "10/10/3aaa4/2a3a3/3aaa4/10/10/10/10/10";

#[test]
fn boards_of_other_sizes_are_answered_for() {
    let json = catena(&["detect", TEN_BY_TEN, "c7", "--format", "json"]).json();
    assert_eq!(json["chain"], true);
    assert_eq!(
        json["areas"][0]["squares"],
        serde_json::json!(["d7", "e7", "f7"])
    );
    assert_eq!(
        (&json["max_area"], &json["max_group"]),
        (&3.into(), &3.into())
    );
    assert_eq!(
        json["shortest"]["squares"].as_array().map(Vec::len),
        Some(8)
    );
    assert_eq!(
        catena(&["detect", TEN_BY_TEN, "c7", "--min-size", "4"]).code,
        1
    );
    catena(&["detect", TEN_BY_TEN, "j10"]).is_refused("there is no piece on j10");
    catena(&["detect", TEN_BY_TEN, "c7", "--algorithm", "paper"])
        .is_refused("the paper's algorithm is for 8x8 boards, not for 10x10");
}

#[test]
fn a_word_is_no_board() {
    catena(&["detect", "junk", "a1"])
        .is_refused("the position has 1 rank, not 8; for such a board give its size with --board");
}

#[test]
fn a_board_8_wide_and_not_8_high_is_asked_for() {
    let seven_ranks = "8/8/2pp4/1p2p3/2pp4/8/8";
    catena(&["detect", seven_ranks, "b4"]).is_refused("the position has 7 ranks, not 8");
    assert_eq!(
        catena(&["detect", seven_ranks, "b4", "--board", "8x7"]).code,
        0
    );
}

#[test]
fn what_the_budget_does_not_reach_is_null() {
    // A board of 32x32 with holes everywhere: far too many chains to look at.
    let ranks: Vec<String> = (0..32)
        .map(|rank| ["p1pp1pp1", "1pp1pp1p", "pp1pp1pp"][rank % 3].repeat(4))
        .collect();
    let json = catena(&["detect", &ranks.join("/"), "p16", "--format", "json"]).json();
    assert!(json["chain"].is_boolean());
    assert_eq!(json["max_area"], serde_json::Value::Null);
    assert_eq!(json["shortest"], serde_json::Value::Null);
}

#[test]
fn the_shortest_and_the_largest_chain_are_shown() {
    let figure_4 = "1n1k1b2/rpp1pp2/2b1pn2/rq2pp2/1Q3pPB/PPPNP1PB/3P1R1P/3K1RN1";
    let json = catena(&["detect", figure_4, "f4", "--format", "json"]).json();
    assert_eq!(
        json["shortest"]["squares"].as_array().map(Vec::len),
        Some(6)
    );
    assert_eq!(json["shortest"]["squares"][0], "f4");
    assert_eq!(
        json["largest"]["encloses"].as_array().map(Vec::len),
        Some(9)
    );
    assert_eq!(
        (&json["max_area"], &json["max_group"]),
        (&9.into(), &9.into())
    );
}

#[test]
fn every_minimum_size_is_exact() {
    // The block of c6 encloses a group of four; no chain through c6 does.
    let cross = "2P5/1P1P4/P1P1P3/1P1P4/2P5/8/8/8";
    for (size, code) in [("1", 0), ("2", 0), ("3", 0), ("4", 1), ("5", 1)] {
        let outcome = catena(&[
            "detect",
            cross,
            "c6",
            "--min-size",
            size,
            "--format",
            "json",
        ]);
        assert_eq!(outcome.code, code, "size {size}");
        assert_eq!(
            outcome.json()["witness"].is_object(),
            code == 0,
            "size {size}"
        );
    }
}

/// `No`, and then a chain: it said nowhere that the chain is too small for the question.
#[test]
fn a_chain_of_another_size_than_the_one_asked_for_says_so() {
    let ring = "8/8/2pp4/1p2p3/2pp4/8/8/8";
    let outcome = catena(&["detect", ring, "b5", "--min-size", "3"]);
    assert_eq!(outcome.code, 1, "{outcome:?}");
    assert!(outcome.stdout.starts_with("No: "), "{outcome:?}");
    let title = "\nshortest chain around at least 2 adjacent squares: 6 pieces, b5";
    assert!(outcome.stdout.contains(title), "{outcome:?}");
    let outcome = catena(&["detect", ring, "b5"]);
    assert!(outcome.stdout.contains("\nshortest chain: 6 pieces, b5"));
}
