//! Grids of any size give the answers that 8×8 boards give.
//!
//! A [`Grid`] of 8×8 cells asks the 8×8 detector. So the boards here lie within
//! larger grids, where the algorithm for grids does all the work.

use std::cell::Cell as Counter;
use std::collections::BTreeMap;

use crate::support::boards::{for_all, grid8s, grid8s_of};
use crate::support::{case_rows, occupied, size, square};
use catena_grid::{Board, Cell, Chain, Grid, Grid8, MinSize, Raster, Square, Undecided};
use proptest::prelude::{Just, Strategy, prop_oneof};

/// A board in a larger grid, and how far it is moved right and down.
#[derive(Clone, Debug)]
struct Widened {
    raster: Raster,
    left: usize,
    top: usize,
}

impl Widened {
    fn new(board: Grid8, (left, top): (usize, usize), (width, height): (usize, usize)) -> Widened {
        let raster = Raster::from_fn(width, height, |cell| {
            let cell = Cell::new(cell.column.wrapping_sub(left), cell.row.wrapping_sub(top));
            cell.square().is_some_and(|square| board.contains(square))
        });
        Widened {
            raster: raster.expect("the board has cells"),
            left,
            top,
        }
    }

    fn cell(&self, square: Square) -> Cell {
        let cell = Cell::from(square);
        Cell::new(cell.column + self.left, cell.row + self.top)
    }

    /// Where these squares are, in reading order.
    fn cells(&self, squares: impl IntoIterator<Item = Square>) -> Vec<Cell> {
        let mut cells: Vec<Cell> = squares
            .into_iter()
            .map(|square| self.cell(square))
            .collect();
        cells.sort_unstable();
        cells
    }
}

/// What the chain has, whatever the order of its cells: how many of them, and
/// the cells inside.
fn shape(chain: &Chain) -> (usize, Vec<Cell>) {
    (chain.len(), chain.encloses().to_vec())
}

/// How many cells a chain has and encloses.
fn counts<C>(chain: Option<&Chain<C>>) -> Option<(usize, usize)> {
    chain.map(|chain| (chain.len(), chain.encloses().len()))
}

/// Asserts that the grid answers every question about the whole board as the
/// board does.
#[track_caller]
fn check_board(board: Grid8, wide: &Widened) {
    let grid = Grid::new(&wide.raster);
    let cells = |raster: Raster| raster.occupied_cells().collect::<Vec<_>>();
    assert_eq!(
        cells(grid.enclosed()),
        wide.cells(board.enclosed()),
        "\n{board}"
    );
    assert_eq!(
        cells(grid.chain_cells()),
        wide.cells(board.chain_cells()),
        "\n{board}"
    );
    for min_size in (1..=6).map(size) {
        let areas = board.areas(min_size).into_iter();
        let areas: Vec<_> = areas.map(|area| wide.cells(area)).collect();
        assert_eq!(grid.areas(min_size), areas, "\n{board}");
        let found = grid.chain_cells_of_size(min_size).expect("decided");
        let expected = wide.cells(board.chain_cells_of_size(min_size));
        assert_eq!(cells(found), expected, "size {min_size}\n{board}");
    }
}

