//! [`StaticEval`]: the static evaluation of a node, that of chess and what a chain
//! one move away does to it.
//!
//! A player who can form a chain may take either side, so the pieces alone do not
//! say what such a position is worth. The search finds out exactly, move by move; at
//! its leaves [`can_form_chain`] is a quick guess.

use catena_chess::SsccPosition;

use crate::chain_threat::can_form_chain;
use crate::eval::{Evaluation, Evaluator};
use crate::score::Score;

/// A score within this is even.
const EVEN: Score = 50;

/// Hundredths of the other side's advantage that a player counts as
/// theirs if they can form a chain now. Not all: the chain may cost something.
const OWN_CHAIN_SHARE: Score = 60;

/// Hundredths of an advantage that are left to a player whose opponent
/// threatens to form a chain. Not none: it may be parried.
const THREATENED_SHARE: Score = 40;

/// Where a score lies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScoreRange {
    low: Score,
    high: Score,
}

impl ScoreRange {
    /// Whether it lies wholly on one side of the window.
    pub(crate) fn is_outside(self, alpha: Score, beta: Score) -> bool {
        self.low >= beta || self.high <= alpha
    }
}

/// A static evaluation: what the pieces are worth, and whether a chain one move
/// away turns that round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StaticEval {
    /// The evaluation of chess for the side to move.
    pub(crate) pieces: Score,
    /// A player who is behind can form a chain: the one to move now, or the
    /// opponent next move.
    is_contested: bool,
}

impl StaticEval {
    /// Evaluations are kept within this, so that one fits into 16 bits.
    const MOST: Score = 16_000;

    /// The evaluation of chess alone.
    pub(crate) fn plain(score: Score) -> StaticEval {
        StaticEval {
            pieces: score.clamp(-StaticEval::MOST, StaticEval::MOST),
            is_contested: false,
        }
    }

    /// The evaluation where sides can be switched.
    pub(crate) fn with_chains(position: &SsccPosition, evaluation: &Evaluation) -> StaticEval {
        let score = evaluation.score;
        // Nearly even is worth the same from both sides; and a player who is
        // ahead has no reason to switch.
        let plain = StaticEval::plain(score);
        if score.abs() < EVEN {
            return plain;
        }
        let turn = position.turn();
        let board = position.board();
        let is_contested = if score < 0 {
            position.run_allows_switch() && can_form_chain(board, turn, evaluation)
        } else {
            can_form_chain(board, !turn, evaluation)
        };
        StaticEval {
            is_contested,
            ..plain
        }
    }

    /// The evaluation with this added to that of chess. Where this changes who is ahead,
    /// nothing is known any more of a chain that would matter.
    pub(crate) fn corrected(self, correction: Score) -> StaticEval {
        let plain = StaticEval::plain(self.pieces + correction);
        StaticEval {
            is_contested: self.is_contested && (plain.pieces < 0) == (self.pieces < 0),
            ..plain
        }
    }

    /// Whether a chain one move away turns the evaluation of chess round.
    pub(crate) fn is_contested(self) -> bool {
        self.is_contested
    }

    /// Where the score lies, contested or not.
    pub(crate) fn range_of_contest(self) -> ScoreRange {
        let contested = StaticEval {
            is_contested: true,
            ..self
        };
        let (plain, turned) = (self.score(), contested.score());
        ScoreRange {
            low: plain.min(turned),
            high: plain.max(turned),
        }
    }

    /// Where the score lies, as far as a rough score tells.
    pub(crate) fn range(rough: Score, sees_switches: bool) -> ScoreRange {
        let (low, high) = (rough - Evaluator::ROUGHNESS, rough + Evaluator::ROUGHNESS);
        if !sees_switches {
            return ScoreRange { low, high };
        }
        let low = StaticEval::plain(low).range_of_contest();
        let high = StaticEval::plain(high).range_of_contest();
        ScoreRange {
            low: low.low.min(high.low),
            high: low.high.max(high.high),
        }
    }

    /// Whether the player to move is behind and no chain was seen to be one move
    /// away.
    pub(crate) fn is_hopeless(self) -> bool {
        self.pieces <= -EVEN && !self.is_contested
    }

    /// What the position is worth to the player to move.
    ///
    /// - The player to move is behind and can form a chain: the position is
    ///   nearly as good as the opponent's would be, for it can be switched.
    /// - The player to move is ahead and the opponent can form a chain next move:
    ///   it may be taken away.
    pub(crate) fn score(self) -> Score {
        match (self.is_contested, self.pieces < 0) {
            (false, _) => self.pieces,
            (true, true) => -self.pieces * OWN_CHAIN_SHARE / 100,
            (true, false) => self.pieces * THREATENED_SHARE / 100,
        }
    }

    /// The evaluation in 16 bits.
    #[expect(clippy::cast_possible_truncation, reason = "bounded by MOST")]
    pub(crate) const fn pack(self) -> i16 {
        (self.pieces * 2 + self.is_contested as Score) as i16
    }

    /// The inverse of [`StaticEval::pack`].
    pub(crate) const fn unpack(packed: i16) -> StaticEval {
        StaticEval {
            pieces: packed as Score >> 1,
            is_contested: packed & 1 != 0,
        }
    }
}

/// The static evaluation of a position for the player to move, by that of chess.
pub(crate) fn static_eval(
    position: &SsccPosition,
    evaluation: &Evaluation,
    sees_switches: bool,
) -> StaticEval {
    if sees_switches {
        StaticEval::with_chains(position, evaluation)
    } else {
        StaticEval::plain(evaluation.score)
    }
}
