//! Boards of other sizes give the answers that 8×8 boards give.

mod support;

use catena_grid::{
    BOARD_BUDGET, BoardChain, Cell, Chain, Grid8, Raster, Square, Undecided, answers,
    board_answers, board_enclosures, count_board_enclosures, count_enclosures, enclosures,
};
use support::{Random, case_rows, occupied, square};

/// The board in the middle of one with more columns and rows.
fn widened(board: Grid8, left: usize, top: usize, width: usize, height: usize) -> Raster {
    Raster::from_fn(width, height, |column, row| {
        let cell = Cell::new(column.wrapping_sub(left), row.wrapping_sub(top));
        cell.square().is_some_and(|square| board.contains(square))
    })
    .expect("the board has cells")
}

fn moved(cell: impl Into<Cell>, left: usize, top: usize) -> Cell {
    let cell = cell.into();
    Cell::new(cell.column + left, cell.row + top)
}

fn moved_chain(chain: &Chain, left: usize, top: usize) -> (usize, Vec<Cell>) {
    let mut encloses: Vec<Cell> = chain.encloses.iter().map(|s| moved(s, left, top)).collect();
    encloses.sort_unstable();
    (chain.squares.len(), encloses)
}

#[test]
fn a_chess_board_within_a_larger_one_has_the_same_answers() {
    for (place, row) in case_rows("chains.csv").into_iter().step_by(9) {
        let (board, square) = (occupied(&row[0]), square(&row[1]));
        let (left, top) = (2, 1);
        let wide = widened(board, left, top, 11, 10);
        let expected = answers(board, square);
        let found = board_answers(&wide, moved(square, left, top), BOARD_BUDGET);
        assert_eq!(found.max_area, Ok(expected.max_area), "{place}");
        assert_eq!(found.max_group, Ok(expected.max_group), "{place}");
        for (found, expected) in [
            (&found.shortest, &expected.shortest),
            (&found.largest, &expected.largest),
        ] {
            let found = found.as_ref().expect("decided").as_ref();
            assert_eq!(found.is_some(), expected.is_some(), "{place}");
            if let (Some(found), Some(expected)) = (found, expected) {
                assert_eq!(found.cells.len(), expected.squares.len(), "{place}");
                assert_eq!(
                    found.encloses.len(),
                    expected.encloses.len() as usize,
                    "{place}"
                );
                assert_eq!(found.cells[0], moved(square, left, top));
                assert_eq!(
                    *found,
                    BoardChain::new(found.cells.clone(), &wide),
                    "{place}"
                );
            }
        }
    }
}

#[test]
fn enclosures_are_those_of_the_chess_board() {
    let figure_4 = "1n1k1b2/rpp1pp2/2b1pn2/rq2pp2/1Q3pPB/PPPNP1PB/3P1R1P/3K1RN1";
    let board = occupied(figure_4);
    let wide = widened(board, 3, 2, 12, 11);
    let mut expected: Vec<_> = enclosures(board, None)
        .map(|c| moved_chain(&c, 3, 2))
        .collect();
    let mut found: Vec<_> = board_enclosures(&wide, None, BOARD_BUDGET)
        .expect("decided")
        .map(|chain| (chain.cells.len(), chain.encloses))
        .collect();
    expected.sort();
    found.sort();
    assert_eq!(found, expected);
    assert_eq!(
        count_board_enclosures(&wide, None, BOARD_BUDGET),
        Ok(count_enclosures(board, None, BOARD_BUDGET))
    );
}

#[test]
fn random_small_boards_have_the_same_answers() {
    let mut random = Random(11);
    for _ in 0..60 {
        let board = random.board(8, 8, 50);
        let wide = widened(board, 0, 0, 9, 9);
        for square in board.iter().step_by(5) {
            let expected = answers(board, square);
            let found = board_answers(&wide, square.into(), BOARD_BUDGET);
            assert_eq!(found.max_area, Ok(expected.max_area), "{square}\n{board}");
            assert_eq!(found.max_group, Ok(expected.max_group), "{square}\n{board}");
        }
    }
}

/// 32×32 cells, one empty cell in every 2×2 square or so: more chains than
/// any budget reaches.
fn crowded() -> Raster {
    Raster::from_fn(32, 32, |column, row| (column * 7 + row * 5) % 4 != 0).expect("has cells")
}

#[test]
fn what_the_budget_does_not_reach_is_undecided() {
    let answers = board_answers(&crowded(), Cell::new(17, 16), 1000);
    assert_eq!(answers.max_area, Err(Undecided));
    assert_eq!(answers.shortest, Err(Undecided));
    assert_eq!(answers.largest, Err(Undecided));
    assert!(board_enclosures(&crowded(), None, 1000).is_err());
}

#[test]
fn at_the_edge_of_its_block_a_piece_needs_no_search() {
    let board = crowded();
    let answers = board_answers(&board, Cell::new(1, 0), 1000);
    let empty = |cell: &Cell| !board.is_occupied(cell.column, cell.row);
    let inner = (1..31).flat_map(|row| (1..31).map(move |column| Cell::new(column, row)));
    // No empty cell has an empty orthogonal neighbour, so all but those at
    // the rim are enclosed.
    let enclosed = inner.filter(empty).count();
    assert_eq!(answers.max_area.map(|area| area as usize), Ok(enclosed));
    assert!(answers.max_group.is_ok_and(|size| size >= 2));
    assert_eq!(answers.largest, Err(Undecided));
}

#[test]
fn far_blocks_cost_nothing() {
    // The crowded half does not concern the six pieces in the other half.
    let six = [(2, 1), (3, 1), (1, 2), (4, 2), (2, 3), (3, 3)];
    let board = Raster::from_fn(32, 32, |column, row| {
        let crowded = column > 10 && (column * 7 + row * 5) % 4 != 0;
        crowded || six.contains(&(column, row))
    })
    .expect("has cells");
    let answers = board_answers(&board, Cell::new(1, 2), 1000);
    assert_eq!((answers.max_area, answers.max_group), (Ok(2), Ok(2)));
    let shortest = answers.shortest.expect("decided").expect("a chain");
    assert_eq!(shortest.cells.len(), 6);
    let sets = board_enclosures(&board, Some(Cell::new(1, 2)), 1000);
    assert_eq!(sets.expect("decided").count(), 1);
}

#[test]
fn an_empty_cell_has_no_chain() {
    let board = widened(Grid8::from(Square::ALL[0]), 0, 0, 10, 10);
    let answers = board_answers(&board, Cell::new(9, 9), BOARD_BUDGET);
    assert_eq!((answers.max_area, answers.max_group), (Ok(0), Ok(0)));
    assert_eq!(answers.shortest, Ok(None));
}
