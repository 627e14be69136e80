//! Matches: this is how strength is measured and how changes are accepted.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use catena_chess::shakmaty::{Color, Position as _};
use catena_chess::{Decision, SsccPosition};

use crate::player::{MatchPlayer, PlayerConfig, PlayerError};
use crate::rating::{Sprt, SprtVerdict, Standing};
use crate::record::{GameRecord, GameResult};
use catena_chess::Variant;
use catena_engine::Signal;
use catena_engine::score::Score;
use catena_engine::{Clock, Limits};

/// How much a player may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchLimit {
    /// This much time per move.
    MoveTime(Duration),
    /// A clock for each colour. A switch exchanges the clocks of the players,
    /// so that each colour keeps its own.
    Clock(Clock),
    /// This many nodes per move, whatever time they take.
    Nodes(u64),
    /// A search of this many plies per move.
    Depth(u32),
}

/// When a game is ended before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjudication {
    /// A player who is this far behind, in hundredths of a pawn, for this many
    /// moves, loses if the other one agrees. `None` plays on.
    pub resign: Option<(Score, u32)>,
    /// After this many plies the game is drawn.
    pub longest: usize,
}

impl Default for Adjudication {
    fn default() -> Adjudication {
        Adjudication {
            resign: None,
            longest: 400,
        }
    }
}

/// A match to be played.
#[derive(Clone, Debug)]
pub struct MatchConfig {
    /// The two players.
    pub players: [PlayerConfig; 2],
    /// Chess or Switch-Side Chain-Chess.
    pub variant: Variant,
    /// How much they may think.
    pub time: MatchLimit,
    /// Each is played twice, with colours reversed, then the next one.
    pub openings: Vec<SsccPosition>,
    /// How many games.
    pub games: usize,
    /// How many at the same time.
    pub concurrency: usize,
    /// When a game is ended before its end.
    pub adjudication: Adjudication,
    /// A test that may end the match early.
    pub sprt: Option<Sprt>,
    /// What a player may be late by before the flag falls.
    pub lateness: Duration,
}

/// How a match went.
#[derive(Clone, Debug, Default)]
pub struct MatchResult {
    /// The results.
    pub standing: Standing,
    /// Games lost by an illegal move, on time, or by a program that ended.
    pub forfeits: u32,
}

/// Plays a match. `on_game` hears of every game, in the order in which they end.
///
/// # Errors
///
/// If a player cannot be set up.
pub fn run(
    config: &MatchConfig,
    signal: &Signal,
    on_game: &mut dyn FnMut(&GameRecord, &MatchResult),
) -> Result<MatchResult, PlayerError> {
    let mut result = MatchResult::default();
    if config.openings.is_empty() {
        return Ok(result);
    }
    let next = AtomicUsize::new(0);
    let is_over = AtomicBool::new(false);
    let mut halves: Vec<Option<GameResult>> = vec![None; config.games.div_ceil(2)];
    thread::scope(|scope| {
        let (sender, games) = channel();
        for _ in 0..config.concurrency.clamp(1, config.games.max(1)) {
            let sender = sender.clone();
            let (next, is_over) = (&next, &is_over);
            scope.spawn(move || work(config, next, is_over, &sender));
        }
        drop(sender);
        let mut failure = None;
        for game in games {
            let game: GameRecord = match game {
                Ok(game) => game,
                Err(error) => {
                    is_over.store(true, Relaxed);
                    failure = Some(error);
                    continue;
                }
            };
            count(&mut result, &mut halves, &game);
            on_game(&game, &result);
            let decided = config
                .sprt
                .is_some_and(|sprt| sprt.verdict(&result.standing) != SprtVerdict::Open);
            if decided || signal.is_stopped() {
                is_over.store(true, Relaxed);
            }
        }
        failure.map_or(Ok(()), Err)
    })?;
    Ok(result)
}