/// Asserts that the grid answers every question about a piece as the board
/// does; returns the size of its largest group.
#[track_caller]
fn check_piece(board: Grid8, wide: &Widened, square: Square) -> u32 {
    let (grid, cell) = (Grid::new(&wide.raster), wide.cell(square));
    assert!(grid.is_occupied(cell));
    assert_eq!(
        grid.has_chain(cell),
        board.has_chain(square),
        "{square}\n{board}"
    );
    let witness = grid.witness(cell);
    assert_eq!(
        witness.is_some(),
        board.has_chain(square),
        "{square}\n{board}"
    );
    for min_size in (1..=6).map(size) {
        let expected = board.has_chain_of_size(square, min_size);
        let found = grid.has_chain_of_size(cell, min_size);
        assert_eq!(found, Ok(expected), "{square}, size {min_size}\n{board}");
        let witness = grid.witness_of_size(cell, min_size).expect("decided");
        assert_eq!(
            witness.is_some(),
            expected,
            "{square}, size {min_size}\n{board}"
        );
        if let Some(chain) = witness {
            assert_eq!(chain.cells()[0], cell);
            assert_eq!(
                grid.verify(cell, min_size, &chain),
                Ok(()),
                "{square}\n{board}"
            );
        }
    }
    let expected = board.answers(square);
    let found = grid.answers(cell);
    assert_eq!(found.max_area, Ok(expected.max_area), "{square}\n{board}");
    assert_eq!(found.max_group, Ok(expected.max_group), "{square}\n{board}");
    assert_eq!(
        grid.max_area(cell),
        Ok(expected.max_area),
        "{square}\n{board}"
    );
    assert_eq!(
        grid.max_group(cell),
        Ok(expected.max_group),
        "{square}\n{board}"
    );
    for (answers, expected) in [
        ([found.shortest, grid.shortest(cell)], expected.shortest),
        ([found.largest, grid.largest(cell)], expected.largest),
    ] {
        for found in answers {
            let found = found.expect("decided");
            let expected = counts(expected.as_ref());
            assert_eq!(counts(found.as_ref()), expected, "{square}\n{board}");
            if let Some(chain) = found {
                assert_eq!(chain.cells()[0], cell);
                let verdict = grid.verify(cell, MinSize::TWO, &chain);
                assert_eq!(verdict, Ok(()), "{square}\n{board}");
            }
        }
    }
    board.max_group(square)
}

/// Asserts that the grid lists and counts the sets that the board does.
#[track_caller]
fn check_enclosures(board: Grid8, wide: &Widened, square: Option<Square>) {
    let grid = Grid::new(&wide.raster);
    let cell = square.map(|square| wide.cell(square));
    let expected: BTreeMap<Vec<Cell>, usize> = board
        .enclosures(square)
        .map(|chain| (wide.cells(chain.encloses().iter().copied()), chain.len()))
        .collect();
    let found = grid.enclosures(cell).expect("decided");
    let found: Vec<(usize, Vec<Cell>)> = found.map(|chain| shape(&chain)).collect();
    assert_eq!(found.len(), expected.len(), "{square:?}\n{board}");
    for (len, encloses) in found {
        assert_eq!(expected.get(&encloses), Some(&len), "{square:?}\n{board}");
    }
    assert_eq!(
        grid.count_enclosures(cell, u64::MAX),
        Ok(board.count_enclosures(square, u64::MAX)),
        "{square:?}\n{board}"
    );
}

/// Grids that are not 8×8 and have room for a board, and where it lies.
fn places() -> impl Strategy<Value = ((usize, usize), (usize, usize))> {
    prop_oneof![
        Just(((0, 0), (9, 8))),
        Just(((0, 0), (8, 9))),
        Just(((1, 1), (10, 10))),
        Just(((2, 1), (11, 10))),
        Just(((3, 2), (12, 11))),
    ]
}

#[test]
fn a_board_within_a_larger_grid_has_the_same_answers() {
    let boards = prop_oneof![3 => grid8s_of((8, 8), 40..=60), 2 => grid8s()];
    let with_groups = Counter::new([0; 7]);
    for_all(100, (boards, places()), |(board, (corner, size))| {
        let wide = Widened::new(board, corner, size);
        check_board(board, &wide);
        for square in board.iter().step_by(5) {
            let group = check_piece(board, &wide, square).min(6) as usize;
            let mut counts = with_groups.get();
            counts[group] += 1;
            with_groups.set(counts);
        }
    });
    let with_groups = with_groups.get();
    assert!(
        with_groups.iter().all(|count| *count >= 5),
        "only {with_groups:?}"
    );
}

#[test]
fn a_board_within_a_larger_grid_has_the_same_enclosures() {
    for_all(
        100,
        (grid8s_of((8, 8), 35..=50), places()),
        |(board, (corner, size))| {
            let wide = Widened::new(board, corner, size);
            check_enclosures(board, &wide, None);
            for square in board.iter().step_by(7) {
                check_enclosures(board, &wide, Some(square));
            }
        },
    );
}

