//! Mate scores are true: a slow and obvious solver says the same.

#![expect(clippy::unwrap_used, reason = "tests fail by it")]

use catena_chess::shakmaty::{Color, Piece, Position as _, Role, Setup, Square};
use catena_chess::{Decision, SsccPosition, SwitchLimit, Variant, notation};
use catena_engine::score::{MATE, is_mate};
use catena_engine::{Engine, Limits, Settings, Signal};
use fastrand::Rng;

fn after(position: &SsccPosition, decision: Decision) -> SsccPosition {
    let mut after = position.clone();
    after.play(decision).unwrap();
    after
}

/// Whether the player to move can force mate within this many decisions.
fn wins(position: &SsccPosition, within: i32) -> bool {
    within > 0
        && position.legal_decisions().into_iter().any(|decision| {
            let after = after(position, decision);
            if decision.switches {
                // The same player moves again.
                wins(&after, within - 1)
            } else {
                loses(&after, within - 1)
            }
        })
}

/// Whether the player to move is mated within this many plies, whatever they do.
fn loses(position: &SsccPosition, within: i32) -> bool {
    if position.chess().is_checkmate() {
        return true;
    }
    let decisions = position.legal_decisions();
    within > 0
        && !decisions.is_empty()
        && !position.is_over()
        && decisions.into_iter().all(|decision| {
            let after = after(position, decision);
            if decision.switches {
                loses(&after, within - 1)
            } else {
                wins(&after, within - 1)
            }
        })
}

/// The fewest plies, up to `most`, in which the player to move forces mate.
fn shortest_win(position: &SsccPosition, most: i32) -> Option<i32> {
    (1..=most).find(|&within| wins(position, within))
}

fn shortest_loss(position: &SsccPosition, most: i32) -> Option<i32> {
    (0..=most).find(|&within| loses(position, within))
}

fn engine() -> Engine {
    let mut engine = Engine::new(4).unwrap();
    engine.set_settings(Settings {
        variant: Variant::Sscc,
        ..Settings::default()
    });
    engine
}

fn search(engine: &mut Engine, position: &SsccPosition, depth: u32) -> i32 {
    engine.clear();
    engine.set_position(position, &[]).unwrap();
    engine
        .search(&Limits::depth(depth), &Signal::default(), &mut |_| {})
        .score
}

/// Two kings, a queen, and pawns and pieces close together, so that chains
/// are about to close.
fn random_position(random: &mut Rng, limit: SwitchLimit) -> Option<SsccPosition> {
    let mut setup = Setup::empty();
    let corner = [0, 3, 24, 27][random.usize(..4)];
    let mut put = |role, color| {
        for _ in 0..20 {
            let at = random.u64(..25);
            let square = Square::new(u32::try_from(corner + at / 5 * 8 + at % 5).unwrap());
            let is_pawn_home = role != Role::Pawn || !matches!(u32::from(square.rank()), 0 | 7);
            if setup.board.piece_at(square).is_none() && is_pawn_home {
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
    let chess = setup
        .position(catena_chess::shakmaty::CastlingMode::Standard)
        .ok()?;
    Some(SsccPosition::from_chess(chess, limit))
}

/// The longest mate that the solver looks for, in decisions.
const MOST: i32 = 3;

/// Deep enough to see all of them: the search looks last at what it thinks
/// bad, such as giving a won position away on the way to a mate.
const DEPTH: u32 = 13;

#[test]
fn the_engine_finds_the_mates_of_the_solver_and_no_others() {
    let mut engine = engine();
    let mut mates = 0;
    for limit in SwitchLimit::ALL {
        let mut random = Rng::with_seed(7);
        let positions = std::iter::repeat_with(|| random_position(&mut random, limit));
        for position in positions.flatten().take(30) {
            if position.is_over() {
                continue;
            }
            let score = search(&mut engine, &position, DEPTH);
            let fen = position.fen();
            let truth = shortest_win(&position, MOST);
            let found = (is_mate(score) && score > 0).then(|| MATE - score);
            if let Some(plies) = truth {
                mates += 1;
                assert_eq!(found, Some(plies), "{fen} under {limit}");
            } else if let Some(plies) = found {
                assert!(
                    plies > MOST,
                    "{fen} under {limit}: no mate in {plies} plies"
                );
            }
            if let Some(plies) = shortest_loss(&position, 2) {
                assert_eq!(score, plies - MATE, "{fen} under {limit}");
            }
        }
    }
    assert!(mates >= 10, "only {mates} mates were tried");
}

/// One player moves both sides in a run and mates: a helpmate alone.
#[test]
fn a_run_can_end_in_mate_by_the_player_who_began_it() {
    let mut engine = engine();
    let fen = "2K5/QnP1R3/P2pP3/k1pp4/1r2N3/8/8/8 w - - 0 1";
    for limit in [SwitchLimit::Size, SwitchLimit::None] {
        // Nd6 and switch, c4 and switch, axb7 mate.
        let position = notation::fen::parse(fen, limit).unwrap();
        assert_eq!(shortest_win(&position, MOST), Some(3), "{limit}");
        assert_eq!(search(&mut engine, &position, DEPTH), MATE - 3, "{limit}");
    }
    // At move 1 the rule `moves` allows one switch only.
    let position = notation::fen::parse(fen, SwitchLimit::Moves).unwrap();
    assert_eq!(shortest_win(&position, MOST), None);
}

/// The limit decides: with one switch a run, the mate that needs two is none.
#[test]
fn a_mate_is_true_for_the_limit_in_force() {
    let mut engine = engine();
    let mut differs = 0;
    let mut random = Rng::with_seed(11);
    for _ in 0..400 {
        let Some(free) = random_position(&mut random, SwitchLimit::None) else {
            continue;
        };
        // At move 1 the rule `moves` allows one switch a run.
        let strict = SsccPosition::from_chess(free.chess().clone(), SwitchLimit::Moves);
        let (free_win, strict_win) = (shortest_win(&free, MOST), shortest_win(&strict, MOST));
        if free_win == strict_win || free.is_over() {
            continue;
        }
        differs += 1;
        for (position, truth) in [(&free, free_win), (&strict, strict_win)] {
            let score = search(&mut engine, position, DEPTH);
            let found = (is_mate(score) && score > 0).then(|| MATE - score);
            let found = found.filter(|&plies| plies <= MOST);
            assert_eq!(
                found,
                truth,
                "{} under {}",
                position.fen(),
                position.switch_limit()
            );
        }
        if differs == 2 {
            return;
        }
    }
    panic!("only {differs} positions tell the limits apart");
}
