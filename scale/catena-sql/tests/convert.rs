//! Conversions that are killed, run out of disk, or meet strange folders.

mod support;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use support::{SmallDisk, games, mixed, numbered_games};

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_catena-sql"))
}

/// The rows of a query as CSV without the header.
#[track_caller]
fn rows(query: &str) -> String {
    let (out, _) = support::succeed(program(), &["-o", "csv", query]);
    out.split_once('\n').expect("a header").1.trim_end().into()
}

/// A checksum of all games of a table, whatever their order.
fn content(table: &str) -> String {
    rows(&format!(
        "SELECT count(*), count(DISTINCT site), sum(length(movetext)), \
         count(error), sum(length(raw_movetext)), min(site), max(site) FROM {table}"
    ))
}

fn convert(input: &Path, folder: &Path, file_kib: &str) -> Command {
    let mut command = Command::new(program());
    command
        .args(["convert", "--threads", "2", "--file-kib", file_kib])
        .args([input, folder])
        .stderr(Stdio::piped());
    command
}

/// The complete files in a folder.
fn complete_files(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    names.filter(|name| name.starts_with("part-")).count()
}

#[test]
fn killed_ten_times_it_loses_and_doubles_no_game() {
    let folder = tempfile::tempdir().expect("a folder");
    for compressed in [false, true] {
        let mut input = folder.path().join("many.pgn");
        numbered_games(&input, 30_000);
        let expected = content(&format!("pgn('{}')", input.display()));
        assert!(expected.starts_with("30000,30000,"), "{expected}");
        if compressed {
            let text = fs::read(&input).expect("a file");
            input = folder.path().join("many.pgn.zst");
            let frames = text.chunks(2_000_000).map(|part| zstd::encode_all(part, 1));
            let frames: Vec<u8> = frames.flat_map(|frame| frame.expect("memory")).collect();
            fs::write(&input, frames).expect("a file");
        }
        let target = folder.path().join(format!("games-{compressed}"));
        let mut kills = 0;
        'kill: while kills < 10 {
            let before = complete_files(&target);
            let mut child = convert(&input, &target, "512").spawn().expect("it runs");
            // Killed in the middle of a file: after the first new one, or a little later.
            loop {
                if let Some(status) = child.try_wait().expect("a child") {
                    // Faster than this test: once more from the start.
                    assert!(status.success(), "{status}, after {kills} kills");
                    fs::remove_dir_all(&target).expect("a folder");
                    continue 'kill;
                }
                if complete_files(&target) > before {
                    break;
                }
                std::thread::sleep(Duration::from_millis(1));
            }
            std::thread::sleep(Duration::from_millis(3 * kills));
            child.kill().expect("a child");
            child.wait().expect("a child");
            kills += 1;
        }
        let output = convert(&input, &target, "512").output().expect("it runs");
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{err}");
        assert!(
            err.contains("30000 games in ") && err.contains("from before"),
            "{err}"
        );
        let table = format!("'{}/*.parquet'", target.display());
        assert_eq!(content(&table), expected);
        let left = fs::read_dir(&target)
            .expect("a folder")
            .filter_map(|entry| {
                let name = entry
                    .expect("an entry")
                    .file_name()
                    .into_string()
                    .expect("Unicode");
                name.contains("unfinished").then_some(name)
            });
        assert_eq!(left.collect::<Vec<_>>(), Vec::<String>::new());
        // Once more does nothing.
        let again = convert(&input, &target, "512").output().expect("it runs");
        assert!(again.status.success());
        assert_eq!(content(&table), expected);
    }
}

#[test]
fn a_conversion_has_all_that_the_file_has() {
    let folder = tempfile::tempdir().expect("a folder");
    let target = folder.path().join("new/folder");
    let path = |path: &Path| path.display().to_string();
    let (_, err) = support::succeed(program(), &["convert", &path(&mixed()), &path(&target)]);
    assert!(
        err.contains("10 games in 1 file") && err.contains("4 games with an error"),
        "{err}"
    );
    let all = |table: &str| rows(&format!("SELECT * FROM {table} ORDER BY white"));
    let file = all(&format!("pgn('{}')", mixed().display()));
    assert_eq!(all(&format!("'{}/*.parquet'", target.display())), file);
}

#[test]
fn an_empty_file_becomes_an_empty_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let input = folder.path().join("empty.pgn");
    fs::write(&input, "").expect("a file");
    let target = folder.path().join("games");
    let output = convert(&input, &target, "512").output().expect("it runs");
    assert!(output.status.success());
    assert_eq!(
        rows(&format!(
            "SELECT count(*) FROM '{}/*.parquet'",
            target.display()
        )),
        "0"
    );
}

#[test]
fn strange_folders_and_files_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let target = path("games");
    let games = games().display().to_string();
    support::succeed(program(), &["convert", &games, &target]);
    let mixed = mixed().display().to_string();
    let err = support::fail(program(), &["convert", &mixed, &target]);
    assert!(err.contains("another file, 'games.pgn'"), "{err}");
    fs::create_dir(path("other")).expect("a folder");
    fs::write(path("other/x.parquet"), "not parquet").expect("a file");
    let err = support::fail(program(), &["convert", &mixed, &path("other")]);
    assert!(err.contains("x.parquet' is in the way"), "{err}");
    let err = support::fail(program(), &["convert", &path("nothing.pgn"), &path("new")]);
    assert!(err.contains("nothing.pgn"), "{err}");
    fs::write(path("file"), "").expect("a file");
    let err = support::fail(program(), &["convert", &mixed, &path("file")]);
    assert!(err.contains("file'"), "{err}");
    let damaged = path("damaged.pgn.zst");
    for bytes in [
        &[0x28, 0xb5, 0x2f, 0xfd, 1, 2, 3][..],
        b"neither zstd nor PGN",
        b"BZh91AY&SY",
    ] {
        fs::write(&damaged, bytes).expect("a file");
        let err = support::fail(program(), &["convert", &damaged, &path("damaged")]);
        assert!(err.contains("damaged.pgn.zst"), "{err}");
        assert_eq!(complete_files(&folder.path().join("damaged")), 0);
        let query = format!("SELECT count(*) FROM pgn('{damaged}')");
        let err = support::fail(program(), &[&query]);
        assert!(err.contains("damaged.pgn.zst"), "{err}");
    }
}

