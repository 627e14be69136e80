//! [`ChainScan`]: which moves of a position form a chain.

use arrayvec::ArrayVec;
use catena_grid::{Board, Grid8, Square as GridSquare};
use shakmaty::{Bitboard, Move};

use crate::convert::{bitboard, grid_square, grid8};
use crate::empties::Empties;
use crate::placed::Placed;

/// A block of pieces that encloses two adjacent empty squares. Each of its
/// pieces is on a chain.
#[derive(Clone, Copy, Debug)]
struct Wall {
    pieces: Grid8,
}

impl Wall {
    /// The empty squares it encloses.
    fn holds(self, occupied: Grid8) -> Grid8 {
        self.pieces.enclosed() - occupied
    }
}

/// A wall has at least six pieces, and two walls share at most one, without
/// going round in a circle: so there are at most 63 / 5 on a board.
const MAX_WALLS: usize = 12;

/// The walls among some pieces of a board.
#[derive(Clone, Debug, Default)]
struct WallList(ArrayVec<Wall, MAX_WALLS>);

impl WallList {
    /// Adds the walls among `pieces`, on a board with these occupied squares.
    fn add(&mut self, pieces: Grid8, occupied: Grid8) {
        if has_pair(pieces.enclosed() - occupied) {
            self.add_all(pieces, occupied);
        }
    }

    /// The same where it is known that the pieces enclose something.
    fn add_all(&mut self, pieces: Grid8, occupied: Grid8) {
        catena_grid::for_each_wall(pieces, occupied, |pieces| self.0.push(Wall { pieces }));
    }

    fn contain(&self, piece: GridSquare) -> bool {
        self.0.iter().any(|wall| wall.pieces.contains(piece))
    }

    /// Whether a new piece on this empty square becomes part of a wall, by
    /// standing beside two of its pieces and leaving it two squares to hold.
    fn take_in(&self, target: GridSquare, occupied: Grid8) -> bool {
        self.0.iter().any(|wall| {
            (wall.pieces & target.king_neighbours()).len() >= 2
                && has_pair(wall.holds(occupied).without(target))
        })
    }
}

/// The detector's own quick test: every wall around one of these enclosed
/// squares needs the piece, which stands between it and an open one.
#[inline]
pub(crate) fn is_needed(piece: GridSquare, held: Grid8, open: Grid8) -> bool {
    let beside = Grid8::from(piece).orthogonal_neighbours();
    !held.is_disjoint(beside) && (Grid8::RIM.contains(piece) || !open.is_disjoint(beside))
}

/// Whether two of the squares are a king's step apart.
pub(crate) fn has_pair(squares: Grid8) -> bool {
    !squares.is_disjoint(squares.king_neighbours())
}

/// What one look at a board says about all moves on it: few of them need a
/// test of their own.
///
/// The answers are exact. A *wall* is a block of pieces that encloses two
/// adjacent empty squares: by the theorem in `docs/theory.md` a piece is on a
/// chain if and only if it is in a wall. Take the board without the piece that
/// moves, and its walls.
///
/// - **A capture** puts the piece where another stood: it forms a chain iff
///   that square is in one of these walls.
/// - **A quiet move** forms a chain if its target is beside two pieces of one
///   of these walls and leaves it two adjacent squares to hold. Say it does
///   not, and there is a chain `… a, target, b …`. If the pieces around
///   the target joined `a` to `b`, the chain could go around the target, so `a`
///   and `b` would be in a wall that holds the same. So empty squares
///   orthogonal to the target lie on both sides, and one of them is enclosed.
///   Hence no chain unless the target *pinches*, which means that the empty squares
///   around it are not connected, and one orthogonal to it is not *safe*,
///   which means that no single new piece can cut it off from the rim.
///
/// What is left is put to the detector: one move in thirty in master games.
///
/// The walls without a piece are mostly the walls with it. They differ if it
/// is in one of them, or if it is *walled in*: no open square is orthogonal to
/// it and an enclosed one is a king's step away, so that the square it leaves
/// can count as enclosed.
#[derive(Clone, Debug)]
pub struct ChainScan {
    empties: Empties,
    walls: WallList,
    walled_in: Grid8,
    /// The pieces in walls.
    in_wall: Grid8,
    /// The walls without the piece that was asked about last.
    without: Option<(GridSquare, WallList)>,
}

