//! A witness with a few changes is refused for one of the reasons that a plain
//! check finds, and accepted if there is none.

use crate::faults;
use catena_grid::{Board, Cell, Chain, Grid, HexLattice, Lattice, MinSize, Raster};

/// Of the line or what it encloses, where, and a cell to insert or none to remove.
type Change = (bool, u8, Option<(u8, u8)>);

pub(crate) fn run(input: (Raster, u8, Vec<Change>)) {
    let (raster, start, changes) = input;
    let grid = Grid::hex(&raster);
    let cell = grid.chain_cells().occupied_cells().nth(start.into());
    let Some((cell, chain)) = cell.and_then(|cell| Some((cell, grid.witness(cell)?))) else {
        return;
    };
    let mut lists = [chain.cells().to_vec(), chain.encloses().to_vec()];
    for (is_line, place, added) in changes {
        let list = &mut lists[usize::from(!is_line)];
        let start = usize::from(place) % (list.len() + 1);
        let end = list.len().min(start + usize::from(added.is_none()));
        let added = added.map(|(column, row)| Cell::new(column.into(), row.into()));
        list.splice(start..end, added);
    }
    let [cells, encloses] = lists;
    let claim = Chain::new(cells, encloses);
    let steps = (HexLattice::WALL_STEPS, HexLattice::AREA_STEPS);
    let faults = faults::faults(&raster, steps, cell, MinSize::TWO, &claim);
    match grid.verify(cell, MinSize::TWO, &claim) {
        Ok(()) => assert_eq!(faults, [], "{claim:?}\n{raster}"),
        Err(error) => assert!(faults.contains(&error), "{error}: {claim:?}\n{raster}"),
    }
}
