//! What several tests of the core need: boards at random, the shared cases.

#![allow(dead_code, reason = "each test program uses its own part")]

use std::path::PathBuf;

use catena_grid::{Grid8, Placement, Square};

/// Pseudo-random numbers (splitmix64), the same in every run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A board of this size in the corner at a1, each square occupied with a
    /// chance of `percent` in a hundred.
    pub(crate) fn board(&mut self, width: u8, height: u8, percent: u64) -> Grid8 {
        Square::ALL
            .into_iter()
            .filter(|s| s.file() < width && s.rank() < height && self.next() % 100 < percent)
            .collect()
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

/// The rows of a CSV file of cases after its header: of `../shared/cases` if
/// it is there, and of our own extract in `tests-data` always.
pub(crate) fn case_rows(name: &str) -> Vec<(String, Vec<String>)> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let own = root.join("tests-data").join(name);
    let shared = root.join("../shared/cases").join(name);
    let mut rows = rows_of(&own);
    if shared.exists() {
        rows.extend(rows_of(&shared));
    } else {
        eprintln!("skipped: ../shared/cases/{name} is not here; only the extract was tested");
    }
    rows
}

fn rows_of(path: &std::path::Path) -> Vec<(String, Vec<String>)> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let place = |line| format!("{}:{}", path.display(), line + 1);
    text.lines()
        .enumerate()
        .skip(1)
        .map(|(line, row)| (place(line), row.split(',').map(str::to_owned).collect()))
        .collect()
}

pub(crate) fn occupied(placement: &str) -> Grid8 {
    placement
        .parse::<Placement>()
        .expect("a placement")
        .occupied()
        .expect("an 8x8 board")
}

pub(crate) fn square(name: &str) -> Square {
    name.parse().expect("the name of a square")
}
