//! Captures and promotions to queens, without the other moves: quiescence
//! needs no more, and to generate all moves cost it a tenth of its time.

use catena_chess::shakmaty::{
    Bitboard, Board, Chess, Color, Move, MoveList, Position as _, Role, Square, attacks,
};

/// The legal captures and promotions to queens of a position that is not in
/// check.
pub(crate) fn noisy_moves(chess: &Chess) -> MoveList {
    let mut moves = MoveList::new();
    if chess.maybe_ep_square().is_some() {
        moves.extend(chess.en_passant_moves());
    }
    let (board, turn) = (chess.board(), chess.turn());
    let Some(king) = board.king_of(turn) else {
        return moves;
    };
    let (us, them) = (board.by_color(turn), board.by_color(!turn));
    let occupied = board.occupied();
    let pinned = pinned(board, turn, king);
    // A pinned piece may move on the line of the pin.
    let free = |from: Square| {
        if pinned.contains(from) {
            attacks::ray(king, from)
        } else {
            Bitboard::FULL
        }
    };
    for from in us & board.pawns() {
        let targets = attacks::pawn_attacks(turn, from) & them & free(from);
        for to in targets {
            push_pawn(board, from, to, &mut moves);
        }
        let to =
            Square::new((from as u32).wrapping_add(turn.fold_wb(8, 8_u32.wrapping_neg())) & 63);
        let is_last = Bitboard::BACKRANKS.contains(to);
        if is_last && !occupied.contains(to) && free(from).contains(to) {
            push_pawn(board, from, to, &mut moves);
        }
    }
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        for from in us & board.by_role(role) {
            let targets = attacks::attacks(from, role.of(turn), occupied) & them & free(from);
            for to in targets {
                moves.push(capture(board, role, from, to));
            }
        }
    }
    let without_king = occupied ^ Bitboard::from_square(king);
    for to in attacks::king_attacks(king) & them {
        if board.attacks_to(to, !turn, without_king).is_empty() {
            moves.push(capture(board, Role::King, king, to));
        }
    }
    moves
}

fn capture(board: &Board, role: Role, from: Square, to: Square) -> Move {
    Move::Normal {
        role,
        from,
        capture: board.role_at(to),
        to,
        promotion: None,
    }
}

fn push_pawn(board: &Board, from: Square, to: Square, moves: &mut MoveList) {
    let is_last = Bitboard::BACKRANKS.contains(to);
    moves.push(Move::Normal {
        role: Role::Pawn,
        from,
        capture: board.role_at(to),
        to,
        promotion: is_last.then_some(Role::Queen),
    });
}

/// The pieces of the colour that stand between their king and an attacker.
fn pinned(board: &Board, turn: Color, king: Square) -> Bitboard {
    let straight = attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens();
    let diagonal = attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens();
    let snipers = (straight | diagonal) & board.by_color(!turn);
    let mut pinned = Bitboard::EMPTY;
    for sniper in snipers {
        let between = attacks::between(king, sniper) & board.occupied();
        if !between.more_than_one() {
            pinned |= between & board.by_color(turn);
        }
    }
    pinned
}

#[cfg(test)]
mod tests {
    use super::noisy_moves;
    use crate::move_parts::MoveParts;
    use catena_chess::shakmaty::{Chess, Move, Position as _};
    use catena_chess::{SwitchLimit, notation};

    /// Captures and queens among all legal moves, in a fixed order.
    fn expected(chess: &Chess) -> Vec<Move> {
        let is_wanted = |mv: &Move| {
            let parts = MoveParts::new(*mv);
            parts.is_noisy() && parts.promotion.is_none_or(|role| role as u8 == 5)
        };
        sorted(chess.legal_moves().into_iter().filter(is_wanted).collect())
    }

    fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
        moves.sort_by_key(|mv| (mv.from().map(|from| from as u8), mv.to() as u8));
        moves
    }

    fn walk(chess: &Chess, depth: u32) {
        if !chess.is_check() {
            assert_eq!(
                sorted(noisy_moves(chess).to_vec()),
                expected(chess),
                "{chess:?}"
            );
        }
        if depth > 0 {
            for mv in chess.legal_moves() {
                let mut after = chess.clone();
                after.play_unchecked(mv);
                walk(&after, depth - 1);
            }
        }
    }

    #[test]
    fn finds_what_the_full_generator_finds() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        ] {
            let position = notation::fen::parse(fen, SwitchLimit::Size).unwrap();
            walk(position.chess(), 3);
        }
    }
}
