//! `catena tune`.

use std::fs;

use super::run::{Scratch, catena};

const POSITION: &str = "7k/8/8/8/8/8/8/KQ6 w - - 0 1";

#[test]
fn play_writes_positions_and_fit_reads_them() {
    let scratch = Scratch::new("tune");
    let positions = scratch.file("positions.txt");
    let table = scratch.file("table.rs");
    let play = ["tune", "play", "--games", "1", "--nodes", "200"];
    let outcome = catena(&[&play[..], &["--output", &positions]].concat());
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
    let written = fs::read_to_string(&positions).expect("positions were written");
    assert!(written.lines().count() > 5, "{written}");
    // Without a file they come out at standard output.
    assert_eq!(catena(&play).stdout, written);

    let fit = [
        "tune", "fit", &positions, "--rounds", "3", "--output", &table,
    ];
    let outcome = catena(&fit);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
    let summary = format!("{} positions, mean squared error ", written.lines().count());
    assert!(outcome.stdout.starts_with(&summary), "{outcome:?}");
    let table = fs::read_to_string(&table).expect("the weights were written");
    assert!(table.contains("pub(super) const TABLE: [(i32, i32); super::TERMS] = [\n"));
}

#[test]
fn fit_names_the_file_and_the_line_that_is_wrong() {
    let scratch = Scratch::new("tune-wrong");
    let positions = scratch.file("positions.txt");
    let table = scratch.file("table.rs");
    for (second, what) in [
        (
            "nonsense",
            "there is no semicolon between the position and the result",
        ),
        (
            &format!("{POSITION};2") as &str,
            "the result is 0, 0.5 or 1, not '2'",
        ),
    ] {
        fs::write(&positions, format!("{POSITION};1\n{second}\n")).expect("it is written");
        catena(&["tune", "fit", &positions, "--output", &table]).is_refused(&format!(
            "cannot read '{positions}': line 2 is not a position with a result, \
             like FEN;0.5: {what}"
        ));
    }
    fs::write(&positions, "").expect("it is written");
    catena(&["tune", "fit", &positions, "--output", &table]).is_refused(&format!(
        "cannot fit to '{positions}': there are no positions"
    ));
    let missing = scratch.file("missing.txt");
    let outcome = catena(&["tune", "fit", &missing, "--output", &table]);
    assert_eq!(outcome.code, 2, "{outcome:?}");
    let expected = format!("catena: cannot open '{missing}': ");
    assert!(outcome.stderr.starts_with(&expected), "{outcome:?}");
    // Nothing was written.
    assert!(!scratch.0.join("table.rs").exists());
}

#[test]
fn numbers_out_of_range_are_refused() {
    for (flag, value) in [("--games", "0"), ("--nodes", "0"), ("--seed", "-1")] {
        let outcome = catena(&["tune", "play", flag, value]);
        assert_eq!(
            (outcome.code, outcome.stdout.as_str()),
            (2, ""),
            "{outcome:?}"
        );
    }
}

#[test]
fn each_step_has_help_with_an_example() {
    for (step, first) in [
        ("play", "play"),
        ("fit", "play"),
        ("games", "games"),
        ("train", "games"),
    ] {
        let help = catena(&["tune", step, "--help"]).stdout;
        let example = format!("Example:\n  catena tune {first} ");
        assert!(help.contains(&example), "{help}");
        assert!(help.contains(&format!("catena tune {step} ")), "{help}");
    }
}

/// The arguments that let this many games be added to a file.
fn games<'a>(variant: &'a str, count: &'a str, file: &'a str) -> Vec<&'a str> {
    let mut args = vec!["tune", "games", "--variant", variant, "--games", count];
    args.extend(["--nodes", "60", "--output", file]);
    args
}

#[test]
fn games_go_on_where_they_ended() {
    let scratch = Scratch::new("tune-games");
    let (whole, parts) = (scratch.file("whole.bin"), scratch.file("parts.bin"));
    for args in [
        games("sscc", "5", &whole),
        [games("sscc", "2", &parts), vec!["--jobs", "1"]].concat(),
        games("sscc", "5", &parts),
        // All are there.
        games("sscc", "5", &parts),
    ] {
        let outcome = catena(&args);
        assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
    }
    let whole = fs::read(whole).expect("positions were written");
    assert!(whole.len() > 20 * 32 && whole.len() % 32 == 0);
    assert!(whole == fs::read(&parts).expect("positions were written"));
    catena(&games("chess", "5", &parts))
        .is_refused(&format!("'{parts}' has games of another variant"));
    fs::write(&parts, "nonsense").expect("it is written");
    catena(&games("chess", "5", &parts)).is_refused(&format!(
        "'{parts}' does not end with a position that `catena tune games` writes"
    ));
    assert_eq!(fs::read(&parts).expect("it is kept"), b"nonsense");
}

