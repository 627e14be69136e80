//! Size 3 on larger boards against theorem T1 of `docs/theory.md`: one set of
//! three empty cells after the other is tried.
//!
//! Small boards are compared with the list of all chains in `definition.rs`,
//! and the rings of the proof are checked in `size_three.rs`.

use std::cell::Cell as Counter;
use std::collections::BTreeSet;

use crate::support::blocks::{blocks, encloses};
use crate::support::boards::{for_all, rasters};
use crate::support::lattices::{Bricks, ThreeDiagonals, WideHex};
use crate::support::raster;
use catena_grid::{Board, Cell, Grid, HexLattice, Lattice, MinSize, Query, Raster, SquareLattice};

/// Every set of three empty cells that the steps of areas join.
fn triples<L: Lattice>(raster: &Raster) -> BTreeSet<[Cell; 3]> {
    let is_empty = |cell: &Cell| raster.contains(*cell) && !raster.is_occupied(*cell);
    let mut sets = BTreeSet::new();
    for middle in raster.cells().filter(is_empty) {
        let steps = L::AREA_STEPS[middle.row % 2].iter();
        let near: Vec<Cell> = steps
            .filter_map(|step| step.apply(middle))
            .filter(is_empty)
            .collect();
        for (place, one) in near.iter().enumerate() {
            for other in &near[..place] {
                let mut set = [middle, *one, *other];
                set.sort_unstable();
                sets.insert(set);
            }
        }
    }
    sets
}

/// Returns whether the link passes between two of the cells.
fn is_between(cells: &[Cell], from: Cell, to: Cell) -> bool {
    let is_diagonal = from.column != to.column && from.row != to.row;
    let beside = [
        Cell::new(from.column, to.row),
        Cell::new(to.column, from.row),
    ];
    is_diagonal && beside.iter().all(|cell| cells.contains(cell))
}

/// The cells on a chain around three empty cells, by the blocks of the graph
/// without the links that pass between them.
fn on_chain_by_fixed_sets<L: Lattice>(raster: &Raster) -> BTreeSet<Cell> {
    let mut on_chain = BTreeSet::new();
    for set in triples::<L>(raster) {
        let is_allowed = |from, to| !is_between(&set, from, to);
        for block in blocks(raster, L::WALL_STEPS, is_allowed) {
            if encloses::<L>(raster, &block, &set) {
                on_chain.extend(block);
            }
        }
    }
    on_chain
}

/// Asserts that the grid finds the same cells; returns how many they are.
#[track_caller]
fn check<L: Lattice>(raster: &Raster, grid: Grid<'_, L>) -> usize {
    let expected = on_chain_by_fixed_sets::<L>(raster);
    let found = grid.chain_cells_of_size(MinSize::THREE).expect("decided");
    let found: BTreeSet<Cell> = found.occupied_cells().collect();
    assert_eq!(found, expected, "\n{raster}");
    expected.len()
}

/// Blocks decide, so that no budget is needed, on all lattices but the last.
#[test]
fn boards_of_every_kind_agree_with_the_search_by_fixed_sets() {
    let on_chain = Counter::new(0);
    for_all(60, rasters(5..=11, 5..=11), |raster| {
        let found = check(&raster, Grid::new(&raster).with_budget(0));
        on_chain.set(on_chain.get() + found);
        check::<HexLattice>(&raster, Grid::hex(&raster).with_budget(0));
        check::<ThreeDiagonals>(&raster, Grid::with_lattice(&raster).with_budget(0));
        check::<Bricks>(&raster, Grid::with_lattice(&raster).with_budget(0));
        check::<WideHex>(&raster, Grid::with_lattice(&raster));
    });
    assert!(
        on_chain.get() > 300,
        "only {} cells on a chain",
        on_chain.get()
    );
}

/// The block of theory.md for size 4 on squares: c6 is on a chain of size 3.
#[test]
fn blocks_alone_would_be_wrong_for_size_4() {
    let raster = raster(
        ". . # . . .
         . # . # . .
         # . # . # .
         . # . # . .
         . . # . . .",
    );
    let middle = Cell::new(2, 2);
    let grid = Grid::<SquareLattice>::new(&raster);
    assert_eq!(grid.max_group(middle), Ok(3));
    assert_eq!(
        grid.with_budget(0)
            .has_chain_of_size(middle, MinSize::THREE),
        Ok(true)
    );
    let four = crate::support::size(4);
    assert_eq!(grid.has_chain_of_size(middle, four), Ok(false));
    assert_eq!(grid.has_chain_of_size(Cell::new(0, 2), four), Ok(true));
}

/// The counterexample of lemma G14 of `docs/theory-grids.md`.
#[test]
fn blocks_alone_would_be_wrong_on_hexagons_with_wide_areas() {
    let raster = raster(
        ". . # #
         # # . #
         # . # #
         # # . #
         . . # #",
    );
    let middle = Cell::new(2, 2);
    let grid = Grid::<WideHex>::with_lattice(&raster);
    assert_eq!(grid.max_group(middle), Ok(2));
    assert_eq!(grid.has_chain_of_size(middle, MinSize::THREE), Ok(false));
    let report = grid.analyse(&Query::new(MinSize::THREE).with_labels());
    assert_eq!(report.cells_on_chain, Ok(raster.count_occupied() - 1));
    assert_eq!(report.labels.expect("asked for")[2 * 4 + 2], 0);
}
