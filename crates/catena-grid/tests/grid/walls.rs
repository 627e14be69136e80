//! Areas, walls and openings against floods and the removal of every set of
//! wall cells.

use std::collections::BTreeSet;
use std::fmt::Debug;

use crate::support::boards::{for_all, is_slow, rasters, volumes};
use crate::support::lattices::{Bricks, ThreeDiagonals, WideHex};
use crate::support::raster;
use crate::support::site::{Site, all_rasters};
use catena_grid::wall::{self, AreaRecord, Rim, Space};
use catena_grid::{Cell, Grid, HexLattice, Lattice, MinSize, Raster, SquareLattice, Volume};

const RIMS: [Rim; 2] = [Rim::Open, Rim::Wall];

fn records<S: Space>(space: &S, rim: Rim) -> Vec<AreaRecord<S::Place>> {
    wall::areas(space, rim, MinSize::ONE)
        .expect("few cells")
        .records()
        .collect()
}

/// Compares what is found with the site. `opening` is the number of wall cells.
fn check<P: Copy + Ord + Debug>(
    site: &Site<P>,
    found: &[AreaRecord<P>],
    opening: impl Fn(&[usize]) -> Option<usize>,
) {
    let areas = site.areas();
    assert_eq!(found.len(), areas.len());
    for (number, (area, found)) in (1..).zip(areas.iter().zip(found)) {
        assert_eq!(found.number, number);
        assert_eq!(found.cells, area.len() as u64);
        assert_eq!(found.inside, site.places[area[0]]);
        let walls = site.walls(area);
        assert_eq!(found.walls, walls.len() as u64);
        let touches: Vec<u32> = (1..)
            .zip(&areas)
            .filter(|(other, cells)| {
                let meets = |cell: &usize| walls.contains(cell);
                *other != number && site.walls(cells).iter().any(meets)
            })
            .map(|(other, _)| other)
            .collect();
        assert_eq!(found.touches, touches);
        let cells = found.opening.as_ref().map(|opening| &opening.cells);
        assert_eq!(cells.map(Vec::len), opening(area));
        if let Some(cells) = cells {
            check_opening(site, area, cells);
        }
    }
}

/// Checks that the removal of these cells opens the area, and that they are in
/// order: the first one bounds it, and each one lets it leak to the next.
fn check_opening<P: Copy + Ord + Debug>(site: &Site<P>, area: &[usize], cells: &[P]) {
    let mut occupied = site.occupied.clone();
    for place in cells {
        assert!(!site.leaks(&occupied, area));
        let cell = site.number(*place);
        assert!(occupied[cell], "{place:?} is a wall cell");
        occupied[cell] = false;
        assert!(
            site.distances(&occupied, area).0[cell].is_some(),
            "{cells:?} are in order"
        );
    }
    assert!(site.leaks(&occupied, area));
}

fn check_grid<L: Lattice>(raster: &Raster) {
    for rim in RIMS {
        let site = Site::grid::<L>(raster, rim);
        let found = records(&Grid::<L>::with_lattice(raster), rim);
        check(&site, &found, |area| site.fewest_removed(area));
    }
}

#[test]
fn openings_are_those_of_every_set_of_wall_cells() {
    let sizes = if is_slow() {
        vec![(1, 5), (4, 3), (3, 5), (4, 4)]
    } else {
        vec![(1, 5), (3, 3), (4, 3), (3, 4)]
    };
    for (width, height) in sizes {
        for raster in all_rasters(width, height) {
            check_grid::<SquareLattice>(&raster);
            check_grid::<HexLattice>(&raster);
        }
    }
    for raster in all_rasters(3, 4) {
        check_grid::<Bricks>(&raster);
        check_grid::<WideHex>(&raster);
        check_grid::<ThreeDiagonals>(&raster);
    }
}

/// The fewest occupied cells on a way from the area to the outside, by a search
/// that relaxes every step until nothing changes.
fn cheapest_way<P: Copy + PartialEq>(site: &Site<P>, area: &[usize]) -> Option<usize> {
    let mut costs = vec![usize::MAX; site.places.len()];
    area.iter().for_each(|cell| costs[*cell] = 0);
    let mut changed = true;
    while changed {
        changed = false;
        for cell in 0..costs.len() {
            for near in site.near[cell].iter().flatten() {
                let cost = costs[cell].saturating_add(usize::from(site.occupied[*near]));
                if cost < costs[*near] {
                    costs[*near] = cost;
                    changed = true;
                }
            }
        }
    }
    let rim = (0..costs.len()).filter(|cell| site.near[*cell].contains(&None));
    rim.map(|cell| costs[cell]).min()
}

#[test]
fn openings_of_larger_grids_are_cheapest_ways() {
    for_all(400, rasters(1..=70, 1..=14), |raster| {
        for rim in RIMS {
            let site = Site::grid::<SquareLattice>(&raster, rim);
            check(&site, &records(&Grid::new(&raster), rim), |area| {
                cheapest_way(&site, area)
            });
            let site = Site::grid::<HexLattice>(&raster, rim);
            check(&site, &records(&Grid::hex(&raster), rim), |area| {
                cheapest_way(&site, area)
            });
        }
    });
}

