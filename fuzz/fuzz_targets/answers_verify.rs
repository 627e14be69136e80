//! On any board the answers agree with each other, every chain among them
//! verifies, and a mirrored board has the same.

#![no_main]

use catena_grid::{Chain, Grid8, Square, answers, has_chain, max_area, reference, verify};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u64, u8)| {
    let board = Grid8::from_bits(input.0);
    let Some(square) = Square::from_index(input.1 % 64) else {
        return;
    };
    let found = answers(board, square);
    for chain in found.shortest.iter().chain(&found.largest) {
        assert_eq!(verify(board, square, 2, chain), Ok(()), "{square}\n{board}");
    }
    let area = found
        .largest
        .as_ref()
        .map_or(0, |chain| chain.encloses.len());
    assert_eq!(area, found.max_area, "{square}\n{board}");
    assert_eq!(max_area(board, square), area, "{square}\n{board}");
    assert_eq!(has_chain(board, square), area > 0, "{square}\n{board}");
    let group = |chain: &Chain| reference::largest_group(chain.encloses);
    let known = found.largest.as_ref().map_or(0, group);
    assert!(found.max_group >= known, "{square}\n{board}");

    let mirror = |square: Square| Square::from_coords(7 - square.file(), square.rank());
    let Some(other) = mirror(square) else {
        return;
    };
    let mirrored = answers(board.iter().filter_map(mirror).collect(), other);
    let pieces = |chain: Option<Chain>| chain.map(|chain| chain.squares.len());
    assert_eq!(mirrored.max_area, found.max_area, "{square}\n{board}");
    assert_eq!(mirrored.max_group, found.max_group, "{square}\n{board}");
    assert_eq!(
        pieces(mirrored.shortest),
        pieces(found.shortest),
        "{square}\n{board}"
    );
});
