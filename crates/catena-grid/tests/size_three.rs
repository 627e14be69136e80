//! Theorem T3: blocks decide minimum size 3.
//!
//! - The ring check of its proof (section 5 of `docs/theory.md`), run through
//!   for all 81 lattices (lemma G14 of `docs/theory-grids.md`).
//! - Larger boards against the search with a fixed set of empty cells, theorem
//!   T1. Small boards are compared with the list of all chains in
//!   `definition.rs`.

mod support;

use std::cell::Cell as Counter;
use std::collections::BTreeSet;

use catena_grid::{
    Board, Cell, Grid, HexLattice, Lattice, MinSize, Query, Raster, SquareLattice, Step, Steps,
};
use support::blocks::{blocks, encloses};
use support::boards::rasters;
use support::lattices::{Bricks, ThreeDiagonals, WideHex};
use support::{for_all, raster};

/// The steps of a lattice, as values instead of types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct AnyLattice {
    walls: [Steps; 2],
    gaps: [Steps; 2],
    areas: [Steps; 2],
}

/// The diagonals down from even rows, then from odd rows.
const DIAGONALS: [(usize, Step); 4] = [
    (0, Step::SouthEast),
    (0, Step::SouthWest),
    (1, Step::SouthEast),
    (1, Step::SouthWest),
];

/// What a diagonal can be. The other diagonal of its 2×2 square is a step of
/// walls exactly if this one is not a step of gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Diagonal {
    Gap,
    Area,
    Neither,
}

impl AnyLattice {
    fn new(diagonals: [Diagonal; 4]) -> AnyLattice {
        let mut walls = [vec![], vec![]];
        let (mut gaps, mut areas) = (walls.clone(), walls.clone());
        for ((parity, step), diagonal) in DIAGONALS.into_iter().zip(diagonals) {
            let across = match step {
                Step::SouthEast => Step::SouthWest,
                _ => Step::SouthEast,
            };
            let add = |steps: &mut [Vec<Step>; 2], step: Step| {
                steps[parity].push(step);
                steps[1 - parity].push(step.back());
            };
            if diagonal == Diagonal::Gap {
                add(&mut gaps, step);
            } else {
                add(&mut walls, across);
            }
            if diagonal != Diagonal::Neither {
                add(&mut areas, step);
            }
        }
        let with_sides = |diagonals: [Vec<Step>; 2]| {
            diagonals.map(|steps| {
                let sides = [Step::North, Step::East, Step::South, Step::West];
                Steps::new(&[&sides[..], &steps].concat())
            })
        };
        AnyLattice {
            walls: with_sides(walls),
            gaps: with_sides(gaps),
            areas: with_sides(areas),
        }
    }

    fn of<L: Lattice>() -> AnyLattice {
        AnyLattice {
            walls: L::WALL_STEPS,
            gaps: L::GAP_STEPS,
            areas: L::AREA_STEPS,
        }
    }

    /// All lattices that the rules allow.
    fn all() -> Vec<AnyLattice> {
        let kinds = [Diagonal::Gap, Diagonal::Area, Diagonal::Neither];
        let digit = |number: usize, place: u32| kinds[number / 3usize.pow(place) % 3];
        let lattice = |number| AnyLattice::new([0, 1, 2, 3].map(|place| digit(number, place)));
        (0..81).map(lattice).collect()
    }

    /// How many of the four diagonals are steps of walls.
    fn wall_diagonals(&self) -> usize {
        let is_wall = |(parity, step): &(usize, Step)| self.walls[*parity].contains(*step);
        DIAGONALS
            .iter()
            .filter(|diagonal| is_wall(diagonal))
            .count()
    }

    /// Whether two cells of an area can lie on both sides of a wall.
    fn has_crossed_areas(&self) -> bool {
        self.areas != self.gaps
    }
}

fn near(steps: [Steps; 2], cell: Cell) -> Vec<Cell> {
    let steps = steps[cell.row % 2].iter();
    steps.filter_map(|step| step.apply(cell)).collect()
}

