//! `catena-uci`, and what it says.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How long an answer may take before it counts as lost. None takes this long on any
/// machine.
const PATIENCE: Duration = Duration::from_secs(120);

pub(crate) struct Program {
    child: Child,
    lines: Arc<Mutex<Vec<String>>>,
    reader: JoinHandle<()>,
    /// What lines end with.
    pub(crate) line_end: &'static str,
}

impl Program {
    pub(crate) fn start() -> Program {
        let mut child = Command::new(env!("CARGO_BIN_EXE_catena-uci"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = Arc::new(Mutex::new(Vec::new()));
        let copy = Arc::clone(&lines);
        let output = BufReader::new(child.stdout.take().unwrap());
        let reader = thread::spawn(move || {
            for line in output.lines() {
                copy.lock().unwrap().push(line.unwrap());
            }
        });
        Program {
            child,
            lines,
            reader,
            line_end: "\n",
        }
    }

    pub(crate) fn send(&mut self, line: &str) {
        let input = self.child.stdin.as_mut().unwrap();
        write!(input, "{line}{}", self.line_end).unwrap();
        input.flush().unwrap();
    }

    /// Ends the input without a word.
    pub(crate) fn hang_up(&mut self) {
        drop(self.child.stdin.take());
    }

    /// Waits until this many lines begin with the text.
    #[track_caller]
    pub(crate) fn wait_for(&mut self, start: &str, count: usize) {
        let begin = Instant::now();
        loop {
            let lines = self.lines.lock().unwrap();
            let found = lines.iter().filter(|line| line.starts_with(start));
            if found.count() >= count {
                return;
            }
            drop(lines);
            if begin.elapsed() > PATIENCE {
                let _ = self.child.kill();
                panic!("'{start}' is missing:\n{}", self.transcript());
            }
            thread::sleep(Duration::from_micros(200));
        }
    }

    /// The answers so far that have an order.
    pub(crate) fn answers(&self) -> Vec<String> {
        let lines = self.lines.lock().unwrap();
        let answers = lines.iter().filter(|line| is_ordered(line));
        answers.cloned().collect()
    }

    pub(crate) fn transcript(&self) -> String {
        self.lines.lock().unwrap().join("\n")
    }

    /// Waits for the end after `quit`, and returns all lines.
    #[track_caller]
    pub(crate) fn end(mut self) -> Vec<String> {
        let begin = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            if begin.elapsed() > PATIENCE {
                let _ = self.child.kill();
                panic!("the program does not end:\n{}", self.transcript());
            }
            thread::sleep(Duration::from_micros(200));
        };
        assert!(status.success(), "{status}");
        self.reader.join().unwrap();
        Arc::try_unwrap(self.lines).unwrap().into_inner().unwrap()
    }
}

/// Whether the line answers a command that waits for its turn. There is one such line per
/// answer.
pub(crate) fn is_ordered(line: &str) -> bool {
    ["bestmove", "Fen:", "Final", "Nodes searched", "info string"]
        .iter()
        .any(|start| line.starts_with(start))
}
