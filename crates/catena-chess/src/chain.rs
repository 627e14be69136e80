//! [`ChainScan`]: which moves of a position form a chain.
//!
//! All questions to the detector of `catena-core` are asked here.

use arrayvec::ArrayVec;
use catena_core::{Chain, Grid8, Square as Cell};
use shakmaty::{Bitboard, CastlingSide, Move, Square};

use crate::rules::{CASTLED_ROOK_COUNTS, ChainSize, SIZE_OF_SEVERAL_CHAINS};

/// A square of shakmaty as one of `catena-core`: both count from a1.
pub(crate) fn cell(square: Square) -> Cell {
    Cell::ALL[square.to_usize()]
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
            .map(|cell| catena_core::max_area(self.occupied, cell));
        match SIZE_OF_SEVERAL_CHAINS {
            ChainSize::Largest => sizes.max().unwrap_or(0),
        }
    }

    /// The shortest chain through a piece that moved, to show.
    pub(crate) fn chain(self) -> Option<Chain> {
        self.moved
            .iter()
            .find_map(|cell| catena_core::shortest(self.occupied, cell))
    }
}

/// A block of pieces that encloses two adjacent empty squares. Each of its
/// pieces is on a chain.
#[derive(Clone, Copy, Debug)]
struct Wall {
    pieces: Grid8,
}

impl Wall {
    /// The empty squares it encloses.
    fn holds(self, occupied: Grid8) -> Grid8 {
        catena_core::enclosed(self.pieces) - occupied
    }
}

/// A wall has at least six pieces, and two walls share at most one, without
/// going round in a circle: so there are at most 63 / 5 on a board.
const MAX_WALLS: usize = 12;

/// The walls among some pieces of a board.
#[derive(Clone, Debug, Default)]
struct Walls(ArrayVec<Wall, MAX_WALLS>);

impl Walls {
    /// Adds the walls among `pieces`, on a board with these occupied squares.
    fn add(&mut self, pieces: Grid8, occupied: Grid8) {
        if has_pair(catena_core::enclosed(pieces) - occupied) {
            self.add_all(pieces, occupied);
        }
    }

    /// The same where it is known that the pieces enclose something.
    fn add_all(&mut self, pieces: Grid8, occupied: Grid8) {
        catena_core::for_each_wall(pieces, occupied, |pieces| self.0.push(Wall { pieces }));
    }

    fn contain(&self, piece: Cell) -> bool {
        self.0.iter().any(|wall| wall.pieces.contains(piece))
    }

    /// Whether a new piece on this empty square becomes part of a wall, by
    /// standing beside two of its pieces and leaving it two squares to hold.
    fn take_in(&self, target: Cell, occupied: Grid8) -> bool {
        self.0.iter().any(|wall| {
            (wall.pieces & target.king_neighbours()).len() >= 2
                && has_pair(wall.holds(occupied).without(target))
        })
    }
}

/// Whether two of the squares are a king's step apart.
fn has_pair(squares: Grid8) -> bool {
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
///   around it do not hang together, and one orthogonal to it is not *safe*,
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
    occupied: Grid8,
    safe: Grid8,
    /// The squares orthogonal to an empty square that is not safe.
    beside_unsafe: Grid8,
    /// Those of them that pinch.
    suspects: Grid8,
    /// The squares that are safe if empty.
    safe_if_empty: Grid8,
    walls: Walls,
    walled_in: Grid8,
    /// The pieces in walls.
    in_wall: Grid8,
    /// The walls without the piece that was asked about last.
    without: Option<(Cell, Walls)>,
}

impl ChainScan {
    /// Looks at a board with these pieces.
    #[must_use]
    pub fn new(occupied: Bitboard) -> ChainScan {
        let occupied = Grid8::from_bits(occupied.0);
        ChainScan::with_enclosed(occupied, catena_core::enclosed(occupied))
    }

