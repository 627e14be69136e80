//! Is there any legal reply? Without listing them, where that is easy to see.

use shakmaty::{Bitboard, Chess, Color, Move, Position as _, Role, Square, attacks};

use crate::rules::automatic_draw;

/// Whether the side to move has a legal move.
pub(crate) fn has_legal_move(chess: &Chess) -> bool {
    let obvious = !chess.is_check() && free_steppers(chess, chess.turn()) > 0;
    obvious || !chess.legal_moves().is_empty()
}

/// How many pawns and knights of this colour can move, and go on being able to
/// while their side is not in check: they share no line with their king, so
/// nothing can pin them.
fn free_steppers(chess: &Chess, color: Color) -> usize {
    let board = chess.board();
    let Some(king) = board.king_of(color) else {
        return 0;
    };
    let own = board.by_color(color);
    let free = own & !attacks::queen_attacks(king, Bitboard::EMPTY);
    let pawns = board.pawns() & free;
    let empty = !board.occupied();
    let pushed = match color {
        Color::White => Bitboard(pawns.0 << 8) & empty,
        Color::Black => Bitboard(pawns.0 >> 8) & empty,
    };
    let knights = (board.knights() & free)
        .into_iter()
        .filter(|&knight| (attacks::knight_attacks(knight) & !own).any())
        .count();
    pushed.count() + knights
}

/// What one look at a position says about the replies to all moves in it.
pub(crate) struct Replies {
    /// The king that a move may attack; `None` if nothing is known for sure.
    king: Option<Square>,
}

impl Replies {
    pub(crate) fn new(chess: &Chess) -> Replies {
        let opponent = !chess.turn();
        // A move can take one pawn or knight and stand in the way of another:
        // of three free ones, one is left. It can also move later,
        // and three are too many for a draw by material.
        // A FEN can have any number of halfmoves.
        let is_near_draw = automatic_draw(1, chess.halfmoves().saturating_add(1)).is_some();
        let sure = free_steppers(chess, opponent) >= 3 && !is_near_draw;
        Replies {
            king: chess.board().king_of(opponent).filter(|_| sure),
        }
    }

    /// Whether the game surely goes on after this legal move: there is a
    /// reply and no automatic draw. `false` means that it is not known.
    pub(crate) fn surely_go_on(&self, chess: &Chess, mv: Move) -> bool {
        let Move::Normal {
            role,
            from,
            to,
            promotion: None,
            ..
        } = mv
        else {
            return false;
        };
        self.king
            .is_some_and(|king| !attacks_king(chess, king, role, from, to))
    }
}

/// Whether the king is attacked once the piece has moved.
fn attacks_king(chess: &Chess, king: Square, role: Role, from: Square, to: Square) -> bool {
    let board = chess.board();
    let occupied = board.occupied().without(from).with(to);
    let others = chess.us().without(from);
    let lines = attacks::rook_attacks(king, occupied);
    let diagonals = attacks::bishop_attacks(king, occupied);
    let by_mover = match role {
        Role::Pawn => attacks::pawn_attacks(chess.turn(), to).contains(king),
        Role::Knight => attacks::knight_attacks(to).contains(king),
        Role::Bishop => diagonals.contains(to),
        Role::Rook => lines.contains(to),
        Role::Queen => lines.contains(to) || diagonals.contains(to),
        Role::King => false,
    };
    by_mover
        || (lines & board.rooks_and_queens() & others).any()
        || (diagonals & board.bishops_and_queens() & others).any()
}
