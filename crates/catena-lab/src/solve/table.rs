//! [`ProofTable`]: what the search knows about positions, in a bounded memory.

use catena_engine::{HashSize, HashSizeError};

use super::value::{ANY_CLOCK, Value};

/// How many entries a position can be stored in.
const WAYS: usize = 4;

/// What is known about one position, at all clocks.
#[derive(Clone, Copy, Debug)]
struct ProofEntry {
    key: u64,
    proof: u32,
    disproof: u32,
    /// Nodes that were searched to find it out; 0 is an empty entry.
    work: u32,
    /// The length of the win.
    plies: u16,
    /// It is won below this clock; 0 is not at all.
    won_below: u8,
    /// It is not won from this clock on; [`ANY_CLOCK`] is not known.
    not_won_from: u8,
    /// When a provisional disproof was found; 0 if it is certain.
    generation: u8,
}

impl ProofEntry {
    const EMPTY: ProofEntry = ProofEntry {
        key: 0,
        proof: 1,
        disproof: 1,
        work: 0,
        plies: 0,
        won_below: 0,
        not_won_from: ANY_CLOCK,
        generation: 0,
    };

    /// Takes in a value that was found at this clock.
    fn learn(&mut self, value: Value, generation: u8) {
        match value {
            Value::Open { proof, disproof } => {
                (self.proof, self.disproof) = (proof, disproof);
            }
            Value::Won { to_clock, plies } => {
                if to_clock.saturating_add(1) >= self.won_below {
                    self.won_below = to_clock.saturating_add(1);
                    self.plies = plies;
                }
            }
            Value::NotWon {
                from_clock,
                is_provisional,
            } => {
                let is_certain = self.not_won_from < ANY_CLOCK && self.generation == 0;
                if is_provisional && is_certain && self.not_won_from <= from_clock {
                    return;
                }
                self.not_won_from = from_clock;
                self.generation = if is_provisional { generation } else { 0 };
            }
        }
    }

    fn value(&self, clock: u8, generation: u8) -> Value {
        let is_valid = self.generation == 0 || self.generation == generation;
        if clock < self.won_below {
            Value::Won {
                to_clock: self.won_below - 1,
                plies: self.plies,
            }
        } else if is_valid && self.not_won_from < ANY_CLOCK && clock >= self.not_won_from {
            Value::NotWon {
                from_clock: self.not_won_from,
                is_provisional: self.generation != 0,
            }
        } else {
            Value::Open {
                proof: self.proof,
                disproof: self.disproof,
            }
        }
    }
}

/// A hash table of a fixed size. Where it is full, what took the least work is replaced.
///
/// Two positions can have the same key. A proof is therefore made from the rules, with
/// the table as a guide, and checked.
#[derive(Debug)]
pub(super) struct ProofTable {
    entries: Vec<ProofEntry>,
    generation: u8,
}

impl ProofTable {
    /// A table of this many mebibytes.
    pub(super) fn new(mebibytes: usize) -> Result<ProofTable, HashSizeError> {
        let size = HashSize::new(mebibytes)?;
        let count = size.bytes() / size_of::<ProofEntry>() / WAYS * WAYS;
        let mut entries = Vec::new();
        if entries.try_reserve_exact(count).is_err() {
            return Err(size.refused());
        }
        entries.resize(count, ProofEntry::EMPTY);
        Ok(ProofTable {
            entries,
            generation: 1,
        })
    }

    /// Forgets the provisional disproofs. Returns whether it can tell new ones from them.
    pub(super) fn forget_provisional(&mut self) -> bool {
        self.generation = self.generation.wrapping_add(1);
        self.generation != 0
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "the high half of the product is less than the number of entries"
    )]
    fn ways(&self, key: u64) -> std::ops::Range<usize> {
        let clusters = self.entries.len() / WAYS;
        // The high half of the product spreads keys over any number of clusters.
        let at = ((u128::from(key) * clusters as u128) >> 64) as usize * WAYS;
        at..at + WAYS
    }

    /// What is known about a position at this clock.
    pub(super) fn probe(&self, key: u64, clock: u8) -> Option<Value> {
        let ways = &self.entries[self.ways(key)];
        let entry = ways
            .iter()
            .find(|entry| entry.work > 0 && entry.key == key)?;
        Some(entry.value(clock, self.generation))
    }

    /// Remembers what this much work has found out about a position.
    pub(super) fn store(&mut self, key: u64, value: Value, work: u64) {
        let work = u32::try_from(work).unwrap_or(u32::MAX).max(1);
        let generation = self.generation;
        let ways = self.ways(key);
        let ways = &mut self.entries[ways];
        let known = ways
            .iter()
            .position(|entry| entry.work > 0 && entry.key == key);
        let least = || (0..WAYS).min_by_key(|&at| ways[at].work).unwrap_or(0);
        let at = known.unwrap_or_else(least);
        let entry = &mut ways[at];
        if known.is_none() {
            *entry = ProofEntry {
                key,
                ..ProofEntry::EMPTY
            };
        }
        entry.work = entry.work.saturating_add(work);
        entry.learn(value, generation);
    }

    /// How full the table is, in thousandths of a sample.
    pub(super) fn permille_full(&self) -> usize {
        let sample = &self.entries[..self.entries.len().min(4000)];
        let full = sample.iter().filter(|entry| entry.work > 0).count();
        full * 1000 / sample.len().max(1)
    }
}
