//! Perft against published and shared numbers.

mod shared;

use catena_chess::SwitchLimit;
use catena_chess::notation::fen::{self, Fen};
use catena_chess::perft::{PerftCounts, chess_perft, divide, divide_with_threads, perft};
use shared::{shared, slow};

/// Runs every count of a suite up to this many nodes. Returns how many.
fn check_suite(file: &str, node_limit: u64) -> usize {
    let Some(bytes) = shared(&format!("data/perft/{file}")) else {
        return 0;
    };
    let text = String::from_utf8(bytes).expect("UTF-8");
    let mut checked = 0;
    for (number, line) in text.lines().enumerate() {
        if line.starts_with('#') || line.trim().is_empty() {
            continue;
        }
        let mut parts = line.split(';');
        let fen = parts.next().expect("a FEN").trim();
        let position = fen::parse(fen, SwitchLimit::Size)
            .unwrap_or_else(|error| panic!("{file}:{}: {error}", number + 1));
        for count in parts {
            let (depth, nodes) = count.trim().split_once(' ').expect("depth and nodes");
            let depth = depth.trim_start_matches('D').parse().expect("a depth");
            let nodes: u64 = nodes.trim().parse().expect("nodes");
            if nodes <= node_limit {
                let found = chess_perft(position.chess(), depth);
                assert_eq!(found, nodes, "{file}:{}: {fen}, depth {depth}", number + 1);
                checked += 1;
            }
        }
    }
    checked
}

#[test]
fn ordinary_perft_is_as_published() {
    // The default run takes seconds; CATENA_SLOW=1 takes minutes.
    let (small, large) = if slow() {
        (20_000_000, 1_000_000_000)
    } else {
        (400_000, 5_000_000)
    };
    let suites = [
        ("fischer.epd", small, 960 * 3),
        ("frc-pychess.epd", large, 27),
        ("sedlak.epd", large, 20),
        ("standard.epd", large, 600),
        ("tricky.epd", large, 90),
    ];
    for (file, limit, at_least) in suites {
        let checked = check_suite(file, limit);
        assert!(checked == 0 || checked >= at_least, "{file}: {checked}");
    }
}

#[test]
fn sscc_perft_is_as_in_the_shared_cases() {
    let Some(bytes) = shared("cases/sscc-perft.csv") else {
        return;
    };
    let text = String::from_utf8(bytes).unwrap();
    let mut checked = 0;
    for (number, line) in text.lines().enumerate().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let &[fen, limit, run, depth, nodes, chains, switches] = fields.as_slice() else {
            panic!("line {}: {line}", number + 1);
        };
        let fen: Fen = format!("{fen} {run}").parse().unwrap();
        let position = fen.into_position(limit.parse().unwrap()).unwrap();
        let expected = PerftCounts {
            nodes: nodes.parse().unwrap(),
            chains: chains.parse().unwrap(),
            switches: switches.parse().unwrap(),
        };
        let depth = depth.parse().unwrap();
        assert_eq!(
            perft(&position, depth),
            expected,
            "line {}: {line}",
            number + 1
        );
        let divided = divide(&position, depth);
        let sum: PerftCounts = divided.iter().map(|(_, counts)| *counts).sum();
        assert_eq!(sum, expected, "divided, line {}: {line}", number + 1);
        assert_eq!(divide_with_threads(&position, depth, 3), divided);
        checked += 1;
    }
    assert!(checked > 90);
}
