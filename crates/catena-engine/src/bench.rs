//! The bench: a fixed set of positions, searched to a fixed depth. The number of
//! nodes is the signature of the search.

use catena_chess::{SwitchLimit, notation};

use crate::engine::Engine;
use crate::limits::Limits;
use crate::signal::Signal;

/// The depth of the bench if none is asked for.
pub const DEPTH: u32 = 13;

/// Openings, middlegames and endgames, and some boards with chains about to
/// close.
pub const POSITIONS: [&str; 24] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "rnbqk2r/pp1pppbp/5np1/2p5/2PP4/2N2N2/PP2PPPP/R1BQKB1R w KQkq - 0 5",
    "r2q1rk1/pp1nbppp/2p1pn2/3p1b2/2PP4/1PN1PN2/PB2BPPP/R2Q1RK1 w - - 3 10",
    "r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ - 3 9",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 10",
    "2rq1rk1/1b2bppp/p2ppn2/1p6/3BPP2/1BN2Q2/PPP3PP/2KR3R w - - 2 15",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "3r1rk1/p4ppp/1qp1p3/3nP3/Pp1P4/1P3N2/4QPPP/2R2RK1 b - - 1 20",
    "1r3rk1/3bbppp/1qn1p3/p2pP3/Np1P4/1P2BN2/P3BPPP/2RQ2K1 w - - 0 19",
    "r2q1rk1/1b1nbppp/p2ppn2/1p6/4PP2/1NN1B3/PPP1B1PP/R2Q1RK1 w - - 2 12",
    "8/1p3pk1/p1p1r1p1/3nP2p/3P3P/1P1B2P1/P4PK1/2R5 w - - 3 33",
    "8/5pk1/4p1p1/3pP2p/1P1P1P1P/1K4P1/8/8 b - - 0 40",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 41",
    "6k1/5p2/6p1/8/7p/8/6PP/6K1 b - - 0 45",
    "4rrk1/2p1b1p1/p1p3q1/4p3/2P2n1p/1P1NR2P/PB3PP1/3R1QK1 b - - 2 24",
    "3b4/5kp1/1p1p1p1p/pP1PpP1P/P1P1P3/3KN3/8/8 w - - 1 50",
    "8/R7/2q5/8/6k1/8/1P5p/K6R w - - 0 60",
    "2K5/p7/7P/5pR1/8/5k2/r7/8 w - - 0 55",
    "r1bbk1nr/pp3p1p/2n5/1N4p1/2Np1B2/8/PPP2PPP/2KR1B1R w kq - 0 13",
    "r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1BQKBNR w KQkq - 1 6",
    "r1b2rk1/ppq2pp1/2pb1n1p/3p4/3P4/2NBPN2/PPQ2PPP/R4RK1 w - - 2 12",
    "2r2rk1/pp1bqppp/2nppn2/8/1PP1P3/P1N2NP1/4QPBP/R4RK1 b - - 0 16",
    "r2r2k1/1bqnbppp/pp1ppn2/8/2P1P3/1PN1BN2/PB2QPPP/3R1RK1 w - - 4 15",
];

/// Searches all positions to the depth, from a clean engine, and returns the number
/// of nodes. Stops early if the signal comes. `progress` is called
/// with the nodes of each position.
pub fn bench(
    engine: &mut Engine,
    depth: u32,
    signal: &Signal,
    progress: &mut dyn FnMut(&str, u64),
) -> u64 {
    let mut nodes = 0;
    engine.clear();
    for fen in POSITIONS {
        let Ok(position) = notation::fen::parse(fen, SwitchLimit::Size) else {
            continue;
        };
        if signal.is_stopped() || engine.set_position(&position, &[]).is_err() {
            break;
        }
        let found = engine.search(&Limits::depth(depth), signal, &mut |_| {});
        nodes += found.nodes;
        progress(fen, found.nodes);
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::{POSITIONS, bench};
    use crate::engine::{Engine, Settings};
    use crate::signal::Signal;
    use catena_chess::{SwitchLimit, Variant, notation};

    #[test]
    fn every_position_can_be_played() {
        for fen in POSITIONS {
            notation::fen::parse(fen, SwitchLimit::Size).unwrap();
        }
    }

    #[test]
    fn the_same_bench_twice_gives_the_same_nodes() {
        for variant in [Variant::Chess, Variant::Sscc] {
            let mut engine = Engine::new(4).unwrap();
            engine.set_settings(Settings {
                variant,
                ..Settings::default()
            });
            let mut nodes = || bench(&mut engine, 6, &Signal::default(), &mut |_, _| {});
            assert_eq!(nodes(), nodes());
        }
    }
}
