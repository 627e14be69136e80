//! [`train`]: fits a network to positions.

use std::thread;

use catena_chess::Variant;
use catena_engine::network::OUTPUT_SCALE;
use fastrand::Rng;

use super::float_network::{NetworkInput, PARAMETERS};
use super::{FloatNetwork, RECORD_BYTES, TrainingPosition, TrainingSet};

/// Positions per step.
const BATCH: usize = 8192;

/// A batch is summed in this many parts, whatever the number of threads, so that it does not
/// change the result.
const PARTS: usize = 8;

/// How a network is trained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainPlan {
    /// How often every position is looked at.
    pub epochs: u32,
    /// How much the score of the search counts, from 0 to 1. The rest is the result.
    pub score_share: f32,
    /// The first step size; it falls to a hundredth in the end.
    pub step: f32,
    /// The seed of the first weights and of the order of the positions.
    pub seed: u64,
    /// How many threads to use.
    pub threads: usize,
}

impl Default for TrainPlan {
    fn default() -> TrainPlan {
        TrainPlan {
            epochs: 30,
            score_share: 0.7,
            step: 0.001,
            seed: 1,
            threads: 1,
        }
    }
}

/// How an epoch went.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct EpochReport {
    /// The number of the epoch, from 1.
    pub epoch: u32,
    /// The mean squared error over the positions that were learnt.
    pub learnt: f32,
    /// The same over positions of other games: of chess, and of Switch-Side Chain-Chess.
    /// `None` if there is none.
    pub tested: [Option<f32>; 2],
}

/// Fits a network to positions: Adam on the mean squared error between the expected points,
/// a logistic function of the output, and a mixture of the score and the result. The same
/// positions and plan give the same network.
///
/// `on_epoch` is called after each epoch.
#[must_use]
pub fn train(
    set: &TrainingSet,
    plan: TrainPlan,
    on_epoch: &mut dyn FnMut(EpochReport),
) -> FloatNetwork {
    let mut random = Rng::with_seed(plan.seed);
    let mut network = FloatNetwork::random(plan.seed);
    let mut adam = Adam::default();
    let mut records = set.learnt.clone();
    for epoch in 1..=plan.epochs {
        random.shuffle(&mut records);
        let mut sum = 0.0;
        let progress = (epoch - 1) as f32 / plan.epochs as f32;
        // Cosine annealing.
        let fall = 0.5 * (1.0 + (core::f32::consts::PI * progress).cos());
        let step = plan.step * (0.01 + 0.99 * fall);
        for batch in records.chunks(BATCH) {
            let (error, gradient) = gradient(&network, batch, plan);
            sum += error;
            adam.step(&mut network.parameters, &gradient, step);
            network.clip();
        }
        on_epoch(EpochReport {
            epoch,
            learnt: mean(sum, records.len()),
            tested: [Variant::Chess, Variant::Sscc]
                .map(|variant| test_error(&network, &set.tested, variant, plan)),
        });
    }
    network
}

#[expect(clippy::cast_possible_truncation, reason = "it is between 0 and 1")]
fn mean(sum: f64, count: usize) -> f32 {
    (sum / count.max(1) as f64) as f32
}

/// The sum of the squared errors of a batch, and the mean slope by each parameter.
fn gradient(
    network: &FloatNetwork,
    batch: &[[u8; RECORD_BYTES]],
    plan: TrainPlan,
) -> (f64, Vec<f32>) {
    let parts: Vec<&[[u8; RECORD_BYTES]]> = batch.chunks(batch.len().div_ceil(PARTS)).collect();
    let shares = parts.chunks(parts.len().div_ceil(plan.threads.max(1)));
    let sums: Vec<PartSum> = thread::scope(|scope| {
        let work = |share: &[&[[u8; RECORD_BYTES]]]| -> Vec<PartSum> {
            let sums = share.iter().map(|part| PartSum::new(network, part, plan));
            sums.collect()
        };
        let threads: Vec<_> = shares
            .map(|share| scope.spawn(move || work(share)))
            .collect();
        let joined = threads.into_iter().map(|thread| thread.join());
        joined.flat_map(Result::unwrap_or_default).collect()
    });
    let mut error = 0.0;
    let mut gradient = vec![0.0; PARAMETERS];
    for sum in sums {
        error += sum.error;
        for (total, part) in gradient.iter_mut().zip(&sum.gradient) {
            *total += part / batch.len() as f32;
        }
    }
    (error, gradient)
}

