//! [`Attempt`]: a solver at work.

use shakmaty::Position as _;

use super::{Puzzle, PuzzleKind};
use crate::decision::Decision;
use crate::position::SsccPosition;

/// The result of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttemptVerdict {
    /// It is not right; the position is unchanged.
    Wrong,
    /// It is right. The opponent has replied, and it is the solver's turn again.
    GoOn {
        /// The opponent's replies; none after a switch.
        replies: Vec<Decision>,
    },
    /// The puzzle is solved.
    Solved,
}

/// A solver at work on a puzzle.
///
/// ```
/// use catena_chess::puzzle::{Attempt, AttemptVerdict, stored_sets};
///
/// let puzzle = &stored_sets()[0].puzzles[0];
/// let mut attempt = Attempt::new(puzzle);
/// let answer = attempt.next_decision().expect("a puzzle has an answer");
/// assert_eq!(attempt.play(answer), AttemptVerdict::Solved);
/// ```
#[derive(Clone, Debug)]
pub struct Attempt<'a> {
    puzzle: &'a Puzzle,
    position: SsccPosition,
    /// How many decisions of the solution have been played.
    done: usize,
}

impl Attempt<'_> {
    /// The beginning: the opponent has made the first move.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> Attempt<'_> {
        Attempt {
            puzzle,
            position: puzzle.position(),
            done: 0,
        }
    }

    /// The position in which the solver has to answer.
    #[must_use]
    pub fn position(&self) -> &SsccPosition {
        &self.position
    }

    /// What the solution plays now; `None` if the puzzle is solved.
    #[must_use]
    pub fn next_decision(&self) -> Option<Decision> {
        self.puzzle.solution().get(self.done).copied()
    }

    /// Answers with a decision, which must be legal.
    pub fn play(&mut self, decision: Decision) -> AttemptVerdict {
        let Some(right) = self.next_decision() else {
            return AttemptVerdict::Solved;
        };
        if !self.is_right(decision, right) {
            return AttemptVerdict::Wrong;
        }
        // A player who has switched moves again.
        let mut is_own_turn = self.advance(right);
        let mut replies = Vec::new();
        while let Some(next) = self.next_decision() {
            if is_own_turn {
                return AttemptVerdict::GoOn { replies };
            }
            replies.push(next);
            is_own_turn = !self.advance(next);
        }
        AttemptVerdict::Solved
    }

    /// Answers a question about a move: whether it forms a chain, or whether to switch.
    pub fn answer(&mut self, yes: bool) -> AttemptVerdict {
        match self.puzzle.answer() {
            Some(right) if right == yes => {
                self.done = self.puzzle.solution().len();
                AttemptVerdict::Solved
            }
            _ => AttemptVerdict::Wrong,
        }
    }

    /// Plays a decision of the solution; returns whether it switches.
    fn advance(&mut self, decision: Decision) -> bool {
        self.position.play_unchecked(decision);
        self.done += 1;
        decision.switches
    }

    /// Whether the decision is as good as that of the solution. Any mate is where the solution
    /// mates, and whether to switch is not the question where a chain is to be formed.
    fn is_right(&self, decision: Decision, right: Decision) -> bool {
        let is_last = self.done + 1 == self.puzzle.solution().len();
        match self.puzzle.kind() {
            PuzzleKind::FormChain => decision.mv == right.mv,
            PuzzleKind::SwitchMate if is_last => {
                let mut after = self.position.clone();
                after.play_unchecked(decision);
                after.chess().is_checkmate()
            }
            _ => decision == right,
        }
    }
}
