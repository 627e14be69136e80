//! All that is wrong with a claimed chain, found in the plainest way.

use std::collections::BTreeSet;

use catena_grid::{Cell, Chain, ChainError, MinSize, Raster, Steps};

use super::definition::is_inside;

/// All reasons for which a claim may be refused; none if it is right. What a
/// line encloses matters only if it is a closed line through the cell, and the
/// size only if what it encloses was said rightly.
///
/// The steps are those of chains and those that join areas.
pub(crate) fn faults(
    raster: &Raster,
    (wall_steps, area_steps): ([Steps; 2], [Steps; 2]),
    cell: Cell,
    min_size: MinSize,
    chain: &Chain,
) -> Vec<ChainError> {
    let line = chain.cells();
    if line.len() < 3 {
        return vec![ChainError::TooShort];
    }
    let mut faults = Vec::new();
    for (place, &here) in line.iter().enumerate() {
        let next = line[(place + 1) % line.len()];
        if !raster.is_occupied(here) {
            faults.push(ChainError::NotOccupied(here));
        }
        if line[..place].contains(&here) {
            faults.push(ChainError::UsedTwice(here));
        }
        if !is_step(wall_steps, here, next) {
            faults.push(ChainError::NotAdjacent(here, next));
        }
    }
    if !line.contains(&cell) {
        faults.push(ChainError::Misses(cell));
    }
    if !faults.is_empty() {
        return faults;
    }
    let is_enclosed = |cell: &Cell| !raster.is_occupied(*cell) && is_inside(line, *cell);
    let inside: Vec<Cell> = raster.cells().filter(is_enclosed).collect();
    let mut claimed = chain.encloses().to_vec();
    claimed.sort_unstable();
    if claimed != inside {
        faults.push(ChainError::Encloses(inside));
    } else if largest_group(area_steps, &inside) < min_size.get() as usize {
        faults.push(ChainError::AreaTooSmall);
    }
    faults
}

fn is_step(steps: [Steps; 2], from: Cell, to: Cell) -> bool {
    let mut steps = steps[from.row % 2].iter();
    steps.any(|step| step.apply(from) == Some(to))
}

fn largest_group(steps: [Steps; 2], cells: &[Cell]) -> usize {
    let size_of_group = |first: &Cell| {
        let mut group = BTreeSet::new();
        let mut open = vec![*first];
        while let Some(cell) = open.pop() {
            if group.insert(cell) {
                let near = cells.iter().filter(|next| is_step(steps, cell, **next));
                open.extend(near);
            }
        }
        group.len()
    };
    cells.iter().map(size_of_group).max().unwrap_or(0)
}
