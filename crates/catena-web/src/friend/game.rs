//! [`FriendGame`]: a game between two people, and what they may do in it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use catena_chess::{DrawReason, Game, GameError, Outcome, Player};
use serde::Deserialize;

use crate::error::ApiError;
use crate::friend::link::{GameId, Seat};
use crate::friend::record::{FriendRecord, Offer, RecordedEnd};
use crate::friend::time::UnixMs;
use crate::game_state::{HistoryWriter, LegalDto, NextMove, PlayedDto, legal};
use crate::limit::ServerLimits;
use crate::line::parse_decision;

/// A game between two people. It decides no rule: [`Game`] does.
#[derive(Debug)]
pub(crate) struct FriendGame {
    pub(crate) id: GameId,
    pub(crate) record: FriendRecord,
    pub(crate) game: Game,
    pub(crate) history: Vec<PlayedDto>,
    pub(crate) legal: Vec<LegalDto>,
    /// The name of this line of moves: another one once moves have been taken away.
    pub(crate) line: u64,
    most_plies: usize,
    is_changed: bool,
}

/// What a player does.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Action {
    /// A decision in UCI.
    Move(String),
    Resign,
    /// Claims the draw that may be claimed.
    Claim,
    Offer(Offer),
    Accept(Offer),
    Decline(Offer),
}

/// The state of the game that a player has seen.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct Stamp {
    pub(crate) round: u32,
    /// How many half-moves had been played.
    pub(crate) ply: usize,
}

/// Why a player may not do something.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ActError {
    #[error("the game has moved on")]
    Stale,
    #[error("it is not your move")]
    NotYourMove,
    #[error("the game begins when both players are here")]
    NotBegun,
    #[error("the game is over")]
    Over,
    #[error("the game is not over")]
    NotOver,
    #[error("the offer does not stand")]
    NoOffer,
    #[error("you have no move to take back")]
    NothingToTakeBack,
    #[error("{0}")]
    Illegal(String),
}

