//! The solver says what a slow and obvious one says, and its proofs hold.

#![expect(clippy::unwrap_used, reason = "tests fail by it")]

use std::collections::HashMap;

use catena_chess::notation::fen;
use catena_chess::notation::uci::UciDecision;
use catena_chess::shakmaty::{CastlingMode, Color, Piece, Position as _, Role, Setup, Square};
use catena_chess::{Decision, Game, Outcome, SsccPosition, SwitchLimit, TimeControl, Variant};
use catena_engine::Signal;
use catena_lab::solve::{self, Answer, CheckError, Chooser, Claim, Proof, SolveConfig};
use fastrand::Rng;

/// Longer tests run with the environment variable `CATENA_SLOW=1`.
fn scale(count: usize) -> usize {
    let is_slow = std::env::var_os("CATENA_SLOW").is_some_and(|value| value == "1");
    if is_slow { count * 25 } else { count }
}

/// A position, and whether the attacker decides in it.
#[derive(Clone)]
struct State {
    position: SsccPosition,
    chooser: Chooser,
}

enum Now {
    Won,
    NotWon,
    GoesOn(Vec<State>),
}

impl State {
    fn after(&self, decision: Decision) -> State {
        let mut position = self.position.clone();
        position.play_unchecked(decision);
        let chooser = match decision.switches {
            true => self.chooser,
            false => self.chooser.other(),
        };
        State { position, chooser }
    }

    fn now(&self) -> Now {
        let game = Game::from_position(self.position.clone(), TimeControl::Unlimited);
        let turn = self.position.turn();
        let attacker = match self.chooser {
            Chooser::Attacker => turn,
            Chooser::Defender => !turn,
        };
        match game.outcome() {
            Some(Outcome::Win { winner, .. }) if game.color_of(winner) == attacker => Now::Won,
            Some(_) => Now::NotWon,
            None if self.chooser == Chooser::Defender && game.claimable_draw().is_some() => {
                Now::NotWon
            }
            None => {
                let decisions = game.legal_decisions().into_iter();
                Now::GoesOn(decisions.map(|decision| self.after(decision)).collect())
            }
        }
    }

    /// A hash of all that decides who wins: with the clock, or without.
    fn key(&self, with_clock: bool) -> (u64, Chooser, u32, u32) {
        let chess = self.position.chess();
        let counts_moves = self.position.switch_limit() == SwitchLimit::Moves;
        (
            self.position.zobrist_hash(),
            self.chooser,
            if with_clock { chess.halfmoves() } else { 0 },
            if counts_moves {
                chess.fullmoves().get()
            } else {
                0
            },
        )
    }
}

