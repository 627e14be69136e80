//! [`Arbiter`]: conducts one game between two players.
//!
//! The rules are those of [`Game`]: it knows legal moves and switches, who holds
//! which colour, the clocks, mate and draws. The arbiter asks the player to move,
//! measures the time, claims draws that may be claimed, and ends games by
//! adjudication: a game that both players see as decided, or one that is too long.

use std::time::{Duration, Instant};

use catena_chess::{
    Color, Decision, DrawReason, Game, GameError, Outcome, Player, SsccPosition, TimeControl,
    Variant, WinReason,
};
use catena_engine::score::Score;
use catena_engine::{Clock, Limits, Signal};

use crate::player::{MatchPlayer, MoveRequest, PlayerError, ScoredDecision};

/// How much a player may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchLimit {
    /// This much time per move.
    MoveTime(Duration),
    /// A clock for each player. A switch exchanges them, so that each colour keeps
    /// its own.
    Clock(Clock),
    /// This many nodes per move, whatever time they take.
    Nodes(u64),
    /// A search of this many plies per move, whatever time it takes.
    Depth(u32),
}

impl MatchLimit {
    /// The clocks of a game with this limit.
    #[must_use]
    pub fn time_control(self) -> TimeControl {
        match self {
            MatchLimit::MoveTime(time) => TimeControl::PerMove(time),
            MatchLimit::Clock(clock) => TimeControl::Clock {
                initial: clock.time,
                increment: clock.increment,
            },
            MatchLimit::Nodes(_) | MatchLimit::Depth(_) => TimeControl::Unlimited,
        }
    }
}

/// By how much the nodes rise from round to round, in hundredths.
const MORE_NODES: u64 = 3;

impl MatchLimit {
    /// The limit of a later round over the same openings. Engines that get the same number
    /// of nodes play the same game again, which tells nothing new; with a few more nodes
    /// they play another.
    pub(crate) fn in_round(self, round: usize) -> MatchLimit {
        match self {
            MatchLimit::Nodes(nodes) => {
                let rise = (nodes / 100 * MORE_NODES).max(1);
                MatchLimit::Nodes(nodes.saturating_add(rise.saturating_mul(round as u64)))
            }
            other => other,
        }
    }
}

/// When a game is ended by adjudication.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjudication {
    /// A margin in hundredths of a pawn and a number of moves: a player who saw
    /// themselves behind by this margin in their last moves, this many of them,
    /// loses if the other player saw themselves ahead by it in as many. `None` plays
    /// on.
    pub resign: Option<(Score, u32)>,
    /// A game of this many plies (moves of one player) is drawn.
    pub longest: usize,
}

impl Default for Adjudication {
    /// Plays on for 400 plies.
    fn default() -> Adjudication {
        Adjudication {
            resign: None,
            longest: 400,
        }
    }
}

/// Conducts games.
///
/// ```
/// use catena_chess::{SsccPosition, Variant};
/// use catena_engine::Signal;
/// use catena_lab::arbiter::{Arbiter, MatchLimit};
/// use catena_lab::player::{PlayerConfig, PlayerKind};
///
/// let arbiter = Arbiter::new(Variant::Sscc, MatchLimit::Nodes(100));
/// let mut white = PlayerConfig::new(PlayerKind::Random).start(Variant::Sscc)?;
/// let mut black = PlayerConfig::new(PlayerKind::Random).start(Variant::Sscc)?;
/// let start = SsccPosition::default();
/// let played = arbiter
///     .play(&start, [&mut *white, &mut *black], 7, &Signal::default())
///     .expect("nobody stops the game");
/// assert_eq!(played.game.outcome(), Some(played.outcome));
/// # Ok::<(), catena_lab::player::PlayerError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Arbiter {
    /// Chess or Switch-Side Chain-Chess.
    pub variant: Variant,
    /// How much the players may think.
    pub limit: MatchLimit,
    /// How much a player may exceed the time before the flag falls.
    pub lateness: Duration,
    /// When a game is ended by adjudication.
    pub adjudication: Adjudication,
}

