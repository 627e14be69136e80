//! On grids of up to 1,024 cells and 256 columns, areas, walls and the cells on chains are
//! those that the depth-first search of the textbooks finds, on every lattice.

use crate::blocks::by_blocks;
use crate::lattices::Bricks;
use catena_grid::{Cell, Grid, HexLattice, Lattice, MinSize, Query, Raster, SquareLattice};

const MAX_CELLS: usize = 1024;

fn check<L: Lattice>(raster: &Raster, min_size: MinSize) {
    let expected = by_blocks::<L>(raster, min_size.get() as usize);
    let query = Query::new(min_size).with_labels();
    let found = Grid::<L>::with_lattice(raster).analyse(&query);
    assert_eq!(
        found.labels.as_ref(),
        Some(&expected.labels),
        "size {min_size}\n{raster}"
    );
    let counts = (found.areas as usize, found.walls as usize);
    let expected = (expected.areas, expected.walls);
    assert_eq!(counts, expected, "size {min_size}\n{raster}");
}

pub(crate) fn run(input: (u8, bool, &[u8])) {
    let (columns, is_small, bits) = input;
    let width = usize::from(columns) + 1;
    let height = (bits.len() * 8).min(MAX_CELLS) / width;
    let is_occupied = |cell: Cell| {
        let at = cell.row * width + cell.column;
        bits[at / 8] >> (at % 8) & 1 == 1
    };
    let Ok(raster) = Raster::from_fn(width, height, is_occupied) else {
        return;
    };
    let min_size = if is_small { MinSize::ONE } else { MinSize::TWO };
    check::<SquareLattice>(&raster, min_size);
    check::<HexLattice>(&raster, min_size);
    check::<Bricks>(&raster, min_size);
}
