//! `catena match`.

use std::fs;

use super::run::{Scratch, catena};

/// A match of the fewest nodes between random players, with more arguments.
fn quick(arguments: &[&str]) -> super::run::CommandOutput {
    let match_of_two = ["match", "random", "random", "--games", "2", "-j", "1"];
    catena(&[&match_of_two[..], arguments].concat())
}

#[test]
fn match_plays_writes_games_and_gives_a_result() {
    let scratch = Scratch::new("match");
    let games = scratch.file("games.pgn");
    let outcome = catena(&[
        "match", "catena", "random", "--games", "4", "--nodes", "300", "--pgn", &games, "-j", "1",
    ]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(outcome.stdout.contains("100.0 %"), "{outcome:?}");
    let written = fs::read_to_string(&games).expect("games were written");
    assert_eq!(written.matches("[Event ").count(), 4);
    assert_eq!(written.matches("[Termination \"normal\"]").count(), 4);
    // What was written can be read again, move by move.
    let annotated = catena(&["annotate", &games]);
    assert_eq!(annotated.code, 0, "{annotated:?}");
}

#[test]
fn games_are_added_to_what_is_in_the_file() {
    let scratch = Scratch::new("match-append");
    for (name, before, expected) in [
        ("new.pgn", None, ""),
        ("whole.pgn", Some("1. e4 *\n\n"), "1. e4 *\n\n"),
        ("line.pgn", Some("1. e4 *\n"), "1. e4 *\n\n"),
        ("open.pgn", Some("1. e4 *"), "1. e4 *\n\n"),
    ] {
        let file = scratch.file(name);
        if let Some(before) = before {
            fs::write(&file, before).expect("the file is written");
        }
        for _ in 0..2 {
            assert_eq!(quick(&["--nodes", "1", "--pgn", &file]).code, 0);
        }
        let after = fs::read_to_string(&file).expect("games were written");
        let start = format!("{expected}[Event ");
        assert!(after.starts_with(&start), "{name}: {after}");
        assert_eq!(after.matches("[Event ").count(), 4, "{name}");
    }
}

#[test]
fn a_match_that_was_interrupted_goes_on_where_it_ended() {
    let scratch = Scratch::new("match-resume");
    let file = scratch.file("games.pgn");
    let arguments = |games: &'static str| {
        [
            "match", "random", "random", "--games", games, "-j", "2", "--nodes", "1", "--pgn",
        ]
    };
    let play =
        |games, more: &[&str]| catena(&[&arguments(games)[..], &[file.as_str()], more].concat());
    // With these openings game 5 would start from another position otherwise.
    let seed = ["--opening-count", "4"];
    let whole = {
        let other = scratch.file("whole.pgn");
        catena(&[&arguments("8")[..], &[other.as_str()], &seed].concat())
    };
    assert_eq!(play("3", &["--opening-count", "4", "--resume"]).code, 0);
    let before = fs::read_to_string(&file).expect("games were written");
    // The fourth was not written to its end.
    let length = before[1..].find("[Event").expect("a second game");
    let torn = format!("{before}{}", &before[..length / 2]);
    fs::write(&file, &torn).expect("the file is written");
    let resumed = play("8", &["--opening-count", "4", "--resume"]);
    assert_eq!(resumed.code, 0, "{resumed:?}");
    assert!(resumed.stderr.contains("game 4 in the file"), "{resumed:?}");
    let after = fs::read_to_string(&file).expect("games were written");
    assert!(after.starts_with(&torn), "nothing is cut off");
    for number in 1..=8 {
        let round = format!("[Round \"{number}\"]");
        assert!(after.contains(&round), "{number} in {after}");
    }
    let first_line = |text: &str| text.lines().next().map(str::to_owned);
    assert_eq!(first_line(&resumed.stdout), first_line(&whole.stdout));
    assert!(resumed.stdout.starts_with("random against random, 8 games"));
}

#[test]
fn a_file_of_another_match_is_not_resumed() {
    let scratch = Scratch::new("match-other");
    let file = scratch.file("games.pgn");
    assert_eq!(quick(&["--nodes", "1", "--pgn", &file]).code, 0);
    let before = fs::read_to_string(&file).expect("games were written");
    let other = quick(&["--nodes", "1", "--pgn", &file, "--resume", "--seed", "7"]);
    assert_eq!(other.code, 2, "{other:?}");
    assert!(other.stderr.contains("another opening"), "{other:?}");
    assert_eq!(fs::read_to_string(&file).expect("the file"), before);
    // The same match is over: nothing is played, and its result is shown.
    let same = quick(&["--nodes", "1", "--pgn", &file, "--resume"]);
    assert_eq!(same.code, 0, "{same:?}");
    assert!(
        same.stdout.starts_with("random against random, 2 games"),
        "{same:?}"
    );
    assert_eq!(fs::read_to_string(&file).expect("the file"), before);
}

