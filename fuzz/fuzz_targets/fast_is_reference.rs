//! The exact detector says what the search by definition says.

#![no_main]

use catena_core::{Grid8, Square, chain_squares, has_chain, reference};
use libfuzzer_sys::fuzz_target;

/// With more pieces the reference takes too long.
const MAX_PIECES: u32 = 22;

fuzz_target!(|bits: u64| {
    let board = Grid8::from_bits(bits);
    if board.len() > MAX_PIECES {
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
