//! Grids against the definition: every chain of a small grid is listed, with
//! what is inside by the even–odd rule, and every board of that size is
//! compared with the list, on several lattices and for every minimum size.
//!
//! An ignored test goes on to all boards of 5×5 cells.

use std::cell::Cell as Counter;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::support::boards::{for_all, is_slow, noise, to_grid8};
use crate::support::definition::{Crossing, Line, SmallGrid, bits, is_inside};
use crate::support::lattices::{Bricks, OneAreaDiagonal, ThreeDiagonals, WideHex};
use catena_grid::{
    Board, Cell, Chain, Count, Grid, HexLattice, Lattice, MinSize, Query, SquareLattice,
};
use proptest::prelude::{Just, Strategy, prop_oneof};

#[test]
fn two_ways_to_count_crossings_agree() {
    fn check<L: Lattice>(width: usize, height: usize) {
        let grid = SmallGrid::new::<L>(width, height);
        grid.for_each_chain(grid.full(), Crossing::Allowed, |path, inside| {
            let line: Vec<Cell> = path.iter().map(|at| grid.cell(*at)).collect();
            let others = (0..width * height).filter(|at| !path.contains(at));
            let cells = others.map(|at| grid.cell(at));
            let expected = grid.set_of(cells.filter(|cell| is_inside(&line, *cell)));
            assert_eq!(inside, expected, "{line:?}");
        });
    }
    check::<SquareLattice>(4, 4);
    check::<SquareLattice>(5, 3);
    check::<HexLattice>(4, 5);
    check::<Bricks>(4, 5);
}

/// The numbers of cycles of king graphs are known (OEIS A140521).
#[test]
fn no_chain_is_missing_from_the_list() {
    for (side, expected) in [(2, 7), (3, 348), (4, 136_597)] {
        let grid = SmallGrid::new::<SquareLattice>(side, side);
        let mut chains = 0;
        grid.for_each_chain(grid.full(), Crossing::Allowed, |_, _| chains += 1);
        assert_eq!(chains, expected, "{side}x{side}");
    }
}

/// Lemma L1: uncrossing a chain changes neither its cells nor what is inside.
#[test]
fn chains_that_cross_themselves_add_nothing() {
    fn check<L: Lattice>(width: usize, height: usize) {
        let grid = SmallGrid::new::<L>(width, height);
        let [all, plain] =
            [Crossing::Allowed, Crossing::Left].map(|crossing| grid.lines(grid.full(), crossing));
        assert!(all == plain, "{} and {} lines", all.len(), plain.len());
    }
    for (width, height) in [(3, 3), (4, 4), (3, 5), (5, 3)] {
        check::<SquareLattice>(width, height);
        check::<ThreeDiagonals>(width, height);
    }
    if is_slow() {
        check::<SquareLattice>(4, 5);
        check::<SquareLattice>(5, 4);
    }
}

/// The chains of a full board, each with something inside.
fn lines(grid: &SmallGrid) -> Vec<Line> {
    let mut lines = grid.lines(grid.full(), Crossing::Left);
    lines.retain(|line| line.inside != 0);
    lines
}

/// Compares boards of this size with the list of all chains, for these minimum
/// sizes: one board in `stride`. Returns how many cells are on a chain.
#[track_caller]
fn check_boards<L: Lattice>(
    (width, height): (usize, usize),
    sizes: RangeInclusive<u32>,
    stride: usize,
) -> u64 {
    let grid = SmallGrid::new::<L>(width, height);
    let lines = lines(&grid);
    let mut cells_on_chain = 0;
    for size in sizes.map(crate::support::size) {
        let on_chain = grid.on_chain_of_all_boards(&lines, size.get());
        for (occupied, expected) in (0..).zip(on_chain).step_by(stride) {
            check_board::<L>(&grid, occupied, size, expected);
            cells_on_chain += u64::from(expected.count_ones());
        }
    }
    cells_on_chain
}