impl ChainScan {
    /// Looks at a board with these pieces.
    #[must_use]
    pub fn new(occupied: Bitboard) -> ChainScan {
        let occupied = grid8(occupied);
        let enclosed = occupied.enclosed();
        let open = !occupied - enclosed;
        let mut walls = WallList::default();
        if has_pair(enclosed) {
            walls.add_all(occupied, occupied);
        }
        let in_wall = walls
            .0
            .iter()
            .fold(Grid8::EMPTY, |pieces, wall| pieces | wall.pieces);
        ChainScan {
            empties: Empties::new(occupied, open),
            walls,
            walled_in: (occupied & enclosed.king_neighbours())
                - Grid8::RIM
                - open.orthogonal_neighbours(),
            in_wall,
            without: None,
        }
    }

    /// Whether the move, which must be legal on this board, forms a chain.
    #[inline]
    pub fn forms_chain(&mut self, mv: Move) -> bool {
        let Move::Normal {
            from, to, capture, ..
        } = mv
        else {
            return Placed::new(bitboard(self.empties.occupied), mv).forms_chain();
        };
        let (from, to) = (grid_square(from), grid_square(to));
        let may_join = self.may_join_wall(from, to, capture.is_some());
        let may_close = capture.is_none() && self.empties.may_close_wall(from, to);
        (may_join || may_close) && self.is_in_wall(from, to, may_join)
    }

    /// Whether the piece can become part of an old wall. The walls without it
    /// are parts of the walls with it, unless it is walled in.
    #[inline]
    fn may_join_wall(&self, from: GridSquare, to: GridSquare, is_capture: bool) -> bool {
        let beside = if is_capture {
            self.in_wall.contains(to)
        } else {
            !self.in_wall.is_disjoint(to.king_neighbours())
                && (self.in_wall & to.king_neighbours()).without(from).len() >= 2
        };
        beside || self.walled_in.contains(from)
    }

    /// Whether the piece is in a wall after a move that may join one or close
    /// one.
    #[inline(never)]
    fn is_in_wall(&mut self, from: GridSquare, to: GridSquare, may_join: bool) -> bool {
        let is_capture = self.empties.occupied.contains(to);
        let after = self.empties.occupied.without(from).with(to);
        let enclosed = self.empties.enclosed_by(after);
        let open = !after - enclosed;
        let paired = enclosed & enclosed.king_neighbours();
        if paired.is_empty() {
            return false;
        }
        let beside = Grid8::from(to).orthogonal_neighbours();
        if is_needed(to, paired, open) {
            return true;
        }
        if may_join {
            let before = self.empties.occupied.without(from);
            let walls = self.walls_without(from);
            let joins = if is_capture {
                walls.contain(to)
            } else {
                walls.take_in(to, before)
            };
            if joins {
                return true;
            }
        }
        !is_capture && !enclosed.is_disjoint(beside) && after.has_chain(to)
    }

    /// The walls on the board without this piece.
    fn walls_without(&mut self, piece: GridSquare) -> &WallList {
        if !(self.in_wall | self.walled_in).contains(piece) {
            return &self.walls;
        }
        if self
            .without
            .as_ref()
            .is_none_or(|(known, _)| *known != piece)
        {
            self.without = Some((piece, self.find_walls_without(piece)));
        }
        self.without
            .as_ref()
            .map_or(&self.walls, |(_, walls)| walls)
    }

    fn find_walls_without(&self, piece: GridSquare) -> WallList {
        let mut walls = WallList::default();
        let occupied = self.empties.occupied.without(piece);
        if self.walled_in.contains(piece) {
            walls.add(occupied, occupied);
            return walls;
        }
        for wall in &self.walls.0 {
            if wall.pieces.contains(piece) {
                walls.add(wall.pieces.without(piece), occupied);
            } else {
                walls.0.push(*wall);
            }
        }
        walls
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::Role;

    /// Every piece to every square, on boards of every density: far
    /// more chains than games have.
    #[test]
    fn a_scan_agrees_with_the_detector_on_any_board() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut chains = 0;
        for round in 0..600 {
            let [one, two, three] = [(); 3].map(|()| random.u64(..));
            let occupied = match round % 4 {
                0 => one,
                1 => one & two,
                2 => one | (two & three),
                _ => one & (two | three),
            };
            let mut scan = ChainScan::new(Bitboard(occupied));
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
