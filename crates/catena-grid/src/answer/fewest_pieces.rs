//! How many pieces the shortest chain of a square has on 8×8, mostly without a search of
//! all chains.
//!
//! Draw a ray from an empty square off the board. A closed line has the square inside
//! exactly if it passes the ray an odd number of times, so a breadth-first search that
//! tells even from odd knows how far every piece is from closing a line around the square.
//! A search for the chain itself then needs few steps: it never goes where the rest of the
//! length does not lead back.

use super::chess::AroundSquare;
use super::shortest;
use crate::detect::{adjacent_empties, enclosed, has_chain};
use crate::grid8::Grid8;
use crate::square::Square;

/// How many steps the search for a chain around one gap may take. A search of all chains
/// takes about as long as this many.
const STEPS: u32 = 600;

/// Returns the fewest pieces in a chain through the piece that encloses two adjacent empty
/// squares; 0 if there is none.
///
/// # Exactness
///
/// Orthogonal steps through empty squares meet no chain, so a chain encloses all squares
/// that such steps connect (a *gap*), or none. A valid chain encloses a gap of several
/// squares, or two diagonal gaps of one square each; then it does not use the link that
/// passes between them. The shortest of all these is the answer. If the search for one of
/// them is given up that may be shorter, all chains are searched.
pub(crate) fn fewest_pieces(occupied: Grid8, square: Square) -> u32 {
    if !has_chain(occupied, square) {
        return 0;
    }
    let (mut fewest, mut bound) = (64, u32::MAX);
    let mut is_found = false;
    for_each_core(enclosed(occupied), |inside, barred| {
        let mut lines = Lines::new(occupied, square, inside, barred);
        match lines.shortest(fewest.min(bound)) {
            Found::Chain(length) => (fewest, is_found) = (length, true),
            Found::NoneShorterThan(length) => bound = bound.min(length),
            Found::None => {}
        }
    });
    if is_found && fewest <= bound {
        return fewest;
    }
    let Ok(chain) = shortest(&AroundSquare::new(occupied, square));
    chain.map_or(0, |chain| u32::try_from(chain.len()).unwrap_or(u32::MAX))
}

/// Calls `visit` with a square of each thing that makes a chain valid, and with the ends of
/// the link that the chain may not use then: gaps of several squares, and two diagonal ones
/// of one square.
fn for_each_core(enclosed: Grid8, mut visit: impl FnMut(Square, Grid8)) {
    let singles = enclosed - enclosed.orthogonal_neighbours();
    let mut left = enclosed - singles;
    while let Some(first) = left.first() {
        left -= Grid8::from(first).orthogonal_flood(enclosed);
        visit(first, Grid8::EMPTY);
    }
    for single in adjacent_empties(singles) {
        let here = Grid8::from(single);
        let others = single.king_neighbours() & singles;
        for other in others.iter().filter(|&other| other > single) {
            let beside = Grid8::from(other).orthogonal_neighbours();
            visit(single, here.orthogonal_neighbours() & beside);
        }
    }
}

/// What a search for a chain around an empty square found.
enum Found {
    /// The shortest chain has this many pieces.
    Chain(u32),
    /// The search took too many steps; no chain has fewer pieces than this.
    NoneShorterThan(u32),
    /// No chain has as few pieces as the limit allows.
    None,
}

/// Closed lines through a piece around an empty square.
struct Lines {
    occupied: Grid8,
    square: Square,
    ray: Ray,
    /// The ends of a link that is not used.
    barred: Grid8,
    /// For each number of steps, what at most that many steps from the piece reach. Beyond
    /// `last`, more steps reach nothing new.
    within: [Reached; 64],
    last: usize,
    /// How many steps the search may still take.
    steps: u32,
}

impl Lines {
    fn new(occupied: Grid8, square: Square, inside: Square, barred: Grid8) -> Lines {
        let ray = Ray::new(inside);
        let mut within = [Reached::NONE; 64];
        within[0].even = Grid8::from(square);
        let mut last = 0;
        while last < 63 {
            let next = ray.step(within[last]);
            let reached = Reached {
                even: (next.even & occupied) | within[last].even,
                odd: (next.odd & occupied) | within[last].odd,
            };
            if reached == within[last] {
                break;
            }
            last += 1;
            within[last] = reached;
        }
        Lines {
            occupied,
            square,
            ray,
            barred,
            within,
            last,
            steps: STEPS,
        }
    }

