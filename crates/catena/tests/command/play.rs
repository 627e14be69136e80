//! `catena play`, with the players' lines on standard input.

use crate::run::{CommandOutput, catena_with_input};

/// White's knight closes a wall on e4; then Black mates on a1.
const HELPMATE: &str = "r3k3/8/8/2pp4/1p6/2pp4/5NPP/7K w - - 0 1";

fn play(arguments: &[&str], lines: &str) -> CommandOutput {
    let mut all = vec!["play", "--white", "Anna", "--black", "Ben", "--ascii"];
    all.extend(arguments);
    catena_with_input(&all, lines.as_bytes())
}

#[test]
fn a_switch_is_asked_for_and_the_player_moves_again() {
    let outcome = play(&["--fen", HELPMATE], "Ne4\nwhat?\ny\nRa1\nquit\n");
    assert_eq!(outcome.code, 0);
    assert!(outcome.stdout.contains("A chain: e4 "));
    assert!(outcome.stdout.contains("around c4 d4"));
    assert!(
        outcome
            .stdout
            .contains("Switched: Ben now holds White, Anna holds Black")
    );
    assert!(
        outcome
            .stdout
            .contains("Black to move (Anna), 1 of 2 switches used")
    );
    assert!(outcome.stdout.ends_with("Anna wins by checkmate\n"));
    assert_eq!(outcome.stderr, "catena: answer y or n\n");
}

#[test]
fn the_decision_can_be_part_of_the_move() {
    for (line, switches) in [
        ("f2e4s", true),
        ("Ne4 switch", true),
        ("Ne4 stay", false),
        ("f2e4 stay", false),
        ("f2e4\nn", false),
    ] {
        let outcome = play(&["--fen", HELPMATE], line);
        assert_eq!(outcome.stdout.contains("Switched"), switches, "{line}");
        assert_eq!(outcome.stderr, "", "{line}");
    }
}

#[test]
fn mistakes_are_told_and_change_nothing() {
    let outcome = play(&[], "e5\nNf3 switch\nhello you\nundo\nclaim\nfen\n");
    assert_eq!(outcome.code, 0);
    let told: Vec<&str> = outcome.stderr.lines().collect();
    assert_eq!(
        told,
        [
            "catena: the move 'e5' is not legal here",
            "catena: no switch after Ng1-f3: the move forms no chain",
            "catena: 'hello you' is not a command; type help",
            "catena: there is no move to take back",
            "catena: there is no draw to claim: neither threefold repetition nor fifty moves",
        ]
    );
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(outcome.stdout.lines().last(), Some(start));
}

#[test]
fn undo_and_save() {
    let path = std::env::temp_dir().join(format!("catena-play-{}.pgn", std::process::id()));
    let name = path.to_str().expect("a name");
    let lines = format!("e4\ne5\nundo\nc5\nresign\nsave {name}\nquit\n");
    let outcome = play(&[], &lines);
    assert!(outcome.stdout.contains("Ben wins by resignation"));
    let pgn = std::fs::read_to_string(&path).expect("it was saved");
    std::fs::remove_file(&path).expect("it can be removed");
    assert!(pgn.contains("[Variant \"Switch-Side Chain-Chess\"]"));
    assert!(pgn.contains("[White \"Anna\"]"));
    assert!(pgn.ends_with("\n1. e4 c5 0-1\n"), "{pgn}");
}

#[test]
fn the_engine_answers_every_move() {
    let input = b"e4\nundo\nd4\nfen\nquit\n";
    let outcome = catena_with_input(&["play", "--engine", "black", "--movetime", "20"], input);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert_eq!(
        outcome.stdout.matches("catena plays ").count(),
        2,
        "{}",
        outcome.stdout
    );
    assert!(
        outcome.stdout.contains(" 0 2") || outcome.stdout.contains(" 1 2"),
        "{}",
        outcome.stdout
    );
}

#[test]
fn the_engine_begins_if_it_has_white() {
    let outcome = catena_with_input(
        &["play", "--engine", "white", "--movetime", "20"],
        b"quit\n",
    );
    assert!(
        outcome.stdout.contains("catena plays "),
        "{}",
        outcome.stdout
    );
}

#[test]
fn castling_marks_the_king_where_it_stands_now() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (lines, rank) in [
        ("O-O\nquit\n", "1   R   .   .   .   .   R  [K]  ."),
        ("0-0-0\nquit\n", "1   .   .  [K]  R   .   .   .   R"),
        ("Ke2\nO-O-O\nquit\n", "8   .   .  [k]  r   .   .   .   r"),
    ] {
        let outcome = play(&["--fen", fen], lines);
        assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
        assert!(outcome.stdout.contains(rank), "{}", outcome.stdout);
    }
}

#[test]
fn the_list_of_moves_marks_those_that_a_switch_may_follow() {
    let list = |fen: &str| {
        let outcome = play(&["--fen", fen], "moves\nquit\n");
        let lines = outcome.stdout.lines();
        let mut list =
            lines.filter_map(|line| line.strip_suffix(" (* may be followed by a switch)"));
        list.next().expect("a list of moves").to_owned()
    };
    let marked = |list: &str| list.split(' ').filter(|mv| mv.ends_with('*')).count();
    let moves = list(HELPMATE);
    assert!(moves.contains(" Ne4* "), "{moves}");
    assert_eq!((marked(&moves), moves.split(' ').count()), (1, 10));
    // The run of switches has reached its limit.
    assert_eq!(marked(&list(&format!("{HELPMATE} 2/2"))), 0);
}

