//! The shared data beside the project, and small random numbers.
#![allow(dead_code, reason = "each test file uses its own part")]
#![allow(clippy::print_stdout, reason = "a skipped test says so")]

use std::path::PathBuf;

/// The text of a file of the shared data; says so and gives `None` where the
/// data is not there.
pub(crate) fn shared(path: &str) -> Option<Vec<u8>> {
    let path = shared_path(path);
    match std::fs::read(&path) {
        Ok(bytes) => Some(bytes),
        Err(_) => {
            println!("skipped: the shared data has no {}", path.display());
            None
        }
    }
}

pub(crate) fn shared_path(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared")
        .join(path)
}

/// Longer tests run with the environment variable `CATENA_SLOW=1`.
pub(crate) fn slow() -> bool {
    std::env::var_os("CATENA_SLOW").is_some_and(|value| value == "1")
}

/// The SplitMix64 generator of random numbers.
pub(crate) struct SplitMix64(pub(crate) u64);

impl SplitMix64 {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).expect("below the end")
    }
}
