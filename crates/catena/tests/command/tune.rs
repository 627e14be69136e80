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
    let expected = format!("catena: cannot read '{missing}': ");
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
    for step in ["play", "fit"] {
        let help = catena(&["tune", step, "--help"]).stdout;
        let example = format!(
            "Example:\n  catena tune {}",
            if step == "fit" { "play" } else { step }
        );
        assert!(help.contains(&example), "{help}");
        assert!(help.contains(&format!("catena tune {step} ")), "{help}");
    }
}
