//! Pieces: what they attack.

use catena_chess::shakmaty::{Bitboard, Board, Color, attacks};

use super::squares::{could_be_attacked, count};
use super::terms::{SideContext, Terms, add_count};
use crate::weights as weight;

/// Mobility, lines, the attack on the king, threats. Returns what the colour attacks.
#[inline(always)]
pub(super) fn add_pieces(
    board: &Board,
    color: Color,
    us: &SideContext,
    them: &SideContext,
    terms: &mut impl Terms,
) -> Bitboard {
    let own = board.by_color(color);
    let enemies = board.by_color(!color);
    let occupied = board.occupied();
    let mut reach = us.pawn_attacks | attacks::king_attacks(us.king);
    let mut danger = 0;
    let (mut minor_attacks, mut rook_attacks) = (Bitboard::EMPTY, Bitboard::EMPTY);

    for from in board.knights() & own {
        let attacked = attacks::knight_attacks(from);
        reach |= attacked;
        minor_attacks |= attacked;
        terms.add(
            color,
            weight::KNIGHT_MOBILITY + count(attacked & us.free),
            1,
        );
        danger += 2 * count(attacked & them.king_zone);
        if us.pawn_attacks.contains(from) && !could_be_attacked(color, from, them.pawns) {
            terms.add(color, weight::KNIGHT_OUTPOST, 1);
        }
    }
    let through_queens = occupied ^ board.queens();
    let bishops = board.bishops() & own;
    for from in bishops {
        let attacked = attacks::bishop_attacks(from, through_queens);
        reach |= attacked;
        minor_attacks |= attacked;
        terms.add(
            color,
            weight::BISHOP_MOBILITY + count(attacked & us.free),
            1,
        );
        danger += 2 * count(attacked & them.king_zone);
    }
    if bishops.more_than_one() {
        terms.add(color, weight::BISHOP_PAIR, 1);
    }
    for from in board.rooks() & own {
        let attacked = attacks::rook_attacks(from, through_queens ^ (board.rooks() & own));
        reach |= attacked;
        rook_attacks |= attacked;
        terms.add(color, weight::ROOK_MOBILITY + count(attacked & us.free), 1);
        danger += 3 * count(attacked & them.king_zone);
        let file = Bitboard::from_file(from.file());
        if (file & us.pawns).is_empty() {
            let open = (file & them.pawns).is_empty();
            terms.add(
                color,
                if open {
                    weight::ROOK_OPEN_FILE
                } else {
                    weight::ROOK_HALF_OPEN_FILE
                },
                1,
            );
        }
    }
    for from in board.queens() & own {
        let attacked = attacks::queen_attacks(from, occupied);
        reach |= attacked;
        terms.add(color, weight::QUEEN_MOBILITY + count(attacked & us.free), 1);
        danger += 5 * count(attacked & them.king_zone);
    }

    // A queen makes an attack on the king an attack.
    let with_queen = (board.queens() & own).any();
    let table = if with_queen {
        weight::KING_DANGER
    } else {
        weight::KING_DANGER_NO_QUEEN
    };
    terms.add(
        color,
        table + (danger / 2).min(weight::DANGER_LEVELS - 1),
        1,
    );

    let minors = board.knights() | board.bishops();
    let majors = board.rooks_and_queens();
    let add =
        |terms: &mut _, term, targets: Bitboard| add_count(terms, color, term, targets & enemies);
    add(
        terms,
        weight::PAWN_HITS_PIECE,
        us.pawn_attacks & (minors | majors),
    );
    add(terms, weight::MINOR_HITS_MAJOR, minor_attacks & majors);
    add(
        terms,
        weight::MINOR_HITS_MINOR,
        minor_attacks & minors & !them.pawn_attacks,
    );
    add(
        terms,
        weight::ROOK_HITS_QUEEN,
        rook_attacks & board.queens(),
    );
    add(
        terms,
        weight::HITS_LOOSE_PAWN,
        (minor_attacks | rook_attacks) & them.pawns & !them.pawn_attacks,
    );
    reach
}
