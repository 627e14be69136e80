//! [`Empties`]: what the empty squares say about moves that close a wall.

use catena_grid::{Grid8, Square as GridSquare};

/// What one look at the empty squares of a board says about all quiet moves:
/// few of them can close a wall.
///
/// An empty square is *safe* if no single new piece can cut it off from the
/// rim. A square *pinches* if the empty squares around it are not connected.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Empties {
    pub(crate) occupied: Grid8,
    safe: Grid8,
    /// The squares orthogonal to an empty square that is not safe.
    beside_unsafe: Grid8,
    /// Those of them that pinch.
    suspects: Grid8,
    /// The squares that are safe if empty.
    safe_if_empty: Grid8,
}

impl Empties {
    /// The empty squares of a board, of which these are not enclosed.
    pub(crate) fn new(occupied: Grid8, open: Grid8) -> Empties {
        let safe = safe(open);
        let beside_unsafe = (!occupied - safe).orthogonal_neighbours();
        Empties {
            occupied,
            safe,
            beside_unsafe,
            suspects: beside_unsafe & pinches(occupied),
            safe_if_empty: Grid8::RIM | beside_two(safe),
        }
    }

    /// The empty squares where one more piece may close a wall, on a board
    /// without walls: by cutting off two adjacent squares that are not safe.
    pub(crate) fn gaps(&self) -> Grid8 {
        let not_safe = !self.occupied - self.safe;
        (self.suspects & beside_pairs(not_safe)) - self.occupied
    }

    /// Whether the quiet move can close a new wall, by the look of the squares
    /// around the target.
    #[inline]
    pub(crate) fn may_close_wall(&self, from: GridSquare, to: GridSquare) -> bool {
        if !to.king_neighbours().contains(from) {
            return self.suspects.contains(to);
        }
        let unsafe_beside = self.beside_unsafe.contains(to)
            || (!self.safe_if_empty.contains(from)
                && Grid8::from(to).orthogonal_neighbours().contains(from));
        unsafe_beside && pinches(self.occupied.without(from)).contains(to)
    }

    /// What is enclosed once there is a piece on the square too.
    #[inline]
    #[must_use]
    pub(crate) fn enclosed_with(&self, piece: GridSquare) -> Grid8 {
        self.enclosed_by(self.occupied.with(piece))
    }

    /// What these pieces enclose, which are those of the board and one more,
    /// or some of them.
    #[inline]
    pub(crate) fn enclosed_by(&self, pieces: Grid8) -> Grid8 {
        // More empty squares only make more squares safe.
        !pieces - (self.safe | Grid8::RIM).orthogonal_flood(!pieces)
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

/// The squares around which the empty squares are not connected: two of
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
    use catena_grid::Board;

    #[test]
    fn without_walls_a_piece_closes_one_in_a_gap_only() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut closed = 0;
        for _ in 0..20_000 {
            let occupied = Grid8::from_bits(random.u64(..));
            let scan = Empties::new(occupied, !occupied - occupied.enclosed());
            if !occupied.chain_cells().is_empty() {
                continue;
            }
            for target in !occupied {
                if occupied.with(target).has_chain(target) {
                    closed += 1;
                    assert!(scan.gaps().contains(target), "{target}\n{occupied}");
                }
            }
        }
        assert!(closed > 1000, "{closed}");
    }
}
