//! The squares that a colour attacks, for evaluations that do not find them on their way.

use catena_chess::shakmaty::{Bitboard, Board, Color, attacks};

use super::hand_written::pawn_attacks;

/// The squares that the colour attacks. Bishops see through queens, rooks through queens and
/// their own rooks, as in the hand-written evaluation.
pub(super) fn attacked_by(board: &Board, color: Color) -> Bitboard {
    let own = board.by_color(color);
    let occupied = board.occupied();
    let through_queens = occupied ^ board.queens();
    let through_rooks = through_queens ^ (board.rooks() & own);
    let mut reach = pawn_attacks(color, board.pawns() & own);
    for from in board.kings() & own {
        reach |= attacks::king_attacks(from);
    }
    for from in board.knights() & own {
        reach |= attacks::knight_attacks(from);
    }
    for from in board.bishops() & own {
        reach |= attacks::bishop_attacks(from, through_queens);
    }
    for from in board.rooks() & own {
        reach |= attacks::rook_attacks(from, through_rooks);
    }
    for from in board.queens() & own {
        reach |= attacks::queen_attacks(from, occupied);
    }
    reach
}