/// Here the grid asks the 8×8 detector.
#[test]
fn a_grid_of_8x8_has_the_same_answers() {
    for_all(40, grid8s_of((8, 8), 40..=60), |board| {
        let wide = Widened::new(board, (0, 0), (8, 8));
        assert_eq!(wide.raster, Raster::from(board));
        assert_eq!(Grid8::try_from(&wide.raster), Ok(board));
        check_board(board, &wide);
        for square in board.iter().step_by(5) {
            check_piece(board, &wide, square);
        }
        check_enclosures(board, &wide, board.first());
    });
}

#[test]
fn shared_cases_within_a_larger_grid_have_the_same_answers() {
    for (_, row) in case_rows("chains.csv").into_iter().step_by(9) {
        let (board, square) = (occupied(&row[0]), square(&row[1]));
        check_piece(board, &Widened::new(board, (2, 1), (11, 10)), square);
    }
}

#[test]
fn the_figure_of_the_paper_has_its_enclosures_in_a_larger_grid() {
    let figure_4 = "1n1k1b2/rpp1pp2/2b1pn2/rq2pp2/1Q3pPB/PPPNP1PB/3P1R1P/3K1RN1";
    let board = occupied(figure_4);
    check_enclosures(board, &Widened::new(board, (3, 2), (12, 11)), None);
}

/// 32×32 cells, one empty cell in every 2×2 square or so: more chains than
/// any budget reaches.
fn is_crowded(cell: Cell) -> bool {
    !(cell.column * 7 + cell.row * 5).is_multiple_of(4)
}

fn crowded() -> Raster {
    Raster::from_fn(32, 32, is_crowded).expect("has cells")
}

#[test]
fn what_the_budget_does_not_reach_is_undecided() {
    let raster = crowded();
    let grid = Grid::new(&raster).with_budget(100_000);
    let answers = grid.answers(Cell::new(17, 16));
    assert_eq!(answers.max_area, Err(Undecided));
    assert_eq!(answers.shortest, Err(Undecided));
    assert_eq!(answers.largest, Err(Undecided));
    assert!(grid.enclosures(None).is_err());
}

#[test]
fn at_the_edge_of_its_block_a_piece_needs_no_search() {
    let raster = crowded();
    let grid = Grid::new(&raster).with_budget(100_000);
    let answers = grid.answers(Cell::new(1, 0));
    let inner = (1..31).flat_map(|row| (1..31).map(move |column| Cell::new(column, row)));
    // No empty cell has an empty orthogonal neighbour, so all but those at
    // the rim are enclosed.
    let enclosed = inner.filter(|cell| !raster.is_occupied(*cell)).count();
    assert_eq!(answers.max_area.map(|area| area as usize), Ok(enclosed));
    assert!(answers.max_group.is_ok_and(|size| size >= 2));
    assert_eq!(answers.largest, Err(Undecided));
}

#[test]
fn far_blocks_cost_nothing() {
    // The crowded half does not concern the six pieces in the other half.
    let six = [(2, 1), (3, 1), (1, 2), (4, 2), (2, 3), (3, 3)];
    let raster = Raster::from_fn(32, 32, |cell| {
        cell.column > 10 && is_crowded(cell) || six.contains(&(cell.column, cell.row))
    });
    let raster = raster.expect("has cells");
    let grid = Grid::new(&raster).with_budget(100_000);
    let cell = Cell::new(1, 2);
    let answers = grid.answers(cell);
    assert_eq!((answers.max_area, answers.max_group), (Ok(2), Ok(2)));
    let shortest = answers.shortest.expect("decided").expect("a chain");
    assert_eq!(shortest.len(), 6);
    assert_eq!(grid.enclosures(Some(cell)).expect("decided").count(), 1);
}

#[test]
fn an_empty_cell_has_no_chain() {
    let raster = Widened::new(Grid8::from(Square::A1), (0, 0), (10, 10)).raster;
    let grid = Grid::new(&raster);
    for cell in [Cell::new(9, 9), Cell::new(0, 0), Cell::new(100, 3)] {
        let answers = grid.answers(cell);
        assert_eq!((answers.max_area, answers.max_group), (Ok(0), Ok(0)));
        assert_eq!((answers.shortest, answers.largest), (Ok(None), Ok(None)));
        assert!(!grid.has_chain(cell));
        assert_eq!(grid.witness(cell), None);
        assert_eq!(grid.has_chain_of_size(cell, MinSize::ONE), Ok(false));
    }
}
