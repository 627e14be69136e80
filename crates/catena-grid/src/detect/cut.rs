//! Blocks of a piece by floods: exact where it answers, and faster than a
//! search for biconnected components.
//!
//! By the arm lemma (G5) a piece is an articulation point only if one gap lies
//! beside it in two angles. For one gap, all pieces of which that is true are
//! found at once, by shifts of the whole board. Section 7 of `docs/theory.md`
//! proves the two answers.

use super::grid8::{adjacent_empties, enclosed_by, holds_a_pair};
use crate::grid8::Grid8;
use crate::square::Square;

/// Returns whether a block of the piece encloses two adjacent empty squares, or
/// `None` if floods do not tell.
///
/// `pieces` are the occupied squares without some that are in no block. The
/// piece on `square` is one of them.
///
/// Of the moves of master games that the quick tests leave open it decides nine
/// of ten, in a third of the time that a search takes.
pub(super) fn is_in_wall(pieces: Grid8, occupied: Grid8, square: Square) -> Option<bool> {
    let here = Grid8::from(square);
    let cuts = cuts_beside(pieces, occupied, here)? - here;
    let reached = here.king_flood(pieces - cuts);
    let ends = reached.king_neighbours() & cuts;
    if holds_a_pair(reached | ends, occupied) {
        return Some(true);
    }
    // A cycle through the piece leaves what was reached by one end, stays in
    // one part of the rest, and comes back by another end.
    let mut around = reached | ends;
    let mut left = ends;
    while let Some(end) = left.first() {
        let part = Grid8::from(end).king_flood(pieces - reached);
        if (ends & part).len() >= 2 {
            around |= part;
        }
        left -= part;
    }
    let is_refused = around == (reached | ends) || !holds_a_pair(around, occupied);
    is_refused.then_some(false)
}

/// The articulation points of a gap beside the piece, and perhaps some other
/// pieces. The gap is the outside, or has two adjacent empty squares in it;
/// none if there is no such gap.
fn cuts_beside(pieces: Grid8, occupied: Grid8, here: Grid8) -> Option<Grid8> {
    let enclosed = enclosed_by(pieces);
    let outside = !pieces - enclosed;
    let beside = here.orthogonal_neighbours();
    if !here.is_disjoint(Grid8::RIM) || !beside.is_disjoint(outside) {
        return Some(cuts(pieces, outside, Grid8::FULL));
    }
    let gap = Grid8::from((beside & enclosed).first()?).orthogonal_flood(enclosed);
    let has_pair = !adjacent_empties(gap - occupied).is_empty();
    has_pair.then(|| cuts(pieces, gap, Grid8::EMPTY))
}

/// The pieces that have the gap beside them in two angles, and perhaps some
/// others. `beyond` is full if what lies beyond the rim belongs to the gap, and
/// empty if not.
fn cuts(pieces: Grid8, gap: Grid8, beyond: Grid8) -> Grid8 {
    let edge = |bits: u64| Grid8::from_bits(bits) & beyond;
    // For each square, whether the gap lies on that side of it.
    let north = gap.south() | edge(0xff00_0000_0000_0000);
    let south = gap.north() | edge(0x0000_0000_0000_00ff);
    let east = gap.west() | edge(0x8080_8080_8080_8080);
    let west = gap.east() | edge(0x0101_0101_0101_0101);
    // For each square, whether a piece is diagonally beside it.
    let (to_east, to_west) = (pieces.west(), pieces.east());
    let (north_east, south_east) = (to_east.south(), to_east.north());
    let (north_west, south_west) = (to_west.south(), to_west.north());
    // Two neighbouring sides are two angles if there is a piece between them.
    let neighbouring = (north & east & north_east)
        | (east & south & south_east)
        | (south & west & south_west)
        | (west & north & north_west);
    // Two opposite sides are one angle if a side between joins them.
    let by_east = east - (north_east | south_east);
    let by_west = west - (north_west | south_west);
    let by_north = north - (north_east | north_west);
    let by_south = south - (south_east | south_west);
    let opposite =
        ((north & south) - (by_east | by_west)) | ((east & west) - (by_north | by_south));
    pieces & (neighbouring | opposite)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::{grid8s, samples};
    use crate::detect::grid8::{trimmed, wall_by_search};

    /// Boards of every kind: floods against the search for blocks.
    #[test]
    fn floods_agree_with_the_search_where_they_answer() {
        let mut answers = [0; 3];
        for occupied in samples(40_000, grid8s()) {
            let pieces = trimmed(occupied);
            for square in pieces {
                let found = is_in_wall(pieces, occupied, square);
                answers[found.map_or(2, usize::from)] += 1;
                let expected = wall_by_search(pieces, occupied, square);
                assert!(
                    found.is_none_or(|found| found == expected),
                    "{square} on\n{occupied}"
                );
            }
        }
        assert!(answers.iter().all(|count| *count > 20_000), "{answers:?}");
    }
}
