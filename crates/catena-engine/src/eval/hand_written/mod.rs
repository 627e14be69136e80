//! The hand-written evaluation.
//!
//! It is a sum of small terms, each with one weight for the middlegame and one for
//! the endgame, blended by the pieces left (tapered evaluation). Every term is linear
//! in its weight, so that the tuner of `catena-lab` can read the terms of a position
//! through [`Terms`] and fit the weights to the results of games.

mod pawns;
mod pieces;
mod squares;
mod terms;

use catena_chess::shakmaty::{Bitboard, Board, ByColor, Color, Role, Square};

pub(in crate::eval) use self::squares::pawn_attacks;
use self::squares::seen_by;
pub use self::terms::Terms;
use self::terms::add_terms;
use crate::score::Score;
use crate::weights::{Pair, WEIGHTS};

/// The phase of the opening.
const FULL_PHASE: i32 = 24;

/// The weights of the pieces on their squares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement {
    /// White's sum minus Black's.
    sum: Pair,
    /// How much of the middlegame is left: [`FULL_PHASE`] with all pieces, 0 with pawns.
    phase: i32,
}

impl Placement {
    pub(super) fn new(board: &Board) -> Placement {
        let mut sum = Pair::default();
        let mut phase = 0;
        for role in Role::ALL {
            let both = board.by_role(role);
            for square in both & board.white() {
                sum += WEIGHTS[placement_term(Color::White, role, square)];
            }
            for square in both & board.black() {
                sum -= WEIGHTS[placement_term(Color::Black, role, square)];
            }
            phase += phase_of(role) * both.0.count_ones().cast_signed();
        }
        Placement {
            sum,
            phase: phase.min(FULL_PHASE),
        }
    }

    /// What it is worth to White.
    pub(super) fn score(self) -> Score {
        blend(self.sum, self.phase)
    }
}

/// What the board is worth to White, but for the side to move and for special endgames, and
/// the squares that each side attacks.
pub(super) fn evaluate(board: &Board) -> (Score, ByColor<Bitboard>) {
    let placement = Placement::new(board);
    let mut sum = Sum(placement.sum);
    let reach = add_terms(board, &mut sum);
    (blend(sum.0, placement.phase), reach)
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
    Placement::new(board).phase
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
