//! `catena grid` on grids with more cells than most answers are for.

use std::time::Instant;

use anyhow::{Context, Result, bail};
use catena_grid::{HexLattice, LargeRasterError, MAX_CELLS, MinSize, Progress, SquareLattice};

use super::report::{GridTimings, JsonGrid, print_text};
use super::{GridArgs, LatticeName, query, watched};
use crate::args::Format;
use crate::exit_code::ExitCode;
use crate::output;
use crate::read::LargeGridFile;

/// Refuses what cannot be answered for so many cells.
pub(super) fn check(args: &GridArgs) -> Result<()> {
    if args.walls.is_asked() || args.polygons.path().is_some() {
        bail!("there are too many cells for questions about walls; at most {MAX_CELLS} fit");
    }
    let has_labels = args.labels.is_some() || args.out.is_some() || args.picture;
    if has_labels || args.at.is_some() || args.min_size > MinSize::TWO {
        return Err(LargeRasterError::Question.into());
    }
    Ok(())
}

/// Counts the areas and walls.
pub(super) fn run(args: &GridArgs, grid: &LargeGridFile, read: f64) -> Result<ExitCode> {
    let raster = &grid.raster;
    let start = Instant::now();
    let progress = Progress::default();
    let query = query(args, &progress);
    let report = watched(&progress, raster.height(), || match args.lattice {
        LatticeName::Square => raster.analyse::<SquareLattice>(&query),
        LatticeName::Hex => raster.analyse::<HexLattice>(&query),
    });
    let report = report.with_context(|| format!("'{}'", args.file.display()))?;
    let timings = args.timings.then_some(GridTimings {
        read,
        decide: start.elapsed().as_secs_f64(),
        walls: None,
        areas: None,
        write: 0.0,
    });
    match args.format {
        Format::Json => {
            let mut json = JsonGrid::new(args, raster, &report, timings);
            json.threshold = grid.chosen_threshold;
            output::print_json(&json)?;
        }
        Format::Text => {
            output::print_threshold(grid.chosen_threshold)?;
            print_text(args, raster, &report, timings)?;
        }
    }
    Ok(ExitCode::Success)
}
