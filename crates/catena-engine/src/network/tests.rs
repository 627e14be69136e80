//! Accumulators that follow games, symmetry, and the file.

use catena_chess::shakmaty::{Board, Color, Position as _};
use catena_chess::{SsccPosition, SwitchLimit, Variant, notation};
use fastrand::Rng;

use super::{
    AccumulatorStack, FEATURES, HEADS, HIDDEN, Head, NETWORK_BYTES, Network, NetworkError, features,
};

/// A network with random weights.
fn random_network(seed: u64) -> Network {
    let mut random = Rng::with_seed(seed);
    let mut row = |limit: i16| std::array::from_fn(|_| random.i16(-limit..=limit));
    Network {
        inputs: (0..FEATURES).map(|_| row(60)).collect(),
        bias: row(100),
        heads: (0..HEADS)
            .map(|at| Head {
                weights: [row(127), row(127)],
                bias: 1000 * i32::try_from(at).unwrap_or(0) - 7000,
            })
            .collect(),
    }
}

const FENS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    // Castling on both wings, en passant, promotions, kings that cross the middle.
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/1P1k4/8/8/8/8/4K1p1/8 w - - 0 1",
];

fn position(fen: &str) -> SsccPosition {
    notation::fen::parse(fen, SwitchLimit::Size).unwrap()
}

#[test]
fn accumulators_that_follow_a_search_equal_fresh_ones() {
    let network = random_network(1);
    let mut random = Rng::with_seed(2);
    let mut evaluated = 0;
    for variant in [Variant::Chess, Variant::Sscc] {
        let mut stack = AccumulatorStack::new(&network, variant, 41);
        // The same without what only some processors can do.
        let mut other = stack.clone();
        for fen in FENS {
            for _ in 0..40 {
                // Down a line, with steps back up, null moves, and nodes left out.
                let mut line = vec![position(fen)];
                for _ in 0..80 {
                    let ply = line.len() - 1;
                    let here = &line[ply];
                    if random.u8(..3) > 0 {
                        let (board, turn) = (here.board(), here.turn());
                        let fresh = network.evaluate(board, turn, variant);
                        assert_eq!(stack.evaluate(board, turn, ply), fresh, "{}", here.fen());
                        let portable = other.evaluate_inline(board, turn, ply);
                        assert_eq!(portable, fresh, "{}", here.fen());
                        evaluated += 1;
                    }
                    let decision = random.choice(variant.legal_decisions(here));
                    match decision {
                        _ if ply > 0 && random.u8(..4) == 0 => line.truncate(ply),
                        _ if ply == 40 => line.truncate(1),
                        _ if random.u8(..8) == 0 => line.extend(here.null_move()),
                        Some(decision) => {
                            let mut next = here.clone();
                            next.play_unchecked(decision);
                            line.push(next);
                        }
                        None => line.truncate(1),
                    }
                }
            }
        }
    }
    assert!(evaluated > 10_000, "{evaluated}");
}

#[test]
fn colours_and_wings_are_treated_alike() {
    let network = random_network(3);
    for fen in FENS {
        let board = position(fen).board().clone();
        let score = |board: &Board, turn| network.evaluate(board, turn, Variant::Sscc);
        let mirrored = board.clone().into_mirrored();
        let mut other_wing = board.clone();
        other_wing.flip_horizontal();
        for turn in Color::ALL {
            assert_eq!(score(&board, turn), score(&mirrored, !turn), "{fen}");
            assert_eq!(score(&board, turn), score(&other_wing, turn), "{fen}");
        }
    }
}

#[test]
fn every_piece_is_one_input() {
    let chess = position(FENS[1]);
    let mut seen: Vec<usize> = features(chess.board(), Color::White).collect();
    assert_eq!(seen.len(), chess.board().occupied().count());
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), chess.board().occupied().count());
    assert!(seen.iter().all(|&feature| feature < FEATURES));
    assert!(!chess.chess().is_check());
}

#[test]
fn a_file_keeps_everything() {
    let network = random_network(4);
    let bytes = network.to_bytes();
    assert_eq!(bytes.len(), NETWORK_BYTES);
    assert!(bytes.len() <= 500_000);
    assert_eq!(Network::from_bytes(&bytes), Ok(network));
}

#[test]
fn the_network_that_is_built_in_is_one() {
    let read = Network::from_bytes(super::file::BUILT_IN);
    assert_eq!(read.as_ref(), Ok(&*Network::built_in()));
}

#[test]
fn what_is_no_network_is_refused() {
    let bytes = random_network(5).to_bytes();
    let refused = |bytes: &[u8]| Network::from_bytes(bytes).unwrap_err();
    let short = &bytes[..bytes.len() - 1];
    assert_eq!(refused(short), NetworkError::Length);
    let mut other = bytes.clone();
    other[0] = b'x';
    assert_eq!(refused(&other), NetworkError::Magic);
    let mut heavy = bytes;
    let at = NETWORK_BYTES - 4 - 2 * HIDDEN;
    heavy[at..at + 2].copy_from_slice(&128_i16.to_le_bytes());
    assert_eq!(refused(&heavy), NetworkError::Weight(128));
}

#[test]
fn the_largest_weights_do_not_overflow() {
    let network = Network {
        inputs: vec![[255; HIDDEN]; FEATURES],
        bias: [255; HIDDEN],
        heads: vec![
            Head {
                weights: [[127; HIDDEN]; 2],
                bias: i32::MAX / 2,
            };
            HEADS
        ],
    };
    let board = Board::default();
    assert!(network.evaluate(&board, Color::White, Variant::Chess) > 100_000);
}