/// A game that was played to its end.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PlayedGame {
    /// The game. Its first player is the one who began with White.
    pub game: Game,
    /// How it ended.
    pub outcome: Outcome,
    /// What a player did wrong, if that ended the game.
    pub incident: Option<PlayerError>,
}

impl PlayedGame {
    /// How the game ended, and what a player did wrong, in words.
    #[must_use]
    pub fn reason(&self) -> String {
        match &self.incident {
            Some(error) => format!("{}: {error}", self.outcome),
            None => self.outcome.to_string(),
        }
    }

    /// Whether the game ended by a player's failure instead of by play: on time, by
    /// an illegal move, or because the player left.
    #[must_use]
    pub fn is_forfeit(&self) -> bool {
        matches!(
            self.outcome,
            Outcome::Win {
                reason: WinReason::Time | WinReason::IllegalMove | WinReason::Abandoned,
                ..
            } | Outcome::Draw {
                reason: DrawReason::TimeWithoutMaterial,
            }
        )
    }
}

impl Arbiter {
    /// An arbiter for this variant with this limit, who allows no lateness and has
    /// the adjudication of [`Adjudication::default`].
    #[must_use]
    pub fn new(variant: Variant, limit: MatchLimit) -> Arbiter {
        Arbiter {
            variant,
            limit,
            lateness: Duration::ZERO,
            adjudication: Adjudication::default(),
        }
    }

    /// Conducts a game from this position. The first of the players begins with
    /// White. The seed is for players that leave it to chance.
    ///
    /// Returns `None` if the signal came before the end.
    #[must_use]
    pub fn play(
        &self,
        start: &SsccPosition,
        mut players: [&mut dyn MatchPlayer; 2],
        seed: u64,
        signal: &Signal,
    ) -> Option<PlayedGame> {
        let mut in_play = GameInPlay {
            arbiter: self,
            signal,
            game: Game::from_position(start.clone(), self.limit.time_control())
                .in_variant(self.variant),
            assessments: [Assessment::default(); 2],
            incident: None,
        };
        for (player, mind) in Player::ALL.into_iter().zip(&mut players) {
            let seed = seed.wrapping_mul(2).wrapping_add(index(player) as u64);
            if let Err(error) = mind.new_game(seed) {
                in_play.fail(player, error);
                break;
            }
        }
        loop {
            if signal.is_stopped() {
                return None;
            }
            if let Some(outcome) = in_play.game.outcome() {
                return Some(PlayedGame {
                    game: in_play.game,
                    outcome,
                    incident: in_play.incident,
                });
            }
            match in_play.draw() {
                Some(reason) => in_play.end(Outcome::Draw { reason }),
                None => {
                    let player = in_play.game.player_to_move();
                    in_play.turn(&mut *players[index(player)]);
                }
            }
        }
    }
}

/// The place of a player in a list of both.
fn index(player: Player) -> usize {
    match player {
        Player::First => 0,
        Player::Second => 1,
    }
}

/// For how many moves in a row a player saw themselves far ahead, or far behind.
#[derive(Clone, Copy, Debug, Default)]
struct Assessment {
    ahead: u32,
    behind: u32,
}

impl Assessment {
    fn add(&mut self, score: Option<Score>, margin: Score) {
        let count = |is_seen: bool, count: u32| if is_seen { count.saturating_add(1) } else { 0 };
        self.ahead = count(score.is_some_and(|score| score >= margin), self.ahead);
        self.behind = count(score.is_some_and(|score| score <= -margin), self.behind);
    }
}

/// A game while it is conducted.
#[derive(Debug)]
struct GameInPlay<'a> {
    arbiter: &'a Arbiter,
    signal: &'a Signal,
    game: Game,
    assessments: [Assessment; 2],
    incident: Option<PlayerError>,
}

