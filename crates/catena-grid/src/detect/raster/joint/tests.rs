//! The arm lemma, tried out on all sixteen choices of wall and gap steps.

#![allow(
    clippy::cast_possible_truncation,
    reason = "steps are numbers below eight"
)]

use super::*;
use crate::boards::{for_all, noise};
use crate::cell::Cell;
use crate::raster::Raster;
use alloc::vec;
use alloc::vec::Vec;
use core::cell::Cell as Counter;

/// Wall and gap steps of a lattice, from even and from odd rows.
struct StepChoice {
    walls: [u8; 2],
    gaps: [u8; 2],
}

/// One of the sixteen ways to choose wall steps; they fix the gap steps (G1).
fn lattice(number: u64) -> StepChoice {
    let is_wall = |bit: u8| number >> bit & 1 == 1;
    // Down from even rows to the south-east and south-west, then down from odd
    // rows.
    let walls = [is_wall(0), is_wall(1), is_wall(2), is_wall(3)];
    // A diagonal is a gap step if the one that crosses it is no wall step.
    let gaps = [!is_wall(1), !is_wall(0), !is_wall(3), !is_wall(2)];
    StepChoice {
        walls: with_diagonals(walls),
        gaps: with_diagonals(gaps),
    }
}

fn with_diagonals([even_se, even_sw, odd_se, odd_sw]: [bool; 4]) -> [u8; 2] {
    let set = |steps: [(bool, Step); 4]| {
        let there = steps.into_iter().filter(|(is_there, _)| *is_there);
        there.fold(Steps::ORTHOGONAL.bits(), |bits, (_, step)| {
            bits | 1 << step as u8
        })
    };
    [
        set([
            (even_se, Step::SouthEast),
            (even_sw, Step::SouthWest),
            (odd_se, Step::NorthWest),
            (odd_sw, Step::NorthEast),
        ]),
        set([
            (odd_se, Step::SouthEast),
            (odd_sw, Step::SouthWest),
            (even_se, Step::NorthWest),
            (even_sw, Step::NorthEast),
        ]),
    ]
}

/// A number for each cell, the same for cells that steps through members
/// connect; 0 for cells that are no members.
fn components(raster: &Raster, steps: [u8; 2], is_member: impl Fn(Cell) -> bool) -> Vec<u32> {
    let index = |cell: Cell| cell.row * raster.width() + cell.column;
    let mut numbers = vec![0; raster.width() * raster.height()];
    for (number, start) in (1..).zip(raster.cells()) {
        let mut open = vec![start];
        while let Some(cell) = open.pop() {
            if is_member(cell) && numbers[index(cell)] == 0 {
                numbers[index(cell)] = number;
                let steps = Steps::from_bits(steps[cell.row % 2]).iter();
                let near = steps.filter_map(|step| step.apply(cell));
                open.extend(near.filter(|near| raster.contains(*near)));
            }
        }
    }
    numbers
}

/// The links of a cell by block, by definition: two links lie in one block
/// if their other ends are connected without the cell.
fn groups_by_removal(raster: &Raster, walls: [u8; 2], cell: Cell) -> Vec<u8> {
    let index = |cell: Cell| cell.row * raster.width() + cell.column;
    let is_member = |other: Cell| other != cell && raster.is_occupied(other);
    let parts = components(raster, walls, is_member);
    let mut groups: Vec<(u32, u8)> = Vec::new();
    for step in Steps::from_bits(walls[cell.row % 2]).iter() {
        let end = step.apply(cell).filter(|end| raster.is_occupied(*end));
        let Some(part) = end.map(|end| parts[index(end)]) else {
            continue;
        };
        match groups.iter_mut().find(|group| group.0 == part) {
            Some(group) => group.1 |= 1 << step as u8,
            None => groups.push((part, 1 << step as u8)),
        }
    }
    let mut groups: Vec<u8> = groups.into_iter().map(|group| group.1).collect();
    groups.retain(|group| group.count_ones() > 1);
    groups.sort_unstable();
    groups
}

/// The links of a cell by block, from the table. The cell is not on the rim.
fn groups_by_table(raster: &Raster, lattice: &StepChoice, gaps: &[u32], cell: Cell) -> Vec<u8> {
    let rules = Rules {
        walls: lattice.walls[cell.row % 2],
        gaps: lattice.gaps[cell.row % 2],
        is_orthogonal: lattice.gaps == [Steps::ORTHOGONAL.bits(); 2],
    };
    let pattern = (0..9).filter(|place| {
        let (column, row) = (cell.column + place % 3 - 1, cell.row + place / 3 - 1);
        raster.is_occupied(Cell::new(column, row))
    });
    let joint = joint(rules, pattern.fold(0, |bits, place| bits | 1 << place));
    let steps = if rules.is_orthogonal {
        ORTHOGONAL_OPENINGS
    } else {
        joint.angle_steps
    };
    let labels = steps.map(|step| {
        let near = Step::ALL[usize::from(step)].apply(cell);
        near.map_or(0, |near| gaps[near.row * raster.width() + near.column])
    });
    let mut groups = joint.groups_by_labels(labels).to_vec();
    groups.retain(|group| *group != 0);
    groups.sort_unstable();
    groups
}

#[test]
fn the_table_has_the_blocks_of_every_cell_on_every_lattice() {
    let in_two_blocks = Counter::new(0);
    for_all(
        1600,
        (noise((7, 7), 35..=79), 0..16u64),
        |(inner, number)| {
            let lattice = lattice(number);
            // A rim of empty cells, so that the outside is one gap.
            let raster = Raster::from_fn(9, 9, |cell| {
                let (column, row) = (cell.column.wrapping_sub(1), cell.row.wrapping_sub(1));
                inner.is_occupied(Cell::new(column, row))
            })
            .unwrap();
            let gaps = components(&raster, lattice.gaps, |cell| !raster.is_occupied(cell));
            for cell in raster.occupied_cells() {
                let found = groups_by_table(&raster, &lattice, &gaps, cell);
                let expected = groups_by_removal(&raster, lattice.walls, cell);
                assert_eq!(found, expected, "{cell}, lattice {number} of\n{raster}");
                in_two_blocks.set(in_two_blocks.get() + u32::from(found.len() == 2));
            }
        },
    );
    assert!(in_two_blocks.get() > 500, "only {}", in_two_blocks.get());
}
