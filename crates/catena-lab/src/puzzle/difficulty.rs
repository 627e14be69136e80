//! How hard a puzzle is.

use catena_chess::convert::grid8;
use catena_chess::{Decision, Move, MoveFlags, SsccPosition, moved_squares};
use catena_grid::{Board, Grid8, MinSize, Square};

/// The lowest and the highest rating.
const RATINGS: (u32, u32) = (600, 2400);

/// The rating of a puzzle whose answer a search finds for good after so many nodes: 150 points
/// for each doubling.
///
/// ```
/// use catena_lab::puzzle::search_rating;
///
/// assert_eq!(search_rating(20) + 150 * 9, search_rating(20 << 9));
/// ```
#[must_use]
pub fn search_rating(nodes: u64) -> u32 {
    let nodes = nodes.max(10);
    let log = nodes.ilog2();
    // Between powers of two in a straight line: no rounding differs between machines.
    let part = (nodes - (1 << log)) * 150 / (1 << log);
    let points = 150 * log + u32::try_from(part).unwrap_or(0);
    points.saturating_add(150).clamp(RATINGS.0, RATINGS.1)
}

/// The rating of "form a chain", by what there is to look at: 400, 12 for each legal move, 60 for
/// each piece of the shortest chain beyond six, and 80, at most 320, for each move that *nearly*
/// forms one: its piece is then on a closed line around a single square.
#[must_use]
pub fn form_rating(position: &SsccPosition, answer: Move) -> u32 {
    let moves = position.legal_moves();
    let count = u32::try_from(moves.len()).unwrap_or(0);
    let near = moves
        .iter()
        .filter(|mv| **mv != answer && encloses_one(position, **mv))
        .take(4)
        .count();
    let near = u32::try_from(near).unwrap_or(0);
    let pieces = chain_pieces(position, answer);
    let points = 400 + 12 * count + 60 * pieces.saturating_sub(6) + 80 * near;
    points.clamp(RATINGS.0, RATINGS.1)
}

/// The rating of "is this one": 400, 10 for each piece on the board and, if it is one, 120 for
/// each piece of the shortest chain beyond six. If it is none: 250 if the piece is on a closed
/// line around a single square, 250 if it touches a piece that is on a chain, and 60, at most
/// 360, for each empty square that would close a chain through it if it were occupied. `None` if
/// there is no chain and nothing that looks like one.
#[must_use]
pub fn judgement_rating(position: &SsccPosition, mv: Move) -> Option<u32> {
    let after = board_after(position, mv);
    let crowd = 400 + 10 * after.len();
    let points = match position.forms_chain(mv) {
        true => 120 * chain_pieces(position, mv).saturating_sub(6),
        false => near_points(after, &moved_squares(mv))?,
    };
    Some((crowd + points).clamp(RATINGS.0, RATINGS.1))
}

/// How much there is that looks like a chain through these pieces, which are on none; `None` if
/// nothing does.
fn near_points(after: Grid8, squares: &[Square]) -> Option<u32> {
    let closes = |gap: &Square| {
        let closed = after.with(*gap);
        squares.iter().any(|square| closed.has_chain(*square))
    };
    let gaps = (!after).into_iter().filter(closes).take(6).count();
    let walls = after.chain_cells();
    let touches = |square: &Square| !walls.is_disjoint(square.king_neighbours());
    let is_beside = squares.iter().any(touches);
    let is_one = is_around_one(after, squares);
    let gaps = u32::try_from(gaps).unwrap_or(0);
    (gaps > 0 || is_beside || is_one)
        .then(|| 60 * gaps + 250 * u32::from(is_beside) + 250 * u32::from(is_one))
}

/// The pieces of the chain that is shown for the move; 0 if it forms none.
fn chain_pieces(position: &SsccPosition, mv: Move) -> u32 {
    let pieces = position.chain(mv).map_or(0, |chain| chain.cells().len());
    u32::try_from(pieces).unwrap_or(0)
}

/// Whether the move forms no chain, but a closed line around a single square.
fn encloses_one(position: &SsccPosition, mv: Move) -> bool {
    is_around_one(board_after(position, mv), &moved_squares(mv))
}

/// Whether one of these pieces is on a closed line around a single square, and none on a chain.
fn is_around_one(after: Grid8, squares: &[Square]) -> bool {
    let has = |square: &Square, size| after.has_chain_of_size(*square, size);
    squares.iter().any(|square| has(square, MinSize::ONE))
        && !squares.iter().any(|square| after.has_chain(*square))
}

fn board_after(position: &SsccPosition, mv: Move) -> Grid8 {
    let mut after = position.clone();
    after.play_unchecked(Decision::stay(mv));
    grid8(after.board().occupied())
}

/// Whether exactly one of the moves forms a chain.
pub(super) fn only_chain(position: &SsccPosition) -> Option<Move> {
    let moves = position.legal_moves();
    let flags = position.move_flags(&moves);
    let mut chains = moves
        .iter()
        .zip(flags)
        .filter(|(_, MoveFlags { forms_chain, .. })| *forms_chain);
    let (&mv, _) = chains.next()?;
    chains.next().is_none().then_some(mv)
}

#[cfg(test)]
mod tests {
    use catena_chess::notation::fen;
    use catena_chess::{SsccPosition, SwitchLimit};

    use super::{form_rating, judgement_rating, only_chain, search_rating};

    fn position(text: &str) -> SsccPosition {
        fen::parse(text, SwitchLimit::Size).unwrap()
    }

    #[test]
    fn later_answers_are_rated_higher() {
        let ratings = [1, 30, 100, 101, 5000, 200_000].map(search_rating);
        assert!(ratings.is_sorted(), "{ratings:?}");
        assert!(ratings[0] < ratings[5]);
    }

    #[test]
    fn one_move_closes_the_ring_of_the_first_lesson() {
        let ring = position("6k1/5ppp/8/2nP4/1p2P3/3q4/4NPPP/6K1 w - - 0 1");
        let mv = only_chain(&ring).unwrap();
        assert_eq!(ring.san(mv), "Nc3");
        let moves = u32::try_from(ring.legal_moves().len()).unwrap();
        assert!(form_rating(&ring, mv) >= 400 + 12 * moves);
        // Six pieces of sixteen.
        assert_eq!(judgement_rating(&ring, mv), Some(600));
        // Another knight move leaves the ring open by one square.
        let beside = ring.parse_san("Nc1").unwrap();
        assert_eq!(judgement_rating(&ring, beside), None);
    }
}
