//! The transposition table (TT): what the search already knows about a position.
//!
//! All threads share one table and no lock. An entry is its data and a check
//! of key and data together: what two threads wrote at once does not match
//! and is passed over.

use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering::Relaxed};

use memmap2::MmapMut;
use zerocopy::{FromBytes, IntoBytes};

use crate::hash_size::{HashSize, HashSizeError};
use crate::packed_decision::PackedDecision;
use crate::score::{MATE_BOUND, Score, from_plies};
use crate::static_eval::StaticEval;

/// What a stored score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// Nothing.
    None,
    /// It is at most this.
    Upper,
    /// It is at least this.
    Lower,
    /// It is this.
    Exact,
}

impl Bound {
    const ALL: [Bound; 4] = [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact];

    /// What a search with this window says about the true score.
    pub(crate) fn of(score: Score, alpha: Score, beta: Score) -> Bound {
        if score >= beta {
            Bound::Lower
        } else if score <= alpha {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }

    /// Whether the score proves that the true one is at least `beta`, or
    /// below it.
    pub(crate) fn proves(self, score: Score, beta: Score) -> bool {
        match self {
            Bound::None => false,
            Bound::Upper => score < beta,
            Bound::Lower => score >= beta,
            Bound::Exact => true,
        }
    }
}

/// What the table says about a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TtEntry {
    /// The best move, with its choice to switch.
    pub(crate) best_move: PackedDecision,
    pub(crate) score: Score,
    /// The static evaluation; none in check.
    pub(crate) eval: Option<StaticEval>,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

/// Stands for "no evaluation".
const NO_EVAL: i16 = i16::MIN;

/// How many entries share one line of the processor's cache.
const ENTRIES: usize = 5;

/// Entries that share one line of the processor's cache.
#[derive(Debug, FromBytes, IntoBytes)]
#[repr(C, align(64))]
struct Cluster {
    data: [AtomicU64; ENTRIES],
    /// The key and the data of each entry, folded: a reader that meets
    /// half of one write and half of another sees that they do not match.
    checks: [AtomicU32; ENTRIES],
    /// Fills the line.
    _rest: AtomicU32,
}

const _: () = assert!(size_of::<Cluster>() == 64);

#[expect(clippy::cast_possible_truncation, reason = "folds on purpose")]
const fn check(key: u64, data: u64) -> u32 {
    key as u32 ^ data as u32 ^ (data >> 32) as u32
}

impl Cluster {
    /// The data of the entry if it is about the key.
    fn load(&self, at: usize, key: u64) -> Option<u64> {
        let data = self.data[at].load(Relaxed);
        (data != 0 && self.checks[at].load(Relaxed) == check(key, data)).then_some(data)
    }

    fn save(&self, at: usize, key: u64, data: u64) {
        self.data[at].store(data, Relaxed);
        self.checks[at].store(check(key, data), Relaxed);
    }
}

/// The memory of the table.
///
/// It is asked from the system in large pages where there are any: with
/// small ones a fifth of the search is spent on finding out where an entry is.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    memory: MmapMut,
    generation: AtomicU8,
}

/// The table as a search uses it: all threads share it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableView<'a> {
    clusters: &'a [Cluster],
    generation: &'a AtomicU8,
}

/// Depths are stored as bytes; quiescence is below zero.
const DEPTH_OFFSET: i32 = 8;

impl TranspositionTable {
    /// A table of this many mebibytes.
    pub(crate) fn new(mebibytes: usize) -> Result<TranspositionTable, HashSizeError> {
        let size = HashSize::new(mebibytes)?;
        let memory = MmapMut::map_anon(size.bytes()).map_err(|_| size.refused())?;
        // Best effort: the table works with small pages too.
        #[cfg(target_os = "linux")]
        let _ = memory.advise(memmap2::Advice::HugePage);
        Ok(TranspositionTable {
            memory,
            generation: AtomicU8::new(0),
        })
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.memory.fill(0);
        self.generation.store(0, Relaxed);
    }

    /// The table for a new search: entries of earlier ones give way first.
    pub(crate) fn new_search(&mut self) -> TableView<'_> {
        self.generation.fetch_add(1, Relaxed);
        let clusters: &[Cluster] = <[Cluster]>::mut_from_bytes(&mut self.memory).unwrap_or(&mut []);
        TableView {
            clusters,
            generation: &self.generation,
        }
    }
}

