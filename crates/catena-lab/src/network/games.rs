//! [`play_games`]: games of the engine against itself, for the trainer.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::mpsc::sync_channel;
use std::thread;

use catena_chess::shakmaty::{Board, Color, Position as _};
use catena_chess::{
    Decision, Game, Outcome, Player, SsccPosition, SwitchLimit, TimeControl, Variant,
};
use catena_engine::network::Network;
use catena_engine::score::Score;
use catena_engine::{Engine, HashSizeError, Limits, STACK, SearchResult, Settings, Signal};
use fastrand::Rng;

use super::{Points, TrainingPosition};

/// A game starts with random moves, so many of them.
const RANDOM_PLIES: std::ops::RangeInclusive<usize> = 5..=10;

/// An opening in which a player is further ahead than this is not played.
const MAX_OPENING: Score = 350;

/// A player who is this far ahead for [`WIN_PLIES`] has won.
const WIN: Score = 1000;
/// See [`WIN`].
const WIN_PLIES: usize = 5;

/// A game in which neither player is further ahead for [`DRAW_PLIES`] is drawn.
const DRAW: Score = 10;
/// See [`DRAW`].
const DRAW_PLIES: usize = 12;
/// No draw before this ply.
const FIRST_DRAW: usize = 80;

/// Games longer than this are drawn.
const LAST_PLY: usize = 300;

/// Positions in which a player is further ahead teach nothing.
const MAX_SCORE: Score = 2000;

/// The engine's table, in mebibytes.
const HASH: usize = 4;

/// What to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamePlan {
    /// Chess or Switch-Side Chain-Chess.
    pub variant: Variant,
    /// The number of the first game.
    pub first: u32,
    /// How many games.
    pub games: u32,
    /// Nodes per move.
    pub nodes: u64,
    /// The seed. A game depends only on it, on its number, the variant, the nodes and the
    /// evaluation.
    pub seed: u64,
    /// What evaluates; `None` for the hand-written evaluation.
    pub network: Option<Arc<Network>>,
    /// How many games to play at the same time.
    pub threads: usize,
}

/// Plays games and hands the positions of each to `on_game`, in the order of their numbers,
/// until it breaks.
///
/// # Errors
///
/// If there is not enough memory for the engines.
pub fn play_games(
    plan: &GamePlan,
    on_game: &mut dyn FnMut(u32, &[TrainingPosition]) -> ControlFlow<()>,
) -> Result<(), HashSizeError> {
    let threads = plan.threads.clamp(1, Engine::most_threads());
    let engines: Vec<SelfPlayer> = (0..threads)
        .map(|_| SelfPlayer::new(plan))
        .collect::<Result<_, _>>()?;
    let end = plan.first.saturating_add(plan.games);
    let next = AtomicU32::new(plan.first);
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let (sender, games) = sync_channel(threads);
        for mut engine in engines {
            let (sender, next, is_over) = (sender.clone(), &next, &is_over);
            let work = move || {
                loop {
                    let game = next.fetch_add(1, Relaxed);
                    if game >= end || is_over.load(Relaxed) {
                        return;
                    }
                    if sender.send((game, engine.play(game))).is_err() {
                        return;
                    }
                }
            };
            // A machine that has no more threads plays with fewer.
            let _ = thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, work);
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut expected = plan.first;
        for (game, positions) in games {
            waiting.insert(game, positions);
            while let Some(positions) = waiting.remove(&expected) {
                if !is_over.load(Relaxed) && on_game(expected, &positions).is_break() {
                    is_over.store(true, Relaxed);
                }
                expected += 1;
            }
        }
    });
    Ok(())
}

/// An engine that plays itself.
struct SelfPlayer<'a> {
    engine: Engine,
    plan: &'a GamePlan,
}

impl SelfPlayer<'_> {
    fn new(plan: &GamePlan) -> Result<SelfPlayer<'_>, HashSizeError> {
        let mut engine = Engine::new(HASH)?;
        engine.set_settings(Settings {
            variant: plan.variant,
            ..Settings::default()
        });
        engine.set_network(plan.network.clone());
        Ok(SelfPlayer { engine, plan })
    }

    /// Plays the game of this number.
    fn play(&mut self, number: u32) -> Vec<TrainingPosition> {
        let mut game = Game::from_position(self.opening(number), TimeControl::Unlimited)
            .in_variant(self.plan.variant);
        let mut kept = Vec::new();
        let mut tally = ScoreTally::default();
        self.engine.clear();
        while game.outcome().is_none() && game.claimable_draw().is_none() {
            let decisions: Vec<Decision> = game.decisions().collect();
            let Some((best, found)) = self.search(game.start(), &decisions) else {
                break;
            };
            let player = game.player_to_move();
            if is_quiet(game.position(), best, &found) {
                let is_contested = self.engine.is_contested();
                kept.push((player, sample(game.position(), found.score, is_contested)));
            }
            tally.add(player, found.score, decisions.len());
            if tally.decision().is_some() || game.play(best).is_err() {
                break;
            }
        }
        let winner = game.outcome().and_then(Outcome::winner).or(tally.winner());
        let points = |player| match winner {
            None => Points::Draw,
            Some(winner) if winner == player => Points::Win,
            Some(_) => Points::Loss,
        };
        kept.into_iter()
            .map(|(player, position)| TrainingPosition {
                points: points(player),
                variant: self.plan.variant,
                game: number,
                ..position
            })
            .collect()
    }

    /// A random position in which neither player is far ahead.
    fn opening(&mut self, number: u32) -> SsccPosition {
        let mut random = Rng::with_seed(self.plan.seed ^ (u64::from(number) << 32));
        loop {
            let mut position = SsccPosition::new(SwitchLimit::Size);
            for _ in 0..random.usize(RANDOM_PLIES) {
                let decisions = Variant::Chess.legal_decisions(&position);
                if let Some(decision) = random.choice(decisions) {
                    position.play_unchecked(decision);
                }
            }
            self.engine.clear();
            if !position.is_over()
                && let Some((_, found)) = self.search(&position, &[])
                && found.score.abs() <= MAX_OPENING
            {
                return position;
            }
        }
    }

    fn search(
        &mut self,
        start: &SsccPosition,
        decisions: &[Decision],
    ) -> Option<(Decision, SearchResult)> {
        self.engine.set_position(start, decisions).ok()?;
        let limits = Limits::nodes(self.plan.nodes);
        let found = self.engine.search(&limits, &Signal::default(), &mut |_| {});
        Some((found.best?, found))
    }
}

