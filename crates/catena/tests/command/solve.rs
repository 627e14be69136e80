//! `catena solve`.

use std::fs;

use super::run::{Scratch, catena};

/// Nd6 and switch, c4 and switch, axb7 mate.
const RUN_TO_MATE: &str = "2K5/QnP1R3/P2pP3/k1pp4/1r2N3/8/8/8 w - - 0 1";

/// The rook mates on the back rank.
const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1";

/// White's king and pawn are blocked: nobody wins.
const BLOCKED: &str = "8/8/8/8/8/k1p5/2P5/K7 w - - 0 1";

#[test]
fn a_win_is_proved_and_its_proof_replayed() {
    let scratch = Scratch::new("solve-win");
    let file = scratch.file("mate.txt");
    let outcome = catena(&["solve", BACK_RANK, "--proof", &file]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert_eq!(
        outcome.stdout,
        "win\nplies to mate, at most: 1\nline: Rd8#\n\
         positions in the proof, all replayed: 1\nnodes: 1\n"
    );
    let outcome = catena(&["solve", RUN_TO_MATE, "--proof", &file]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(
        outcome.stdout.starts_with("win\nplies to mate, at most: "),
        "{outcome:?}"
    );
    let check = catena(&["solve", "--check", &file]);
    assert_eq!(check.code, 0, "{check:?}");
    let expected = format!("the proof holds: win for the player to move in {RUN_TO_MATE}");
    assert!(check.stdout.starts_with(&expected), "{check:?}");
}

#[test]
fn no_win_is_proved_as_well() {
    let scratch = Scratch::new("solve-no-win");
    let file = scratch.file("draw.txt");
    for winner in ["mover", "opponent"] {
        let outcome = catena(&["solve", BLOCKED, "--winner", winner, "--proof", &file]);
        assert_eq!(outcome.code, 1, "{outcome:?}");
        assert!(
            outcome
                .stdout
                .starts_with("no win\npositions in the proof, "),
            "{outcome:?}"
        );
        let check = catena(&["solve", "--check", &file]);
        assert_eq!(check.code, 0, "{check:?}");
        assert!(check.stdout.starts_with("the proof holds: no win for "));
    }
}

#[test]
fn unknown_is_an_answer_and_writes_no_proof() {
    let scratch = Scratch::new("solve-unknown");
    let file = scratch.file("proof.txt");
    let outcome = catena(&[
        "solve", "startpos", "--nodes", "200", "--hash", "1", "--proof", &file,
    ]);
    assert_eq!(outcome.code, 3, "{outcome:?}");
    assert!(
        outcome
            .stdout
            .starts_with("unknown: all nodes were used\nnodes: 200\n")
    );
    assert_eq!(outcome.stderr, "catena: there is no proof to write\n");
    assert!(!fs::exists(&file).expect("the folder is there"));
}

#[test]
fn the_answer_is_json_if_asked() {
    let outcome = catena(&["solve", BACK_RANK, "--format", "json", "--limit", "none"]);
    let json: serde_json::Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    assert_eq!(json["answer"], "win");
    assert_eq!(json["limit"], "none");
    assert_eq!(json["plies"], 1);
    assert_eq!(json["line"][0], "Rd8#");
}

#[test]
fn a_proof_that_was_changed_does_not_hold() {
    let scratch = Scratch::new("solve-changed");
    let file = scratch.file("mate.txt");
    assert_eq!(catena(&["solve", BACK_RANK, "--proof", &file]).code, 0);
    let text = fs::read_to_string(&file).expect("a proof");
    fs::write(&file, text.replace(": d1d8", ": d1d7")).expect("the file is written");
    let check = catena(&["solve", "--check", &file]);
    assert_eq!((check.code, check.stdout.as_str()), (1, ""), "{check:?}");
    assert!(check.stderr.contains("does not hold: "), "{check:?}");
    // Not a proof at all.
    fs::write(&file, "e4 e5\n").expect("the file is written");
    let check = catena(&["solve", "--check", &file]);
    assert_eq!((check.code, check.stdout.as_str()), (2, ""), "{check:?}");
    assert!(
        check.stderr.contains("line 1 of the proof is 'e4 e5'"),
        "{check:?}"
    );
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let mate = catena(&["solve", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"]);
    assert_eq!(mate.code, 2);
    assert_eq!(mate.stderr, "catena: the game is over in this position\n");
    assert_eq!(catena(&["solve"]).code, 2);
    assert_eq!(catena(&["solve", "startpos", "--hash", "0"]).code, 2);
    let both = catena(&["solve", "startpos", "--check", "proof.txt"]);
    assert_eq!(both.code, 2, "{both:?}");
    let folder = catena(&["solve", RUN_TO_MATE, "--proof", "/"]);
    assert_eq!((folder.code, folder.stdout.as_str()), (2, ""), "{folder:?}");
}
