//! Outputs survive full disks and signals: the old file or the new one is there, whole.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::run::{Scratch, catena, data};

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
    let games = scratch.file("games.pgn");
    fs::write(&games, "1. e4 e5 *\n").expect("the games are written");
    // Inputs that are read by the way.
    let map = scratch.file("grid.wld");
    fs::write(&map, "1\n0\n0\n-1\n0\n0\n").expect("the world file is written");
    let network = scratch.file("network.bin");
    fs::write(&network, "weights").expect("the network is written");
    let player = format!("catena:{network}");
    let option = format!("evalfile={network}");
    for (input, start) in [
        (&map, &["grid", grid.as_str(), "--labels"][..]),
        (
            &map,
            &[
                "grid",
                games.as_str(),
                "--world-file",
                map.as_str(),
                "--areas",
            ],
        ),
        (&network, &["match", player.as_str(), "random", "--pgn"]),
        (
            &network,
            &[
                "match",
                "random",
                "catena",
                "--second-option",
                option.as_str(),
                "--pgn",
            ],
        ),
        (
            &network,
            &["tune", "games", "--eval-file", network.as_str(), "-o"],
        ),
        (&grid, &["grid", grid.as_str(), "--labels"]),
        (&grid, &["grid", grid.as_str(), "--output"]),
        (&games, &["annotate", games.as_str(), "--output"]),
        (
            &games,
            &["annotate", games.as_str(), "--resume", "--output"],
        ),
    ] {
        let before = fs::read(input).expect("the input");
        let link = scratch.file("link");
        let other_name = scratch.file("other-name");
        std::os::unix::fs::symlink(input, &link).expect("a symbolic link");
        fs::hard_link(input, &other_name).expect("a hard link");
        for output in [input, &link, &other_name] {
            let message = format!("'{output}' is also read from; name another file to write to");
            catena(&[start, &[output.as_str()]].concat()).is_refused(&message);
            assert_eq!(fs::read(input).expect("the input"), before);
        }
        fs::remove_file(link).expect("the link is removed");
        fs::remove_file(other_name).expect("the name is removed");
    }
    // What a resumable run writes before its end has a name of its own.
    let part = scratch.file("new.pgn.part");
    fs::rename(&games, &part).expect("the games get another name");
    let output = scratch.file("new.pgn");
    let message = format!("'{part}' is also read from; name another file to write to");
    catena(&["annotate", &part, "--resume", "-o", &output]).is_refused(&message);
    assert_eq!(
        names(&scratch),
        ["grid.pbm", "grid.wld", "network.bin", "new.pgn.part"]
    );
}

/// Runs the command with files as standard input and output.
fn with_files(arguments: &[&str], input: Stdio, output: Stdio) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_catena"))
        .args(arguments)
        .stdin(input)
        .stdout(output)
        .stderr(Stdio::piped())
        .output()
        .expect("the command runs");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), errors)
}

#[test]
fn an_output_that_is_standard_input_is_refused() {
    let scratch = Scratch::new("own-standard-input");
    let games = scratch.file("games.pgn");
    fs::write(&games, "1. e4 e5 *\n").expect("the games are written");
    for name in [&[][..], &["-"], &["/dev/stdin"]] {
        let input = Stdio::from(fs::File::open(&games).expect("the games"));
        let arguments = [&["annotate", "-o", games.as_str()][..], name].concat();
        let (code, errors) = with_files(&arguments, input, Stdio::null());
        assert_eq!(code, Some(2), "{arguments:?}: {errors}");
        assert!(errors.contains("is also read from"), "{errors}");
    }
    assert_eq!(
        fs::read_to_string(&games).expect("the games"),
        "1. e4 e5 *\n"
    );
}

