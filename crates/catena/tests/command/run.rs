//! Runs the built command and looks at what comes out.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::schemas;

/// How long a command may take before the test fails. No command takes this
/// long on any machine, unless it does not end at all.
const TIME_LIMIT: Duration = Duration::from_secs(300);

/// The paper's Figure 9, where the queen on f3 completes a chain.
pub(crate) const FIGURE_9: &str = "1b4rk/n1p3pr/p1np3p/1p1pp3/3PP3/P1NPPQ2/N1PRK3/1B6";

/// What a run of the command left behind.
#[derive(Debug)]
pub(crate) struct CommandOutput {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl CommandOutput {
    /// Standard output as JSON.
    #[track_caller]
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Asserts that the input was refused with this message and nothing else.
    #[track_caller]
    pub(crate) fn is_refused(&self, message: &str) {
        assert_eq!(self.code, 2, "{self:?}");
        let first = self.stderr.lines().next().unwrap_or_default();
        assert_eq!(first, format!("catena: {message}"));
    }
}

/// Runs `catena` with these arguments and nothing on standard input.
pub(crate) fn catena(arguments: &[&str]) -> CommandOutput {
    catena_with_input(arguments, b"")
}

/// Runs `catena` with these arguments and this on standard input. All JSON that it prints
/// or writes is checked against its schema.
pub(crate) fn catena_with_input(arguments: &[&str], input: &[u8]) -> CommandOutput {
    let mut child = Command::new(env!("CARGO_BIN_EXE_catena"))
        .args(arguments)
        .env_remove("NO_COLOR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    let input = input.to_owned();
    // The command may stop reading early; that is its right.
    let writer = thread::spawn(move || stdin.write_all(&input).unwrap_or_default());
    let stdout = read_in_background(child.stdout.take().expect("standard output is a pipe"));
    let stderr = read_in_background(child.stderr.take().expect("standard error is a pipe"));
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("the command can be waited for") {
            break status;
        }
        if start.elapsed() > TIME_LIMIT {
            child.kill().expect("the command can be ended");
            panic!("catena {arguments:?} did not end within {TIME_LIMIT:?}");
        }
        thread::sleep(Duration::from_millis(2));
    };
    writer.join().expect("the writer ends");
    let output = CommandOutput {
        code: status.code().expect("the command was not killed"),
        stdout: stdout.join().expect("standard output is UTF-8"),
        stderr: stderr.join().expect("standard error is UTF-8"),
    };
    schemas::check_run(arguments, &output);
    output
}

/// The path of a file in `tests/data`.
pub(crate) fn data(name: &str) -> String {
    format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn read_in_background(mut pipe: impl Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut text = String::new();
        pipe.read_to_string(&mut text).expect("the output is UTF-8");
        text
    })
}

/// A folder for what a test writes, removed at the end.
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str) -> Scratch {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        // Tests run at the same time, and two of them may choose the same name.
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = format!("catena-{name}-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(folder);
        // A test that was killed long ago may have had the same numbers.
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir(&path).expect("a new folder for what the test writes");
        Scratch(path)
    }

    /// The path of a file in it.
    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
