//! The paper's search against the exact one, on boards where it is exponential.

use std::hint::black_box;
use std::time::Instant;

use catena_grid::{Board, Grid8, MinSize, Square, paper};
use fastrand::Rng;

use super::measure::nanoseconds;

/// How many boards are measured.
const BOARDS: usize = 20;
/// The step limit of the paper's search.
const STEP_LIMIT: u64 = 10_000_000;

/// Returns the time of the paper's search over that of `has_chain`, on dense
/// random boards where it reaches the step limit. It is a lower bound, because
/// the search is stopped there.
pub(super) fn paper_over_exact() -> f64 {
    let mut random = Rng::with_seed(1);
    let (mut paper_time, mut exact_time, mut measured) = (0.0, 0.0, 0);
    while measured < BOARDS {
        let occupied: Grid8 = Square::ALL
            .into_iter()
            .filter(|_| random.u32(0..100) < 75)
            .collect();
        let Some(square) = occupied.first() else {
            continue;
        };
        let start = Instant::now();
        if paper::detect(occupied, square, MinSize::TWO, STEP_LIMIT).is_err() {
            paper_time += start.elapsed().as_secs_f64() * 1e9;
            exact_time += nanoseconds(|| {
                black_box(black_box(occupied).has_chain(black_box(square)));
            });
            measured += 1;
        }
    }
    paper_time / exact_time
}
