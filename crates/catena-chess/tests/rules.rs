//! The rules, clause by clause. The numbers are those of RULES.md.

use std::time::Duration;

use catena_chess::notation::fen;
use catena_chess::pgn::PgnGame;
use catena_chess::shakmaty::{Color, Move, Position as _, Role};
use catena_chess::{
    Decision, DrawReason, Game, GameError, Outcome, PlayError, Player, SsccPosition, SwitchLimit,
    TimeControl, Variant, WinReason,
};
use catena_grid::Board as _;

fn position(text: &str, limit: SwitchLimit) -> SsccPosition {
    fen::parse(text, limit).expect("a position")
}

fn game(text: &str, limit: SwitchLimit) -> Game {
    Game::from_position(position(text, limit), TimeControl::Unlimited)
}

fn decision(position: &SsccPosition, uci: &str) -> Decision {
    let uci: catena_chess::notation::uci::UciDecision = uci.parse().expect("a move");
    Decision {
        mv: uci.mv.to_move(position.chess()).expect("a legal move"),
        switches: uci.switches,
    }
}

#[track_caller]
fn play(game: &mut Game, moves: &str) {
    for uci in moves.split_whitespace() {
        let decision = decision(game.position(), uci);
        game.play(decision).expect("allowed");
    }
}

#[track_caller]
fn forms_chain(text: &str, uci: &str) -> bool {
    let position = position(text, SwitchLimit::Size);
    let mv = decision(&position, uci).mv;
    let flags = position.flags(mv);
    assert_eq!(position.chain_scan().forms_chain(mv), flags.forms_chain);
    assert_eq!(position.chain(mv).is_some(), flags.forms_chain);
    flags.forms_chain
}

/// A chain of c1, d1, e2, d3, c3, b2 around c2 and d2; a knight on e1 that
/// is part of it too; castling puts the rook on f1 and leaves the king on g1.
const ROOK_JOINS: &str = "4k3/8/8/8/8/2PP4/1P2P3/2BNN1KR w H - 0 1";

/// White threatens mate by a move that forms a chain.
const MATE_IN_ONE: &str = "8/1P5p/7Q/k1p5/N1r2P2/1P2K3/2RP2B1/1n6 w - - 0 1";

/// Chains everywhere: nine first moves form one.
const RICH: &str = "r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1BQKBNR w KQkq - 1 6";

#[test]
fn clause_2_1_two_adjacent_squares_are_enough_one_is_not() {
    // The knight closes c5, d5, e4, d3, c3, b4 around c4 and d4.
    assert!(forms_chain(
        "4k3/8/8/2pp4/1p6/2pp4/5N2/7K w - - 0 1",
        "f2e4"
    ));
    // It closes d5, e4, d3, c4 around d4.
    assert!(!forms_chain("4k3/8/8/3p4/2p1p3/8/5N2/7K w - - 0 1", "f2d3"));
}

#[test]
fn clause_2_2_the_piece_that_moved_must_be_part_of_it() {
    let text = "4k3/8/8/8/2pp4/1p2p3/2pp4/K6N w - - 0 1";
    assert!(!forms_chain(text, "h1g3"));
    assert!(!forms_chain(text, "h1f2"));
}

#[test]
fn clause_2_3_castling_counts_for_king_and_rook() {
    // Closed by both pieces.
    let both = "4k3/8/8/8/8/5PN1/4P2P/4K2R w K - 0 1";
    assert!(forms_chain(both, "e1g1"));
    // Closed before; only the rook joins.
    assert!(forms_chain(ROOK_JOINS, "g1h1"));
    let after = position(
        "4k3/8/8/8/8/2PP4/1P2P3/2BNNRK1 b - - 1 1",
        SwitchLimit::Size,
    );
    let grid = catena_grid::Grid8::from_bits(after.board().occupied().0);
    assert!(!grid.has_chain(catena_grid::Square::G1));
    assert!(grid.has_chain(catena_grid::Square::F1));
}

