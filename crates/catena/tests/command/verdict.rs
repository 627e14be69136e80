//! Whether a piece is on a chain: every command gives the same answer, and
//! every yes comes with a chain.

use catena_grid::{Board, Cell, Chain, Grid, MinSize, Placement, Raster};
use serde_json::Value;

use crate::run::{FIGURE_9, catena, catena_with_input};

const FIGURE_4: &str = "1n1k1b2/rpp1pp2/2b1pn2/rq2pp2/1Q3pPB/PPPNP1PB/3P1R1P/3K1RN1";
/// The paper's detector says yes for c5, where there is no chain.
const FALSE_ALARM: &str = "8/2rpP3/1P3n2/p1pp1p2/p4P2/1kPPK3/8/8";
/// The block of c6 encloses a group of four; no chain through c6 does.
const CROSS: &str = "2P5/1P1P4/P1P1P3/1P1P4/2P5/8/8/8";
/// Far more than 10,000 enclosures; of the first 10,000 through c3, none has the
/// group of 16 that the largest has.
const CROWDED: &str = "1p1p1p1p/p1p1p1p1/1p1p1p1p/p1p1p1p1/1p1ppp1p/p1p1p1p1/1p1p1p1p/p1p1p1p1";
const TEN_BY_TEN: &str = "10/10/3aaa4/2a3a3/3aa5/2a3a3/3aaa4/10/10/10";

/// The pieces of a position by name.
fn pieces(fen: &str) -> Vec<(Cell, String)> {
    let placement: Placement = fen.parse().expect("a position");
    let raster = Raster::from(&placement);
    let name = |cell: Cell| (cell, cell.name(placement.height()));
    raster.occupied_cells().map(name).collect()
}

/// What `detect` says about each piece of a position.
fn detect_all(fen: &str, min_size: &str) -> Vec<(Cell, Value)> {
    let pieces = pieces(fen);
    let lines = pieces.iter().map(|(_, name)| format!("{fen}\n{name}\n"));
    let arguments = ["detect", "--format", "json", "--min-size", min_size];
    let outcome = catena_with_input(&arguments, lines.collect::<String>().as_bytes());
    let answers = outcome.stdout.lines();
    let answers: Vec<Value> = answers
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(answers.len(), pieces.len(), "{outcome:?}");
    let cells = pieces.into_iter().map(|(cell, _)| cell);
    cells.zip(answers).collect()
}

/// A chain as JSON has it.
fn read_chain(json: &Value, placement: &Placement) -> Chain {
    let cells = |key: &str| {
        let names = json[key].as_array().expect("a list of squares").iter();
        let names = names.map(|name| name.as_str().expect("a name"));
        let cell = |name| Cell::parse(name, placement.width(), placement.height());
        names.map(|name| cell(name).expect("a square")).collect()
    };
    Chain::new(cells("squares"), cells("encloses"))
}

#[test]
fn every_yes_comes_with_a_chain_of_the_size_and_no_no_does() {
    for (fen, sizes) in [
        (FIGURE_4, &["1", "2", "3", "7", "10"][..]),
        (FALSE_ALARM, &["1", "2", "3", "6"]),
        (CROSS, &["1", "2", "3", "4", "5"]),
        (CROWDED, &["1", "2", "3", "4", "9", "16", "17", "20"]),
        (TEN_BY_TEN, &["1", "2", "3", "4", "7", "8"]),
    ] {
        let placement: Placement = fen.parse().expect("a position");
        let raster = Raster::from(&placement);
        let grid = Grid::new(&raster);
        for text in sizes {
            let size: MinSize = text.parse().expect("a size");
            for (cell, json) in detect_all(fen, text) {
                let expected = grid.has_chain_of_size(cell, size).expect("a small board");
                assert_eq!(json["chain"], expected, "{fen} {cell} {size}");
                assert_eq!(json["witness"].is_object(), expected, "{fen} {cell} {size}");
                if expected {
                    let chain = read_chain(&json["witness"], &placement);
                    let checked = grid.verify(cell, size, &chain);
                    assert_eq!(checked, Ok(()), "{fen} {cell} {size}");
                }
            }
        }
    }
}

#[test]
fn detect_mask_check_and_grid_agree_about_every_piece() {
    for fen in [FIGURE_9, FIGURE_4, FALSE_ALARM, CROSS, CROWDED] {
        let found = detect_all(fen, "2");
        let mask = catena(&["mask", fen, "--format", "json"]).json();
        let rows = pieces(fen).into_iter();
        let rows: String = rows.map(|(_, name)| format!("{fen},{name}\n")).collect();
        let table = format!("fen_placement,square\n{rows}");
        let table = catena_with_input(&["check"], table.as_bytes()).stdout;
        let placement: Placement = fen.parse().expect("a position");
        let picture = Raster::from(&placement).to_string();
        for ((cell, json), row) in found.iter().zip(table.lines().skip(1)) {
            let chain = json["chain"].as_bool().expect("always decided on 8x8");
            let squares = mask["squares"].as_array().expect("a list");
            assert_eq!(
                squares.contains(&json["square"]),
                chain,
                "mask {fen} {cell}"
            );
            let exists = row.split(',').nth(2);
            assert_eq!(exists, Some(if chain { "1" } else { "0" }), "check {row}");
            let arguments = ["grid", "-", "--at", &cell.to_string()];
            let code = catena_with_input(&arguments, picture.as_bytes()).code;
            assert_eq!(code, i32::from(!chain), "grid {fen} {cell}");
        }
    }
}
