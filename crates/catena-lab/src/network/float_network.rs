//! [`FloatNetwork`]: a network during training, with floating-point weights.

use catena_chess::shakmaty::Color;
use catena_engine::network::{
    FEATURES, HEAD_UNIT, HEADS, HIDDEN, Head, INPUT_UNIT, MAX_HEAD_WEIGHT, Network, features, head,
};
use fastrand::Rng;

use super::TrainingPosition;

/// The numbers of one head: a weight for each value of both accumulators, and the bias.
const HEAD_SIZE: usize = 2 * HIDDEN + 1;

/// Where the bias of the accumulators begins.
const BIAS: usize = FEATURES * HIDDEN;

/// Where the heads begin.
const HEADS_AT: usize = BIAS + HIDDEN;

/// How many numbers a network has.
pub(super) const PARAMETERS: usize = HEADS_AT + HEADS * HEAD_SIZE;

/// What the largest weight of a head is.
const MAX_WEIGHT: f32 = MAX_HEAD_WEIGHT as f32 / HEAD_UNIT as f32;

/// A network with floating-point weights, for training.
#[derive(Clone, Debug, PartialEq)]
pub struct FloatNetwork {
    /// The weights of the inputs, the bias of the accumulators, the heads.
    pub(super) parameters: Vec<f32>,
}

/// A position as the network sees it.
#[derive(Clone, Debug)]
pub(super) struct NetworkInput {
    /// As the side to move sees it, and as the other one does.
    views: [Vec<usize>; 2],
    head: usize,
}

impl NetworkInput {
    pub(super) fn new(position: &TrainingPosition) -> NetworkInput {
        let view = |color| features(&position.board, color).collect();
        NetworkInput {
            // White is the side to move.
            views: [view(Color::White), view(Color::Black)],
            head: head(position.variant, position.board.occupied().count()),
        }
    }
}

impl FloatNetwork {
    /// A network that has learnt nothing: small random weights.
    #[must_use]
    pub fn random(seed: u64) -> FloatNetwork {
        let mut random = Rng::with_seed(seed);
        let mut spread = |limit: f32| limit * (2.0 * random.f32() - 1.0);
        // About 32 inputs are 1 at a time.
        let mut parameters: Vec<f32> = (0..BIAS).map(|_| spread(0.15)).collect();
        parameters.extend((0..HIDDEN).map(|_| 0.2));
        for _ in 0..HEADS {
            parameters.extend((0..2 * HIDDEN).map(|_| spread(0.1)));
            parameters.push(0.0);
        }
        FloatNetwork { parameters }
    }

    /// The output for the side to move: 1 is
    /// [`OUTPUT_SCALE`](catena_engine::network::OUTPUT_SCALE).
    #[must_use]
    pub fn output(&self, position: &TrainingPosition) -> f32 {
        self.forward(&NetworkInput::new(position)).1
    }

    /// Both accumulators, and the output.
    pub(super) fn forward(&self, input: &NetworkInput) -> ([[f32; HIDDEN]; 2], f32) {
        let mut accumulators = [[0.0; HIDDEN]; 2];
        let head = &self.parameters[head_at(input.head)..][..HEAD_SIZE];
        let mut output = head[2 * HIDDEN];
        for (side, accumulator) in accumulators.iter_mut().enumerate() {
            accumulator.copy_from_slice(&self.parameters[BIAS..HEADS_AT]);
            for &feature in &input.views[side] {
                add(accumulator, &self.parameters[feature * HIDDEN..][..HIDDEN]);
            }
            let weights = &head[side * HIDDEN..][..HIDDEN];
            output += weigh(accumulator, weights);
        }
        (accumulators, output)
    }

    /// Adds to `gradient` what the parameters do to the output, times `slope`.
    pub(super) fn backward(
        &self,
        input: &NetworkInput,
        accumulators: &[[f32; HIDDEN]; 2],
        slope: f32,
        gradient: &mut [f32],
    ) {
        let at = head_at(input.head);
        gradient[at + 2 * HIDDEN] += slope;
        for (side, accumulator) in accumulators.iter().enumerate() {
            let weights = &self.parameters[at + side * HIDDEN..][..HIDDEN];
            let for_weights = &mut gradient[at + side * HIDDEN..][..HIDDEN];
            let mut for_values = [0.0; HIDDEN];
            for at in 0..HIDDEN {
                let value = accumulator[at].clamp(0.0, 1.0);
                for_weights[at] += slope * value * value;
                let is_inside = accumulator[at] > 0.0 && accumulator[at] < 1.0;
                for_values[at] = if is_inside {
                    slope * weights[at] * 2.0 * value
                } else {
                    0.0
                };
            }
            add(&mut gradient[BIAS..HEADS_AT], &for_values);
            for &feature in &input.views[side] {
                add(&mut gradient[feature * HIDDEN..][..HIDDEN], &for_values);
            }
        }
    }

    /// Keeps the weights of the heads within what integers of 16 bits can do.
    pub(super) fn clip(&mut self) {
        for head in self.parameters[HEADS_AT..].chunks_mut(HEAD_SIZE) {
            for weight in &mut head[..2 * HIDDEN] {
                *weight = weight.clamp(-MAX_WEIGHT, MAX_WEIGHT);
            }
        }
    }

