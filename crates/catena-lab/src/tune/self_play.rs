//! [`self_play`]: games of the engine against itself, for the tuner.

use std::io::{self, Write};

use catena_chess::Variant;
use catena_chess::shakmaty::Position as _;
use catena_chess::{Decision, Game, Outcome, Player, SsccPosition, SwitchLimit, TimeControl};
use catena_engine::score::is_mate;
use catena_engine::{Engine, Limits, SearchResult, Signal};

use super::TuneError;
use crate::openings::RandomOpenings;

/// Positions before this ply are left out: they belong to the openings.
const FIRST_PLY: usize = 6;

/// Games longer than this are drawn.
const LAST_PLY: usize = 300;

/// The engine's table, in mebibytes.
const HASH: usize = 8;

/// What to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelfPlay {
    /// How many games of chess.
    pub games: usize,
    /// Nodes per move.
    pub nodes: u64,
    /// The seed of the openings.
    pub seed: u64,
}

/// Plays games of chess and writes lines of `FEN;points`, the points being White's.
/// `on_game` is called after each game. The same numbers give the same lines.
///
/// # Errors
///
/// If there is not enough memory or the lines cannot be written.
pub fn self_play(
    plan: SelfPlay,
    out: &mut dyn Write,
    on_game: &mut dyn FnMut(),
) -> Result<(), TuneError> {
    let openings = RandomOpenings::new(plan.seed, SwitchLimit::Size, Variant::Chess)?;
    let mut engine = Engine::new(HASH)?;
    // Its weights are to be fitted.
    engine.set_network(None);
    for start in openings.take(plan.games) {
        engine.clear();
        play(&mut engine, start, plan.nodes, out).map_err(TuneError::Write)?;
        on_game();
    }
    Ok(())
}

/// Plays one game and writes its quiet positions.
fn play(
    engine: &mut Engine,
    start: SsccPosition,
    nodes: u64,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut game = Game::from_position(start, TimeControl::Unlimited);
    let mut quiet = Vec::new();
    while game.outcome().is_none()
        && game.claimable_draw().is_none()
        && game.decisions().len() < LAST_PLY
    {
        let decisions: Vec<Decision> = game.decisions().collect();
        if engine.set_position(game.start(), &decisions).is_err() {
            break;
        }
        let found = engine.search(&Limits::nodes(nodes), &Signal::default(), &mut |_| {});
        let Some(best) = found.best else { break };
        if decisions.len() >= FIRST_PLY && is_quiet(game.position(), best, &found) {
            quiet.push(game.position().fen());
        }
        if game.play(best).is_err() {
            break;
        }
    }
    let points = match game.outcome().and_then(Outcome::winner) {
        Some(Player::First) => "1",
        Some(Player::Second) => "0",
        None => "0.5",
    };
    for fen in quiet {
        writeln!(out, "{fen};{points}")?;
    }
    Ok(())
}

/// Whether the static evaluation can be expected to tell the result: nothing is to be
/// captured, promoted or mated.
fn is_quiet(position: &SsccPosition, best: Decision, found: &SearchResult) -> bool {
    !position.chess().is_check()
        && !best.mv.is_capture()
        && !best.mv.is_promotion()
        && !is_mate(found.score)
}
