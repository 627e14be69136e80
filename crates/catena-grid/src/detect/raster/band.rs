//! Bands: the rows split among threads.

use alloc::vec::Vec;
use core::ops::Range;

/// Some rows, one below the other.
pub(super) type Band = Range<usize>;

/// The rows in bands of about the same height, at least one row each.
pub(super) fn split(rows: usize, threads: usize) -> Vec<Band> {
    let bands = threads.clamp(1, rows);
    (0..bands)
        .map(|band| rows * band / bands..rows * (band + 1) / bands)
        .collect()
}

/// Runs all jobs, each in a thread of its own if there are several and the crate
/// has the feature `std`. The results are in the order of the jobs.
pub(super) fn run_all<J: Send, R: Send>(jobs: Vec<J>, work: impl Fn(J) -> R + Sync) -> Vec<R> {
    #[cfg(feature = "std")]
    if jobs.len() > 1 {
        let work = &work;
        return std::thread::scope(|scope| {
            let threads: Vec<_> = jobs
                .into_iter()
                .map(|job| scope.spawn(move || work(job)))
                .collect();
            threads
                .into_iter()
                .map(|thread| match thread.join() {
                    Ok(result) => result,
                    Err(panic) => std::panic::resume_unwind(panic),
                })
                .collect()
        });
    }
    jobs.into_iter().map(work).collect()
}
