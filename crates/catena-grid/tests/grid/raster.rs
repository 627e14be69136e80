//! Grids of any size: against a depth-first search, the shared cases, the
//! symmetries of the board, any number of threads, and shapes that break
//! recursion.

use std::cell::Cell as Counter;

use crate::support::blocks::by_blocks;
use crate::support::boards::{for_all, noise, rasters, sizes, structured};
use crate::support::lattices::{Bricks, ThreeDiagonals, WideHex};
use crate::support::{case_rows, occupied, raster, size, square};
use catena_grid::{
    Board, Cell, Grid, Grid8, HexLattice, Lattice, MinSize, Query, Raster, Report, SquareLattice,
};
use proptest::prelude::{Strategy, any};

fn report<L: Lattice>(raster: &Raster, min_size: MinSize, threads: usize) -> Report {
    let query = Query::new(min_size).with_labels().with_threads(threads);
    Grid::<L>::with_lattice(raster).analyse(&query)
}

/// Asserts that labels, areas and walls are those of the depth-first search;
/// returns how many walls there are.
#[track_caller]
fn check_by_search<L: Lattice>(raster: &Raster) -> usize {
    let grid = Grid::<L>::with_lattice(raster);
    let mut walls = 0;
    for min_size in [MinSize::ONE, MinSize::TWO] {
        let expected = by_blocks::<L>(raster, min_size.get() as usize);
        let found = report::<L>(raster, min_size, 1);
        let labels = found.labels.as_ref();
        assert_eq!(labels, Some(&expected.labels), "size {min_size}\n{raster}");
        assert_eq!(
            found.walls as usize, expected.walls,
            "size {min_size}\n{raster}"
        );
        assert_eq!(
            found.areas as usize, expected.areas,
            "size {min_size}\n{raster}"
        );
        let on_chain = expected.labels.iter().filter(|label| **label < 0).count();
        assert_eq!(
            found.cells_on_chain,
            Ok(on_chain as u64),
            "size {min_size}\n{raster}"
        );
        assert_eq!(
            grid.areas(min_size).len(),
            expected.areas,
            "size {min_size}\n{raster}"
        );
        for (number, area) in (1..).zip(grid.areas(min_size)) {
            let cells = raster.cells().zip(&expected.labels);
            let cells = cells.filter(|(_, label)| **label == number);
            assert!(area.into_iter().eq(cells.map(|(cell, _)| cell)), "{raster}");
        }
        walls += expected.walls;
    }
    walls
}

#[test]
fn boards_of_every_kind_agree_with_a_depth_first_search() {
    let walls = Counter::new(0);
    for_all(1500, rasters(1..=14, 1..=14), |raster| {
        let found = check_by_search::<SquareLattice>(&raster);
        walls.set(walls.get() + found);
        check_by_search::<HexLattice>(&raster);
        check_by_search::<Bricks>(&raster);
        check_by_search::<WideHex>(&raster);
        check_by_search::<ThreeDiagonals>(&raster);
    });
    assert!(walls.get() > 300, "only {} walls", walls.get());
}

/// A row of more than 64 cells has several words.
#[test]
fn wide_boards_agree_with_a_depth_first_search() {
    for_all(40, rasters(60..=140, 8..=13), |raster| {
        check_by_search::<SquareLattice>(&raster);
        check_by_search::<HexLattice>(&raster);
    });
}

/// Straight walls and solid blocks: where rows repeat, work is skipped.
#[test]
fn wide_structures_agree_with_a_depth_first_search() {
    let sizes = (60..=200usize, 8..=40usize);
    for_all(60, sizes.prop_flat_map(structured), |raster| {
        check_by_search::<SquareLattice>(&raster);
    });
}

