//! On small grids of every lattice and for every minimum size, exactly the
//! cells of valid chains are on a chain: all chains are listed.

use catena_grid::{Board, Grid, HexLattice, Lattice, MinSize, SquareLattice};
use crate::definition::{Crossing, SmallGrid};

/// With more occupied cells the list of chains is too long.
const MAX_OCCUPIED: u32 = 14;

fn check<L: Lattice>((width, height): (usize, usize), bits: u32, min_size: MinSize) {
    let grid = SmallGrid::new::<L>(width, height);
    let occupied = bits & grid.full();
    if occupied.count_ones() > MAX_OCCUPIED {
        return;
    }
    let mut lines = grid.lines(occupied, Crossing::Left);
    lines.retain(|line| grid.largest_group(line.inside & !occupied) >= min_size.get());
    let expected = lines.iter().fold(0, |cells, line| cells | line.cells);
    let raster = grid.raster(occupied);
    let found = Grid::<L>::with_lattice(&raster).chain_cells_of_size(min_size);
    let found = found.map(|cells| grid.set_of(cells.occupied_cells()));
    assert_eq!(found, Ok(expected), "size {min_size} on\n{raster}");
}

pub(crate) fn run(input: (u32, u8, u8)) {
    let (bits, shape, size) = input;
    let shape = [(4, 4), (3, 5), (5, 3), (5, 4), (4, 5), (6, 3)][usize::from(shape % 6)];
    let min_size = MinSize::new(u32::from(size % 6) + 1).expect("at least 1");
    check::<SquareLattice>(shape, bits, min_size);
    check::<HexLattice>(shape, bits, min_size);
}
