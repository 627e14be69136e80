//! `catena moves`.

use crate::run::catena;

/// Nine of 37 moves form a chain.
const RICH: &str = "r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1BQKBNR w KQkq - 1 6";

#[test]
fn moves_that_form_a_chain_show_it() {
    let outcome = catena(&["moves", RICH]);
    assert_eq!(outcome.code, 0);
    assert!(outcome.stdout.ends_with("37 moves, 9 form a chain\n"));
    let marked: Vec<&str> = outcome
        .stdout
        .lines()
        .filter(|line| line.contains("* chain, size "))
        .collect();
    assert_eq!(marked.len(), 9);
    assert!(
        marked
            .iter()
            .any(|line| line.starts_with("Nf3     g1f3   * chain, size 9: f3 "))
    );
}

#[test]
fn json_says_what_each_move_does() {
    let json = catena(&["moves", RICH, "--format", "json"]).json();
    let moves = json["moves"].as_array().expect("a list");
    assert_eq!(moves.len(), 37);
    let chains: Vec<_> = moves
        .iter()
        .filter(|mv| mv["forms_chain"] == true)
        .collect();
    assert_eq!(chains.len(), 9);
    for mv in chains {
        assert_eq!(mv["may_switch"], true);
        assert!(mv["size"].as_u64() >= Some(2));
        assert!(mv["chain"].as_array().is_some_and(|chain| chain.len() >= 6));
    }
}

#[test]
fn a_run_at_its_limit_allows_no_switch() {
    let json = catena(&["moves", &format!("{RICH} 2/2"), "--format", "json"]).json();
    let moves = json["moves"].as_array().expect("a list");
    assert!(moves.iter().all(|mv| mv["may_switch"] == false));
    let free = catena(&["moves", &format!("{RICH} 2/*"), "--switch-limit", "none"]);
    assert!(free.stdout.contains('*'));
}

#[test]
fn a_bad_position_is_refused() {
    catena(&["moves", "8/8/8/8/8/8/8/K7 w - - 0 1"])
        .is_refused("the position cannot be played: a king is missing");
    catena(&["moves", &format!("{RICH} 1/*")]).is_refused(
        "the run '1/*' has no limit, but the switch limit is size; write a number for the star",
    );
}

/// After Nf3 a shortest chain encloses fewer squares than the size says.
#[test]
fn the_chain_that_is_shown_has_the_size_that_is_shown() {
    let position = "r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1BQKBNR w KQkq - 1 6";
    let json = catena(&["moves", position, "--format", "json"]).json();
    let moves = json["moves"].as_array().expect("moves");
    assert!(moves.iter().any(|mv| mv["forms_chain"] == true));
    for mv in moves {
        let enclosed = mv["encloses"].as_array().map_or(0, Vec::len);
        assert_eq!(mv["size"], enclosed, "{mv}");
    }
}