/// Asserts that the witness for each cell verifies, and that there is one
/// exactly if the cell is labelled as part of a wall.
#[track_caller]
fn check_witnesses<L: Lattice>(raster: &Raster, min_size: MinSize) -> usize {
    let grid = Grid::<L>::with_lattice(raster);
    let labels = report::<L>(raster, min_size, 1).labels.expect("labels");
    let mut chains = 0;
    for (cell, label) in raster.cells().zip(labels) {
        let chain = grid.witness_of_size(cell, min_size).expect("decided");
        assert_eq!(
            chain.is_some(),
            label < 0,
            "{cell}, size {min_size}\n{raster}"
        );
        if let Some(chain) = chain {
            chains += 1;
            assert_eq!(chain.cells()[0], cell);
            let verdict = grid.verify(cell, min_size, &chain);
            assert_eq!(
                verdict,
                Ok(()),
                "{cell}, size {min_size}: {chain:?}\n{raster}"
            );
        }
    }
    chains
}

#[test]
fn every_yes_has_a_witness_and_every_no_has_none() {
    let chains = Counter::new(0);
    for_all(
        120,
        (rasters(3..=13, 3..=13), sizes()),
        |(raster, min_size)| {
            let found = check_witnesses::<SquareLattice>(&raster, min_size);
            chains.set(chains.get() + found);
            check_witnesses::<HexLattice>(&raster, min_size);
            check_witnesses::<Bricks>(&raster, min_size);
            check_witnesses::<WideHex>(&raster, min_size);
            check_witnesses::<ThreeDiagonals>(&raster, min_size);
        },
    );
    assert!(chains.get() > 500, "only {} chains", chains.get());
}

