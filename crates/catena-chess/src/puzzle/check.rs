//! What can be said of a puzzle without a search: by the rules, and by trying all decisions.

use core::fmt;

use shakmaty::Position as _;

use super::mate::{forces_mate, forces_mate_with};
use super::{Puzzle, PuzzleKind};
use crate::decision::Decision;
use crate::position::SsccPosition;

/// Why a puzzle is not sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PuzzleFault {
    /// The first move has a switch, so the solver made it, not the opponent.
    LeadSwitches,
    /// The game is over before the puzzle begins.
    IsOver,
    /// The kind needs one decision as its answer.
    Length,
    /// Not exactly one move forms a chain.
    ChainMoves(usize),
    /// The answer is not the move that forms the chain.
    NotTheChain,
    /// The themes contradict the detector.
    Theme,
    /// No switch may follow the move, so there is nothing to decide.
    NoSwitch,
    /// The line does not end with the solver's mate.
    NoMate,
    /// The solver never switches.
    NoSwitchOnTheWay,
    /// The opponent has a reply after which there is no mate in time.
    NotForced,
    /// There is a faster mate.
    Faster,
    /// Another decision of the solver's forces mate as soon.
    OtherMate,
    /// No other move lets the opponent switch, so there is nothing to defend against.
    NoThreat,
}

impl fmt::Display for PuzzleFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PuzzleFault::LeadSwitches => f.write_str("the first move has a switch"),
            PuzzleFault::IsOver => f.write_str("the game is over before the puzzle begins"),
            PuzzleFault::Length => f.write_str("there is more than one decision in the solution"),
            PuzzleFault::ChainMoves(moves) => write!(f, "{moves} moves form a chain, not one"),
            PuzzleFault::NotTheChain => f.write_str("the solution forms no chain"),
            PuzzleFault::Theme => f.write_str("the themes contradict the position"),
            PuzzleFault::NoSwitch => f.write_str("no switch may follow the move"),
            PuzzleFault::NoMate => f.write_str("the solution does not end in the solver's mate"),
            PuzzleFault::NoSwitchOnTheWay => f.write_str("the solver never switches"),
            PuzzleFault::NotForced => f.write_str("the mate is not forced"),
            PuzzleFault::Faster => f.write_str("there is a faster mate"),
            PuzzleFault::OtherMate => f.write_str("another decision forces mate as soon"),
            PuzzleFault::NoThreat => f.write_str("no other move lets the opponent switch"),
        }
    }
}

impl core::error::Error for PuzzleFault {}

impl Puzzle {
    /// Whether the puzzle is sound as far as the rules tell.
    ///
    /// | kind | what is checked |
    /// |---|---|
    /// | all | the opponent makes the first move, without a switch, and the game goes on |
    /// | `formChain` | exactly one legal move forms a chain: the solution |
    /// | `isChain` | the theme `chain` or `noChain` is what the detector says |
    /// | `switchOrStay` | the move forms a chain, and a switch may follow it |
    /// | `switchMate` | mate is forced in as many decisions and in no fewer, no other decision of the solver's but the last forces it as soon, and the solver switches on the way |
    /// | `switchDefence` | one decision, without a switch; the opponent may switch after another move |
    ///
    /// # Errors
    ///
    /// If it is not.
    pub fn check(&self) -> Result<(), PuzzleFault> {
        if self.lead().switches {
            return Err(PuzzleFault::LeadSwitches);
        }
        let position = self.position();
        if position.is_over() {
            return Err(PuzzleFault::IsOver);
        }
        if self.kind() != PuzzleKind::SwitchMate && self.solution().len() != 1 {
            return Err(PuzzleFault::Length);
        }
        let answer = self.solution()[0];
        match self.kind() {
            PuzzleKind::FormChain => check_form(&position, answer),
            PuzzleKind::IsChain => {
                let is_chain = position.forms_chain(answer.mv);
                let theme = if is_chain { "chain" } else { "noChain" };
                self.check_theme(theme)
            }
            PuzzleKind::SwitchOrStay => {
                if position.check_switch(answer.mv).is_err() {
                    return Err(PuzzleFault::NoSwitch);
                }
                self.check_theme(if answer.switches { "switch" } else { "stay" })
            }
            PuzzleKind::SwitchMate => self.check_mate(),
            PuzzleKind::SwitchDefence => check_defence(&position, answer),
        }
    }

    fn check_theme(&self, theme: &str) -> Result<(), PuzzleFault> {
        match self.details().themes.iter().any(|word| word == theme) {
            true => Ok(()),
            false => Err(PuzzleFault::Theme),
        }
    }

    fn check_mate(&self) -> Result<(), PuzzleFault> {
        let steps: Vec<_> = self.steps().collect();
        let Some((last, mate, true)) = steps.last() else {
            return Err(PuzzleFault::NoMate);
        };
        if !after(last, *mate).chess().is_checkmate() {
            return Err(PuzzleFault::NoMate);
        }
        if !steps.iter().any(|(_, step, own)| *own && step.switches) {
            return Err(PuzzleFault::NoSwitchOnTheWay);
        }
        for (index, (position, decision, is_solver)) in steps.iter().enumerate() {
            let plies = steps.len() - index;
            if !is_solver || plies == 1 {
                continue;
            }
            if !forces_mate_with(position, *decision, plies) {
                return Err(PuzzleFault::NotForced);
            }
            if forces_mate(position, plies - 1) {
                return Err(PuzzleFault::Faster);
            }
            let mut others = position.legal_decisions().into_iter();
            if others.any(|other| other != *decision && forces_mate_with(position, other, plies)) {
                return Err(PuzzleFault::OtherMate);
            }
        }
        Ok(())
    }
}

fn after(position: &SsccPosition, decision: Decision) -> SsccPosition {
    let mut after = position.clone();
    after.play_unchecked(decision);
    after
}

fn check_form(position: &SsccPosition, answer: Decision) -> Result<(), PuzzleFault> {
    let flags = position.move_flags(&position.legal_moves());
    let chains = flags.iter().filter(|flags| flags.forms_chain).count();
    if chains != 1 {
        return Err(PuzzleFault::ChainMoves(chains));
    }
    match position.forms_chain(answer.mv) {
        true => Ok(()),
        false => Err(PuzzleFault::NotTheChain),
    }
}

fn check_defence(position: &SsccPosition, answer: Decision) -> Result<(), PuzzleFault> {
    let is_threat = |other: Decision| {
        let next = after(position, other);
        !next.is_over() && next.legal_decisions().iter().any(|reply| reply.switches)
    };
    let mut others = position.legal_decisions().into_iter();
    match !answer.switches && others.any(|other| other.mv != answer.mv && is_threat(other)) {
        true => Ok(()),
        false => Err(PuzzleFault::NoThreat),
    }
}