/// The error and the gradient of a part of a batch.
struct PartSum {
    error: f64,
    gradient: Vec<f32>,
}

impl PartSum {
    fn new(network: &FloatNetwork, part: &[[u8; RECORD_BYTES]], plan: TrainPlan) -> PartSum {
        let mut sum = PartSum {
            error: 0.0,
            gradient: vec![0.0; PARAMETERS],
        };
        for position in part.iter().filter_map(TrainingPosition::from_bytes) {
            let input = NetworkInput::new(&position);
            let (accumulators, output) = network.forward(&input);
            let expected = logistic(output);
            let error = expected - target(&position, plan);
            sum.error += f64::from(error * error);
            let slope = 2.0 * error * expected * (1.0 - expected);
            network.backward(&input, &accumulators, slope, &mut sum.gradient);
        }
        sum
    }
}

/// The mean squared error over the positions of a game.
fn test_error(
    network: &FloatNetwork,
    records: &[[u8; RECORD_BYTES]],
    variant: Variant,
    plan: TrainPlan,
) -> Option<f32> {
    let positions = records.iter().filter_map(TrainingPosition::from_bytes);
    let (mut sum, mut count) = (0.0, 0);
    for position in positions.filter(|position| position.variant == variant) {
        let error = logistic(network.output(&position)) - target(&position, plan);
        sum += f64::from(error * error);
        count += 1;
    }
    (count > 0).then(|| mean(sum, count))
}

/// What the network should expect.
fn target(position: &TrainingPosition, plan: TrainPlan) -> f32 {
    let by_score = logistic(f32::from(position.score) / OUTPUT_SCALE as f32);
    plan.score_share * by_score + (1.0 - plan.score_share) * position.points.value()
}

fn logistic(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

/// Adam: gradient descent with a step size for each parameter.
struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Default for Adam {
    fn default() -> Adam {
        Adam {
            mean: vec![0.0; PARAMETERS],
            square: vec![0.0; PARAMETERS],
            steps: 0,
        }
    }
}

impl Adam {
    fn step(&mut self, parameters: &mut [f32], gradient: &[f32], step: f32) {
        const MEAN_DECAY: f32 = 0.9;
        const SQUARE_DECAY: f32 = 0.999;
        self.steps += 1;
        let mean_correction = 1.0 - MEAN_DECAY.powi(self.steps);
        let square_correction = 1.0 - SQUARE_DECAY.powi(self.steps);
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((parameter, &slope), (mean, square)) in
            parameters.iter_mut().zip(gradient).zip(moments)
        {
            *mean = MEAN_DECAY * *mean + (1.0 - MEAN_DECAY) * slope;
            *square = SQUARE_DECAY * *square + (1.0 - SQUARE_DECAY) * slope * slope;
            let spread = (*square / square_correction).sqrt() + 1e-8;
            *parameter -= step * (*mean / mean_correction) / spread;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use catena_chess::Variant;

    use super::{TrainPlan, train};
    use crate::network::{GamePlan, TrainingSet, play_games};

    /// Positions of a few games of both kinds.
    fn training_set() -> TrainingSet {
        let mut set = TrainingSet::default();
        for variant in [Variant::Chess, Variant::Sscc] {
            let plan = GamePlan {
                variant,
                first: 20,
                games: 6,
                nodes: 100,
                seed: 1,
                threads: 1,
                network: None,
            };
            let mut file = Vec::new();
            play_games(&plan, &mut |_, positions| {
                for position in positions {
                    file.extend(position.to_bytes());
                }
                ControlFlow::Continue(())
            })
            .unwrap();
            set.read(file.as_slice()).unwrap();
        }
        set
    }

    #[test]
    fn training_learns_and_is_repeatable() {
        let set = training_set();
        assert!(
            set.sizes().0 > 100 && set.sizes().1 > 5,
            "{:?}",
            set.sizes()
        );
        let plan = TrainPlan {
            epochs: 12,
            ..TrainPlan::default()
        };
        let mut reports = Vec::new();
        let network = train(&set, plan, &mut |report| reports.push(report));
        assert_eq!(reports.len(), 12);
        assert!(reports[11].learnt < 0.7 * reports[0].learnt, "{reports:?}");
        assert!(reports[11].tested.iter().all(Option::is_some));
        let again = train(&set, TrainPlan { threads: 3, ..plan }, &mut |_| {});
        assert_eq!(network, again);
    }
}
