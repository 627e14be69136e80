//! Parts of an analysis alone are what the whole says: the set of the cells on a
//! chain, and the labels of areas.

use std::cell::Cell as Counter;

use crate::support::boards::{for_all, rasters, sizes};
use crate::support::lattices::Bricks;
use catena_grid::{Board, Grid, HexLattice, Lattice, MinSize, Query, Raster, SquareLattice};

/// Asserts that the parts agree with the labels of all cells; returns how many
/// cells are on a chain.
#[track_caller]
fn check<L: Lattice>(raster: &Raster, min_size: MinSize) -> usize {
    let grid = Grid::<L>::with_lattice(raster);
    let query = Query::new(min_size);
    let report = grid.analyse(&query.with_labels());
    let labels = report.labels.unwrap_or_default();
    let areas: Vec<i32> = labels.iter().map(|label| (*label).max(0)).collect();
    for threads in [1, 2, 3, 7] {
        let query = query.with_threads(threads);
        let found = grid.label_areas(&query);
        assert_eq!(
            found.0, areas,
            "size {min_size}, {threads} threads\n{raster}"
        );
        assert_eq!(found.1, report.areas, "size {min_size}, {threads} threads");
        if (raster.width(), raster.height()) == (8, 8) {
            // There the whole may be undecided, and the part is not.
            continue;
        }
        let on_chain = grid.chain_cells_by(&query);
        assert_eq!(on_chain.is_ok(), report.cells_on_chain.is_ok());
        let Ok(on_chain) = on_chain else { continue };
        for (cell, label) in raster.cells().zip(&labels) {
            assert_eq!(
                on_chain.is_occupied(cell),
                *label < 0,
                "size {min_size}, {threads} threads, {cell}\n{raster}"
            );
        }
    }
    if min_size == MinSize::TWO {
        assert_eq!(Ok(grid.chain_cells()), grid.chain_cells_by(&query));
    }
    labels.iter().filter(|label| **label < 0).count()
}

#[test]
fn parts_are_what_the_whole_says() {
    let cells = Counter::new(0);
    let boards = (rasters(1..=40, 1..=30), sizes());
    for_all(300, boards, |(raster, min_size)| {
        cells.set(cells.get() + check::<SquareLattice>(&raster, min_size));
        check::<HexLattice>(&raster, min_size);
        check::<Bricks>(&raster, min_size);
    });
    assert!(cells.get() > 1000, "{}", cells.get());
}

/// A row of more than 64 cells has several words.
#[test]
fn parts_of_wide_boards_are_what_the_whole_says() {
    let cells = Counter::new(0);
    for_all(80, rasters(60..=200, 8..=40), |raster| {
        cells.set(cells.get() + check::<SquareLattice>(&raster, MinSize::TWO));
        check::<HexLattice>(&raster, MinSize::ONE);
    });
    assert!(cells.get() > 1000, "{}", cells.get());
}
