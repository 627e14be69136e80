//! `witness` is `Some` exactly when `has_chain`, and what it shows verifies.

use catena_grid::{Board, Grid8, MinSize};

pub(crate) fn run(board: Grid8) {
    let on_chain = board.chain_cells();
    for square in board {
        let witness = board.witness(square);
        let found = (witness.is_some(), board.has_chain(square));
        let expected = on_chain.contains(square);
        assert_eq!(found, (expected, expected), "{square}\n{board}");
        if let Some(chain) = witness {
            let verdict = board.verify(square, MinSize::TWO, &chain);
            assert_eq!(verdict, Ok(()), "{square}\n{board}");
            assert_eq!(chain.cells()[0], square);
        }
    }
}
