//! Outputs survive full disks and signals: the old file or the new one is there, whole.

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::run::{Scratch, catena};

/// A grid whose labels take about four megabytes.
fn large_grid(scratch: &Scratch) -> String {
    let path = scratch.file("grid.pbm");
    let side = 1000;
    let row: Vec<u8> = (0..side / 8)
        .map(|at| if at % 3 == 0 { 0x5a } else { 0xff })
        .collect();
    let mut bytes = format!("P4\n{side} {side}\n").into_bytes();
    (0..side).for_each(|_| bytes.extend_from_slice(&row));
    fs::write(&path, bytes).expect("the grid is written");
    path
}

fn names(scratch: &Scratch) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(&scratch.0)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().display().to_string())
        .collect();
    names.sort();
    names
}

/// Runs the command with files of at most this many blocks of 512 bytes, as if the disk
/// was full then.
#[cfg(unix)]
fn with_full_disk(blocks: u32, arguments: &[&str]) -> (Option<i32>, String, String) {
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
    let output = Command::new("sh")
        .args(["-c", &script, "sh", env!("CARGO_BIN_EXE_catena")])
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("sh runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_old_file() {
    let scratch = Scratch::new("full");
    let grid = large_grid(&scratch);
    let position = "1b4rk/n1p3pr/p1np3p/1p1pp3/3PP3/P1NPPQ2/N1PRK3/1B6";
    for (name, blocks, start) in [
        ("labels.npy", 100, &["grid", grid.as_str(), "--labels"][..]),
        ("out.png", 1, &["grid", grid.as_str(), "--output"]),
        ("board.png", 1, &["draw", position, "-o"]),
    ] {
        let path = scratch.file(name);
        fs::write(&path, "old").expect("the old file is written");
        let arguments = [start, &[path.as_str()]].concat();
        let (code, _, errors) = with_full_disk(blocks, &arguments);
        assert_eq!(code, Some(2), "{arguments:?}: {errors}");
        let message = format!("catena: cannot write '{path}': File too large (os error 27)");
        assert_eq!(errors.lines().last(), Some(message.as_str()));
        assert_eq!(
            fs::read_to_string(&path).expect("the file"),
            "old",
            "{name}"
        );
    }
    assert_eq!(
        names(&scratch),
        ["board.png", "grid.pbm", "labels.npy", "out.png"]
    );
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_whole_games_of_a_match_and_its_result() {
    let scratch = Scratch::new("full-match");
    let games = scratch.file("games.pgn");
    let arguments = [
        "match",
        "random",
        "random",
        "--games",
        "200",
        "--nodes",
        "1",
        "-j",
        "1",
        "--opening-count",
        "1",
        "--pgn",
        &games,
    ];
    let (code, output, errors) = with_full_disk(40, &arguments);
    assert_eq!(code, Some(2), "{errors}");
    assert!(output.starts_with("random against random, "), "{output}");
    assert!(errors.contains("cannot write '"), "{errors}");
    let text = fs::read_to_string(&games).expect("games were written");
    let whole = text.matches("[Event ").count();
    assert!(whole > 2 && text.len() <= 40 * 512);
    let annotated = catena(&["annotate", &games, "--replay-only"]);
    assert_eq!(annotated.stderr, "", "all games are whole");
    assert!(annotated.stdout.starts_with(&format!("{whole} games, ")));
}

#[test]
fn killed_at_any_moment_the_old_or_the_new_file_is_there() {
    let scratch = Scratch::new("kill");
    let grid = large_grid(&scratch);
    let path = scratch.file("labels.npy");
    let arguments = ["grid", grid.as_str(), "--labels", path.as_str()];
    let start = Instant::now();
    assert_ne!(catena(&arguments).code, 2);
    let time = start.elapsed();
    let new = fs::read(&path).expect("labels were written");
    let mut killed = 0;
    let mut random = fastrand::Rng::with_seed(19);
    for _ in 0..100 {
        fs::write(&path, "old").expect("the old file is written");
        let mut child = Command::new(env!("CARGO_BIN_EXE_catena"))
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .expect("the command starts");
        thread::sleep(time.mul_f64(random.f64() * 1.2).min(Duration::from_secs(2)));
        child.kill().expect("the command can be ended");
        let status = child.wait().expect("the command ends");
        killed += u32::from(status.code().is_none());
        let found = fs::read(&path).expect("a file is there");
        assert!(found == new || found == b"old", "{} bytes", found.len());
    }
    assert!(killed > 0, "none of 100 runs was killed");
    // Between getting its name and taking the place of the old file, a new one is complete.
    for name in names(&scratch) {
        let is_left = name.starts_with(".labels.npy.");
        assert!(is_left || ["grid.pbm", "labels.npy"].contains(&name.as_str()));
        assert!(!is_left || fs::read(scratch.file(&name)).expect("a file") == new);
    }
}

#[test]
fn a_match_that_is_killed_again_and_again_comes_to_its_end() {
    let scratch = Scratch::new("kill-match");
    let games = scratch.file("games.pgn");
    let arguments = [
        "match",
        "random",
        "random",
        "--games",
        "60",
        "--nodes",
        "1",
        "-j",
        "2",
        "--opening-count",
        "2",
        "--pgn",
        &games,
        "--resume",
    ];
    let mut random = fastrand::Rng::with_seed(20);
    let mut before = String::new();
    for _ in 0..20 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_catena"))
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the command starts");
        thread::sleep(Duration::from_millis(random.u64(..400)));
        child.kill().expect("the command can be ended");
        child.wait().expect("the command ends");
        let text = fs::read_to_string(&games).unwrap_or_default();
        assert!(text.starts_with(&before), "games were lost");
        before = text;
    }
    let outcome = catena(&arguments);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(
        outcome
            .stdout
            .starts_with("random against random, 60 games"),
        "{outcome:?}"
    );
}

#[test]
fn an_output_that_is_the_input_is_refused() {
    let scratch = Scratch::new("own-input");
    let grid = large_grid(&scratch);
    let before = fs::read(&grid).expect("the grid");
    let message = format!("'{grid}' is also read from; name another file to write to");
    for flag in ["--labels", "--output"] {
        catena(&["grid", &grid, flag, &grid]).is_refused(&message);
    }
    assert_eq!(fs::read(&grid).expect("the grid"), before);
}
