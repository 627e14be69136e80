//! The answers against the definition: on random boards against the list of
//! all chains, on the shared cases, on the figures of the paper, and under the
//! symmetries of the board.

use std::cell::Cell as Counter;
use std::collections::BTreeMap;

use crate::support::boards::{for_all, grid8s, grid8s_of, is_listable};
use crate::support::{case_rows, occupied, size, square, symmetries};
use catena_grid::{Board, Chain, Count, Grid8, MinSize, Square, reference};
use proptest::prelude::{Strategy, prop_oneof};

const FIGURE_4_PRINTED: &str = "1n1k1b2/rpp1pp2/2b1pn2/rq2pp2/1Q4PB/PPPNP1PB/3P1R1P/3K1RN1";
const FIGURE_4: &str = "1n1k1b2/rpp1pp2/2b1pn2/rq2pp2/1Q3pPB/PPPNP1PB/3P1R1P/3K1RN1";
const FIGURE_8: &str = "rnbqkbnr/p6p/r1nppn1r/p1p2p1p/P1P1PP1P/R1N1BB1R/P1P4P/R1BQKBNR";
const FIGURE_9: &str = "1b4rk/n1p3pr/p1np3p/1p1pp3/3PP3/P1NPPQ2/N1PRK3/1B6";
const PINCHED: &str = "pp2p1p1/p1p1pppp/1ppp1p1p/1p2ppp1/1p1p1ppp/1p1p1ppp/ppp4p/3pppp1";

/// max_area, max_group and the length of the shortest.
type Numbers = (u32, u32, u32);

/// The numbers of the answers, after every chain among them was verified and
/// the single functions were found to agree.
#[track_caller]
fn numbers(board: Grid8, square: Square) -> Numbers {
    let all = board.answers(square);
    for chain in all.shortest.iter().chain(&all.largest) {
        let verdict = board.verify(square, MinSize::TWO, chain);
        assert_eq!(verdict, Ok(()), "{square}\n{board}");
        assert_eq!(chain.cells()[0], square);
    }
    let exists = board.has_chain(square);
    assert_eq!(all.shortest.is_some(), exists, "{square}\n{board}");
    assert_eq!(all.largest.is_some(), exists, "{square}\n{board}");
    assert_eq!(board.max_area(square), all.max_area, "{square}\n{board}");
    let area = all
        .largest
        .as_ref()
        .map_or(0, |chain| number(chain.encloses().len()));
    assert_eq!(area, all.max_area, "{square}\n{board}");
    for min_size in 1..6 {
        let expected = all.max_group >= min_size;
        let found = board.has_chain_of_size(square, size(min_size));
        assert_eq!(found, expected, "{square}\n{board}");
        let witness = board.witness_of_size(square, size(min_size));
        assert_eq!(witness.is_some(), expected, "{square}\n{board}");
        if let Some(chain) = witness {
            let verdict = board.verify(square, size(min_size), &chain);
            assert_eq!(verdict, Ok(()), "{square}\n{board}");
        }
    }
    (
        all.max_area,
        all.max_group,
        all.shortest.map_or(0, |chain| number(chain.len())),
    )
}

fn number(cells: usize) -> u32 {
    u32::try_from(cells).expect("at most 64")
}

/// Boards whose chains can all be listed.
fn small_boards() -> impl Strategy<Value = Grid8> {
    let boards = prop_oneof![
        grid8s_of((5, 5), 55..=55),
        grid8s_of((5, 6), 55..=55),
        grid8s_of((7, 4), 55..=55),
        grid8s_of((6, 6), 55..=55),
        grid8s_of((8, 5), 55..=55),
        grid8s_of((4, 8), 55..=55),
        grid8s(),
    ];
    boards.prop_filter("few chains", |board| is_listable(*board))
}

fn enclosed(chain: &Chain<Square>) -> Grid8 {
    chain.encloses().iter().copied().collect()
}

/// The fewest pieces for every set of empty squares that a valid chain
/// encloses, through the square if one is given: by listing all chains.
fn enclosures_by_definition(board: Grid8, square: Option<Square>) -> BTreeMap<Grid8, usize> {
    let mut fewest = BTreeMap::new();
    reference::for_each_chain(board, |chain| {
        let is_asked = square.is_none_or(|square| chain.cells().contains(&square));
        if is_asked && reference::largest_group(enclosed(chain)) >= 2 {
            let pieces = fewest.entry(enclosed(chain)).or_insert(usize::MAX);
            *pieces = chain.len().min(*pieces);
        }
    });
    fewest
}

