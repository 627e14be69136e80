//! What the tests share: the generator of boards, the definition spelled out,
//! independent ways to find the same answers, and the cases in `tests/data`.

#![allow(dead_code, reason = "each test program uses its own part")]

pub(crate) mod blocks;
pub(crate) mod boards;
pub(crate) mod definition;
pub(crate) mod faults;
pub(crate) mod flow;
pub(crate) mod lattices;
pub(crate) mod site;
pub(crate) mod voxels;

use std::path::{Path, PathBuf};

use catena_grid::{Grid8, MinSize, Placement, Raster, Square};

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
