//! Every yes comes with a witness that the verifier accepts, and no no does.

#![no_main]

use catena_grid::{Grid8, chain_squares, has_chain, verify, witness};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bits: u64| {
    let board = Grid8::from_bits(bits);
    let on_chain = chain_squares(board);
    for square in board {
        let witness = witness(board, square);
        assert_eq!(
            witness.is_some(),
            has_chain(board, square),
            "{square}\n{board}"
        );
        assert_eq!(
            witness.is_some(),
            on_chain.contains(square),
            "{square}\n{board}"
        );
        if let Some(chain) = witness {
            assert_eq!(
                verify(board, square, 2, &chain),
                Ok(()),
                "{square}\n{board}"
            );
            assert_eq!(chain.squares[0], square);
        }
    }
});