/// Castling after which the king and the rook are each on a chain without the other.
/// The position, the move, and the squares of king and rook.
const BOTH_ON_CHAINS: [(&str, &str, &str, &str); 4] = [
    (
        "4k3/8/8/8/2PP1PP1/4P2P/2P2PP1/R3K2R w KQ - 0 1",
        "e1g1",
        "g1",
        "f1",
    ),
    (
        "4k3/8/8/8/1PPP1P2/PP2P3/2PP4/R3K2R w KQ - 0 1",
        "e1c1",
        "c1",
        "d1",
    ),
    (
        "r3k2r/2p2pp1/1p2p2p/2p2pp1/8/8/8/4K3 b kq - 0 1",
        "e8g8",
        "g8",
        "f8",
    ),
    (
        "r3k2r/pppp3p/1p2p3/2pp1p2/8/8/8/4K3 b kq - 0 1",
        "e8c8",
        "c8",
        "d8",
    ),
];

#[test]
fn clause_2_5_castling_shows_the_chain_of_the_king_or_else_of_the_rook() {
    for (text, castling, king, rook) in BOTH_ON_CHAINS {
        let position = position(text, SwitchLimit::Size);
        let mv = decision(&position, castling).mv;
        let mut after = position.clone();
        after.play(Decision::stay(mv)).unwrap();
        let chain = |square: &str| after.occupied().shortest(square.parse().unwrap());
        let (kings, rooks) = (chain(king).unwrap(), chain(rook).unwrap());
        assert!(
            kings
                .cells()
                .iter()
                .all(|square| square.to_string() != rook)
        );
        assert_ne!(kings, rooks);
        assert_eq!(position.chain(mv), Some(kings.clone()), "{text}");
        // The mark in a PGN file names the same squares.
        let mut game = Game::from_position(position, TimeControl::Unlimited);
        game.play(Decision::stay(mv)).unwrap();
        let mut pgn = PgnGame::from_game(&game, "A", "B");
        pgn.mark_chains();
        let squares: Vec<String> = kings.cells().iter().map(ToString::to_string).collect();
        let mark = format!("[%sscc chain {}]", squares.join(" "));
        assert_eq!(pgn.line.moves[0].comments, [mark]);
    }
    let joins = position(ROOK_JOINS, SwitchLimit::Size);
    let chain = joins.chain(decision(&joins, "g1h1").mv).unwrap();
    assert_eq!(chain.cells()[0], catena_grid::Square::F1);
}

#[test]
fn clause_2_4_en_passant_and_promotion() {
    let text = "3r4/2N1P3/p1K5/3PbpP1/4p2R/1k6/2p4b/2R5 w - f6 0 1";
    assert!(forms_chain(text, "g5f6"));
    let text = "3n1Q2/1p2Q1Pp/2P2PR1/3n4/6pP/rn6/PPP4p/2k1K2R w K - 0 1";
    for promotion in ["g7g8q", "g7g8r", "g7g8b", "g7g8n"] {
        assert!(forms_chain(text, promotion));
    }
}

#[test]
fn clause_2_4_a_pawn_taken_en_passant_opens_the_wall_it_was_part_of() {
    // Without its pawn on d5 the wall around d4 and e4 is open.
    let text = "4k3/8/8/3ppP2/2p2p2/3pp3/8/4K3 w - e6 0 1";
    assert!(!forms_chain(text, "f5e6"));
}

#[test]
fn clause_3_1_only_a_chain_allows_a_switch_and_nobody_must() {
    let rich = position(RICH, SwitchLimit::Size);
    let moves = rich.legal_moves();
    let flags = rich.move_flags(&moves);
    let mut both = [0, 0];
    for (&mv, flags) in moves.iter().zip(flags) {
        let mut stays = rich.clone();
        assert_eq!(stays.play(Decision::stay(mv)), Ok(()));
        let mut switches = rich.clone();
        let result = switches.play(Decision::switch(mv));
        if flags.forms_chain {
            assert_eq!(result, Ok(()));
        } else {
            assert_eq!(result, Err(PlayError::NoChain { mv }));
            assert_eq!(switches, rich, "nothing changed");
        }
        both[usize::from(flags.forms_chain)] += 1;
    }
    assert_eq!(both, [28, 9]);
}

