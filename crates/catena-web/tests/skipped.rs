//! Says what `cargo test` has left out, and why. It is no test: its output is not captured, and
//! it runs after those of all crates, whose names come before this one's.

#![allow(clippy::print_stdout, reason = "what it is for")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn main() {
    // A filter asks for some tests, and a flag for a list of them: nobody asks what is left out.
    if std::env::args().skip(1).any(|word| word != "--quiet") {
        return;
    }
    let mut files = Vec::new();
    // Tests run in the folder of their crate, beside which are the others, but not in a package.
    if !Path::new("../../Cargo.toml").exists() {
        return;
    }
    collect(Path::new(".."), &mut files);
    files.sort();
    let mut skipped: Vec<String> = files.iter().flat_map(|file| ignored(file)).collect();
    if std::env::var_os("CATENA_SLOW").is_none_or(|value| value != "1") {
        skipped.push("longer runs of random boards and games: CATENA_SLOW=1 runs them".to_owned());
    }
    if !is_installed("curl") {
        skipped.push("the examples of docs/api.md: they need curl".to_owned());
    }
    println!("\nskipped by cargo test:");
    for line in skipped {
        println!("  {line}");
    }
    println!();
}

/// All Rust files below a folder, but not those that cargo or npm made.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        if path.is_dir() && name != "target" && name != "page" {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The tests of a file that are ignored, each with its reason.
fn ignored(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let mut found = Vec::new();
    let mut reason = None;
    for line in text.lines().map(str::trim) {
        if let Some(rest) = line.strip_prefix("#[ignore = \"") {
            reason = rest.strip_suffix("\"]").map(str::to_owned);
        } else if let (Some(rest), Some(why)) = (line.strip_prefix("fn "), &reason) {
            let name = rest.split('(').next().unwrap_or_default();
            found.push(format!("{name}: {why}"));
            reason = None;
        }
    }
    found
}

fn is_installed(program: &str) -> bool {
    let mut command = Command::new(program);
    let command = command.arg("--version").stdout(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