/// Returns a name that no other line of moves has.
fn new_line() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl FriendGame {
    /// Rebuilds a game from its record.
    pub(crate) fn new(
        id: GameId,
        record: FriendRecord,
        limits: &ServerLimits,
    ) -> Result<FriendGame, ApiError> {
        let mut history = HistoryWriter::default();
        let request = record.request();
        let mut game = request.replay(limits, |before, decision| history.next(before, decision))?;
        let history = history.finish(&game);
        if let Some(end) = record.end {
            apply(&mut game, end).map_err(|_| ApiError::Internal)?;
        }
        Ok(FriendGame {
            id,
            legal: legal(&game),
            record,
            game,
            history,
            line: new_line(),
            most_plies: limits.plies,
            is_changed: false,
        })
    }

    /// Returns whether there is something to store, and forgets that there was.
    pub(crate) fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.is_changed)
    }

    pub(crate) fn player(&self, seat: Seat) -> Player {
        seat.player(self.record.host.into())
    }

    /// Returns whether both players have come.
    pub(crate) fn is_begun(&self) -> bool {
        self.record.came == [true; 2]
    }

    /// A player has come to the board.
    pub(crate) fn come(&mut self, seat: Seat, now: UnixMs) {
        if !std::mem::replace(&mut self.record.came[seat as usize], true) {
            self.touch(now);
        }
    }

    /// Ends the game if the player to move has no time left.
    pub(crate) fn check_time(&mut self, now: UnixMs) {
        if self.time_until_flag(now) == Some(Duration::ZERO) {
            let player = self.game.player_to_move();
            // The game goes on, so it can end.
            let _ = self.end(RecordedEnd::Time(player.into()), now);
        }
    }

    /// Returns how long it takes until the player to move has no time left; none if no clock
    /// is running.
    pub(crate) fn time_until_flag(&self, now: UnixMs) -> Option<Duration> {
        self.record.since?;
        if self.game.outcome().is_some() {
            return None;
        }
        let left = self.game.clocks().left(self.game.player_to_move())?;
        // A move that takes exactly what is left is in time.
        let flag = left + Duration::from_millis(1);
        Some(flag.saturating_sub(self.record.thinking(now)))
    }

    /// Does what a player asks for. If it may not be done, nothing has changed.
    pub(crate) fn act(
        &mut self,
        seat: Seat,
        action: &Action,
        seen: Stamp,
        now: UnixMs,
    ) -> Result<(), ActError> {
        if seen.round != self.record.round {
            return Err(ActError::Stale);
        }
        match action {
            Action::Move(text) => self.play(seat, text, seen.ply, now),
            Action::Resign => self.end(RecordedEnd::Resignation(self.player(seat).into()), now),
            Action::Claim if seen.ply != self.history.len() => Err(ActError::Stale),
            Action::Claim if self.game.player_to_move() != self.player(seat) => {
                Err(ActError::NotYourMove)
            }
            Action::Claim => self.end(RecordedEnd::Claim, now),
            Action::Offer(offer) => self.offer(seat, *offer, now),
            Action::Accept(offer) => self.accept(seat, *offer, now),
            Action::Decline(offer) => self.decline(seat, *offer, now),
        }
    }

    fn play(&mut self, seat: Seat, text: &str, ply: usize, now: UnixMs) -> Result<(), ActError> {
        let player = self.player(seat);
        if let Some(played) = self.record.moves.get(ply) {
            // The confirmation was lost, and the player sends the move again.
            let is_same = played == text && self.history[ply].is_by(player);
            return if is_same {
                Ok(())
            } else {
                Err(ActError::Stale)
            };
        }
        if ply != self.history.len() {
            return Err(ActError::Stale);
        }
        if self.game.outcome().is_some() {
            return Err(ActError::Over);
        }
        if !self.is_begun() {
            return Err(ActError::NotBegun);
        }
        if self.game.player_to_move() != player {
            return Err(ActError::NotYourMove);
        }
        let position = self.game.position();
        let decision = parse_decision(position, text).map_err(ActError::Illegal)?;
        let uci = position.uci(decision);
        let next = NextMove::new(&self.game, decision);
        let time = self.record.thinking(now);
        self.game
            .play_timed(decision, time)
            .map_err(|error| ActError::Illegal(error.to_string()))?;
        if self.game.decisions().len() == ply {
            // The time was up before the timer said so.
            self.record.end = Some(RecordedEnd::Time(player.into()));
        } else {
            self.history.push(next.played(&self.game));
            self.record.moves.push(uci);
            let time = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
            self.record.times.push(time);
            self.record.since = Some(now);
            self.answer_offers_by_moving(seat);
        }
        if self.history.len() >= self.most_plies && self.game.outcome().is_none() {
            return self.end(RecordedEnd::Length, now);
        }
        self.touch(now);
        Ok(())
    }

    /// Who moves declines the other's offer. The own one stands, unless it is about a move
    /// that is no longer the last.
    fn answer_offers_by_moving(&mut self, seat: Seat) {
        let offers = &mut self.record.offers;
        offers[seat.other() as usize] = None;
        if offers[seat as usize] == Some(Offer::Takeback) {
            offers[seat as usize] = None;
        }
    }

    fn offer(&mut self, seat: Seat, offer: Offer, now: UnixMs) -> Result<(), ActError> {
        self.check_offer(seat, offer)?;
        if self.record.offers[seat.other() as usize] == Some(offer) && offer != Offer::Takeback {
            // Both want it.
            return self.accept(seat, offer, now);
        }
        self.record.offers[seat as usize] = Some(offer);
        self.touch(now);
        Ok(())
    }

    /// Returns whether this can be offered now.
    fn check_offer(&self, seat: Seat, offer: Offer) -> Result<(), ActError> {
        match (offer, self.game.outcome()) {
            (Offer::Rematch, None) => Err(ActError::NotOver),
            (Offer::Draw | Offer::Takeback, Some(_)) => Err(ActError::Over),
            (Offer::Draw, None) if !self.is_begun() => Err(ActError::NotBegun),
            (Offer::Takeback, None) => {
                let player = self.player(seat);
                let has_moved = self.history.iter().any(|mv| mv.is_by(player));
                has_moved.then_some(()).ok_or(ActError::NothingToTakeBack)
            }
            _ => Ok(()),
        }
    }

    fn accept(&mut self, seat: Seat, offer: Offer, now: UnixMs) -> Result<(), ActError> {
        let by = seat.other();
        if self.record.offers[by as usize] != Some(offer) {
            return Err(ActError::NoOffer);
        }
        match offer {
            Offer::Draw => return self.end(RecordedEnd::Agreement, now),
            Offer::Takeback => self.take_back(self.player(by), now),
            Offer::Rematch => self.start_again(),
        }
        self.touch(now);
        Ok(())
    }

    fn decline(&mut self, seat: Seat, offer: Offer, now: UnixMs) -> Result<(), ActError> {
        let offered = &mut self.record.offers[seat.other() as usize];
        if *offered != Some(offer) {
            return Err(ActError::NoOffer);
        }
        *offered = None;
        self.touch(now);
        Ok(())
    }

    /// Takes back the last move of this player and what came after it. The clocks are put back,
    /// too.
    fn take_back(&mut self, player: Player, now: UnixMs) {
        while let Some(mv) = self.history.pop() {
            self.game.undo();
            self.record.moves.pop();
            self.record.times.pop();
            if mv.is_by(player) {
                break;
            }
        }
        self.record.since = (!self.history.is_empty()).then_some(now);
        self.record.offers = [None; 2];
        self.line = new_line();
    }

    /// Sets up another game, with the colours exchanged.
    fn start_again(&mut self) {
        let control = self.game.clocks().control();
        self.game = Game::from_position(self.game.start().clone(), control);
        self.history.clear();
        let record = &mut self.record;
        record.host = (!Player::from(record.host)).into();
        record.round += 1;
        record.moves.clear();
        record.times.clear();
        record.since = None;
        record.end = None;
        record.offers = [None; 2];
        self.line = new_line();
    }

    fn end(&mut self, end: RecordedEnd, now: UnixMs) -> Result<(), ActError> {
        apply(&mut self.game, end).map_err(|error| match error {
            GameError::Over(_) => ActError::Over,
            other => ActError::Illegal(other.to_string()),
        })?;
        self.record.end = Some(end);
        self.touch(now);
        Ok(())
    }

    /// Takes note that something has changed.
    fn touch(&mut self, now: UnixMs) {
        self.legal = legal(&self.game);
        let is_over = self.game.outcome().is_some();
        if is_over && !self.record.is_over {
            // However the game has ended, what was offered in it is of no use now.
            self.record.offers = [None; 2];
        }
        self.record.is_over = is_over;
        self.record.changed = now;
        self.is_changed = true;
    }
}

fn apply(game: &mut Game, end: RecordedEnd) -> Result<(), GameError> {
    match end {
        RecordedEnd::Resignation(player) => game.resign(player.into()),
        RecordedEnd::Agreement => game.agree_draw(),
        RecordedEnd::Claim => game.claim_draw(),
        RecordedEnd::Time(player) => game.time_is_up(player.into()),
        RecordedEnd::Length => game.adjudicate(Outcome::Draw {
            reason: DrawReason::Adjudication,
        }),
    }
}
