//! Endgames that a sum of terms misjudges.

use catena_chess::shakmaty::{Board, Color, Role};

use crate::score::Score;

/// The score of White where the sum misjudges the endgame: a bare king is driven to the edge, and
/// a side without pawns needs a rook's worth more to win.
pub(super) fn adjust_endgame(board: &Board, white: Score) -> Score {
    let strong = if white >= 0 {
        Color::White
    } else {
        Color::Black
    };
    if (board.pawns() & board.by_color(strong)).any() {
        return white;
    }
    let worth = |color| {
        let own = board.by_color(color);
        [
            (Role::Knight, 3),
            (Role::Bishop, 3),
            (Role::Rook, 5),
            (Role::Queen, 9),
        ]
        .into_iter()
        .map(|(role, value)| (board.by_role(role) & own).0.count_ones().cast_signed() * value)
        .sum::<Score>()
    };
    let (up, down) = (worth(strong), worth(!strong));
    if up - down < 4 {
        return white / 4;
    }
    let (Some(king), Some(bare)) = (board.king_of(strong), board.king_of(!strong)) else {
        return white;
    };
    if board.by_color(!strong).count() > 1 {
        return white;
    }
    let from_centre = |at: u32| (2 * at.cast_signed() - 7).abs();
    let edge = from_centre(bare.file() as u32) + from_centre(bare.rank() as u32);
    let drive = 10 * edge + 8 * (7 - king.distance(bare).cast_signed());
    white
        + if strong == Color::White {
            drive
        } else {
            -drive
        }
}