/// What the listing gives, after every chain in it was verified, none came
/// twice, and the count was found to agree.
#[track_caller]
fn listed(board: Grid8, square: Option<Square>) -> BTreeMap<Grid8, usize> {
    let mut found = BTreeMap::new();
    for chain in board.enclosures(square) {
        let through = square.unwrap_or(chain.cells()[0]);
        assert_eq!(chain.cells()[0], through);
        assert_eq!(
            board.verify(through, MinSize::TWO, &chain),
            Ok(()),
            "{board}"
        );
        let before = found.insert(enclosed(&chain), chain.len());
        assert_eq!(before, None, "{:?} came twice\n{board}", chain.encloses());
    }
    let count = u64::try_from(found.len()).expect("not so many");
    let counted = board.count_enclosures(square, u64::MAX);
    assert_eq!(counted, Count::Exactly(count), "{board}");
    found
}

/// Asserts that the answers for every piece are those of the definition, and
/// returns the number of pieces on a chain.
#[track_caller]
fn check_board(board: Grid8) -> u32 {
    let expected = reference::values(board);
    let mut with_chains = 0;
    for square in board {
        let values = expected[usize::from(square.index())];
        with_chains += u32::from(values.exists);
        let expected = (values.max_area, values.max_group, values.shortest);
        assert_eq!(numbers(board, square), expected, "{square}\n{board}");
    }
    with_chains
}

#[test]
fn every_board_of_4x4_is_answered_by_definition() {
    let mut with_chains = 0;
    for number in 0..1u64 << 16 {
        let ranks = (0..4).map(|rank| (number >> (4 * rank) & 15) << (8 * rank));
        with_chains += check_board(Grid8::from_bits(ranks.sum()));
    }
    assert!(with_chains > 1000, "only {with_chains} pieces on chains");
}

#[test]
fn random_small_boards_are_answered_by_definition() {
    let with_chains = Counter::new(0);
    for_all(2000, small_boards(), |board| {
        with_chains.set(with_chains.get() + check_board(board));
    });
    let with_chains = with_chains.get();
    assert!(with_chains > 3000, "only {with_chains} pieces on chains");
}

#[test]
fn random_sparse_boards_are_answered_by_definition() {
    let boards = grid8s_of((8, 8), 34..=41).prop_filter("few chains", |board| is_listable(*board));
    let with_chains = Counter::new(0);
    for_all(1500, boards, |board| {
        with_chains.set(with_chains.get() + check_board(board))
    });
    let with_chains = with_chains.get();
    assert!(with_chains > 500, "only {with_chains} pieces on chains");
}

#[test]
fn random_small_boards_are_listed_by_definition() {
    let listed_sets = Counter::new(0);
    for_all(2000, small_boards(), |board| {
        let expected = enclosures_by_definition(board, None);
        assert_eq!(listed(board, None), expected, "\n{board}");
        listed_sets.set(listed_sets.get() + expected.len());
        if let Some(square) = board.first() {
            let expected = enclosures_by_definition(board, Some(square));
            assert_eq!(listed(board, Some(square)), expected, "{square}\n{board}");
        }
    });
    let listed_sets = listed_sets.get();
    assert!(listed_sets > 300, "only {listed_sets} sets");
}

#[test]
fn every_shared_case_is_answered_in_all_columns() {
    check_rows(case_rows("chains.csv"));
}

/// Boards that a search for boards with many states has found. The values
/// are our own, and agree for all eight ways to turn the board.
#[test]
fn the_hardest_boards_known_keep_their_answers() {
    let rows = case_rows("hard.csv");
    for (_, row) in rows.iter().step_by(4) {
        let (board, square) = (occupied(&row[0]), square(&row[1]));
        let expected = numbers(board, square);
        for (turned, turn) in symmetries(board) {
            assert_eq!(numbers(turned, turn(square)), expected, "{square}\n{board}");
        }
    }
    check_rows(rows);
}

/// Asserts that the answers are those in the rows, in all columns.
fn check_rows(rows: Vec<(String, Vec<String>)>) {
    for (place, row) in rows {
        let [placement, name, exists, area, group, pieces] = &row[..] else {
            panic!("{place}: a row has six columns");
        };
        let (board, square) = (occupied(placement), square(name));
        let (max_area, max_group, shortest) = numbers(board, square);
        let found = [
            u32::from(board.has_chain(square)),
            max_area,
            max_group,
            shortest,
        ];
        let expected = [exists, area, group, pieces].map(|text| text.parse().expect("a number"));
        assert_eq!(found, expected, "{place}");
    }
}

