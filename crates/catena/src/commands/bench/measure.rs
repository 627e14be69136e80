//! Measures how long calls take on a noisy machine.

use std::time::Instant;

use serde::Serialize;

/// How many rounds are measured. The fastest counts, because noise only adds
/// time.
const ROUNDS: usize = 5;
/// Calls per round, so that a round is longer than a tick of the clock.
const CALLS: u32 = 16;

/// Returns how many nanoseconds one call takes.
pub(super) fn nanoseconds(mut call: impl FnMut()) -> f64 {
    let round = || {
        let start = Instant::now();
        for _ in 0..CALLS {
            call();
        }
        start.elapsed().as_secs_f64() * 1e9 / f64::from(CALLS)
    };
    std::iter::repeat_with(round)
        .take(ROUNDS)
        .fold(f64::INFINITY, f64::min)
}

/// The cost of one function over that of another, on the same inputs.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct CostRatio {
    /// The ratio of the medians.
    pub(super) median: f64,
    /// The ratio of the means.
    pub(super) mean: f64,
}

impl CostRatio {
    /// Returns the ratio of two lists of costs; `None` if one is empty.
    pub(super) fn of(costs: &[f64], base: &[f64]) -> Option<CostRatio> {
        let ratio = CostRatio {
            median: median(costs)? / median(base)?,
            mean: mean(costs)? / mean(base)?,
        };
        Some(ratio)
    }
}

pub(super) fn median(costs: &[f64]) -> Option<f64> {
    let mut sorted = costs.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied()
}

pub(super) fn mean(costs: &[f64]) -> Option<f64> {
    (!costs.is_empty()).then(|| costs.iter().sum::<f64>() / costs.len() as f64)
}