#[test]
fn clause_3_2_colours_alternate_and_the_same_player_moves_again() {
    let mut game = game(RICH, SwitchLimit::Size);
    let switching = first_switch(game.position());
    assert_eq!(game.player_to_move(), Player::First);
    game.play(switching).unwrap();
    assert_eq!(game.position().turn(), Color::Black);
    assert_eq!(game.player_to_move(), Player::First);
    assert_eq!(game.holder(Color::Black), Player::First);
    assert_eq!(game.color_of(Player::Second), Color::White);
    let quiet = first_quiet(game.position());
    game.play(quiet).unwrap();
    assert_eq!(game.player_to_move(), Player::Second);
    assert_eq!(game.position().turn(), Color::White);
}

#[test]
fn clause_3_3_no_switch_after_checkmate() {
    let mut game = game(MATE_IN_ONE, SwitchLimit::None);
    let mate = decision(game.position(), "h6b6");
    let flags = game.flags(mate.mv);
    assert!(flags.forms_chain && !flags.may_switch);
    assert_eq!(
        game.play(Decision::switch(mate.mv)),
        Err(GameError::Play(PlayError::GameEnds { mv: mate.mv }))
    );
    game.play(mate).unwrap();
    let won = Outcome::Win {
        winner: Player::First,
        reason: WinReason::Checkmate,
    };
    assert_eq!(game.outcome(), Some(won));
    assert_eq!(game.play(mate), Err(GameError::Over(won)));
}

#[test]
fn clause_3_3_no_switch_after_stalemate() {
    let mut game = game(
        "6k1/8/3PN3/2Q2R2/2P1P3/8/8/3QK2R w K - 0 1",
        SwitchLimit::Size,
    );
    let stalemate = decision(game.position(), "d1d3");
    let flags = game.flags(stalemate.mv);
    assert!(flags.forms_chain && !flags.may_switch);
    game.play(stalemate).unwrap();
    assert_eq!(
        game.outcome(),
        Some(Outcome::Draw {
            reason: DrawReason::Stalemate
        })
    );
}

#[test]
fn clause_3_3_no_switch_after_the_seventy_fifth_move() {
    let text = RICH.replace(" 1 6", " 149 90");
    let mut game = game(&text, SwitchLimit::Size);
    let mut last = None;
    for mv in game.position().legal_moves() {
        let flags = game.flags(mv);
        if flags.forms_chain && !mv.is_zeroing() {
            assert!(!flags.may_switch, "{mv}");
            last = Some(mv);
        } else if flags.forms_chain {
            assert!(flags.may_switch, "{mv}");
        }
    }
    game.play(Decision::stay(last.unwrap())).unwrap();
    assert_eq!(
        game.outcome(),
        Some(Outcome::Draw {
            reason: DrawReason::SeventyFiveMoves
        })
    );
}

#[test]
fn clause_3_4_a_player_who_switches_into_check_answers_it() {
    let text = "2n2N2/2brQK2/kPB1p3/1pBb4/8/b4n1P/1b5N/3R4 w - - 0 1";
    let mut game = game(text, SwitchLimit::Size);
    play(&mut game, "c6b7s");
    assert!(game.position().chess().is_check());
    assert_eq!(game.player_to_move(), Player::First);
    for mv in game.position().legal_moves() {
        let mut after = game.position().chess().clone();
        after.play_unchecked(mv);
        let king = after.board().king_of(Color::Black).unwrap();
        assert!(
            after
                .king_attackers(king, Color::White, after.board().occupied())
                .is_empty()
        );
    }
    assert!(!game.position().legal_moves().is_empty());
}

#[test]
fn clause_3_5_the_holder_of_the_side_that_mates_wins() {
    // With White the first player forms a chain, switches, and mates with Black.
    let text = "r3k3/8/8/2pp4/1p6/2pp4/5NPP/7K w - - 0 1";
    let mut game = game(text, SwitchLimit::Size);
    play(&mut game, "f2e4s a8a1");
    assert_eq!(
        game.outcome(),
        Some(Outcome::Win {
            winner: Player::First,
            reason: WinReason::Checkmate
        })
    );
    assert_eq!(game.outcome().unwrap().pgn(), "1-0");
}

