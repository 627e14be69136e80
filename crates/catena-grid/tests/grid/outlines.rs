//! Outlines: every ring is simple and turns the right way, and what is inside is
//! exactly the area.

use std::collections::BTreeSet;

use crate::support::boards::{for_all, rasters};
use crate::support::site::all_rasters;
use catena_grid::wall::{self, CornerGrid, Polygon, Rim};
use catena_grid::{Board, Cell, Grid, Lattice, MinSize, Raster, Steps, Volume};

/// Twice the area of a ring; positive if it is counterclockwise by its numbers.
fn twice_area(ring: &[[usize; 2]]) -> i64 {
    let number = |value: usize| i64::try_from(value).expect("a small number");
    let next = ring.iter().cycle().skip(1);
    ring.iter()
        .zip(next)
        .map(|(a, b)| number(a[0]) * number(b[1]) - number(b[0]) * number(a[1]))
        .sum()
}

/// Whether a ray from the middle of a cell to the left crosses the ring an odd
/// number of times.
fn is_inside(ring: &[[usize; 2]], cell: Cell) -> bool {
    let next = ring.iter().cycle().skip(1);
    let crossings = ring.iter().zip(next).filter(|(a, b)| {
        let rows = a[1].min(b[1])..a[1].max(b[1]);
        a[0] == b[0] && a[0] <= cell.column && rows.contains(&cell.row)
    });
    crossings.count() % 2 == 1
}

fn check_ring(ring: &[[usize; 2]], is_hole: bool) {
    let corners: BTreeSet<_> = ring.iter().collect();
    assert_eq!(corners.len(), ring.len(), "no corner comes twice: {ring:?}");
    for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
        assert!((a[0] == b[0]) != (a[1] == b[1]), "{ring:?}");
    }
    // No side passes through a corner: the ring would touch itself there.
    for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
        let passes = |c: &&[usize; 2]| {
            let between =
                |axis: usize| a[axis].min(b[axis]) <= c[axis] && c[axis] <= a[axis].max(b[axis]);
            *c != a && *c != b && between(0) && between(1)
        };
        assert_eq!(ring.iter().find(passes), None, "{ring:?}");
    }
    assert_eq!(twice_area(ring) < 0, is_hole, "{ring:?}");
}

fn check(raster: &Raster, rim: Rim) {
    let grid = Grid::new(raster);
    let survey = wall::areas(&grid, rim, MinSize::ONE).expect("few cells");
    let outlines: Vec<Vec<Polygon>> = survey.outlines().expect("cells are squares").collect();
    assert_eq!(outlines.len(), survey.len());
    let areas = grid.areas(MinSize::ONE);
    for ((record, polygons), number) in survey.records().zip(&outlines).zip(0..) {
        let mut twice = 0;
        for polygon in polygons {
            check_ring(&polygon.exterior, false);
            twice += twice_area(&polygon.exterior);
            for hole in &polygon.holes {
                check_ring(hole, true);
                twice += twice_area(hole);
            }
        }
        assert_eq!(u64::try_from(twice), Ok(2 * record.cells));
        for cell in raster.cells() {
            let covers = |polygon: &&Polygon| {
                let is_in_hole = polygon.holes.iter().any(|hole| is_inside(hole, cell));
                is_inside(&polygon.exterior, cell) && !is_in_hole
            };
            let found = polygons.iter().filter(covers).count();
            let is_in_area = survey.area_at(cell) == Some(record.number);
            assert_eq!(found, usize::from(is_in_area), "{cell}");
            if rim == Rim::Open {
                assert_eq!(is_in_area, areas[number].contains(&cell), "{cell}");
            }
        }
    }
}

#[test]
fn outlines_of_small_grids_are_their_areas() {
    for raster in all_rasters(4, 4).chain(all_rasters(5, 3)) {
        check(&raster, Rim::Open);
        check(&raster, Rim::Wall);
    }
}

#[test]
fn outlines_of_larger_grids_are_their_areas() {
    for_all(300, rasters(3..=80, 3..=14), |raster| {
        check(&raster, Rim::Open);
        check(&raster, Rim::Wall);
    });
}

/// Walls are the areas of the complement: connected across corners, and all there.
#[test]
fn outlines_of_the_complement_are_the_walls() {
    for_all(200, rasters(1..=70, 1..=14), |raster| {
        let complement = raster.complement();
        check(&complement, Rim::Wall);
        let grid = Grid::new(&complement);
        let walls = wall::areas(&grid, Rim::Wall, MinSize::ONE).expect("few cells");
        let cells: u64 = walls.records().map(|wall| wall.cells).sum();
        assert_eq!(cells, raster.count_occupied());
        for cell in raster.occupied_cells() {
            let number = walls.area_at(cell);
            assert!(number.is_some());
            let near = raster
                .occupied_cells()
                .filter(|near| near.distance(cell) == 1);
            assert!(near.into_iter().all(|near| walls.area_at(near) == number));
        }
    });
}

/// Hexagons as `CornerGrid` draws them.
fn hexagon([column, row]: [usize; 2]) -> [[usize; 2]; 6] {
    let (x, y) = (2 * column + row % 2, 3 * row);
    [[1, 0], [2, 1], [2, 3], [1, 4], [0, 3], [0, 1]].map(|[right, down]| [x + right, y + down])
}

