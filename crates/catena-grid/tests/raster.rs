//! Grids of any size through the public interface: the shared cases, the
//! symmetries of the board, and shapes that break recursion.

#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a test may stop at what it did not expect, and says what it skips"
)]

mod support;

use std::collections::BTreeMap;

use catena_grid::detect::raster::{Answer, Query, analyse};
use catena_grid::{Placement, Raster, SquareLattice};
use support::case_rows;

/// The board of a placement, the eighth rank first.
fn board(placement: &str) -> Raster {
    let placement: Placement = placement.parse().unwrap();
    let occupied = placement.occupied().unwrap();
    Raster::from_fn(8, 8, |x, y| occupied.bits() >> ((7 - y) * 8 + x) & 1 == 1).unwrap()
}

fn cell(square: &str) -> (usize, usize) {
    let bytes = square.as_bytes();
    (usize::from(bytes[0] - b'a'), usize::from(b'8' - bytes[1]))
}

#[test]
fn the_shared_cases_have_the_same_answers_for_every_size() {
    for (place, fields) in case_rows("chains.csv") {
        let (raster, at) = (board(&fields[0]), cell(&fields[1]));
        let max_group: u32 = fields[4].parse().unwrap();
        for size in [1, 2, 3, max_group.max(1), max_group + 1] {
            let query = Query {
                at: Some(at),
                ..Query::new(size)
            };
            let report = analyse::<SquareLattice>(&raster, &query).unwrap();
            let answer = report.at.unwrap();
            assert_ne!(answer, Answer::Undecided, "size {size}: {place}");
            let is_chain = matches!(answer, Answer::Chain(_));
            assert_eq!(is_chain, max_group >= size, "size {size}: {place}");
        }
    }
}

#[test]
fn the_shared_masks_are_the_cells_on_a_chain() {
    for (place, fields) in case_rows("masks.csv") {
        let query = Query {
            labels: true,
            ..Query::new(2)
        };
        let report = analyse::<SquareLattice>(&board(&fields[0]), &query).unwrap();
        let labels = report.labels.unwrap();
        let found = (0..64).fold(0u64, |mask, bit| {
            let label = labels[(7 - bit / 8) * 8 + bit % 8];
            mask | u64::from(label < 0) << bit
        });
        assert_eq!(
            found,
            u64::from_str_radix(&fields[1], 16).unwrap(),
            "{place}"
        );
        assert_eq!(
            report.cells_on_chain,
            Some(u64::from(found.count_ones())),
            "{place}"
        );
    }
}

/// The board turned and mirrored in all eight ways.
fn turned(raster: &Raster, way: usize) -> Raster {
    let (width, height) = (raster.width(), raster.height());
    let (wide, high) = if way & 4 == 0 {
        (width, height)
    } else {
        (height, width)
    };
    Raster::from_fn(wide, high, |x, y| {
        let (x, y) = if way & 4 == 0 { (x, y) } else { (y, x) };
        let x = if way & 1 == 0 { x } else { width - 1 - x };
        let y = if way & 2 == 0 { y } else { height - 1 - y };
        raster.is_occupied(x, y)
    })
    .unwrap()
}

#[test]
fn turning_a_board_changes_no_count() {
    let mut seed = 9u64;
    for round in 0..40 {
        let raster = Raster::from_fn(90, 70, |_, _| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % 100 < 30 + round
        });
        let raster = raster.unwrap();
        for size in [1, 2] {
            let counts = |way| {
                let report =
                    analyse::<SquareLattice>(&turned(&raster, way), &Query::new(size)).unwrap();
                (
                    report.areas,
                    report.walls,
                    report.cells_on_chain,
                    report.closed_gaps,
                    report.sealed_areas,
                )
            };
            for way in 1..8 {
                assert_eq!(counts(way), counts(0), "way {way}");
            }
        }
    }
}

/// What a shape should give: areas, walls and cells on a chain of size 2.
#[track_caller]
fn check_shape(side: usize, expected: (u32, u32, u64), shape: impl Fn(usize, usize) -> bool) {
    let raster = Raster::from_fn(side, side, shape).unwrap();
    for threads in [1, 3] {
        let query = Query {
            threads,
            labels: threads == 3,
            ..Query::new(2)
        };
        let report = analyse::<SquareLattice>(&raster, &query).unwrap();
        let found = (report.areas, report.walls, report.cells_on_chain.unwrap());
        assert_eq!(found, expected);
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
    let mut raster = Raster::new(side, side).unwrap();
    let (mut x, mut y, mut direction, mut length) = (0i64, 0i64, 0, side as i64 - 1);
    let mut legs = 0;
    raster.set(0, 0, true);
    while length > 0 {
        for _ in 0..length {
            x += [1, 0, -1, 0][direction];
            y += [0, 1, 0, -1][direction];
            raster.set(x as usize, y as usize, true);
        }
        direction = (direction + 1) % 4;
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
    let report = analyse::<SquareLattice>(&raster, &Query::new(1)).unwrap();
    assert_eq!(
        (report.areas, report.walls, report.cells_on_chain),
        (0, 0, Some(0))
    );
    // A door in the outermost passage: from there on everything is closed in.
    raster.set(0, 1, true);
    let query = Query {
        at: Some((0, 0)),
        ..Query::new(1)
    };
    let report = analyse::<SquareLattice>(&raster, &query).unwrap();
    assert_eq!((report.areas, report.walls), (1, 1));
    let Some(Answer::Chain(chain)) = report.at else {
        panic!("no chain")
    };
    assert_eq!(chain[0], (0, 0));
}

#[test]
fn areas_of_a_drawn_board_are_numbered_in_the_order_of_reading() {
    let raster = Raster::from_art(
        "# # # # . # # #
         # . # . # # . #
         # # # # . # # #",
    );
    let query = Query {
        labels: true,
        ..Query::new(1)
    };
    let report = analyse::<SquareLattice>(&raster.unwrap(), &query).unwrap();
    let numbers: BTreeMap<i32, usize> = report
        .labels
        .unwrap()
        .into_iter()
        .enumerate()
        .map(|(at, label)| (label, at))
        .collect();
    assert_eq!(
        numbers
            .keys()
            .copied()
            .filter(|label| *label > 0)
            .collect::<Vec<_>>(),
        [1, 2, 3]
    );
    assert_eq!((numbers[&1], numbers[&2], numbers[&3]), (9, 11, 14));
}
