//! What the results of games say about strength.

use core::fmt;

/// Results of a match, as the first player sees them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// How often the two games of an opening, with colours reversed, brought
    /// 0, ½, 1, 1½ or 2 points. Openings with one game so far are not in it.
    pub pairs: [u32; 5],
}

/// A difference in Elo points and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference; infinite if all games were won or lost.
    pub points: f64,
    /// Half the width of the interval in which it lies 95 times of 100.
    pub error: f64,
}

impl Standing {
    /// Games played.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points per game.
    #[must_use]
    pub fn score(&self) -> f64 {
        let points = f64::from(self.wins) + f64::from(self.draws) / 2.0;
        points / f64::from(self.games().max(1))
    }

    /// The mean result and its variance, of units that are independent: pairs
    /// of games if there are any, else games. The number of units is third.
    fn moments(&self) -> (f64, f64, f64) {
        let games = [self.losses, self.draws, self.wins];
        let has_pairs = self.pairs.iter().any(|&count| count > 0);
        let counts: &[u32] = if has_pairs { &self.pairs } else { &games };
        let steps = (counts.len() - 1) as f64;
        let total: f64 = counts.iter().copied().map(f64::from).sum::<f64>().max(1.0);
        let values = || {
            counts
                .iter()
                .enumerate()
                .map(|(at, &count)| (at as f64 / steps, f64::from(count)))
        };
        let mean = values().map(|(value, count)| value * count).sum::<f64>() / total;
        let variance = values()
            .map(|(value, count)| (value - mean).powi(2) * count)
            .sum::<f64>()
            / total;
        (mean, variance, total)
    }

    /// The difference in strength that the results show.
    ///
    /// ```
    /// use catena_lab::rating::Standing;
    ///
    /// let standing = Standing { wins: 75, draws: 0, losses: 25, ..Standing::default() };
    /// let elo = standing.elo();
    /// assert!((elo.points - 191.0).abs() < 1.0);
    /// ```
    #[must_use]
    pub fn elo(&self) -> Elo {
        let (_, variance, units) = self.moments();
        let score = self.score();
        let width = 1.96 * (variance / units).sqrt();
        let low = to_elo((score - width).max(1e-6));
        let high = to_elo((score + width).min(1.0 - 1e-6));
        Elo {
            points: to_elo(score),
            error: (high - low) / 2.0,
        }
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let score = 100.0 * self.score();
        let (wins, draws, losses) = (self.wins, self.draws, self.losses);
        write!(f, "+{wins} ={draws} -{losses}, {score:.1} %")?;
        let Elo { points, error } = self.elo();
        if points.is_finite() {
            write!(f, ", Elo {points:+.0} ± {error:.0}")?;
        }
        Ok(())
    }
}

/// The difference in Elo at which a player scores this much per game.
fn to_elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

fn to_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The sequential probability ratio test: is the first player better by
/// `better` Elo rather than by `equal`?
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference that is not worth having.
    pub equal: f64,
    /// The difference that is.
    pub better: f64,
    /// How often a wrong answer is accepted, each way.
    pub risk: f64,
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

impl Sprt {
    /// The logarithm of the likelihood ratio.
    ///
    /// ```
    /// use catena_lab::rating::{Sprt, Standing, SprtVerdict};
    ///
    /// let test = Sprt { equal: 0.0, better: 10.0, risk: 0.05 };
    /// let won = Standing { wins: 300, draws: 400, losses: 100, ..Standing::default() };
    /// assert_eq!(test.verdict(&won), SprtVerdict::Better);
    /// assert_eq!(test.verdict(&Standing::default()), SprtVerdict::Open);
    /// ```
    #[must_use]
    pub fn log_ratio(&self, standing: &Standing) -> f64 {
        let (mean, variance, units) = standing.moments();
        if variance <= 0.0 {
            return 0.0;
        }
        let (low, high) = (to_score(self.equal), to_score(self.better));
        units * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
    }

    /// The ratio at which the answer is yes, and the one at which it is no.
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
