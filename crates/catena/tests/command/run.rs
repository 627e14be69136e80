//! Runs the built command and looks at what comes out.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

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

/// Runs `catena` with these arguments and this on standard input.
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
    let writer = std::thread::spawn(move || {
        // The command may stop reading early; that is its right.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the command ends");
    writer.join().expect("the writer ends");
    CommandOutput {
        code: output.status.code().expect("the command was not killed"),
        stdout: String::from_utf8(output.stdout).expect("standard output is UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("standard error is UTF-8"),
    }
}

/// A folder for what a test writes, removed at the end.
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("catena-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder for what the test writes");
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
