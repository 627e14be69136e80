//! Pieces and squares in plain words.

use std::cmp::Reverse;

use catena_grid::{Cell, Placement, Square};

/// Returns the colour and kind of the piece on a cell: "white queen".
pub(crate) fn piece_name(placement: &Placement, cell: Cell) -> String {
    let Some(piece) = placement.piece_at(cell) else {
        return "piece".to_owned();
    };
    let kind = match piece.letter().to_ascii_lowercase() {
        'p' => "pawn",
        'n' => "knight",
        'b' => "bishop",
        'r' => "rook",
        'q' => "queen",
        'k' => "king",
        _ => "piece",
    };
    format!(
        "{} {kind}",
        if piece.is_white() { "white" } else { "black" }
    )
}

/// Returns the names of cells in the order given.
pub(crate) fn cell_names(placement: &Placement, cells: &[Cell]) -> Vec<String> {
    cells
        .iter()
        .map(|cell| cell.name(placement.height()))
        .collect()
}

/// Returns the names of a set of cells: on 8×8 from a1 to h8, as bitboards are
/// numbered, and on other boards in reading order.
pub(crate) fn set_names(placement: &Placement, cells: &[Cell]) -> Vec<String> {
    let mut cells = cells.to_vec();
    if placement.is_8x8() {
        sort_from_a1(&mut cells);
    } else {
        cells.sort_unstable();
    }
    cell_names(placement, &cells)
}

/// Sorts cells rank by rank from the bottom, each rank from the a-file.
pub(crate) fn sort_from_a1(cells: &mut [Cell]) {
    cells.sort_by_key(|cell| (Reverse(cell.row), cell.column));
}

/// Returns a number of cells: "1 cell", "2 cells".
pub(crate) fn cells(number: impl Into<u64>) -> String {
    match number.into() {
        1 => "1 cell".to_owned(),
        number => format!("{number} cells"),
    }
}

/// Returns the names of squares with spaces between them.
pub(crate) fn square_list(squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().map(Square::to_string).collect();
    names.join(" ")
}
