//! How much memory the answers need: what does not fit is refused before work begins.

use anyhow::{Context, Result};
use catena_grid::Raster;

use super::GridArgs;
use crate::read;

/// Grids up to this size are not measured: their answers need some megabytes.
const SMALL: u64 = 1 << 22;

/// Refuses a grid for whose answers there is no memory.
pub(super) fn check_grid(args: &GridArgs, raster: &Raster) -> Result<()> {
    let cells = raster.width() as u64 * raster.height() as u64;
    if cells <= SMALL {
        return Ok(());
    }
    // Noise needs the most, 2.2 bytes per cell (benchmarks/README.md); the library knows
    // better where there are thick walls or large rooms.
    let counts = raster.working_bytes().min(cells * 5 / 2);
    let labels = if super::needs_labels(args, raster) {
        4 * cells
    } else {
        0
    };
    // A bit per cell and set, and up to three times as much per run as counts need.
    let areas = if args.walls.areas().is_some() || args.polygons.path().is_some() {
        cells / 2 + 3 * counts
    } else {
        0
    };
    let ways = match (args.walls.seals(), args.walls.leaks()) {
        (true, _) => 2 * cells,
        (false, true) => cells,
        (false, false) => 0,
    };
    read::check_memory(labels + counts.max(areas).max(ways))
        .with_context(|| format!("'{}'", args.file.display()))
}
