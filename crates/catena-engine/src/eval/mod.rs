//! The evaluation of chess: what a position is worth if nothing is about to happen.
//!
//! [`Evaluation`] is all that the search asks of an evaluation. There are two: the network
//! (see [`network`](crate::network)), and the hand-written one, an [`Evaluator`], which the
//! search carries with each position and tells every move.
//!
//! The hand-written one is a sum of small terms, each with one weight for the middlegame and one for
//! the endgame, blended by the pieces left (tapered evaluation). Every term is linear
//! in its weight, so that the tuner of `catena-lab` can read the terms of a position
//! through [`Terms`] and fit the weights to the results of games.
//!
//! [`StaticEval`](crate::static_eval::StaticEval) adds what a chain does to it.

mod endgame;
mod pawns;
mod pieces;
mod reach;
mod squares;
mod terms;

use catena_chess::shakmaty::{Bitboard, Board, ByColor, CastlingSide, Color, Move, Role, Square};

use self::endgame::adjust_endgame;
use self::reach::attacked_by;
use self::squares::seen_by;
pub use self::terms::Terms;
use self::terms::add_terms;
use crate::score::{MATE_BOUND, Score};
use crate::weights::{Pair, TEMPO, WEIGHTS};

/// The phase of the opening.
const FULL_PHASE: i32 = 24;

/// The evaluation of a board, as far as it can be kept up to date move by move: the
/// weights of the pieces on their squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Evaluator {
    /// White's sum minus Black's.
    placement: Pair,
    /// How much of the middlegame is left: [`FULL_PHASE`] with all pieces, 0 with pawns.
    phase: i32,
}

/// What a position is worth to the side to move, as far as chess goes.
#[derive(Clone, Debug)]
pub(crate) struct Evaluation {
    pub(crate) score: Score,
    /// The squares that each side attacks, if they are known already.
    reach: Option<ByColor<Bitboard>>,
}

impl Evaluation {
    /// The evaluation by a network that gave this score to the side to move.
    pub(crate) fn by_network(board: &Board, turn: Color, score: Score) -> Evaluation {
        let white = adjust_endgame(board, turn.fold_wb(score, -score));
        Evaluation {
            score: bounded(turn.fold_wb(white, -white)),
            reach: None,
        }
    }

    /// The squares that the colour attacks on this board, which was evaluated.
    pub(crate) fn reach(&self, board: &Board, color: Color) -> Bitboard {
        match &self.reach {
            Some(reach) => *reach.get(color),
            None => attacked_by(board, color),
        }
    }
}

fn bounded(score: Score) -> Score {
    score.clamp(1 - MATE_BOUND, MATE_BOUND - 1)
}

impl Evaluator {
    /// [`Evaluator::evaluate`] differs by less from [`Evaluator::rough_score`], but for
    /// rare positions.
    pub(crate) const ROUGHNESS: Score = 320;

    /// The evaluator of a board.
    pub(crate) fn new(board: &Board) -> Evaluator {
        let mut evaluator = Evaluator::default();
        for (square, piece) in board.iter() {
            evaluator.put(piece.color, piece.role, square);
        }
        evaluator
    }

    /// Follows a legal move of the colour.
    #[inline(always)]
    pub(crate) fn play(&mut self, turn: Color, mv: Move) {
        match mv {
            Move::Normal {
                role,
                from,
                capture,
                to,
                promotion,
            } => {
                self.take(turn, role, from);
                if let Some(captured) = capture {
                    self.take(!turn, captured, to);
                }
                self.put(turn, promotion.unwrap_or(role), to);
            }
            Move::EnPassant { from, to } => {
                self.take(turn, Role::Pawn, from);
                let taken = Square::from_coords(to.file(), from.rank());
                self.take(!turn, Role::Pawn, taken);
                self.put(turn, Role::Pawn, to);
            }
            Move::Castle { king, rook } => {
                let side = CastlingSide::from_queen_side(rook < king);
                self.take(turn, Role::King, king);
                self.take(turn, Role::Rook, rook);
                self.put(turn, Role::King, side.king_to(turn));
                self.put(turn, Role::Rook, side.rook_to(turn));
            }
            Move::Put { role, to } => self.put(turn, role, to),
        }
    }

    /// What the position of this board is worth to the side to move.
    pub(crate) fn evaluate(self, board: &Board, turn: Color) -> Evaluation {
        let mut sum = Sum(self.placement);
        let reach = add_terms(board, &mut sum);
        let white = adjust_endgame(board, blend(sum.0, self.phase()));
        let score = turn.fold_wb(white, -white) + TEMPO;
        Evaluation {
            score: bounded(score),
            reach: Some(reach),
        }
    }

    /// Nearly the same without a look at the board.
    pub(crate) fn rough_score(self, turn: Color) -> Score {
        let white = blend(self.placement, self.phase());
        turn.fold_wb(white, -white)
    }

    /// Whether neither side has more than pawns and its king.
    pub(crate) fn is_pawn_ending(self) -> bool {
        self.phase == 0
    }

    fn phase(self) -> i32 {
        self.phase.min(FULL_PHASE)
    }

    #[inline(always)]
    fn put(&mut self, color: Color, role: Role, square: Square) {
        let value = WEIGHTS[placement_term(color, role, square)];
        match color {
            Color::White => self.placement += value,
            Color::Black => self.placement -= value,
        }
        self.phase += phase_of(role);
    }

    #[inline(always)]
    fn take(&mut self, color: Color, role: Role, square: Square) {
        let value = WEIGHTS[placement_term(color, role, square)];
        match color {
            Color::White => self.placement -= value,
            Color::Black => self.placement += value,
        }
        self.phase -= phase_of(role);
    }
}

/// Tells `terms` all that the evaluation counts, the pieces on their squares
/// included, and returns the phase. For the tuner.
pub fn trace(board: &Board, terms: &mut impl Terms) -> i32 {
    for (square, piece) in board.iter() {
        terms.add(
            piece.color,
            placement_term(piece.color, piece.role, square),
            1,
        );
    }
    add_terms(board, terms);
    Evaluator::new(board).phase()
}

/// The sum of weights, White's minus Black's.
#[derive(Debug, Default)]
struct Sum(Pair);

impl Terms for Sum {
    #[inline(always)]
    fn add(&mut self, color: Color, term: usize, count: i32) {
        let value = WEIGHTS[term].times(count);
        match color {
            Color::White => self.0 += value,
            Color::Black => self.0 -= value,
        }
    }
}

const fn phase_of(role: Role) -> i32 {
    match role {
        Role::Pawn | Role::King => 0,
        Role::Knight | Role::Bishop => 1,
        Role::Rook => 2,
        Role::Queen => 4,
    }
}

#[inline(always)]
fn placement_term(color: Color, role: Role, square: Square) -> usize {
    (role as usize - 1) * 64 + seen_by(color, square)
}

fn blend(pair: Pair, phase: i32) -> Score {
    (pair.middlegame() * phase + pair.endgame() * (FULL_PHASE - phase)) / FULL_PHASE
}

#[cfg(test)]
mod tests;
