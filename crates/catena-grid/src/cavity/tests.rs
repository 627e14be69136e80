//! Cavities against floods, cell by cell.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "numbers of small volumes"
)]

use super::*;
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};

/// Random numbers that are the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize
    }

    fn volume(&mut self) -> Volume {
        let (width, height, depth) = (
            1 + self.next() % 7,
            1 + self.next() % 6,
            1 + self.next() % 6,
        );
        let density = 30 + self.next() % 60;
        Volume::from_fn(width, height, depth, |_, _, _| self.next() % 100 < density).unwrap()
    }
}

fn all(volume: &Volume) -> impl Iterator<Item = Voxel> + use<> {
    let (width, height, depth) = volume.size();
    (0..depth).flat_map(move |z| (0..height).flat_map(move |y| (0..width).map(move |x| (x, y, z))))
}

/// The cells round a cell; beyond the rim there is `None`.
fn round(volume: &Volume, cell: Voxel, faces_only: bool) -> Vec<Option<Voxel>> {
    let size = volume.size();
    let mut round = Vec::new();
    for place in (0..27usize).filter(|place| *place != 13) {
        let shifts = [place % 3, place / 3 % 3, place / 9];
        if faces_only && shifts.iter().filter(|shift| **shift != 1).count() != 1 {
            continue;
        }
        let near = (
            (cell.0 + shifts[0]).wrapping_sub(1),
            (cell.1 + shifts[1]).wrapping_sub(1),
            (cell.2 + shifts[2]).wrapping_sub(1),
        );
        let is_there = near.0 < size.0 && near.1 < size.1 && near.2 < size.2;
        round.push(is_there.then_some(near));
    }
    round
}

/// The fewest occupied cells on a way from these cells to the outside.
fn opening(volume: &Volume, cells: &[Voxel]) -> u32 {
    let mut costs = BTreeMap::new();
    let mut open: VecDeque<(Voxel, u32)> = cells.iter().map(|cell| (*cell, 0)).collect();
    while let Some((cell, cost)) = open.pop_front() {
        if costs.contains_key(&cell) {
            continue;
        }
        costs.insert(cell, cost);
        for near in round(volume, cell, true) {
            match near {
                None => return cost,
                Some(near) if volume.is_occupied(near) => open.push_back((near, cost + 1)),
                Some(near) => open.push_front((near, cost)),
            }
        }
    }
    unreachable!("every way leads outside")
}

/// The cavities of a volume, by floods.
fn cavities(volume: &Volume) -> Vec<Vec<Voxel>> {
    let mut seen = BTreeSet::new();
    let mut cavities = Vec::new();
    for cell in all(volume) {
        let is_enclosed = |cell: Voxel| !volume.is_occupied(cell) && opening(volume, &[cell]) > 0;
        let mut cavity = Vec::new();
        let mut open = vec![cell];
        while let Some(cell) = open.pop() {
            if is_enclosed(cell) && seen.insert(cell) {
                cavity.push(cell);
                open.extend(round(volume, cell, false).into_iter().flatten());
            }
        }
        if !cavity.is_empty() {
            cavities.push(cavity);
        }
    }
    cavities
}

fn wall(volume: &Volume, cavity: &[Voxel]) -> BTreeSet<Voxel> {
    let near = cavity.iter().flat_map(|cell| round(volume, *cell, false));
    near.flatten()
        .filter(|cell| volume.is_occupied(*cell))
        .collect()
}

#[test]
fn cavities_are_what_floods_find() {
    let mut random = Random(3);
    for _ in 0..1500 {
        let volume = random.volume();
        let expected = cavities(&volume);
        let found = Cavities::find(&volume, MinSize::ONE);
        assert_eq!(found.len(), expected.len());
        for (cavity, cells) in found.describe().iter().zip(&expected) {
            assert_eq!(cavity.volume, cells.len() as u64);
            assert_eq!(cavity.wall_cells, wall(&volume, cells).len() as u64);
            assert_eq!(cavity.opening, opening(&volume, cells));
            for (lowest, highest, part) in [
                (
                    cavity.min.0,
                    cavity.max.0,
                    (|cell: &Voxel| cell.0) as fn(&Voxel) -> usize,
                ),
                (cavity.min.1, cavity.max.1, |cell| cell.1),
                (cavity.min.2, cavity.max.2, |cell| cell.2),
            ] {
                assert_eq!(cells.iter().map(part).min(), Some(lowest));
                assert_eq!(cells.iter().map(part).max(), Some(highest));
            }
        }
        check_labels(&volume, &found, &expected);
    }
}

