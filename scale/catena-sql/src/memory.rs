//! [`MemoryLimit`]: how queries keep within the memory that they may take.
//!
//! DataFusion gives memory to *consumers*. Those that can use the disk, like a sort that
//! still reads, share what is left by the others; those that cannot, like a merge of what
//! was sorted, fail when nothing is left. A sort is both, one after the other, and each of
//! its partitions at another time: without care the last one that reads takes all memory,
//! and the merge of one that is ready finds none. So
//!
//! - a share of the memory belongs to consumers that take none (the *headroom*): whatever
//!   uses the disk leaves at least that to the merges,
//! - a merge of files that were written to the disk reads few at a time, and batches are
//!   small: what it needs was set aside when the sort began,
//! - texts are copied into every batch. Views into pages of a Parquet file would count
//!   each page once per batch.

use std::sync::Arc;

use datafusion::execution::memory_pool::{
    FairSpillPool, MemoryConsumer, MemoryPool, MemoryReservation,
};
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::prelude::SessionConfig;

/// The bytes of a row with a long game.
const LONG_ROW: usize = 4 << 10;

/// A merge reads so many files at a time.
const FAN_IN: usize = 8;

/// Batches have at least so many rows, or the work per batch would be most of it.
const FEWEST_ROWS: usize = 16;

/// The memory that the queries of a session may take.
pub(crate) struct MemoryLimit {
    bytes: usize,
    pool: Arc<dyn MemoryPool>,
    _headroom: Vec<MemoryReservation>,
}

impl MemoryLimit {
    /// So many bytes for queries that run in so many partitions.
    pub(crate) fn new(bytes: usize, partitions: usize) -> MemoryLimit {
        let pool: Arc<dyn MemoryPool> = Arc::new(FairSpillPool::new(bytes));
        let headroom = (0..partitions).map(|number| {
            MemoryConsumer::new(format!("headroom[{number}]"))
                .with_can_spill(true)
                .register(&pool)
        });
        MemoryLimit {
            bytes,
            _headroom: headroom.collect(),
            pool,
        }
    }

    /// The settings of queries in this memory.
    pub(crate) fn configure(&self, config: SessionConfig) -> SessionConfig {
        let share = self.bytes / config.target_partitions().max(1);
        let usual = config.batch_size();
        // A merge holds a batch of every file, twice as it is and twice as keys.
        let rows = share / (8 * FAN_IN * LONG_ROW);
        config
            .with_batch_size(rows.clamp(FEWEST_ROWS, usual.max(FEWEST_ROWS)))
            .set_usize(
                "datafusion.execution.sort_spill_reservation_bytes",
                (share / 4).min(10 << 20),
            )
            .set_bool(
                "datafusion.execution.parquet.schema_force_view_types",
                false,
            )
            .set_bool("datafusion.sql_parser.map_string_types_to_utf8view", false)
    }

    /// The same for what runs the queries.
    pub(crate) fn build(&self, runtime: RuntimeEnvBuilder) -> RuntimeEnvBuilder {
        runtime
            .with_memory_pool(Arc::clone(&self.pool))
            .with_max_spill_merge_fan_in(FAN_IN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes memory until there is no more for this consumer. Returns how much it got.
    fn take_all(reservation: &MemoryReservation) -> usize {
        while reservation.try_grow(1 << 10).is_ok() {}
        reservation.size()
    }

    #[test]
    fn the_last_that_uses_the_disk_leaves_memory_to_the_merge_of_the_others() {
        const ALL: usize = 16 << 20;
        for partitions in [1, 2, 4, 16] {
            let limit = MemoryLimit::new(ALL, partitions);
            let register = |name: &str, can_spill| {
                let consumer = MemoryConsumer::new(name).with_can_spill(can_spill);
                consumer.register(&limit.pool)
            };
            let sorts: Vec<_> = (0..partitions).map(|_| register("sort", true)).collect();
            // All but one are ready, and merge from the disk.
            let mut sorts = sorts.into_iter();
            let last = sorts.next().expect("a partition");
            drop(sorts);
            let taken = take_all(&last);
            assert!(taken >= ALL / (partitions + 1) - 1024, "{taken}");
            let merge = register("merge", false);
            let left = take_all(&merge);
            assert!(left >= ALL / 2 - 2048, "{partitions}: {left}");
        }
    }
}
