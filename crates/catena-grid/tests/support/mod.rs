//! What the tests share: the generator of boards, the definition spelled out,
//! independent ways to find the same answers, and the cases in `tests/data`.

#![allow(dead_code, reason = "each test program uses its own part")]

pub(crate) mod blocks;
pub(crate) mod boards;
pub(crate) mod definition;
pub(crate) mod flow;
pub(crate) mod lattices;
pub(crate) mod voxels;

use std::path::{Path, PathBuf};

use catena_grid::{Grid8, MinSize, Placement, Raster, Square};
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngSeed, TestRunner};

/// How many times more cases the tests try if `CATENA_SLOW=1` is set.
const SLOW_FACTOR: u32 = 20;

/// Returns whether the tests may take long: `CATENA_SLOW=1` is set.
pub(crate) fn is_slow() -> bool {
    std::env::var_os("CATENA_SLOW").is_some_and(|value| value == "1")
}

/// Runs the test on this many values of the strategy, the same in every run;
/// on more of them if the tests may take long. A value that fails is made
/// smaller as long as it still fails.
#[track_caller]
pub(crate) fn for_all<S: Strategy>(cases: u32, strategy: S, test: impl Fn(S::Value)) {
    let config = Config {
        cases: if is_slow() {
            cases * SLOW_FACTOR
        } else {
            cases
        },
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(8),
        ..Config::default()
    };
    let result = TestRunner::new(config).run(&strategy, |value| {
        test(value);
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

/// A way to turn or mirror the board.
pub(crate) type Turn = fn(Square) -> Square;

/// The board turned and mirrored in all eight ways, with the same for a square.
pub(crate) fn symmetries(board: Grid8) -> [(Grid8, Turn); 8] {
    fn at(file: u8, rank: u8) -> Square {
        Square::from_coords(file, rank).expect("turned squares stay on the board")
    }
    let turns: [Turn; 8] = [
        |s| s,
        |s| at(7 - s.file(), s.rank()),
        |s| at(s.file(), 7 - s.rank()),
        |s| at(7 - s.file(), 7 - s.rank()),
        |s| at(s.rank(), s.file()),
        |s| at(7 - s.rank(), s.file()),
        |s| at(s.rank(), 7 - s.file()),
        |s| at(7 - s.rank(), 7 - s.file()),
    ];
    turns.map(|turn| (board.iter().map(turn).collect(), turn))
}

/// Where a file of test data is.
pub(crate) fn data_path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name)
}

/// The rows of a CSV file of test data after its header, each with its place.
pub(crate) fn case_rows(name: &str) -> Vec<(String, Vec<String>)> {
    let path = data_path(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let rows = text.lines().enumerate().skip(1);
    rows.map(|(line, row)| {
        let place = format!("{name}:{}", line + 1);
        (place, row.split(',').map(str::to_owned).collect())
    })
    .collect()
}

/// The occupied squares of a placement.
pub(crate) fn occupied(placement: &str) -> Grid8 {
    let placement: Placement = placement.parse().expect("a placement");
    placement.grid8().expect("an 8x8 board")
}

pub(crate) fn square(name: &str) -> Square {
    name.parse().expect("the name of a square")
}

pub(crate) fn size(cells: u32) -> MinSize {
    MinSize::new(cells).expect("at least 1")
}

pub(crate) fn raster(art: &str) -> Raster {
    Raster::from_art(art).expect("a picture")
}
