//! [`QuickScan`]: which moves plainly form a chain.

use catena_grid::{Board, Grid8, Square as GridSquare};
use shakmaty::{Bitboard, Move};

use crate::chain::{has_pair, is_needed};
use crate::convert::grid_square;
use crate::empties::Empties;
use crate::placed::Placed;

/// What a glance at a board says about the moves on it. It never reports a
/// chain that does not exist, but it may miss one. For searches, which can
/// afford to miss a chain now and then but not the time of a
/// [`ChainScan`](crate::ChainScan).
///
/// It knows walls by their *needed* pieces. These stand between two adjacent
/// empty squares that are enclosed and connected, and an open square or
/// the edge; so they are in every wall around those two. When a piece leaves that
/// is not needed, what is enclosed stays enclosed. So if it goes where it is
/// beside two needed pieces, or takes one, it is in the wall. And what is beside
/// two pieces of the wall is part of it, as long as these stay.
#[derive(Clone, Debug)]
pub struct QuickScan {
    empties: Empties,
    /// The needed pieces, and where others become part of their walls.
    needed: WallPieces,
    /// The same for all pieces that are known to be in walls.
    known: WallPieces,
}

/// Pieces of walls.
#[derive(Clone, Copy, Debug, Default)]
struct WallPieces {
    pieces: Grid8,
    /// Where another piece becomes part of a wall of these.
    room: Grid8,
}

impl WallPieces {
    /// Adds pieces of a wall that holds these squares.
    fn add(&mut self, pieces: Grid8, held: Grid8) {
        self.pieces |= pieces;
        self.room |= (pieces | pieces.beside_two()) - held;
    }

    #[inline(always)]
    fn takes_in(&self, from: GridSquare, to: GridSquare) -> bool {
        self.room.contains(to) && !self.pieces.contains(from)
    }
}

/// How often [`QuickScan`] looks for pieces beside two of a wall.
const LAYERS: usize = 3;

impl QuickScan {
    /// Looks at a board with these pieces.
    #[must_use]
    pub fn new(occupied: Bitboard) -> QuickScan {
        let occupied = Grid8::from_bits(occupied.0);
        QuickScan::with_enclosed(occupied, occupied.enclosed())
    }

    /// The same for callers that already have [`enclosed`](Board::enclosed).
    #[must_use]
    pub fn with_enclosed(occupied: Grid8, enclosed: Grid8) -> QuickScan {
        let open = !occupied - enclosed;
        let (mut needed, mut known) = (WallPieces::default(), WallPieces::default());
        let outer = occupied & (open.orthogonal_neighbours() | Grid8::RIM);
        let mut left = enclosed & enclosed.orthogonal_neighbours();
        while let Some(first) = left.first() {
            let held = Grid8::from(first).orthogonal_flood(left);
            left -= held;
            let around = held.orthogonal_neighbours() & outer;
            needed.add(around, held);
            let layer = |wall: Grid8, _| wall | (wall.beside_two() & occupied);
            known.add((0..LAYERS).fold(around, layer), held);
        }
        QuickScan {
            empties: Empties::new(occupied, open),
            needed,
            known,
        }
    }

    /// The empty squares where one more piece may close a chain, on a board
    /// where nothing stands on one.
    #[must_use]
    pub fn gaps(&self) -> Grid8 {
        self.empties.gaps()
    }

    /// What is enclosed once there is a piece on the square too.
    #[inline]
    #[must_use]
    pub fn enclosed_with(&self, piece: GridSquare) -> Grid8 {
        self.empties.enclosed_with(piece)
    }

    /// Whether the move, which must be legal on this board, plainly forms a
    /// chain.
    #[inline]
    #[must_use]
    pub fn sees_chain(&self, mv: Move) -> bool {
        let Move::Normal {
            from, to, capture, ..
        } = mv
        else {
            return Placed::new(Bitboard(self.empties.occupied.bits()), mv).forms_chain();
        };
        let (from, to) = (grid_square(from), grid_square(to));
        if self.known.takes_in(from, to) || self.needed.takes_in(from, to) {
            return true;
        }
        capture.is_none() && self.empties.may_close_wall(from, to) && self.closes_wall(from, to)
    }

    #[inline(never)]
    fn closes_wall(&self, from: GridSquare, to: GridSquare) -> bool {
        let after = self.empties.occupied.without(from).with(to);
        let enclosed = self.empties.enclosed_by(after);
        has_pair(enclosed)
            && is_needed(to, enclosed & enclosed.king_neighbours(), !after - enclosed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::Role;

    /// Every piece to every square, on boards of every density.
    #[test]
    fn what_it_sees_is_there_and_it_sees_a_good_part() {
        let mut random = fastrand::Rng::with_seed(1);
        let (mut seen, mut chains) = (0, 0);
        for round in 0..600 {
            let thin = if round % 2 == 0 {
                u64::MAX
            } else {
                random.u64(..)
            };
            let occupied = Bitboard(random.u64(..) & thin);
            let scan = QuickScan::new(occupied);
            for from in occupied {
                for to in !Bitboard::from_square(from) {
                    let mv = Move::Normal {
                        role: Role::Queen,
                        from,
                        capture: occupied.contains(to).then_some(Role::Pawn),
                        to,
                        promotion: None,
                    };
                    let expected = Placed::new(occupied, mv).forms_chain();
                    let sees = scan.sees_chain(mv);
                    assert!(expected || !sees, "{mv:?}\n{occupied:?}");
                    seen += usize::from(sees);
                    chains += usize::from(expected);
                }
            }
        }
        // On boards of games it is more.
        assert!(seen * 5 > chains * 2, "{seen} of {chains}");
    }
}
