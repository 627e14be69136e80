//! The tuner: fits the weights of the evaluation to the results of games.
//!
//! Two steps. [`self_play`] lets the engine play itself and keeps quiet
//! positions with the result of their game. [`fit`] finds weights whose
//! evaluation, taken as a probability, comes closest to the results.

use std::io::{self, Write};

use catena_chess::shakmaty::{Color, Position as _};
use catena_chess::{Decision, Game, Outcome, Player, SwitchLimit, notation};
use thiserror::Error;

use crate::opening;
use catena_chess::Variant;
use catena_engine::Engine;
use catena_engine::HashSizeError;
use catena_engine::Limits;
use catena_engine::Signal;
use catena_engine::score::is_mate;
use catena_engine::terms::{TERMS, Terms, trace, weights};

/// Positions before this ply are left out: they belong to the openings.
const FIRST_PLY: usize = 6;

/// Games longer than this are drawn.
const LAST_PLY: usize = 300;

/// Self-play cannot go on.
#[derive(Debug, Error)]
pub enum TuneError {
    /// There is not enough memory for the engine.
    #[error(transparent)]
    Memory(#[from] HashSizeError),
    /// The positions cannot be written.
    #[error("cannot write the positions")]
    Write(#[from] io::Error),
    /// A line is not a position with a result.
    #[error("line {line} is not a position, a semicolon, and 0, 0.5 or 1")]
    Sample {
        /// Its number.
        line: usize,
    },
}

/// Plays games of chess and writes lines of `FEN;result`, the result being
/// White's points.
///
/// # Errors
///
/// If there is not enough memory or the lines cannot be written.
pub fn self_play(
    games: usize,
    nodes: u64,
    seed: u64,
    out: &mut dyn Write,
) -> Result<(), TuneError> {
    let openings = opening::openings(games, seed, SwitchLimit::Size, Variant::Chess)?;
    let mut engine = Engine::new(8)?;
    let limits = Limits::nodes(nodes);
    for start in openings {
        engine.clear();
        let mut game = Game::from_position(start.clone(), catena_chess::TimeControl::Unlimited);
        let mut plies: Vec<Decision> = Vec::new();
        let mut quiet = Vec::new();
        while game.outcome().is_none() && plies.len() < LAST_PLY && game.claimable_draw().is_none()
        {
            if engine.set_position(&start, &plies).is_err() {
                break;
            }
            let found = engine.search(&limits, &Signal::default(), &mut |_| {});
            let Some(best) = found.best else { break };
            let position = game.position();
            if plies.len() >= FIRST_PLY
                && !position.chess().is_check()
                && !best.mv.is_capture()
                && !best.mv.is_promotion()
                && !is_mate(found.score)
            {
                quiet.push(position.fen());
            }
            if game.play(best).is_err() {
                break;
            }
            plies.push(best);
        }
        let points = match game.outcome().and_then(Outcome::winner) {
            Some(Player::First) => "1",
            Some(Player::Second) => "0",
            None => "0.5",
        };
        for fen in quiet {
            writeln!(out, "{fen};{points}")?;
        }
    }
    Ok(())
}

/// The terms of one position and the result of its game.
struct TuningSample {
    /// Terms and how many more of each White has.
    terms: Vec<(u16, i16)>,
    /// The share of the middlegame.
    middlegame: f32,
    points: f32,
}

/// Collects White's terms minus Black's.
#[derive(Default)]
struct Difference(std::collections::BTreeMap<u16, i16>);

impl Terms for Difference {
    fn add(&mut self, color: Color, term: usize, count: i32) {
        let count = i16::try_from(color.fold_wb(count, -count)).unwrap_or(0);
        *self.0.entry(u16::try_from(term).unwrap_or(0)).or_default() += count;
    }
}

fn read_sample(line: &str) -> Option<TuningSample> {
    let (fen, points) = line.split_once(';')?;
    let position = notation::fen::parse(fen, SwitchLimit::Size).ok()?;
    let mut difference = Difference::default();
    let phase = trace(position.board(), &mut difference);
    Some(TuningSample {
        terms: difference
            .0
            .into_iter()
            .filter(|&(_, count)| count != 0)
            .collect(),
        middlegame: phase as f32 / 24.0,
        points: points.trim().parse().ok()?,
    })
}

/// A weight for the middlegame and one for the endgame.
type Weight = [f32; 2];

/// How the fit went.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The new weights.
    pub weights: Vec<(i32, i32)>,
    /// The mean squared error before and after.
    pub error: (f32, f32),
}

/// Fits the weights to lines of `FEN;result`.
///
/// # Errors
///
/// If a line cannot be read.
pub fn fit<'a>(lines: impl Iterator<Item = &'a str>, rounds: u32) -> Result<Fit, TuneError> {
    let samples: Vec<TuningSample> = lines
        .enumerate()
        .map(|(at, line)| read_sample(line).ok_or(TuneError::Sample { line: at + 1 }))
        .collect::<Result<_, _>>()?;
    let start: Vec<Weight> = weights()
        .map(|(middlegame, endgame)| [middlegame as f32, endgame as f32])
        .collect();
    let scale = best_scale(&samples, &start);
    let before = error(&samples, &start, scale);
    let weights = descend(&samples, &start, scale, rounds);
    Ok(Fit {
        error: (before, error(&samples, &weights, scale)),
        weights: weights
            .iter()
            .map(|weight| (rounded(weight[0]), rounded(weight[1])))
            .collect(),
    })
}

#[expect(clippy::cast_possible_truncation, reason = "weights are small")]
fn rounded(weight: f32) -> i32 {
    weight.round() as i32
}

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

fn error(samples: &[TuningSample], weights: &[Weight], scale: f32) -> f32 {
    let sum: f32 = samples
        .iter()
        .map(|sample| (expected(sample, weights, scale) - sample.points).powi(2))
        .sum();
    sum / samples.len().max(1) as f32
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
        let mut gradient = vec![[0.0_f32; 2]; TERMS];
        for sample in samples {
            let chance = expected(sample, &weights, scale);
            let slope = (chance - sample.points) * chance * (1.0 - chance) * scale;
            for &(term, count) in &sample.terms {
                let slope = slope * f32::from(count);
                gradient[usize::from(term)][0] += slope * sample.middlegame;
                gradient[usize::from(term)][1] += slope * (1.0 - sample.middlegame);
            }
        }
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

#[cfg(test)]
mod tests {
    use super::{fit, self_play};

    #[test]
    fn a_fit_to_self_play_does_not_get_worse() {
        let mut lines = Vec::new();
        self_play(2, 300, 1, &mut lines).unwrap();
        let lines = String::from_utf8(lines).unwrap();
        assert!(lines.lines().count() > 20);
        let fit = fit(lines.lines(), 20).unwrap();
        assert!(fit.error.1 <= fit.error.0);
    }

    #[test]
    fn a_line_that_is_no_sample_is_named() {
        let error = fit(["8/8/8/8/8/8/8/K6k w - - 0 1;1", "nonsense"].into_iter(), 1).unwrap_err();
        assert!(error.to_string().starts_with("line 2 "));
    }
}
