//! [`PlaneGraph`]: the king graph drawn in the plane without crossings (lemma L3
//! of `docs/theory.md`), and its outer boundary.

use alloc::vec;
use alloc::vec::Vec;

use crate::biconnected::SquareGraph;
use crate::disjoint_paths::adjacency::Adjacency;
use crate::grid8::Grid8;
use crate::square::Square;

/// The king graph on some pieces, without the links that cross and those that
/// would cut a region of empty squares in two.
///
/// - Two links cross only as the diagonals of a 2×2 square full of pieces; both
///   are left out. They are chords of its sides, so the blocks stay the same
///   (F3 of `docs/theory.md`).
/// - A link between two pieces whose 2×2 square has its other two corners in
///   `region` would separate these corners, so it is left out too. What remains
///   is the plane drawing of the graph `G^R` of lemma L2.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlaneGraph {
    pub(crate) pieces: Grid8,
    pub(crate) region: Grid8,
}

impl PlaneGraph {
    /// Returns the same graph on some of its pieces: on one block.
    pub(crate) fn restricted_to(self, block: Grid8) -> PlaneGraph {
        PlaneGraph {
            pieces: block,
            ..self
        }
    }

    fn has_link(&self, a: Square, b: Square) -> bool {
        let corners = other_corners(a, b);
        corners.is_empty() || !(corners.is_subset(self.pieces) || corners.is_subset(self.region))
    }

    /// Returns the pieces of the outer boundary in order, counterclockwise from
    /// the lowest; the graph must be one block.
    ///
    /// The walk keeps the outside on its right: at every piece it takes the
    /// rightmost link. The boundary of a block is a cycle (F4), so no piece is
    /// passed twice.
    pub(crate) fn outer_boundary(&self) -> Vec<Square> {
        let Some(start) = self.pieces.first() else {
            return Vec::new();
        };
        let mut boundary = vec![start];
        // No piece is below or to the left of the lowest one, so that the
        // outside is there: the walk begins as if it came from the south-west.
        let mut heading = Heading::NORTH_EAST;
        let mut here = start;
        loop {
            let neighbours = self.neighbours(here);
            let rightmost = heading.right_to_left().find_map(|next| {
                Some((
                    next,
                    next.step_from(here).filter(|s| neighbours.contains(*s))?,
                ))
            });
            match rightmost {
                Some((next, square)) if square != start && boundary.len() < 64 => {
                    boundary.push(square);
                    (heading, here) = (next, square);
                }
                _ => return boundary,
            }
        }
    }
}

impl SquareGraph for PlaneGraph {
    fn vertices(&self) -> Grid8 {
        self.pieces
    }

    fn neighbours(&self, square: Square) -> Grid8 {
        (square.king_neighbours() & self.pieces)
            .iter()
            .filter(|&other| self.has_link(square, other))
            .collect()
    }
}

/// The squares as nodes, by their index.
impl Adjacency for PlaneGraph {
    type Trace = u8;
    const NO_TRACE: u8 = u8::MAX;

    fn node_count(&self) -> usize {
        64
    }

    fn neighbour(&self, node: usize, number: usize) -> Option<(usize, usize, u8)> {
        let here = Square::ALL[node];
        let near = self.neighbours(here).iter();
        let next = near
            .map(Square::index)
            .find(|next| usize::from(*next) >= number)?;
        Some((next.into(), next.into(), here.index()))
    }

    fn follow(&self, _node: usize, trace: u8) -> usize {
        trace.into()
    }

    fn for_each_neighbour(&self, node: usize, mut f: impl FnMut(usize, u8)) {
        let here = Square::ALL[node];
        for next in self.neighbours(here) {
            f(next.index().into(), here.index());
        }
    }
}

/// Returns the other two corners of the 2×2 square of two diagonal neighbours;
/// none for two squares that share a rank or file.
pub(crate) fn other_corners(a: Square, b: Square) -> Grid8 {
    if a.file() == b.file() || a.rank() == b.rank() {
        return Grid8::EMPTY;
    }
    let corners = [(a.file(), b.rank()), (b.file(), a.rank())];
    corners
        .into_iter()
        .filter_map(|(file, rank)| Square::from_coords(file, rank))
        .collect()
}

/// One of the eight directions of a king's step, counterclockwise from east.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Heading(u8);

impl Heading {
    const NORTH_EAST: Heading = Heading(1);

    /// The headings from the sharpest turn to the right to the turn back.
    fn right_to_left(self) -> impl Iterator<Item = Heading> {
        (5..13).map(move |turn| Heading((self.0 + turn) % 8))
    }

    /// The square one step away in this direction.
    fn step_from(self, square: Square) -> Option<Square> {
        const STEPS: [(i8, i8); 8] = [
            (1, 0),
            (1, 1),
            (0, 1),
            (-1, 1),
            (-1, 0),
            (-1, -1),
            (0, -1),
            (1, -1),
        ];
        let (files, ranks) = STEPS[usize::from(self.0)];
        let file = square.file().checked_add_signed(files)?;
        let rank = square.rank().checked_add_signed(ranks)?;
        Square::from_coords(file, rank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn the_outer_boundary_goes_round_the_outside() {
        let pieces = Grid8::from_art(
            ". . . . . . . .
             . . . . . . . .
             . # # # # . . .
             . # . . # . . .
             . # # # # . . .
             . . # . . # . .
             . . . # # . . .
             . . . . . . . .",
        );
        let boundary = PlaneGraph {
            pieces,
            region: Grid8::EMPTY,
        }
        .outer_boundary();
        let names: Vec<_> = boundary.iter().map(Square::to_string).collect();
        assert_eq!(names.join(" "), "d2 e2 f3 e4 e5 e6 d6 c6 b6 b5 b4 c3");
    }

    #[test]
    fn both_diagonals_of_a_full_square_are_left_out() {
        let pieces = Grid8::from_bits(0x303);
        let graph = PlaneGraph {
            pieces,
            region: Grid8::EMPTY,
        };
        for square in pieces {
            assert_eq!(graph.neighbours(square).len(), 2);
        }
    }

    #[test]
    fn a_link_between_two_squares_of_the_region_is_left_out() {
        let pieces = Grid8::from_bits(0x201);
        let region = Grid8::from_bits(0x102);
        let first = pieces.first().unwrap();
        assert_eq!(
            PlaneGraph {
                pieces,
                region: Grid8::EMPTY
            }
            .neighbours(first)
            .len(),
            1
        );
        assert_eq!(PlaneGraph { pieces, region }.neighbours(first).len(), 0);
    }
}