#[test]
fn clause_3_6_a_switch_exchanges_the_clocks() {
    let seconds = Duration::from_secs;
    let control = TimeControl::Clock {
        initial: seconds(100),
        increment: seconds(2),
    };
    let mut game = Game::from_position(position(RICH, SwitchLimit::Size), control);
    let switching = first_switch(game.position());
    game.play_timed(switching, seconds(12)).unwrap();
    assert_eq!(game.clocks().left(Player::First), Some(seconds(100)));
    assert_eq!(game.clocks().left(Player::Second), Some(seconds(90)));
    // The first player moves again, on the clock that was the second's.
    let quiet = first_quiet(game.position());
    game.play_timed(quiet, seconds(52)).unwrap();
    assert_eq!(game.clocks().left(Player::First), Some(seconds(50)));
    game.undo();
    game.undo();
    assert_eq!(game.clocks().left(Player::First), Some(seconds(100)));
    // Out of time.
    game.play_timed(switching, seconds(101)).unwrap();
    assert_eq!(
        game.outcome(),
        Some(Outcome::Win {
            winner: Player::Second,
            reason: WinReason::Time
        })
    );
}

#[test]
fn clause_3_6_with_a_fixed_time_per_move_nothing_is_exchanged() {
    let time = Duration::from_secs(5);
    let mut game = Game::from_position(
        position(RICH, SwitchLimit::Size),
        TimeControl::PerMove(time),
    );
    let switching = first_switch(game.position());
    game.play_timed(switching, time).unwrap();
    for player in Player::ALL {
        assert_eq!(game.clocks().left(player), Some(time));
    }
    let quiet = first_quiet(game.position());
    game.play_timed(quiet, time * 2).unwrap();
    assert_eq!(game.outcome().unwrap().winner(), Some(Player::Second));
}

#[test]
fn in_a_game_of_chess_nobody_switches() {
    let mut game = game(RICH, SwitchLimit::Size).in_variant(Variant::Chess);
    let switching = first_switch(game.position());
    let mv = switching.mv;
    let refused = GameError::Play(PlayError::Chess { mv });
    assert_eq!(game.play(switching), Err(refused));
    assert!(game.flags(mv).forms_chain && !game.flags(mv).may_switch);
    assert!(
        game.legal_decisions()
            .iter()
            .all(|decision| !decision.switches)
    );
    assert_eq!(game.play(Decision::stay(mv)), Ok(()));
}

#[test]
fn out_of_time_is_a_draw_if_the_other_can_never_win() {
    let mut bare = game("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", SwitchLimit::Size);
    bare.time_is_up(Player::First).unwrap();
    assert_eq!(
        bare.outcome(),
        Some(Outcome::Draw {
            reason: DrawReason::TimeWithoutMaterial
        })
    );
    // With six pieces a chain, a switch and a win are still possible.
    let mut six = game("4k3/8/8/8/8/8/PPPPP3/4K3 w - - 0 1", SwitchLimit::Size);
    six.time_is_up(Player::First).unwrap();
    assert_eq!(six.outcome().unwrap().winner(), Some(Player::Second));
}

#[test]
fn clause_4_1_a_move_without_a_switch_ends_the_run() {
    let mut rich = position(RICH, SwitchLimit::Size);
    rich.play(first_switch(&rich)).unwrap();
    assert_eq!(rich.run().unwrap().used().get(), 1);
    let chain = rich
        .legal_moves()
        .into_iter()
        .find(|&mv| rich.flags(mv).may_switch)
        .expect("a chain");
    rich.play(Decision::stay(chain)).unwrap();
    assert_eq!(rich.run(), None);
}

/// Each move of this line forms a chain; the first one of two squares.
const LONG_RUN: &str = "r1bqkbnr/ppp2p1p/n2p4/1P2p1p1/P2P4/8/R1P1PPPP/1NBQKBNR b Kkq - 0 6";

