//! Matches: many games between two players, some at the same time.
//!
//! Every opening is played twice, with colours reversed, so that an opening that
//! favours a colour favours nobody. The two games are a pair, and pairs are what
//! [`rating`](crate::rating) counts. A sequential test
//! ([`Sprt`]) ends a match as soon as the result is clear.

use std::collections::{BTreeMap, HashSet};
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use catena_chess::{Outcome, Player, SsccPosition};
use catena_engine::{STACK, Signal};
use thiserror::Error;

use crate::arbiter::Arbiter;
use crate::date;
use crate::player::{MatchPlayer, PlayerConfig, PlayerError};
use crate::rating::{Sprt, SprtVerdict, Standing};
use crate::record::GameRecord;

/// The most games that are played at the same time.
pub const MAX_CONCURRENCY: usize = 256;

/// A match to be played.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MatchConfig {
    /// The two players.
    pub players: [PlayerConfig; 2],
    /// The rules, the limit on thinking, and adjudication.
    pub arbiter: Arbiter,
    /// Each is played twice, with colours reversed, then the next one; after the
    /// last comes the first again. With a limit of nodes each such round has three in a
    /// hundred more than the one before, so that no game is played twice.
    pub openings: Vec<SsccPosition>,
    /// How many games.
    pub games: usize,
    /// How many at the same time, at most [`MAX_CONCURRENCY`].
    pub concurrency: usize,
    /// A test that may end the match early.
    pub sprt: Option<Sprt>,
    /// Games of the match that were played before. They are not played again, and count.
    pub earlier: Vec<EarlierGame>,
}

/// A game of a match that was played before, for example in a run that was interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EarlierGame {
    /// The number of the game in its match, from 1.
    pub number: usize,
    /// Twice the points of the first player of the match: 0, 1 or 2.
    pub half_points: usize,
    /// Whether it ended by a player's failure.
    pub is_forfeit: bool,
}

impl MatchConfig {
    /// A match in which each opening is played twice, one game at a time.
    #[must_use]
    pub fn new(
        players: [PlayerConfig; 2],
        arbiter: Arbiter,
        openings: Vec<SsccPosition>,
    ) -> MatchConfig {
        MatchConfig {
            players,
            arbiter,
            games: openings.len().saturating_mul(2),
            openings,
            concurrency: 1,
            sprt: None,
            earlier: Vec::new(),
        }
    }
}

/// How a match went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MatchResult {
    /// The results.
    pub standing: Standing,
    /// Games lost on time, by an illegal move, or by a player that left.
    pub forfeits: u32,
}

/// A match cannot be played, or not to its end.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MatchError {
    /// A player cannot be set up, or not again after a forfeit.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// There is nothing to play from.
    #[error("a match needs at least one opening, but there is none")]
    NoOpening,
    /// The machine has no thread to play games in.
    #[error("cannot start a thread for the games")]
    Thread(#[source] io::Error),
}

/// Plays a match. `on_game` is called after each game, in the order in which they end,
/// with the result so far.
///
/// When the signal comes, the games under way are dropped and the result is that of
/// the games that had ended.
///
/// # Errors
///
/// If a player cannot be set up, if there is no opening, or if there is no thread to
/// be had. What was played until then was told to `on_game`.
pub fn run(
    config: &MatchConfig,
    signal: &Signal,
    on_game: &mut dyn FnMut(&GameRecord, &MatchResult),
) -> Result<MatchResult, MatchError> {
    if config.openings.is_empty() {
        return Err(MatchError::NoOpening);
    }
    let workers = config
        .concurrency
        .min(config.games)
        .clamp(1, MAX_CONCURRENCY);
    let shared = SharedMatch {
        config,
        signal,
        done: config.earlier.iter().map(|game| game.number).collect(),
        next: AtomicUsize::new(0),
        is_over: AtomicBool::new(false),
    };
    let mut tally = MatchTally::default();
    config.earlier.iter().for_each(|game| tally.add(*game));
    if is_decided(config, &tally.result) {
        return Ok(tally.result);
    }
    thread::scope(|scope| {
        let (sender, games) = sync_channel(workers);
        let mut failure = None;
        for number in 0..workers {
            let (sender, shared) = (sender.clone(), &shared);
            let worker = thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, move || shared.work(&sender));
            if let Err(error) = worker {
                // With fewer threads the match takes longer, but it can be played.
                failure = (number == 0).then_some(MatchError::Thread(error));
                break;
            }
        }
        drop(sender);
        for game in games {
            match game {
                Ok(game) => {
                    tally.add(EarlierGame::from(&game));
                    on_game(&game, &tally.result);
                    if is_decided(config, &tally.result) {
                        shared.is_over.store(true, Relaxed);
                    }
                }
                Err(error) => {
                    shared.is_over.store(true, Relaxed);
                    failure = Some(error.into());
                }
            }
        }
        failure.map_or(Ok(tally.result), Err)
    })
}