/// `catena annotate a.pgn >>a.pgn` read what it had written, and never ended.
#[test]
fn an_input_that_is_standard_output_is_refused() {
    let scratch = Scratch::new("own-standard-output");
    for (text, commands) in [
        ("1. e4 e5 *\n", &[&["annotate"][..]][..]),
        ("fen_placement,square\n8,a1\n", &[&["check"], &["audit"]]),
        ("....\n", &[&["grid"]]),
        (r#"{"nodes": 1, "edges": [], "regions": []}"#, &[&["graph"]]),
    ] {
        let path = scratch.file("both");
        fs::write(&path, text).expect("the file is written");
        for command in commands {
            for name in [path.as_str(), "-"] {
                let input = Stdio::from(fs::File::open(&path).expect("the file"));
                let end = fs::OpenOptions::new().append(true).open(&path);
                let output = Stdio::from(end.expect("the file"));
                let (code, errors) = with_files(&[command, &[name][..]].concat(), input, output);
                assert_eq!(code, Some(2), "{command:?} {name}: {errors}");
                assert!(errors.contains("is also standard output"), "{errors}");
                assert_eq!(fs::read_to_string(&path).expect("the file"), text);
            }
        }
    }
}

#[test]
fn a_resumable_output_keeps_links_and_modes_and_is_no_device() {
    use std::os::unix::fs::PermissionsExt as _;
    let scratch = Scratch::new("resumed");
    let games = scratch.file("games.pgn");
    fs::write(&games, "1. e4 e5 *\n").expect("the games are written");
    let target = scratch.file("target.pgn");
    fs::write(&target, "old").expect("the old file is written");
    fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).expect("the mode is set");
    let link = scratch.file("link.pgn");
    std::os::unix::fs::symlink("target.pgn", &link).expect("a symbolic link");
    let outcome = catena(&["annotate", &games, "--resume", "-o", &link]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert_eq!(names(&scratch), ["games.pgn", "link.pgn", "target.pgn"]);
    assert!(fs::symlink_metadata(&link).expect("the link").is_symlink());
    let marked = fs::read_to_string(&target).expect("the games");
    assert!(marked.starts_with("1. e4 e5"), "{marked}");
    let mode = fs::metadata(&target)
        .expect("the file")
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o640);

    let pipe = scratch.file("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .expect("mkfifo")
            .success()
    );
    let message = format!("cannot write '{pipe}': a run that can go on later needs a regular file");
    catena(&["annotate", &games, "--resume", "-o", &pipe]).is_refused(&message);
    let names = names(&scratch);
    assert_eq!(names, ["games.pgn", "link.pgn", "pipe", "target.pgn"]);
}

/// The file was replaced, and what was in it before was lost.
#[test]
fn standard_output_is_continued_by_all_its_names() {
    let scratch = Scratch::new("stdout");
    let games = scratch.file("games.pgn");
    fs::write(&games, "1. e4 e5 *\n").expect("the games are written");
    let link = scratch.file("link");
    std::os::unix::fs::symlink("/dev/stdout", &link).expect("a symbolic link");
    for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "-", &link] {
        let path = scratch.file("log");
        let mut log = fs::File::create(&path).expect("a file");
        log.write_all(b"before\n").expect("a line");
        let arguments = ["annotate", &games, "-o", name];
        let shared = log.try_clone().expect("the same file");
        let (code, errors) = with_files(&arguments, Stdio::null(), shared.into());
        assert_eq!(code, Some(0), "{name}: {errors}");
        log.write_all(b"after\n").expect("a line");
        let text = fs::read_to_string(&path).expect("the file");
        assert_eq!(text, "before\n1. e4 e5 *\n\nafter\n", "{name}");
        assert_eq!(names(&scratch), ["games.pgn", "link", "log"]);
    }
    let picture = catena(&["draw", "startpos", "-o", "-"]);
    assert!(picture.stdout.starts_with("<svg"), "{picture:?}");
    let message = "--pgn needs the name of a file; standard output has the answer";
    catena(&["match", "random", "random", "--pgn", "-"]).is_refused(message);
}