/// Reports, with labels and a witness, with this many threads.
#[track_caller]
fn check_threads<L: Lattice>(raster: &Raster, min_size: MinSize, cell: Cell) {
    // A search that ends early must end with the same answer.
    let grid = Grid::<L>::with_lattice(raster).with_budget(100_000);
    let query = Query::new(min_size).with_labels().with_witness_at(cell);
    let expected = grid.analyse(&query);
    for threads in [2, 3, 7] {
        let found = grid.analyse(&query.with_threads(threads));
        assert!(
            found == expected,
            "size {min_size}, {threads} threads, {cell}: {found:?}, not {expected:?}\n{raster}"
        );
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let boards = (rasters(1..=80, 1..=30), sizes(), any::<usize>());
    for_all(150, boards, |(raster, min_size, number)| {
        let occupied: Vec<Cell> = raster.occupied_cells().collect();
        let cell = occupied.get(number % occupied.len().max(1)).copied();
        let cell = cell.unwrap_or(Cell::new(0, 0));
        check_threads::<SquareLattice>(&raster, min_size, cell);
        check_threads::<HexLattice>(&raster, min_size, cell);
        check_threads::<Bricks>(&raster, min_size, cell);
    });
}

/// Asserts that a size is decided with no budget at all: lemma G14 of
/// `docs/theory-grids.md`.
#[track_caller]
fn check_without_budget<L: Lattice>(raster: &Raster, min_size: MinSize) {
    let grid = Grid::<L>::with_lattice(raster);
    let expected = grid.chain_cells_of_size(min_size).expect("decided");
    let found = grid.with_budget(0).chain_cells_of_size(min_size);
    assert_eq!(found, Ok(expected.clone()), "size {min_size}\n{raster}");
    for cell in raster.occupied_cells() {
        let on_chain = expected.is_occupied(cell);
        let found = grid.with_budget(0).has_chain_of_size(cell, min_size);
        assert_eq!(found, Ok(on_chain), "{cell}, size {min_size}\n{raster}");
        let witness = grid.with_budget(0).witness_of_size(cell, min_size);
        let has_witness = witness.map(|witness| witness.is_some());
        assert_eq!(
            has_witness,
            Ok(on_chain),
            "{cell}, size {min_size}\n{raster}"
        );
    }
}

#[test]
fn sizes_1_2_and_3_need_no_budget() {
    for_all(100, rasters(3..=12, 3..=12), |raster| {
        for min_size in [MinSize::ONE, MinSize::TWO, MinSize::THREE] {
            check_without_budget::<SquareLattice>(&raster, min_size);
            check_without_budget::<ThreeDiagonals>(&raster, min_size);
        }
    });
}

#[test]
fn where_areas_do_not_cross_walls_no_size_needs_a_budget() {
    for_all(
        60,
        (rasters(3..=12, 3..=12), sizes()),
        |(raster, min_size)| {
            check_without_budget::<HexLattice>(&raster, min_size);
            check_without_budget::<Bricks>(&raster, min_size);
            check_without_budget::<WideHex>(&raster, min_size.min(MinSize::TWO));
        },
    );
}

/// The cells of this grid that are on a chain, by the algorithm for grids: one
/// more column keeps it from asking the 8×8 detector.
fn widened(placement: &str) -> Raster {
    let board = Raster::from(occupied(placement));
    Raster::from_fn(9, 8, |cell| board.is_occupied(cell)).expect("a size with cells")
}

#[test]
fn the_shared_cases_have_the_same_answers_for_every_size() {
    for (place, fields) in case_rows("chains.csv") {
        let (raster, cell) = (widened(&fields[0]), square(&fields[1]).into());
        let max_group: u32 = fields[4].parse().expect("a number");
        for min_size in [1, 2, 3, max_group.max(1), max_group + 1] {
            let query = Query::new(size(min_size)).with_witness_at(cell);
            let report = Grid::new(&raster).analyse(&query);
            let witness = report.witness.expect("asked for").expect("decided");
            assert_eq!(
                witness.is_some(),
                max_group >= min_size,
                "size {min_size}: {place}"
            );
        }
    }
}

#[test]
fn the_shared_masks_are_the_cells_on_a_chain() {
    for (place, fields) in case_rows("masks.csv") {
        let expected = u64::from_str_radix(&fields[1], 16).expect("16 hex digits");
        let report = report::<SquareLattice>(&widened(&fields[0]), MinSize::TWO, 1);
        let labels = report.labels.expect("asked for");
        let on_chain = Grid8::from_bits(expected);
        for (square, label) in (0..8).flat_map(|row| {
            let labels = &labels[9 * row..][..8];
            (0..8).map(move |column| (Cell::new(column, row).square(), labels[column]))
        }) {
            let square = square.expect("a cell of the board");
            assert_eq!(label < 0, on_chain.contains(square), "{square}: {place}");
        }
        assert_eq!(
            report.cells_on_chain,
            Ok(u64::from(on_chain.len())),
            "{place}"
        );
    }
}

/// The board turned and mirrored in all eight ways.
fn turned(raster: &Raster, way: usize) -> Raster {
    let (width, height) = (raster.width(), raster.height());
    let is_upright = way & 4 == 0;
    let (wide, high) = if is_upright {
        (width, height)
    } else {
        (height, width)
    };
    let turned = Raster::from_fn(wide, high, |cell| {
        let (column, row) = if is_upright {
            (cell.column, cell.row)
        } else {
            (cell.row, cell.column)
        };
        let column = if way & 1 == 0 {
            column
        } else {
            width - 1 - column
        };
        let row = if way & 2 == 0 { row } else { height - 1 - row };
        raster.is_occupied(Cell::new(column, row))
    });
    turned.expect("a size with cells")
}

#[test]
fn turning_a_board_changes_no_count() {
    let boards = proptest::prop_oneof![noise((90, 70), 30..=70), structured((90, 70))];
    for_all(40, boards, |raster| {
        for min_size in [MinSize::ONE, MinSize::TWO] {
            let counts = |way| {
                let report = Grid::new(&turned(&raster, way)).analyse(&Query::new(min_size));
                let sizes: Vec<u64> = report.largest_areas.iter().map(|area| area.size).collect();
                (
                    (report.areas, report.walls, report.cells_on_chain),
                    (report.closed_gaps, report.sealed_areas, sizes),
                )
            };
            for way in 1..8 {
                assert_eq!(counts(way), counts(0), "way {way}\n{raster}");
            }
        }
    });
}

/// What a shape should give: areas, walls and cells on a chain of size 2.
#[track_caller]
fn check_shape(side: usize, expected: (u32, u32, u64), shape: impl Fn(usize, usize) -> bool) {
    let raster = Raster::from_fn(side, side, |cell| shape(cell.column, cell.row));
    let raster = raster.expect("a size with cells");
    for threads in [1, 3] {
        let mut query = Query::new(MinSize::TWO).with_threads(threads);
        if threads == 3 {
            query = query.with_labels();
        }
        let report = Grid::new(&raster).analyse(&query);
        let cells = report.cells_on_chain.expect("decided");
        assert_eq!((report.areas, report.walls, cells), expected);
    }
}

#[test]
fn shapes_that_break_recursion_are_no_trouble() {
    let side = 1500;
    let last = side - 1;
    check_shape(side, (0, 0, 0), |_, _| false);
    check_shape(side, (0, 0, 0), |_, _| true);
    // A comb: one wall as long as the grid, and nothing enclosed.
    check_shape(side, (0, 0, 0), |x, y| x % 2 == 0 || y == last);
    // The same comb with a lid is a grating of chambers.
    check_shape(side, (749, 1, 750 * 1500 + 749 * 2), |x, y| {
        x < last && (x % 2 == 0 || y == last || y == 0)
    });
    // Frames in frames, the innermost of 2x2 cells without anything inside.
    let frame = |x: usize, y: usize| x.min(y).min(last - x).min(last - y);
    let cells: u64 = (0..375).map(|ring| 4 * (1499 - 4 * ring)).sum();
    check_shape(side, (375, 375, cells), |x, y| frame(x, y) % 2 == 0);
    // A chess board: each inner empty cell has four cells round it.
    check_shape(side, (1, 1, 1500 * 750 - 2), |x, y| (x + y) % 2 == 0);
}

/// A spiral from the outside in, one cell thick, with one cell between turns.
fn spiral(side: usize) -> Raster {
    let mut raster = Raster::new(side, side).expect("a size with cells");
    let mut cell = Cell::new(0, 0);
    let (mut legs, mut length) = (0, side - 1);
    raster.set(cell, true);
    while length > 0 {
        let offset = [(1, 0), (0, 1), (-1, 0), (0, -1)][legs % 4];
        for _ in 0..length {
            cell.column = cell
                .column
                .checked_add_signed(offset.0)
                .expect("on the grid");
            cell.row = cell.row.checked_add_signed(offset.1).expect("on the grid");
            raster.set(cell, true);
        }
        legs += 1;
        if legs >= 3 && legs % 2 == 1 {
            length -= 2;
        }
    }
    raster
}

#[test]
fn a_spiral_encloses_nothing_until_it_is_closed() {
    let mut raster = spiral(1001);
    let report = Grid::new(&raster).analyse(&Query::new(MinSize::ONE));
    let found = (report.areas, report.walls, report.cells_on_chain);
    assert_eq!(found, (0, 0, Ok(0)));
    // A door in the outermost passage: from there on everything is closed in.
    raster.set(Cell::new(0, 1), true);
    let corner = Cell::new(0, 0);
    let query = Query::new(MinSize::ONE).with_witness_at(corner);
    let report = Grid::new(&raster).analyse(&query);
    assert_eq!((report.areas, report.walls), (1, 1));
    let witness = report.witness.expect("asked for").expect("decided");
    assert_eq!(witness.expect("a chain").cells()[0], corner);
}

#[test]
fn areas_of_a_drawn_board_are_numbered_in_the_order_of_reading() {
    let raster = raster(
        "# # # # . # # #
         # . # . # # . #
         # # # # . # # #",
    );
    let labels = report::<SquareLattice>(&raster, MinSize::ONE, 1)
        .labels
        .expect("asked for");
    let areas: Vec<(usize, i32)> = labels
        .into_iter()
        .enumerate()
        .filter(|(_, label)| *label > 0)
        .collect();
    assert_eq!(areas, [(9, 1), (11, 2), (14, 3)]);
}
