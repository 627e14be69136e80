//! Targets for the readers of the command: each is the command itself with the bytes as its
//! file.

#![no_main]

#[path = "../targets.rs"]
mod targets;

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::LazyLock;

/// The input, and a name for outputs that leads nowhere.
static FILES: LazyLock<(PathBuf, PathBuf)> = LazyLock::new(|| {
    let folder = std::env::temp_dir().join(format!("catena-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("there is room for a folder");
    let output = folder.join("nowhere.geojson");
    // One that is there already is as good.
    let _ = std::os::unix::fs::symlink("/dev/null", &output);
    (folder.join("input"), output)
});

/// Runs the command with a file of these bytes where the words have `FILE`, and an output that
/// goes nowhere where they have `NOWHERE.geojson`.
fn run_with_file(bytes: &[u8], words: &[&str]) {
    let (input, output) = &*FILES;
    std::fs::write(input, bytes).expect("there is room for the file");
    let word = |word: &&str| match *word {
        "FILE" => input.clone().into_os_string(),
        "NOWHERE.geojson" => output.clone().into_os_string(),
        word => OsString::from(word),
    };
    // A file that is refused is as good as one that is read; a panic is not.
    let _ = catena::run(["catena"].iter().chain(words).map(word));
}

targets::targets!(
    annotate_file,
    check_file,
    graph_file,
    grid_file,
    proof_file,
    text_grid,
    volume_file,
);
