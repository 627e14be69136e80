//! Facts about the game that are found by looking at all short games, or at many long ones.
//! `docs/game-facts.md` says what they mean.
//!
//! ```console
//! $ cargo run --release -p catena-lab --example game_facts
//! ```

#![allow(clippy::print_stdout, reason = "it is a program")]

use std::collections::BTreeMap;
use std::error::Error;

use catena_chess::shakmaty::Position as _;
use catena_chess::{Decision, SsccPosition, SwitchLimit, Variant};
use catena_engine::score::{Score, is_mate};
use catena_engine::{Engine, Limits, Settings, Signal};
use fastrand::Rng;

/// Nodes for each judgement of a switch.
const NODES: u64 = 30_000;

/// How many long runs are tried under each rule.
const RUNS: usize = 3000;

fn main() -> Result<(), Box<dyn Error>> {
    earliest_chains();
    shortest_games();
    earliest_switches()?;
    for limit in SwitchLimit::ALL {
        longest_run(limit);
    }
    Ok(())
}

fn after(position: &SsccPosition, decision: Decision) -> SsccPosition {
    let mut after = position.clone();
    after.play_unchecked(decision);
    after
}

/// Calls `visit` with every game of this many plies: its decisions, and the position
/// before the last of them.
fn each_game(
    position: &SsccPosition,
    plies: usize,
    game: &mut Vec<Decision>,
    visit: &mut dyn FnMut(&[Decision], &SsccPosition),
) {
    for decision in position.legal_decisions() {
        game.push(decision);
        if plies == 1 {
            visit(game, position);
        } else {
            each_game(&after(position, decision), plies - 1, game, visit);
        }
        game.pop();
    }
}

/// The moves of a game in SAN, `(s)` after those with a switch.
fn text(game: &[Decision]) -> String {
    let mut position = SsccPosition::default();
    let mut words = Vec::new();
    for &decision in game {
        let mark = if decision.switches { "(s)" } else { "" };
        words.push(format!("{}{mark}", position.san(decision.mv)));
        position.play_unchecked(decision);
    }
    words.join(" ")
}

/// The games of the fewest plies whose last move forms a chain, by White's moves.
fn earliest_chains() {
    for plies in 1.. {
        let mut chains: BTreeMap<String, usize> = BTreeMap::new();
        let start = SsccPosition::default();
        each_game(&start, plies, &mut Vec::new(), &mut |game, before| {
            let last = game[game.len() - 1];
            if !last.switches && before.forms_chain(last.mv) {
                let mut squares: Vec<String> = game
                    .iter()
                    .step_by(2)
                    .map(|decision| decision.mv.to_string())
                    .collect();
                squares.sort_unstable();
                *chains.entry(squares.join(" and ")).or_default() += 1;
            }
        });
        println!(
            "after {plies} plies: {} games",
            chains.values().sum::<usize>()
        );
        if !chains.is_empty() {
            for (moves, count) in chains {
                println!("  White plays {moves}, in either order: {count}");
            }
            return;
        }
    }
}

/// The shortest games that end with mate, without a switch and with one.
fn shortest_games() {
    let mut found = [None, None];
    for plies in 1..=5 {
        let mut counts = [0_u32; 2];
        let mut first = [None, None];
        let start = SsccPosition::default();
        each_game(&start, plies, &mut Vec::new(), &mut |game, before| {
            let last = game[game.len() - 1];
            if !last.switches && after(before, last).chess().is_checkmate() {
                let kind = usize::from(game.iter().any(|decision| decision.switches));
                counts[kind] += 1;
                first[kind].get_or_insert_with(|| text(game));
            }
        });
        for kind in 0..2 {
            if found[kind].is_none() && counts[kind] > 0 {
                let what = ["no switch", "a switch"][kind];
                let game = first[kind].clone().unwrap_or_default();
                println!(
                    "mate with {what}: {plies} plies, {} games, such as {game}",
                    counts[kind]
                );
                found[kind] = Some(plies);
            }
        }
        if found.iter().all(Option::is_some) {
            return;
        }
    }
}

fn score(engine: &mut Engine, position: &SsccPosition, decision: Decision) -> Score {
    engine.clear();
    if engine.set_position(position, &[]).is_err() {
        return 0;
    }
    let limits = Limits {
        search_moves: vec![decision],
        ..Limits::nodes(NODES)
    };
    engine
        .search(&limits, &Signal::default(), &mut |_| {})
        .score
}

/// By how much the switch after the earliest chains is better than staying.
fn earliest_switches() -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::new(16)?;
    engine.set_settings(Settings {
        variant: Variant::Sscc,
        ..Settings::default()
    });
    for limit in SwitchLimit::ALL {
        let mut gains: Vec<(Score, Score, Score, String)> = Vec::new();
        let start = SsccPosition::new(limit);
        each_game(&start, 3, &mut Vec::new(), &mut |game, before| {
            let last = game[game.len() - 1];
            if last.switches {
                let switch = score(&mut engine, before, last);
                let stay = score(&mut engine, before, Decision::stay(last.mv));
                gains.push((switch - stay, switch, stay, text(game)));
            }
        });
        gains.sort_by_key(|gain| -gain.0);
        let helps = gains.iter().filter(|gain| gain.0 > 50).count();
        println!(
            "limit {limit}: of {} switches after 3 plies {helps} are better than staying by more than half a pawn",
            gains.len()
        );
        for (gain, switch, stay, game) in gains.iter().take(3) {
            let mate = if is_mate(*switch) { ", a mate" } else { "" };
            println!("  {game}: {switch} against {stay} ({gain:+}{mate})");
        }
    }
    Ok(())
}

/// The longest run of switches that random play finds under a rule: moves at random until
/// the first chain, then a chain and a switch in every move for as long as it goes.
fn longest_run(limit: SwitchLimit) {
    let mut random = Rng::with_seed(1);
    let mut best: (u32, usize, SsccPosition) = (0, 0, SsccPosition::new(limit));
    for _ in 0..RUNS {
        let mut position = SsccPosition::new(limit);
        let warm_up = random.usize(0..60);
        for _ in 0..warm_up {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(Decision::stay(moves[random.usize(..moves.len())]));
        }
        let mut plies = warm_up;
        loop {
            let decisions = position.legal_decisions();
            let switches: Vec<Decision> = decisions
                .into_iter()
                .filter(|decision| decision.switches)
                .collect();
            // Moves that cannot be taken back are kept until the draw is near.
            let is_late = position.chess().halfmoves() > 140;
            let is_quiet = |decision: &&Decision| decision.mv.is_zeroing() == is_late;
            let preferred: Vec<&Decision> = switches.iter().filter(is_quiet).collect();
            let choice = match (preferred.as_slice(), switches.as_slice()) {
                ([], []) => break,
                ([], all) => all[random.usize(..all.len())],
                (some, _) => *some[random.usize(..some.len())],
            };
            position.play_unchecked(choice);
            plies += 1;
        }
        let used = position.run().map_or(0, |run| run.used().get());
        if used > best.0 {
            best = (used, plies, position);
        }
    }
    let (used, plies, position) = best;
    println!(
        "limit {limit}: a run of {used} switches in a game of {plies} plies, to {}",
        position.fen()
    );
}