/// Ctrl-C loses nothing: the file has every move as soon as it was made.
#[test]
fn the_game_is_saved_after_every_move() {
    use std::io::Write as _;
    use std::process::{Command, Stdio};

    let scratch = crate::run::Scratch::new("play-save");
    let path = scratch.file("game.pgn");
    let mut child = Command::new(env!("CARGO_BIN_EXE_catena"))
        .args(["play", "--ascii", "-o", &path])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("the command starts");
    let mut input = child.stdin.take().expect("standard input is a pipe");
    input.write_all(b"e4\ne5\n").expect("it reads");
    let saved = || std::fs::read_to_string(&path).unwrap_or_default();
    for _ in 0..3000 {
        if saved().contains("1. e4 e5 *") {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    child.kill().expect("it can be ended");
    child.wait().expect("it ends");
    let text = saved();
    assert!(
        text.contains("1. e4 e5 *") && !text.contains("????.??.??"),
        "{text}"
    );
    assert!(text.contains("[White \"First\"]"), "{text}");
}

#[test]
fn a_file_that_cannot_be_written_is_refused_before_the_game() {
    let outcome = play(&["-o", "/no/such/folder/game.pgn"], "e4\nquit\n");
    assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""));
    assert!(
        outcome
            .stderr
            .starts_with("catena: cannot write '/no/such/folder/game.pgn': ")
    );
}

#[test]
fn the_engine_agrees_to_no_draw() {
    let outcome = play(&["--engine", "black", "--movetime", "20"], "draw\nquit\n");
    assert_eq!(
        outcome.stderr,
        "catena: catena agrees to no draw; you can claim one or resign\n"
    );
}

#[test]
fn the_board_turns_round() {
    /// The number of the upper rank of each board that was drawn.
    fn upper_ranks(outcome: &CommandOutput) -> String {
        let lines = outcome.stdout.lines();
        let ranks = lines.filter_map(|line| line.chars().next().filter(|c| "18".contains(*c)));
        ranks.step_by(2).collect()
    }
    let outcome = play(&[], "flip\nboard\nflip\nquit\n");
    assert_eq!(upper_ranks(&outcome), "8118");
    // Against the engine the own side is below, also after a switch.
    let engine = ["--engine", "white", "--movetime", "20"];
    let outcome = play(&engine, "quit\n");
    assert_eq!(upper_ranks(&outcome), "11");
    let engine = ["--engine", "black", "--movetime", "20", "--fen", HELPMATE];
    let outcome = play(&engine, "Ne4 switch\nquit\n");
    assert!(
        upper_ranks(&outcome).starts_with("81"),
        "{}",
        outcome.stdout
    );
}

#[test]
fn the_history_has_numbers_and_switches() {
    let outcome = play(
        &["--fen", HELPMATE],
        "Ne4 switch\nRa3\nKg1\nhistory\nquit\n",
    );
    assert_eq!(outcome.stderr, "");
    let last = outcome.stdout.lines().last();
    assert_eq!(last, Some("1. Ne4(s) Ra3 2. Kg1"));
    let fen = "4k3/8/8/8/8/8/8/4K2R b - - 0 7";
    let outcome = play(&["--fen", fen], "Kd8\nRh8+\nhistory\nquit\n");
    assert_eq!(outcome.stdout.lines().last(), Some("7... Kd8 8. Rh8+"));
}

#[test]
fn a_hint_says_whether_to_switch() {
    // White is a queen down, and may leave her to the opponent.
    let outcome = play(&["--fen", HELPMATE], "hint\nresign\nhint\nquit\n");
    let hint = outcome
        .stdout
        .lines()
        .find(|line| line.starts_with("the engine would play "));
    assert!(hint.is_some(), "{}", outcome.stdout);
    assert_eq!(
        outcome.stderr,
        "catena: the game is over: Ben wins by resignation\n"
    );
}

#[test]
fn the_clocks_run_and_change_hands() {
    let scratch = crate::run::Scratch::new("play-clock");
    let path = scratch.file("game.pgn");
    let arguments = ["--time", "90+30", "--fen", HELPMATE, "-o", &path];
    let outcome = play(&arguments, "Ne4 switch\nclock\nquit\n");
    let clocks: Vec<&str> = outcome
        .stdout
        .lines()
        .filter(|line| line.contains("Ben 1:"))
        .collect();
    // Anna has made a move, which added half a minute, and has given the clock away.
    assert_eq!(clocks[0], "Anna 1:30:00, Ben 1:30:00");
    assert_eq!(clocks.last(), Some(&"Anna 1:30:00, Ben 1:30:30"));
    let pgn = std::fs::read_to_string(&path).expect("it was saved");
    assert!(pgn.contains("[TimeControl \"5400+30\"]\n"), "{pgn}");
    for (flags, message) in [
        (&["--time", "0"][..], "a time is minutes"),
        (
            &["--time", "5", "--engine", "black", "--movetime", "9"],
            "cannot be used with",
        ),
    ] {
        let refused = play(flags, "quit\n");
        assert_eq!(refused.code, 2);
        assert!(refused.stderr.contains(message), "{}", refused.stderr);
    }
    let without = play(&[], "clock\nquit\n");
    assert!(without.stdout.ends_with("there is no clock in this game\n"));
}

#[test]
fn who_moves_too_late_loses_and_the_move_is_not_made() {
    use std::io::Write as _;
    use std::process::{Command, Stdio};

    let mut child = Command::new(env!("CARGO_BIN_EXE_catena"))
        .args(["play", "--ascii", "--time", "0.0001"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut input = child.stdin.take().expect("standard input is a pipe");
    // Longer than six milliseconds, whatever else the machine does.
    std::thread::sleep(std::time::Duration::from_millis(500));
    input.write_all(b"e4\nhistory\nfen\n").expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("\nSecond wins on time\n"), "{text}");
    assert!(text.contains(" w KQkq - 0 1"), "{text}");
}
