//! Whatever is typed into a session of UCI, it ends cleanly, and each `go` has its `bestmove`
//! while the input is still open: after a last `stop` no search goes on.

use std::io::{self, BufReader, Read, Write};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use catena_engine::uci;

/// Words that only make a session slow or large.
const LEFT_OUT: [&str; 4] = ["bench", "perft", "Hash", "Threads"];

/// How long an answer may take. A machine that is busy needs some of it.
const PATIENCE: Duration = Duration::from_secs(15);

/// How many best moves came.
type BestMoves = Arc<(Mutex<usize>, Condvar)>;

/// What a program types: the script, and nothing more until all best moves have come.
struct Program {
    script: io::Cursor<String>,
    expected: usize,
    seen: BestMoves,
}

impl Read for Program {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.script.read(buffer)?;
        if count == 0 {
            let (seen, changed) = &*self.seen;
            let seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
            let waiting = |seen: &mut usize| *seen < self.expected;
            let (seen, _) = changed
                .wait_timeout_while(seen, PATIENCE, waiting)
                .unwrap_or_else(PoisonError::into_inner);
            assert!(*seen >= self.expected, "a bestmove is missing");
        }
        Ok(count)
    }
}

/// Counts the best moves in what the session writes.
struct Answers {
    seen: BestMoves,
    line: Vec<u8>,
}

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            if byte != b'\n' {
                self.line.push(byte);
                continue;
            }
            if self.line.starts_with(b"bestmove ") {
                let (seen, changed) = &*self.seen;
                *seen.lock().unwrap_or_else(PoisonError::into_inner) += 1;
                changed.notify_all();
            }
            self.line.clear();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(crate) fn run(text: &str) {
    let mut script = String::new();
    let mut expected = 0;
    for line in text.split(['\n', '\r']) {
        if LEFT_OUT.iter().any(|word| line.contains(word)) {
            continue;
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        if words == ["quit"] {
            break;
        }
        expected += usize::from(words.first() == Some(&"go"));
        script.push_str(line);
        script.push('\n');
    }
    script.push_str("stop\n");
    let seen = BestMoves::default();
    let program = Program {
        script: io::Cursor::new(script),
        expected,
        seen: seen.clone(),
    };
    let answers = Answers {
        seen: seen.clone(),
        line: Vec::new(),
    };
    let mut options = uci::Options::default();
    options.hash = 1;
    uci::run(options, BufReader::new(program), answers).expect("it ends cleanly");
    let (seen, _) = &*seen;
    let seen = *seen.lock().unwrap_or_else(PoisonError::into_inner);
    assert_eq!(seen, expected, "each go has exactly one bestmove");
}
