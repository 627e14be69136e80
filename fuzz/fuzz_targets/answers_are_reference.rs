//! The answers and the enclosures are those of the search by definition.

#![no_main]

use std::collections::BTreeMap;

use catena_grid::{Grid8, answers, enclosures, reference};
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
    for square in board {
        let expected = values[usize::from(square.index())];
        let found = answers(board, square);
        let shortest = found.shortest.map_or(0, |chain| chain.squares.len());
        assert_eq!(found.max_area, expected.max_area, "{square}\n{board}");
        assert_eq!(found.max_group, expected.max_group, "{square}\n{board}");
        assert_eq!(shortest, expected.shortest as usize, "{square}\n{board}");
    }
    let mut fewest = BTreeMap::new();
    reference::for_each_chain(board, |chain| {
        if reference::largest_group(chain.encloses) >= 2 {
            let pieces = fewest.entry(chain.encloses).or_insert(usize::MAX);
            *pieces = chain.squares.len().min(*pieces);
        }
    });
    let listed: Vec<(Grid8, usize)> = enclosures(board, None)
        .map(|chain| (chain.encloses, chain.squares.len()))
        .collect();
    assert_eq!(listed.len(), fewest.len(), "\n{board}");
    assert_eq!(BTreeMap::from_iter(listed), fewest, "\n{board}");
});
