//! `catena annotate`.

use std::io::Write;

use crate::run::{catena, catena_with_input};

const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/games.pgn");

/// A game in which one move forms a chain, the last.
const GAME: &str = "[Event \"x\"]\n\n1. e4 c5 2. Nf3 a6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 e5 6. Nf3 Bb4 \
    7. Bc4 Qc7 8. Qd3 O-O 9. O-O b5 10. Bd5 Nc6 *\n\n";

/// Nothing of this game can be read.
const BAD: &str = "[Event \"bad\"]\n\n1. e5 e4 *\n\n";

/// A game in which a move forms a chain, and a later one is not legal.
const CUT: &str = "[Event \"cut\"]\n\n1. e4 c5 2. Nf3 a6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 e5 6. Nf3 Bb4 \
    7. Bc4 Qc7 8. Qd3 O-O 9. O-O b5 10. Bd5 Nc6 11. Ke5 Nf3 12. a3 1-0\n\n";

#[test]
fn marks_the_moves_that_form_a_chain() {
    let outcome = catena_with_input(&["annotate"], GAME.as_bytes());
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
    assert_eq!(outcome.stdout.matches("[%sscc chain c6 ").count(), 1);
    assert_eq!(outcome.stdout.matches("[%sscc").count(), 1);
    // To mark it again changes nothing.
    let again = catena_with_input(&["annotate", "-"], outcome.stdout.as_bytes());
    assert_eq!(again.stdout, outcome.stdout);
}

#[test]
fn a_game_that_cannot_be_read_is_reported_and_left_out() {
    let input = format!("{GAME}{BAD}{GAME}");
    let outcome = catena_with_input(&["annotate"], input.as_bytes());
    assert_eq!(outcome.code, 0);
    assert_eq!(
        outcome.stderr.lines().collect::<Vec<_>>(),
        [
            "catena: game 2, which begins on line 5, move 1: the move 'e5' is not legal",
            "catena: 1 of 3 games could not be read",
        ]
    );
    assert_eq!(outcome.stdout.matches("[Event").count(), 2);
}

#[test]
fn the_moves_before_an_illegal_move_are_written_and_counted() {
    let input = format!("{GAME}{CUT}{BAD}{GAME}");
    let outcome = catena_with_input(&["annotate"], input.as_bytes());
    assert_eq!(outcome.code, 0);
    assert_eq!(
        outcome.stderr.lines().collect::<Vec<_>>(),
        [
            "catena: game 2, which begins on line 5, move 11: the move 'Ke5' is not legal",
            "catena: game 3, which begins on line 9, move 1: the move 'e5' is not legal",
            "catena: 1 of 4 games could be read in part only",
            "catena: 1 of 4 games could not be read",
        ]
    );
    assert_eq!(outcome.stdout.matches("[Event").count(), 3);
    assert_eq!(outcome.stdout.matches("[%sscc chain c6 ").count(), 3);
    let words: Vec<&str> = outcome.stdout.split_whitespace().collect();
    let note = "{the rest is left out: the move 'Ke5' is not legal} 1-0";
    assert!(words.join(" ").contains(note), "{}", outcome.stdout);
    // The statistics count the same moves.
    let counted = catena_with_input(&["annotate", "--stats"], input.as_bytes());
    assert_eq!(counted.stderr, outcome.stderr);
    assert!(
        counted
            .stdout
            .starts_with("3 games, 60 moves\n3 moves form a chain"),
        "{}",
        counted.stdout
    );
}

#[test]
fn a_wrong_variation_is_cut_and_the_game_goes_on() {
    let input = "1. e4 e5 (1... c5 2. Nf4 d6) 2. Nf3 *\n";
    let outcome = catena_with_input(&["annotate"], input.as_bytes());
    assert_eq!(outcome.code, 0);
    assert_eq!(
        outcome.stderr.lines().collect::<Vec<_>>(),
        [
            "catena: game 1, which begins on line 1, move 2 of a variation: the move 'Nf4' is not \
             legal",
            "catena: 1 of 1 games could be read in part only",
        ]
    );
    assert_eq!(
        outcome
            .stdout
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" "),
        "1. e4 e5 (1... c5) 2. Nf3 {a variation is cut: the move 'Nf4' is not legal} *"
    );
}

