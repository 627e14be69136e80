//! Pieces and squares in plain words.

use catena_grid::{Cell, Square};

use crate::board::Board;

/// The piece on a square: "white queen".
pub(crate) fn piece_name(board: &Board, cell: Cell) -> String {
    let Some(piece) = board.placement.piece_at(cell.column, cell.row) else {
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

/// The names of squares, with spaces between them.
pub(crate) fn name_list(board: &Board, cells: &[Cell]) -> String {
    board.names(cells).join(" ")
}

/// The names of squares of a chess board, with spaces between them.
pub(crate) fn square_list(squares: impl IntoIterator<Item = Square>) -> String {
    let names: Vec<String> = squares
        .into_iter()
        .map(|square| square.to_string())
        .collect();
    names.join(" ")
}