/// Whether the test has an answer.
fn is_decided(config: &MatchConfig, result: &MatchResult) -> bool {
    let verdict = config.sprt.map(|sprt| sprt.verdict(&result.standing));
    verdict.is_some_and(|verdict| verdict != SprtVerdict::Open)
}

impl From<&GameRecord> for EarlierGame {
    fn from(game: &GameRecord) -> EarlierGame {
        let half_points = match game.played.outcome {
            Outcome::Draw { .. } => 1,
            Outcome::Win { winner, .. } if (winner == Player::First) != game.is_reversed => 2,
            Outcome::Win { .. } => 0,
        };
        EarlierGame {
            number: game.number,
            half_points,
            is_forfeit: game.played.is_forfeit(),
        }
    }
}

/// The result so far.
#[derive(Debug, Default)]
struct MatchTally {
    result: MatchResult,
    /// Half points of the first player in games whose partner is not over yet, by
    /// the number of the pair.
    halves: BTreeMap<usize, usize>,
}

impl MatchTally {
    fn add(&mut self, game: EarlierGame) {
        let standing = &mut self.result.standing;
        let half_points = game.half_points.min(2);
        match half_points {
            0 => standing.losses += 1,
            1 => standing.draws += 1,
            _ => standing.wins += 1,
        }
        self.result.forfeits += u32::from(game.is_forfeit);
        let pair = game.number.saturating_sub(1) / 2;
        match self.halves.remove(&pair) {
            Some(earlier) => standing.pairs[earlier + half_points] += 1,
            None => {
                self.halves.insert(pair, half_points);
            }
        }
    }
}

/// Both players of a match, ready to play.
type Pairing = [Box<dyn MatchPlayer>; 2];

/// What the threads share.
#[derive(Debug)]
struct SharedMatch<'a> {
    config: &'a MatchConfig,
    signal: &'a Signal,
    /// The numbers of the games that were played before.
    done: HashSet<usize>,
    next: AtomicUsize,
    is_over: AtomicBool,
}

impl SharedMatch<'_> {
    /// One thread: plays games until there are no more.
    fn work(&self, games: &SyncSender<Result<GameRecord, PlayerError>>) {
        let mut pairing = None;
        loop {
            let at = self.next.fetch_add(1, Relaxed);
            let is_over = self.is_over.load(Relaxed) || self.signal.is_stopped();
            if at >= self.config.games || is_over {
                return;
            }
            if self.done.contains(&(at + 1)) {
                continue;
            }
            let game = match self.play(&mut pairing, at) {
                Ok(Some(game)) => Ok(game),
                Ok(None) => return,
                Err(error) => Err(error),
            };
            let has_failed = game.is_err();
            if games.send(game).is_err() || has_failed {
                return;
            }
        }
    }

    fn pairing(&self) -> Result<Pairing, PlayerError> {
        let [first, second] = &self.config.players;
        let variant = self.config.arbiter.variant;
        Ok([first.start(variant)?, second.start(variant)?])
    }

    /// Plays one game; `None` if the match was stopped meanwhile.
    fn play(
        &self,
        pairing: &mut Option<Pairing>,
        at: usize,
    ) -> Result<Option<GameRecord>, PlayerError> {
        let [mut first, mut second] = match pairing.take() {
            Some(pairing) => pairing,
            None => self.pairing()?,
        };
        let openings = &self.config.openings;
        let start = &openings[at / 2 % openings.len()];
        let mut arbiter = self.config.arbiter;
        arbiter.limit = arbiter.limit.in_round(at / 2 / openings.len());
        let is_reversed = at % 2 == 1;
        let mut names = self.config.players.each_ref().map(|player| &player.name);
        let mut players: [&mut dyn MatchPlayer; 2] = [&mut *first, &mut *second];
        if is_reversed {
            names.reverse();
            players.reverse();
        }
        let date = date::today();
        let played = arbiter.play(start, players, at as u64, self.signal);
        let Some(played) = played else {
            return Ok(None);
        };
        // A program that failed may be in any state: it is started again.
        if !played.is_forfeit() {
            *pairing = Some([first, second]);
        }
        Ok(Some(GameRecord {
            number: at + 1,
            players: names.map(Clone::clone),
            is_reversed,
            variant: arbiter.variant,
            date,
            played,
        }))
    }
}