#[test]
fn nothing_of_a_game_is_dropped_in_silence() {
    let input = "1. e4 d5 2. e5 f5 3. exf6e.p. exf6+- forfeit *\n";
    let outcome = catena_with_input(&["annotate"], input.as_bytes());
    let moves = "1. e4 d5 2. e5 f5 3. exf6 exf6 $18 {forfeit} *\n\n";
    assert_eq!(outcome.stdout, moves);
    assert_eq!(
        outcome.stderr.lines().next(),
        Some("catena: game 1, which begins on line 1: 'forfeit' on line 1 has no meaning there")
    );
}

#[test]
fn german_letters_are_read_with_an_option_only() {
    let input = b"1. e4 e5 2. Sf3 Sc6 *\n";
    let german = catena_with_input(&["annotate", "--pieces", "KDTLS"], input);
    assert_eq!(german.stdout, "1. e4 e5 2. Nf3 Nc6 *\n\n");
    assert_eq!(german.stderr, "");
    let english = catena_with_input(&["annotate"], input);
    let error = "catena: game 1, which begins on line 1, move 2: 'Sf3' on line 1 is not a move like \
                 e4, Nf3 or O-O";
    assert_eq!(english.stderr.lines().next(), Some(error));
}

#[test]
fn a_file_without_a_game_is_refused() {
    for arguments in [&["annotate"][..], &["annotate", "--stats"][..]] {
        let outcome = catena_with_input(arguments, BAD.as_bytes());
        assert_eq!(outcome.code, 2);
        assert_eq!(outcome.stdout, "");
        assert!(outcome.stderr.ends_with("catena: no game could be read\n"));
    }
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let outcome = catena(&["annotate", "no-such-file.pgn"]);
    assert_eq!(outcome.code, 2);
    assert!(
        outcome
            .stderr
            .starts_with("catena: cannot open 'no-such-file.pgn': ")
    );
}

#[test]
fn the_counts_agree_with_each_other() {
    let json = catena(&["annotate", GAMES, "--stats", "--format", "json"]).json();
    assert_eq!(json["games"], 60);
    assert_eq!(json["moves"], 4783);
    let sum = |table: &str, column: &str| -> u64 {
        let rows = json[table].as_array().expect("a table");
        rows.iter().filter_map(|row| row[column].as_u64()).sum()
    };
    for table in ["by_ply", "by_piece"] {
        assert_eq!(json["moves"], sum(table, "moves"), "{table}");
        assert_eq!(json["chains"], sum(table, "chains"), "{table}");
    }
    assert_eq!(json["chains"], sum("by_size", "chains"));
    // Each move that is counted is marked.
    let marked = catena(&["annotate", GAMES]).stdout;
    let marks = marked.matches("[%sscc chain").count();
    assert_eq!(json["chains"], marks);
}

#[test]
fn threads_and_compression_change_nothing() {
    let one = catena(&["annotate", GAMES, "--stats", "--threads", "1"]);
    assert_eq!(one.code, 0);
    assert!(one.stdout.starts_with("60 games, 4783 moves\n"));
    let three = catena(&["annotate", GAMES, "--stats", "--threads", "3"]);
    assert_eq!(three.stdout, one.stdout);
    let plain = std::fs::read(GAMES).expect("our own games");
    let compressed = zstd::encode_all(&plain[..], 1).expect("it can be compressed");
    let unpacked = catena_with_input(&["annotate", "--stats"], &compressed);
    assert_eq!(unpacked.stdout, one.stdout);
    let unpacked = catena_with_input(&["annotate", "--stats"], &gzip(&plain));
    assert_eq!(unpacked.stdout, one.stdout);
    let zipped = gzip(&plain);
    let cut = catena_with_input(&["annotate", "--stats"], &zipped[..zipped.len() / 2]);
    assert_eq!((cut.code, cut.stdout.as_str()), (2, ""));
    assert!(
        cut.stderr
            .starts_with("catena: cannot read standard input: "),
        "{}",
        cut.stderr
    );
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text).expect("memory");
    encoder.finish().expect("memory")
}