    /// The length of the shortest line of at most `limit` pieces that is a chain, that is,
    /// uses no piece twice.
    fn shortest(&mut self, limit: u32) -> Found {
        let closes = |reached: &Reached| reached.odd.contains(self.square);
        let Some(length) = self.within.iter().position(closes) else {
            return Found::None;
        };
        let start = self.within[0];
        for length in (0..=limit).skip(length) {
            if self.goes_on(start, start.even, length as usize) {
                return Found::Chain(length);
            }
            if self.steps == 0 {
                return Found::NoneShorterThan(length);
            }
        }
        Found::None
    }

    /// Whether a line that has come here can be closed in `left` more steps without a piece
    /// that is already used.
    fn goes_on(&mut self, here: Reached, used: Grid8, left: usize) -> bool {
        let mut next = self.ray.step(here);
        if !self.barred.is_disjoint(here.even | here.odd) {
            next.even -= self.barred;
            next.odd -= self.barred;
        }
        if left == 1 {
            return next.odd.contains(self.square);
        }
        let Some(steps) = self.steps.checked_sub(1) else {
            return false;
        };
        self.steps = steps;
        // A line that is even here must close with an odd rest, and the other way round.
        let rest = self.within[(left - 1).min(self.last)];
        let free = self.occupied - used;
        let even = (next.even & rest.odd & free).iter().map(Reached::even);
        let odd = (next.odd & rest.even & free).iter().map(Reached::odd);
        even.chain(odd)
            .any(|next| self.goes_on(next, used | next.even | next.odd, left - 1))
    }
}

/// The squares that walks reach which pass the ray an even or an odd number of times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Reached {
    even: Grid8,
    odd: Grid8,
}

impl Reached {
    const NONE: Reached = Reached {
        even: Grid8::EMPTY,
        odd: Grid8::EMPTY,
    };

    fn even(square: Square) -> Reached {
        Reached {
            even: Grid8::from(square),
            ..Reached::NONE
        }
    }

    fn odd(square: Square) -> Reached {
        Reached {
            odd: Grid8::from(square),
            ..Reached::NONE
        }
    }
}

/// A ray from an empty square to the north, a little to the east of the centres of its
/// file: the links that pass it lead from the squares above to the next file.
struct Ray {
    above: Grid8,
}

impl Ray {
    fn new(from: Square) -> Ray {
        const FILE: u64 = 0x0101_0101_0101_0101;
        let from = u32::from(from.index());
        Ray {
            above: Grid8::from_bits((FILE << from) & !(1 << from)),
        }
    }

    /// The squares a king's step away.
    fn step(&self, reached: Reached) -> Reached {
        let even = self.neighbours(reached.even);
        let odd = self.neighbours(reached.odd);
        Reached {
            even: even.even | odd.odd,
            odd: odd.even | even.odd,
        }
    }

    fn neighbours(&self, squares: Grid8) -> Reached {
        let three = |squares: Grid8| squares | squares.north() | squares.south();
        let west = three(squares).west();
        Reached {
            even: squares.north()
                | squares.south()
                | three(squares - self.above).east()
                | (west - self.above),
            odd: three(squares & self.above).east() | (west & self.above),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board as _;

    #[test]
    fn it_is_the_length_of_the_shortest_chain() {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut random = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        let mut chains = 0;
        for round in 0..6_000 {
            // Boards with about a half, 3/8 and 5/8 of their squares occupied.
            let bits = match round % 3 {
                0 => random(),
                1 => random() & (random() | random()) & (random() | random()),
                _ => random() | (random() & random()),
            };
            let occupied = Grid8::from_bits(bits);
            for square in occupied {
                let length = occupied.shortest(square).map_or(0, |chain| chain.len());
                let fewest = fewest_pieces(occupied, square) as usize;
                assert_eq!(fewest, length, "{bits:#x} {square}");
                chains += u32::from(length > 0);
            }
        }
        assert!(chains > 10_000, "{chains}");
    }

    /// The wall of d4 is short, but all ways from d4 to it lead over e5.
    #[test]
    fn a_line_uses_no_piece_twice() {
        let position = Grid8::from_art(
            ". . . . . . . .
             . . # # # . . .
             . # . . . # . .
             . # . . # . . .
             . . # # . . # .
             . . . . # # . .
             . . . . . . . .
             . . . . . . . .",
        );
        for square in position {
            let length = position.shortest(square).map_or(0, |chain| chain.len());
            assert_eq!(fewest_pieces(position, square) as usize, length, "{square}");
        }
        assert_eq!(fewest_pieces(position, Square::G4), 0);
    }
}