#[test]
fn a_file_that_has_changed_is_not_gone_on_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let input = folder.path().join("many.pgn");
    numbered_games(&input, 6_000);
    let text = fs::read(&input).expect("a file");
    let target = folder.path().join("games");
    let run = || {
        let output = convert(&input, &target, "512").output().expect("it runs");
        let err = String::from_utf8(output.stderr).expect("UTF-8");
        (output.status.code(), err)
    };
    assert_eq!(run().0, Some(0));
    let files = complete_files(&target);
    // As if it had been stopped before the last file.
    let last = target.join(format!("part-{:05}.parquet", files - 1));
    let remove_last = || fs::remove_file(&last).expect("a file");
    remove_last();
    // One letter in the middle of what is converted already.
    let mut changed = text.clone();
    let middle = text.len() / 2;
    changed[middle] ^= 1;
    for other in [changed, [&text[..], b"\n"].concat()] {
        fs::write(&input, other).expect("a file");
        let (code, err) = run();
        assert_eq!(code, Some(2), "{err}");
        assert!(err.contains("'many.pgn' has changed since"), "{err}");
        assert_eq!(complete_files(&target), files - 1);
    }
    // The same text again, though later.
    fs::write(&input, &text).expect("a file");
    let (code, err) = run();
    assert_eq!(code, Some(0), "{err}");
    assert!(err.contains("6000 games in"), "{err}");
    let expected = content(&format!("pgn('{}')", input.display()));
    let table = format!("'{}/*.parquet'", target.display());
    assert_eq!(content(&table), expected);
}

#[test]
fn a_disk_that_is_full_leaves_complete_files_only() {
    let folder = tempfile::tempdir().expect("a folder");
    let input = folder.path().join("many.pgn");
    numbered_games(&input, 8_000);
    let target = folder.path().join("games");
    // Files of more than 10 KiB cannot be written, as on a full disk.
    let script = "trap '' XFSZ; ulimit -f 10; exec \"$@\"";
    let limited = |file_kib: &str| {
        let convert = convert(&input, &target, file_kib);
        Command::new("bash")
            .args(["-c", script, "bash"])
            .arg(convert.get_program())
            .args(convert.get_args())
            .output()
            .expect("bash runs")
    };
    let output = limited("4096");
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(
        err.contains("cannot write") && err.contains("part-00000.parquet"),
        "{err}"
    );
    assert_eq!(complete_files(&target), 0);
    // With room, it goes on.
    let output = convert(&input, &target, "4096").output().expect("it runs");
    assert!(output.status.success());
    let expected = content(&format!("pgn('{}')", input.display()));
    assert_eq!(
        content(&format!("'{}/*.parquet'", target.display())),
        expected
    );
}

#[test]
fn a_conversion_goes_on_when_the_disk_has_room_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(disk) = SmallDisk::new(100) else {
        return;
    };
    let input = folder.path().join("many.pgn");
    numbered_games(&input, 8_000);
    let expected = content(&format!("pgn('{}')", input.display()));
    let target = disk.path().join("games");
    let output = convert(&input, &target, "256").output().expect("it runs");
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(
        err.contains("cannot write") && err.contains("No space left"),
        "{err}"
    );
    assert_eq!(err.lines().count(), 1, "{err}");
    let before = complete_files(&target);
    assert!(before > 0);
    let table = format!("'{}/*.parquet'", target.display());
    let games: u32 = rows(&format!("SELECT count(*) FROM {table}"))
        .parse()
        .expect("a number");
    assert!((1..8_000).contains(&games), "{games}");
    disk.grow(65_536);
    let output = convert(&input, &target, "256").output().expect("it runs");
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{err}");
    assert!(
        err.contains(&format!(", {before} of them from before")),
        "{err}"
    );
    assert_eq!(content(&table), expected);
}

#[test]
fn a_result_is_written_completely_or_not_at_all() {
    let Some(disk) = SmallDisk::new(200) else {
        return;
    };
    let query = "SELECT n, sin(n) AS s FROM generate_series(1, 200000) AS t(n)";
    for name in ["r.csv", "r.json", "r.parquet", "r.txt"] {
        let file = disk.path().join(name);
        fs::write(&file, "old").expect("a file");
        let query = match name {
            // A table shows few rows, so they must be long.
            "r.txt" => "SELECT repeat('long', 1000) FROM generate_series(1, 1000)",
            _ => query,
        };
        let err = support::fail(program(), &["-o", &file.display().to_string(), query]);
        assert!(err.contains("No space left"), "{name}: {err}");
        assert_eq!(fs::read_to_string(&file).expect("a file"), "old");
        fs::remove_file(&file).expect("a file");
        let left = fs::read_dir(disk.path()).expect("a folder").count();
        assert_eq!(left, 0, "{name}");
    }
}