fn is_step(steps: [Steps; 2], from: Cell, to: Cell) -> bool {
    near(steps, from).contains(&to)
}

/// Some gaps of one or two cells, and the cells of them that a chain is to
/// enclose together.
#[derive(Clone, Debug)]
struct Configuration {
    gaps: Vec<Vec<Cell>>,
    chosen: Vec<Cell>,
}

/// The gaps that this cell can be in: alone, or with one more cell.
fn gaps_with(lattice: &AnyLattice, cell: Cell) -> Vec<Vec<Cell>> {
    let pairs = near(lattice.gaps, cell)
        .into_iter()
        .map(|other| vec![cell, other]);
    [vec![cell]].into_iter().chain(pairs).collect()
}

/// The cells that touch this one as part of an area but not of a gap.
fn touching(lattice: &AnyLattice, cell: Cell) -> Vec<Cell> {
    let mut cells = near(lattice.areas, cell);
    cells.retain(|other| !is_step(lattice.gaps, cell, *other));
    cells
}

/// Whether these are gaps of their own: no step joins two of them.
fn are_apart(lattice: &AnyLattice, gaps: &[Vec<Cell>]) -> bool {
    gaps.iter().enumerate().all(|(place, gap)| {
        let others = gaps[..place].iter().flatten();
        let mut pairs = others.flat_map(|other| gap.iter().map(move |cell| (*other, *cell)));
        pairs.all(|(one, other)| one != other && !is_step(lattice.gaps, one, other))
    })
}

/// A gap and a cell of another gap that touches its first cell.
fn pairs_of_gaps(lattice: &AnyLattice, first: Cell) -> Vec<Configuration> {
    let mut found = Vec::new();
    for second in touching(lattice, first) {
        for gap in gaps_with(lattice, first) {
            for other in gaps_with(lattice, second) {
                let chosen = [&gap[..], &[second]].concat();
                let gaps = vec![gap.clone(), other];
                if are_apart(lattice, &gaps) {
                    found.push(Configuration { gaps, chosen });
                }
            }
        }
    }
    found
}

/// Three gaps of one cell each, each touching the next.
fn triples_of_cells(lattice: &AnyLattice, first: Cell) -> Vec<Configuration> {
    let mut found = Vec::new();
    for second in touching(lattice, first) {
        for third in touching(lattice, second) {
            let chosen = vec![first, second, third];
            let gaps: Vec<Vec<Cell>> = chosen.iter().map(|cell| vec![*cell]).collect();
            if are_apart(lattice, &gaps) {
                found.push(Configuration { gaps, chosen });
            }
        }
    }
    found
}

impl Configuration {
    /// The occupied cells around the gaps.
    fn rings(&self, lattice: &AnyLattice) -> BTreeSet<Cell> {
        let cells = self.gaps.iter().flatten();
        let mut ring: BTreeSet<Cell> = cells.flat_map(|cell| near(lattice.gaps, *cell)).collect();
        self.gaps.iter().flatten().for_each(|cell| {
            ring.remove(cell);
        });
        ring
    }

    /// The links that pass between two of the chosen cells.
    fn forbidden(&self, lattice: &AnyLattice) -> Vec<[Cell; 2]> {
        let mut links = Vec::new();
        for one in &self.chosen {
            for other in self
                .chosen
                .iter()
                .filter(|other| is_diagonal(*one, **other))
            {
                let ends = [
                    Cell::new(one.column, other.row),
                    Cell::new(other.column, one.row),
                ];
                if is_step(lattice.walls, ends[0], ends[1]) {
                    links.push(ends);
                }
            }
        }
        links
    }

    /// Whether a cycle of cells of the rings goes through all ends of forbidden
    /// links, and uses none of them.
    fn has_ring(&self, lattice: &AnyLattice) -> bool {
        let forbidden = self.forbidden(lattice);
        let ends: BTreeSet<Cell> = forbidden.iter().flatten().copied().collect();
        ends.is_empty() || has_cycle(lattice, &self.rings(lattice), &ends, &forbidden)
    }
}

