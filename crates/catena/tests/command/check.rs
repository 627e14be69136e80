//! `catena check`.

use crate::run::catena_with_input;

const WALL: &str = "8/8/8/2pp4/1p2p3/2pp4/8/8";

#[test]
fn appends_the_answer_to_every_row() {
    let input = format!("id,square,fen_placement\n1,b4,{WALL}\n2,c5,\"{WALL} w - - 0 1\"\n");
    let outcome = catena_with_input(&["check", "-"], input.as_bytes());
    assert_eq!(outcome.code, 0);
    let lines: Vec<&str> = outcome.stdout.lines().collect();
    assert!(lines[0].starts_with("id,square,fen_placement,exists"));
    assert!(
        lines[1].starts_with(&format!("1,b4,{WALL},1")),
        "{}",
        lines[1]
    );
    assert_eq!(lines.len(), 3);
}

#[test]
fn appends_masks() {
    let input = format!("fen_placement\n{WALL}\n8/8/8/8/8/8/8/8\n");
    let outcome = catena_with_input(&["check", "--masks"], input.as_bytes());
    assert_eq!(
        outcome.stdout,
        format!(
            "fen_placement,mask_hex\n{WALL},0000000c120c0000\n8/8/8/8/8/8/8/8,0000000000000000\n"
        )
    );
}

#[test]
fn a_bad_row_ends_it_with_its_line_after_complete_rows() {
    let input = format!("fen_placement,square\n{WALL},b4\n{WALL},a1\n{WALL},c5\n");
    let outcome = catena_with_input(&["check"], input.as_bytes());
    outcome.is_refused("line 3: there is no piece on a1");
    assert_eq!(outcome.stdout.lines().count(), 2);
    assert!(outcome.stdout.ends_with('\n'));
}

#[test]
fn keep_going_writes_the_error_into_a_column() {
    let input = format!("fen_placement,square\n{WALL},a1\n8/9,b4\nx\n\u{fffd},a\n{WALL},b4\n");
    let outcome = catena_with_input(&["check", "--keep-going"], input.as_bytes());
    assert_eq!(outcome.code, 0);
    let lines: Vec<&str> = outcome.stdout.lines().collect();
    assert!(lines[0].ends_with(",error"));
    assert!(
        lines[1].ends_with(",there is no piece on a1"),
        "{}",
        lines[1]
    );
    assert!(
        lines[3].ends_with("\"the row has 1 columns, not 2\"")
            || lines[3].ends_with("the row has 1 columns, not 2\""),
        "{}",
        lines[3]
    );
    assert!(lines[5].ends_with(','), "{}", lines[5]);
    assert_eq!(lines.len(), 6);
}

#[test]
fn a_missing_column_is_named() {
    catena_with_input(&["check"], b"fen,square\n")
        .is_refused("line 1: the header has no column 'fen_placement'");
    catena_with_input(&["check"], b"").is_refused("the table is empty");
}

#[test]
fn a_row_without_end_is_refused() {
    let mut input = b"fen_placement,square\n\"".to_vec();
    input.resize(3 << 20, b'a');
    let outcome = catena_with_input(&["check"], &input);
    outcome.is_refused("cannot read the table: a row is longer than 1048576 bytes");
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let outcome = catena_with_input(&["check", "no-such-file.csv"], b"");
    assert_eq!(outcome.code, 2);
    assert!(
        outcome
            .stderr
            .starts_with("catena: cannot open 'no-such-file.csv': ")
    );
}