/// Adds a game to the results.
fn count(result: &mut MatchResult, halves: &mut [Option<GameResult>], game: &GameRecord) {
    let first = if game.is_reversed {
        game.result.reversed()
    } else {
        game.result
    };
    let standing = &mut result.standing;
    match first {
        GameResult::Win => standing.wins += 1,
        GameResult::Draw => standing.draws += 1,
        GameResult::Loss => standing.losses += 1,
    }
    result.forfeits += u32::from(game.is_forfeit);
    let half_points = |result| match result {
        GameResult::Win => 2,
        GameResult::Draw => 1,
        GameResult::Loss => 0,
    };
    let other = &mut halves[(game.number - 1) / 2];
    match *other {
        None => *other = Some(first),
        Some(earlier) => standing.pairs[half_points(first) + half_points(earlier)] += 1,
    }
}

/// One thread: plays games until there are no more.
fn work(
    config: &MatchConfig,
    next: &AtomicUsize,
    is_over: &AtomicBool,
    games: &Sender<Result<GameRecord, PlayerError>>,
) {
    let mut players = match config
        .players
        .each_ref()
        .map(|player| MatchPlayer::new(player, config.variant))
    {
        [Ok(first), Ok(second)] => [first, second],
        [Err(error), _] | [_, Err(error)] => {
            let _ = games.send(Err(error));
            return;
        }
    };
    loop {
        let at = next.fetch_add(1, Relaxed);
        if at >= config.games || is_over.load(Relaxed) {
            return;
        }
        let record = play(config, &mut players, at);
        // A program that was lost must be started again.
        if record.is_forfeit
            && let [Ok(first), Ok(second)] = config
                .players
                .each_ref()
                .map(|player| MatchPlayer::new(player, config.variant))
        {
            players = [first, second];
        }
        if games.send(Ok(record)).is_err() {
            return;
        }
    }
}

/// The hash of a position and which of two players moves in it.
fn repetition_key(hash: u64, first_moves: bool) -> u64 {
    hash ^ u64::from(first_moves)
}

/// One game under way.
struct MatchGame<'a> {
    config: &'a MatchConfig,
    start: &'a SsccPosition,
    position: SsccPosition,
    plies: Vec<Decision>,
    /// Positions so far, with who was to move.
    keys: Vec<u64>,
    /// Whether the player who began with White is to move.
    first_moves: bool,
    clocks: [Clock; 2],
    /// For how many moves each player has seen the game as decided.
    decided: [u32; 2],
}

/// How a game ended.
struct End {
    result: GameResult,
    reason: String,
    is_forfeit: bool,
}

fn play(config: &MatchConfig, players: &mut [MatchPlayer; 2], at: usize) -> GameRecord {
    let start = &config.openings[at / 2 % config.openings.len()];
    let is_reversed = at % 2 == 1;
    let clock = match config.time {
        MatchLimit::Clock(clock) => clock,
        _ => Clock::default(),
    };
    let mut game = MatchGame {
        config,
        start,
        position: start.clone(),
        plies: Vec::new(),
        keys: Vec::new(),
        first_moves: start.turn() == Color::White,
        clocks: [clock; 2],
        decided: [0; 2],
    };
    let mut seeds = players.iter_mut().zip([1, 2]);
    let ready = seeds.try_for_each(|(player, seed)| player.new_game(at as u64 * 3 + seed));
    let end = match ready {
        Ok(()) => loop {
            if let Some(end) = game.end() {
                break end;
            }
            if let Some(end) = game.turn(players, is_reversed) {
                break end;
            }
        },
        Err(error) => End {
            result: GameResult::Draw,
            reason: error.to_string(),
            is_forfeit: true,
        },
    };
    let mut names = config.players.each_ref().map(|player| player.name.clone());
    if is_reversed {
        names.reverse();
    }
    GameRecord {
        number: at + 1,
        players: names,
        is_reversed,
        start: start.clone(),
        plies: game.plies,
        result: end.result,
        reason: end.reason,
        is_forfeit: end.is_forfeit,
    }
}

