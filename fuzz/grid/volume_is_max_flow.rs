//! In a volume, two disjoint paths lead to the wall of a cavity exactly if the
//! maximum flow is two, and cavities are what floods find.

use crate::{flow, voxels};
use catena_grid::cavity::Cavities;
use catena_grid::{MinSize, Volume, Voxel};

pub(crate) fn run(input: (u64, u8)) {
    let (bits, start) = input;
    let is_occupied = |x, y, z| bits >> ((z * 4 + y) * 4 + x) & 1 == 1;
    let volume = Volume::from_fn(4, 4, 4, is_occupied).expect("a size with cells");
    let cavities = voxels::by_floods(&volume);
    let found = Cavities::find(&volume, MinSize::ONE);
    assert_eq!(found.len(), cavities.len(), "{bits:x}");

    let cells: Vec<Voxel> = voxels::all(&volume).collect();
    let near = |cell: &Voxel| voxels::near(&volume, *cell, false).into_iter().flatten();
    let occupied = |cell: &Voxel| near(cell).filter(|cell| volume.is_occupied(*cell));
    let number = |cell: Voxel| (cell.2 * 4 + cell.1) * 4 + cell.0;
    let numbers = |cell: &Voxel| occupied(cell).map(number).collect();
    let neighbours: Vec<Vec<usize>> = cells.iter().map(numbers).collect();
    let start = usize::from(start) % 64;
    let has_two = |cavity: &Vec<Voxel>| {
        let wall = voxels::wall(&volume, cavity);
        flow::max_disjoint_paths(&neighbours, start, |node| wall.contains(&cells[node])) >= 2
    };
    let expected = cavities.iter().position(has_two);
    let expected = expected.filter(|_| volume.is_occupied(cells[start]));
    let paths = found.two_paths(cells[start]);
    let found = paths.map(|(number, _)| number as usize - 1);
    assert_eq!(found, expected, "{start} of {bits:x}");
}
