//! The exact detector against the definition: exhaustively on small boards,
//! on random ones, on the shared cases, and under the symmetries of the board.

mod support;

use catena_grid::{
    Chain, Grid8, Square, areas, chain_squares, has_chain, reference, verify, witness,
};
use support::{Random, case_rows, occupied, square, symmetries};

/// Asserts that everything the detector says of a board is as expected.
#[track_caller]
fn check_board(board: Grid8, expected: Grid8) {
    assert_eq!(chain_squares(board), expected, "\n{board}");
    for square in Square::ALL {
        let on_chain = expected.contains(square);
        assert_eq!(has_chain(board, square), on_chain, "{square}\n{board}");
        match witness(board, square) {
            Some(chain) => {
                assert!(on_chain, "{square}: {chain:?}\n{board}");
                assert_eq!(chain.squares[0], square);
                assert_eq!(
                    verify(board, square, 2, &chain),
                    Ok(()),
                    "{square}\n{board}"
                );
            }
            None => assert!(!on_chain, "no witness for {square}\n{board}"),
        }
    }
}

/// The set of all squares on a board of this size, in the corner at a1.
fn full_board(width: u8, height: u8) -> Vec<Square> {
    Square::ALL
        .into_iter()
        .filter(|s| s.file() < width && s.rank() < height)
        .collect()
}

/// What the definition says of every board of a size, found by listing every
/// chain of the full board once: a chain is a chain of every board that has
/// its pieces, and it is valid where two adjacent squares inside are empty.
///
/// Boards are numbered by the bits of their squares in order.
fn chain_squares_of_all_boards(squares: &[Square]) -> Vec<usize> {
    let number = |set: Grid8| -> usize {
        squares
            .iter()
            .enumerate()
            .filter(|(_, s)| set.contains(**s))
            .map(|(i, _)| 1 << i)
            .sum()
    };
    let boards = 1usize << squares.len();
    let mut lines: Vec<(usize, usize)> = Vec::new();
    let full: Grid8 = squares.iter().copied().collect();
    reference::for_each_chain(full, |chain| {
        let around = Chain::new(chain.squares.clone(), chain.pieces()).encloses;
        if reference::largest_group(around) >= 2 {
            lines.push((number(chain.pieces()), number(around)));
        }
    });
    lines.sort_unstable();
    lines.dedup();

    let mut on_chain = vec![0usize; boards];
    for (a, first) in squares.iter().enumerate() {
        for (b, second) in squares.iter().enumerate().skip(a + 1) {
            if first.distance(*second) != 1 {
                continue;
            }
            let pair = 1usize << a | 1 << b;
            // `around[m]`: the pieces of the chains around the pair that have
            // all their pieces in the board m.
            let mut around = vec![0usize; boards];
            for &(pieces, _) in lines.iter().filter(|(_, inside)| inside & pair == pair) {
                around[pieces] |= pieces;
            }
            for bit in 0..squares.len() {
                for board in (0..boards).filter(|board| board >> bit & 1 == 1) {
                    around[board] |= around[board ^ 1 << bit];
                }
            }
            for board in (0..boards).filter(|&board| board & pair == 0) {
                on_chain[board] |= around[board];
            }
        }
    }
    on_chain
}

/// Tests every board of a size; the witnesses of one board in `stride`.
fn check_all_boards(width: u8, height: u8, stride: usize) {
    let squares = full_board(width, height);
    let set = |number: usize| -> Grid8 {
        squares
            .iter()
            .enumerate()
            .filter(|(i, _)| number >> i & 1 == 1)
            .map(|(_, s)| *s)
            .collect()
    };
    for (number, expected) in chain_squares_of_all_boards(&squares)
        .into_iter()
        .enumerate()
    {
        let (board, expected) = (set(number), set(expected));
        if number % stride == 0 {
            check_board(board, expected);
            continue;
        }
        assert_eq!(chain_squares(board), expected, "\n{board}");
        for square in board {
            assert_eq!(
                has_chain(board, square),
                expected.contains(square),
                "{square}\n{board}"
            );
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
        assert!(chain_squares(Grid8::from_bits(bits)).is_empty());
    }
}

/// Boards by the reference itself, not by the list of chains above, so that
/// the list is tested too.
#[test]
fn random_boards_are_as_the_reference_says() {
    let mut random = Random(1);
    let sizes = [
        (5, 5, 55, 400),
        (6, 5, 52, 300),
        (6, 6, 46, 300),
        (7, 7, 38, 300),
        (8, 8, 33, 300),
    ];
    let mut on_chain = 0;
    for (width, height, percent, boards) in sizes {
        for _ in 0..boards {
            let board = random.board(width, height, percent);
            let expected: Grid8 = reference::values(board)
                .iter()
                .zip(Square::ALL)
                .filter(|(values, _)| values.exists)
                .map(|(_, square)| square)
                .collect();
            on_chain += expected.len();
            check_board(board, expected);
        }
    }
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
        assert_eq!(has_chain(board, square), exists == "1", "{place}\n{board}");
        check_board(board, chain_squares(board));
    }
}

