//! A bound on what a chain can enclose, by a shortest path over faces: lemma A2
//! of `docs/theory-answers.md`.

use crate::grid8::Grid8;
use crate::square::Square;

/// Returns a lower bound on how many of the empty squares that `block` encloses
/// are outside a chain of the block through `square`.
///
/// The outside of a chain touches every piece of it. So from the outside of the
/// block a *corridor* leads to the piece: a sequence of faces of the block's
/// plane drawing, each a link away from the next. All empty squares in them are
/// outside the chain. This returns the cost of the cheapest corridor.
///
/// It is only a bound, because the chain runs along both sides of the corridor
/// and may use a piece only once: see the pinched corridor in
/// `docs/theory-answers.md`.
pub(crate) fn corridor_cost(block: Grid8, occupied: Grid8, square: Square) -> u32 {
    let mut search = CorridorSearch::new(Plane::of(block), occupied);
    for cost in 0..64 {
        search.settle(cost);
        if search.has_reached(square) {
            return cost;
        }
    }
    0
}

/// The 2×2 squares of the board, each named by its lower left square, and how
/// the block's links run between them.
struct Plane {
    block: Grid8,
    /// At least three of the four squares are in the block: between them lies a
    /// face without squares, which costs nothing.
    narrow: Grid8,
    /// The link between this 2×2 square and the one to the right.
    east_link: Grid8,
    /// The link between this 2×2 square and the one above.
    north_link: Grid8,
}

impl Plane {
    fn of(block: Grid8) -> Plane {
        let (right, above) = (block.west(), block.south());
        let opposite = above.west();
        let side_pairs = (block & right, above & opposite);
        Plane {
            block,
            narrow: (side_pairs.0 & (above | opposite)) | (side_pairs.1 & (block | right)),
            east_link: right & opposite,
            north_link: side_pairs.1,
        }
    }

    /// The 2×2 squares with a square of the set in them.
    fn around(squares: Grid8) -> Grid8 {
        let row = squares | squares.west();
        row | row.south()
    }

    /// The squares of these 2×2 squares.
    fn squares(fours: Grid8) -> Grid8 {
        let row = fours | fours.east();
        row | row.north()
    }

    /// These 2×2 squares and those across a link from one of them.
    fn across_links(&self, fours: Grid8) -> Grid8 {
        let horizontal = (fours & self.east_link).east() | (fours.west() & self.east_link);
        let vertical = (fours & self.north_link).north() | (fours.south() & self.north_link);
        fours | horizontal | vertical
    }
}

/// The 2×2 squares at the edge of the board.
const RIM_FOURS: Grid8 = Grid8::from_bits(0x007f_4141_4141_417f);

/// Dijkstra's algorithm over faces, with one bucket per cost.
struct CorridorSearch {
    plane: Plane,
    occupied: Grid8,
    /// The squares of the faces whose cost is known.
    settled: Grid8,
    /// The narrow faces that were reached.
    narrow: Grid8,
    /// For each cost the squares of faces that a corridor of this cost reaches.
    waiting: [Grid8; 64],
}

impl CorridorSearch {
    fn new(plane: Plane, occupied: Grid8) -> CorridorSearch {
        let mut search = CorridorSearch {
            settled: Grid8::EMPTY,
            narrow: Grid8::EMPTY,
            waiting: [Grid8::EMPTY; 64],
            plane,
            occupied,
        };
        search.waiting[0] = Grid8::RIM.orthogonal_flood(!search.plane.block);
        search.pass(RIM_FOURS, 0);
        search
    }

    /// Goes on from every face whose cheapest corridor has this cost. A face
    /// without empty squares may add more of them.
    fn settle(&mut self, cost: u32) {
        loop {
            let squares = self.waiting[cost as usize] - self.settled;
            if squares.is_empty() {
                return;
            }
            self.settled |= squares;
            let touched = Plane::around(squares);
            self.pass(self.plane.across_links(touched), cost);
        }
    }

    /// Goes on from some 2×2 squares: through the faces without squares at no
    /// cost, and to the faces next to these.
    fn pass(&mut self, mut fours: Grid8, cost: u32) {
        loop {
            let narrow = (fours & self.plane.narrow) - self.narrow;
            if narrow.is_empty() {
                break;
            }
            self.narrow |= narrow;
            fours |= self.plane.across_links(narrow);
        }
        let open = !self.plane.block;
        let mut beside = (Plane::squares(fours) & open) - self.settled;
        while let Some(first) = beside.first() {
            let face = Grid8::from(first).orthogonal_flood(open);
            let total = cost + (face - self.occupied).len();
            self.waiting[total.min(63) as usize] |= face;
            beside -= face;
        }
    }

    /// Returns whether a face that was reached has the piece on its boundary.
    /// These are the faces of the squares orthogonally beside it and the faces
    /// without squares around it (A1).
    fn has_reached(&self, square: Square) -> bool {
        let here = Grid8::from(square);
        !here.orthogonal_neighbours().is_disjoint(self.settled)
            || !Plane::around(here).is_disjoint(self.narrow)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::enclosed_by;

    #[track_caller]
    fn cost(art: &str, square: &str) -> u32 {
        let pieces = Grid8::from_art(art);
        let square = square.parse().expect("a square");
        corridor_cost(pieces, pieces, square)
    }

    #[test]
    fn a_way_between_pieces_costs_nothing() {
        let art = "# # # # # # . .
                   # . . # . # . .
                   # # # # # # . .
                   # . . . # # . .
                   # # # # # # . .
                   . . . . . . . .
                   . . . . . . . .
                   . . . . . . . .";
        assert_eq!(cost(art, "d6"), 0);
    }

    #[test]
    fn a_way_through_a_face_costs_its_empty_squares() {
        let art = ". . . # # # . .
                   . . # . . . # .
                   . # . # # . . #
                   . # . # . # . #
                   . # . . # . . #
                   . . # . . . # .
                   . . . # # # . .
                   . . . . . . . .";
        // The inner pieces touch the 15 squares around them and the one inside.
        assert_eq!(cost(art, "d6"), 15);
    }

    #[test]
    fn on_the_boundary_nothing_is_left_out() {
        let pieces = Grid8::from_bits(0x0018_2442_4224_1800);
        for square in pieces {
            assert_eq!(corridor_cost(pieces, pieces, square), 0, "{square}");
        }
        assert_eq!(enclosed_by(pieces).len(), 12);
    }

    #[test]
    fn the_pinched_corridor_costs_four() {
        let pieces = Grid8::from_art(
            "# # . . # . # .
             # . # . # # # #
             . # # # . # . #
             . # . . # # # .
             . # . # . # # #
             . # . # . # # #
             # # # . . . . #
             . . . # # # # .",
        );
        let square = "d4".parse().expect("a square");
        assert_eq!(enclosed_by(pieces).len(), 13);
        assert_eq!(corridor_cost(pieces, pieces, square), 4);
    }
}
