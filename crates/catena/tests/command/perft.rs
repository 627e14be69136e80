//! `catena perft`.

use crate::run::catena;

#[test]
fn counts_come_as_text_and_as_json() {
    let text = catena(&["perft", "3"]);
    assert_eq!(text.stdout, "nodes 9102\nchains 200\nswitches 200\n");
    let json = catena(&["perft", "3", "--format", "json"]).json();
    assert_eq!(json["nodes"], 9102);
    assert_eq!(json["chains"], 200);
    assert_eq!(json["switches"], 200);
}

#[test]
fn the_parts_add_up() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for (limit, nodes) in [("moves", 2441), ("none", 2521)] {
        let json = catena(&[
            "perft",
            "2",
            "--divide",
            "--format",
            "json",
            "--threads",
            "2",
            "--fen",
            fen,
            "--switch-limit",
            limit,
        ])
        .json();
        assert_eq!(json["nodes"], nodes);
        let parts = json["divide"].as_array().expect("parts");
        let sum: u64 = parts.iter().filter_map(|part| part["nodes"].as_u64()).sum();
        assert_eq!(sum, nodes);
        assert!(
            parts
                .iter()
                .any(|part| { part["uci"].as_str().is_some_and(|uci| uci.ends_with('s')) })
        );
    }
}

#[test]
fn ordinary_chess_is_counted_too() {
    let outcome = catena(&["perft", "4", "--rules", "chess"]);
    assert_eq!(outcome.stdout, "nodes 197281\n");
    let divided = catena(&["perft", "2", "--rules", "chess", "--divide"]);
    assert!(divided.stdout.contains("e2e4: 20\n"));
    assert!(divided.stdout.ends_with("\nnodes 400\n"));
}

#[test]
fn no_moves_is_one_line() {
    assert_eq!(
        catena(&["perft", "0"]).stdout,
        "nodes 1\nchains 0\nswitches 0\n"
    );
}

#[test]
fn bad_input_is_refused() {
    assert_eq!(catena(&["perft", "-1"]).code, 2);
    assert_eq!(catena(&["perft", "2", "--threads", "0"]).code, 2);
    assert_eq!(catena(&["perft", "2", "--switch-limit", "often"]).code, 2);
    catena(&["perft", "2", "--fen", "8/8"]).is_refused("the position has 2 ranks, not 8");
}
