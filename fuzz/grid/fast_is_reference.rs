//! The exact detector says what the search by definition says.

use catena_grid::{Board, Grid8, Square, reference};

/// With more links than pieces by this many, there are too many chains to
/// list: each link beyond a tree can double their number.
const MAX_SPARE_LINKS: u32 = 12;

pub(crate) fn run(board: Grid8) {
    let degree = |square: Square| (square.king_neighbours() & board).len();
    if board.iter().map(degree).sum::<u32>() / 2 > board.len() + MAX_SPARE_LINKS {
        return;
    }
    let values = reference::values(board);
    let on_chain = board.chain_cells();
    for square in Square::ALL {
        let expected = values[usize::from(square.index())].exists;
        assert_eq!(board.has_chain(square), expected, "{square}\n{board}");
        assert_eq!(on_chain.contains(square), expected, "{square}\n{board}");
    }
}