#[test]
fn every_case_of_masks_csv_holds() {
    for (place, row) in case_rows("masks.csv") {
        let expected = u64::from_str_radix(&row[1], 16).expect("16 hex digits");
        let board = occupied(&row[0]);
        assert_eq!(
            chain_squares(board),
            Grid8::from_bits(expected),
            "{place}\n{board}"
        );
        check_board(board, Grid8::from_bits(expected));
    }
}

#[test]
fn turning_and_mirroring_the_board_changes_nothing() {
    let mut random = Random(2);
    for percent in [35, 45, 55, 65, 75] {
        for _ in 0..200 {
            let board = random.board(8, 8, percent);
            let on_chain = chain_squares(board);
            for (turned, turn) in symmetries(board) {
                let expected: Grid8 = on_chain.iter().map(turn).collect();
                assert_eq!(chain_squares(turned), expected, "\n{board}");
                for square in board {
                    assert_eq!(has_chain(turned, turn(square)), on_chain.contains(square));
                }
            }
        }
    }
}

#[track_caller]
fn check_figure(placement: &str, name: &str, area: Option<u32>, chain: bool) {
    let (board, square) = (occupied(placement), square(name));
    assert_eq!(
        areas(board, 2).first().map(|area| area.len()),
        area,
        "{placement}"
    );
    assert_eq!(has_chain(board, square), chain, "{placement} {name}");
    check_board(board, chain_squares(board));
}

#[test]
fn the_figures_of_the_paper_and_its_mistakes_are_as_the_definition_says() {
    let figure_4 = "1n1k1b2/rpp1pp2/2b1pn2/rq2pp2/1Q4PB/PPPNP1PB/3P1R1P/3K1RN1";
    check_figure(figure_4, "a3", Some(10), true);
    let figure_4 = "1n1k1b2/rpp1pp2/2b1pn2/rq2pp2/1Q3pPB/PPPNP1PB/3P1R1P/3K1RN1";
    for name in occupied(figure_4) {
        check_figure(figure_4, &name.to_string(), Some(9), name != square("d1"));
    }
    let figure_8 = "rnbqkbnr/p6p/r1nppn1r/p1p2p1p/P1P1PP1P/R1N1BB1R/P1P4P/R1BQKBNR";
    for name in occupied(figure_8) {
        check_figure(figure_8, &name.to_string(), None, false);
    }
    let figure_9 = "1b4rk/n1p3pr/p1np3p/1p1pp3/3PP3/P1NPPQ2/N1PRK3/1B6";
    check_figure(figure_9, "f3", Some(2), true);
    // The smallest positions where the paper is wrong, and the island of the errata.
    assert!(!has_chain(
        occupied("8/2rpP3/1P3n2/p1pp1p2/p4P2/1kPPK3/8/8"),
        square("c5")
    ));
    assert!(has_chain(
        occupied("8/1PN1P3/P2P1K2/1PPpp3/2P2k2/3qb3/8/8"),
        square("e7")
    ));
    assert!(has_chain(
        occupied("8/1RP5/P2P4/1PpQ4/P1p1P3/1kP1r3/3K4/8"),
        square("a4")
    ));
    let island = occupied("8/2pppp2/1p4p1/1p1pp1p1/1p1p2p1/1p4p1/2pppp2/8");
    assert!(!has_chain(island, square("d5")));
    assert!(has_chain(island, square("c7")));
}
