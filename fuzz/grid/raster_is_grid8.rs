//! The algorithm for grids finds the cells of an 8×8 board that the 8×8
//! detector finds.

use catena_grid::{Board, Cell, Grid, Grid8, MinSize, Raster};

fn squares(cells: &Raster) -> Grid8 {
    cells.occupied_cells().filter_map(Cell::square).collect()
}

pub(crate) fn run(input: (Grid8, u8)) {
    let (board, size) = input;
    let min_size = MinSize::new(u32::from(size % 8) + 1).expect("at least 1");
    // One more column: a grid of 8×8 cells would ask the 8×8 detector.
    let is_occupied = |cell: Cell| cell.square().is_some_and(|square| board.contains(square));
    let raster = Raster::from_fn(9, 8, is_occupied).expect("a size with cells");
    let grid = Grid::new(&raster);
    assert_eq!(squares(&grid.enclosed()), board.enclosed(), "\n{board}");
    let found = squares(&grid.chain_cells());
    assert_eq!(found, board.chain_cells(), "\n{board}");
    let found = grid.chain_cells_of_size(min_size).expect("decided");
    let expected = board.chain_cells_of_size(min_size);
    assert_eq!(squares(&found), expected, "size {min_size}\n{board}");
}
