//! The exact detector says what the search by definition says.

#![no_main]

use catena_grid::{Grid8, Square, chain_squares, has_chain, reference};
use libfuzzer_sys::fuzz_target;

/// So many links more than pieces, and there are too many chains to list: each
/// link beyond a tree can double their number.
const MAX_SPARE_LINKS: u32 = 12;

fuzz_target!(|bits: u64| {
    let board = Grid8::from_bits(bits);
    let ends = board
        .iter()
        .map(|square| (square.king_neighbours() & board).len());
    if ends.sum::<u32>() / 2 > board.len() + MAX_SPARE_LINKS {
        return;
    }
    let values = reference::values(board);
    for square in Square::ALL {
        let expected = values[usize::from(square.index())].exists;
        assert_eq!(has_chain(board, square), expected, "{square}\n{board}");
        assert_eq!(
            chain_squares(board).contains(square),
            expected,
            "{square}\n{board}"
        );
    }
});
