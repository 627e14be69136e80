//! The exact detector of 8×8 boards against the definition: exhaustively on
//! small boards, on random ones, on the shared cases, and under the symmetries
//! of the board.

use std::cell::Cell as Counter;

use crate::support::boards::{for_all, grid8s, grid8s_of, is_listable, to_grid8};
use crate::support::definition::{Crossing, SmallGrid};
use crate::support::{case_rows, occupied, square, symmetries};
use catena_grid::{Board, Grid8, MinSize, Square, SquareLattice, reference};
use proptest::prelude::{Strategy, prop_oneof};

/// Asserts that everything the detector says of a board is as expected.
#[track_caller]
fn check_board(board: Grid8, expected: Grid8) {
    assert_eq!(board.chain_cells(), expected, "\n{board}");
    for square in Square::ALL {
        let on_chain = expected.contains(square);
        assert_eq!(board.has_chain(square), on_chain, "{square}\n{board}");
        match board.witness(square) {
            Some(chain) => {
                assert!(on_chain, "{square}: {chain:?}\n{board}");
                assert_eq!(chain.cells()[0], square);
                let verdict = board.verify(square, MinSize::TWO, &chain);
                assert_eq!(verdict, Ok(()), "{square}\n{board}");
            }
            None => assert!(!on_chain, "no witness for {square}\n{board}"),
        }
    }
}

/// Tests every board of a size; the witnesses of one board in `stride`.
fn check_all_boards(width: usize, height: usize, stride: u32) {
    let grid = SmallGrid::new::<SquareLattice>(width, height);
    let lines = grid.lines(grid.full(), Crossing::Left);
    let board_of = |cells| to_grid8(&grid.raster(cells));
    for (cells, expected) in (0..).zip(grid.on_chain_of_all_boards(&lines, 2)) {
        let (board, expected) = (board_of(cells), board_of(expected));
        if cells % stride == 0 {
            check_board(board, expected);
            continue;
        }
        assert_eq!(board.chain_cells(), expected, "\n{board}");
        for square in board {
            let on_chain = expected.contains(square);
            assert_eq!(board.has_chain(square), on_chain, "{square}\n{board}");
        }
    }
}

#[test]
fn every_board_up_to_4x4_is_as_defined() {
    for (width, height) in [(3, 3), (3, 4), (4, 3), (4, 4)] {
        check_all_boards(width, height, 1);
    }
}

#[test]
fn every_board_of_3x5_and_5x3_is_as_defined() {
    check_all_boards(3, 5, 1);
    check_all_boards(5, 3, 1);
}

#[test]
fn every_board_of_4x5_and_5x4_is_as_defined() {
    check_all_boards(4, 5, 7);
    check_all_boards(5, 4, 7);
}

#[test]
fn boards_too_narrow_for_a_chain_have_none() {
    for bits in 0..1u64 << 16 {
        assert!(Grid8::from_bits(bits).chain_cells().is_empty());
    }
}

/// Boards by the reference itself, not by the list of chains above, so that
/// the list is tested too.
#[test]
fn random_boards_are_as_the_reference_says() {
    let boards = prop_oneof![
        grid8s_of((5, 5), 55..=55),
        grid8s_of((6, 5), 52..=52),
        grid8s_of((6, 6), 46..=46),
        grid8s_of((7, 7), 38..=38),
        grid8s_of((8, 8), 33..=33),
        grid8s(),
    ];
    let boards = boards.prop_filter("few chains", |board| is_listable(*board));
    let on_chain = Counter::new(0);
    for_all(1800, boards, |board| {
        let expected: Grid8 = reference::values(board)
            .iter()
            .zip(Square::ALL)
            .filter(|(values, _)| values.exists)
            .map(|(_, square)| square)
            .collect();
        on_chain.set(on_chain.get() + expected.len());
        check_board(board, expected);
    });
    let on_chain = on_chain.get();
    assert!(
        on_chain > 1000,
        "only {on_chain} pieces on a chain: the boards are too easy"
    );
}

#[test]
fn every_case_of_chains_csv_holds() {
    for (place, row) in case_rows("chains.csv") {
        let [placement, name, exists, ..] = &row[..] else {
            panic!("{place}: too few columns")
        };
        let (board, square) = (occupied(placement), square(name));
        assert_eq!(board.has_chain(square), exists == "1", "{place}\n{board}");
        check_board(board, board.chain_cells());
    }
}

#[test]
fn every_case_of_masks_csv_holds() {
    for (place, row) in case_rows("masks.csv") {
        let expected = u64::from_str_radix(&row[1], 16).expect("16 hex digits");
        let (board, expected) = (occupied(&row[0]), Grid8::from_bits(expected));
        assert_eq!(board.chain_cells(), expected, "{place}\n{board}");
        check_board(board, expected);
    }
}

#[test]
fn turning_and_mirroring_the_board_changes_nothing() {
    let boards = prop_oneof![3 => grid8s_of((8, 8), 35..=75), 1 => grid8s()];
    for_all(1000, boards, |board| {
        let on_chain = board.chain_cells();
        for (turned, turn) in symmetries(board) {
            let expected: Grid8 = on_chain.iter().map(turn).collect();
            assert_eq!(turned.chain_cells(), expected, "\n{board}");
            for square in board {
                assert_eq!(turned.has_chain(turn(square)), on_chain.contains(square));
            }
        }
    });
}

#[track_caller]
fn check_figure(placement: &str, name: &str, area: Option<usize>, chain: bool) {
    let (board, square) = (occupied(placement), square(name));
    let first = board.areas(MinSize::TWO).first().map(Vec::len);
    assert_eq!(first, area, "{placement}");
    assert_eq!(board.has_chain(square), chain, "{placement} {name}");
    check_board(board, board.chain_cells());
}

#[test]
fn the_figures_of_the_paper_and_its_mistakes_are_as_the_definition_says() {
    let figure_4 = "1n1k1b2/rpp1pp2/2b1pn2/rq2pp2/1Q4PB/PPPNP1PB/3P1R1P/3K1RN1";
    check_figure(figure_4, "a3", Some(10), true);
    let figure_4 = "1n1k1b2/rpp1pp2/2b1pn2/rq2pp2/1Q3pPB/PPPNP1PB/3P1R1P/3K1RN1";
    for name in occupied(figure_4) {
        check_figure(figure_4, &name.to_string(), Some(9), name != Square::D1);
    }
    let figure_8 = "rnbqkbnr/p6p/r1nppn1r/p1p2p1p/P1P1PP1P/R1N1BB1R/P1P4P/R1BQKBNR";
    for name in occupied(figure_8) {
        check_figure(figure_8, &name.to_string(), None, false);
    }
    let figure_9 = "1b4rk/n1p3pr/p1np3p/1p1pp3/3PP3/P1NPPQ2/N1PRK3/1B6";
    check_figure(figure_9, "f3", Some(2), true);
    // The smallest positions where the paper is wrong, and the island of the errata.
    assert!(!occupied("8/2rpP3/1P3n2/p1pp1p2/p4P2/1kPPK3/8/8").has_chain(Square::C5));
    assert!(occupied("8/1PN1P3/P2P1K2/1PPpp3/2P2k2/3qb3/8/8").has_chain(Square::E7));
    assert!(occupied("8/1RP5/P2P4/1PpQ4/P1p1P3/1kP1r3/3K4/8").has_chain(Square::A4));
    let island = occupied("8/2pppp2/1p4p1/1p1pp1p1/1p1p2p1/1p4p1/2pppp2/8");
    assert!(!island.has_chain(Square::D5));
    assert!(island.has_chain(Square::C7));
}