    /// The same for those who know what is enclosed, as
    /// [`catena_core::enclosed`] tells.
    #[must_use]
    pub fn with_enclosed(occupied: Grid8, enclosed: Grid8) -> ChainScan {
        let open = !occupied - enclosed;
        let mut walls = Walls::default();
        if has_pair(enclosed) {
            walls.add_all(occupied, occupied);
        }
        let in_wall = walls
            .0
            .iter()
            .fold(Grid8::EMPTY, |pieces, wall| pieces | wall.pieces);
        let safe = safe(open);
        let beside_unsafe = (!occupied - safe).orthogonal_neighbours();
        ChainScan {
            occupied,
            safe,
            beside_unsafe,
            suspects: beside_unsafe & pinches(occupied),
            safe_if_empty: Grid8::RIM | beside_two(safe),
            walls,
            walled_in: (occupied & enclosed.king_neighbours())
                - Grid8::RIM
                - open.orthogonal_neighbours(),
            in_wall,
            without: None,
        }
    }

    /// The pieces that are on a chain before any move.
    #[must_use]
    pub fn wall(&self) -> Grid8 {
        self.in_wall
    }

    /// The empty squares where one more piece may close a wall, on a board
    /// without walls: by cutting off two adjacent squares that are not safe.
    #[must_use]
    pub fn gaps(&self) -> Grid8 {
        let not_safe = !self.occupied - self.safe;
        (self.suspects & beside_pairs(not_safe)) - self.occupied
    }

    /// Whether the move, which must be legal on this board, forms a chain.
    #[inline]
    pub fn forms_chain(&mut self, mv: Move) -> bool {
        let Move::Normal {
            from, to, capture, ..
        } = mv
        else {
            return Placed::new(Bitboard(self.occupied.bits()), mv).forms_chain();
        };
        let (from, to) = (cell(from), cell(to));
        let may_join = self.may_join_wall(from, to, capture.is_some());
        let may_close = capture.is_none() && self.may_close_wall(from, to);
        (may_join || may_close) && self.is_in_wall(from, to, may_join)
    }

    /// Whether the piece can become part of an old wall. The walls without it
    /// are parts of the walls with it, unless it is walled in.
    #[inline]
    fn may_join_wall(&self, from: Cell, to: Cell, is_capture: bool) -> bool {
        let beside = if is_capture {
            self.in_wall.contains(to)
        } else {
            !self.in_wall.is_disjoint(to.king_neighbours())
                && (self.in_wall & to.king_neighbours()).without(from).len() >= 2
        };
        beside || self.walled_in.contains(from)
    }

    /// Whether the quiet move can close a new wall, by the look of the squares
    /// around the target.
    #[inline]
    fn may_close_wall(&self, from: Cell, to: Cell) -> bool {
        if !to.king_neighbours().contains(from) {
            return self.suspects.contains(to);
        }
        let unsafe_beside = self.beside_unsafe.contains(to)
            || (!self.safe_if_empty.contains(from)
                && Grid8::from(to).orthogonal_neighbours().contains(from));
        unsafe_beside && pinches(self.occupied.without(from)).contains(to)
    }

