//! [`ChainScan`]: which moves of a position form a chain.
//!
//! All questions to the detector of `catena-core` are asked here.

use catena_core::{Chain, Grid8, Square as Cell};
use shakmaty::{Bitboard, CastlingSide, Move, Square};

use crate::rules::{CASTLED_ROOK_COUNTS, ChainSize, SIZE_OF_SEVERAL_CHAINS};

/// A square of shakmaty as one of `catena-core`: both count from a1.
pub(crate) fn cell(square: Square) -> Cell {
    Cell::ALL[square.to_usize()]
}

/// A square of `catena-core` as one of shakmaty.
pub(crate) fn square(cell: Cell) -> Square {
    Square::new(u32::from(cell.index()))
}

/// What a move leaves on the board, as far as chains are concerned.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    /// The occupied squares after the move.
    pub(crate) occupied: Grid8,
    /// The new squares of the pieces that moved: one, or two when castling.
    pub(crate) moved: Grid8,
}

impl Placed {
    /// The move played on a board with these pieces.
    pub(crate) fn new(occupied: Bitboard, mv: Move) -> Placed {
        let mut after = Grid8::from_bits(occupied.0);
        let moved = match mv {
            Move::Normal { from, to, .. } => {
                after.remove(cell(from));
                Grid8::from(cell(to))
            }
            Move::EnPassant { from, to } => {
                after.remove(cell(from));
                after.remove(cell(Square::from_coords(to.file(), from.rank())));
                Grid8::from(cell(to))
            }
            Move::Castle { king, rook } => {
                after.remove(cell(king));
                after.remove(cell(rook));
                let side = CastlingSide::from_queen_side(rook < king);
                let king_to = Square::from_coords(side.king_to_file(), king.rank());
                let rook_to = Square::from_coords(side.rook_to_file(), king.rank());
                after.insert(cell(rook_to));
                after.insert(cell(king_to));
                let rook_counts = if CASTLED_ROOK_COUNTS {
                    Grid8::from(cell(rook_to))
                } else {
                    Grid8::EMPTY
                };
                rook_counts.with(cell(king_to))
            }
            Move::Put { to, .. } => Grid8::from(cell(to)),
        };
        Placed {
            occupied: after | moved,
            moved,
        }
    }

    /// Whether a chain runs through a piece that moved.
    pub(crate) fn forms_chain(self) -> bool {
        self.moved
            .iter()
            .any(|cell| catena_core::has_chain(self.occupied, cell))
    }

    /// The size of the chain formed: the most empty squares inside one; 0
    /// where there is none.
    pub(crate) fn chain_size(self) -> u32 {
        let sizes = self
            .moved
            .iter()
            .map(|cell| catena_core::enclosed(self.occupied).without(cell).len());
        match SIZE_OF_SEVERAL_CHAINS {
            ChainSize::Largest => sizes.max().unwrap_or(0),
        }
    }

    /// A chain through a piece that moved, to show.
    pub(crate) fn chain(self) -> Option<Chain> {
        self.moved
            .iter()
            .find_map(|cell| catena_core::witness(self.occupied, cell))
    }
}

/// What one look at a board says about all moves on it: most of them cannot
/// form a chain, and that shows without testing each.
///
/// The answers are exact. Let the *wall* be the pieces that are on a
/// chain before the move. A piece that leaves can become part of what is
/// enclosed only if no open square is orthogonal to it and an enclosed one is
/// a king's step away; such a piece is called *walled in* here. If the piece
/// that moves is not walled in, two kinds of moves are refused at once:
///
/// - **A capture on a square outside the wall.** The capturer stands where a
///   piece stood, and nothing else was added, so a chain through that square
///   was there before, around the same squares.
/// - **A quiet move to a square that pinches nothing, with fewer than two
///   pieces of the wall beside it.** Say the empty squares around the target
///   hang together. Then the pieces around it do too, and a chain
///   through the target can go around the target instead: what it encloses
///   was enclosed before, by a wall with two pieces beside the target.
///
/// All other moves are put to the detector.
#[derive(Clone, Copy, Debug)]
pub struct ChainScan {
    occupied: Grid8,
    /// Squares whose empty surroundings do not hang together.
    pinches: Grid8,
    /// The pieces that are on a chain.
    wall: Grid8,
    /// The pieces that leave an enclosed square beside another behind.
    walled_in: Grid8,
}

