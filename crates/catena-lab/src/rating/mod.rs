//! What the results of games say about strength: Elo and the SPRT.
//!
//! # Elo
//!
//! The logistic model: a player who is `d` Elo points stronger scores
//! `s = 1 / (1 + 10^(-d/400))` points per game, so that a score of `s` shows
//! `d = 400 log10(s / (1 - s))`.
//!
//! # Pentanomial counts
//!
//! The two games of an opening are not independent: if one colour is better in it,
//! each player wins one. Pairs of games are independent. A pair brings 0, ½, 1, 1½ or
//! 2 points, and the five counts have a *pentanomial* distribution. Everything here is
//! computed from complete pairs as soon as there is one. A game whose partner is not
//! over does not count. Results without pairs have the *trinomial* distribution of
//! single games. Either way one result is a value `a` from 0 to 1, the points per game.

mod elo;
mod sprt;

use core::fmt;

pub use self::elo::Elo;
pub use self::sprt::{Sprt, SprtError, SprtVerdict};

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

impl Standing {
    /// Games played.
    #[must_use]
    pub fn games(&self) -> u64 {
        u64::from(self.wins) + u64::from(self.draws) + u64::from(self.losses)
    }

    /// Points per game, of all games; 0 if there is none.
    #[must_use]
    pub fn score(&self) -> f64 {
        let points = f64::from(self.wins) + f64::from(self.draws) / 2.0;
        points / (self.games().max(1) as f64)
    }

    /// The independent results: those of pairs, or of games if there is no pair.
    fn results(&self) -> Results {
        let counts = if self.pairs == [0; 5] {
            vec![self.losses, self.draws, self.wins]
        } else {
            self.pairs.to_vec()
        };
        let steps = (counts.len() - 1) as f64;
        let values = (0..counts.len()).map(|at| at as f64 / steps);
        Results(values.zip(counts.into_iter().map(f64::from)).collect())
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let score = 100.0 * self.score();
        let (wins, draws, losses) = (self.wins, self.draws, self.losses);
        write!(f, "+{wins} ={draws} -{losses}, {score:.1} %")?;
        let Elo { points, error } = self.elo();
        if error.is_finite() {
            write!(f, ", Elo {points:+.0} ± {error:.0}")?;
        }
        Ok(())
    }
}

/// Values from 0 to 1, and how often each was the result.
#[derive(Clone, Debug, PartialEq)]
struct Results(Vec<(f64, f64)>);

impl Results {
    fn count(&self) -> f64 {
        self.0.iter().map(|(_, count)| count).sum()
    }

    /// The mean of a function of the value; 0 if there is no result.
    fn mean_of(&self, function: impl Fn(f64) -> f64) -> f64 {
        let sum: f64 = self
            .0
            .iter()
            .map(|&(value, count)| count * function(value))
            .sum();
        sum / self.count().max(f64::MIN_POSITIVE)
    }

    fn mean(&self) -> f64 {
        self.mean_of(|value| value)
    }

    fn variance(&self) -> f64 {
        let mean = self.mean();
        self.mean_of(|value| (value - mean).powi(2))
    }
}

#[cfg(test)]
mod tests {
    use super::Standing;

    #[test]
    fn a_game_whose_partner_is_not_over_does_not_count() {
        let standing = Standing {
            wins: 3,
            draws: 1,
            losses: 0,
            pairs: [0, 0, 0, 1, 0],
        };
        // One pair of 1½ points: three quarters of a point per game.
        let results = standing.results();
        assert_eq!((results.count(), results.mean()), (1.0, 0.75));
        assert_eq!(results.variance(), 0.0);
        // The score on show is that of all games.
        assert_eq!(standing.score(), 0.875);
    }

    #[test]
    fn without_pairs_games_are_the_results() {
        let standing = Standing {
            wins: 2,
            draws: 1,
            losses: 1,
            ..Standing::default()
        };
        let results = standing.results();
        assert_eq!((results.count(), results.mean()), (4.0, 0.625));
        assert_eq!(results.variance(), 0.171_875);
    }

    #[test]
    fn counts_do_not_overflow() {
        let standing = Standing {
            wins: u32::MAX,
            draws: u32::MAX,
            losses: u32::MAX,
            ..Standing::default()
        };
        assert_eq!(standing.games(), 3 * u64::from(u32::MAX));
        assert!((standing.score() - 0.5).abs() < 1e-12);
    }

    #[test]
    fn a_standing_shows_elo_only_with_an_error() {
        let shown = |wins, draws, losses, pairs| {
            let standing = Standing {
                wins,
                draws,
                losses,
                pairs,
            };
            standing.to_string()
        };
        assert_eq!(shown(0, 0, 0, [0; 5]), "+0 =0 -0, 0.0 %");
        assert_eq!(shown(8, 0, 0, [0, 0, 0, 0, 4]), "+8 =0 -0, 100.0 %");
        assert_eq!(
            shown(60, 100, 40, [2, 20, 45, 28, 5]),
            "+60 =100 -40, 55.0 %, Elo +24 ± 30"
        );
    }
}
