//! [`Game`]: two players, who holds which colour, and what happened so far.

use std::time::Duration;

use shakmaty::{Color, Move, Position as _};

use crate::clock::{Clocks, TimeControl};
use crate::decision::{Decision, DecisionList};
use crate::moment::Moment;
use crate::outcome::{DrawReason, Outcome, Player, WinReason};
use crate::play_error::{GameError, PlayError};
use crate::position::{MoveFlags, SsccPosition};
use crate::rules::{
    FEWEST_PIECES_IN_A_CHAIN, SWITCH_AFTER_THE_END, SwitchLimit, automatic_draw, draw_to_claim,
};
use crate::variant::Variant;

/// A game of Switch-Side Chain-Chess.
///
/// ```
/// use catena_chess::{Game, Decision, Player, SwitchLimit};
/// use catena_chess::shakmaty::Color;
///
/// let mut game = Game::new(SwitchLimit::Size);
/// for san in ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6"] {
///     game.play(Decision::stay(game.position().parse_san(san)?))?;
/// }
/// assert_eq!(game.holder(Color::White), Player::First);
/// game.play(Decision::stay(game.position().parse_san("Qxf7#")?))?;
/// assert_eq!(game.outcome().unwrap().winner(), Some(Player::First));
///
/// game.undo();
/// assert_eq!(game.outcome(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    variant: Variant,
    now: Moment,
    /// The moments before, each with the decision made in it.
    past: Vec<(Moment, Decision)>,
    outcome: Option<Outcome>,
}

impl Game {
    /// A game from the start, with no limit on time.
    #[must_use]
    pub fn new(limit: SwitchLimit) -> Game {
        Game::from_position(SsccPosition::new(limit), TimeControl::Unlimited)
    }

    /// A game from this position. The first player holds White.
    #[must_use]
    pub fn from_position(position: SsccPosition, control: TimeControl) -> Game {
        let mut game = Game {
            variant: Variant::Sscc,
            now: Moment {
                hash: position.zobrist_hash(),
                position,
                white: Player::First,
                clocks: Clocks::new(control),
            },
            past: Vec::new(),
            outcome: None,
        };
        game.outcome = game.outcome_on_the_board();
        game
    }

