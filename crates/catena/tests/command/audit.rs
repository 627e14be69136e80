//! `catena audit`.

use crate::run::{catena, catena_with_input};

const TABLE: &[u8] = b"fen_placement,square
8/2rpP3/1P3n2/p1pp1p2/p4P2/1kPPK3/8/8,c5
8/1PN1P3/P2P1K2/1PPpp3/2P2k2/3qb3/8/8,e7
8/8/8/2pp4/1p2p3/2pp4/8/8,b4
";

#[test]
fn finds_the_known_mistakes_of_the_paper() {
    let json = catena_with_input(&["audit", "--format", "json"], TABLE).json();
    assert_eq!(json["questions"], 3);
    assert_eq!(json["on_chain"], 2);
    assert_eq!(json["missed"]["count"], 1);
    assert_eq!(json["missed"]["smallest"]["square"], "e7");
    assert_eq!(json["false_alarms"]["count"], 1);
    assert_eq!(json["false_alarms"]["smallest"]["pieces"], 15);
}

#[test]
fn draws_the_smallest_of_each_kind() {
    let text = catena_with_input(&["audit", "-"], TABLE).stdout;
    assert!(
        text.contains("The smallest chain it misses: 14 pieces"),
        "{text}"
    );
    assert!(
        text.contains("The smallest false alarm: 15 pieces"),
        "{text}"
    );
}

#[test]
fn the_same_seed_gives_the_same_boards() {
    let run = |seed| {
        catena(&[
            "audit", "--random", "60", "--seed", seed, "--format", "json",
        ])
        .stdout
    };
    assert_eq!(run("5"), run("5"));
    assert_ne!(run("5"), run("6"));
}
