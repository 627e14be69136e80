//! Text forms: what is printed is read as the same, and errors name the token.

mod support;

use catena_chess::notation::fen;
use catena_chess::notation::uci::UciDecision;
use catena_chess::pgn::{PgnGame, PgnReader};
use catena_chess::{Decision, Game, SsccPosition, SwitchLimit};
use fastrand::Rng;
use support::slow;

/// Plays random games, with every switch that comes along in half of the cases.
fn random_game(
    random: &mut Rng,
    limit: SwitchLimit,
    mut visit: impl FnMut(&Game, Decision),
) -> Game {
    let mut game = Game::new(limit);
    while game.outcome().is_none() && game.decisions().len() < 120 {
        let moves = game.position().legal_moves();
        let mv = moves[random.usize(..moves.len())];
        let switches = game.flags(mv).may_switch && random.usize(..2) == 0;
        let decision = Decision { mv, switches };
        visit(&game, decision);
        game.play(decision).expect("allowed");
    }
    game
}

#[test]
fn clauses_6_1_to_6_3_in_random_games_text_and_hash_follow_every_step() {
    let mut random = Rng::with_seed(3);
    for number in 0..if slow() { 3000 } else { 90 } {
        let limit = SwitchLimit::ALL[number % 3];
        let mut switches = 0;
        let game = random_game(&mut random, limit, |game, decision| {
            let position = game.position();
            let again = fen::parse(&position.fen(), limit).unwrap();
            assert_eq!(again.fen(), position.fen());
            assert_eq!(&again, position);
            assert_eq!(again.zobrist_hash(), position.zobrist_hash());

            let uci = position.uci(decision);
            let read: UciDecision = uci.parse().unwrap();
            assert_eq!(read.to_decision(position), Ok(decision), "{uci}");
            let san = position.san(decision.mv);
            assert_eq!(position.parse_san(&san), Ok(decision.mv), "{san}");

            let mut after = position.clone();
            after.play(decision).unwrap();
            assert_eq!(
                position.hash_after(position.zobrist_hash(), decision, &after),
                after.zobrist_hash()
            );
            switches += usize::from(decision.switches);
        });
        // The whole game as PGN, and back.
        let pgn = PgnGame::from_game(&game, "A \"quoted\" name", "Ben \\");
        let text = pgn.to_string();
        let read = PgnReader::new(text.as_bytes()).next().unwrap().unwrap();
        let read = read.resolve().unwrap();
        assert_eq!(read, pgn);
        let replayed = read.to_game().unwrap();
        assert!(replayed.decisions().eq(game.decisions()));
        assert_eq!(replayed.position(), game.position());
        assert_eq!(replayed.outcome(), game.outcome());
        assert_eq!(text.matches("[%sscc S").count(), switches);

        // Taking everything back leads to the start.
        let mut back = game.clone();
        while back.undo().is_some() {}
        assert_eq!(back.position(), &SsccPosition::new(limit));
        assert_eq!(back.outcome(), None);
    }
}

#[test]
fn a_clock_of_any_size_does_no_harm() {
    for clock in ["99", "149", "150", "4294967295", "44444444444444444444"] {
        let text = format!("4k3/8/8/3ppP2/2p2p2/3pr3/8/4K3 w - d6 {clock} 1");
        let position = fen::parse(&text, SwitchLimit::Size).expect("a FEN");
        let moves = position.legal_moves();
        for (mv, flags) in moves.iter().zip(position.move_flags(&moves)) {
            assert_eq!(flags, position.flags(*mv), "{mv:?} of {text}");
        }
    }
}

#[track_caller]
fn check_fen_error(text: &str, message: &str) {
    let error = fen::parse(text, SwitchLimit::Size).expect_err("a bad FEN");
    assert_eq!(error.to_string(), message, "{text}");
}

#[test]
fn clause_6_1_a_bad_fen_is_named_by_its_token() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    check_fen_error("", "the position is empty; give a FEN or its first field");
    check_fen_error("8/8/8 w", "the position has 3 ranks, not 8");
    check_fen_error(
        &format!("{start} x KQkq - 0 1"),
        "the FEN has 'x' where the side to move 'w' or 'b' should be",
    );
    check_fen_error(
        &format!("{start} w KQxq - 0 1"),
        "the FEN has 'KQxq' where castling rights like KQkq or '-' should be",
    );
    check_fen_error(
        &format!("{start} w KQkq e9 0 1"),
        "the FEN has 'e9' where an en passant square like e3 or '-' should be",
    );
    check_fen_error(
        &format!("{start} w KQkq - -1 1"),
        "the FEN has '-1' where a number of half-moves should be",
    );
    check_fen_error(
        &format!("{start} w KQkq - 0 1 3"),
        "the run '3' is not '-', two positive numbers like 1/3, or a number and a star like 1/*",
    );
    check_fen_error(
        &format!("{start} w KQkq - 0 1 1/*"),
        "the run '1/*' has no limit, but the switch limit is size; write a number for the star",
    );
    check_fen_error(
        &format!("{start} w KQkq - 0 1 - more"),
        "the FEN goes on with 'more' after its seven fields",
    );
    check_fen_error(
        "8/8/8/8/8/8/8/K7 w - - 0 1",
        "the position cannot be played: a king is missing",
    );
    check_fen_error(
        "4k3/8/8/8/8/8/8/4K3 w KQ e6 0 1",
        "the position cannot be played: a castling right has no king and rook in place, no pawn can just have passed the en passant square",
    );
}

#[test]
fn clause_6_2_a_bad_move_is_named_by_its_token() {
    let position = SsccPosition::default();
    let uci = |text: &str| match text.parse::<UciDecision>() {
        Ok(uci) => uci.to_decision(&position).unwrap_err().to_string(),
        Err(error) => error.to_string(),
    };
    assert_eq!(
        uci("e2e9"),
        "'e2e9' is not a move like e2e4, e7e8q or, with a switch, e2e4s"
    );
    assert_eq!(uci("e2e5"), "the move 'e2e5' is not legal here");
    assert_eq!(
        uci("e2e4s"),
        "the move 'e2e4s' is not allowed: no switch after e2-e4: the move forms no chain"
    );
    for text in ["", "s", "0000", "0000s", "P@e4", "e2e4ss", "e2e4é"] {
        assert!(text.parse::<UciDecision>().is_err(), "{text}");
    }
    let san = |text: &str| position.parse_san(text).unwrap_err().to_string();
    assert_eq!(san("Nd4"), "the move 'Nd4' is not legal here");
    assert_eq!(san("hello"), "'hello' is not a move like e4, Nf3 or O-O");
    assert_eq!(san("--"), "'--' is not a move like e4, Nf3 or O-O");
}
