//! What [`max_area`](super::max_area) is where no search of all chains is
//! needed. Of the chain-forming moves of master games that leaves few for the
//! search, and takes a third of the time.

use super::area_of;
use super::board8::groups;
use crate::detect::{adjacent_empties, enclosed, is_on_a_wall};
use crate::frontier::Bounds;
use crate::grid8::Grid8;
use crate::square::Square;
use crate::witness::{has_chain_around, witness_around};

/// The answer if the enclosed squares alone say enough: there are no two
/// adjacent ones, or orthogonal steps join them all. No chain comes between
/// squares that are so joined, so what it encloses is all or nothing.
pub(super) fn plain_area(occupied: Grid8, square: Square) -> Option<u32> {
    if !occupied.contains(square) || (square.king_neighbours() & occupied).len() < 2 {
        return Some(0);
    }
    let enclosed = enclosed(occupied);
    if adjacent_empties(enclosed).is_empty() {
        return Some(0);
    }
    let region = Grid8::from(enclosed.first()?).orthogonal_flood(enclosed);
    (region == enclosed).then(|| match is_on_a_wall(occupied, enclosed, square) {
        true => enclosed.len(),
        false => 0,
    })
}

/// The bounds, with what a chain around a group of the empty squares is known
/// to enclose.
pub(super) fn with_witnesses(
    mut bounds: Bounds,
    occupied: Grid8,
    square: Square,
    empty: Grid8,
) -> Bounds {
    for group in groups(empty).filter(|group| group.len() > 1) {
        if bounds.known >= bounds.limit {
            break;
        }
        // To know that there is a chain is enough if the group is all that
        // can be enclosed; to show it takes much longer.
        let enclosed = if group.len() >= bounds.limit {
            has_chain_around(occupied, square, group).then_some(group.len())
        } else {
            witness_around(occupied, square, group).map(|chain| area_of(&chain))
        };
        bounds.known = bounds.known.max(enclosed.unwrap_or(0));
    }
    bounds
}