impl GameInPlay<'_> {
    /// The draw that is claimed or adjudicated before the next move.
    fn draw(&self) -> Option<DrawReason> {
        let is_too_long = || self.game.decisions().len() >= self.arbiter.adjudication.longest;
        self.game
            .claimable_draw()
            .or_else(|| is_too_long().then_some(DrawReason::Adjudication))
    }

    /// Ends the game, which is going on.
    fn end(&mut self, outcome: Outcome) {
        // The only error is that the game is over already.
        let _ = self.game.adjudicate(outcome);
    }

    /// Ends the game because a player failed.
    fn fail(&mut self, player: Player, error: PlayerError) {
        let reason = match error {
            PlayerError::Illegal { .. } | PlayerError::NotAllowed(_) => WinReason::IllegalMove,
            _ => WinReason::Abandoned,
        };
        self.incident = Some(error);
        self.end(Outcome::Win {
            winner: !player,
            reason,
        });
    }

    /// One move of the player to move.
    fn turn(&mut self, mind: &mut dyn MatchPlayer) {
        let player = self.game.player_to_move();
        let request = MoveRequest {
            game: &self.game,
            variant: self.arbiter.variant,
            limits: self.limits(),
            deadline: self.deadline(player),
            signal: self.signal,
        };
        let watch = Instant::now();
        let answer = mind.choose(&request);
        let elapsed = self.charged(player, watch.elapsed());
        if self.signal.is_stopped() {
            return;
        }
        match answer {
            Ok(ScoredDecision { decision, score }) => {
                if let Some(outcome) = self.adjudicated(player, score) {
                    self.end(outcome);
                } else {
                    self.play(player, decision, elapsed);
                }
            }
            // Whoever does not answer before the flag falls loses on time.
            Err(error @ PlayerError::Silent { .. }) if self.has_clock() => {
                self.incident = Some(error);
                // The only error is that the game is over already.
                let _ = self.game.time_is_up(player);
            }
            Err(error) => self.fail(player, error),
        }
    }

    fn play(&mut self, player: Player, decision: Decision, elapsed: Duration) {
        if let Err(GameError::Play(error)) = self.game.play_timed(decision, elapsed) {
            self.fail(player, PlayerError::NotAllowed(error));
        }
    }

    fn has_clock(&self) -> bool {
        self.game.clocks().control() != TimeControl::Unlimited
    }

    /// When the flag of the player falls.
    fn deadline(&self, player: Player) -> Option<Duration> {
        let left = self.game.clocks().left(player)?;
        Some(left.saturating_add(self.arbiter.lateness))
    }

    /// The time that a move is charged with: a lateness that is allowed is forgiven.
    fn charged(&self, player: Player, elapsed: Duration) -> Duration {
        match (self.game.clocks().left(player), self.deadline(player)) {
            (Some(left), Some(deadline)) if elapsed <= deadline => elapsed.min(left),
            _ => elapsed,
        }
    }

    /// How much to think about the next move.
    fn limits(&self) -> Limits {
        match self.arbiter.limit {
            MatchLimit::MoveTime(time) => Limits::move_time(time),
            MatchLimit::Nodes(nodes) => Limits::nodes(nodes),
            MatchLimit::Depth(depth) => Limits::depth(depth),
            MatchLimit::Clock(clock) => {
                let of = |color: Color| {
                    let time = self.game.clocks().left(self.game.holder(color))?;
                    Some(Clock { time, ..clock })
                };
                Limits {
                    white: of(Color::White),
                    black: of(Color::Black),
                    ..Limits::default()
                }
            }
        }
    }

    /// The win of the other player, if both agree that the game is decided.
    fn adjudicated(&mut self, player: Player, score: Option<Score>) -> Option<Outcome> {
        let (margin, moves) = self.arbiter.adjudication.resign?;
        self.assessments[index(player)].add(score, margin);
        let agree = self.assessments[index(player)].behind >= moves
            && self.assessments[index(!player)].ahead >= moves;
        agree.then_some(Outcome::Win {
            winner: !player,
            reason: WinReason::Adjudication,
        })
    }
}
