//! [`HashSize`]: a size that a hash table can have on this machine.

use thiserror::Error;

use crate::memory::available_mebibytes;

/// The size of a hash table for which there is memory.
#[derive(Clone, Copy, Debug)]
pub struct HashSize {
    mebibytes: usize,
    bytes: usize,
    available: Option<usize>,
}

/// There can be no hash table of this size.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum HashSizeError {
    /// A table needs room for an entry.
    #[error("the hash table needs at least 1 MiB")]
    Zero,
    /// There is not enough memory.
    #[error("cannot allocate {wanted} MiB for the hash table: {}", remedy(.available))]
    Memory {
        /// The size asked for, in mebibytes.
        wanted: usize,
        /// What the machine has, if it says so.
        available: Option<usize>,
    },
}

impl HashSize {
    /// Checks that there is memory for a table of this many mebibytes.
    ///
    /// ```
    /// use catena_engine::{HashSize, HashSizeError};
    ///
    /// assert_eq!(HashSize::new(1)?.bytes(), 1 << 20);
    /// assert!(HashSize::new(0).is_err());
    /// assert!(HashSize::new(usize::MAX).is_err());
    /// # Ok::<(), HashSizeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the size is 0 or there is not enough memory.
    pub fn new(mebibytes: usize) -> Result<HashSize, HashSizeError> {
        if mebibytes == 0 {
            return Err(HashSizeError::Zero);
        }
        let available = available_mebibytes();
        let is_too_large = available.is_some_and(|available| mebibytes > available);
        match mebibytes.checked_mul(1 << 20) {
            Some(bytes) if !is_too_large => Ok(HashSize {
                mebibytes,
                bytes,
                available,
            }),
            _ => Err(HashSizeError::Memory {
                wanted: mebibytes,
                available,
            }),
        }
    }

    /// The size in bytes.
    #[must_use]
    pub fn bytes(self) -> usize {
        self.bytes
    }

    /// The error for when the memory cannot be had after all.
    #[must_use]
    pub fn refused(self) -> HashSizeError {
        HashSizeError::Memory {
            wanted: self.mebibytes,
            available: self.available,
        }
    }
}

fn remedy(available: &Option<usize>) -> String {
    match available {
        Some(available) => format!("{available} MiB available"),
        None => "choose a smaller one".into(),
    }
}
