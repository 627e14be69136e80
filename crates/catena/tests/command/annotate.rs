//! `catena annotate`.

use crate::run::{catena, catena_with_input};

const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/games.pgn");

/// A game in which one move forms a chain, the last.
const GAME: &str = "[Event \"x\"]\n\n1. e4 c5 2. Nf3 a6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 e5 6. Nf3 Bb4 \
    7. Bc4 Qc7 8. Qd3 O-O 9. O-O b5 10. Bd5 Nc6 *\n\n";

/// Nothing of this game can be read.
const BAD: &str = "[Event \"bad\"]\n\n1. e5 e4 *\n\n";

/// A game in which a move forms a chain, and a later one is not legal.
const CUT: &str = "[Event \"cut\"]\n\n1. e4 c5 2. Nf3 a6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 e5 6. Nf3 Bb4 \
    7. Bc4 Qc7 8. Qd3 O-O 9. O-O b5 10. Bd5 Nc6 11. Ke5 Nf3 12. a3 1-0\n\n";

#[test]
fn marks_the_moves_that_form_a_chain() {
    let outcome = catena_with_input(&["annotate"], GAME.as_bytes());
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
    assert_eq!(outcome.stdout.matches("[%sscc chain c6 ").count(), 1);
    assert_eq!(outcome.stdout.matches("[%sscc").count(), 1);
    // To mark it again changes nothing.
    let again = catena_with_input(&["annotate", "-"], outcome.stdout.as_bytes());
    assert_eq!(again.stdout, outcome.stdout);
}

#[test]
fn a_game_that_cannot_be_read_is_reported_and_left_out() {
    let input = format!("{GAME}{BAD}{GAME}");
    let outcome = catena_with_input(&["annotate"], input.as_bytes());
    assert_eq!(outcome.code, 0);
    assert_eq!(
        outcome.stderr.lines().collect::<Vec<_>>(),
        [
            "catena: game 2, which begins on line 5, move 1: the move 'e5' is not legal",
            "catena: 1 of 3 games could not be read",
        ]
    );
    assert_eq!(outcome.stdout.matches("[Event").count(), 2);
}

#[test]
fn the_moves_before_an_illegal_move_are_written_and_counted() {
    let input = format!("{GAME}{CUT}{BAD}{GAME}");
    let outcome = catena_with_input(&["annotate"], input.as_bytes());
    assert_eq!(outcome.code, 0);
    assert_eq!(
        outcome.stderr.lines().collect::<Vec<_>>(),
        [
            "catena: game 2, which begins on line 5, move 11: the move 'Ke5' is not legal",
            "catena: game 3, which begins on line 9, move 1: the move 'e5' is not legal",
            "catena: 1 of 4 games could be read in part only",
            "catena: 1 of 4 games could not be read",
        ]
    );
    assert_eq!(outcome.stdout.matches("[Event").count(), 3);
    assert_eq!(outcome.stdout.matches("[%sscc chain c6 ").count(), 3);
    let words: Vec<&str> = outcome.stdout.split_whitespace().collect();
    let note = "{the rest is left out: the move 'Ke5' is not legal} 1-0";
    assert!(words.join(" ").contains(note), "{}", outcome.stdout);
    // The statistics count the same moves.
    let counted = catena_with_input(&["annotate", "--stats"], input.as_bytes());
    assert_eq!(counted.stderr, outcome.stderr);
    assert!(
        counted
            .stdout
            .starts_with("3 games, 60 moves\n3 moves form a chain"),
        "{}",
        counted.stdout
    );
}

#[test]
fn a_wrong_variation_is_cut_and_the_game_goes_on() {
    let input = "1. e4 e5 (1... c5 2. Nf4 d6) 2. Nf3 *\n";
    let outcome = catena_with_input(&["annotate"], input.as_bytes());
    assert_eq!(outcome.code, 0);
    assert_eq!(
        outcome.stderr.lines().collect::<Vec<_>>(),
        [
            "catena: game 1, which begins on line 1, move 2 of a variation: the move 'Nf4' is not \
             legal",
            "catena: 1 of 1 games could be read in part only",
        ]
    );
    assert_eq!(
        outcome
            .stdout
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" "),
        "1. e4 e5 (1... c5) 2. Nf3 {a variation is cut: the move 'Nf4' is not legal} *"
    );
}

#[test]
fn a_file_without_a_game_is_refused() {
    for arguments in [&["annotate"][..], &["annotate", "--stats"][..]] {
        let outcome = catena_with_input(arguments, BAD.as_bytes());
        assert_eq!(outcome.code, 2);
        assert_eq!(outcome.stdout, "");
        assert!(outcome.stderr.ends_with("catena: no game could be read\n"));
    }
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let outcome = catena(&["annotate", "no-such-file.pgn"]);
    assert_eq!(outcome.code, 2);
    assert!(
        outcome
            .stderr
            .starts_with("catena: cannot open 'no-such-file.pgn': ")
    );
}

#[test]
fn the_counts_agree_with_each_other() {
    let json = catena(&["annotate", GAMES, "--stats", "--format", "json"]).json();
    assert_eq!(json["games"], 60);
    assert_eq!(json["moves"], 4783);
    let sum = |table: &str, column: &str| -> u64 {
        let rows = json[table].as_array().expect("a table");
        rows.iter().filter_map(|row| row[column].as_u64()).sum()
    };
    for table in ["by_ply", "by_piece"] {
        assert_eq!(json["moves"], sum(table, "moves"), "{table}");
        assert_eq!(json["chains"], sum(table, "chains"), "{table}");
    }
    assert_eq!(json["chains"], sum("by_size", "chains"));
    // Each move that is counted is marked.
    let marked = catena(&["annotate", GAMES]).stdout;
    let marks = marked.matches("[%sscc chain").count();
    assert_eq!(json["chains"], marks);
}

#[test]
fn threads_and_compression_change_nothing() {
    let one = catena(&["annotate", GAMES, "--stats", "--threads", "1"]);
    assert_eq!(one.code, 0);
    assert!(one.stdout.starts_with("60 games, 4783 moves\n"));
    let three = catena(&["annotate", GAMES, "--stats", "--threads", "3"]);
    assert_eq!(three.stdout, one.stdout);
    let plain = std::fs::read(GAMES).expect("our own games");
    let compressed = zstd::encode_all(&plain[..], 1).expect("it can be compressed");
    let unpacked = catena_with_input(&["annotate", "--stats"], &compressed);
    assert_eq!(unpacked.stdout, one.stdout);
}

#[test]
fn csv_has_one_row_a_count() {
    let csv = catena(&["annotate", GAMES, "--stats", "--format", "csv"]).stdout;
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("table,key,moves,chains"));
    assert!(
        lines
            .next()
            .is_some_and(|line| line.starts_with("all,all,4783,"))
    );
    assert!(lines.all(|line| line.matches(',').count() == 3));
}
