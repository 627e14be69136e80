//! `catena mask`.

use crate::run::{FIGURE_9, catena};

#[test]
fn json_has_the_mask_and_the_squares() {
    let outcome = catena(&["mask", FIGURE_9, "--format", "json"]);
    assert_eq!(outcome.code, 0);
    let json = outcome.json();
    assert_eq!(json["mask"], "0x02050d1a183c1c00");
    assert_eq!(json["squares"].as_array().map(Vec::len), Some(18));
    assert_eq!(json["squares"][0], "c2");
}

#[test]
fn a_board_without_a_chain_has_an_empty_mask() {
    let outcome = catena(&["mask", "8/8/8/8/8/8/8/8", "--format", "json"]);
    assert_eq!(
        outcome.json(),
        serde_json::json!({"mask": "0x0000000000000000", "squares": []})
    );
    assert_eq!(outcome.code, 0);
}

#[test]
fn the_picture_marks_the_squares() {
    let outcome = catena(&["mask", FIGURE_9]);
    assert!(outcome.stdout.contains("(Q)"), "{}", outcome.stdout);
    assert!(!outcome.stdout.contains("(k)"), "{}", outcome.stdout);
}