fn check_labels(volume: &Volume, found: &Cavities<'_>, expected: &[Vec<Voxel>]) {
    for (cell, label) in all(volume).zip(found.labels()) {
        let inside = expected.iter().position(|cavity| cavity.contains(&cell));
        let beside = expected
            .iter()
            .position(|cavity| wall(volume, cavity).contains(&cell));
        let expected = match (inside, beside) {
            (Some(number), _) => number as i32 + 1,
            (None, Some(number)) => -(number as i32) - 1,
            (None, None) => 0,
        };
        assert_eq!(label, expected, "{cell:?} of {volume:?}");
    }
}

#[test]
fn small_cavities_do_not_count_if_larger_ones_are_wanted() {
    let volume = Volume::from_fn(9, 3, 3, |x, y, z| {
        !(y == 1 && z == 1 && [1, 4, 5].contains(&x))
    })
    .unwrap();
    assert_eq!(Cavities::find(&volume, MinSize::ONE).len(), 2);
    let found = Cavities::find(&volume, MinSize::TWO);
    assert_eq!(found.len(), 1);
    assert_eq!(found.describe()[0].volume, 2);
    assert_eq!(found.closed_gaps(), Tally { count: 2, cells: 3 });
}

/// Two paths exist exactly if no single cell lies on all ways.
#[test]
fn two_paths_are_found_exactly_if_no_cell_separates() {
    let mut random = Random(4);
    let (mut yes, mut no) = (0, 0);
    for _ in 0..250 {
        let volume = random.volume();
        let cavities = cavities(&volume);
        let found = Cavities::find(&volume, MinSize::ONE);
        for start in all(&volume).filter(|cell| volume.is_occupied(*cell)) {
            let is_two = |cavity: &Vec<Voxel>| {
                let wall = wall(&volume, cavity);
                reaches(&volume, start, &wall, None)
                    && all(&volume)
                        .all(|cut| cut == start || reaches(&volume, start, &wall, Some(cut)))
            };
            let expected = cavities.iter().position(is_two);
            let paths = found.two_paths(start);
            assert_eq!(paths.as_ref().map(|paths| paths.0 as usize - 1), expected);
            match paths {
                None => no += 1,
                Some((number, paths)) => {
                    yes += 1;
                    check_paths(
                        start,
                        &wall(&volume, &cavities[number as usize - 1]),
                        &paths,
                    );
                }
            }
        }
    }
    assert!(yes > 300 && no > 300, "{yes} with paths, {no} without");
}

fn reaches(volume: &Volume, start: Voxel, wall: &BTreeSet<Voxel>, without: Option<Voxel>) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![start];
    while let Some(cell) = open.pop() {
        if Some(cell) != without && volume.is_occupied(cell) && seen.insert(cell) {
            if cell != start && wall.contains(&cell) {
                return true;
            }
            open.extend(round(volume, cell, false).into_iter().flatten());
        }
    }
    false
}

fn check_paths(start: Voxel, wall: &BTreeSet<Voxel>, paths: &[Vec<Voxel>; 2]) {
    let mut seen = BTreeSet::from([start]);
    for path in paths {
        assert_eq!(path[0], start);
        for (place, pair) in path.windows(2).enumerate() {
            let (from, to) = (pair[0], pair[1]);
            let far = from
                .0
                .abs_diff(to.0)
                .max(from.1.abs_diff(to.1))
                .max(from.2.abs_diff(to.2));
            assert_eq!(far, 1);
            assert!(seen.insert(to));
            assert_eq!(wall.contains(&to), place + 2 == path.len());
        }
    }
}
