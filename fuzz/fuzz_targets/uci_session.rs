//! A session of UCI ends cleanly whatever is typed into it.

#![no_main]

use std::io::{self, Cursor};

use catena_engine::uci;
use libfuzzer_sys::fuzz_target;

/// Words that only make a session slow or large.
const LEFT_OUT: [&str; 4] = ["bench", "perft", "Hash", "Threads"];

fuzz_target!(|script: &str| {
    let lines = script
        .lines()
        .filter(|line| !LEFT_OUT.iter().any(|word| line.contains(word)));
    let script: String = lines.flat_map(|line| [line, "\n"]).collect();
    assert_eq!(
        uci::run(uci::Options::default(), Cursor::new(script), io::sink()),
        Ok(())
    );
});
