//! `catena uci` and `catena analyse`.

use super::run::{catena, catena_with_input};

/// The side to move is a queen down and can form a chain: it should switch.
const BEHIND: &str = "r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1B1KBNR w KQkq - 1 6";

#[test]
fn uci_plays_one_variant_for_programs_that_know_none() {
    let outcome = catena_with_input(
        &["uci", "--variant", "sscc", "--switch-notation", "info"],
        b"uci
position fen r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1BQKBNR w KQkq - 1 6
go perft 1
",
    );
    assert!(!outcome.stdout.contains("UCI_Variant"), "{outcome:?}");
    let notation = "option name SwitchNotation type combo default info var suffix var info";
    assert!(outcome.stdout.contains(notation), "{outcome:?}");
    assert!(outcome.stdout.contains("Nodes searched: 46"), "{outcome:?}");
}

#[test]
fn uci_answers_a_script() {
    let outcome = catena_with_input(
        &["uci"],
        b"uci\nisready\nposition startpos\ngo perft 2\nquit\n",
    );
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
    assert!(outcome.stdout.contains("uciok\nreadyok\n"), "{outcome:?}");
    assert!(
        outcome.stdout.contains("Nodes searched: 400"),
        "{outcome:?}"
    );
}

#[test]
fn the_bench_has_the_same_signature_twice() {
    let signature = |outcome: &str| {
        let line = outcome
            .lines()
            .find(|line| line.starts_with("Nodes searched"));
        line.map(str::to_owned)
    };
    let [first, second] = [(); 2].map(|()| signature(&catena(&["uci", "bench", "5"]).stdout));
    assert!(first.is_some());
    assert_eq!(first, second);
}

#[test]
fn analyse_says_whether_to_switch_and_what_staying_costs() {
    let outcome = catena(&["analyse", BEHIND, "--depth", "6", "--format", "json"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    let json = outcome.json();
    let best = &json["lines"][0];
    assert_eq!(best["switches"], true, "{json}");
    assert!(best["uci"].as_str().is_some_and(|uci| uci.ends_with('s')));
    assert!(best["score"]["cp"].is_i64(), "{json}");
    assert!(best["score"]["mate"].is_null(), "{json}");
    assert!(json["otherwise"]["cp"].is_i64(), "{json}");
    assert!(
        json["chain"]
            .as_array()
            .is_some_and(|chain| chain.len() >= 6),
        "{json}"
    );
}

#[test]
fn analyse_shows_people_the_same() {
    let outcome = catena(&["analyse", BEHIND, "--depth", "6", "--color", "never"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    // Which move is best is the evaluation's opinion.
    let json = catena(&["analyse", BEHIND, "--depth", "6", "--format", "json"]).json();
    let best = json["lines"][0]["san"].as_str().expect("a move");
    let advice = format!("Switch after {best}:");
    assert!(outcome.stdout.contains(&advice), "{}", outcome.stdout);
}

#[test]
fn analyse_of_ordinary_chess_knows_no_switch() {
    let arguments = [
        "analyse",
        BEHIND,
        "--variant",
        "chess",
        "--depth",
        "6",
        "--format",
        "json",
    ];
    let json = catena(&arguments).json();
    let lines = json["lines"].as_array().expect("lines");
    assert!(lines.iter().all(|line| line["switches"] == false), "{json}");
}

#[test]
fn analyse_refuses_a_game_that_is_over() {
    let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    catena(&["analyse", mate]).is_refused("the game is over: there is no legal move");
}

/// Runs `catena` with its standard output going to this file.
#[cfg(target_os = "linux")]
fn catena_into(arguments: &[&str], file: &str) -> (Option<i32>, String) {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_catena"))
        .args(arguments)
        .stdout(std::fs::File::create(file).expect("the file can be written"))
        .output()
        .expect("the command starts");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), errors)
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    for (arguments, what) in [
        (&["uci", "bench", "1"][..], "cannot write the answer"),
        (&["--version"], "standard output"),
        (&["help", "uci"], "standard output"),
    ] {
        let (code, errors) = catena_into(arguments, "/dev/full");
        assert_eq!(code, Some(2), "{errors}");
        let message = format!("catena: {what}: No space left on device (os error 28)\n");
        assert_eq!(errors, message);
    }
}

#[test]
fn a_single_command_that_is_refused_is_told() {
    catena(&["uci", "go", "depth", "99999999999"])
        .is_refused("depth needs a number, not '99999999999'");
}
