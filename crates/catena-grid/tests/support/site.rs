//! Walls by brute force: floods cell by cell, and all sets of cells of a size.

use std::collections::VecDeque;

use catena_grid::wall::Rim;
use catena_grid::{Cell, Lattice, Raster, Step, Steps, Volume, Voxel};

use super::voxels;

/// Every raster of this size.
pub(crate) fn all_rasters(width: usize, height: usize) -> impl Iterator<Item = Raster> {
    (0..1u32 << (width * height)).map(move |bits| {
        let is_occupied = |cell: Cell| bits >> (cell.row * width + cell.column) & 1 == 1;
        Raster::from_fn(width, height, is_occupied).expect("a size with cells")
    })
}

/// The cells of a grid or a volume, and the steps between them.
pub(crate) struct Site<P> {
    pub(crate) places: Vec<P>,
    pub(crate) occupied: Vec<bool>,
    /// Where gap steps lead; `None` is the outside.
    pub(crate) near: Vec<Vec<Option<usize>>>,
    /// Where area steps lead.
    pub(crate) area_near: Vec<Vec<usize>>,
}

impl Site<Cell> {
    pub(crate) fn grid<L: Lattice>(raster: &Raster, rim: Rim) -> Site<Cell> {
        let places: Vec<Cell> = raster.cells().collect();
        let number = |cell: Cell| cell.row * raster.width() + cell.column;
        let steps_to = |steps: [Steps; 2], cell: Cell| -> Vec<Option<usize>> {
            let to = |step: Step| {
                step.apply(cell)
                    .filter(|to| raster.contains(*to))
                    .map(number)
            };
            steps[cell.row % 2].iter().map(to).collect()
        };
        let keep = |near: &Option<usize>| near.is_some() || rim == Rim::Open;
        Site {
            occupied: places
                .iter()
                .map(|cell| raster.is_occupied(*cell))
                .collect(),
            near: places
                .iter()
                .map(|cell| {
                    let near = steps_to(L::GAP_STEPS, *cell);
                    near.into_iter().filter(keep).collect()
                })
                .collect(),
            area_near: places
                .iter()
                .map(|cell| {
                    steps_to(L::AREA_STEPS, *cell)
                        .into_iter()
                        .flatten()
                        .collect()
                })
                .collect(),
            places,
        }
    }
}

impl Site<Voxel> {
    pub(crate) fn volume(volume: &Volume, rim: Rim) -> Site<Voxel> {
        let places: Vec<Voxel> = voxels::all(volume).collect();
        let (width, height, _) = volume.size();
        let number = |(x, y, z): Voxel| (z * height + y) * width + x;
        let near = |cell: &Voxel, faces_only: bool| -> Vec<Option<usize>> {
            let near = voxels::near(volume, *cell, faces_only);
            near.into_iter().map(|near| near.map(number)).collect()
        };
        let keep = |near: &Option<usize>| near.is_some() || rim == Rim::Open;
        Site {
            occupied: places
                .iter()
                .map(|cell| volume.is_occupied(*cell))
                .collect(),
            near: places
                .iter()
                .map(|cell| near(cell, true).into_iter().filter(keep).collect())
                .collect(),
            area_near: places
                .iter()
                .map(|cell| near(cell, false).into_iter().flatten().collect())
                .collect(),
            places,
        }
    }
}

impl<P: Copy + PartialEq> Site<P> {
    pub(crate) fn number(&self, place: P) -> usize {
        let number = self.places.iter().position(|other| *other == place);
        number.expect("a cell of the site")
    }

    /// The distance of each cell from the nearest of these, by gap steps through
    /// empty cells, and how many steps lead to the outside.
    pub(crate) fn distances(
        &self,
        occupied: &[bool],
        from: &[usize],
    ) -> (Vec<Option<usize>>, Option<usize>) {
        let mut distances = vec![None; self.places.len()];
        let mut out = None;
        let mut open: VecDeque<(usize, usize)> = from.iter().map(|cell| (*cell, 0)).collect();
        while let Some((cell, distance)) = open.pop_front() {
            if distances[cell].is_some() || occupied[cell] {
                continue;
            }
            distances[cell] = Some(distance);
            for near in &self.near[cell] {
                match near {
                    Some(near) => open.push_back((*near, distance + 1)),
                    None => out = out.or(Some(distance + 1)),
                }
            }
        }
        (distances, out)
    }

