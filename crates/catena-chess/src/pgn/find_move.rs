//! From the text of one move to a legal move.

use pgn_reader::SanPlus;
use shakmaty::san::{San, SanError};
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move, Position as _, Role, Square};

use super::error::PgnErrorKind;
use crate::null_move::pass;

/// The legal move that the text of a PGN file names.
#[inline]
pub(super) fn find_move(chess: &Chess, san: SanPlus) -> Result<Move, PgnErrorKind> {
    san.san.to_move(chess).or_else(|error| {
        move_by_squares(chess, san.san)
            .or_else(|| other_capture(san.san)?.to_move(chess).ok())
            .ok_or_else(|| PgnErrorKind::Move {
                san: san.to_string(),
                ambiguous: error == SanError::AmbiguousSan,
            })
    })
}

/// The same text with an `x` more, or one less.
fn other_capture(mut san: San) -> Option<San> {
    match &mut san {
        San::Normal { capture, .. } => *capture = !*capture,
        _ => return None,
    }
    Some(san)
}

/// The move that is written as two squares, like `e2e4` or `e1g1`, which looks like a pawn's
/// move in algebraic notation. So is castling as a move of the king, like `Ke1g1`.
fn move_by_squares(chess: &Chess, san: San) -> Option<Move> {
    let San::Normal {
        role: role @ (Role::Pawn | Role::King),
        file: Some(file),
        rank: Some(rank),
        capture,
        to,
        promotion,
    } = san
    else {
        return None;
    };
    let from = Square::from_coords(file, rank);
    let is_king = chess.board().role_at(from) == Some(Role::King);
    if role == Role::King && (capture || !is_king) {
        return None;
    }
    UciMove::Normal {
        from,
        to,
        promotion,
    }
    .to_move(chess)
    .ok()
}

/// The number of the move to come, like `12.` or `12...`.
pub(super) fn move_number(chess: &Chess) -> String {
    let dots = chess.turn().fold_wb(".", "...");
    format!("{}{dots}", chess.fullmoves())
}

/// The position after a null move, which is possible out of check.
pub(super) fn null_move(chess: &Chess) -> Result<Chess, PgnErrorKind> {
    pass(chess).ok_or(PgnErrorKind::NullMove)
}
