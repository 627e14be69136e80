//! Is there any legal move? Without listing them, where that is easy to see.

use shakmaty::{Bitboard, Chess, Color, Position as _, attacks};

/// Whether the side to move has a legal move.
///
/// Most positions have an obvious one: out of check, with a pawn or a knight
/// that can move and shares no line with its king, so that it cannot
/// be pinned. Only where there is none are the legal moves listed.
pub(crate) fn has_legal_move(chess: &Chess) -> bool {
    has_obvious_move(chess) || !chess.legal_moves().is_empty()
}

fn has_obvious_move(chess: &Chess) -> bool {
    let board = chess.board();
    let turn = chess.turn();
    let Some(king) = board.king_of(turn) else {
        return false;
    };
    if chess.is_check() {
        return false;
    }
    let free = chess.us() & !attacks::queen_attacks(king, Bitboard::EMPTY);
    let pawns = board.pawns() & free;
    let pushed = match turn {
        Color::White => Bitboard(pawns.0 << 8),
        Color::Black => Bitboard(pawns.0 >> 8),
    };
    (pushed & !board.occupied()).any()
        || (board.knights() & free)
            .into_iter()
            .any(|knight| (attacks::knight_attacks(knight) & !chess.us()).any())
}