    pub(crate) fn leaks(&self, occupied: &[bool], from: &[usize]) -> bool {
        self.distances(occupied, from).1.is_some()
    }

    /// The enclosed areas, in the order of their first cells.
    pub(crate) fn areas(&self) -> Vec<Vec<usize>> {
        let enclosed: Vec<bool> = (0..self.places.len())
            .map(|cell| !self.occupied[cell] && !self.leaks(&self.occupied, &[cell]))
            .collect();
        let mut seen = vec![false; self.places.len()];
        let mut areas = Vec::new();
        for first in 0..self.places.len() {
            let (mut area, mut open) = (Vec::new(), vec![first]);
            while let Some(cell) = open.pop() {
                if enclosed[cell] && !seen[cell] {
                    seen[cell] = true;
                    area.push(cell);
                    open.extend(&self.area_near[cell]);
                }
            }
            if !area.is_empty() {
                area.sort_unstable();
                areas.push(area);
            }
        }
        areas
    }

    /// The occupied cells from which a gap step leads to one of these.
    pub(crate) fn walls(&self, area: &[usize]) -> Vec<usize> {
        let bounds = |cell: &usize| {
            let near = &self.near[*cell];
            self.occupied[*cell] && near.iter().flatten().any(|near| area.contains(near))
        };
        (0..self.places.len()).filter(bounds).collect()
    }

    /// The fewest occupied cells whose removal lets these leak: every set of one
    /// cell, then every set of two, and so on. `None` if no set does.
    pub(crate) fn fewest_removed(&self, area: &[usize]) -> Option<usize> {
        let walls: Vec<usize> = (0..self.places.len())
            .filter(|cell| self.occupied[*cell])
            .collect();
        let mut occupied = self.occupied.clone();
        (0..=walls.len()).find(|size| {
            some_subset(&walls, *size, &mut |cells| {
                cells.iter().for_each(|cell| occupied[*cell] = false);
                let leaks = self.leaks(&occupied, area);
                cells.iter().for_each(|cell| occupied[*cell] = true);
                leaks
            })
        })
    }

    /// The fewest empty cells to fill, none of them in the region, so that the
    /// region does not leak; every set of one cell, then of two, and so on.
    pub(crate) fn fewest_filled(&self, region: &[usize]) -> Option<usize> {
        // The steps from the region to the outside cannot be stopped.
        if region.iter().any(|cell| self.near[*cell].contains(&None)) {
            return None;
        }
        let gaps: Vec<usize> = (0..self.places.len())
            .filter(|cell| !self.occupied[*cell] && !region.contains(cell))
            .collect();
        let mut occupied = self.occupied.clone();
        (0..=gaps.len()).find(|size| {
            some_subset(&gaps, *size, &mut |cells| {
                cells.iter().for_each(|cell| occupied[*cell] = true);
                let leaks = self.leaks(&occupied, region);
                cells.iter().for_each(|cell| occupied[*cell] = false);
                !leaks
            })
        })
    }
}

/// Whether some subset of this size passes the test.
fn some_subset(of: &[usize], size: usize, test: &mut impl FnMut(&[usize]) -> bool) -> bool {
    fn go(
        of: &[usize],
        size: usize,
        taken: &mut Vec<usize>,
        test: &mut impl FnMut(&[usize]) -> bool,
    ) -> bool {
        if size == 0 {
            return test(taken);
        }
        for place in 0..=of.len().saturating_sub(size) {
            if of.len() < size {
                return false;
            }
            taken.push(of[place]);
            if go(&of[place + 1..], size - 1, taken, test) {
                return true;
            }
            taken.pop();
        }
        false
    }
    go(of, size, &mut Vec::new(), test)
}