#[test]
fn a_file_that_cannot_be_written_is_refused_before_the_match() {
    let scratch = Scratch::new("match-refused");
    let folder = scratch.0.display().to_string();
    // Making this many openings would take a minute.
    let openings = ["--games", "2000", "--opening-count", "1000"];
    let outcome = catena(
        &[
            &["match", "random", "random", "--pgn", &folder][..],
            &openings,
        ]
        .concat(),
    );
    assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""));
    let expected = format!("catena: cannot write '{folder}': ");
    assert!(outcome.stderr.starts_with(&expected), "{outcome:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_the_match_but_not_before_the_result_is_printed() {
    let outcome = quick(&["--nodes", "1", "--pgn", "/dev/full"]);
    assert_eq!(outcome.code, 2, "{outcome:?}");
    assert!(
        outcome.stdout.starts_with("random against random, "),
        "{outcome:?}"
    );
    assert!(
        outcome.stderr.contains("cannot write '/dev/full': "),
        "{outcome:?}"
    );
}

#[test]
fn a_match_that_cannot_begin_leaves_no_file() {
    let scratch = Scratch::new("match-unused");
    let file = scratch.file("games.pgn");
    let outcome = catena(&[
        "match",
        "random",
        "uci:/no/such/program",
        "--variant",
        "chess",
        "--games",
        "2",
        "--nodes",
        "1",
        "--pgn",
        &file,
    ]);
    assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""));
    assert!(
        outcome.stderr.contains("'/no/such/program' does not start"),
        "{outcome:?}"
    );
    assert!(!scratch.0.join("games.pgn").exists());
}

#[test]
fn match_says_what_is_wrong_with_a_player() {
    let outcome = catena(&["match", "catena", "nobody", "--games", "2", "--nodes", "10"]);
    assert_eq!(outcome.code, 2, "{outcome:?}");
    assert!(outcome.stderr.contains("nobody"), "{outcome:?}");
}

/// Asserts that clap refuses the arguments, naming this.
#[track_caller]
fn assert_refused(arguments: &[&str], named: &str) {
    let outcome = quick(arguments);
    assert_eq!(
        (outcome.code, outcome.stdout.as_str()),
        (2, ""),
        "{outcome:?}"
    );
    let first = outcome.stderr.lines().next().unwrap_or_default();
    assert!(first.contains(named), "{arguments:?}: {first}");
}

#[test]
fn options_of_players_are_set_or_refused() {
    let play = |option: &'static str| {
        catena(&[
            "match",
            "catena",
            "random",
            "--games",
            "2",
            "--nodes",
            "10",
            "--first-option",
            option,
        ])
    };
    assert_eq!(play("EvalFile=<classical>").code, 0);
    play("Threads=0").is_refused("Threads is a number from 1 to 512, not '0'");
    play("Colour=red").is_refused("there is no option 'Colour'");
    assert_refused(&["--first-option", "Threads"], "like Threads=2");
}

#[test]
fn a_hash_of_0_is_refused() {
    let outcome = catena(&["match", "catena", "random", "--hash", "0", "--nodes", "10"]);
    assert_eq!(
        (outcome.code, outcome.stdout.as_str()),
        (2, ""),
        "{outcome:?}"
    );
    assert!(
        outcome
            .stderr
            .contains("invalid value '0' for '--hash <MIB>'"),
        "{outcome:?}"
    );
}

#[test]
fn two_limits_on_thinking_are_refused() {
    let limits = [
        ["--movetime", "10"],
        ["--clock", "1000+10"],
        ["--nodes", "10"],
        ["--depth", "2"],
    ];
    for first in limits {
        for second in limits {
            if first != second {
                assert_refused(&[first, second].concat(), "cannot be used with");
            }
        }
        assert_refused(
            &[&first[..], &["--openings", "x", "--seed", "2"]].concat(),
            "--seed",
        );
    }
    assert_refused(&["--nodes", "10", "--lateness", "5"], "--lateness");
}

#[test]
fn numbers_out_of_range_are_refused() {
    for (flag, value) in [
        ("--games", "0"),
        ("--movetime", "0"),
        ("--nodes", "0"),
        ("--depth", "0"),
        ("--depth", "128"),
        ("--concurrency", "0"),
        ("--opening-count", "0"),
        ("--longest", "0"),
        ("--clock", "0"),
        ("--clock", "1+x"),
        ("--clock", "18446744073709551615"),
        ("--resign", "600"),
        ("--resign", "0,4"),
        ("--resign", "600,0"),
        ("--sprt", "5,0"),
        ("--sprt", "0,nan"),
        ("--sprt", "0,1e300"),
    ] {
        let named = format!("invalid value '{value}' for '{flag}");
        let arguments = ["match", "random", "random", flag, value];
        let outcome = catena(&arguments);
        assert_eq!(outcome.code, 2, "{outcome:?}");
        assert!(outcome.stderr.contains(&named), "{outcome:?}");
    }
}

