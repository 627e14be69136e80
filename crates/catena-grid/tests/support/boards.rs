//! The generator of boards: every test takes its boards from here.
//!
//! Everything is made from [`rasters`]: noise of any density, and shapes that
//! noise rarely has (frames in frames, mazes, blobs, dithering, thick walls).
//! Failing boards shrink towards fewer occupied cells.

use std::ops::RangeInclusive;
// The unit tests of the crate, which has no prelude of `std`, use this file too.
use std::vec::Vec;

use catena_grid::{Cell, Graph, Grid8, MinSize, Raster, Volume};
use proptest::bool::weighted;
use proptest::collection::vec;
use proptest::prelude::{BoxedStrategy, Just, Strategy, any, prop_oneof};
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngSeed, TestRunner};

/// How many times more cases the tests try if `CATENA_SLOW=1` is set.
const SLOW_FACTOR: u32 = 20;

/// Returns whether the tests may take long: `CATENA_SLOW=1` is set.
pub(crate) fn is_slow() -> bool {
    std::env::var_os("CATENA_SLOW").is_some_and(|value| value == "1")
}

fn runner(cases: u32) -> TestRunner {
    TestRunner::new(Config {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(8),
        ..Config::default()
    })
}

/// Runs the test on this many values of the strategy, the same in every run;
/// on more of them if the tests may take long. A value that fails is made
/// smaller as long as it still fails.
#[track_caller]
pub(crate) fn for_all<S: Strategy>(cases: u32, strategy: S, test: impl Fn(S::Value)) {
    let cases = if is_slow() {
        cases * SLOW_FACTOR
    } else {
        cases
    };
    let result = runner(cases).run(&strategy, |value| {
        test(value);
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

/// This many values of the strategy, the same in every run, for tests that
/// look at all of them together.
pub(crate) fn samples<S: Strategy>(count: u32, strategy: S) -> impl Iterator<Item = S::Value> {
    let mut runner = runner(count);
    (0..count).map(move |_| strategy.new_tree(&mut runner).expect("a value").current())
}

/// Columns and rows.
type Size = (usize, usize);

/// Rasters of every kind with sides in these ranges.
pub(crate) fn rasters(
    widths: RangeInclusive<usize>,
    heights: RangeInclusive<usize>,
) -> impl Strategy<Value = Raster> {
    (widths, heights).prop_flat_map(|size| {
        prop_oneof![
            4 => noise(size, 20..=85),
            3 => structured(size),
        ]
    })
}

/// Rasters of this size, with each cell occupied with the same chance, in per
/// cent.
pub(crate) fn noise(size: Size, percent: RangeInclusive<u32>) -> BoxedStrategy<Raster> {
    percent
        .prop_flat_map(move |percent| vec(weighted(f64::from(percent) / 100.0), size.0 * size.1))
        .prop_map(move |cells| draw(size, |cell| cells[cell.row * size.0 + cell.column]))
        .boxed()
}

/// Rasters of this size with walls that a person or a camera would draw, and a
/// few cells changed: a door, a flaw.
pub(crate) fn structured(size: Size) -> impl Strategy<Value = Raster> {
    let shapes = prop_oneof![
        rings(size),
        maze(size),
        blobs(size),
        dithered(size),
        enlarged(size)
    ];
    let flaws = vec((0..size.0, 0..size.1), 0..=4);
    (shapes, flaws).prop_map(|(mut raster, flaws)| {
        for (column, row) in flaws {
            let cell = Cell::new(column, row);
            raster.set(cell, !raster.is_occupied(cell));
        }
        raster
    })
}

/// Frames of rectangles, beside, across and inside each other.
fn rings((width, height): Size) -> BoxedStrategy<Raster> {
    let corners = (0..width, 0..width, 0..height, 0..height);
    let is_on = |(left, right, top, bottom): (usize, usize, usize, usize), cell: Cell| {
        let columns = left.min(right)..=left.max(right);
        let rows = top.min(bottom)..=top.max(bottom);
        let is_side = [left, right].contains(&cell.column) || [top, bottom].contains(&cell.row);
        columns.contains(&cell.column) && rows.contains(&cell.row) && is_side
    };
    vec(corners, 1..=6)
        .prop_map(move |frames| {
            draw((width, height), |cell| {
                frames.iter().any(|frame| is_on(*frame, cell))
            })
        })
        .boxed()
}

/// A maze without loops: rooms at odd places, each open to the north or west.
fn maze((width, height): Size) -> BoxedStrategy<Raster> {
    vec(any::<bool>(), width * height)
        .prop_map(move |to_north| {
            let opens = |room: Cell, north: bool| {
                let is_first = if north {
                    room.row == 1
                } else {
                    room.column == 1
                };
                let other_is_first = if north {
                    room.column == 1
                } else {
                    room.row == 1
                };
                // A room at the upper or left side has only one way to open.
                !is_first && (other_is_first || to_north[room.row * width + room.column] == north)
            };
            draw((width, height), |Cell { column, row, .. }| {
                match (column % 2, row % 2) {
                    (1, 1) => false,
                    (1, 0) => {
                        row + 1 == height || row == 0 || !opens(Cell::new(column, row + 1), true)
                    }
                    (0, 1) => {
                        column + 1 == width
                            || column == 0
                            || !opens(Cell::new(column + 1, row), false)
                    }
                    _ => true,
                }
            })
        })
        .boxed()
}

/// Discs, whole or hollow.
fn blobs((width, height): Size) -> BoxedStrategy<Raster> {
    let disc = (
        0..width,
        0..height,
        1..=width.max(height) / 2 + 1,
        any::<bool>(),
    );
    vec(disc, 1..=5)
        .prop_map(move |discs| {
            draw((width, height), |cell| {
                discs.iter().any(|&(column, row, radius, is_hollow)| {
                    let (across, down) = (cell.column.abs_diff(column), cell.row.abs_diff(row));
                    let distance = across * across + down * down;
                    let inner = radius.saturating_sub(1);
                    distance <= radius * radius && !(is_hollow && distance <= inner * inner)
                })
            })
        })
        .boxed()
}

/// A grey that changes from left to right, dithered by the Bayer matrix.
fn dithered((width, height): Size) -> BoxedStrategy<Raster> {
    const BAYER: [[usize; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];
    (0..=16usize, 0..=16usize)
        .prop_map(move |(left, right)| {
            draw((width, height), |cell| {
                let grey = (left * (width - cell.column) + right * cell.column) / width;
                BAYER[cell.row % 4][cell.column % 4] < grey
            })
        })
        .boxed()
}

/// Noise with each cell enlarged to a rectangle, solid or only its upper and
/// left sides.
fn enlarged((width, height): Size) -> BoxedStrategy<Raster> {
    (2..=6usize, 2..=6usize, any::<bool>())
        .prop_flat_map(move |(wide, high, is_thin)| {
            let coarse = noise((width.div_ceil(wide), height.div_ceil(high)), 30..=80);
            coarse.prop_map(move |coarse| {
                draw((width, height), |cell| {
                    let is_side = cell.column % wide == 0 || cell.row % high == 0;
                    let place = Cell::new(cell.column / wide, cell.row / high);
                    coarse.is_occupied(place) && (is_side || !is_thin)
                })
            })
        })
        .boxed()
}

fn draw(size: Size, is_occupied: impl FnMut(Cell) -> bool) -> Raster {
    Raster::from_fn(size.0, size.1, is_occupied).expect("a size with cells")
}

/// Boards of 8×8 of every kind.
pub(crate) fn grid8s() -> impl Strategy<Value = Grid8> {
    rasters(8..=8, 8..=8).prop_map(|raster| to_grid8(&raster))
}

/// Boards of 8×8 of this density, with pieces in the upper left corner of this
/// size only.
pub(crate) fn grid8s_of(size: Size, percent: RangeInclusive<u32>) -> impl Strategy<Value = Grid8> {
    noise(size, percent).prop_map(|raster| to_grid8(&raster))
}

/// The board with these cells occupied; cells beyond 8×8 are lost.
pub(crate) fn to_grid8(raster: &Raster) -> Grid8 {
    raster.occupied_cells().filter_map(Cell::square).collect()
}

/// Boards whose chains can all be listed: in a graph with so many links more
/// than a forest has, there are fewer than 2^14 cycles.
pub(crate) fn is_listable(board: Grid8) -> bool {
    const MAX_SPARE_LINKS: u32 = 14;
    let ends = board
        .iter()
        .map(|square| (square.king_neighbours() & board).len());
    let links = ends.sum::<u32>() / 2;
    let mut parts = 0;
    let mut left = board;
    while let Some(first) = left.first() {
        left -= Grid8::from(first).king_flood(board);
        parts += 1;
    }
    links + parts <= board.len() + MAX_SPARE_LINKS
}

/// Minimum sizes from 1 to 6.
pub(crate) fn sizes() -> impl Strategy<Value = MinSize> {
    (1..=6u32).prop_map(|cells| MinSize::new(cells).expect("at least 1"))
}

/// Small volumes of every density.
pub(crate) fn volumes() -> impl Strategy<Value = Volume> {
    (1..=7usize, 1..=6usize, 1..=6usize, 40..=95u32).prop_flat_map(
        |(width, height, depth, percent)| {
            let cells = vec(weighted(f64::from(percent) / 100.0), width * height * depth);
            (Just((width, height, depth)), cells).prop_map(|((width, height, depth), cells)| {
                Volume::from_fn(width, height, depth, |x, y, z| {
                    cells[(z * height + y) * width + x]
                })
                .expect("a size with cells")
            })
        },
    )
}

/// A graph, a node to start from, and for each node whether it is in a region
/// and whether it is occupied.
#[derive(Debug, Clone)]
pub(crate) struct GraphCase {
    pub(crate) graph: Graph,
    pub(crate) start: usize,
    pub(crate) region: Vec<bool>,
    pub(crate) occupied: Vec<bool>,
}

/// Small graphs, from sparse to dense.
pub(crate) fn graphs() -> impl Strategy<Value = GraphCase> {
    (2..=14usize).prop_flat_map(|nodes| {
        let links = vec((0..nodes, 0..nodes), 0..=2 * nodes);
        let flags = (vec(weighted(0.3), nodes), vec(weighted(0.8), nodes));
        (links, 0..nodes, flags).prop_map(move |(links, start, (region, occupied))| GraphCase {
            graph: Graph::new(nodes, &links).expect("links between nodes"),
            start,
            region,
            occupied,
        })
    })
}
