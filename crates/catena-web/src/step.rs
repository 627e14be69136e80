//! [`StepDto`]: a move of a line, with what a reader needs to step through it.

use catena_chess::shakmaty::{Color, Position as _};
use catena_chess::{Decision, Player, SsccPosition};
use serde::Serialize;

use crate::line::PlayerDto;

/// A move of a line, and the board after it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct StepDto {
    pub(crate) uci: String,
    pub(crate) san: String,
    /// The number of the move, like `6.` or `6...`.
    pub(crate) number: String,
    pub(crate) by: PlayerDto,
    /// Whether the move forms a chain.
    pub(crate) chain: bool,
    /// `switch`, `stay` if a switch was possible, or null.
    pub(crate) decision: Option<&'static str>,
    pub(crate) switched: bool,
    /// The position after the move.
    pub(crate) fen: String,
    pub(crate) turn: &'static str,
    pub(crate) check: bool,
    /// The player who has White after the move.
    pub(crate) white: PlayerDto,
}

/// A position on the way through a line, and who has White.
#[derive(Clone, Debug)]
pub(crate) struct LineWalker {
    pub(crate) position: SsccPosition,
    pub(crate) white: Player,
}

impl LineWalker {
    /// Returns the player to move.
    pub(crate) fn to_move(&self) -> Player {
        match self.position.turn() {
            Color::White => self.white,
            Color::Black => !self.white,
        }
    }

    /// Plays a decision that is known to be legal, without describing it.
    pub(crate) fn play(&mut self, decision: Decision) {
        self.position.play_unchecked(decision);
        if decision.switches {
            self.white = !self.white;
        }
    }

    /// Plays a decision and describes it; `None` if it is not allowed.
    pub(crate) fn step(&mut self, decision: Decision) -> Option<StepDto> {
        let is_allowed = self.position.clone().play(decision).is_ok();
        is_allowed.then(|| self.describe(decision))
    }

    /// Plays a decision that is known to be legal, and describes it.
    pub(crate) fn describe(&mut self, decision: Decision) -> StepDto {
        let before = self.position.clone();
        let by = self.to_move();
        let flags = before.flags(decision.mv);
        self.play(decision);
        StepDto {
            uci: before.uci(decision),
            san: before.san(decision.mv),
            number: move_number(&before),
            by: by.into(),
            chain: flags.forms_chain,
            decision: match (decision.switches, flags.may_switch) {
                (true, _) => Some("switch"),
                (false, true) => Some("stay"),
                (false, false) => None,
            },
            switched: decision.switches,
            fen: self.position.fen(),
            turn: color_name(self.position.turn()),
            check: self.position.chess().is_check(),
            white: self.white.into(),
        }
    }

    /// Describes a line from here on.
    pub(crate) fn steps(&self, line: &[Decision]) -> Vec<StepDto> {
        let mut walker = self.clone();
        line.iter()
            .map_while(|&decision| walker.step(decision))
            .collect()
    }
}

/// Returns the number of the move to come, like `12.` or `12...`.
pub(crate) fn move_number(position: &SsccPosition) -> String {
    let dots = position.turn().fold_wb(".", "...");
    format!("{}{dots}", position.chess().fullmoves())
}

/// Returns the name of a colour.
pub(crate) fn color_name(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}
