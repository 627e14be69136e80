//! The legal decisions are those that `play` accepts, and no others.

mod support;

use catena_chess::notation::fen;
use catena_chess::notation::uci::UciDecision;
use catena_chess::{
    Decision, Game, Move, Role, Square, SsccPosition, SwitchLimit, TimeControl, Variant,
};
use fastrand::Rng;
use support::slow;

/// Every value of `Move` that could mean something on this board: any piece of any
/// role, to any square, taking any role or nothing, with any promotion.
fn conceivable_moves(position: &SsccPosition) -> Vec<Move> {
    let mut moves = Vec::new();
    let board = position.board();
    for from in board.occupied() {
        for to in Square::ALL {
            let Some(role) = board.role_at(from) else {
                continue;
            };
            let promotions = [
                None,
                Some(Role::Queen),
                Some(Role::Knight),
                Some(Role::King),
            ];
            for promotion in promotions {
                for capture in [None, board.role_at(to), Some(Role::Pawn)] {
                    moves.push(Move::Normal {
                        role,
                        from,
                        capture,
                        to,
                        promotion,
                    });
                }
            }
            moves.push(Move::EnPassant { from, to });
            moves.push(Move::Castle {
                king: from,
                rook: to,
            });
        }
    }
    for to in Square::ALL {
        moves.push(Move::Put {
            role: Role::Knight,
            to,
        });
    }
    moves.extend(position.legal_moves());
    moves
}

/// Compares the lists of a position and of a game with what `play` accepts.
fn check(game: &Game) {
    let position = game.position();
    let (of_position, of_game) = (position.legal_decisions(), game.legal_decisions());
    let mut accepted = [0; 2];
    let mut seen = std::collections::HashSet::new();
    for mv in conceivable_moves(position) {
        for decision in [Decision::stay(mv), Decision::switch(mv)] {
            let played = position.clone().play(decision).is_ok();
            assert_eq!(
                of_position.contains(&decision),
                played,
                "{decision:?} in {}",
                position.fen()
            );
            let played_in_game = played && game.clone().play(decision).is_ok();
            assert_eq!(of_game.contains(&decision), played_in_game, "{decision:?}");
            if seen.insert(decision) {
                accepted[0] += usize::from(played);
                accepted[1] += usize::from(played_in_game);
            }
        }
    }
    // Nothing is listed twice.
    assert_eq!(accepted, [of_position.len(), of_game.len()]);
    // Each switch follows the same move without one, in the order of the moves.
    let moves: Vec<Move> = Variant::Chess
        .legal_decisions(position)
        .iter()
        .map(|decision| decision.mv)
        .collect();
    assert_eq!(moves, position.legal_moves().as_slice());
    let stays = of_position.iter().filter(|decision| !decision.switches);
    assert!(stays.map(|decision| decision.mv).eq(moves));
    for pair in of_position.windows(2) {
        assert!(!pair[1].switches || pair[0] == Decision::stay(pair[1].mv));
    }
    assert_eq!(Variant::Sscc.legal_decisions(position), of_position);
}

#[test]
fn the_list_is_what_play_accepts_in_random_games() {
    let mut random = Rng::with_seed(29);
    let (mut runs, mut switches) = (0, 0);
    for number in 0..if slow() { 300 } else { 6 } {
        let mut game = Game::new(SwitchLimit::ALL[number % 3]);
        while game.outcome().is_none() && game.decisions().len() < 60 {
            let decisions = game.legal_decisions();
            let chains: Vec<Decision> = decisions
                .iter()
                .copied()
                .filter(|decision| decision.switches)
                .collect();
            // Prefer switches, so that runs reach their limits.
            let among = match chains.is_empty() || random.u8(..4) == 0 {
                true => decisions.as_slice(),
                false => &chains,
            };
            let decision = among[random.usize(..among.len())];
            game.play(decision).expect("it is listed");
            if game.decisions().len().is_multiple_of(7) || game.position().run().is_some() {
                check(&game);
                runs += usize::from(game.position().run().is_some());
            }
            switches += usize::from(decision.switches);
        }
        check(&game);
    }
    assert!(runs > 20 && switches > 20, "{runs} {switches}");
}

/// Positions whose chains end the game, runs at their limit, castling, en passant.
#[test]
fn the_list_is_what_play_accepts_in_odd_positions() {
    for (text, limit) in [
        (
            "8/1P5p/7Q/k1p5/N1r2P2/1P2K3/2RP2B1/1n6 w - - 0 1",
            SwitchLimit::None,
        ),
        (
            "6k1/8/3PN3/2Q2R2/2P1P3/8/8/3QK2R w K - 0 1",
            SwitchLimit::Size,
        ),
        (
            "4k3/8/8/8/8/2PP4/1P2P3/2BNN1KR w H - 0 1",
            SwitchLimit::Size,
        ),
        (
            "3r4/2N1P3/p1K5/3PbpP1/4p2R/1k6/2p4b/2R5 w - f6 0 1",
            SwitchLimit::Size,
        ),
        (
            "3n1Q2/1p2Q1Pp/2P2PR1/3n4/6pP/rn6/PPP4p/2k1K2R w K - 149 1",
            SwitchLimit::Moves,
        ),
        (
            "r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1BQKBNR w KQkq - 1 6 3/3",
            SwitchLimit::Size,
        ),
        (
            "r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1BQKBNR w KQkq - 1 6 5/6",
            SwitchLimit::Moves,
        ),
        (
            "r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1BQKBNR w KQkq - 1 6 9/*",
            SwitchLimit::None,
        ),
        ("7k/8/8/8/8/8/5q2/7K w - - 0 1", SwitchLimit::Size),
    ] {
        let position = fen::parse(text, limit).expect("a position");
        check(&Game::from_position(position, TimeControl::Unlimited));
    }
}

/// Only a game knows of a fifth repetition, which ends it (RULES.md 3.3, 5.1).
#[test]
fn a_switch_at_the_fifth_repetition_is_not_listed() {
    let start = "r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP2BPPP/R1BQK1NR w KQkq - 1 6";
    let position = fen::parse(start, SwitchLimit::Size).expect("a position");
    let mut game = Game::from_position(position, TimeControl::Unlimited);
    let play = |game: &mut Game, text: &str| {
        let uci: UciDecision = text.parse().expect("a move");
        game.play(uci.to_decision(game.position()).expect("legal"))
            .expect("allowed");
    };
    // The bishop is on d3 once more often than on f1.
    play(&mut game, "e2d3");
    for round in 1..=4 {
        for text in ["f6g8", "d3f1", "g8f6"] {
            play(&mut game, text);
        }
        let again: UciDecision = "f1d3s".parse().expect("a move");
        let again = again.to_decision(game.position()).expect("a chain");
        assert!(game.position().legal_decisions().contains(&again));
        assert_eq!(game.legal_decisions().contains(&again), round < 4);
        assert_eq!(game.flags(again.mv).may_switch, round < 4);
        if round == 4 {
            check(&game);
        }
        play(&mut game, "f1d3");
    }
    assert!(game.outcome().is_some());
    assert!(game.legal_decisions().is_empty());
}
