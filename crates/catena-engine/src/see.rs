//! Static exchange evaluation: who wins the captures on one square?

use catena_chess::shakmaty::{Bitboard, Board, Color, Move, Role, Square, attacks};

use crate::score::Score;

/// What a piece is worth in an exchange.
pub(crate) const fn value(role: Role) -> Score {
    match role {
        Role::Pawn => 100,
        Role::Knight => 320,
        Role::Bishop => 330,
        Role::Rook => 500,
        Role::Queen => 950,
        Role::King => 10_000,
    }
}

/// What a player can lose at most by moving a piece: a king never stands to be
/// taken.
pub(crate) const fn most_lost(role: Role) -> Score {
    match role {
        Role::King => 0,
        _ => value(role),
    }
}

const BY_VALUE: [Role; 6] = [
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
    Role::King,
];

/// Whether the captures that `mv` starts leave its player at least
/// `threshold` up, if both sides stop when it suits them.
pub(crate) fn at_least(board: &Board, turn: Color, mv: Move, threshold: Score) -> bool {
    let (from, to, mut occupied) = match mv {
        Move::Normal { from, to, .. } => (from, to, board.occupied()),
        Move::EnPassant { from, to } => {
            let taken = Square::from_coords(to.file(), from.rank());
            (from, to, board.occupied() ^ Bitboard::from_square(taken))
        }
        // Castling and drops capture nothing and stand safely.
        Move::Castle { .. } | Move::Put { .. } => return threshold <= 0,
    };
    let gain = mv.capture().map_or(0, value);
    let promoted = mv
        .promotion()
        .map_or(0, |role| value(role) - value(Role::Pawn));
    let mut next = mv.promotion().unwrap_or(mv.role());

    // What we are ahead of the threshold, as the side to capture sees it.
    let mut balance = gain + promoted - threshold;
    if balance < 0 {
        return false;
    }
    balance -= value(next);
    if balance >= 0 {
        return true;
    }
    occupied = (occupied ^ Bitboard::from_square(from)) | Bitboard::from_square(to);
    let diagonal = board.bishops_and_queens();
    let straight = board.rooks_and_queens();
    let mut attackers = attackers(board, to, occupied);
    let mut side = !turn;
    loop {
        attackers &= occupied;
        let own = attackers & board.by_color(side);
        let Some((role, square)) = least_valuable(board, own) else {
            break;
        };
        // A king may not capture into an attack.
        if role == Role::King && (attackers & board.by_color(!side)).any() {
            break;
        }
        next = role;
        side = !side;
        balance = -balance - 1 - value(next);
        if balance >= 0 {
            break;
        }
        occupied ^= Bitboard::from_square(square);
        // Pieces behind the one that captured join in.
        if matches!(next, Role::Pawn | Role::Bishop | Role::Queen) {
            attackers |= attacks::bishop_attacks(to, occupied) & diagonal;
        }
        if matches!(next, Role::Rook | Role::Queen) {
            attackers |= attacks::rook_attacks(to, occupied) & straight;
        }
    }
    // The side that cannot go on has lost the exchange.
    side != turn
}

/// The pieces of both colours that attack the square.
fn attackers(board: &Board, square: Square, occupied: Bitboard) -> Bitboard {
    let pawns = attacks::pawn_attacks(Color::White, square) & board.black()
        | attacks::pawn_attacks(Color::Black, square) & board.white();
    (pawns & board.pawns())
        | (attacks::knight_attacks(square) & board.knights())
        | (attacks::king_attacks(square) & board.kings())
        | (attacks::bishop_attacks(square, occupied) & board.bishops_and_queens())
        | (attacks::rook_attacks(square, occupied) & board.rooks_and_queens())
}

fn least_valuable(board: &Board, pieces: Bitboard) -> Option<(Role, Square)> {
    if pieces.is_empty() {
        return None;
    }
    BY_VALUE.into_iter().find_map(|role| {
        (pieces & board.by_role(role))
            .first()
            .map(|square| (role, square))
    })
}

#[cfg(test)]
mod tests {
    use super::at_least;
    use catena_chess::notation::uci::UciDecision;
    use catena_chess::{SwitchLimit, notation};

    #[track_caller]
    fn check(fen: &str, uci: &str, exactly: i32) {
        let position = notation::fen::parse(fen, SwitchLimit::Size).unwrap();
        let ply = uci
            .parse::<UciDecision>()
            .unwrap()
            .to_decision(&position)
            .unwrap();
        let wins = |threshold| at_least(position.board(), position.turn(), ply.mv, threshold);
        assert!(wins(exactly), "{uci} should win {exactly}");
        assert!(
            !wins(exactly + 1),
            "{uci} should win no more than {exactly}"
        );
    }

    #[test]
    fn counts_exchanges() {
        check(
            "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1",
            "e1e5",
            100,
        );
        check(
            "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1",
            "d3e5",
            -220,
        );
        check("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5", 950);
        check("4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0);
        check("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3", 100);
        check("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 850);
    }
}