#[test]
fn clause_4_2_size_is_the_limit_of_the_first_chain() {
    let mut game = game(LONG_RUN, SwitchLimit::Size);
    let first = decision(game.position(), "c8e6s");
    assert_eq!(game.position().chain_size(first.mv), 2);
    play(&mut game, "c8e6s");
    assert_eq!(game.position().fen().split(' ').nth(6), Some("1/2"));
    // A bigger chain does not make the limit bigger.
    let second = decision(game.position(), "c2c4s");
    assert!(game.position().chain_size(second.mv) > 2);
    play(&mut game, "c2c4s");
    assert_eq!(game.position().fen().split(' ').nth(6), Some("2/2"));
    let third = decision(game.position(), "e6d7s");
    assert!(game.flags(third.mv).forms_chain);
    assert_eq!(
        game.play(third),
        Err(GameError::Play(PlayError::RunAtLimit {
            mv: third.mv,
            used: 2
        }))
    );
    // After a turn of the other player a new run may start.
    play(&mut game, "e6d7 d1d3s");
    assert_eq!(game.position().run().unwrap().used().get(), 1);
}

#[test]
fn clause_4_2_moves_is_the_number_of_the_current_full_move() {
    let run = "c8e6s c2c4s e6d7s d1d3s g8f6s d3e4s";
    let first = LONG_RUN.replace("0 6", "0 1");
    let mut game_one = game(&first, SwitchLimit::Moves);
    play(&mut game_one, "c8e6s");
    // Black switched on move 1; now it is White's move 2: one more.
    assert_eq!(game_one.position().fen().split(' ').nth(6), Some("1/2"));
    play(&mut game_one, "c2c4s");
    let third = decision(game_one.position(), "e6d7s");
    assert!(!game_one.flags(third.mv).may_switch);
    // On move 6 there is room for all of them.
    play(&mut game(LONG_RUN, SwitchLimit::Moves), run);
}

#[test]
fn clause_4_2_none_is_no_limit() {
    let mut game = game(LONG_RUN, SwitchLimit::None);
    play(
        &mut game,
        "c8e6s c2c4s e6d7s d1d3s g8f6s d3e4s d6d5s e4d3s a8c8s d3c3s d8e7s c3a5s",
    );
    assert_eq!(game.position().fen().split(' ').nth(6), Some("12/*"));
}

#[test]
fn clause_4_3_the_largest_of_several_chains_counts() {
    // The corrected figure 4 of the paper with a rook to come to f2: a chain of six
    // pieces around f3 and g2, and one around these and seven more.
    let text = "1n1k1b2/rpp1pp2/2b1pn2/rq2pp2/1Q3pPB/PPPNP1PB/3P3P/3K1RN1 w - - 0 1";
    let mut game = game(text, SwitchLimit::Size);
    let mv = decision(game.position(), "f1f2").mv;
    let shown = game.position().chain(mv).unwrap();
    assert_eq!((shown.cells().len(), shown.encloses().len()), (6, 2));
    assert_eq!(game.position().chain_size(mv), 9);
    play(&mut game, "f1f2s");
    assert_eq!(game.position().run().unwrap().to_string(), "1/9");
}

#[test]
fn clause_5_1_threefold_is_claimed_fivefold_is_automatic() {
    let mut game = Game::new(SwitchLimit::Size);
    let there_and_back = "g1f3 g8f6 f3g1 f6g8";
    play(&mut game, there_and_back);
    assert_eq!((game.repetitions(), game.claimable_draw()), (2, None));
    assert_eq!(game.claim_draw(), Err(GameError::NoClaim));
    play(&mut game, there_and_back);
    assert_eq!(game.claimable_draw(), Some(DrawReason::ThreefoldRepetition));
    let mut claimed = game.clone();
    claimed.claim_draw().unwrap();
    assert_eq!(claimed.outcome().unwrap().pgn(), "1/2-1/2");
    play(&mut game, there_and_back);
    assert_eq!((game.repetitions(), game.outcome()), (4, None));
    play(&mut game, there_and_back);
    assert_eq!(
        game.outcome(),
        Some(Outcome::Draw {
            reason: DrawReason::FivefoldRepetition
        })
    );
}

#[test]
fn clause_5_1_who_holds_white_counts() {
    for (switches, repetitions) in [(false, 2), (true, 1)] {
        let mut game = game(RICH, SwitchLimit::None);
        let white = there_and_back(game.position());
        game.play(Decision {
            mv: white[0],
            switches,
        })
        .unwrap();
        let black = there_and_back(game.position());
        game.play(Decision::stay(black[0])).unwrap();
        game.play(Decision::stay(white[1])).unwrap();
        game.play(Decision::stay(black[1])).unwrap();
        assert_eq!(game.position().chess(), game.start().chess());
        assert_eq!(game.position(), game.start(), "the run is over");
        assert_eq!(game.repetitions(), repetitions);
    }
}