/// Whether a cycle in `cells` goes through all of `ends` and uses none of the
/// forbidden links.
fn has_cycle(
    lattice: &AnyLattice,
    cells: &BTreeSet<Cell>,
    ends: &BTreeSet<Cell>,
    forbidden: &[[Cell; 2]],
) -> bool {
    let is_link = |from: Cell, to: Cell| {
        let is_forbidden = forbidden.contains(&[from, to]) || forbidden.contains(&[to, from]);
        cells.contains(&to) && !is_forbidden
    };
    let mut open: Vec<Vec<Cell>> = ends.first().map(|first| vec![*first]).into_iter().collect();
    while let Some(path) = open.pop() {
        let last = path[path.len() - 1];
        for cell in near(lattice.walls, last) {
            let is_closed = cell == path[0] && path.len() > 2;
            if !is_link(last, cell) {
                continue;
            }
            if is_closed && ends.iter().all(|end| path.contains(end)) {
                return true;
            }
            if !path.contains(&cell) {
                open.push([&path[..], &[cell]].concat());
            }
        }
    }
    false
}

fn is_diagonal(one: Cell, other: Cell) -> bool {
    one.column.abs_diff(other.column) == 1 && one.row.abs_diff(other.row) == 1
}

/// All configurations of the proof, with the first cell in an even row and in
/// an odd one.
fn configurations(lattice: &AnyLattice) -> Vec<Configuration> {
    let firsts = [Cell::new(10, 10), Cell::new(10, 11)];
    let of = |first| {
        [
            pairs_of_gaps(lattice, first),
            triples_of_cells(lattice, first),
        ]
        .concat()
    };
    firsts.into_iter().flat_map(of).collect()
}

#[test]
fn squares_have_the_48_configurations_of_the_proof() {
    let squares = AnyLattice::of::<SquareLattice>();
    for first in [Cell::new(10, 10), Cell::new(10, 11)] {
        let pairs = pairs_of_gaps(&squares, first);
        let triples = triples_of_cells(&squares, first);
        assert_eq!((pairs.len(), triples.len()), (36, 12));
        for configuration in pairs.iter().chain(&triples) {
            assert!(!configuration.forbidden(&squares).is_empty());
            assert!(configuration.has_ring(&squares), "{configuration:?}");
        }
    }
}

/// What the proof says of a ring: the cells around a gap of one or two cells
/// form a cycle.
#[test]
fn the_cells_around_a_small_gap_form_a_cycle() {
    for lattice in AnyLattice::all() {
        for first in [Cell::new(10, 10), Cell::new(10, 11)] {
            for gap in gaps_with(&lattice, first) {
                let configuration = Configuration {
                    gaps: vec![gap],
                    chosen: Vec::new(),
                };
                let ring = configuration.rings(&lattice);
                assert!(has_cycle(&lattice, &ring, &ring, &[]), "{configuration:?}");
            }
        }
    }
}

/// What the proof says of the forbidden links: both ends lie in both rings.
#[test]
fn forbidden_links_belong_to_the_rings_of_two_gaps() {
    for lattice in AnyLattice::all() {
        for configuration in configurations(&lattice) {
            for end in configuration.forbidden(&lattice).into_iter().flatten() {
                let rings = configuration
                    .gaps
                    .iter()
                    .filter(|gap| gap.iter().any(|cell| is_step(lattice.gaps, *cell, end)));
                assert!(rings.count() >= 2, "{end} in {configuration:?}");
            }
        }
    }
}

