//! Ways out against floods cell by cell, and widths against squares that are
//! slid one by one.

use std::collections::BTreeSet;
use std::fmt::Debug;

use crate::support::boards::{for_all, rasters, volumes};
use crate::support::site::{Site, all_rasters};
use catena_grid::wall::{self, Leak, LeakAnswer, Rim, Space, WallError};
use catena_grid::{Cell, Grid, HexLattice, Lattice, Raster, SquareLattice, Volume, Voxel};

/// Empty and occupied cells with three coordinates; a grid has one layer.
struct Solid<'a> {
    size: Voxel,
    /// Whether what is slid is a cube and not a square.
    is_volume: bool,
    is_empty: &'a dyn Fn(Voxel) -> bool,
}

impl Solid<'_> {
    fn covers(&self, (x, y, z): Voxel, side: usize) -> Vec<Voxel> {
        let layers = if self.is_volume { side } else { 1 };
        let mut cells = Vec::new();
        for layer in z..z + layers {
            for row in y..y + side {
                cells.extend((x..x + side).map(|column| (column, row, layer)));
            }
        }
        cells
    }

    fn fits(&self, square: Voxel, side: usize) -> bool {
        self.covers(square, side).iter().all(|&(x, y, z)| {
            x < self.size.0 && y < self.size.1 && z < self.size.2 && (self.is_empty)((x, y, z))
        })
    }

    fn is_at_rim(&self, (x, y, z): Voxel) -> bool {
        let is_last = x + 1 == self.size.0 || y + 1 == self.size.1;
        let is_side = x == 0 || y == 0 || is_last;
        is_side || self.is_volume && (z == 0 || z + 1 == self.size.2)
    }

    /// All squares of a side that one which covers the start can be slid to.
    fn slides(&self, start: Voxel, side: usize) -> BTreeSet<Voxel> {
        let mut seen = BTreeSet::new();
        let mut open = Vec::new();
        for x in 0..self.size.0 {
            for y in 0..self.size.1 {
                for z in 0..self.size.2 {
                    if self.fits((x, y, z), side) && self.covers((x, y, z), side).contains(&start) {
                        open.push((x, y, z));
                    }
                }
            }
        }
        while let Some((x, y, z)) = open.pop() {
            if !self.fits((x, y, z), side) || !seen.insert((x, y, z)) {
                continue;
            }
            open.extend([(x + 1, y, z), (x, y + 1, z), (x, y, z + 1)]);
            open.extend(x.checked_sub(1).map(|x| (x, y, z)));
            open.extend(y.checked_sub(1).map(|y| (x, y, z)));
            open.extend(z.checked_sub(1).map(|z| (x, y, z)));
        }
        seen
    }

    /// The cells that these squares cover.
    fn covered(&self, squares: &BTreeSet<Voxel>, side: usize) -> BTreeSet<Voxel> {
        let all = squares.iter().flat_map(|square| self.covers(*square, side));
        all.collect()
    }

    fn width(&self, start: Voxel) -> usize {
        let largest = self.size.0.min(self.size.1);
        let leaks = |side: &usize| {
            let covered = self.covered(&self.slides(start, *side), *side);
            covered.iter().any(|cell| self.is_at_rim(*cell))
        };
        (1..=largest).rev().find(leaks).unwrap_or(0)
    }
}

fn check_route<P: Copy + Ord + Debug>(site: &Site<P>, start: usize, leak: &Leak<P>) {
    let expected = site.distances(&site.occupied, &[start]).1;
    assert_eq!(
        Some(leak.route.len()),
        expected,
        "the route is a shortest one"
    );
    let route: Vec<usize> = leak.route.iter().map(|place| site.number(*place)).collect();
    assert_eq!(route[0], start);
    for pair in route.windows(2) {
        assert!(site.near[pair[0]].contains(&Some(pair[1])), "{route:?}");
    }
    assert!(route.iter().all(|cell| !site.occupied[*cell]));
    assert!(site.near[route[route.len() - 1]].contains(&None));
}

fn check_width(solid: &Solid<'_>, start: Voxel, width: usize, narrowest: Voxel) {
    assert_eq!(width, solid.width(start));
    let way = solid.covered(&solid.slides(start, width), width);
    assert!(
        way.contains(&narrowest),
        "the square comes to {narrowest:?}"
    );
    let wider = solid.covered(&solid.slides(start, width + 1), width + 1);
    assert!(!wider.contains(&narrowest), "a wider one does not");
}

