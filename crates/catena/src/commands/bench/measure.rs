//! How long calls take on a noisy machine.

use std::time::Instant;

use serde::Serialize;

/// Rounds of measuring; the fastest counts, because noise only ever adds time.
const ROUNDS: usize = 5;
/// Calls in a round, so that a round is longer than the clock's tick.
const CALLS: u32 = 16;

/// Nanoseconds that one call takes.
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

/// The cost of something over the cost of something else, on the same inputs.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct CostRatio {
    /// The median cost over the median cost.
    pub(super) median: f64,
    /// The mean cost over the mean cost.
    pub(super) mean: f64,
}

impl CostRatio {
    /// The ratio of two lists of costs; `None` if one is empty.
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
    // Counts of positions are far below 2^52.
    (!costs.is_empty()).then(|| costs.iter().sum::<f64>() / costs.len() as f64)
}