/// Whether the output can be written was tried by opening it: the reader saw an end, left,
/// and nobody was there when the output came.
#[test]
fn a_pipe_gets_the_whole_output_of_its_one_writer() {
    let scratch = Scratch::new("pipe");
    let pipe = scratch.file("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .expect("mkfifo")
            .success()
    );
    let reader = {
        let pipe = pipe.clone();
        thread::spawn(move || fs::read_to_string(pipe).expect("the proof is text"))
    };
    let mate = "2K5/QnP1R3/P2pP3/k1pp4/1r2N3/8/8/8 w - - 0 1";
    let outcome = catena(&["solve", mate, "--proof", &pipe]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    let proof = reader.join().expect("the reader ends");
    assert!(proof.lines().count() > 1, "{proof}");
}

/// What has to go back to the start of an image or an archive was refused: "Illegal seek".
#[test]
fn images_and_arrays_are_read_from_a_pipe() {
    let scratch = Scratch::new("input-pipe");
    let pipe = scratch.file("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo").success());
    for (command, file) in [("grid", "coins.png"), ("volume", "hollow.npy")] {
        let file = data(file);
        let writer = {
            let (file, pipe) = (file.clone(), pipe.clone());
            thread::spawn(move || {
                let bytes = fs::read(file).expect("the example");
                fs::write(pipe, bytes).expect("a reader");
            })
        };
        let through_pipe = catena(&[command, &pipe]);
        writer.join().expect("the writer ends");
        assert_eq!(through_pipe.code, 0, "{through_pipe:?}");
        assert_eq!(through_pipe.stdout, catena(&[command, &file]).stdout);
    }
}

/// The command panicked where a message could not be written, and the output was lost.
#[cfg(target_os = "linux")]
#[test]
fn a_message_that_nobody_can_read_loses_no_output() {
    let scratch = Scratch::new("full-errors");
    let games = scratch.file("games.pgn");
    fs::write(&games, "1. e4 e5 2. Nf9 *\n").expect("the games are written");
    let marked = scratch.file("marked.pgn");
    let closed_pipe = || {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        Stdio::from(writer)
    };
    let full = || {
        let device = fs::OpenOptions::new().write(true).open("/dev/full");
        Stdio::from(device.expect("Linux"))
    };
    for errors in [&closed_pipe as &dyn Fn() -> Stdio, &full] {
        let ended = |arguments: &[&str]| {
            Command::new(env!("CARGO_BIN_EXE_catena"))
                .args(arguments)
                .stdin(Stdio::null())
                .stderr(errors())
                .status()
                .expect("the command runs")
                .code()
        };
        assert_eq!(ended(&["annotate", &games, "-o", &marked]), Some(0));
        let text = fs::read_to_string(&marked).expect("the games");
        assert!(text.starts_with("1. e4 e5"), "{text}");
        assert_eq!(ended(&["annotate", "nowhere.pgn"]), Some(2));
        fs::remove_file(&marked).expect("it is removed");
    }
}

/// Hours of work were lost to a name with a mistake.
#[test]
fn an_output_that_cannot_be_written_is_refused_before_the_work() {
    let scratch = Scratch::new("no-folder");
    let missing = |name: &str| scratch.file(&format!("missing/{name}"));
    let (labels, areas, network) = (missing("a.npy"), missing("a.json"), missing("network.bin"));
    // A part of it had the name before.
    let games = missing("games.pgn");
    for (arguments, output) in [
        (&["grid", "nowhere", "--labels", &labels][..], &labels),
        (&["grid", "nowhere", "--areas", &areas], &areas),
        (&["volume", "nowhere", "--labels", &labels], &labels),
        (&["volume", "nowhere", "--areas", &areas], &areas),
        (&["tune", "fit", "nowhere", "-o", &network], &network),
        (&["tune", "train", "nowhere", "-o", &network], &network),
        (&["annotate", "/dev/null", "--resume", "-o", &games], &games),
    ] {
        let message = format!("cannot write '{output}': No such file or directory (os error 2)");
        catena(arguments).is_refused(&message);
    }
    assert!(names(&scratch).is_empty());
}