    /// The same game, played by the rules of this variant. In chess nobody may switch,
    /// so that a player who has run out of time draws against one who cannot mate.
    ///
    /// ```
    /// use catena_chess::{DrawReason, Game, Outcome, Player, SwitchLimit, TimeControl, Variant};
    /// use catena_chess::notation::fen;
    ///
    /// let bare_king = fen::parse("4k3/8/8/8/8/8/PPPPP3/4K3 w - - 0 1", SwitchLimit::Size)?;
    /// let game = Game::from_position(bare_king, TimeControl::Unlimited);
    /// let mut chess = game.in_variant(Variant::Chess);
    /// chess.time_is_up(Player::First)?;
    /// let reason = DrawReason::TimeWithoutMaterial;
    /// assert_eq!(chess.outcome(), Some(Outcome::Draw { reason }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn in_variant(self, variant: Variant) -> Game {
        Game { variant, ..self }
    }

    /// The variant that is played.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &SsccPosition {
        &self.now.position
    }

    /// The position from which the game started.
    #[must_use]
    pub fn start(&self) -> &SsccPosition {
        self.past
            .first()
            .map_or(&self.now.position, |(first, _)| &first.position)
    }

    /// The decisions made so far.
    pub fn decisions(&self) -> impl ExactSizeIterator<Item = Decision> + '_ {
        self.past.iter().map(|(_, decision)| *decision)
    }

    /// The clocks.
    #[must_use]
    pub fn clocks(&self) -> &Clocks {
        &self.now.clocks
    }

    /// The player who holds this colour.
    #[must_use]
    pub fn holder(&self, color: Color) -> Player {
        match color {
            Color::White => self.now.white,
            Color::Black => !self.now.white,
        }
    }

    /// The colour that this player holds.
    #[must_use]
    pub fn color_of(&self, player: Player) -> Color {
        Color::from_white(player == self.now.white)
    }

    /// The player to move.
    #[must_use]
    pub fn player_to_move(&self) -> Player {
        self.holder(self.now.position.turn())
    }

    /// How the game ended; `None` while it goes on.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The flags of a legal move. Unlike those of the position they know that
    /// a fifth repetition ends the game.
    #[must_use]
    pub fn flags(&self, mv: Move) -> MoveFlags {
        let mut flags = self.now.position.flags(mv);
        flags.may_switch =
            flags.may_switch && self.variant.has_switches() && !self.repeats_too_often(mv);
        flags
    }

    /// All decisions that [`Game::play`] accepts now; none once the game is over.
    /// Unlike those of the position they know that a fifth repetition ends the game.
    ///
    /// ```
    /// use catena_chess::{Game, SwitchLimit};
    ///
    /// let mut game = Game::new(SwitchLimit::Size);
    /// assert_eq!(game.legal_decisions().len(), 20);
    /// game.agree_draw()?;
    /// assert!(game.legal_decisions().is_empty());
    /// # Ok::<(), catena_chess::GameError>(())
    /// ```
    #[must_use]
    pub fn legal_decisions(&self) -> DecisionList {
        if self.outcome.is_some() {
            return DecisionList::new();
        }
        let mut decisions = self.variant.legal_decisions(&self.now.position);
        decisions.retain(|decision| !decision.switches || !self.repeats_too_often(decision.mv));
        decisions
    }

    /// Plays a move, with or without the switch.
    ///
    /// # Errors
    ///
    /// If the game is over, the move not legal or the switch not allowed.
    /// Nothing has changed then.
    pub fn play(&mut self, decision: Decision) -> Result<(), GameError> {
        self.play_timed(decision, Duration::ZERO)
    }

    /// Plays a move that took this long. If that was too long, the move is not
    /// made and the game is over.
    ///
    /// # Errors
    ///
    /// As [`Game::play`].
    pub fn play_timed(&mut self, decision: Decision, elapsed: Duration) -> Result<(), GameError> {
        self.check_going_on()?;
        if !self.now.position.chess().is_legal(decision.mv) {
            return Err(GameError::Play(PlayError::IllegalMove { mv: decision.mv }));
        }
        if decision.switches {
            self.check_switch(decision.mv).map_err(GameError::Play)?;
        }
        let player = self.player_to_move();
        let mut clocks = self.now.clocks;
        if !clocks.spend(player, elapsed) {
            return self.time_is_up(player);
        }
        if decision.switches {
            clocks.exchange();
        }
        let mut next = self.now.after(decision);
        next.clocks = clocks;
        let before = core::mem::replace(&mut self.now, next);
        self.past.push((before, decision));
        self.outcome = self.outcome_on_the_board();
        Ok(())
    }

    /// Whether a switch may follow the legal move in this game.
    fn check_switch(&self, mv: Move) -> Result<(), PlayError> {
        if !self.variant.has_switches() {
            return Err(PlayError::Chess { mv });
        }
        self.now.position.check_switch(mv)?;
        if self.repeats_too_often(mv) {
            return Err(PlayError::GameEnds { mv });
        }
        Ok(())
    }

    /// Takes back the last decision, whatever the outcome, and returns it.
    pub fn undo(&mut self) -> Option<Decision> {
        let (before, decision) = self.past.pop()?;
        self.now = before;
        self.outcome = None;
        Some(decision)
    }

    /// How often the position now has been on the board, this time included.
    #[must_use]
    pub fn repetitions(&self) -> usize {
        self.count(&self.now) + 1
    }

    /// The draw that the player to move may claim.
    #[must_use]
    pub fn claimable_draw(&self) -> Option<DrawReason> {
        match self.outcome {
            Some(_) => None,
            None => draw_to_claim(self.repetitions(), self.now.halfmoves()),
        }
    }

    /// Claims the draw that may be claimed.
    ///
    /// # Errors
    ///
    /// If the game is over or there is no draw to claim.
    pub fn claim_draw(&mut self) -> Result<(), GameError> {
        self.check_going_on()?;
        let reason = self.claimable_draw().ok_or(GameError::NoClaim)?;
        self.outcome = Some(Outcome::Draw { reason });
        Ok(())
    }

    /// Ends the game as a draw, both players agreeing.
    ///
    /// # Errors
    ///
    /// If the game is over.
    pub fn agree_draw(&mut self) -> Result<(), GameError> {
        self.check_going_on()?;
        self.outcome = Some(Outcome::Draw {
            reason: DrawReason::Agreement,
        });
        Ok(())
    }

    /// Ends the game: this player gives up.
    ///
    /// # Errors
    ///
    /// If the game is over.
    pub fn resign(&mut self, player: Player) -> Result<(), GameError> {
        self.check_going_on()?;
        self.outcome = Some(Outcome::Win {
            winner: !player,
            reason: WinReason::Resignation,
        });
        Ok(())
    }

    /// Ends the game: this player has no time left.
    ///
    /// # Errors
    ///
    /// If the game is over.
    ///
    /// ```
    /// use std::time::Duration;
    /// use catena_chess::{Game, Player, SsccPosition, TimeControl};
    ///
    /// let six_seconds = TimeControl::PerMove(Duration::from_secs(6));
    /// let mut game = Game::from_position(SsccPosition::default(), six_seconds);
    /// game.time_is_up(Player::First)?;
    /// assert_eq!(game.clocks().left(Player::First), Some(Duration::ZERO));
    /// assert_eq!(game.clocks().left(Player::Second), Some(Duration::from_secs(6)));
    /// # Ok::<(), catena_chess::GameError>(())
    /// ```
    pub fn time_is_up(&mut self, player: Player) -> Result<(), GameError> {
        self.check_going_on()?;
        self.now.clocks.run_out(player);
        self.outcome = Some(if self.can_win(!player) {
            Outcome::Win {
                winner: !player,
                reason: WinReason::Time,
            }
        } else {
            Outcome::Draw {
                reason: DrawReason::TimeWithoutMaterial,
            }
        });
        Ok(())
    }

    /// Ends the game by decision of an arbiter: adjudication, an illegal move, a
    /// player who left.
    ///
    /// # Errors
    ///
    /// If the game is over.
    ///
    /// ```
    /// use catena_chess::{Game, Outcome, Player, SwitchLimit, WinReason};
    ///
    /// let mut game = Game::new(SwitchLimit::Size);
    /// let outcome = Outcome::Win { winner: Player::First, reason: WinReason::IllegalMove };
    /// game.adjudicate(outcome)?;
    /// assert_eq!(game.outcome(), Some(outcome));
    /// assert!(game.adjudicate(outcome).is_err());
    /// # Ok::<(), catena_chess::GameError>(())
    /// ```
    pub fn adjudicate(&mut self, outcome: Outcome) -> Result<(), GameError> {
        self.check_going_on()?;
        self.outcome = Some(outcome);
        Ok(())
    }

    /// Whether the player might still give checkmate: with the side the player
    /// holds, or with the other one after a switch.
    fn can_win(&self, player: Player) -> bool {
        let chess = self.now.position.chess();
        let side = self.color_of(player);
        let switch_is_possible = self.variant.has_switches()
            && chess.board().occupied().count() >= FEWEST_PIECES_IN_A_CHAIN;
        !chess.has_insufficient_material(side) || switch_is_possible
    }

    fn check_going_on(&self) -> Result<(), GameError> {
        match self.outcome {
            Some(outcome) => Err(GameError::Over(outcome)),
            None => Ok(()),
        }
    }

    /// How often this moment occurred before.
    fn count(&self, moment: &Moment) -> usize {
        // Nothing before a capture or a pawn's move can repeat; the counter
        // of the position may reach back before the game.
        let reach = moment.halfmoves() as usize;
        self.past
            .iter()
            .rev()
            .take(reach)
            .filter(|(past, _)| past.repeats(moment))
            .count()
    }

    /// Whether the move, if no switch follows, leads to the last repetition.
    fn repeats_too_often(&self, mv: Move) -> bool {
        if SWITCH_AFTER_THE_END {
            return false;
        }
        let after = self.now.after(Decision::stay(mv));
        let is_now = usize::from(after.repeats(&self.now));
        automatic_draw(self.count(&after) + is_now + 1, 0).is_some()
    }

    /// What the rules alone say about the position now.
    fn outcome_on_the_board(&self) -> Option<Outcome> {
        let position = &self.now.position;
        let has_no_move = position.has_no_move();
        if has_no_move && position.chess().is_check() {
            return Some(Outcome::Win {
                winner: self.holder(!position.turn()),
                reason: WinReason::Checkmate,
            });
        }
        let reason = if has_no_move {
            Some(DrawReason::Stalemate)
        } else if position.chess().is_insufficient_material() {
            Some(DrawReason::Material)
        } else {
            automatic_draw(self.repetitions(), self.now.halfmoves())
        };
        reason.map(|reason| Outcome::Draw { reason })
    }
}