#[test]
fn several_files_are_marked_one_after_the_other() {
    let write = |name: &str, bytes: &[u8]| {
        let path = scratch("annotate-several", name);
        std::fs::write(&path, bytes).expect("it can be written");
        path.to_str().expect("Unicode").to_owned()
    };
    let first = write("first.pgn", format!("{GAME}{CUT}").as_bytes());
    let second = write("second.pgn.gz", &gzip(format!("{BAD}{GAME}").as_bytes()));
    let empty = write("empty.pgn", b"");
    let third = write(
        "third.pgn.zst",
        &zstd::encode_all(CUT.as_bytes(), 1).expect("memory"),
    );
    let all = [&*first, &*second, &*empty, &*third];
    let marked = catena(&[&["annotate"], &all[..]].concat());
    assert_eq!(marked.code, 0);
    let each = |file: &&str| catena(&["annotate", file]).stdout;
    assert_eq!(marked.stdout, all.iter().map(each).collect::<String>());
    assert_eq!(
        marked.stderr.lines().collect::<Vec<_>>(),
        [
            format!(
                "catena: '{first}': game 2, which begins on line 5, move 11: the move 'Ke5' is \
                 not legal"
            ),
            format!(
                "catena: '{second}': game 1, which begins on line 1, move 1: the move 'e5' is \
                 not legal"
            ),
            format!(
                "catena: '{third}': game 1, which begins on line 1, move 11: the move 'Ke5' is \
                 not legal"
            ),
            "catena: 2 of 5 games could be read in part only".to_owned(),
            "catena: 1 of 5 games could not be read".to_owned(),
        ]
    );
    let counted = catena(&[&["annotate", "--stats", "--format", "json"], &all[..]].concat()).json();
    assert_eq!(
        (&counted["games"], &counted["moves"]),
        (&4.into(), &80.into())
    );
    assert_eq!(counted["longest"]["file"], *first);
    assert_eq!(counted["longest"]["game"], 1);
    // The same through --resume, and a file that is missing or written to is refused at once.
    let output = scratch("annotate-several", "marked.pgn");
    let output = output.to_str().expect("Unicode");
    let resumed = catena(&[&["annotate"], &all[..], &["-o", output, "--resume"]].concat());
    assert_eq!(resumed.stderr, marked.stderr);
    assert_eq!(
        std::fs::read_to_string(output).expect("a file"),
        marked.stdout
    );
    let missing = catena(&["annotate", &first, "no-such-file.pgn"]);
    assert_eq!((missing.code, missing.stdout.as_str()), (2, ""));
    for flags in [&["-o", &*second][..], &["-o", &second, "--resume"]] {
        let own = catena(&[&["annotate"], &all[..], flags].concat());
        own.is_refused(&format!(
            "'{second}' is also read from; name another file to write to"
        ));
    }
}

#[test]
fn csv_has_one_row_a_count() {
    let csv = catena(&["annotate", GAMES, "--stats", "--format", "csv"]).stdout;
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("table,key,moves,chains"));
    assert!(
        lines
            .next()
            .is_some_and(|line| line.starts_with("all,all,4783,"))
    );
    assert!(lines.all(|line| line.matches(',').count() == 3));
}

/// The path of a file in a folder of this test's own, which is empty.
fn scratch(test: &str, name: &str) -> std::path::PathBuf {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder.join(name)
}

#[test]
fn a_file_of_several_zstd_frames_is_read_on_all_threads() {
    let games = std::fs::read(GAMES).expect("the games are there");
    let path = scratch("annotate-frames", "games.pgn.zst");
    let frames = games.chunks(10_000).map(|part| zstd::encode_all(part, 1));
    let frames: Vec<u8> = frames.flat_map(|frame| frame.expect("memory")).collect();
    std::fs::write(&path, frames).expect("it can be written");
    let stats = |file: &str| catena(&["annotate", file, "--stats", "--threads", "3"]).stdout;
    assert_eq!(stats(path.to_str().expect("Unicode")), stats(GAMES));
}

