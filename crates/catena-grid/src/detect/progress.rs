//! [`Progress`]: how far an analysis has come, for another thread to watch.

use core::sync::atomic::{AtomicUsize, Ordering};

/// How far an analysis has come. Share it with the thread that shows a progress
/// bar.
///
/// ```
/// use catena_grid::{Grid, MinSize, Progress, Query, Raster};
///
/// let progress = Progress::default();
/// let query = Query::new(MinSize::TWO).with_progress(&progress);
/// Grid::new(&Raster::new(20, 10)?).analyse(&query);
/// assert!(progress.rows_done() > 0);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Progress {
    rows: AtomicUsize,
}

/// How many times an analysis goes over the rows at most.
pub(super) const PASSES: usize = 5;

impl Progress {
    /// Returns how many rows are done. The analysis goes over the rows several
    /// times.
    #[must_use]
    pub fn rows_done(&self) -> usize {
        self.rows.load(Ordering::Relaxed)
    }

    /// Returns how many rows there are to do at most, for a raster of this
    /// height.
    #[must_use]
    pub fn rows_in_all(height: usize) -> usize {
        height * PASSES
    }

    pub(super) fn add_row(&self) {
        self.rows.fetch_add(1, Ordering::Relaxed);
    }
}
