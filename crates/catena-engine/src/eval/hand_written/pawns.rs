//! Pawns: their structure, passed ones, and those in front of the king.

use catena_chess::shakmaty::{Bitboard, Board, Color, Square};

use super::squares::{count, file_fill, forward, forward_fill, seen_by, seen_from, side_steps};
use super::terms::{SideContext, Terms, add_count};
use crate::weights as weight;

/// Doubled, isolated, supported and passed pawns.
#[inline(always)]
pub(super) fn add_pawns(
    board: &Board,
    color: Color,
    us: &SideContext,
    them: &SideContext,
    terms: &mut impl Terms,
) {
    let beside = side_steps(us.pawns);
    add_count(
        terms,
        color,
        weight::DOUBLED_PAWN,
        us.pawns & forward_fill(color, forward(color, us.pawns)),
    );
    add_count(terms, color, weight::PHALANX_PAWN, us.pawns & beside);
    add_count(
        terms,
        color,
        weight::SUPPORTED_PAWN,
        us.pawns & us.pawn_attacks,
    );
    let files = side_steps(file_fill(us.pawns));
    add_count(terms, color, weight::ISOLATED_PAWN, us.pawns & !files);

    let stoppers = forward_fill(!color, forward(!color, them.pawns) | them.pawn_attacks);
    for pawn in us.pawns & !stoppers {
        let seen = seen_by(color, pawn);
        let rank = seen / 8;
        terms.add(color, weight::PASSED_PAWN + rank, 1);
        let Some(stop) = Square::ALL.get(seen_from(color, seen + 8)).copied() else {
            continue;
        };
        if board.occupied().contains(stop) {
            terms.add(color, weight::PASSED_BLOCKED + rank, 1);
        }
        if rank >= 3 {
            terms.add(
                color,
                weight::PASSED_OWN_KING + us.king.distance(stop) as usize,
                1,
            );
            terms.add(
                color,
                weight::PASSED_ENEMY_KING + them.king.distance(stop) as usize,
                1,
            );
        }
        if us.pawn_attacks.contains(pawn) {
            terms.add(color, weight::PASSED_SUPPORTED, 1);
        }
    }
}

/// Pawns in front of the king, and open lines to it.
#[inline(always)]
pub(super) fn add_shelter(
    color: Color,
    us: &SideContext,
    them: &SideContext,
    terms: &mut impl Terms,
) {
    let ahead = us.king_zone & !Bitboard::from_rank(us.king.rank());
    terms.add(
        color,
        weight::KING_SHELTER + count(ahead & us.pawns).min(5),
        1,
    );
    let file = Bitboard::from_file(us.king.file());
    if (file & us.pawns).is_empty() {
        let open = (file & them.pawns).is_empty();
        terms.add(
            color,
            if open {
                weight::KING_OPEN_FILE
            } else {
                weight::KING_HALF_OPEN_FILE
            },
            1,
        );
    }
}
