//! Cavities of volumes against floods, cell by cell.

use std::cell::Cell as Counter;

use crate::support::boards::{for_all, volumes};
use crate::support::voxels::{all, by_floods, near, opening, wall};
use catena_grid::cavity::Cavities;
use catena_grid::{MinSize, Volume, Voxel};

#[test]
fn cavities_are_what_floods_find() {
    let count = Counter::new(0);
    for_all(4000, volumes(), |volume| {
        let expected = by_floods(&volume);
        let found = Cavities::find(&volume, MinSize::ONE);
        assert_eq!(found.len(), expected.len());
        assert_eq!(found.is_empty(), expected.is_empty());
        for (cavity, cells) in found.describe().iter().zip(&expected) {
            assert_eq!(cavity.volume, cells.len() as u64);
            assert_eq!(cavity.wall_cells, wall(&volume, cells).len() as u64);
            assert_eq!(cavity.opening, opening(&volume, cells));
            assert_eq!((cavity.min, cavity.max), bounds(cells));
        }
        check_labels(&volume, &found, &expected);
        check_sealed(&volume, &found, &expected);
        count.set(count.get() + expected.len());
    });
    assert!(count.get() > 300, "only {} cavities", count.get());
}

/// The lowest and the highest column, row and layer.
fn bounds(cells: &[Voxel]) -> (Voxel, Voxel) {
    cells
        .iter()
        .fold((cells[0], cells[0]), |(low, high), cell| {
            (
                (low.0.min(cell.0), low.1.min(cell.1), low.2.min(cell.2)),
                (high.0.max(cell.0), high.1.max(cell.1), high.2.max(cell.2)),
            )
        })
}

fn check_labels(volume: &Volume, found: &Cavities<'_>, expected: &[Vec<Voxel>]) {
    let number = |place: usize| i32::try_from(place + 1).expect("few cavities");
    let walls: Vec<_> = expected.iter().map(|cavity| wall(volume, cavity)).collect();
    for (cell, label) in all(volume).zip(found.labels()) {
        let inside = expected.iter().position(|cavity| cavity.contains(&cell));
        let beside = walls.iter().position(|wall| wall.contains(&cell));
        let expected = match (inside, beside) {
            (Some(place), _) => number(place),
            (None, Some(place)) => -number(place),
            (None, None) => 0,
        };
        assert_eq!(label, expected, "{cell:?} of {volume:?}");
    }
}

/// A cavity is sealed if it touches no empty cell that is not enclosed.
fn check_sealed(volume: &Volume, found: &Cavities<'_>, expected: &[Vec<Voxel>]) {
    let touches_outside = |cell: &Voxel| {
        let near = near(volume, *cell, false).into_iter().flatten();
        let mut empty = near.filter(|near| !volume.is_occupied(*near));
        empty.any(|near| opening(volume, &[near]) == 0)
    };
    let sealed: Vec<_> = expected
        .iter()
        .filter(|cavity| !cavity.iter().any(touches_outside))
        .collect();
    let cells: usize = sealed.iter().map(|cavity| cavity.len()).sum();
    let tally = found.sealed();
    assert_eq!(
        (tally.count, tally.cells),
        (sealed.len() as u64, cells as u64),
        "{volume:?}"
    );
    let enclosed: usize = expected.iter().map(Vec::len).sum();
    assert_eq!(found.closed_gaps().cells, enclosed as u64, "{volume:?}");
}

#[test]
fn small_cavities_do_not_count_if_larger_ones_are_wanted() {
    let volume = Volume::from_fn(9, 3, 3, |x, y, z| {
        !(y == 1 && z == 1 && [1, 4, 5].contains(&x))
    });
    let volume = volume.expect("a size with cells");
    assert_eq!(Cavities::find(&volume, MinSize::ONE).len(), 2);
    let found = Cavities::find(&volume, MinSize::TWO);
    assert_eq!(found.len(), 1);
    assert_eq!(found.describe()[0].volume, 2);
    assert_eq!(
        (found.closed_gaps().count, found.closed_gaps().cells),
        (2, 3)
    );
}
