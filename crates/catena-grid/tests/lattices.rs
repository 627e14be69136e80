//! All answers on every lattice against the list of all chains of a board.

use std::collections::{BTreeMap, BTreeSet};

use catena_grid::{
    Board, Cell, Count, Grid, HexLattice, Lattice, MinSize, Raster, SquareLattice, Step, Steps,
};
use proptest::prelude::*;

/// Walls are joined orthogonally only, gaps leak diagonally.
struct Bricks;

impl Lattice for Bricks {
    const WALL_STEPS: [Steps; 2] = [Steps::ORTHOGONAL; 2];
    const GAP_STEPS: [Steps; 2] = [Steps::KING; 2];
    const AREA_STEPS: [Steps; 2] = [Steps::KING; 2];
}

/// The walls of hexagons, and areas that are joined by all eight steps: here
/// blocks do not decide size 3.
struct HexWallsKingAreas;

impl Lattice for HexWallsKingAreas {
    const WALL_STEPS: [Steps; 2] = HexLattice::WALL_STEPS;
    const GAP_STEPS: [Steps; 2] = HexLattice::GAP_STEPS;
    const AREA_STEPS: [Steps; 2] = [Steps::KING; 2];
}

/// What the definition says about one cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Values {
    max_area: usize,
    max_group: usize,
    shortest: usize,
}

/// The sets of cells that chains enclose which enclose two adjacent ones: for
/// each cell those of the chains through it.
type Enclosures = BTreeMap<Cell, BTreeSet<Vec<Cell>>>;

/// Lists all chains of a board.
struct Definition<'a, L> {
    raster: &'a Raster,
    values: BTreeMap<Cell, Values>,
    enclosures: Enclosures,
    lattice: std::marker::PhantomData<L>,
}

