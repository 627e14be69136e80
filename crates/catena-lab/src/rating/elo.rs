//! [`Elo`]: a difference in strength, with an error.

use super::Standing;

/// How many standard errors the 95 % interval of a normal distribution reaches to each
/// side.
const Z_95: f64 = 1.959_963_984_540_054;

/// A difference in Elo points and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference; infinite if all games were won or all lost.
    pub points: f64,
    /// Half the width of the 95 % confidence interval; infinite if the results do not
    /// bound it: all of them alike, or so few that the interval of the score reaches 0
    /// or 1.
    pub error: f64,
}

impl Standing {
    /// The difference in strength that the results show.
    ///
    /// With `n` independent results of mean `m` and variance `v`, the score lies in
    /// `m ± 1.96 sqrt(v / n)`. The error is half the distance between the Elo
    /// differences of the two ends.
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
        let results = self.results();
        let mean = results.mean();
        let variance = results.variance();
        let width = Z_95 * (variance / results.count().max(1.0)).sqrt();
        let (low, high) = (mean - width, mean + width);
        let is_bounded = variance > 0.0 && low > 0.0 && high < 1.0;
        Elo {
            points: to_elo(mean),
            error: if is_bounded {
                (to_elo(high) - to_elo(low)) / 2.0
            } else {
                f64::INFINITY
            },
        }
    }
}

/// The difference in Elo at which a player scores this much per game.
fn to_elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The points per game of a player who is this much stronger.
pub(super) fn to_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::{Elo, to_elo, to_score};
    use crate::rating::Standing;

    #[track_caller]
    fn assert_elo(elo: Elo, points: f64, error: f64) {
        assert!((elo.points - points).abs() < 1e-6, "{elo:?}");
        assert!((elo.error - error).abs() < 1e-6, "{elo:?}");
    }

    // The expected values are from a separate program with the same formulas.

    #[test]
    fn elo_of_pairs() {
        for (pairs, points, error) in [
            ([2, 20, 45, 28, 5], 24.360_331_652, 29.513_254_692),
            ([30, 200, 500, 260, 40], 13.499_433_235, 8.969_998_965),
        ] {
            let standing = Standing {
                pairs,
                ..Standing::default()
            };
            assert_elo(standing.elo(), points, error);
        }
    }

    #[test]
    fn elo_of_games() {
        for (wins, draws, losses, points, error) in [
            (300, 400, 100, 88.739_499_846, 17.002_260_790),
            (75, 0, 25, 190.848_501_888, 81.151_424_660),
        ] {
            let standing = Standing {
                wins,
                draws,
                losses,
                ..Standing::default()
            };
            assert_elo(standing.elo(), points, error);
        }
    }

    #[test]
    fn results_that_bound_nothing_have_no_error() {
        for (wins, losses) in [(0, 0), (5, 0), (0, 5), (3, 1)] {
            let standing = Standing {
                wins,
                losses,
                ..Standing::default()
            };
            assert_eq!(standing.elo().error, f64::INFINITY, "{wins} {losses}");
        }
    }

    #[test]
    fn score_and_elo_are_inverse() {
        for elo in [-400.0, -3.5, 0.0, 10.0, 191.0] {
            assert!((to_elo(to_score(elo)) - elo).abs() < 1e-9);
        }
        // Four hundred points are ten to one.
        assert!((to_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
    }
}