/// What the scores of a game say about its result.
#[derive(Debug, Default)]
struct ScoreTally {
    /// For how many plies the first player has been winning; less than 0 for the second.
    winning: isize,
    even: usize,
    ply: usize,
}

impl ScoreTally {
    /// The player thinks this of the position after so many plies.
    fn add(&mut self, player: Player, score: Score, ply: usize) {
        let score = if player == Player::First {
            score
        } else {
            -score
        };
        self.winning = match score {
            WIN.. => self.winning.max(0) + 1,
            _ if score <= -WIN => self.winning.min(0) - 1,
            _ => 0,
        };
        self.even = if score.abs() <= DRAW {
            self.even + 1
        } else {
            0
        };
        self.ply = ply;
    }

    /// Who has won, or `Some(None)` for a draw; `None` while the game is open.
    fn decision(&self) -> Option<Option<Player>> {
        let is_drawn = self.even >= DRAW_PLIES && self.ply >= FIRST_DRAW || self.ply >= LAST_PLY;
        self.winner().map(Some).or(is_drawn.then_some(None))
    }

    fn winner(&self) -> Option<Player> {
        let is_won = self.winning.unsigned_abs() >= WIN_PLIES;
        is_won.then_some(if self.winning > 0 {
            Player::First
        } else {
            Player::Second
        })
    }
}

/// The position as the player to move sees it. What is not known yet is filled in later.
fn sample(position: &SsccPosition, score: Score, is_contested: bool) -> TrainingPosition {
    TrainingPosition {
        board: seen_by_mover(position),
        score: i16::try_from(score).unwrap_or(0),
        points: Points::Draw,
        variant: Variant::Chess,
        is_contested,
        game: 0,
    }
}

fn seen_by_mover(position: &SsccPosition) -> Board {
    let board = position.board().clone();
    match position.turn() {
        Color::White => board,
        Color::Black => board.into_mirrored(),
    }
}

/// Whether the static evaluation can be expected to tell the score: nothing is to be
/// captured, promoted, switched or mated.
fn is_quiet(position: &SsccPosition, best: Decision, found: &SearchResult) -> bool {
    !position.chess().is_check()
        && !best.mv.is_capture()
        && !best.mv.is_promotion()
        && !best.switches
        && found.score.abs() <= MAX_SCORE
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use catena_chess::{Player, Variant};
    use catena_engine::network::Network;

    use super::{GamePlan, ScoreTally, play_games};
    use crate::network::TrainingPosition;

    const PLAN: GamePlan = GamePlan {
        variant: Variant::Sscc,
        first: 0,
        games: 4,
        nodes: 100,
        seed: 1,
        threads: 2,
        network: None,
    };

    fn played(plan: &GamePlan) -> Vec<(u32, Vec<TrainingPosition>)> {
        let mut games = Vec::new();
        play_games(plan, &mut |game, positions| {
            games.push((game, positions.to_vec()));
            ControlFlow::Continue(())
        })
        .unwrap();
        games
    }

    #[test]
    fn a_game_depends_on_its_number_and_the_seed_alone() {
        let all = played(&PLAN);
        assert_eq!(all.len(), 4);
        assert!(all.iter().flat_map(|(_, positions)| positions).count() > 20);
        let last = GamePlan {
            first: 2,
            games: 2,
            threads: 1,
            ..PLAN
        };
        assert_eq!(played(&last), all[2..]);
        let network = Some(Network::built_in());
        assert_ne!(
            played(&GamePlan {
                network,
                ..last.clone()
            }),
            all[2..]
        );
        assert_ne!(played(&GamePlan { seed: 2, ..last }), all[2..]);
    }

    #[test]
    fn no_game_is_told_after_the_break() {
        let mut told = 0;
        play_games(&PLAN, &mut |_, _| {
            told += 1;
            ControlFlow::Break(())
        })
        .unwrap();
        assert_eq!(told, 1);
    }

    #[test]
    fn a_player_wins_by_being_ahead_for_long() {
        let mut tally = ScoreTally::default();
        for ply in 0..5 {
            assert_eq!(tally.decision(), None);
            // The second player moves and is behind: the first is ahead.
            let (player, score) = [(Player::First, 1500), (Player::Second, -1500)][ply % 2];
            tally.add(player, score, ply);
        }
        assert_eq!(tally.decision(), Some(Some(Player::First)));
        for ply in 5..17 {
            tally.add(Player::First, 0, ply + 80);
        }
        assert_eq!(tally.decision(), Some(None));
    }
}