/// The network was lost with the first line that could not be printed.
#[cfg(unix)]
#[test]
fn a_network_is_written_also_when_nobody_reads_how_well_it_learns() {
    let scratch = Scratch::new("tune-unread");
    let (positions, network) = (scratch.file("games.bin"), scratch.file("network.bin"));
    assert_eq!(catena(&games("chess", "2", &positions)).code, 0);
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_catena"))
        .args(["tune", "train", &positions, "--epochs", "3"])
        .args(["-o", &network])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("the command starts");
    // One line, as `head -1` reads.
    let output = child.stdout.take().expect("a pipe");
    let mut line = String::new();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(output), &mut line)
        .expect("a line of text");
    assert!(line.contains(" positions to learn from, "), "{line}");
    let code = child.wait().expect("it ends").code();
    assert_eq!(code, Some(0));
    assert!(std::path::Path::new(&network).exists());
}

#[test]
fn a_network_is_trained_and_plays() {
    let scratch = Scratch::new("tune-train");
    let (chess, sscc) = (scratch.file("chess.bin"), scratch.file("sscc.bin"));
    let network = scratch.file("network.bin");
    assert_eq!(catena(&games("chess", "2", &chess)).code, 0);
    assert_eq!(catena(&games("sscc", "2", &sscc)).code, 0);
    let train = ["tune", "train", &chess, &sscc, "--epochs", "2"];
    let outcome = catena(&[&train[..], &["--output", &network]].concat());
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
    let lines: Vec<&str> = outcome.stdout.lines().collect();
    assert!(lines[0].contains(" positions to learn from, "), "{lines:?}");
    assert!(lines[2].starts_with("epoch 2: error 0."), "{lines:?}");
    let player = format!("catena:{network}");
    for variant in ["chess", "sscc"] {
        let outcome = catena(&[
            "match",
            &player,
            "random",
            "--variant",
            variant,
            "--games",
            "2",
            "--nodes",
            "200",
        ]);
        assert_eq!(outcome.code, 0, "{outcome:?}");
        assert!(
            outcome.stdout.contains("against random, 2 games"),
            "{outcome:?}"
        );
        assert!(outcome.stdout.contains("forfeits: 0"), "{outcome:?}");
    }
}

#[test]
fn what_is_no_network_or_position_is_refused() {
    let scratch = Scratch::new("tune-refused");
    let (nonsense, output) = (scratch.file("nonsense.bin"), scratch.file("network.bin"));
    fs::write(&nonsense, [0xff; 64]).expect("it is written");
    catena(&["tune", "train", &nonsense, "--output", &output]).is_refused(&format!(
        "cannot read '{nonsense}': position 1 is not one that `catena tune games` writes"
    ));
    fs::write(&nonsense, "").expect("it is written");
    catena(&["tune", "train", &nonsense, "--output", &output])
        .is_refused("there are no positions to learn from");
    let player = format!("catena:{nonsense}");
    let outcome = catena(&["match", &player, "random", "--games", "2", "--nodes", "10"]);
    assert_eq!(outcome.code, 2, "{outcome:?}");
    let expected = format!("catena: cannot read a network from '{nonsense}': a network has ");
    assert!(outcome.stderr.starts_with(&expected), "{outcome:?}");
}

/// A run that is killed may leave a part of a game, and a part of a position.
#[test]
fn a_run_of_games_goes_on_wherever_it_was_killed() {
    let scratch = Scratch::new("tune-games");
    let whole = scratch.file("whole.bin");
    let games = [
        "tune", "games", "--games", "4", "--nodes", "20", "--jobs", "1", "--output",
    ];
    let play = |path: &str| catena(&[&games[..], &[path]].concat());
    assert_eq!(play(&whole).code, 0);
    let expected = fs::read(&whole).expect("positions were written");
    assert!(expected.len() > 10 * 32 && expected.len().is_multiple_of(32));
    let cut = scratch.file("cut.bin");
    for end in [
        32,
        40,
        expected.len() / 2,
        expected.len() - 64,
        expected.len() - 5,
    ] {
        fs::write(&cut, &expected[..end]).expect("it is written");
        let outcome = play(&cut);
        assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""), "{end}");
        assert!(fs::read(&cut).expect("a file") == expected, "{end}");
    }
    // To play on when all is there changes nothing.
    assert_eq!(play(&whole).code, 0);
    assert!(fs::read(&whole).expect("a file") == expected);
    // What is no file of positions stays as it was.
    for other in [&b"five!"[..], &[0xff; 64]] {
        fs::write(&cut, other).expect("it is written");
        play(&cut).is_refused(&format!(
            "'{cut}' does not end with a position that `catena tune games` writes"
        ));
        assert_eq!(fs::read(&cut).expect("a file"), other);
    }
}