impl<'a, L: Lattice> Definition<'a, L> {
    fn of(raster: &'a Raster) -> Definition<'a, L> {
        let mut definition = Definition {
            raster,
            values: BTreeMap::new(),
            enclosures: BTreeMap::new(),
            lattice: std::marker::PhantomData,
        };
        for start in raster.occupied_cells() {
            definition.extend(&mut vec![start]);
        }
        definition
    }

    fn near(steps: [Steps; 2], cell: Cell) -> impl Iterator<Item = Cell> {
        let step = move |step: Step| step.apply(cell);
        steps[cell.row % 2].iter().filter_map(step)
    }

    /// Visits the chains that begin with this path and have no earlier cell.
    fn extend(&mut self, path: &mut Vec<Cell>) {
        let last = path[path.len() - 1];
        let next: Vec<Cell> = Self::near(L::WALL_STEPS, last).collect();
        for cell in next {
            if cell == path[0] && path.len() > 2 && path[1] < last {
                self.visit(path);
            } else if cell > path[0] && self.raster.is_occupied(cell) && !path.contains(&cell) {
                path.push(cell);
                self.extend(path);
                path.pop();
            }
        }
    }

    fn visit(&mut self, chain: &[Cell]) {
        let inside: Vec<Cell> = self
            .raster
            .cells()
            .filter(|cell| !self.raster.is_occupied(*cell) && is_inside(chain, *cell))
            .collect();
        let group = Self::largest_group(&inside);
        for cell in chain {
            let values = self.values.entry(*cell).or_default();
            values.max_group = values.max_group.max(group);
            if group >= 2 {
                values.max_area = values.max_area.max(inside.len());
                values.shortest = match values.shortest {
                    0 => chain.len(),
                    known => known.min(chain.len()),
                };
                let enclosures = self.enclosures.entry(*cell).or_default();
                enclosures.insert(inside.clone());
            }
        }
    }

    fn largest_group(cells: &[Cell]) -> usize {
        let mut left: BTreeSet<Cell> = cells.iter().copied().collect();
        let mut largest = 0;
        while let Some(first) = left.pop_first() {
            let (mut open, mut size) = (vec![first], 0);
            while let Some(cell) = open.pop() {
                size += 1;
                open.extend(Self::near(L::AREA_STEPS, cell).filter(|near| left.remove(near)));
            }
            largest = largest.max(size);
        }
        largest
    }
}

/// The even-odd rule, with a ray to the east.
fn is_inside(chain: &[Cell], cell: Cell) -> bool {
    let links = chain.iter().zip(chain.iter().cycle().skip(1));
    let crossings = links.filter(|(a, b)| {
        let here = if a.row == cell.row { a } else { b };
        (a.row <= cell.row) != (b.row <= cell.row) && here.column > cell.column
    });
    crossings.count() % 2 == 1
}

fn check<L: Lattice>(raster: &Raster) {
    let definition = Definition::<L>::of(raster);
    let grid = Grid::<L>::with_lattice(raster);
    let on_chain = grid.chain_cells();
    for cell in raster.cells() {
        let expected = definition.values.get(&cell).copied().unwrap_or_default();
        let context = format!("{cell} on\n{raster}");
        assert_eq!(
            grid.max_area(cell),
            Ok(expected.max_area as u32),
            "area of {context}"
        );
        assert_eq!(
            grid.max_group(cell),
            Ok(expected.max_group as u32),
            "group of {context}"
        );
        assert_eq!(
            on_chain.is_occupied(cell),
            expected.max_area > 0,
            "{context}"
        );
        assert_eq!(grid.has_chain(cell), expected.max_area > 0, "{context}");
        let answers = grid.answers(cell);
        assert_eq!(answers.max_area, Ok(expected.max_area as u32), "{context}");
        for (chain, length) in [
            (&answers.shortest, Some(expected.shortest)),
            (&answers.largest, None),
        ] {
            let chain = chain.as_ref().expect("a small board");
            assert_eq!(chain.is_some(), expected.max_area > 0, "{context}");
            if let Some(chain) = chain {
                assert_eq!(grid.verify(cell, MinSize::TWO, chain), Ok(()), "{context}");
                assert!(
                    length.is_none_or(|length| chain.len() == length),
                    "{context}"
                );
            }
        }
        let largest = answers.largest.expect("a small board");
        let area = largest.map_or(0, |chain| chain.encloses().len());
        assert_eq!(area, expected.max_area, "{context}");
        check_sizes(&grid, cell, expected.max_group);
        check_enclosures(&grid, cell, &definition.enclosures);
    }
}

fn check_sizes<L: Lattice>(grid: &Grid<'_, L>, cell: Cell, max_group: usize) {
    for size in 1..=(max_group as u32 + 1) {
        let min_size = MinSize::new(size).expect("from 1 on");
        let context = format!("size {size} at {cell} on\n{}", grid.raster());
        let expected = size as usize <= max_group;
        assert_eq!(
            grid.has_chain_of_size(cell, min_size),
            Ok(expected),
            "{context}"
        );
        let cells = grid.chain_cells_of_size(min_size).expect("a small board");
        assert_eq!(cells.is_occupied(cell), expected, "{context}");
        let witness = grid.witness_of_size(cell, min_size).expect("a small board");
        assert_eq!(witness.is_some(), expected, "{context}");
        if let Some(chain) = witness {
            assert_eq!(grid.verify(cell, min_size, &chain), Ok(()), "{context}");
        }
    }
}

fn check_enclosures<L: Lattice>(grid: &Grid<'_, L>, cell: Cell, expected: &Enclosures) {
    let expected = expected.get(&cell).cloned().unwrap_or_default();
    let found: Vec<_> = grid
        .enclosures(Some(cell))
        .expect("a small board")
        .collect();
    let sets: BTreeSet<Vec<Cell>> = found
        .iter()
        .map(|chain| chain.encloses().to_vec())
        .collect();
    assert_eq!(sets.len(), found.len(), "an enclosure comes twice");
    assert_eq!(sets, expected, "{cell} on\n{}", grid.raster());
    let count = grid.count_enclosures(Some(cell), u64::MAX);
    assert_eq!(count, Ok(Count::Exactly(expected.len() as u64)));
    for chain in found {
        assert_eq!(grid.verify(cell, MinSize::TWO, &chain), Ok(()));
    }
}

/// Boards that are small enough to list their chains, on any row and column of
/// a larger grid, because hexagons tell even rows from odd ones.
fn small_board() -> impl Strategy<Value = Raster> {
    let size = (3..=5usize, 3..=6usize, 0..2usize, 0..2usize);
    let cells = prop::collection::vec(prop::bool::weighted(0.62), 36);
    (size, cells)
        .prop_map(|((width, height, left, top), cells)| {
            Raster::from_fn(width + left, height + top, |cell| {
                let place = cell.column.checked_sub(left).zip(cell.row.checked_sub(top));
                place.is_some_and(|(column, row)| cells[row * 6 + column])
            })
            .expect("a small board")
        })
        .prop_filter("few enough chains", |raster| raster.count_occupied() <= 18)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn squares(raster in small_board()) {
        check::<SquareLattice>(&raster);
    }

    #[test]
    fn hexagons(raster in small_board()) {
        check::<HexLattice>(&raster);
    }

    #[test]
    fn bricks(raster in small_board()) {
        check::<Bricks>(&raster);
    }

    #[test]
    fn hexagonal_walls_around_areas_of_squares(raster in small_board()) {
        check::<HexWallsKingAreas>(&raster);
    }
}
