//! The evaluation of chess: what a position is worth if nothing is about to happen.
//!
//! [`Evaluator`] is all that the search knows of it, and [`Evaluation`] all that it gets. There
//! are two: the network (see [`network`](crate::network)) and the
//! [hand-written](self::hand_written) one.
//!
//! [`StaticEval`](crate::static_eval::StaticEval) adds what a chain does to it.

mod endgame;
mod hand_written;
mod reach;

use catena_chess::Variant;
use catena_chess::shakmaty::{Bitboard, Board, ByColor, Color};

use self::endgame::adjust_endgame;
use self::hand_written::Placement;
pub use self::hand_written::{Terms, trace};
use self::reach::attacked_by;
use crate::network::{AccumulatorStack, Network};
use crate::score::{MATE_BOUND, Score};
use crate::weights::TEMPO;

/// Evaluates the positions of one search, in one thread.
#[derive(Debug)]
pub(crate) enum Evaluator<'a> {
    HandWritten,
    Network(AccumulatorStack<'a>),
}

impl<'a> Evaluator<'a> {
    /// [`Evaluator::evaluate`] differs by less from [`Evaluator::rough_score`], but for
    /// rare positions.
    pub(crate) const ROUGHNESS: Score = 320;

    /// An evaluator of games of the variant, by the network if there is one, for positions
    /// less than `plies` from the root.
    pub(crate) fn new(network: Option<&'a Network>, variant: Variant, plies: usize) -> Self {
        network.map_or(Evaluator::HandWritten, |network| {
            Evaluator::Network(AccumulatorStack::new(network, variant, plies))
        })
    }

    /// What the position is worth to the side to move. `ply` is its distance from the root.
    pub(crate) fn evaluate(&mut self, board: &Board, turn: Color, ply: usize) -> Evaluation {
        let (own, reach) = match self {
            Evaluator::HandWritten => {
                let (white, reach) = hand_written::evaluate(board);
                (turn.fold_wb(white, -white), Some(reach))
            }
            Evaluator::Network(stack) => (stack.evaluate(board, turn, ply), None),
        };
        let white = adjust_endgame(board, turn.fold_wb(own, -own));
        // A network knows from its games what the move is worth.
        let tempo = reach.map_or(0, |_| TEMPO);
        let score = turn.fold_wb(white, -white) + tempo;
        Evaluation {
            score: score.clamp(1 - MATE_BOUND, MATE_BOUND - 1),
            reach,
        }
    }

    /// Nearly the same, if it is found much faster.
    pub(crate) fn rough_score(&self, board: &Board, turn: Color) -> Option<Score> {
        match self {
            Evaluator::HandWritten => {
                let white = Placement::new(board).score();
                Some(turn.fold_wb(white, -white))
            }
            Evaluator::Network(_) => None,
        }
    }
}

/// What a position is worth to the side to move, as far as chess goes.
#[derive(Clone, Debug)]
pub(crate) struct Evaluation {
    pub(crate) score: Score,
    /// The squares that each side attacks, if they are known already.
    reach: Option<ByColor<Bitboard>>,
}

impl Evaluation {
    /// The squares that the colour attacks on this board, which was evaluated.
    pub(crate) fn reach(&self, board: &Board, color: Color) -> Bitboard {
        match &self.reach {
            Some(reach) => *reach.get(color),
            None => attacked_by(board, color),
        }
    }
}

#[cfg(test)]
mod tests;
