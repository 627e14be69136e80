//! On any board the answers agree with each other, every chain among them
//! verifies, and a mirrored board has the same.

use catena_grid::{Board, Chain, Grid8, MinSize, Square, reference};

pub(crate) fn run(input: (Grid8, Square)) {
    let (board, square) = input;
    let found = board.answers(square);
    for chain in found.shortest.iter().chain(&found.largest) {
        let verdict = board.verify(square, MinSize::TWO, chain);
        assert_eq!(verdict, Ok(()), "{square}\n{board}");
    }
    let largest: Grid8 = found
        .largest
        .iter()
        .flat_map(Chain::encloses)
        .copied()
        .collect();
    let (area, group) = (largest.len(), found.max_group);
    let again = (board.max_area(square), board.max_group(square));
    assert_eq!(again, (area, group), "{square}\n{board}");
    assert_eq!(found.max_area, area, "{square}\n{board}");
    assert_eq!(board.has_chain(square), area > 0, "{square}\n{board}");
    let known = reference::largest_group(largest);
    assert!(group >= known, "{square}\n{board}");

    let mirror = |square: Square| Square::from_coords(7 - square.file(), square.rank());
    let other = mirror(square).expect("a mirrored square is on the board");
    let mirrored: Grid8 = board.iter().filter_map(mirror).collect();
    let mirrored = mirrored.answers(other);
    let numbers = (mirrored.max_area, mirrored.max_group);
    assert_eq!(numbers, (area, group), "{square}\n{board}");
    let pieces = |chain: Option<Chain<Square>>| chain.map(|chain| chain.len());
    let (ours, theirs) = (pieces(found.shortest), pieces(mirrored.shortest));
    assert_eq!(ours, theirs, "{square}\n{board}");
}