impl MatchGame<'_> {
    /// The end of the game by its rules, or because it is too long.
    fn end(&self) -> Option<End> {
        let chess = self.position.chess();
        let end = |result, reason: &str| {
            Some(End {
                result,
                reason: reason.to_owned(),
                is_forfeit: false,
            })
        };
        if self.position.has_no_move() {
            return if chess.is_check() {
                // Whoever holds the side that is mated has lost.
                end(self.loss_of_mover(), "checkmate")
            } else {
                end(GameResult::Draw, "stalemate")
            };
        }
        let key = repetition_key(self.position.zobrist_hash(), self.first_moves);
        let times = self.keys.iter().filter(|&&earlier| earlier == key).count();
        if chess.is_insufficient_material() {
            end(GameResult::Draw, "insufficient material")
        } else if times >= 2 {
            end(GameResult::Draw, "threefold repetition")
        } else if chess.halfmoves() >= 100 {
            end(GameResult::Draw, "fifty-move rule")
        } else if self.plies.len() >= self.config.adjudication.longest {
            end(GameResult::Draw, "adjudication")
        } else {
            None
        }
    }

    fn loss_of_mover(&self) -> GameResult {
        if self.first_moves {
            GameResult::Loss
        } else {
            GameResult::Win
        }
    }

    /// One ply of the player to move.
    fn turn(&mut self, players: &mut [MatchPlayer; 2], is_reversed: bool) -> Option<End> {
        let player = &mut players[usize::from(self.first_moves == is_reversed)];
        let limits = self.limits();
        let clock = Instant::now();
        let decision = player.choose(
            self.start,
            &self.plies,
            &self.position,
            &limits,
            self.config.variant,
        );
        let spent = clock.elapsed();
        let loss = self.loss_of_mover();
        let forfeit = |reason: String| {
            Some(End {
                result: loss,
                reason,
                is_forfeit: true,
            })
        };
        let decision = match decision {
            Ok(decision) => decision,
            Err(error) => return forfeit(error.to_string()),
        };
        if self.is_too_late(spent) {
            return forfeit(format!("time forfeit, {} ms", spent.as_millis()));
        }
        if let Some(end) = self.resigns(decision.score) {
            return Some(end);
        }
        self.keys.push(repetition_key(
            self.position.zobrist_hash(),
            self.first_moves,
        ));
        if self.position.play(decision.ply).is_err() {
            return forfeit("illegal move".to_owned());
        }
        self.plies.push(decision.ply);
        self.first_moves ^= !decision.ply.switches;
        None
    }

    fn limits(&self) -> Limits {
        match self.config.time {
            MatchLimit::MoveTime(time) => Limits::move_time(time),
            MatchLimit::Nodes(nodes) => Limits::nodes(nodes),
            MatchLimit::Depth(depth) => Limits::depth(depth),
            MatchLimit::Clock(_) => Limits {
                white: Some(self.clocks[0]),
                black: Some(self.clocks[1]),
                ..Limits::default()
            },
        }
    }

    /// Takes the time off the clock of the colour; true if the flag fell.
    fn is_too_late(&mut self, spent: Duration) -> bool {
        if !matches!(self.config.time, MatchLimit::Clock(_)) {
            return false;
        }
        let clock = &mut self.clocks[self.position.turn().fold_wb(0, 1)];
        let is_late = spent > clock.time + self.config.lateness;
        clock.time = clock.time.saturating_sub(spent) + clock.increment;
        is_late
    }

    /// Whether both players agree that the game is decided.
    fn resigns(&mut self, score: Option<Score>) -> Option<End> {
        let (margin, moves) = self.config.adjudication.resign?;
        let me = usize::from(!self.first_moves);
        let is_decided = score.is_some_and(|score| score.abs() >= margin);
        self.decided[me] = if is_decided { self.decided[me] + 1 } else { 0 };
        let lost = score.is_some_and(|score| score <= -margin);
        (lost && self.decided.iter().all(|&count| count >= moves)).then(|| End {
            result: self.loss_of_mover(),
            reason: "adjudication".to_owned(),
            is_forfeit: false,
        })
    }
}
