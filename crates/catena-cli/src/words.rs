//! Pieces and squares in plain words.

use catena_core::{Placement, Square};

/// The piece on a square: "white queen".
pub(crate) fn piece_name(placement: &Placement, square: Square) -> String {
    let Some(piece) = placement.piece_on(square) else {
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
pub(crate) fn square_list(squares: impl IntoIterator<Item = Square>) -> String {
    let names: Vec<String> = squares
        .into_iter()
        .map(|square| square.to_string())
        .collect();
    names.join(" ")
}