/// Asserts that exactly these cells are on a chain, and that the answer needs
/// no search where the theory says so.
#[track_caller]
fn check_board<L: Lattice>(grid: &SmallGrid, occupied: u32, size: MinSize, expected: u32) {
    let raster = grid.raster(occupied);
    let mut board = Grid::<L>::with_lattice(&raster);
    if is_decided_by_blocks::<L>(size) {
        board = board.with_budget(0);
    }
    let report = board.analyse(&Query::new(size).with_labels());
    assert_eq!(
        report.cells_on_chain,
        Ok(u64::from(expected.count_ones())),
        "size {size} on\n{raster}"
    );
    let labels = report.labels.expect("labels were asked for");
    let found = (0..).zip(labels).filter(|(_, label)| *label < 0);
    let found = found.fold(0, |cells, (at, _)| cells | 1u32 << at);
    assert_eq!(found, expected, "size {size} on\n{raster}");
}

/// Lemma G14 of `docs/theory-grids.md`.
fn is_decided_by_blocks<L: Lattice>(size: MinSize) -> bool {
    let wall_steps = L::WALL_STEPS[0].len() + L::WALL_STEPS[1].len();
    size <= MinSize::TWO
        || L::AREA_STEPS == L::GAP_STEPS
        || size == MinSize::THREE && wall_steps >= 14
}

/// Small boards of the shapes that take little time.
const QUICK: [(usize, usize); 5] = [(1, 4), (3, 3), (3, 5), (5, 3), (4, 4)];

#[test]
fn all_small_boards_of_squares_are_as_defined() {
    for shape in QUICK {
        check_boards::<SquareLattice>(shape, 1..=4, 1);
    }
}

#[test]
fn all_small_boards_of_hexagons_are_as_defined() {
    for shape in QUICK {
        check_boards::<HexLattice>(shape, 1..=4, 1);
    }
    let stride = if is_slow() { 1 } else { 5 };
    let on_chain = check_boards::<HexLattice>((6, 3), 1..=4, stride);
    assert!(on_chain > 1000, "only {on_chain} cells on a chain");
}

#[test]
fn all_small_boards_of_other_lattices_are_as_defined() {
    for shape in QUICK {
        check_boards::<Bricks>(shape, 1..=4, 1);
        check_boards::<WideHex>(shape, 1..=4, 1);
        check_boards::<ThreeDiagonals>(shape, 1..=4, 1);
    }
}

/// Size 3 on every board of 4×5, and one board in 23 otherwise.
#[test]
fn boards_of_4x5_and_5x4_are_as_defined() {
    let stride = if is_slow() { 1 } else { 23 };
    let on_chain = check_boards::<SquareLattice>((4, 5), 3..=3, 1);
    assert!(on_chain > 100_000, "only {on_chain} cells on a chain");
    for shape in [(4, 5), (5, 4)] {
        check_boards::<SquareLattice>(shape, 1..=6, stride);
        check_boards::<HexLattice>(shape, 1..=6, stride);
        check_boards::<WideHex>(shape, 1..=6, stride);
        check_boards::<ThreeDiagonals>(shape, 3..=6, stride);
    }
}

/// The 8×8 detector in the same run: listing the chains takes a while.
#[test]
#[ignore = "slow: it compares all 33,554,432 boards"]
fn all_boards_of_5x5_are_as_defined() {
    let grid = SmallGrid::new::<SquareLattice>(5, 5);
    let lines = lines(&grid);
    for size in (1..=9).map(crate::support::size) {
        let on_chain = grid.on_chain_of_all_boards(&lines, size.get());
        let stride = if size <= MinSize::THREE { 1 } else { 9 };
        // The 8×8 detector is fast for size 2 only.
        let stride8 = if size == MinSize::TWO { 1 } else { 27 };
        for (occupied, expected) in (0..).zip(on_chain).step_by(stride) {
            check_board::<SquareLattice>(&grid, occupied, size, expected);
            if occupied % stride8 == 0 {
                let board = to_grid8(&grid.raster(occupied));
                let found = board.chain_cells_of_size(size).iter().map(Cell::from);
                assert_eq!(grid.set_of(found), expected, "size {size} on\n{board}");
            }
        }
    }
}