impl ChainScan {
    /// Looks at a board with these pieces.
    #[must_use]
    pub fn new(occupied: Bitboard) -> ChainScan {
        let occupied = Grid8::from_bits(occupied.0);
        let enclosed = catena_core::enclosed(occupied);
        let open = !occupied - enclosed;
        let wall = if enclosed.is_disjoint(enclosed.king_neighbours()) {
            Grid8::EMPTY
        } else {
            catena_core::chain_squares(occupied)
        };
        ChainScan {
            occupied,
            pinches: pinches(occupied),
            wall,
            walled_in: (occupied & enclosed.king_neighbours())
                - Grid8::RIM
                - open.orthogonal_neighbours(),
        }
    }

    /// The pieces that are on a chain before any move.
    #[must_use]
    pub fn wall(&self) -> Grid8 {
        self.wall
    }

    /// Whether the move, which must be legal on this board, forms a chain.
    #[must_use]
    pub fn forms_chain(&self, mv: Move) -> bool {
        !self.refuses(mv) && Placed::new(Bitboard(self.occupied.bits()), mv).forms_chain()
    }

    /// Whether the move cannot form a chain, for one of the reasons above.
    fn refuses(&self, mv: Move) -> bool {
        let Move::Normal {
            from, to, capture, ..
        } = mv
        else {
            return false;
        };
        let (from, to) = (cell(from), cell(to));
        if self.walled_in.contains(from) {
            return false;
        }
        if capture.is_some() {
            return !self.wall.contains(to);
        }
        let near = to.king_neighbours();
        let pinches = if near.contains(from) {
            pinches(self.occupied.without(from))
        } else {
            self.pinches
        };
        !pinches.contains(to) && (self.wall & near).without(from).len() < 2
    }
}

/// The squares around which the empty squares do not hang together: two of
/// the four orthogonal neighbours are empty and not joined by orthogonal steps
/// over empty squares around the square. Beyond the edge all is empty.
fn pinches(occupied: Grid8) -> Grid8 {
    // Each set holds the squares whose neighbour in that direction is empty.
    let (north, south) = (!occupied.south(), !occupied.north());
    let (east, west) = (!occupied.west(), !occupied.east());
    let north_east = !occupied.south().west();
    let south_east = !occupied.north().west();
    let south_west = !occupied.north().east();
    let north_west = !occupied.south().east();
    // Going clockwise, an orthogonal neighbour ends a group of empty
    // squares if it is not joined to the next one.
    let ends = [
        north - (north_east & east),
        east - (south_east & south),
        south - (south_west & west),
        west - (north_west & north),
    ];
    (ends[0] & ends[1]) | (ends[2] & ends[3]) | ((ends[0] | ends[1]) & (ends[2] | ends[3]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::Role;

    /// Every piece to every square, on boards of every density: far
    /// more chains than games have.
    #[test]
    fn a_scan_agrees_with_the_detector_on_any_board() {
        let mut bits = 0x9e37_79b9_7f4a_7c15u64;
        let mut random = || {
            bits ^= bits << 13;
            bits ^= bits >> 7;
            bits ^= bits << 17;
            bits
        };
        let mut chains = 0;
        for round in 0..600 {
            let (one, two, three) = (random(), random(), random());
            let occupied = match round % 4 {
                0 => one,
                1 => one & two,
                2 => one | (two & three),
                _ => one & (two | three),
            };
            let scan = ChainScan::new(Bitboard(occupied));
            for from in Bitboard(occupied) {
                for to in !Bitboard::from_square(from) {
                    let capture = Bitboard(occupied).contains(to).then_some(Role::Pawn);
                    let mv = Move::Normal {
                        role: Role::Queen,
                        from,
                        capture,
                        to,
                        promotion: None,
                    };
                    let expected = Placed::new(Bitboard(occupied), mv).forms_chain();
                    assert_eq!(
                        scan.forms_chain(mv),
                        expected,
                        "{mv:?}\n{:?}",
                        Bitboard(occupied)
                    );
                    chains += usize::from(expected);
                }
            }
        }
        assert!(chains > 10_000);
    }
}
