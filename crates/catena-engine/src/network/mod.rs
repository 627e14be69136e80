//! The network: an evaluation that was learnt from games (an efficiently updatable neural
//! network, NNUE).
//!
//! A board has one input ([`features`]) per piece and square, twice: as White sees it and as
//! Black sees it. Each view is mapped by the same weights to [`HIDDEN`] numbers, its
//! accumulator. Both accumulators, clipped and squared (SCReLU), that of the side to move
//! first, are weighed and summed by a head: one for each game and for each range of the
//! number of pieces. What a chain one move away does to a score is not in it; `StaticEval` adds
//! that.
//!
//! Weights are integers: those of the inputs in parts of [`INPUT_UNIT`], those of the heads in
//! parts of [`HEAD_UNIT`].

mod accumulator;
mod feature;
mod file;

use catena_chess::Variant;
use catena_chess::shakmaty::{Board, Color};

pub(crate) use self::accumulator::AccumulatorStack;
pub use self::feature::{FEATURES, features};
pub use self::file::{
    BUILT_IN_NAME, HAND_WRITTEN_NAME, NETWORK_BYTES, NetworkError, NetworkFileError,
};
use crate::score::Score;

/// The size of an accumulator.
pub const HIDDEN: usize = 256;

/// How many heads there are for each game.
pub const HEADS_PER_GAME: usize = 8;

/// How many heads there are.
pub const HEADS: usize = 2 * HEADS_PER_GAME;

/// The integer that is 1 in the weights and the values of accumulators.
pub const INPUT_UNIT: i16 = 255;

/// The integer that is 1 in the weights of heads.
pub const HEAD_UNIT: i16 = 64;

/// The largest weight of a head: with it, a product of a value and a weight has 16 bits.
pub const MAX_HEAD_WEIGHT: i16 = 127;

/// The score, in hundredths of a pawn, of an output of 1.
pub const OUTPUT_SCALE: Score = 200;

/// What a view adds up to.
type Accumulator = [i16; HIDDEN];

/// The weights of one output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// For the accumulator of the side to move, then for the other one.
    pub weights: [[i16; HIDDEN]; 2],
    /// What is added, in parts of the product of both units.
    pub bias: i32,
}

/// The weights of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// What each input adds to an accumulator.
    pub inputs: Vec<[i16; HIDDEN]>,
    /// An accumulator without any input.
    pub bias: [i16; HIDDEN],
    /// See [`head`].
    pub heads: Vec<Head>,
}

/// The number of the head that judges a board with this many pieces.
#[must_use]
pub fn head(variant: Variant, pieces: usize) -> usize {
    let game = if variant.has_switches() {
        HEADS_PER_GAME
    } else {
        0
    };
    game + (pieces.saturating_sub(1) / 4).min(HEADS_PER_GAME - 1)
}

impl Network {
    /// What the board is worth to the side to move, in hundredths of a pawn.
    #[must_use]
    pub fn evaluate(&self, board: &Board, turn: Color, variant: Variant) -> Score {
        let view = |color| {
            let mut accumulator = self.bias;
            for feature in features(board, color) {
                add(&mut accumulator, &self.inputs[feature]);
            }
            accumulator
        };
        let head = &self.heads[head(variant, board.occupied().count())];
        head.output(&view(turn), &view(!turn))
    }
}

impl Head {
    #[inline(always)]
    fn output(&self, own: &Accumulator, other: &Accumulator) -> Score {
        let [for_own, for_other] = &self.weights;
        // Each sum is at most 256 · 255² · 127, which has 31 bits. Both have 32, and the bias comes
        // from a file.
        let sum = i64::from(weigh(own, for_own)) + i64::from(weigh(other, for_other));
        let (unit, head_unit) = (i64::from(INPUT_UNIT), i64::from(HEAD_UNIT));
        let output = sum / unit + i64::from(self.bias);
        let score = output * i64::from(OUTPUT_SCALE) / (unit * head_unit);
        Score::try_from(score).unwrap_or(0)
    }
}

/// The sum of the weights times the squares of the values, which are cut off at 0 and 1.
///
/// Value times weight has 16 bits, so that baseline x86-64 multiplies eight at once.
#[inline(always)]
fn weigh(values: &Accumulator, weights: &[i16; HIDDEN]) -> i32 {
    let mut sum = 0;
    for (&value, &weight) in values.iter().zip(weights) {
        let value = value.clamp(0, INPUT_UNIT);
        sum += i32::from(value) * i32::from(value.wrapping_mul(weight));
    }
    sum
}

#[inline(always)]
fn add(accumulator: &mut Accumulator, weights: &[i16; HIDDEN]) {
    for (value, &weight) in accumulator.iter_mut().zip(weights) {
        *value = value.wrapping_add(weight);
    }
}

#[inline(always)]
fn subtract(accumulator: &mut Accumulator, weights: &[i16; HIDDEN]) {
    for (value, &weight) in accumulator.iter_mut().zip(weights) {
        *value = value.wrapping_sub(weight);
    }
}

#[cfg(test)]
mod tests;