#[test]
fn a_run_that_is_killed_goes_on_with_resume() {
    let games = std::fs::read_to_string(GAMES).expect("the games are there");
    let input = scratch("annotate-resume", "many.pgn");
    let repeats = (16 << 20) / games.len();
    std::fs::write(&input, format!("{CUT}{}", games.repeat(repeats))).expect("it can be written");
    let input = input.to_str().expect("Unicode");
    let more = scratch("annotate-resume", "more.pgn");
    let repeats = (8 << 20) / games.len();
    std::fs::write(&more, format!("{CUT}{}", games.repeat(repeats))).expect("it can be written");
    let more = more.to_str().expect("Unicode");
    let plain = scratch("annotate-resume", "plain.pgn");
    let plain_name = plain.to_str().expect("Unicode");
    let expected = catena(&["annotate", input, more, "-o", plain_name]);
    assert_eq!((expected.code, expected.stdout.as_str()), (0, ""));

    let output = scratch("annotate-resume", "marked.pgn");
    let name = output.to_str().expect("Unicode");
    let part = format!("{name}.part");
    let state = format!("{name}.resume");
    for file in [name, &part, &state] {
        let _ = std::fs::remove_file(file);
    }
    let mut kills = 0;
    let mut seen = Vec::new();
    while kills < 3 {
        let mut run = std::process::Command::new(env!("CARGO_BIN_EXE_catena"))
            .args(["annotate", input, more, "-o", name, "--resume"])
            .args(["--threads", "2"])
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("it runs");
        // Killed as soon as it has saved something new.
        while std::fs::read(&state).unwrap_or_default() == seen
            && run.try_wait().expect("a child").is_none()
        {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        run.kill().expect("a child");
        run.wait().expect("a child");
        if output.exists() {
            // Faster than this test: once more from the start.
            std::fs::remove_file(&output).expect("a file");
            let _ = std::fs::remove_file(&state);
            (kills, seen) = (0, Vec::new());
            continue;
        }
        seen = std::fs::read(&state).expect("a state");
        kills += 1;
    }
    let other = catena(&["annotate", GAMES, "-o", name, "--resume"]);
    assert_eq!(other.code, 2);
    assert!(
        other.stderr.contains("belongs to 'many.pgn'"),
        "{}",
        other.stderr
    );
    let run = ["annotate", input, more, "-o", name, "--resume"];
    let other = catena(&[&run[..], &["--pieces", "KDTLS"]].concat());
    assert_eq!(other.code, 2);
    assert!(other.stderr.contains("letters KQRBN"), "{}", other.stderr);
    let more_file = || {
        std::fs::File::options()
            .write(true)
            .open(more)
            .expect("a file")
    };
    let before = more_file()
        .metadata()
        .expect("a file")
        .modified()
        .expect("a time");
    std::fs::write(more, std::fs::read(more).expect("a file")).expect("it can be written");
    let other = catena(&run);
    assert_eq!(other.code, 2);
    assert!(
        other.stderr.contains("'more.pgn' has changed since"),
        "{}",
        other.stderr
    );
    more_file().set_modified(before).expect("a file");
    let outcome = catena(&run);
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    // The games before the first kill are counted too.
    let last = |text: &str| text.lines().last().map(ToOwned::to_owned);
    assert_eq!(last(&outcome.stderr), last(&expected.stderr));
    let same = std::fs::read(&output).expect("a file") == std::fs::read(&plain).expect("a file");
    assert!(same, "a game was lost or doubled");
    assert!(!std::path::Path::new(&part).exists() && !std::path::Path::new(&state).exists());
}

#[test]
fn resume_needs_files() {
    let outcome = catena(&["annotate", GAMES, "--resume"]);
    assert_eq!(outcome.code, 2);
    let outcome = catena(&["annotate", "-", "-o", "x.pgn", "--resume"]);
    assert_eq!(outcome.code, 2);
    assert!(
        outcome
            .stderr
            .contains("standard input cannot be read again")
    );
    let outcome = catena(&["annotate", GAMES, "-o", "/no/such/folder/x.pgn"]);
    assert_eq!(outcome.code, 2);
    let outcome = catena(&["annotate", GAMES, "-o", "/no/such/folder/x.pgn", "--resume"]);
    assert_eq!(outcome.code, 2);
}
