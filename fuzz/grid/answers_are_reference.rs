//! The answers and the enclosures are those of the search by definition.

use std::collections::BTreeMap;

use catena_grid::{Board, Chain, Grid8, Square, reference};

/// With more links than pieces by this many, there are too many chains to list.
const MAX_SPARE_LINKS: u32 = 12;

pub(crate) fn run(board: Grid8) {
    let degree = |square: Square| (square.king_neighbours() & board).len();
    if board.iter().map(degree).sum::<u32>() / 2 > board.len() + MAX_SPARE_LINKS {
        return;
    }
    let values = reference::values(board);
    for square in board {
        let expected = values[usize::from(square.index())];
        let found = board.answers(square);
        let shortest = found.shortest.map_or(0, |chain| chain.len());
        assert_eq!(found.max_area, expected.max_area, "{square}\n{board}");
        assert_eq!(found.max_group, expected.max_group, "{square}\n{board}");
        assert_eq!(shortest, expected.shortest as usize, "{square}\n{board}");
    }
    let enclosed = |chain: &Chain<Square>| chain.encloses().iter().copied().collect::<Grid8>();
    let mut fewest = BTreeMap::new();
    reference::for_each_chain(board, |chain| {
        if reference::largest_group(enclosed(chain)) >= 2 {
            let pieces = fewest.entry(enclosed(chain)).or_insert(usize::MAX);
            *pieces = chain.len().min(*pieces);
        }
    });
    let listed: Vec<Chain<Square>> = board.enclosures(None).collect();
    assert_eq!(listed.len(), fewest.len(), "\n{board}");
    let listed = listed.iter().map(|chain| (enclosed(chain), chain.len()));
    assert_eq!(listed.collect::<BTreeMap<_, _>>(), fewest, "\n{board}");
}
