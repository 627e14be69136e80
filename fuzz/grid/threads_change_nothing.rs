//! Labels, counts and the witness are the same with any number of threads,
//! also where the budget ends first.

use catena_grid::{Cell, Grid, HexLattice, Lattice, MinSize, Query, Raster, SquareLattice};

fn check<L: Lattice>(raster: &Raster, query: &Query<'_>, threads: usize) {
    let grid = Grid::<L>::with_lattice(raster).with_budget(20_000);
    let (one, many) = (
        grid.analyse(query),
        grid.analyse(&query.with_threads(threads)),
    );
    assert_eq!(many, one, "{threads} threads on\n{raster}");
}

pub(crate) fn run(input: (Raster, u8, u8, u8, u8)) {
    let (raster, size, threads, column, row) = input;
    let min_size = MinSize::new(u32::from(size % 8) + 1).expect("at least 1");
    let cell = Cell::new(
        usize::from(column) % raster.width(),
        usize::from(row) % raster.height(),
    );
    let query = Query::new(min_size).with_labels().with_witness_at(cell);
    let threads = 2 + usize::from(threads % 8);
    check::<SquareLattice>(&raster, &query, threads);
    check::<HexLattice>(&raster, &query, threads);
}
