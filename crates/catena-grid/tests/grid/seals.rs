//! Patches against filling every set of cells, and against a maximum flow that
//! is found by listing.

use std::collections::BTreeMap;
use std::fmt::Debug;

use crate::support::boards::{for_all, rasters, volumes};
use crate::support::raster;
use crate::support::site::{Site, all_rasters};
use catena_grid::wall::{self, Region, Rim, SealAnswer, Space, WallError};
use catena_grid::{Cell, Grid, HexLattice, Lattice, Raster, SquareLattice, Volume};

/// The cells of a region.
fn numbers<S: Space>(site: &Site<S::Place>, region: &Region<'_, S>) -> Vec<usize> {
    let all = 0..site.places.len();
    all.filter(|cell| region.contains(site.places[*cell]))
        .collect()
}

/// Checks a patch, and that no smaller one seals: `fewest` is its size.
fn check<S: Space>(
    site: &Site<S::Place>,
    region: &Region<'_, S>,
    fewest: impl Fn(&[usize]) -> Option<usize>,
) where
    S::Place: Debug,
{
    let inside = numbers(site, region);
    assert_eq!(
        (region.len(), region.is_empty()),
        (inside.len(), inside.is_empty())
    );
    match wall::seal(region).expect("the patch is verified") {
        SealAnswer::AtRim(cells) => {
            let at_rim = |cell: &&usize| site.near[**cell].contains(&None);
            let expected: Vec<_> = inside.iter().filter(at_rim).collect();
            let found: Vec<usize> = cells.iter().map(|cell| site.number(*cell)).collect();
            assert_eq!(found.iter().collect::<Vec<_>>(), expected);
            assert!(!found.is_empty());
            assert_eq!(fewest(&inside), None);
        }
        SealAnswer::Sealed(patch) => {
            let mut occupied = site.occupied.clone();
            for cell in &patch.cells {
                let cell = site.number(*cell);
                assert!(!occupied[cell] && !inside.contains(&cell));
                occupied[cell] = true;
            }
            assert!(!site.leaks(&occupied, &inside), "the patch seals");
            assert_eq!(patch.disjoint_ways, patch.cells.len());
            assert_eq!(Some(patch.cells.len()), fewest(&inside));
        }
        other => panic!("{other:?}"),
    }
}

/// What orthogonal steps reach from a cell within the square around it.
fn around<P: Copy + PartialEq>(
    site: &Site<P>,
    start: usize,
    is_near: impl Fn(P) -> bool,
) -> Vec<usize> {
    let mut walls = site.occupied.clone();
    for (wall, place) in walls.iter_mut().zip(&site.places) {
        *wall |= !is_near(*place);
    }
    let distances = site.distances(&walls, &[start]).0;
    (0..walls.len())
        .filter(|cell| distances[*cell].is_some())
        .collect()
}

fn check_points<L: Lattice>(raster: &Raster, radius: usize, by_subsets: bool) {
    let site = Site::grid::<L>(raster, Rim::Open);
    let grid = Grid::<L>::with_lattice(raster);
    for (start, &place) in site.places.iter().enumerate() {
        let mut region = Region::new(&grid, Rim::Open).expect("few cells");
        if raster.is_occupied(place) {
            assert_eq!(
                region.add_around(place, radius),
                Err(WallError::Occupied(place))
            );
            continue;
        }
        region.add_around(place, radius).expect("the cell is empty");
        let expected = around(&site, start, |cell| cell.distance(place) <= radius);
        assert_eq!(numbers(&site, &region), expected);
        check(&site, &region, |inside| match by_subsets {
            true => site.fewest_filled(inside),
            false => most_ways(&site, inside),
        });
    }
}

#[test]
fn patches_are_those_of_every_set_of_cells() {
    for (width, height) in [(3, 3), (4, 3), (3, 4), (5, 3)] {
        for raster in all_rasters(width, height) {
            check_points::<SquareLattice>(&raster, 0, true);
            check_points::<HexLattice>(&raster, 0, true);
        }
    }
    for raster in all_rasters(4, 4).step_by(17) {
        check_points::<SquareLattice>(&raster, 1, true);
        check_points::<HexLattice>(&raster, 0, true);
    }
    for_all(150, rasters(5..=5, 5..=5), |raster| {
        check_points::<SquareLattice>(&raster, 1, true);
        check_points::<HexLattice>(&raster, 1, true);
    });
}