/// The full-width solver: visits every position that can come up, then says again and
/// again which of them are won, until nothing changes. Returns in how many plies the
/// attacker wins, if at all; `None` if there are too many positions.
fn truth(root: &State, most: usize, with_clock: bool) -> Option<Option<usize>> {
    let mut numbers = HashMap::from([(root.key(with_clock), 0)]);
    let mut states = vec![root.clone()];
    let mut children: Vec<Vec<usize>> = Vec::new();
    let mut won: Vec<Option<usize>> = Vec::new();
    while let Some(state) = states.get(children.len()).cloned() {
        let (plies, after) = match state.now() {
            Now::Won => (Some(0), Vec::new()),
            Now::NotWon => (None, Vec::new()),
            Now::GoesOn(after) => (None, after),
        };
        won.push(plies);
        let mut own = Vec::new();
        for child in after {
            let next = states.len();
            let number = *numbers.entry(child.key(with_clock)).or_insert(next);
            if number == next {
                states.push(child);
            }
            own.push(number);
        }
        children.push(own);
        if states.len() > most {
            return None;
        }
    }
    for plies in 1.. {
        let mut changed = false;
        for at in 0..states.len() {
            if won[at].is_some() || children[at].is_empty() {
                continue;
            }
            let is_won = |&child: &usize| won[child].is_some_and(|before| before < plies);
            let wins = match states[at].chooser {
                Chooser::Attacker => children[at].iter().any(is_won),
                Chooser::Defender => children[at].iter().all(is_won),
            };
            if wins {
                won[at] = Some(plies);
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    Some(won[0])
}

fn config(state: &State) -> SolveConfig {
    let mut config = SolveConfig::new(state.position.clone());
    config.first = state.chooser;
    config.hash = 4;
    config
}

/// The answer of the solver, whose proof must hold, also once it is text.
fn claim(config: &SolveConfig) -> Option<(Claim, usize)> {
    let solution = solve::solve(config, &Signal::default(), &mut |_| {}).unwrap();
    let (proof, checked) = match solution.answer {
        Answer::Win { proof, checked } | Answer::NoWin { proof, checked } => (proof, checked),
        Answer::Unknown(_) => return None,
    };
    let mut text = Vec::new();
    proof.write(&mut text).unwrap();
    let read = Proof::read(text.as_slice()).unwrap();
    assert_eq!(read, proof);
    assert_eq!(solve::check(&read).as_ref(), Ok(&checked));
    Some((proof.claim, checked.line.len()))
}

/// A wall of pawns that block each other from edge to edge, a king on each side of it, and
/// a piece or two: few positions can follow.
fn walled_position(random: &mut Rng, limit: SwitchLimit) -> Option<SsccPosition> {
    let mut setup = Setup::empty();
    let (base, phase) = (random.u32(1..=3), random.u32(0..2));
    // Neighbours in the wall stand a rank apart, so that no pawn can take another.
    let wall = |file: u32| base + (file + phase) % 2;
    for file in 0..8 {
        let at = file + 8 * wall(file);
        setup
            .board
            .set_piece_at(Square::new(at), Color::White.pawn());
        setup
            .board
            .set_piece_at(Square::new(at + 8), Color::Black.pawn());
    }
    let pieces: Vec<(Role, Color, bool)> = (0..random.usize(1..3))
        .filter_map(|_| {
            let role = random.choice([Role::Knight, Role::Bishop, Role::Rook, Role::Queen])?;
            Some((role, Color::from_white(random.bool()), random.bool()))
        })
        .collect();
    let mut put = |role, color, is_below| {
        let file = random.u32(..8);
        let ranks = if is_below {
            0..wall(file)
        } else {
            wall(file) + 2..8
        };
        let square = Square::new(file + 8 * random.u32(ranks));
        let is_free = setup.board.piece_at(square).is_none();
        setup.board.set_piece_at(square, Piece { color, role });
        is_free
    };
    let mut is_possible = put(Role::King, Color::White, true);
    is_possible &= put(Role::King, Color::Black, false);
    for (role, color, is_below) in pieces {
        is_possible &= put(role, color, is_below);
    }
    setup.turn = Color::from_white(random.bool());
    setup.fullmoves = random.u32(1..9).try_into().ok()?;
    let chess = setup.position(CastlingMode::Standard).ok()?;
    is_possible.then(|| SsccPosition::from_chess(chess, limit))
}

/// The same position after this many half-moves without a capture.
fn with_halfmoves(position: &SsccPosition, halfmoves: u32) -> SsccPosition {
    let mut setup = position.to_setup();
    setup.halfmoves = halfmoves;
    let limit = position.switch_limit();
    SsccPosition::from_setup(setup, CastlingMode::Standard, limit, None).unwrap()
}

#[test]
fn small_positions_are_solved_as_by_looking_at_every_position() {
    let mut random = Rng::with_seed(3);
    let (mut wins, mut draws, mut tried) = (0, 0, 0);
    while tried < scale(12) {
        let limit = SwitchLimit::ALL[tried % 3];
        let Some(position) = walled_position(&mut random, limit) else {
            continue;
        };
        let chooser = [Chooser::Attacker, Chooser::Defender][random.usize(..2)];
        let state = State { position, chooser };
        if state.position.is_over() {
            continue;
        }
        let Some(truth) = truth(&state, 6000, false) else {
            continue;
        };
        // Longer wins may run into the fifty moves.
        if truth.is_some_and(|plies| plies > 90) {
            continue;
        }
        tried += 1;
        let expected = match truth {
            Some(_) => Claim::Win,
            None => Claim::NoWin,
        };
        let fen = state.position.fen();
        let found = claim(&config(&state));
        assert_eq!(
            found.map(|found| found.0),
            Some(expected),
            "{fen} {limit} {chooser:?}"
        );
        wins += usize::from(truth.is_some());
        draws += usize::from(truth.is_none());
    }
    assert!(wins + draws == tried, "{wins} won, {draws} not");
}

#[test]
fn the_fifty_moves_are_counted_as_by_looking_at_every_position() {
    let mut random = Rng::with_seed(5);
    let mut tried = 0;
    while tried < scale(12) {
        let limit = SwitchLimit::ALL[tried % 3];
        let Some(position) = walled_position(&mut random, limit) else {
            continue;
        };
        let halfmoves = random.u32(92..=100);
        let chooser = [Chooser::Attacker, Chooser::Defender][random.usize(..2)];
        let position = with_halfmoves(&position, halfmoves);
        let state = State { position, chooser };
        if state.position.is_over() {
            continue;
        }
        let Some(truth) = truth(&state, 3000, true) else {
            continue;
        };
        tried += 1;
        let expected = match truth {
            Some(_) => Claim::Win,
            None => Claim::NoWin,
        };
        let fen = state.position.fen();
        let found = claim(&config(&state));
        assert_eq!(
            found.map(|found| found.0),
            Some(expected),
            "{fen} {limit} {chooser:?}"
        );
    }
}

/// Whether the player who decides can force mate within so many plies, by trying all.
fn wins(state: &State, within: usize) -> bool {
    match state.now() {
        Now::Won => true,
        Now::NotWon => false,
        Now::GoesOn(_) if within == 0 => false,
        Now::GoesOn(after) => match state.chooser {
            Chooser::Attacker => after.iter().any(|state| wins(state, within - 1)),
            Chooser::Defender => after.iter().all(|state| wins(state, within - 1)),
        },
    }
}

/// Two kings, a queen, and pawns and pieces close together, so that chains are about to
/// close.
fn crowded_position(random: &mut Rng, limit: SwitchLimit) -> Option<SsccPosition> {
    let mut setup = Setup::empty();
    let corner = [0, 3, 24, 27][random.usize(..4)];
    let mut put = |role, color| {
        for _ in 0..20 {
            let at = random.u32(..25);
            let square = Square::new(corner + at / 5 * 8 + at % 5);
            let is_possible = role != Role::Pawn || !matches!(u32::from(square.rank()), 0 | 7);
            if setup.board.piece_at(square).is_none() && is_possible {
                setup.board.set_piece_at(square, Piece { color, role });
                return;
            }
        }
    };
    for color in Color::ALL {
        put(Role::King, color);
    }
    put(Role::Queen, Color::White);
    for role in [Role::Pawn, Role::Pawn, Role::Pawn, Role::Knight, Role::Rook] {
        put(role, Color::White);
        put(role, Color::Black);
    }
    setup.turn = Color::White;
    let chess = setup.position(CastlingMode::Standard).ok()?;
    Some(SsccPosition::from_chess(chess, limit))
}

#[test]
fn short_mates_are_found_and_no_proof_is_shorter_than_the_truth() {
    const MOST: usize = 3;
    let mut found = 0;
    for limit in SwitchLimit::ALL {
        let mut random = Rng::with_seed(9);
        let mut dice = Rng::with_seed(9);
        let positions = std::iter::repeat_with(|| crowded_position(&mut random, limit));
        for position in positions.flatten().take(scale(50)) {
            if position.is_over() {
                continue;
            }
            let at_clock = |clock| State {
                position: with_halfmoves(&position, clock),
                chooser: Chooser::Attacker,
            };
            let shortest = |state: &State| (1..=MOST).find(|&plies| wins(state, plies));
            // Near the fifty moves what was a win may be none.
            let (early, late) = (at_clock(0), at_clock(dice.u32(97..=100)));
            for state in [early, late] {
                let shortest = shortest(&state);
                let mut config = config(&state);
                config.nodes = if shortest.is_some() { 200_000 } else { 1_000 };
                let fen = state.position.fen();
                match (claim(&config), shortest) {
                    (Some((Claim::Win, plies)), Some(shortest)) => {
                        assert!(plies >= shortest, "{fen} {limit}: {plies}");
                        found += 1;
                    }
                    (Some((Claim::Win, plies)), None) => {
                        assert!(plies > MOST, "{fen} {limit}: {plies}");
                    }
                    (_, None) => {}
                    (answer, Some(plies)) => panic!("{fen} {limit}: {answer:?}, won in {plies}"),
                }
            }
        }
    }
    assert!(found >= 20, "only {found} mates were tried");
}

fn solved(text: &str, limit: SwitchLimit) -> (Claim, usize) {
    let position = fen::parse(text, limit).unwrap();
    claim(&config(&State {
        position,
        chooser: Chooser::Attacker,
    }))
    .unwrap()
}

/// One player moves for both sides: Nd6 and switch, c4 and switch, axb7 mate.
#[test]
fn a_run_can_end_in_mate_by_the_player_who_began_it() {
    let text = "2K5/QnP1R3/P2pP3/k1pp4/1r2N3/8/8/8 w - - 0 1";
    assert_eq!(solved(text, SwitchLimit::Size).0, Claim::Win);
    assert_eq!(solved(text, SwitchLimit::None).0, Claim::Win);
}

/// The same, at a move whose number allows one switch, and at one that allows two.
#[test]
fn the_number_of_the_move_limits_a_run() {
    let at = |number: u32| format!("2K5/QnP1R3/P2pP3/k1pp4/1r2N3/8/8/8 w - - 0 {number}");
    let first = fen::parse(&at(1), SwitchLimit::Moves).unwrap();
    let state = State {
        position: first,
        chooser: Chooser::Attacker,
    };
    assert!(!wins(&state, 3));
    let second = State {
        position: fen::parse(&at(2), SwitchLimit::Moves).unwrap(),
        chooser: Chooser::Attacker,
    };
    assert!(wins(&second, 3));
    assert_eq!(solved(&at(2), SwitchLimit::Moves).0, Claim::Win);
}

#[test]
fn mate_comes_before_the_draw_by_fifty_moves() {
    // The rook mates at once, with the hundredth half-move.
    assert_eq!(
        solved("7k/8/6K1/8/8/8/8/R7 w - - 99 80", SwitchLimit::Size),
        (Claim::Win, 1)
    );
    // Of two moves the first must not be the hundredth: Black claims. If Black makes it,
    // White mates, because a draw is claimed by the player to move.
    let two_moves = |clock| format!("7k/8/5K2/8/8/8/8/R7 w - - {clock} 80");
    assert_eq!(solved(&two_moves(98), SwitchLimit::Size).0, Claim::Win);
    assert_eq!(solved(&two_moves(99), SwitchLimit::Size).0, Claim::NoWin);
}

#[test]
fn a_game_that_is_over_is_refused() {
    let mate = fen::parse("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", SwitchLimit::Size).unwrap();
    let error = solve::solve(&SolveConfig::new(mate), &Signal::default(), &mut |_| {});
    assert_eq!(
        error.unwrap_err().to_string(),
        "the game is over in this position"
    );
}

#[test]
fn nodes_and_the_signal_end_a_search() {
    let mut config = SolveConfig::new(SsccPosition::default());
    config.hash = 1;
    config.nodes = 500;
    let solution = solve::solve(&config, &Signal::default(), &mut |_| {}).unwrap();
    assert_eq!(solution.progress.nodes, 500);
    let Answer::Unknown(reason) = solution.answer else {
        panic!("{solution:?}");
    };
    assert_eq!(reason.to_string(), "all nodes were used");
    let signal = Signal::default();
    signal.stop();
    config.nodes = u64::MAX;
    let solution = solve::solve(&config, &signal, &mut |_| {}).unwrap();
    assert!(
        matches!(solution.answer, Answer::Unknown(_)),
        "{solution:?}"
    );
}

/// A table of one mebibyte is replaced many times over.
#[test]
fn a_small_table_is_enough_for_a_proof() {
    let mut config =
        SolveConfig::new(fen::parse("8/8/8/4k3/8/8/3Q4/4K3 w - - 0 1", SwitchLimit::Size).unwrap());
    config.variant = Variant::Chess;
    config.hash = 1;
    config.nodes = 4_000_000;
    let solution = solve::solve(&config, &Signal::default(), &mut |_| {}).unwrap();
    println!("{:?}", solution.progress);
    if let Answer::NoWin { .. } = solution.answer {
        panic!("king and queen win");
    }
}

fn proof_of(text: &str, limit: SwitchLimit) -> Proof {
    let config = SolveConfig::new(fen::parse(text, limit).unwrap());
    match solve::solve(&config, &Signal::default(), &mut |_| {})
        .unwrap()
        .answer
    {
        Answer::Win { proof, .. } | Answer::NoWin { proof, .. } => proof,
        Answer::Unknown(reason) => panic!("{reason}"),
    }
}

/// King and rook mate in a few moves; the proof has more than one line.
const LADDER: &str = "7k/8/5K2/8/8/8/8/R7 w - - 0 1";

#[test]
fn a_proof_without_one_of_its_positions_does_not_hold() {
    let proof = proof_of(LADDER, SwitchLimit::Size);
    assert!(proof.steps.len() > 5);
    for at in 0..proof.steps.len() {
        let mut broken = proof.clone();
        broken.steps.remove(at);
        let error = solve::check(&broken).unwrap_err();
        assert!(matches!(error, CheckError::Missing { .. }), "{error}");
        let mut twice = proof.clone();
        twice.steps.push(proof.steps[at].clone());
        let error = solve::check(&twice).unwrap_err();
        assert!(matches!(error, CheckError::Twice { .. }), "{error}");
    }
}

#[test]
fn a_proof_with_another_claim_or_decision_does_not_hold() {
    let proof = proof_of(LADDER, SwitchLimit::Size);
    for at in 0..proof.steps.len() {
        if proof.steps[at].decision.is_none() {
            continue;
        }
        for decision in ["a1a1", "e2e4", "a1a2s", "*", "Ra1"] {
            let mut broken = proof.clone();
            broken.steps[at].decision = Some(decision.into());
            let error = solve::check(&broken).unwrap_err();
            assert!(matches!(error, CheckError::Illegal { .. }), "{error}");
        }
    }
    let mut other = proof.clone();
    other.claim = Claim::NoWin;
    assert!(solve::check(&other).is_err());
    let mut other = proof.clone();
    other.first = Chooser::Defender;
    assert!(solve::check(&other).is_err());
    // Later, the fifty moves are over before the mate.
    let mut other = proof.clone();
    other.start = LADDER.replace("- 0 1", "- 98 1");
    assert!(solve::check(&other).is_err());
}

/// A table of first decisions, which never mates, is no proof.
#[test]
fn a_proof_that_goes_round_in_a_circle_does_not_hold() {
    let mut proof = proof_of(LADDER, SwitchLimit::Size);
    let start = State {
        position: fen::parse("8/8/8/8/1k6/2p5/2P5/K1B5 w - - 0 1", SwitchLimit::Size).unwrap(),
        chooser: Chooser::Attacker,
    };
    proof.start = start.position.fen();
    proof.steps.clear();
    // Every position that can follow, each with its first decision.
    let mut open = vec![start];
    let mut seen = std::collections::HashSet::new();
    while let Some(state) = open.pop() {
        let name = proof.name(&state.position);
        if proof.steps.len() > 5000 || !seen.insert((name.clone(), state.chooser)) {
            continue;
        }
        let Now::GoesOn(after) = state.now() else {
            continue;
        };
        let is_ours = state.chooser == Chooser::Attacker;
        let first = state.position.legal_decisions()[0];
        proof.steps.push(solve::ProofStep {
            name: name.into(),
            decision: is_ours.then(|| state.position.uci(first).into()),
        });
        open.extend(after.into_iter().take(if is_ours { 1 } else { 100 }));
    }
    let error = solve::check(&proof).unwrap_err();
    // The clock makes a draw of it before a position with the same clock comes back.
    assert!(
        matches!(error, CheckError::End { .. } | CheckError::Circle { .. }),
        "{error}"
    );
}

/// White's rook goes back and forth before it mates; Black's king has one move each time.
fn shuffles(rounds: usize) -> Proof {
    let mut proof = proof_of("k7/8/1K6/8/8/8/8/2R5 w - - 0 1", SwitchLimit::Size);
    proof.steps.clear();
    let mut position = fen::parse(&proof.start, SwitchLimit::Size).unwrap();
    let round = ["c1c2", "a8b8", "c2c1", "b8a8"];
    let moves = std::iter::repeat_n(round, rounds).flatten();
    for (ply, uci) in moves.chain(["c1c8"]).enumerate() {
        proof.steps.push(solve::ProofStep {
            name: proof.name(&position).into(),
            decision: (ply % 2 == 0).then(|| uci.into()),
        });
        let decision = uci.parse::<UciDecision>().unwrap();
        position
            .play(decision.to_decision(&position).unwrap())
            .unwrap();
    }
    proof
}

#[test]
fn a_proof_that_repeats_a_position_three_times_does_not_hold() {
    assert_eq!(
        solve::check(&shuffles(0)).map(|checked| checked.line.len()),
        Ok(1)
    );
    assert_eq!(
        solve::check(&shuffles(1)).map(|checked| checked.line.len()),
        Ok(5)
    );
    for rounds in [2, 3, 5] {
        let error = solve::check(&shuffles(rounds)).unwrap_err();
        assert!(matches!(error, CheckError::Repetition { .. }), "{error}");
    }
}

#[test]
fn a_proof_that_is_no_text_of_a_proof_is_refused() {
    for (text, expected) in [
        ("", "line 1 of the proof is ''"),
        (
            "catena proof 2\n",
            "line 1 of the proof is 'catena proof 2'",
        ),
        (
            "catena proof 1\nclaim: draw\n",
            "line 2 of the proof is 'claim: draw'",
        ),
    ] {
        let error = Proof::read(text.as_bytes()).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
    let mut text = Vec::new();
    proof_of(LADDER, SwitchLimit::Size)
        .write(&mut text)
        .unwrap();
    let text = String::from_utf8(text).unwrap();
    let cut = &text[..text.trim_end().rfind('\n').unwrap()];
    let error = Proof::read(cut.as_bytes()).unwrap_err().to_string();
    assert!(error.contains("but says that it has"), "{error}");
    // A line without an end does not fill the memory.
    let long = std::io::repeat(b'a');
    let error = Proof::read(std::io::BufReader::new(long)).unwrap_err();
    assert!(error.to_string().starts_with("line 1 of the proof is 'aaa"));
}
