//! [`Chain`]: a closed line of pieces, and what it encloses.

use alloc::vec::Vec;

use crate::grid8::Grid8;
use crate::square::Square;

/// A chain on an 8×8 board: pieces in order round it, each a king's step from
/// the next and the last from the first, and the empty squares inside.
///
/// A `Chain` is what the detectors hand out; [`verify`](crate::verify()) checks
/// one against the definition and trusts none of its fields.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Chain {
    /// The pieces in order round the chain, starting at the piece asked about.
    pub squares: Vec<Square>,
    /// The empty squares strictly inside.
    pub encloses: Grid8,
}

impl Chain {
    /// The closed line through these squares of a board, with the empty
    /// squares inside it.
    #[must_use]
    pub fn new(squares: Vec<Square>, occupied: Grid8) -> Chain {
        let encloses = inside(&squares) - occupied;
        Chain { squares, encloses }
    }

    /// The pieces of the chain as a set.
    #[must_use]
    pub fn pieces(&self) -> Grid8 {
        self.squares.iter().copied().collect()
    }

    /// The same chain, listed from this square on; unchanged if the square is
    /// not in it.
    #[must_use]
    pub fn starting_at(mut self, square: Square) -> Chain {
        if let Some(place) = self.squares.iter().position(|&other| other == square) {
            self.squares.rotate_left(place);
        }
        self
    }
}

/// The pairs of squares that follow each other round a closed line.
pub(crate) fn links(squares: &[Square]) -> impl Iterator<Item = (Square, Square)> {
    squares
        .iter()
        .copied()
        .zip(squares.iter().copied().cycle().skip(1))
}

/// The squares strictly inside the closed line through these squares: those
/// from which a ray meets the line an odd number of times.
///
/// The ray goes west, a hair below the centres of its rank. So it meets just
/// the links between this rank and the one below, if their upper end lies west
/// of the square.
pub(crate) fn inside(squares: &[Square]) -> Grid8 {
    let mut inside = Grid8::EMPTY;
    for (a, b) in links(squares) {
        if a.rank() != b.rank() {
            inside ^= east_of(if a.rank() > b.rank() { a } else { b });
        }
    }
    inside - squares.iter().copied().collect()
}

/// The squares of the same rank to the right of this one.
fn east_of(square: Square) -> Grid8 {
    let rank = 0xffu64 << (8 * square.rank());
    Grid8::from_bits((!1u64 << square.index()) & rank)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::for_each_chain;

    /// Inside, told another way: the line is drawn on a grid twice as fine,
    /// where it is a wall, and the outside is flooded.
    fn inside_by_flood(squares: &[Square]) -> Grid8 {
        const SIDE: usize = 19;
        let fine = |s: Square| (2 * usize::from(s.file()) + 2, 2 * usize::from(s.rank()) + 2);
        let mut wall = [[false; SIDE]; SIDE];
        for (a, b) in links(squares) {
            let ((ax, ay), (bx, by)) = (fine(a), fine(b));
            wall[ay][ax] = true;
            wall[(ay + by) / 2][(ax + bx) / 2] = true;
        }
        let mut outside = [[false; SIDE]; SIDE];
        let mut open = alloc::vec![(0, 0)];
        while let Some((x, y)) = open.pop() {
            if wall[y][x] || core::mem::replace(&mut outside[y][x], true) {
                continue;
            }
            open.extend([(x.saturating_sub(1), y), (x, y.saturating_sub(1))]);
            open.extend([((x + 1).min(SIDE - 1), y), (x, (y + 1).min(SIDE - 1))]);
        }
        Square::ALL
            .into_iter()
            .filter(|&square| {
                let (x, y) = fine(square);
                !outside[y][x] && !wall[y][x]
            })
            .collect()
    }

    fn crosses_itself(squares: &[Square]) -> bool {
        links(squares).any(|(a, b)| {
            let corner = |file: Square, rank: Square| Square::from_coords(file.file(), rank.rank());
            let (Some(p), Some(q)) = (corner(a, b), corner(b, a)) else {
                return false;
            };
            a.file() != b.file()
                && a.rank() != b.rank()
                && links(squares).any(|link| link == (p, q) || link == (q, p))
        })
    }

    #[test]
    fn counting_crossings_and_flooding_agree_on_what_is_inside() {
        let mut tried = 0;
        for bits in [
            0x3e22_2a22_3e00u64,
            0x1c22_2222_1c00,
            0x0e1a_361c_0000,
            0x3f21_2d21_3f00,
        ] {
            for_each_chain(Grid8::from_bits(bits), |chain| {
                if !crosses_itself(&chain.squares) {
                    assert_eq!(
                        inside(&chain.squares),
                        inside_by_flood(&chain.squares),
                        "{chain:?}"
                    );
                    tried += 1;
                }
            });
        }
        assert!(tried > 50, "only {tried} chains tried");
    }
}