#[test]
fn clause_5_1_the_run_counts() {
    let with = |run: &str| position(&format!("{RICH} {run}"), SwitchLimit::Size);
    assert_ne!(with("-"), with("1/2"));
    assert_ne!(with("1/2"), with("1/3"));
    assert_ne!(with("1/3"), with("2/3"));
    assert_eq!(with("1/3"), with("1/3"));
    assert_ne!(with("1/3").zobrist_hash(), with("2/3").zobrist_hash());
}

#[test]
fn fifty_moves_are_claimed() {
    let mut game = game("4k3/8/8/8/8/8/3R4/4K3 w - - 99 80", SwitchLimit::Size);
    assert_eq!(game.claimable_draw(), None);
    play(&mut game, "d2d3");
    assert_eq!(game.claimable_draw(), Some(DrawReason::FiftyMoves));
    game.claim_draw().unwrap();
    assert_eq!(game.claimable_draw(), None);
}

#[test]
fn too_little_material_is_a_draw_at_once() {
    let mut game = game("4k3/8/8/8/8/8/4q3/4K3 w - - 0 1", SwitchLimit::Size);
    play(&mut game, "e1e2");
    assert_eq!(
        game.outcome(),
        Some(Outcome::Draw {
            reason: DrawReason::Material
        })
    );
    assert_eq!(
        game.agree_draw().unwrap_err().to_string(),
        "the game is over: draw by insufficient material"
    );
}

#[test]
fn an_arbiter_ends_a_game_once() {
    let lost = |reason| Outcome::Win {
        winner: Player::Second,
        reason,
    };
    let drawn = Outcome::Draw {
        reason: DrawReason::Adjudication,
    };
    for (outcome, termination, text) in [
        (
            lost(WinReason::Adjudication),
            "adjudication",
            "the second player wins by adjudication",
        ),
        (
            lost(WinReason::IllegalMove),
            "rules infraction",
            "the second player wins by an illegal move of the other",
        ),
        (
            lost(WinReason::Abandoned),
            "abandoned",
            "the second player wins because the other left the game",
        ),
        (drawn, "adjudication", "draw by adjudication"),
    ] {
        let mut game = Game::new(SwitchLimit::Size);
        game.adjudicate(outcome).unwrap();
        assert_eq!(game.outcome(), Some(outcome));
        assert_eq!(outcome.termination(), termination);
        assert_eq!(outcome.to_string(), text);
        assert_eq!(game.adjudicate(drawn), Err(GameError::Over(outcome)));
        let decision = decision(game.position(), "e2e4");
        assert_eq!(game.play(decision), Err(GameError::Over(outcome)));
    }
}

/// A switch that the rules allow here.
fn first_switch(position: &SsccPosition) -> Decision {
    let moves = position.legal_moves();
    let mv = moves.into_iter().find(|&mv| position.flags(mv).may_switch);
    Decision::switch(mv.expect("a chain"))
}

/// A move that forms no chain.
fn first_quiet(position: &SsccPosition) -> Decision {
    let moves = position.legal_moves();
    let mv = moves
        .into_iter()
        .find(|&mv| !position.flags(mv).forms_chain);
    Decision::stay(mv.expect("a quiet move"))
}

/// A move of a piece that forms a chain if it can, and the move back.
fn there_and_back(position: &SsccPosition) -> [Move; 2] {
    let moves = position.legal_moves();
    let is_reversible = |mv: &Move| {
        matches!(mv.role(), Role::Knight | Role::Bishop | Role::Queen) && !mv.is_capture()
    };
    let mut reversible: Vec<Move> = moves.into_iter().filter(is_reversible).collect();
    reversible.sort_by_key(|&mv| !position.flags(mv).may_switch);
    let mv = reversible[0];
    let back = Move::Normal {
        role: mv.role(),
        from: mv.to(),
        to: mv.from().expect("a move on the board"),
        capture: None,
        promotion: None,
    };
    [mv, back]
}