    /// Whether the piece is in a wall after a move that may join one or close
    /// one.
    #[inline(never)]
    fn is_in_wall(&mut self, from: Cell, to: Cell, may_join: bool) -> bool {
        let is_capture = self.occupied.contains(to);
        let after = self.occupied.without(from).with(to);
        let enclosed = self.enclosed_by(after);
        let open = !after - enclosed;
        let paired = enclosed & enclosed.king_neighbours();
        if paired.is_empty() {
            return false;
        }
        // The detector's own quick test: every wall around a square beside the
        // piece needs the piece.
        let beside = Grid8::from(to).orthogonal_neighbours();
        if !paired.is_disjoint(beside) && (Grid8::RIM.contains(to) || !open.is_disjoint(beside)) {
            return true;
        }
        if may_join {
            let before = self.occupied.without(from);
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
        !is_capture && !enclosed.is_disjoint(beside) && catena_core::has_chain(after, to)
    }

    /// What is enclosed once there is a piece on the square too.
    #[inline]
    #[must_use]
    pub fn enclosed_with(&self, piece: Cell) -> Grid8 {
        self.enclosed_by(self.occupied.with(piece))
    }

    /// What these pieces enclose, which are those of the board and one more,
    /// or some of them.
    #[inline]
    fn enclosed_by(&self, pieces: Grid8) -> Grid8 {
        // More empty squares only make more squares safe.
        !pieces - (self.safe | Grid8::RIM).orthogonal_flood(!pieces)
    }

    /// The walls on the board without this piece.
    fn walls_without(&mut self, piece: Cell) -> &Walls {
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

    fn find_walls_without(&self, piece: Cell) -> Walls {
        let mut walls = Walls::default();
        let occupied = self.occupied.without(piece);
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

/// Open squares that stay open whatever single other square is filled. Not
/// all of them: what two sweeps over the board find.
///
/// A square on the rim is safe. So is one orthogonal to two safe squares, and
/// so are two neighbours beside two safe neighbours, as sides of a 2×2 square.
fn safe(open: Grid8) -> Grid8 {
    // Each set of pairs holds the lower or left square of each pair.
    let open_rows = open & open.west();
    let open_columns = open & open.south();
    let mut safe = open & Grid8::RIM;
    for _ in 0..2 {
        let columns = sideways(safe & safe.south(), open_columns);
        safe = safe | columns | columns.north();
        let rows = upright(safe & safe.west(), open_rows);
        safe = safe | rows | rows.east();
        safe |= open & beside_two(safe);
    }
    safe
}

/// The squares orthogonal to two of these.
fn beside_two(squares: Grid8) -> Grid8 {
    let (north, south) = (squares.north(), squares.south());
    let (east, west) = (squares.east(), squares.west());
    (north & south) | (east & west) | ((north | south) & (east | west))
}

/// The squares orthogonal to one of these that is a king's step from another,
/// without counting themselves.
fn beside_pairs(squares: Grid8) -> Grid8 {
    let with_one = squares & squares.king_neighbours();
    let with_two = squares & squares.beside_two();
    (with_one.orthogonal_neighbours() - squares) | (with_two.orthogonal_neighbours() & squares)
}

/// The squares of `within` that straight steps east or west inside it reach
/// from `start`, which is part of it.
fn sideways(start: Grid8, within: Grid8) -> Grid8 {
    // Each step doubles how far a set reaches.
    let (mut east, mut west) = (start, start);
    let (mut to_east, mut to_west) = (within, within);
    for distance in [1, 2, 4] {
        east |= to_east & shift(east, distance, Grid8::east);
        to_east &= shift(to_east, distance, Grid8::east);
        west |= to_west & shift(west, distance, Grid8::west);
        to_west &= shift(to_west, distance, Grid8::west);
    }
    east | west
}

/// The squares of `within` that straight steps north or south inside it reach
/// from `start`, which is part of it.
fn upright(start: Grid8, within: Grid8) -> Grid8 {
    let (mut north, mut south) = (start, start);
    let (mut to_north, mut to_south) = (within, within);
    for distance in [1, 2, 4] {
        north |= to_north & shift(north, distance, Grid8::north);
        to_north &= shift(to_north, distance, Grid8::north);
        south |= to_south & shift(south, distance, Grid8::south);
        to_south &= shift(to_south, distance, Grid8::south);
    }
    north | south
}

fn shift(squares: Grid8, distance: u32, step: fn(Grid8) -> Grid8) -> Grid8 {
    (0..distance).fold(squares, |squares, _| step(squares))
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
    // Going clockwise, an orthogonal neighbour ends a group of empty squares
    // if it is not joined to the next one.
    let north_ends = north - (north_east & east);
    let east_ends = east - (south_east & south);
    let south_ends = south - (south_west & west);
    let west_ends = west - (north_west & north);
    (north_ends & east_ends)
        | (south_ends & west_ends)
        | ((north_ends | east_ends) & (south_ends | west_ends))
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

    #[test]
    fn without_walls_a_piece_closes_one_in_a_gap_only() {
        let mut bits = 0x2545_f491_4f6c_dd1du64;
        let mut closed = 0;
        for _ in 0..20_000 {
            bits = bits.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            let occupied = Grid8::from_bits(bits ^ bits >> 29);
            let scan = ChainScan::new(Bitboard(occupied.bits()));
            if !scan.wall().is_empty() {
                continue;
            }
            for target in !occupied {
                if catena_core::has_chain(occupied.with(target), target) {
                    closed += 1;
                    assert!(scan.gaps().contains(target), "{target}\n{occupied}");
                }
            }
        }
        assert!(closed > 1000, "{closed}");
    }
}