/// What the definition says about a cell: the best values over all chains
/// through it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Values {
    max_area: u32,
    max_group: u32,
    shortest: u32,
}

fn values(grid: &SmallGrid, occupied: u32, lines: &[Line], cell: usize) -> Values {
    let mut values = Values::default();
    for line in lines.iter().filter(|line| line.cells >> cell & 1 == 1) {
        let empty = line.inside & !occupied;
        let (group, pieces) = (grid.largest_group(empty), line.cells.count_ones());
        values.max_group = values.max_group.max(group);
        if group >= 2 {
            values.max_area = values.max_area.max(empty.count_ones());
            let is_first = values.shortest == 0;
            values.shortest = if is_first {
                pieces
            } else {
                pieces.min(values.shortest)
            };
        }
    }
    values
}

/// Asserts that all answers about a board are those of the definition; returns
/// the number of cells on a chain.
#[track_caller]
fn check_answers<L: Lattice>(grid: &SmallGrid, occupied: u32, lines: &[Line]) -> u32 {
    let raster = grid.raster(occupied);
    let board = Grid::<L>::with_lattice(&raster);
    let length = |chain: Option<Chain>| chain.map_or(0, |chain| count(chain.len()));
    let area = |chain: Option<Chain>| chain.map_or(0, |chain| count(chain.encloses().len()));
    let mut on_chain = 0;
    for at in bits(occupied) {
        let (cell, expected) = (grid.cell(at), values(grid, occupied, lines, at));
        let found = board.answers(cell);
        for chain in [&found.shortest, &found.largest]
            .into_iter()
            .flatten()
            .flatten()
        {
            assert_eq!(
                board.verify(cell, MinSize::TWO, chain),
                Ok(()),
                "{cell} on\n{raster}"
            );
        }
        for (found, expected) in [
            (found.max_area, expected.max_area),
            (found.max_group, expected.max_group),
            (found.shortest.map(length), expected.shortest),
            (found.largest.map(area), expected.max_area),
            (board.max_area(cell), expected.max_area),
            (board.max_group(cell), expected.max_group),
        ] {
            assert_eq!(found, Ok(expected), "{cell} on\n{raster}");
        }
        assert_eq!(
            board.has_chain(cell),
            expected.max_group >= 2,
            "{cell} on\n{raster}"
        );
        check_sizes(&board, cell, expected.max_group);
        on_chain += u32::from(expected.max_group >= 2);
    }
    on_chain
}

/// Asserts that there is a chain through the cell for every size up to that of
/// the largest group, and a witness that verifies.
#[track_caller]
fn check_sizes<L: Lattice>(board: &Grid<'_, L>, cell: Cell, max_group: u32) {
    for min_size in (1..=max_group + 1).map(crate::support::size) {
        let expected = min_size.get() <= max_group;
        let found = board.has_chain_of_size(cell, min_size);
        assert_eq!(
            found,
            Ok(expected),
            "{cell}, size {min_size} on\n{}",
            board.raster()
        );
        let witness = board
            .witness_of_size(cell, min_size)
            .expect("a small board");
        assert_eq!(
            witness.is_some(),
            expected,
            "{cell}, size {min_size} on\n{}",
            board.raster()
        );
        if let Some(chain) = witness {
            let verdict = board.verify(cell, min_size, &chain);
            assert_eq!(
                verdict,
                Ok(()),
                "{cell}, size {min_size} on\n{}",
                board.raster()
            );
        }
    }
}

