//! The fast detector against the definition.

#![allow(
    clippy::cast_possible_truncation,
    reason = "random numbers are cut to size"
)]

use super::reference::{self, Board};
use super::{Answer, Query, Report, analyse};
use crate::lattice::{HexLattice, Lattice, SquareLattice, Steps};
use crate::raster::Raster;

/// Walls hold together orthogonally only, gaps leak diagonally.
struct Bricks;

impl Lattice for Bricks {
    const WALL_STEPS: [Steps; 2] = [Steps::ORTHOGONAL; 2];
    const GAP_STEPS: [Steps; 2] = [Steps::KING; 2];
    const AREA_STEPS: [Steps; 2] = [Steps::KING; 2];
}

fn report<L: Lattice>(raster: &Raster, min_size: u32, threads: usize) -> Report {
    let query = Query {
        labels: true,
        threads,
        ..Query::new(min_size)
    };
    analyse::<L>(raster, &query).unwrap()
}

fn raster_of(board: Board) -> Raster {
    Raster::from_fn(board.width, board.height, |x, y| {
        board.occupied >> (y * board.width + x) & 1 == 1
    })
    .unwrap()
}

/// Every board of this size against the list of all chains.
#[track_caller]
fn check_all_boards<L: Lattice>(width: usize, height: usize) {
    let on_chain = reference::cells_on_chain::<L>(width, height);
    for occupied in 0..1u32 << (width * height) {
        let raster = raster_of(Board {
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
            assert_eq!(found.cells_on_chain, Some(u64::from(expected.count_ones())));
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
        Raster::from_fn(width, height, |_, _| (self.next() >> 32) % 100 < density).unwrap()
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

/// Whether the cells are a chain through the cell round an area of this size.
#[track_caller]
fn check_chain<L: Lattice>(
    raster: &Raster,
    chain: &[(usize, usize)],
    cell: (usize, usize),
    size: usize,
) {
    assert_eq!(chain[0], cell);
    let mut cells = chain.to_vec();
    cells.sort_unstable();
    cells.dedup();
    assert_eq!(
        cells.len(),
        chain.len(),
        "a cell twice in {chain:?}\n{raster}"
    );
    assert!(chain.len() > 2);
    for (at, &(x, y)) in chain.iter().enumerate() {
        let next = chain[(at + 1) % chain.len()];
        assert!(raster.is_occupied(x, y), "{chain:?}\n{raster}");
        let mut steps = L::WALL_STEPS[y % 2].iter();
        assert!(
            steps.any(|step| step.from(x, y) == Some(next)),
            "{chain:?}\n{raster}"
        );
    }
    let group = reference::largest_group_inside::<L>(raster, chain);
    assert!(group >= size, "{group} cells inside {chain:?}\n{raster}");
}

fn check_witnesses<L: Lattice>(raster: &Raster) {
    for size in [1, 2, 3, 5] {
        let labels = report::<L>(raster, size, 1).labels.unwrap();
        for (at, label) in labels.iter().enumerate() {
            let cell = (at % raster.width(), at / raster.width());
            if !raster.is_occupied(cell.0, cell.1) {
                continue;
            }
            let query = Query {
                at: Some(cell),
                threads: 1 + at % 3,
                ..Query::new(size)
            };
            match analyse::<L>(raster, &query).unwrap().at {
                Some(Answer::Chain(chain)) => {
                    assert!(*label < 0, "{cell:?}\n{raster}");
                    check_chain::<L>(raster, &chain, cell, size as usize);
                }
                answer => assert!(
                    *label >= 0 && answer == Some(Answer::NoChain),
                    "{cell:?} size {size}\n{raster}"
                ),
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
        let raster = Raster::from_fn(40 * wide, 8 * high, |x, y| {
            let is_side = x % wide == 0 || y % high == 0;
            small.is_occupied(x / wide, y / high) && (is_side || !thin)
        });
        check_by_search::<SquareLattice>(&raster.unwrap());
    }
}
