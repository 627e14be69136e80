//! Every command ends, however large the question: with an answer, or saying
//! that it is undecided. [`run`](crate::run) fails a command that does not end.

use serde_json::Value;

use crate::run::{catena, catena_with_input};

#[test]
fn a_32x32_checkerboard_is_answered_or_undecided() {
    let ranks: Vec<&str> = [
        "p1p1p1p1p1p1p1p1p1p1p1p1p1p1p1p1",
        "1p1p1p1p1p1p1p1p1p1p1p1p1p1p1p1p",
    ]
    .into_iter()
    .cycle()
    .take(32)
    .collect();
    let fen = ranks.join("/");
    for square in ["p17", "a32"] {
        let outcome = catena(&[
            "detect",
            &fen,
            square,
            "--min-size",
            "20",
            "--format",
            "json",
        ]);
        let json = outcome.json();
        let expected = match outcome.code {
            0 => Value::Bool(true),
            1 => Value::Bool(false),
            3 => Value::Null,
            code => panic!("exit code {code}: {}", outcome.stderr),
        };
        assert_eq!(json["chain"], expected, "{square}");
        assert_eq!(json["witness"].is_object(), outcome.code == 0, "{square}");
    }
}

/// A gradient from empty to occupied, dithered with a 4×4 Bayer matrix: almost
/// every cell touches an enclosed area, and most areas are too small.
fn dithered(side: usize) -> String {
    const BAYER: [[usize; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];
    let is_occupied = |column: usize, row: usize| {
        let threshold = 2 * BAYER[row % 4][column % 4] + 1;
        32 * (column + row) > threshold * (2 * side - 2)
    };
    let cell = |column, row| if is_occupied(column, row) { '#' } else { '.' };
    let line = |row| {
        (0..side)
            .map(|column| cell(column, row))
            .collect::<String>()
            + "\n"
    };
    (0..side).map(line).collect()
}

#[test]
fn a_dithered_grid_ends_with_any_budget() {
    let grid = dithered(128);
    for budget in ["0", "100000000"] {
        let arguments = ["grid", "-", "--min-size", "300", "--budget", budget];
        let arguments = [&arguments[..], &["--at", "127,127", "--format", "json"]].concat();
        let outcome = catena_with_input(&arguments, grid.as_bytes());
        let json = outcome.json();
        let count = &json["cells_on_chain"];
        assert!(count.is_u64() || count.is_null(), "{json}");
        match outcome.code {
            0 => assert!(json["witness"].is_array(), "{json}"),
            1 => assert_eq!(json["chain"], false, "{json}"),
            3 => assert_eq!(json["chain"], Value::Null, "{json}"),
            code => panic!("exit code {code}: {}", outcome.stderr),
        }
    }
}