#[test]
fn the_positions_of_the_definition_have_their_answers() {
    for (placement, name, expected) in [
        (
            "8/1PN1P3/P2P1K2/1PPpp3/2P2k2/3qb3/8/8",
            "e7",
            (5, 2, Some(9)),
        ),
        (
            "8/1RP5/P2P4/1PpQ4/P1p1P3/1kP1r3/3K4/8",
            "a4",
            (5, 2, Some(9)),
        ),
        (FIGURE_9, "f3", (2, 2, Some(13))),
        (FIGURE_4_PRINTED, "a3", (10, 10, None)),
        (PINCHED, "d4", (8, 6, None)),
    ] {
        let (area, group, pieces) = numbers(occupied(placement), square(name));
        assert_eq!(
            (area, group),
            (expected.0, expected.1),
            "{placement} {name}"
        );
        if let Some(expected) = expected.2 {
            assert_eq!(pieces, expected, "{placement} {name}");
        }
    }
    let figure_4 = occupied(FIGURE_4);
    for square in figure_4.without(square("d1")) {
        assert_eq!(numbers(figure_4, square).0, 9, "{square}");
    }
    let figure_8 = occupied(FIGURE_8);
    for square in figure_8 {
        assert_eq!(numbers(figure_8, square), (0, 0, 0), "{square}");
    }
}

#[test]
fn the_corrected_figure_4_has_five_enclosures() {
    let set = |names: &str| -> Grid8 { names.split(' ').map(square).collect() };
    let left = set("c4 c5 d4 d5 d6 d7 e4");
    let (f3, g2) = (set("f3"), set("g2"));
    let expected = BTreeMap::from([
        (f3 | g2, 6),
        (left, 12),
        (left | f3, 14),
        (left | f3 | g2, 16),
        (left | g2, 18),
    ]);
    assert_eq!(listed(occupied(FIGURE_4), None), expected);
}

#[test]
fn a_block_that_encloses_four_may_have_no_chain_around_them() {
    let cross = occupied("2P5/1P1P4/P1P1P3/1P1P4/2P5/8/8/8");
    assert_eq!(numbers(cross, square("c6")).1, 3);
}

#[test]
fn a_group_of_one_is_a_group_but_no_chain() {
    let diamond = occupied("8/8/3P4/2P1P3/3P4/8/8/8");
    assert_eq!(numbers(diamond, square("d6")), (0, 1, 0));
    assert_eq!(listed(diamond, None), BTreeMap::new());
}

#[test]
fn turning_the_board_changes_no_answer() {
    let boards = prop_oneof![3 => grid8s_of((8, 8), 45..=69), 1 => grid8s()];
    for_all(60, boards, |board| {
        let numbered: Vec<(Square, Numbers)> = board
            .iter()
            .step_by(5)
            .map(|square| (square, numbers(board, square)))
            .collect();
        for (turned, turn) in symmetries(board) {
            for (square, expected) in &numbered {
                let found = numbers(turned, turn(*square));
                assert_eq!(found, *expected, "{square}\n{board}");
            }
        }
    });
}

#[test]
fn turning_the_board_turns_its_enclosures() {
    for_all(40, grid8s_of((8, 8), 45..=45), |board| {
        let first: Vec<(Grid8, usize)> = listed(board, None).into_iter().take(50).collect();
        for (turned, turn) in symmetries(board) {
            let sets = listed(turned, None);
            for (set, pieces) in &first {
                let set: Grid8 = set.iter().map(turn).collect();
                assert_eq!(sets.get(&set), Some(pieces), "\n{board}");
            }
        }
    });
}

#[test]
fn an_empty_square_has_no_chain() {
    let board = occupied(FIGURE_4);
    let nowhere = Square::D5;
    let answers = board.answers(nowhere);
    assert_eq!((answers.max_area, answers.max_group), (0, 0));
    assert_eq!((answers.shortest, answers.largest), (None, None));
    assert_eq!(board.largest(nowhere), None);
    assert_eq!(board.shortest(nowhere), None);
    assert_eq!(board.max_group(nowhere), 0);
    assert!(!board.has_chain_of_size(nowhere, MinSize::ONE));
    assert_eq!(board.enclosures(Some(nowhere)).next(), None);
    for board in [Grid8::EMPTY, Grid8::FULL] {
        assert_eq!(board.enclosures(None).next(), None);
        assert_eq!(numbers(board, nowhere), (0, 0, 0));
    }
}

#[test]
fn a_count_that_ends_early_says_so() {
    // One empty square per face, so that nearly every shape is an enclosure.
    let lattice =
        occupied("1p1p1p1p/p1p1p1p1/1p1p1p1p/p1p1p1p1/1p1p1p1p/p1p1p1p1/1p1p1p1p/p1p1p1p1");
    let Count::AtLeast(few) = lattice.count_enclosures(None, 100) else {
        panic!("a hundred states are not enough");
    };
    let Count::Exactly(all) = lattice.count_enclosures(None, u64::MAX) else {
        panic!("there is no limit");
    };
    assert!(few < all, "{few} {all}");
    let sets = lattice.enclosures(None).take(2000);
    assert_eq!(sets.count(), 2000);
}