impl TableView<'_> {
    fn generation(&self) -> u8 {
        self.generation.load(Relaxed) & 0x3f
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "the high half of the product is less than the number of clusters"
    )]
    fn cluster(&self, key: u64) -> &Cluster {
        // The high half of the product spreads keys over any number of clusters.
        let at = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[at as usize]
    }

    /// Starts to bring the entries of a key into the processor's cache
    /// (measured: without it a fifth of the search is spent waiting for the table).
    #[inline(always)]
    #[cfg_attr(
        target_arch = "x86_64",
        expect(unsafe_code, reason = "a hint has no safe form")
    )]
    pub(crate) fn fetch(&self, key: u64) {
        let _cluster = self.cluster(key);
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a hint to the processor about memory that is ours; it reads
        // and writes nothing.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(_cluster).cast());
        }
    }

    /// What is known about the position with this key. Mate scores are
    /// stored as seen from the position and returned as seen from the root.
    pub(crate) fn probe(&self, key: u64, ply: usize) -> Option<TtEntry> {
        let cluster = self.cluster(key);
        (0..ENTRIES)
            .find_map(|at| cluster.load(at, key))
            .map(|data| unpack(data, ply))
    }

    /// Remembers what was found out.
    pub(crate) fn store(&self, key: u64, ply: usize, mut entry: TtEntry) {
        let generation = self.generation();
        let cluster = self.cluster(key);
        let mut victim = 0;
        let mut least = i32::MAX;
        for at in 0..ENTRIES {
            if let Some(data) = cluster.load(at, key) {
                // Keep the old move if there is no new one, and keep a deeper
                // result unless the new one is exact.
                let old = unpack(data, ply);
                if entry.best_move.is_none() {
                    entry.best_move = old.best_move;
                }
                let fresh = generation_of(data) == generation;
                if fresh && entry.bound != Bound::Exact && entry.depth + 3 < old.depth {
                    return;
                }
                victim = at;
                break;
            }
            let data = cluster.data[at].load(Relaxed);
            let age = i32::from(generation.wrapping_sub(generation_of(data)) & 0x3f);
            let worth = if data == 0 {
                i32::MIN
            } else {
                depth_of(data) - 4 * age
            };
            if worth < least {
                least = worth;
                victim = at;
            }
        }
        cluster.save(victim, key, pack(&entry, ply, generation));
    }

    /// How full the table is with results of this search, in thousandths.
    pub(crate) fn permille_full(&self) -> usize {
        let sample = &self.clusters[..self.clusters.len().min(250)];
        let generation = self.generation();
        let full = sample
            .iter()
            .flat_map(|cluster| &cluster.data)
            .map(|data| data.load(Relaxed))
            .filter(|&data| data != 0 && generation_of(data) == generation)
            .count();
        full * 1000 / (sample.len() * ENTRIES)
    }
}

fn generation_of(data: u64) -> u8 {
    (data >> 58) as u8
}

#[expect(clippy::cast_possible_truncation, reason = "takes eight bits")]
fn depth_of(data: u64) -> i32 {
    i32::from((data >> 48) as u8) - DEPTH_OFFSET
}

/// Layout, from the low bits: best move 16, score 16, evaluation 16, depth 8,
/// bound 2, generation 6.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "scores fit into 16 bits, depths into 8: both are bounded by MAX_PLY and MATE"
)]
fn pack(entry: &TtEntry, ply: usize, generation: u8) -> u64 {
    let score = if entry.score >= MATE_BOUND {
        entry.score + from_plies(ply)
    } else if entry.score <= -MATE_BOUND {
        entry.score - from_plies(ply)
    } else {
        entry.score
    };
    u64::from(entry.best_move.bits())
        | u64::from(score as i16 as u16) << 16
        | u64::from(entry.eval.map_or(NO_EVAL, StaticEval::pack) as u16) << 32
        | u64::from((entry.depth + DEPTH_OFFSET) as u8) << 48
        | (entry.bound as u64) << 56
        | u64::from(generation) << 58
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "takes the word apart on purpose"
)]
fn unpack(data: u64, ply: usize) -> TtEntry {
    let stored = Score::from((data >> 16) as u16 as i16);
    let eval = (data >> 32) as u16 as i16;
    let ply = from_plies(ply);
    let score = if stored >= MATE_BOUND {
        stored - ply
    } else if stored <= -MATE_BOUND {
        stored + ply
    } else {
        stored
    };
    TtEntry {
        best_move: PackedDecision::from_bits(data as u16),
        score,
        eval: (eval != NO_EVAL).then(|| StaticEval::unpack(eval)),
        depth: depth_of(data),
        bound: Bound::ALL[(data >> 56) as usize & 3],
    }
}

#[cfg(test)]
mod tests {
    use super::TranspositionTable;

    #[test]
    fn a_table_of_no_size_is_refused() {
        let error = TranspositionTable::new(0).unwrap_err();
        assert_eq!(error.to_string(), "the hash table needs at least 1 MiB");
        assert!(TranspositionTable::new(1).is_ok());
    }

    #[test]
    fn a_table_larger_than_memory_is_refused() {
        let error = TranspositionTable::new(usize::MAX >> 20).unwrap_err();
        assert!(error.to_string().starts_with("cannot allocate "), "{error}");
    }
}