/// Lemma G14: with areas that walls can cross, three diagonals must be steps of
/// walls.
#[test]
fn the_rings_hold_on_exactly_the_lattices_that_the_lemma_names() {
    let lattices = AnyLattice::all();
    let (mut hold, mut fail) = (0, 0);
    for lattice in lattices
        .iter()
        .filter(|lattice| lattice.has_crossed_areas())
    {
        let has_rings = |configuration: &Configuration| configuration.has_ring(lattice);
        let all_hold = configurations(lattice).iter().all(has_rings);
        assert_eq!(all_hold, lattice.wall_diagonals() >= 3, "{lattice:?}");
        if all_hold {
            hold += 1;
        } else {
            fail += 1;
        }
    }
    assert_eq!((lattices.len(), hold, fail), (81, 43, 22));
    for lattice in lattices
        .iter()
        .filter(|lattice| !lattice.has_crossed_areas())
    {
        assert!(configurations(lattice).is_empty(), "{lattice:?}");
    }
}

#[test]
fn the_lattices_of_the_tests_are_among_the_81() {
    let lattices = AnyLattice::all();
    for lattice in [
        AnyLattice::of::<SquareLattice>(),
        AnyLattice::of::<HexLattice>(),
        AnyLattice::of::<Bricks>(),
        AnyLattice::of::<WideHex>(),
        AnyLattice::of::<ThreeDiagonals>(),
    ] {
        assert!(lattices.contains(&lattice), "{lattice:?}");
    }
}

/// The counterexample of lemma G14: the block of the cell in the middle
/// encloses three cells, but no chain through it does.
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

/// Every set of three empty cells that the steps of areas join.
fn triples<L: Lattice>(raster: &Raster) -> BTreeSet<Vec<Cell>> {
    let is_empty = |cell: &Cell| raster.contains(*cell) && !raster.is_occupied(*cell);
    let mut sets = BTreeSet::new();
    for middle in raster.cells().filter(is_empty) {
        let mut near = near(L::AREA_STEPS, middle);
        near.retain(is_empty);
        for (place, one) in near.iter().enumerate() {
            for other in &near[..place] {
                let mut set = vec![middle, *one, *other];
                set.sort_unstable();
                sets.insert(set);
            }
        }
    }
    sets
}

/// The cells on a chain around three empty cells by theorem T1: one set of
/// empty cells after the other is tried, with the blocks of the graph without
/// the links that pass between its cells.
fn on_chain_by_fixed_sets<L: Lattice>(raster: &Raster) -> BTreeSet<Cell> {
    let lattice = AnyLattice::of::<L>();
    let mut on_chain = BTreeSet::new();
    for chosen in triples::<L>(raster) {
        let gaps = Vec::new();
        let configuration = Configuration { gaps, chosen };
        let forbidden = configuration.forbidden(&lattice);
        let is_allowed =
            |from, to| !forbidden.contains(&[from, to]) && !forbidden.contains(&[to, from]);
        for block in blocks(raster, L::WALL_STEPS, is_allowed) {
            if encloses::<L>(raster, &block, &configuration.chosen) {
                on_chain.extend(block);
            }
        }
    }
    on_chain
}

#[track_caller]
fn check_by_fixed_sets<L: Lattice>(raster: &Raster, budget: Option<u64>) -> usize {
    let mut grid = Grid::<L>::with_lattice(raster);
    if let Some(budget) = budget {
        grid = grid.with_budget(budget);
    }
    let expected = on_chain_by_fixed_sets::<L>(raster);
    let found = grid.chain_cells_of_size(MinSize::THREE).expect("decided");
    let found: BTreeSet<Cell> = found.occupied_cells().collect();
    assert_eq!(found, expected, "\n{raster}");
    expected.len()
}

#[test]
fn larger_boards_agree_with_the_search_by_fixed_sets() {
    let on_chain = Counter::new(0);
    for_all(60, rasters(5..=11, 5..=11), |raster| {
        let found = check_by_fixed_sets::<SquareLattice>(&raster, Some(0));
        on_chain.set(on_chain.get() + found);
        check_by_fixed_sets::<ThreeDiagonals>(&raster, Some(0));
        check_by_fixed_sets::<HexLattice>(&raster, Some(0));
        check_by_fixed_sets::<Bricks>(&raster, Some(0));
        check_by_fixed_sets::<WideHex>(&raster, None);
    });
    assert!(
        on_chain.get() > 300,
        "only {} cells on a chain",
        on_chain.get()
    );
}
