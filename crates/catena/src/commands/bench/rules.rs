//! The speed of the rules of the game: testing moves for chains.

use std::hint::black_box;
use std::time::{Duration, Instant};

use catena_chess::notation::fen;
use catena_chess::shakmaty::{Chess, Position as _};
use catena_chess::{ChainScan, Decision, SsccPosition, SwitchLimit};

/// Positions to measure on: from every 240th of 5,801 master games the
/// position after a random number of moves, and one perft classic.
const POSITIONS: [&str; 24] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bqr1k1/pp1n1pbp/2pp1np1/8/2PNP3/2N3PP/PP3PB1/R1BQR1K1 b - - 0 11",
    "r2r2k1/q2b1pb1/1p1p1np1/2npp2p/2P1P1PP/pPN1BPN1/P2QB3/1KR4R w - - 0 21",
    "3rrb2/5k2/1p3ppp/4p3/4P3/1P3N2/1P2K1PP/3RR3 w - - 4 30",
    "r1b1r1k1/1p1nqppp/2p2n2/p4B2/1bPN4/4PN2/P1QB1PPP/1R3RK1 b - - 0 15",
    "rnbqkb1r/1p3ppp/p2ppn2/6B1/3NP3/2N5/PPP2PPP/R2QKB1R w KQkq - 0 7",
    "r2q1rk1/p1b3pp/Bp3n2/3p1n2/1P2pP2/P3P3/1BQ1N1PP/R4RK1 w - - 2 19",
    "1rbq1rk1/ppn1ppbp/3p1np1/2pP4/P1P1P3/2N2NP1/1P3PBP/R1BQ1RK1 b - - 0 10",
    "1r5k/1p1nb2p/3p3r/p1pPpKR1/2P1Pp2/5P2/PP1QNB2/5R2 b - - 6 34",
    "r3r1k1/2q3bp/b1p3p1/2Np1p2/1P1Pp3/pQ2P2B/5PPP/R4RK1 w - - 2 27",
    "r2qr1k1/4ppbp/b2p1np1/3Pn1B1/pp2P3/1P3PN1/P2QB1PP/2RN1RK1 w - - 0 17",
    "r7/1B4pk/p4n1p/8/1P1p1b2/P2P3q/Q1R2P1P/4R1K1 w - - 0 33",
    "8/R3k2p/8/3pr1p1/2b1pNPP/4P1K1/5P2/8 b - - 1 44",
    "r1q2rk1/pp2bppp/1np5/5b2/2BP4/1Q2PN2/P2B1PPP/2R2RK1 w - - 1 15",
    "r1q1r1k1/1b2ppbp/pp1p2p1/3nn3/2PNP3/1P2BP2/P2QB1PP/3R1RK1 w - - 0 16",
    "r1b1k2r/p1qnppbp/2pp1np1/1p4B1/3PP3/2NB1P2/PPPQ2PP/R3K1NR w KQkq - 2 9",
    "6k1/5p2/R6p/6p1/P1r5/5P2/3r2PP/1R3K2 w - - 1 34",
    "rnbqkb1r/p1pp1ppp/1p2pn2/8/2PP4/5NP1/PP2PP1P/RNBQKB1R b KQkq - 0 4",
    "6k1/2q2pp1/p3p2p/1p6/3Q4/2P4P/PP3PP1/6K1 b - - 0 29",
    "r4rk1/1bqnbpp1/pp1p1n1p/4pP2/P3P1P1/1NN1BB2/1PP4P/R2Q1RK1 w - - 0 15",
    "2b2k2/2p2r1p/p2p2p1/B7/2P5/4R2P/PP2KPP1/8 b - - 1 30",
    "8/5p2/b1k5/P6p/1prP3P/2p1KPP1/8/1RR5 b - - 4 41",
    "r2qr1k1/1p2np1p/p1b1pbpB/4N2Q/P2P4/6R1/1P3PPP/1B1R2K1 w - - 6 27",
    "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
];

/// The speed of the rules.
#[derive(Clone, Copy, Debug)]
pub(super) struct RulesSpeed {
    /// Nodes per second of perft in which every move made is tested for a chain,
    /// over those of the same perft without the test. More is better.
    pub(super) chain_perft_over_perft: f64,
    /// The time to flag all legal moves of a position over the time to
    /// generate them. Less is better.
    pub(super) move_flags_over_legal_moves: f64,
}

/// Measures for about this long.
pub(super) fn measure(time: Duration) -> RulesSpeed {
    let positions: Vec<SsccPosition> = POSITIONS
        .iter()
        .filter_map(|text| fen::parse(text, SwitchLimit::Size).ok())
        .collect();
    let (plain, tested) = fastest(
        time / 2,
        || walk_all::<false>(&positions),
        || walk_all::<true>(&positions),
    );
    let sample = tree(&positions);
    let (moves, flags) = fastest(
        time / 2,
        || {
            sample
                .iter()
                .map(|position| black_box(position.legal_moves()).len() as u64)
                .sum()
        },
        || sample.iter().map(flag_all).sum(),
    );
    RulesSpeed {
        chain_perft_over_perft: plain / tested,
        move_flags_over_legal_moves: (flags - moves) / moves,
    }
}

/// Returns the seconds of the fastest pass of each of two ways, run in turn until the
/// time is up: disturbances of the machine then affect both alike, and the minimum
/// hides them.
fn fastest(time: Duration, one: impl Fn() -> u64, two: impl Fn() -> u64) -> (f64, f64) {
    let seconds = |work: &dyn Fn() -> u64| {
        let start = Instant::now();
        black_box(work());
        start.elapsed().as_secs_f64()
    };
    let (mut first, mut second) = (f64::INFINITY, f64::INFINITY);
    let end = Instant::now() + time;
    loop {
        first = first.min(seconds(&one));
        second = second.min(seconds(&two));
        if Instant::now() >= end {
            return (first, second);
        }
    }
}

fn walk_all<const TEST: bool>(positions: &[SsccPosition]) -> u64 {
    positions
        .iter()
        .map(|position| walk::<TEST>(position.chess(), 3))
        .sum()
}

/// Perft that makes every move, the last ones too; with `TEST`, each move
/// made is tested for a chain.
fn walk<const TEST: bool>(chess: &Chess, depth: u32) -> u64 {
    let mut scan = TEST.then(|| ChainScan::new(chess.board().occupied()));
    let mut nodes = 0;
    for mv in chess.legal_moves() {
        let mut after = chess.clone();
        after.play_unchecked(mv);
        if let Some(scan) = &mut scan {
            black_box(scan.forms_chain(mv));
        }
        if depth == 1 {
            black_box(&after);
            nodes += 1;
        } else {
            nodes += walk::<TEST>(&after, depth - 1);
        }
    }
    nodes
}

/// These positions and those one move away.
fn tree(positions: &[SsccPosition]) -> Vec<SsccPosition> {
    let mut sample = Vec::new();
    for position in positions {
        for mv in position.legal_moves() {
            let mut after = position.clone();
            after.play_unchecked(Decision::stay(mv));
            sample.push(after);
        }
        sample.push(position.clone());
    }
    sample
}

fn flag_all(position: &SsccPosition) -> u64 {
    let moves = position.legal_moves();
    black_box(position.move_flags(&moves));
    moves.len() as u64
}