#[test]
fn the_limit_rule_has_its_old_name_too() {
    let scratch = Scratch::new("match-limit");
    for flag in ["--switch-limit", "--limit"] {
        let file = scratch.file(flag);
        let outcome = quick(&["--nodes", "1", flag, "none", "--pgn", &file]);
        assert_eq!(outcome.code, 0, "{outcome:?}");
        let games = fs::read_to_string(&file).expect("games were written");
        assert_eq!(games.matches("[SwitchLimit \"none\"]").count(), 2);
    }
}

#[test]
fn openings_come_from_a_file() {
    let scratch = Scratch::new("match-openings");
    let openings = scratch.file("openings.epd");
    let games = scratch.file("games.pgn");
    let start = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -";
    fs::write(&openings, format!("# a comment\n\n{start} bm e7e5;\n")).expect("it is written");
    let arguments = ["--depth", "1", "--openings", &openings, "--pgn", &games];
    assert_eq!(quick(&arguments).code, 0);
    let games = fs::read_to_string(&games).expect("games were written");
    assert_eq!(games.matches(&format!("[FEN \"{start} 0 1\"]")).count(), 2);

    let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    for (text, expected) in [
        (format!("{start}\nnonsense\n"), "line 2 of "),
        (format!("{mate}\n"), "line 1 of "),
        ("# nothing\n".to_owned(), "has no openings"),
    ] {
        fs::write(&openings, text).expect("it is written");
        let outcome = quick(&["--depth", "1", "--openings", &openings]);
        assert_eq!(
            (outcome.code, outcome.stdout.as_str()),
            (2, ""),
            "{outcome:?}"
        );
        assert!(outcome.stderr.contains(expected), "{outcome:?}");
        assert!(outcome.stderr.contains(&openings), "{outcome:?}");
    }
}

/// A match of random players that does not end by itself, which a shell starts after this
/// preparation.
#[cfg(unix)]
fn endless_match(preparation: &str, file: &str) -> std::process::Child {
    use std::process::{Command, Stdio};

    Command::new("sh")
        .args(["-c", &format!("{preparation} exec \"$@\""), "sh"])
        .arg(env!("CARGO_BIN_EXE_catena"))
        .args(["match", "random", "random", "--games", "1000000"])
        .args(["--opening-count", "1", "--nodes", "1", "-j", "2"])
        .args(["--pgn", file])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("sh starts")
}

#[cfg(unix)]
fn games_in(file: &str) -> usize {
    let text = fs::read_to_string(file).unwrap_or_default();
    text.matches("[Event ").count()
}

/// Waits until there are so many games in the file.
#[cfg(unix)]
fn wait_for_games(file: &str, count: usize) {
    while games_in(file) < count {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

#[cfg(unix)]
fn send(signal: &str, child: &std::process::Child) {
    let id = child.id().to_string();
    let sent = std::process::Command::new("kill")
        .args([signal, &id])
        .status();
    assert!(sent.expect("kill runs").success());
}

/// The match ends in order: every game that is counted is in the file, and no other.
#[cfg(unix)]
fn check_end(child: std::process::Child, file: &str) {
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let stdout = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    let counted = format!("random against random, {} games", games_in(file));
    assert!(stdout.starts_with(&counted), "{stdout}");
    assert!(stderr.contains("stopped after "), "{stderr}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_a_request_to_end_and_a_hangup_end_the_match_and_print_the_result() {
    for signal in ["-INT", "-TERM", "-HUP"] {
        if signal == "-HUP" && catena_engine::is_hangup_ignored() {
            // The tests themselves were started so that they go on.
            continue;
        }
        let scratch = Scratch::new(&format!("match{signal}"));
        let file = scratch.file("games.pgn");
        let child = endless_match("", &file);
        wait_for_games(&file, 3);
        send(signal, &child);
        check_end(child, &file);
    }
}

/// What `nohup` does.
#[cfg(unix)]
#[test]
fn a_match_that_was_started_so_goes_on_after_a_hangup() {
    let scratch = Scratch::new("match-nohup");
    let file = scratch.file("games.pgn");
    let child = endless_match("trap '' HUP;", &file);
    wait_for_games(&file, 3);
    send("-HUP", &child);
    wait_for_games(&file, games_in(&file) + 20);
    send("-TERM", &child);
    check_end(child, &file);
}

#[test]
fn the_book_is_for_the_default_rules() {
    let played = quick(&["--nodes", "1", "--book"]);
    assert_eq!(played.code, 0, "{played:?}");
    for other in [["--variant", "chess"], ["--switch-limit", "none"]] {
        let refused = quick(&[&["--nodes", "1", "--book"][..], &other].concat());
        assert_eq!(refused.code, 2, "{refused:?}");
        let expected = "catena: the book is for --variant sscc and --switch-limit size\n";
        assert_eq!(refused.stderr, expected);
    }
}
