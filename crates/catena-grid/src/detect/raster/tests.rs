//! The fast detector against the definition.

#![allow(
    clippy::cast_possible_truncation,
    reason = "random numbers are cut to size"
)]

use super::reference::{self, SmallBoard};
use super::{Query, Report, analyse};
use crate::board::{Board as _, Grid};
use crate::budget::DEFAULT_BUDGET;
use crate::cell::Cell;
use crate::lattice::{HexLattice, Lattice, SquareLattice, Steps};
use crate::min_size::MinSize;
use crate::raster::Raster;

/// Walls hold together orthogonally only, gaps leak diagonally.
struct Bricks;

impl Lattice for Bricks {
    const WALL_STEPS: [Steps; 2] = [Steps::ORTHOGONAL; 2];
    const GAP_STEPS: [Steps; 2] = [Steps::KING; 2];
    const AREA_STEPS: [Steps; 2] = [Steps::KING; 2];
}

fn report<L: Lattice>(raster: &Raster, min_size: u32, threads: usize) -> Report {
    let size = MinSize::new(min_size).unwrap();
    let query = Query::new(size).with_labels().with_threads(threads);
    analyse::<L>(raster, &query, DEFAULT_BUDGET)
}

fn raster_of(board: SmallBoard) -> Raster {
    Raster::from_fn(board.width, board.height, |cell| {
        board.occupied >> (cell.row * board.width + cell.column) & 1 == 1
    })
    .unwrap()
}

/// Every board of this size against the list of all chains.
#[track_caller]
fn check_all_boards<L: Lattice>(width: usize, height: usize) {
    let on_chain = reference::cells_on_chain::<L>(width, height);
    for occupied in 0..1u32 << (width * height) {
        let raster = raster_of(SmallBoard {
            width,
            height,
            occupied,
        });
        for (size, expected) in (1..).zip(on_chain[occupied as usize]) {
            let found = report::<L>(&raster, size, 1);
            let cells = found
                .labels
                .unwrap()
                .iter()
                .enumerate()
                .fold(0, |cells, (at, label)| cells | u32::from(*label < 0) << at);
            assert_eq!(cells, expected, "size {size} on\n{raster}");
            assert_eq!(found.cells_on_chain, Ok(u64::from(expected.count_ones())));
        }
    }
}

#[test]
fn all_small_square_boards_agree_with_the_list_of_all_chains() {
    for (width, height) in [(1, 4), (3, 3), (3, 5), (5, 3), (4, 4)] {
        check_all_boards::<SquareLattice>(width, height);
    }
}

#[test]
fn all_small_hex_boards_agree_with_the_list_of_all_chains() {
    for (width, height) in [(3, 3), (3, 5), (5, 3), (4, 4), (6, 3)] {
        check_all_boards::<HexLattice>(width, height);
    }
}

#[test]
fn all_small_boards_of_bricks_agree_with_the_list_of_all_chains() {
    for (width, height) in [(3, 3), (3, 5), (5, 3), (4, 4)] {
        check_all_boards::<Bricks>(width, height);
    }
}

/// Random numbers that are the same in every run.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub(super) fn raster(&mut self, width: usize, height: usize, density: u64) -> Raster {
        Raster::from_fn(width, height, |_| (self.next() >> 32) % 100 < density).unwrap()
    }
}

/// The report by a depth-first search for blocks and floods for the rest.
#[track_caller]
fn check_by_search<L: Lattice>(raster: &Raster) {
    for size in 1..=2 {
        let expected = reference::report::<L>(raster, size as usize);
        for threads in [1, 2, 5] {
            let found = report::<L>(raster, size, threads);
            assert_eq!(
                found.labels.as_ref(),
                Some(&expected.labels),
                "size {size}, {threads} threads\n{raster}"
            );
            assert_eq!(found.walls as usize, expected.walls, "{raster}");
            assert_eq!(found.areas as usize, expected.areas, "{raster}");
        }
    }
}

#[test]
fn random_boards_agree_with_a_depth_first_search() {
    let mut random = Random(1);
    for round in 0..400 {
        let (width, height) = (1 + random.next() % 14, 1 + random.next() % 14);
        let raster = random.raster(width as usize, height as usize, 20 + round % 70);
        check_by_search::<SquareLattice>(&raster);
        check_by_search::<HexLattice>(&raster);
        check_by_search::<Bricks>(&raster);
    }
}

#[test]
fn rows_of_more_than_one_word_agree_with_a_depth_first_search() {
    let mut random = Random(2);
    for round in 0..30 {
        let width = 60 + random.next() % 80;
        let raster = random.raster(width as usize, 12, 35 + round % 40);
        check_by_search::<SquareLattice>(&raster);
        check_by_search::<HexLattice>(&raster);
    }
}

fn check_witnesses<L: Lattice>(raster: &Raster) {
    let grid = Grid::<L>::with_lattice(raster);
    for size in [1, 2, 3, 5] {
        let labels = report::<L>(raster, size, 1).labels.unwrap();
        let size = MinSize::new(size).unwrap();
        for (at, cell) in raster.cells().enumerate() {
            if !raster.is_occupied(cell) {
                continue;
            }
            let query = Query::new(size)
                .with_witness_at(cell)
                .with_threads(1 + at % 3);
            let report = analyse::<L>(raster, &query, DEFAULT_BUDGET);
            let chain = report.witness.unwrap().unwrap();
            assert_eq!(
                chain.is_some(),
                labels[at] < 0,
                "{cell} size {size}\n{raster}"
            );
            if let Some(chain) = chain {
                assert_eq!(chain.cells()[0], cell);
                assert_eq!(
                    grid.verify(cell, size, &chain),
                    Ok(()),
                    "{chain:?}\n{raster}"
                );
            }
        }
    }
}

#[test]
fn every_answer_shows_a_chain_or_there_is_none() {
    let mut random = Random(5);
    for round in 0..50 {
        let (width, height) = (3 + random.next() % 11, 3 + random.next() % 11);
        let raster = random.raster(width as usize, height as usize, 35 + round % 45);
        check_witnesses::<SquareLattice>(&raster);
        check_witnesses::<HexLattice>(&raster);
        check_witnesses::<Bricks>(&raster);
    }
}

/// Straight walls and solid blocks, for what is skipped where rows repeat.
#[test]
fn enlarged_boards_agree_with_a_depth_first_search() {
    let mut random = Random(6);
    for round in 0..80 {
        let small = random.raster(40, 8, 30 + round % 50);
        let (wide, high) = (
            1 + random.next() as usize % 6,
            1 + random.next() as usize % 6,
        );
        let thin = random.next().is_multiple_of(2);
        let raster = Raster::from_fn(40 * wide, 8 * high, |cell| {
            let is_side = cell.column % wide == 0 || cell.row % high == 0;
            let coarse = Cell::new(cell.column / wide, cell.row / high);
            small.is_occupied(coarse) && (is_side || !thin)
        });
        check_by_search::<SquareLattice>(&raster.unwrap());
    }
}