    /// The nearest network of integers.
    #[must_use]
    pub fn quantise(&self) -> Network {
        let unit = f32::from(INPUT_UNIT);
        let head_unit = f32::from(HEAD_UNIT);
        let row = |values: &[f32], unit: f32| std::array::from_fn(|at| rounded(values[at] * unit));
        let inputs = self.parameters[..BIAS].chunks(HIDDEN);
        let heads = self.parameters[HEADS_AT..].chunks(HEAD_SIZE);
        Network {
            inputs: inputs.map(|values| row(values, unit)).collect(),
            bias: row(&self.parameters[BIAS..HEADS_AT], unit),
            heads: heads
                .map(|head| Head {
                    weights: [row(head, head_unit), row(&head[HIDDEN..], head_unit)],
                    bias: rounded_wide(head[2 * HIDDEN] * unit * head_unit),
                })
                .collect(),
        }
    }
}

impl From<&Network> for FloatNetwork {
    /// The same network: what it was rounded to.
    fn from(network: &Network) -> FloatNetwork {
        let parts = |row: &[i16], unit: i16| -> Vec<f32> {
            let parts = row.iter().map(|&value| f32::from(value) / f32::from(unit));
            parts.collect()
        };
        let mut parameters = parts(network.inputs.as_flattened(), INPUT_UNIT);
        parameters.extend(parts(&network.bias, INPUT_UNIT));
        for head in &network.heads {
            parameters.extend(parts(head.weights.as_flattened(), HEAD_UNIT));
            let unit = f32::from(INPUT_UNIT) * f32::from(HEAD_UNIT);
            parameters.push(head.bias as f32 / unit);
        }
        FloatNetwork { parameters }
    }
}

fn head_at(head: usize) -> usize {
    HEADS_AT + head * HEAD_SIZE
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a cast cuts off what does not fit"
)]
fn rounded(value: f32) -> i16 {
    value.round() as i16
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a cast cuts off what does not fit"
)]
fn rounded_wide(value: f32) -> i32 {
    value.round() as i32
}

fn add(values: &mut [f32], more: &[f32]) {
    for (value, more) in values.iter_mut().zip(more) {
        *value += more;
    }
}

/// The sum of the weights times the squares of the values, which are cut off at 0 and 1.
///
/// Eight sums, so that the processor adds several at once.
fn weigh(values: &[f32; HIDDEN], weights: &[f32]) -> f32 {
    let mut sums = [0.0; 8];
    for (values, weights) in values.chunks_exact(8).zip(weights.chunks_exact(8)) {
        for at in 0..8 {
            let value = values[at].clamp(0.0, 1.0);
            sums[at] += value * value * weights[at];
        }
    }
    sums.iter().sum()
}

#[cfg(test)]
mod tests {
    use catena_chess::notation::fen;
    use catena_chess::shakmaty::Color;
    use catena_chess::{SwitchLimit, Variant};
    use catena_engine::network::OUTPUT_SCALE;

    use super::{FloatNetwork, NetworkInput, PARAMETERS};
    use crate::network::{Points, TrainingPosition};

    fn position(text: &str, variant: Variant) -> TrainingPosition {
        let position = fen::parse(text, SwitchLimit::Size).unwrap();
        TrainingPosition {
            board: position.board().clone(),
            score: 0,
            points: Points::Draw,
            variant,
            is_contested: false,
            game: 0,
        }
    }

    fn positions() -> Vec<TrainingPosition> {
        [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ - 3 9",
            "8/5pk1/4p1p1/3pP2p/1P1P1P1P/1K4P1/8/8 w - - 0 40",
            "8/8/4k3/8/8/3K4/5R2/8 w - - 0 1",
        ]
        .into_iter()
        .flat_map(|text| [Variant::Chess, Variant::Sscc].map(|variant| position(text, variant)))
        .collect()
    }

    #[test]
    fn the_engine_computes_what_the_trainer_computes() {
        let network = FloatNetwork::random(1).quantise();
        let rounded = FloatNetwork::from(&network);
        for position in positions() {
            let float = rounded.output(&position) * OUTPUT_SCALE as f32;
            let score = network.evaluate(&position.board, Color::White, position.variant) as f32;
            assert!((score - float).abs() < 1.1, "{score} {float}");
        }
    }

    #[test]
    fn rounding_changes_little() {
        let network = FloatNetwork::random(2);
        let rounded = FloatNetwork::from(&network.quantise());
        for position in positions() {
            let difference = network.output(&position) - rounded.output(&position);
            // A weight of a head is rounded by 1/128 at most, and there are 512 of them.
            assert!(difference.abs() < 0.1, "{difference}");
        }
        assert_eq!(rounded.quantise(), network.quantise());
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_output() {
        let network = FloatNetwork::random(3);
        for position in positions() {
            let input = NetworkInput::new(&position);
            let (accumulators, output) = network.forward(&input);
            let mut gradient = vec![0.0; PARAMETERS];
            network.backward(&input, &accumulators, 1.0, &mut gradient);
            let mut largest = 0.0_f32;
            for at in (0..PARAMETERS).step_by(101) {
                let mut moved = network.clone();
                moved.parameters[at] += 1e-2;
                let slope = (moved.forward(&input).1 - output) / 1e-2;
                assert!(
                    (slope - gradient[at]).abs() < 0.02,
                    "{at}: {slope} {}",
                    gradient[at]
                );
                largest = largest.max(gradient[at].abs());
            }
            assert!(largest > 0.0);
        }
    }
}
