//! [`fit`]: the weights that predict the results best.

use core::fmt::Write as _;

use catena_engine::terms::{TERMS, weights};

use super::{TuneError, TuningSample};

/// How many weights are on a line of the table.
const ROW: usize = 8;

/// A weight beyond this does not fit into the engine's table.
const MAX_WEIGHT: f32 = 30_000.0;

/// A weight for the middlegame and one for the endgame.
type Weight = [f32; 2];

/// How the fit went.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Fit {
    /// The new weights: middlegame, endgame.
    pub weights: Vec<(i32, i32)>,
    /// The mean squared error before.
    pub before: f32,
    /// The mean squared error after.
    pub after: f32,
}

impl Fit {
    /// The weights as a source file of the engine, `weights/table.rs`.
    #[must_use]
    pub fn table(&self) -> String {
        let mut text = "//! The weights that `catena tune fit` wrote: middlegame, endgame.\n\n\
            #[rustfmt::skip]\n\
            pub(super) const TABLE: [(i32, i32); super::TERMS] = [\n"
            .to_owned();
        for row in self.weights.chunks(ROW) {
            let row: Vec<String> = row.iter().map(|pair| format!("{pair:?}")).collect();
            // Writing to a string does not fail.
            let _ = writeln!(text, "    {},", row.join(", "));
        }
        text.push_str("];\n");
        text
    }
}

/// Fits the weights to the samples: gradient descent on the mean squared error between
/// the results and the evaluation, which a logistic function turns into a probability.
///
/// With 0 rounds the weights are those that the engine has now.
///
/// # Errors
///
/// If there are no samples.
pub fn fit(samples: &[TuningSample], rounds: u32) -> Result<Fit, TuneError> {
    if samples.is_empty() {
        return Err(TuneError::NoSamples);
    }
    let start: Vec<Weight> = weights()
        .map(|(middlegame, endgame)| [middlegame as f32, endgame as f32])
        .collect();
    let scale = best_scale(samples, &start);
    let weights = descend(samples, &start, scale, rounds);
    Ok(Fit {
        before: error(samples, &start, scale),
        after: error(samples, &weights, scale),
        weights: weights
            .iter()
            .map(|weight| (rounded(weight[0]), rounded(weight[1])))
            .collect(),
    })
}

#[expect(clippy::cast_possible_truncation, reason = "weights are bounded")]
fn rounded(weight: f32) -> i32 {
    weight.round().clamp(-MAX_WEIGHT, MAX_WEIGHT) as i32
}

/// White's expected points.
fn expected(sample: &TuningSample, weights: &[Weight], scale: f32) -> f32 {
    let score: f32 = sample
        .terms
        .iter()
        .map(|&(term, count)| {
            let [middlegame, endgame] = weights[usize::from(term)];
            f32::from(count) * (endgame + (middlegame - endgame) * sample.middlegame)
        })
        .sum();
    1.0 / (1.0 + (-scale * score).exp())
}

/// The mean squared error.
fn error(samples: &[TuningSample], weights: &[Weight], scale: f32) -> f32 {
    let sum: f64 = samples
        .iter()
        .map(|sample| f64::from((expected(sample, weights, scale) - sample.points).powi(2)))
        .sum();
    #[expect(clippy::cast_possible_truncation, reason = "it is between 0 and 1")]
    let mean = (sum / samples.len().max(1) as f64) as f32;
    mean
}

/// How steeply the chance to win rises with the score, by the weights at hand.
fn best_scale(samples: &[TuningSample], weights: &[Weight]) -> f32 {
    let sample = &samples[..samples.len().min(20_000)];
    (10..80)
        .map(|step| step as f32 / 10_000.0)
        .min_by(|&a, &b| error(sample, weights, a).total_cmp(&error(sample, weights, b)))
        .unwrap_or(0.004)
}

/// Adam: gradient descent with a step size for each weight. A gentle pull towards
/// the first guess keeps weights that few positions speak about in place.
fn descend(samples: &[TuningSample], start: &[Weight], scale: f32, rounds: u32) -> Vec<Weight> {
    const STEP: f32 = 0.7;
    const PULL: f32 = 2e-7;
    let mut weights = start.to_vec();
    let (mut mean, mut square) = (vec![[0.0_f32; 2]; TERMS], vec![[0.0_f32; 2]; TERMS]);
    for round in 1..=rounds {
        let gradient = gradient(samples, &weights, scale);
        let correction = |decay: f32| 1.0 - decay.powi(i32::try_from(round).unwrap_or(i32::MAX));
        for term in 0..TERMS {
            for half in 0..2 {
                let pull = PULL * (weights[term][half] - start[term][half]);
                let slope = gradient[term][half] / samples.len().max(1) as f32 + pull;
                let (mean, square) = (&mut mean[term][half], &mut square[term][half]);
                *mean = 0.9 * *mean + 0.1 * slope;
                *square = 0.999 * *square + 0.001 * slope * slope;
                let step =
                    (*mean / correction(0.9)) / ((*square / correction(0.999)).sqrt() + 1e-10);
                weights[term][half] -= STEP * step;
            }
        }
    }
    weights
}

/// Half the slope of the squared error by each weight, summed over the samples.
fn gradient(samples: &[TuningSample], weights: &[Weight], scale: f32) -> Vec<Weight> {
    let mut gradient = vec![[0.0_f32; 2]; TERMS];
    for sample in samples {
        let chance = expected(sample, weights, scale);
        let slope = (chance - sample.points) * chance * (1.0 - chance) * scale;
        for &(term, count) in &sample.terms {
            let slope = slope * f32::from(count);
            gradient[usize::from(term)][0] += slope * sample.middlegame;
            gradient[usize::from(term)][1] += slope * (1.0 - sample.middlegame);
        }
    }
    gradient
}

#[cfg(test)]
mod tests {
    use super::fit;
    use crate::tune::{SelfPlay, TuneError, read_samples, self_play};

    #[test]
    fn a_fit_to_self_play_gets_better() {
        let plan = SelfPlay {
            games: 2,
            nodes: 300,
            seed: 1,
        };
        let (mut lines, mut games) = (Vec::new(), 0);
        self_play(plan, &mut lines, &mut || games += 1).unwrap();
        assert_eq!(games, 2);
        let samples = read_samples(lines.as_slice()).unwrap();
        assert!(samples.len() > 20);
        let fit = fit(&samples, 20).unwrap();
        assert!(fit.after < fit.before, "{} {}", fit.after, fit.before);
    }

    #[test]
    fn no_round_writes_the_weights_of_the_engine() {
        let samples = read_samples(&b"7k/8/8/8/8/8/8/KQ6 w - - 0 1;1\n"[..]).unwrap();
        let fit = fit(&samples, 0).unwrap();
        assert_eq!(fit.before, fit.after);
        let weights: Vec<(i32, i32)> = catena_engine::terms::weights().collect();
        assert_eq!(fit.weights, weights);
        // The file itself, but for the comment at its head, where it is at hand: a
        // package has only its own files.
        let file = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../catena-engine/src/weights/table.rs"
        );
        let code = |text: &str| {
            text.find("#[rustfmt::skip]")
                .map(|at| text[at..].to_owned())
        };
        if let Ok(text) = std::fs::read_to_string(file) {
            assert!(code(&text).is_some());
            assert_eq!(code(&fit.table()), code(&text));
        }
    }

    #[test]
    fn a_fit_to_nothing_is_refused() {
        assert!(matches!(fit(&[], 1), Err(TuneError::NoSamples)));
    }
}