/// The most ways out that share no cell outside the region: a maximum flow by
/// breadth-first searches in the graph with every cell split in two.
fn most_ways<P: Copy + PartialEq>(site: &Site<P>, inside: &[usize]) -> Option<usize> {
    if inside.iter().any(|cell| site.near[*cell].contains(&None)) {
        return None;
    }
    let (source, sink) = (2 * site.places.len(), 2 * site.places.len() + 1);
    let mut capacity: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); sink + 1];
    let mut link = |from: usize, to: usize, room: usize| {
        next[from].push(to);
        next[to].push(from);
        *capacity.entry((from, to)).or_default() += room;
        capacity.entry((to, from)).or_default();
    };
    for cell in (0..site.places.len()).filter(|cell| !site.occupied[*cell]) {
        let is_inside = inside.contains(&cell);
        link(2 * cell, 2 * cell + 1, if is_inside { 1000 } else { 1 });
        if is_inside {
            link(source, 2 * cell, 1000);
        }
        for near in &site.near[cell] {
            match near {
                None => link(2 * cell + 1, sink, 1000),
                Some(near) if !site.occupied[*near] => link(2 * cell + 1, 2 * near, 1000),
                Some(_) => {}
            }
        }
    }
    let mut ways = 0;
    loop {
        let mut from = vec![None; sink + 1];
        let mut open = std::collections::VecDeque::from([source]);
        while let Some(node) = open.pop_front() {
            for &to in &next[node] {
                if from[to].is_none() && to != source && capacity[&(node, to)] > 0 {
                    from[to] = Some(node);
                    open.push_back(to);
                }
            }
        }
        let mut node = sink;
        while let Some(before) = from[node] {
            *capacity.get_mut(&(before, node)).expect("a link") -= 1;
            *capacity.get_mut(&(node, before)).expect("a link") += 1;
            node = before;
        }
        if node == sink {
            return Some(ways);
        }
        ways += 1;
    }
}

#[test]
fn patches_of_larger_grids_are_maximum_flows() {
    for_all(6, rasters(8..=12, 8..=12), |raster| {
        for radius in [0, 1, 2] {
            check_points::<SquareLattice>(&raster, radius, false);
            check_points::<HexLattice>(&raster, radius, false);
        }
    });
}

#[test]
fn patches_of_masks_are_maximum_flows() {
    let masks = (rasters(8..=70, 8..=9), 1..=6u32);
    for_all(40, masks, |(raster, part)| {
        let site = Site::grid::<SquareLattice>(&raster, Rim::Open);
        let grid = Grid::new(&raster);
        let mut region = Region::new(&grid, Rim::Open).expect("few cells");
        for (number, &place) in (0u32..).zip(&site.places) {
            let is_rim = site.near[number as usize].contains(&None);
            let is_wanted = number.wrapping_mul(2_654_435_761) >> 28 < part;
            if is_wanted && !is_rim && !raster.is_occupied(place) {
                region.add(place).expect("the cell is empty");
            }
        }
        check(&site, &region, |inside| most_ways(&site, inside));
    });
}

#[test]
fn patches_of_volumes_are_maximum_flows() {
    let sparse = volumes();
    for_all(20, sparse, |volume: Volume| {
        let site = Site::volume(&volume, Rim::Open);
        for (start, &place) in site.places.iter().enumerate() {
            if site.occupied[start] {
                continue;
            }
            let mut region = Region::new(&volume, Rim::Open).expect("few cells");
            region.add_around(place, 1).expect("the cell is empty");
            let is_near = |(x, y, z): (usize, usize, usize)| {
                x.abs_diff(place.0) <= 1 && y.abs_diff(place.1) <= 1 && z.abs_diff(place.2) <= 1
            };
            assert_eq!(numbers(&site, &region), around(&site, start, is_near));
            check(&site, &region, |inside| most_ways(&site, inside));
        }
    });
}

/// With a wall at the rim nothing must be filled.
#[test]
fn a_rim_that_is_a_wall_needs_no_patch() {
    let raster = raster("...\n...\n...");
    let grid = Grid::new(&raster);
    let mut region = Region::new(&grid, Rim::Wall).expect("few cells");
    region.add(Cell::new(0, 0)).expect("the cell is empty");
    let Ok(SealAnswer::Sealed(patch)) = wall::seal(&region) else {
        panic!("it is sealed");
    };
    assert_eq!((patch.cells, patch.disjoint_ways), (vec![], 0));
}

/// Turned by a quarter, a grid needs a patch of the same size.
#[test]
fn patches_do_not_depend_on_how_the_grid_is_turned() {
    for_all(300, rasters(5..=20, 5..=20), |raster| {
        let (width, height) = (raster.width(), raster.height());
        let turned = Raster::from_fn(height, width, |cell| {
            raster.is_occupied(Cell::new(width - 1 - cell.row, cell.column))
        });
        let turned = turned.expect("a size with cells");
        let middle = Cell::new(width / 2, height / 2);
        let other = Cell::new(middle.row, width - 1 - middle.column);
        let size = |raster: &Raster, cell: Cell| {
            let grid = Grid::new(raster);
            let mut region = Region::new(&grid, Rim::Open).expect("few cells");
            region.add_around(cell, 1).ok()?;
            match wall::seal(&region) {
                Ok(SealAnswer::Sealed(patch)) => Some(patch.cells.len()),
                _ => None,
            }
        };
        assert_eq!(size(&raster, middle), size(&turned, other));
    });
}
