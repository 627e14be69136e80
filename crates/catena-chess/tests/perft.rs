//! Perft against the suites in `tests/data`.

mod support;

use catena_chess::SwitchLimit;
use catena_chess::notation::fen;
use std::sync::atomic::{AtomicUsize, Ordering};

use catena_chess::perft::{PerftCounts, chess_perft, divide, divide_with_threads, perft};
use support::{data_lines, slow, sscc_cases};

/// Checks every count of a suite up to this many nodes. Returns how many there
/// were.
fn check_suite(file: &str, node_limit: u64) -> usize {
    let mut checked = 0;
    for (place, line) in data_lines(file) {
        let mut parts = line.split(';');
        let fen = parts.next().expect("a FEN").trim();
        let position =
            fen::parse(fen, SwitchLimit::Size).unwrap_or_else(|error| panic!("{place}: {error}"));
        for count in parts {
            let (depth, nodes) = count.trim().split_once(' ').expect("depth and nodes");
            let depth = depth.trim_start_matches('D').parse().expect("a depth");
            let nodes: u64 = nodes.trim().parse().expect("nodes");
            if nodes <= node_limit {
                let found = chess_perft(position.chess(), depth);
                assert_eq!(found, nodes, "{place}: {fen}, depth {depth}");
                checked += 1;
            }
        }
    }
    checked
}

#[test]
fn clause_1_1_orthodox_perft_is_as_published() {
    // The default run takes seconds; CATENA_SLOW=1 takes minutes.
    let limit = if slow() { 200_000_000 } else { 5_000_000 };
    let checked = check_suite("perft-chess.epd", limit);
    assert!(checked >= 150, "{checked}");
}

#[test]
fn clause_1_1_chess960_perft_is_as_published() {
    let checked = check_suite("perft-chess960.epd", 5_000_000);
    assert!(checked >= 150, "{checked}");
}

#[test]
fn sscc_perft_is_as_in_the_suite() {
    let cases = sscc_cases();
    assert!(cases.len() > 300, "{}", cases.len());
    for case in cases {
        let (place, fen) = (&case.place, &case.fen);
        let found = perft(&case.position, case.depth);
        assert_eq!(found, case.expected, "{place}: {fen}");
        let divided = divide(&case.position, case.depth);
        let sum: PerftCounts = divided.iter().map(|(_, counts)| *counts).sum();
        assert_eq!(sum, case.expected, "divided, {place}: {fen}");
        let done = AtomicUsize::new(0);
        let count = || {
            done.fetch_add(1, Ordering::Relaxed);
        };
        let shared = divide_with_threads(&case.position, case.depth, 3, &count);
        assert_eq!(shared, divided);
        assert_eq!(done.into_inner(), divided.len());
    }
}
