//! The algorithm for grids answers about a piece of an 8×8 board as the 8×8
//! detector does.

use catena_grid::{Board, Cell, Grid, Grid8, MinSize, Raster, Square};

pub(crate) fn run(input: (Grid8, Square, u8)) {
    let (board, square, size) = input;
    let min_size = MinSize::new(u32::from(size % 8) + 1).expect("at least 1");
    // One more column: a grid of 8×8 cells would ask the 8×8 detector.
    let is_occupied = |cell: Cell| cell.square().is_some_and(|square| board.contains(square));
    let raster = Raster::from_fn(9, 8, is_occupied).expect("a size with cells");
    let (grid, cell) = (Grid::new(&raster), Cell::from(square));
    let expected = board.has_chain(square);
    assert_eq!(grid.has_chain(cell), expected, "{square}\n{board}");
    let witness = grid.witness_of_size(cell, min_size).expect("decided");
    let expected = board.has_chain_of_size(square, min_size);
    assert_eq!(witness.is_some(), expected, "{square}\n{board}");
    if let Some(chain) = witness {
        let verdict = grid.verify(cell, min_size, &chain);
        assert_eq!(verdict, Ok(()), "{square}\n{board}");
    }
    let (found, expected) = (grid.answers(cell), board.answers(square));
    assert_eq!(found.max_area, Ok(expected.max_area), "{square}\n{board}");
    assert_eq!(found.max_group, Ok(expected.max_group), "{square}\n{board}");
    let shortest = found.shortest.expect("decided").map(|chain| chain.len());
    let expected = expected.shortest.map(|chain| chain.len());
    assert_eq!(shortest, expected, "{square}\n{board}");
}
