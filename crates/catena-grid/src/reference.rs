//! The definition as code: all chains of a board, listed. Slow, short, obvious.
//!
//! The fast code is tested against it. Its time grows exponentially with the
//! number of pieces, so it is for small boards.

use alloc::vec;
use alloc::vec::Vec;

use crate::chain::Chain;
use crate::grid8::Grid8;
use crate::square::Square;

/// What the definition says about one piece, from the list of all chains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Values {
    /// Some chain through the piece encloses two adjacent empty squares.
    pub exists: bool,
    /// The most empty squares inside such a chain.
    pub max_area: u32,
    /// The largest group of adjacent empty squares inside any chain through
    /// the piece.
    pub max_group: u32,
    /// The fewest pieces in a chain that encloses two adjacent empty squares.
    pub shortest: u32,
}

/// Calls `visit` with every chain of the board once, whatever it encloses: with
/// every simple cycle of the king graph on the pieces.
///
/// A chain starts at its lowest square and goes first to the lower of the two
/// neighbours of that square on it.
pub fn for_each_chain(occupied: Grid8, mut visit: impl FnMut(&Chain<Square>)) {
    for start in occupied {
        let mut line = vec![start];
        extend(occupied, &mut line, &mut visit);
    }
}

/// Tries every way to go on from the end of `line`.
fn extend(occupied: Grid8, line: &mut Vec<Square>, visit: &mut impl FnMut(&Chain<Square>)) {
    let (start, end) = (line[0], line[line.len() - 1]);
    if line.len() >= 3 && line[1] < end && end.distance(start) == 1 {
        visit(&Chain::on(occupied, line.clone()));
    }
    for next in end.king_neighbours() & occupied {
        if next > start && !line.contains(&next) {
            line.push(next);
            extend(occupied, line, visit);
            line.pop();
        }
    }
}

/// Returns the size of the largest group of these squares that king's steps
/// within them join.
#[must_use]
pub fn largest_group(squares: Grid8) -> u32 {
    squares
        .iter()
        .map(|first| Grid8::from(first).king_flood(squares).len())
        .max()
        .unwrap_or(0)
}

/// Returns what the definition says about every square of the board, by the
/// number of the square; all zero where there is no piece.
#[must_use]
pub fn values(occupied: Grid8) -> [Values; 64] {
    let mut values = [Values::default(); 64];
    for_each_chain(occupied, |chain| {
        let encloses: Grid8 = chain.encloses().iter().copied().collect();
        let area = encloses.len();
        let group = largest_group(encloses);
        let pieces = u32::try_from(chain.len()).unwrap_or(u32::MAX);
        for square in chain.cells() {
            let best = &mut values[usize::from(square.index())];
            best.max_group = best.max_group.max(group);
            if group >= 2 {
                best.max_area = best.max_area.max(area);
                best.shortest = if best.exists {
                    best.shortest.min(pieces)
                } else {
                    pieces
                };
                best.exists = true;
            }
        }
    });
    values
}