#[test]
fn openings_of_volumes_are_cheapest_ways() {
    for_all(1500, volumes(), |volume| {
        for rim in RIMS {
            let site = Site::volume(&volume, rim);
            check(&site, &records(&volume, rim), |area| {
                cheapest_way(&site, area)
            });
        }
    });
    let small = (0..1u32 << 12).map(|bits| {
        Volume::from_fn(3, 3, 3, |x, y, z| {
            let number = z * 9 + y * 3 + x;
            number >= 12 && number != 13 || bits >> number & 1 == 1
        })
    });
    for volume in small {
        let volume = volume.expect("a size with cells");
        let site = Site::volume(&volume, Rim::Open);
        check(&site, &records(&volume, Rim::Open), |area| {
            site.fewest_removed(area)
        });
    }
}

#[test]
fn boxes_and_centroids_are_those_of_the_cells() {
    for_all(400, rasters(1..=70, 1..=14), |raster| {
        let site = Site::grid::<SquareLattice>(&raster, Rim::Open);
        for (area, found) in site
            .areas()
            .iter()
            .zip(records(&Grid::new(&raster), Rim::Open))
        {
            let columns: Vec<usize> = area.iter().map(|cell| site.places[*cell].column).collect();
            let rows: Vec<usize> = area.iter().map(|cell| site.places[*cell].row).collect();
            let low = Cell::new(*columns.iter().min().expect("cells"), rows[0]);
            let high = Cell::new(*columns.iter().max().expect("cells"), rows[rows.len() - 1]);
            assert_eq!((found.min, found.max), (low, high));
            let mean =
                |numbers: &[usize]| numbers.iter().sum::<usize>() as f64 / numbers.len() as f64;
            assert_eq!(found.centroid, [mean(&columns), mean(&rows), 0.0]);
        }
    });
}

/// Turned and mirrored, a grid has the same areas with the same openings.
/// Compares the areas of a grid with those of the grid turned and mirrored.
fn check_turned(raster: &Raster) {
    let sizes = |raster: &Raster| -> Vec<(u64, u64, usize, usize)> {
        let mut sizes: Vec<_> = records(&Grid::new(raster), Rim::Open)
            .iter()
            .map(|area| {
                let opening = area
                    .opening
                    .as_ref()
                    .map_or(0, |opening| opening.cells.len());
                (area.cells, area.walls, area.touches.len(), opening)
            })
            .collect();
        sizes.sort_unstable();
        sizes
    };
    let (width, height) = (raster.width(), raster.height());
    let turned = Raster::from_fn(height, width, |cell| {
        raster.is_occupied(Cell::new(width - 1 - cell.row, cell.column))
    });
    let mirrored = Raster::from_fn(width, height, |cell| {
        raster.is_occupied(Cell::new(width - 1 - cell.column, cell.row))
    });
    let expected = sizes(raster);
    assert_eq!(sizes(&turned.expect("cells")), expected);
    assert_eq!(sizes(&mirrored.expect("cells")), expected);
}

#[test]
fn openings_do_not_depend_on_how_the_grid_is_turned() {
    for_all(1000, rasters(1..=30, 1..=30), |raster| {
        check_turned(&raster)
    });
    // Rows of more than 64 words.
    for_all(10, rasters(4090..=4200, 3..=12), |raster| {
        check_turned(&raster)
    });
}

/// Areas that are too small are not listed, but openings lead through them.
#[test]
fn small_areas_are_not_listed() {
    let raster = raster(
        "#######
         #..#.##
         #######
         #######
         #######",
    );
    let grid = Grid::new(&raster);
    let survey = wall::areas(&grid, Rim::Open, MinSize::TWO).expect("few cells");
    assert_eq!((survey.len(), survey.is_empty()), (1, false));
    let area = survey.records().next().expect("one area");
    assert_eq!(area.touches, []);
    let numbers: BTreeSet<u32> = survey.records().map(|area| area.number).collect();
    assert_eq!(numbers, BTreeSet::from([1]));
}

/// What can be asked of one cell, one area and one run agrees with the list of all
/// areas.
#[test]
fn single_answers_agree_with_the_list() {
    for_all(400, rasters(1..=70, 1..=14), |raster| {
        let grid = Grid::new(&raster);
        for (rim, min_size) in [(Rim::Open, MinSize::ONE), (Rim::Wall, MinSize::TWO)] {
            let survey = wall::areas(&grid, rim, min_size).expect("few cells");
            let all: Vec<_> = survey.records().collect();
            let sizes: Vec<u64> = all.iter().map(|area| area.cells).collect();
            assert_eq!(survey.sizes().collect::<Vec<_>>(), sizes);
            for (number, area) in (1..).zip(&all) {
                assert_eq!(survey.record(number).as_ref(), Some(area));
                assert_eq!(survey.area_at(area.inside), Some(number));
            }
            assert_eq!(survey.record(0), None);
            assert_eq!(
                survey.record(u32::try_from(all.len()).expect("few") + 1),
                None
            );
            assert_eq!(survey.area_at(Cell::new(raster.width(), 0)), None);
            let mut labels = survey.areas_of_runs();
            let mut counted = vec![0; all.len() + 1];
            for row in 0..raster.height() {
                let mut run = None;
                for column in 0..raster.width() {
                    let cell = Cell::new(column, row);
                    if raster.is_occupied(cell) {
                        assert_eq!(survey.area_at(cell), None);
                        run = None;
                        continue;
                    }
                    let label = *run.get_or_insert_with(|| labels.next().expect("a run"));
                    assert_eq!(survey.area_at(cell).unwrap_or(0), label);
                    counted[label as usize] += 1;
                }
            }
            assert_eq!(labels.next(), None);
            assert_eq!(counted[1..], sizes);
        }
    });
}