/// Compares the answers for all cells with the site. Returns how many leak.
fn check<S: Space>(
    space: &S,
    site: &Site<S::Place>,
    rim: Rim,
    check_leak: impl Fn(S::Place, &Leak<S::Place>),
) {
    for (start, &place) in site.places.iter().enumerate() {
        let answer = wall::leak(space, rim, place);
        if site.occupied[start] {
            assert_eq!(answer, Err(WallError::Occupied(place)));
            continue;
        }
        match answer.expect("the cell is empty") {
            LeakAnswer::Leaks(leak) => {
                check_route(site, start, &leak);
                check_leak(place, &leak);
            }
            LeakAnswer::Enclosed(opening) => {
                assert!(!site.leaks(&site.occupied, &[start]));
                assert_eq!(opening.is_some(), rim == Rim::Open);
                if let Some(opening) = opening {
                    let mut occupied = site.occupied.clone();
                    for cell in &opening.cells {
                        occupied[site.number(*cell)] = false;
                    }
                    assert!(site.leaks(&occupied, &[start]));
                }
            }
            other => panic!("{other:?}"),
        }
    }
}

fn check_squares(raster: &Raster) {
    let solid = Solid {
        size: (raster.width(), raster.height(), 1),
        is_volume: false,
        is_empty: &|(x, y, _)| !raster.is_occupied(Cell::new(x, y)),
    };
    let site = Site::grid::<SquareLattice>(raster, Rim::Open);
    check(&Grid::new(raster), &site, Rim::Open, |start, leak| {
        let widest = leak.widest.expect("cells are squares");
        let place = |cell: Cell| (cell.column, cell.row, 0);
        check_width(&solid, place(start), widest.width, place(widest.narrowest));
    });
}

fn check_hexagons<L: Lattice>(raster: &Raster) {
    let site = Site::grid::<L>(raster, Rim::Open);
    let grid = Grid::<L>::with_lattice(raster);
    check(&grid, &site, Rim::Open, |_, leak| {
        assert_eq!(leak.widest, None);
    });
}

fn check_volume(volume: &Volume) {
    let solid = Solid {
        size: volume.size(),
        is_volume: true,
        is_empty: &|cell| !volume.is_occupied(cell),
    };
    let site = Site::volume(volume, Rim::Open);
    check(volume, &site, Rim::Open, |start, leak| {
        let widest = leak.widest.expect("cells are cubes");
        check_width(&solid, start, widest.width, widest.narrowest);
    });
}

#[test]
fn leaks_of_every_small_grid_are_those_of_floods() {
    for (width, height) in [(1, 4), (3, 3), (4, 3), (3, 4), (5, 2)] {
        for raster in all_rasters(width, height) {
            check_squares(&raster);
            check_hexagons::<HexLattice>(&raster);
        }
    }
}

#[test]
fn leaks_of_larger_grids_are_those_of_floods() {
    for_all(150, rasters(5..=12, 5..=12), |raster| {
        check_squares(&raster);
        check_hexagons::<HexLattice>(&raster);
    });
    // Routes across words.
    for_all(60, rasters(60..=140, 3..=8), |raster| {
        check_hexagons::<HexLattice>(&raster);
    });
}

#[test]
fn leaks_of_volumes_are_those_of_floods() {
    for_all(60, volumes(), |volume| check_volume(&volume));
}

/// Rooms with a door each, so that squares are slid through them: the width is
/// that of the door, or what the room leaves.
#[test]
fn squares_are_slid_through_doors() {
    for door in 1..=9 {
        for offset in 0..70 {
            let raster = Raster::from_fn(150, 14, |cell| {
                let is_frame =
                    cell.column == 0 || cell.column == 149 || cell.row == 0 || cell.row >= 11;
                let is_door =
                    cell.row >= 11 && (40 + offset..40 + offset + door).contains(&cell.column);
                is_frame && !is_door
            });
            let raster = raster.expect("a size with cells");
            let answer = wall::leak(&Grid::new(&raster), Rim::Open, Cell::new(4, 4));
            let Ok(LeakAnswer::Leaks(leak)) = answer else {
                panic!("it leaks");
            };
            let widest = leak.widest.expect("cells are squares");
            assert_eq!(widest.width, door);
            assert_eq!(widest.narrowest, Cell::new(40 + offset, 11));
        }
    }
}

#[test]
fn a_rim_that_is_a_wall_stops_every_leak() {
    for_all(100, rasters(1..=12, 1..=12), |raster| {
        let site = Site::grid::<SquareLattice>(&raster, Rim::Wall);
        check(&Grid::new(&raster), &site, Rim::Wall, |_, _| {
            panic!("nothing leaks")
        });
    });
}

#[test]
fn a_cell_beyond_the_rim_is_refused() {
    let raster = Raster::new(3, 3).expect("a size with cells");
    let cell = Cell::new(3, 0);
    let answer = wall::leak(&Grid::new(&raster), Rim::Open, cell);
    assert_eq!(answer, Err(WallError::NoSuchCell(cell)));
}
