//! [`Sprt`]: the sequential probability ratio test.

use thiserror::Error;

use super::elo::to_score;
use super::{Results, Standing};

/// What a value that never occurred counts as. With 0, no distribution over the values
/// that did occur might have the mean of a hypothesis.
const NEVER: f64 = 1e-3;

/// The sequential probability ratio test (SPRT): is the first player better by
/// `better` Elo rather than by `equal`?
///
/// The log-likelihood ratio of the hypotheses is compared with two bounds after every
/// game; between them, the match goes on. Only the mean of the results is fixed by a
/// hypothesis, so the likelihood of each is that of its most likely distribution (the
/// *generalised* SPRT). For results `a` with frequencies `f(a)`, the most likely
/// distribution of mean `s` is
///
/// ```text
/// p(a) = f(a) / (1 + x (a - s)),   x such that the sum of p(a) (a - s) is 0
/// ```
///
/// and with `p0`, `p1` for the scores of the two hypotheses and `n` results, the ratio is
/// `n` times the sum of `f(a) ln(p1(a) / p0(a))`. The derivation is in Michel Van den
/// Bergh's notes for Fishtest, `support_MLE_multinomial.pdf`, Proposition 1.1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    equal: f64,
    better: f64,
    risk: f64,
}

/// What the test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtVerdict {
    /// The first player is better.
    Better,
    /// The first player is not better.
    NotBetter,
    /// More games are needed.
    Open,
}

/// The numbers do not make a test.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SprtError {
    /// The differences are not two different numbers in ascending order.
    #[error(
        "the second difference must be larger than the first, but they are {equal} and {better}"
    )]
    Order {
        /// The first difference.
        equal: f64,
        /// The second one.
        better: f64,
    },
    /// A difference is too large to be told from a certain win.
    #[error("a difference is at most {max} Elo, not {elo}", max = Sprt::MAX_ELO)]
    TooLarge {
        /// The difference.
        elo: f64,
    },
    /// The risk is not a probability that can be bounded.
    #[error("the risk of a wrong answer must be above 0 and below 0.5, not {risk}")]
    Risk {
        /// The risk.
        risk: f64,
    },
}

impl Sprt {
    /// The largest difference, in Elo, that a test can be about.
    pub const MAX_ELO: f64 = 1000.0;

    /// A test between a difference that is not worth having, `equal`, and one that
    /// is, `better`. `risk` is how often a wrong answer is accepted, each way.
    ///
    /// ```
    /// use catena_lab::rating::{Sprt, Standing, SprtVerdict};
    ///
    /// let test = Sprt::new(0.0, 10.0, 0.05)?;
    /// let won = Standing { wins: 300, draws: 400, losses: 100, ..Standing::default() };
    /// assert_eq!(test.verdict(&won), SprtVerdict::Better);
    /// assert_eq!(test.verdict(&Standing::default()), SprtVerdict::Open);
    ///
    /// assert!(Sprt::new(10.0, 0.0, 0.05).is_err());
    /// # Ok::<(), catena_lab::rating::SprtError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the differences are not in ascending order or above [`Sprt::MAX_ELO`], or
    /// the risk is not between 0 and 0.5.
    pub fn new(equal: f64, better: f64, risk: f64) -> Result<Sprt, SprtError> {
        for elo in [equal, better] {
            if !(-Sprt::MAX_ELO..=Sprt::MAX_ELO).contains(&elo) {
                return Err(SprtError::TooLarge { elo });
            }
        }
        if equal >= better {
            return Err(SprtError::Order { equal, better });
        }
        if !(risk > 0.0 && risk < 0.5) {
            return Err(SprtError::Risk { risk });
        }
        Ok(Sprt {
            equal,
            better,
            risk,
        })
    }

    /// The difference that is not worth having.
    #[must_use]
    pub fn equal(&self) -> f64 {
        self.equal
    }

    /// The difference that is worth having.
    #[must_use]
    pub fn better(&self) -> f64 {
        self.better
    }

    /// The log-likelihood ratio (LLR).
    #[must_use]
    pub fn log_ratio(&self, standing: &Standing) -> f64 {
        let mut results = standing.results();
        if results.count() == 0.0 {
            return 0.0;
        }
        for (_, count) in &mut results.0 {
            *count = count.max(NEVER);
        }
        let [equal, better] = [self.equal, self.better].map(to_score);
        let [at_equal, at_better] = [equal, better].map(|mean| multiplier(&results, mean));
        // The frequencies themselves cancel out.
        let log_ratio = |value: f64| {
            let denominator = |multiplier: f64, mean: f64| 1.0 + multiplier * (value - mean);
            (denominator(at_equal, equal) / denominator(at_better, better)).ln()
        };
        results.count() * results.mean_of(log_ratio)
    }