/// Asserts that the sets that chains enclose are those of the definition, each
/// with a chain of the fewest cells; returns how many there are.
#[track_caller]
fn check_enclosures<L: Lattice>(
    grid: &SmallGrid,
    occupied: u32,
    lines: &[Line],
    at: Option<usize>,
) -> usize {
    let raster = grid.raster(occupied);
    let board = Grid::<L>::with_lattice(&raster);
    let mut expected = BTreeMap::new();
    for line in lines {
        let empty = line.inside & !occupied;
        let is_asked = at.is_none_or(|at| line.cells >> at & 1 == 1);
        if is_asked && grid.largest_group(empty) >= 2 {
            let fewest = expected.entry(empty).or_insert(u32::MAX);
            *fewest = line.cells.count_ones().min(*fewest);
        }
    }
    let cell = at.map(|at| grid.cell(at));
    let mut found = BTreeMap::new();
    for chain in board.enclosures(cell).expect("a small board") {
        let first = cell.unwrap_or(chain.cells()[0]);
        assert_eq!(
            board.verify(first, MinSize::TWO, &chain),
            Ok(()),
            "{raster}"
        );
        let encloses = grid.set_of(chain.encloses().iter().copied());
        let before = found.insert(encloses, count(chain.len()));
        assert_eq!(before, None, "{:?} came twice\n{raster}", chain.encloses());
    }
    assert_eq!(found, expected, "{cell:?} on\n{raster}");
    let total = u64::from(count(expected.len()));
    let counted = board.count_enclosures(cell, u64::MAX);
    assert_eq!(counted, Ok(Count::Exactly(total)), "{cell:?} on\n{raster}");
    expected.len()
}

fn count(number: usize) -> u32 {
    u32::try_from(number).expect("a small number")
}

/// Every board of 4×4 that has a chain.
#[test]
fn answers_on_4x4_are_those_of_the_definition() {
    #[track_caller]
    fn check<L: Lattice>() {
        let grid = SmallGrid::new::<L>(4, 4);
        let all = lines(&grid);
        let stride = if is_slow() { 1 } else { 5 };
        let boards = (0..=grid.full()).step_by(stride).map(|occupied| {
            let is_there = |line: &Line| line.cells & !occupied == 0;
            (
                occupied,
                all.iter().copied().filter(is_there).collect::<Vec<_>>(),
            )
        });
        let with_chains = boards.filter(|(_, lines)| !lines.is_empty());
        let on_chain =
            with_chains.map(|(occupied, lines)| check_answers::<L>(&grid, occupied, &lines));
        let on_chain: u32 = on_chain.sum();
        assert!(on_chain > 50, "only {on_chain} cells on a chain");
    }
    check::<SquareLattice>();
    check::<HexLattice>();
    check::<WideHex>();
    check::<Bricks>();
    check::<ThreeDiagonals>();
    check::<OneAreaDiagonal>();
}

#[track_caller]
fn check_small_boards<L: Lattice>(percent: RangeInclusive<u32>) {
    let (on_chain, listed) = (Counter::new(0), Counter::new(0));
    let shapes = prop_oneof![Just((5, 5)), Just((4, 6)), Just((6, 4)), Just((7, 4))];
    let boards = shapes.prop_flat_map(move |shape| noise(shape, percent.clone()));
    for_all(400, boards, |raster| {
        let grid = SmallGrid::new::<L>(raster.width(), raster.height());
        let occupied = grid.set_of(raster.occupied_cells());
        let lines = grid.lines(occupied, Crossing::Left);
        on_chain.set(on_chain.get() + check_answers::<L>(&grid, occupied, &lines));
        let sets = check_enclosures::<L>(&grid, occupied, &lines, None);
        listed.set(listed.get() + sets);
        for at in bits(occupied).step_by(5) {
            check_enclosures::<L>(&grid, occupied, &lines, Some(at));
        }
    });
    assert!(
        on_chain.get() > 300,
        "only {} cells on a chain",
        on_chain.get()
    );
    assert!(listed.get() > 20, "only {} sets", listed.get());
}

#[test]
fn answers_on_small_boards_of_squares_are_those_of_the_definition() {
    check_small_boards::<SquareLattice>(50..=65);
}

#[test]
fn answers_on_small_boards_of_hexagons_are_those_of_the_definition() {
    check_small_boards::<HexLattice>(65..=80);
    check_small_boards::<WideHex>(65..=80);
}

#[test]
fn answers_on_small_boards_of_other_lattices_are_those_of_the_definition() {
    check_small_boards::<Bricks>(80..=95);
    check_small_boards::<ThreeDiagonals>(55..=70);
    check_small_boards::<OneAreaDiagonal>(55..=70);
}