/// A ring of sides of hexagons that comes to no corner twice.
fn check_hexagonal_ring(ring: &[[usize; 2]], is_hole: bool) {
    for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
        let apart = [0, 1].map(|axis| a[axis].abs_diff(b[axis]));
        assert!(matches!(apart, [0, 2] | [1, 1]), "{ring:?}");
    }
    assert_eq!(twice_area(ring) < 0, is_hole, "{ring:?}");
}

fn check_hexagons(raster: &Raster, rim: Rim) {
    const TWICE_A_CELL: u64 = 12;
    let grid = Grid::hex(raster);
    let survey = wall::areas(&grid, rim, MinSize::ONE).expect("few cells");
    let outlines: Vec<Vec<Polygon>> = survey.outlines().expect("hexagons").collect();
    assert_eq!(outlines.len(), survey.len());
    let corners_of_grid = CornerGrid::new(&grid).expect("hexagons");
    for (record, polygons) in survey.records().zip(&outlines) {
        assert_eq!(polygons.len(), 1, "hexagons that are connected share sides");
        let polygon = &polygons[0];
        check_hexagonal_ring(&polygon.exterior, false);
        for hole in &polygon.holes {
            check_hexagonal_ring(hole, true);
        }
        let rings = || [&polygon.exterior].into_iter().chain(&polygon.holes);
        let corners: Vec<_> = rings().flatten().collect();
        let different: BTreeSet<_> = corners.iter().collect();
        assert_eq!(different.len(), corners.len(), "rings do not touch");
        let last = corners_of_grid.last();
        assert!(corners.iter().all(|c| c[0] <= last[0] && c[1] <= last[1]));
        let twice: i64 = rings().map(|ring| twice_area(ring)).sum();
        assert_eq!(u64::try_from(twice), Ok(TWICE_A_CELL * record.cells));
        for cell in raster.cells() {
            // The middle of the cell; its upright sides are those that a ray can cross.
            let [[x, top], ..] = hexagon([cell.column, cell.row]);
            let middle = Cell::new(x, top + 2);
            let crossed = rings().filter(|ring| is_inside(ring, middle)).count();
            let is_in_area = survey.area_at(cell) == Some(record.number);
            assert_eq!(crossed % 2 == 1, is_in_area, "{cell}");
        }
    }
}

#[test]
fn outlines_of_hexagons_are_their_areas() {
    for raster in all_rasters(4, 4).chain(all_rasters(3, 5)) {
        check_hexagons(&raster, Rim::Open);
        check_hexagons(&raster, Rim::Wall);
    }
    for_all(300, rasters(3..=80, 3..=14), |raster| {
        check_hexagons(&raster, Rim::Open);
        check_hexagons(&raster, Rim::Wall);
        check_hexagons(&raster.complement(), Rim::Wall);
    });
}

/// Every cell alone has the corners that the documentation of `CornerGrid` lists, and in
/// the plane it is a regular hexagon, one wide.
#[test]
fn a_hexagon_has_the_corners_that_are_documented() {
    let raster = Raster::from_fn(5, 4, |_| true).expect("a size with cells");
    for cell in raster.cells() {
        let mut raster = raster.clone();
        raster.set(cell, false);
        let grid = Grid::hex(&raster);
        let survey = wall::areas(&grid, Rim::Wall, MinSize::ONE).expect("few cells");
        let outlines: Vec<_> = survey.outlines().expect("hexagons").collect();
        let expected = hexagon([cell.column, cell.row]);
        assert_eq!(outlines[0][0].exterior, expected, "{cell}");
        let corners = CornerGrid::new(&grid).expect("hexagons");
        let places = expected.map(|corner| corners.place(corner));
        for (a, b) in places.iter().zip(places.iter().cycle().skip(1)) {
            let length = (a[0] - b[0]).hypot(a[1] - b[1]);
            assert!((length - 1.0 / 3f64.sqrt()).abs() < 1e-12, "{length}");
        }
    }
}

/// A lattice that no drawing shows.
struct Bricks;

impl Lattice for Bricks {
    const WALL_STEPS: [Steps; 2] = [Steps::ORTHOGONAL; 2];
    const GAP_STEPS: [Steps; 2] = [Steps::KING; 2];
    const AREA_STEPS: [Steps; 2] = [Steps::KING; 2];
}

#[test]
fn volumes_and_unknown_lattices_have_no_outlines() {
    let raster = Raster::new(3, 3).expect("a size with cells");
    let grid = Grid::<Bricks>::with_lattice(&raster);
    let survey = wall::areas(&grid, Rim::Open, MinSize::ONE).expect("few cells");
    assert!(survey.outlines().is_none());
    assert_eq!(CornerGrid::new(&grid), None);
    let volume = Volume::from_fn(3, 3, 3, |_, _, _| false).expect("a size with cells");
    let survey = wall::areas(&volume, Rim::Open, MinSize::ONE).expect("few cells");
    assert!(survey.outlines().is_none());
    assert_eq!(CornerGrid::new(&volume), None);
}
