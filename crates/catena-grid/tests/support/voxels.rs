//! Cavities of volumes by floods, cell by cell.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use catena_grid::{Volume, Voxel};

/// All cells of a volume, layer by layer and row by row.
pub(crate) fn all(volume: &Volume) -> impl Iterator<Item = Voxel> + use<> {
    let (width, height, depth) = volume.size();
    (0..depth).flat_map(move |z| (0..height).flat_map(move |y| (0..width).map(move |x| (x, y, z))))
}

/// The cells around a cell, 26 of them or those that share a face; beyond the
/// rim there is `None`.
pub(crate) fn near(volume: &Volume, cell: Voxel, faces_only: bool) -> Vec<Option<Voxel>> {
    let size = volume.size();
    let mut near = Vec::new();
    for place in (0..27usize).filter(|place| *place != 13) {
        let shifts = [place % 3, place / 3 % 3, place / 9];
        if faces_only && shifts.iter().filter(|shift| **shift != 1).count() != 1 {
            continue;
        }
        let cell = (
            (cell.0 + shifts[0]).wrapping_sub(1),
            (cell.1 + shifts[1]).wrapping_sub(1),
            (cell.2 + shifts[2]).wrapping_sub(1),
        );
        let is_there = cell.0 < size.0 && cell.1 < size.1 && cell.2 < size.2;
        near.push(is_there.then_some(cell));
    }
    near
}

/// The fewest occupied cells on a way from these cells to the outside: a
/// breadth-first search in which empty cells cost nothing.
pub(crate) fn opening(volume: &Volume, cells: &[Voxel]) -> u32 {
    let mut costs = BTreeMap::new();
    let mut open: VecDeque<(Voxel, u32)> = cells.iter().map(|cell| (*cell, 0)).collect();
    while let Some((cell, cost)) = open.pop_front() {
        if costs.contains_key(&cell) {
            continue;
        }
        costs.insert(cell, cost);
        for near in near(volume, cell, true) {
            match near {
                None => return cost,
                Some(near) if volume.is_occupied(near) => open.push_back((near, cost + 1)),
                Some(near) => open.push_front((near, cost)),
            }
        }
    }
    unreachable!("every way leads outside")
}

/// The cavities of a volume, in the order of their first cells.
pub(crate) fn by_floods(volume: &Volume) -> Vec<Vec<Voxel>> {
    let mut seen = BTreeSet::new();
    let mut cavities = Vec::new();
    for cell in all(volume) {
        let is_enclosed = |cell: Voxel| !volume.is_occupied(cell) && opening(volume, &[cell]) > 0;
        let mut cavity = Vec::new();
        let mut open = vec![cell];
        while let Some(cell) = open.pop() {
            if is_enclosed(cell) && seen.insert(cell) {
                cavity.push(cell);
                open.extend(near(volume, cell, false).into_iter().flatten());
            }
        }
        if !cavity.is_empty() {
            cavities.push(cavity);
        }
    }
    cavities
}

/// The occupied cells that touch a cavity.
pub(crate) fn wall(volume: &Volume, cavity: &[Voxel]) -> BTreeSet<Voxel> {
    let near = cavity.iter().flat_map(|cell| near(volume, *cell, false));
    near.flatten()
        .filter(|cell| volume.is_occupied(*cell))
        .collect()
}