    /// The ratio at which the answer is no, and the one at which it is yes.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        let bound = ((1.0 - self.risk) / self.risk).ln();
        (-bound, bound)
    }

    /// The answer.
    #[must_use]
    pub fn verdict(&self, standing: &Standing) -> SprtVerdict {
        let (low, high) = self.bounds();
        let ratio = self.log_ratio(standing);
        if ratio >= high {
            SprtVerdict::Better
        } else if ratio <= low {
            SprtVerdict::NotBetter
        } else {
            SprtVerdict::Open
        }
    }
}

/// The Lagrange multiplier `x` of the most likely distribution with this mean.
///
/// The sum of `f(a) (a - s) / (1 + x (a - s))` falls as `x` grows, from plus to minus
/// infinity between the two poles next to 0. Bisection finds its root.
fn multiplier(results: &Results, mean: f64) -> f64 {
    // The values go from 0 to 1.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    // Enough to reach neighbouring floating-point numbers.
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        let slope = results.mean_of(|value| (value - mean) / (1.0 + middle * (value - mean)));
        if slope > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::{Sprt, SprtVerdict};
    use crate::rating::Standing;

    fn pairs(pairs: [u32; 5]) -> Standing {
        Standing {
            pairs,
            ..Standing::default()
        }
    }

    #[track_caller]
    fn assert_ratio(equal: f64, better: f64, standing: &Standing, expected: f64) {
        let test = Sprt::new(equal, better, 0.05).unwrap();
        let ratio = test.log_ratio(standing);
        assert!((ratio - expected).abs() < 1e-6, "{ratio}, not {expected}");
    }

    // The expected ratios are from a separate program that maximises the likelihood
    // with 50 digits and checks that the distributions have the sum 1 and the mean.

    #[test]
    fn ratios_of_pairs() {
        assert_ratio(0.0, 10.0, &pairs([2, 20, 45, 28, 5]), 0.853_680_005);
        assert_ratio(0.0, 5.0, &pairs([30, 200, 500, 260, 40]), 2.607_612_033);
        assert_ratio(0.0, 5.0, &pairs([40, 260, 500, 200, 30]), -3.763_649_140);
    }

    #[test]
    fn ratios_of_games() {
        let games = |wins, draws, losses| Standing {
            wins,
            draws,
            losses,
            ..Standing::default()
        };
        assert_ratio(0.0, 10.0, &games(300, 400, 100), 10.925_891_058);
        assert_ratio(0.0, 10.0, &games(0, 0, 1), -0.029_197_240);
        assert_ratio(0.0, 10.0, &games(0, 0, 0), 0.0);
    }

    #[test]
    fn results_that_are_all_alike_decide_late_but_do() {
        assert_ratio(0.0, 10.0, &pairs([0, 0, 16, 0, 0]), -0.460_504_587);
        assert_ratio(0.0, 10.0, &pairs([0, 0, 0, 0, 100]), 2.836_871_910);
        let test = Sprt::new(0.0, 10.0, 0.05).unwrap();
        let verdict = |count| test.verdict(&pairs([0, 0, 0, 0, count]));
        assert_eq!(verdict(100), SprtVerdict::Open);
        assert_eq!(verdict(110), SprtVerdict::Better);
        let lost = pairs([110, 0, 0, 0, 0]);
        assert_eq!(test.verdict(&lost), SprtVerdict::NotBetter);
    }

    #[test]
    fn a_game_whose_partner_is_not_over_changes_nothing() {
        let test = Sprt::new(0.0, 5.0, 0.05).unwrap();
        let mut standing = pairs([30, 200, 500, 260, 40]);
        let ratio = test.log_ratio(&standing);
        standing.wins += 1;
        assert_eq!(test.log_ratio(&standing), ratio);
    }

    #[test]
    fn the_bounds_follow_from_the_risk() {
        let (low, high) = Sprt::new(0.0, 5.0, 0.05).unwrap().bounds();
        assert!((high - 19_f64.ln()).abs() < 1e-12);
        assert_eq!(low, -high);
    }

    #[test]
    fn numbers_that_make_no_test_are_refused() {
        for (equal, better, risk) in [
            (5.0, 5.0, 0.05),
            (5.0, 0.0, 0.05),
            (f64::NAN, 5.0, 0.05),
            (0.0, f64::INFINITY, 0.05),
            (0.0, 1e9, 0.05),
            (0.0, 5.0, 0.0),
            (0.0, 5.0, 0.5),
            (0.0, 5.0, f64::NAN),
        ] {
            assert!(Sprt::new(equal, better, risk).is_err());
        }
    }
}
