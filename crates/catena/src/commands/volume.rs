//! `catena volume`: the cavities of a 3-D array, and disjoint paths to them.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Result, bail};
use catena_grid::cavity::{Cavities, Cavity};
use catena_grid::{MinSize, Volume, Voxel};
use clap::Args;
use serde::Serialize;

use super::grid::JsonTally;
use crate::args::Format;
use crate::exit_code::ExitCode;
use crate::read::{self, CellArgs, VolumeFile};
use crate::{file, labels_file, output};

/// Find the cavities of a volume: a 3-D array, a scan, a model or a folder of slices
///
/// A cavity is a group of empty cells that no gap joins to the outside. Walls and
/// cavities are connected across corners (26 neighbours), gaps across faces (6).
///
/// Reads 3-D arrays (.npy, .npz) indexed by layer, row and column, that is Z, Y, X;
/// TIFF files, a page per layer; NIfTI-1 files (.nii, .nii.gz) and MagicaVoxel models
/// (.vox), in both of which the first axis is the column; and folders of images, a
/// file per layer, in the order of their names with numbers compared as numbers.
///
/// With --at the question is: do two paths that share only this cell lead from it
/// to the wall of one cavity? This is the paper's criterion, decided exactly by
/// Menger's theorem. On grids it is not the same as being on a chain; `catena
/// grid` answers that.
///
/// Without --at the exit code is 0. With --at it is 0 if there are two such paths,
/// and 1 if there are none.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  catena volume hollow.npy --at 0,0,0")]
pub(crate) struct VolumeArgs {
    /// The volume, a file or a folder of slices; `-` for standard input
    file: PathBuf,
    /// How many empty cells a cavity must have
    #[arg(long, value_name = "N", default_value_t = MinSize::ONE)]
    min_size: MinSize,
    /// Look for two disjoint paths from the cell in this column, row and layer, counted from 0
    #[arg(long, value_name = "X,Y,Z", value_parser = parse_voxel)]
    at: Option<Voxel>,
    #[command(flatten)]
    cells: CellArgs,
    /// Write a label per cell as a .npy of 32-bit integers: the number of its cavity, or minus the lowest number of a cavity whose wall it is part of, or 0
    #[arg(long, value_name = "FILE")]
    labels: Option<PathBuf>,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Print how long reading, labelling, deciding and writing took, in seconds
    #[arg(long)]
    timings: bool,
}

fn parse_voxel(text: &str) -> Result<Voxel, String> {
    let numbers: Option<Vec<usize>> = text
        .split(',')
        .map(|part| part.trim().parse().ok())
        .collect();
    match numbers.as_deref() {
        Some(&[column, row, layer]) => Ok((column, row, layer)),
        _ => Err("give a column, a row and a layer, like 3,5,2".to_owned()),
    }
}

#[derive(Serialize)]
struct JsonVolume {
    width: usize,
    height: usize,
    depth: usize,
    occupied: u64,
    /// The one that Otsu's method chose.
    #[serde(skip_serializing_if = "Option::is_none")]
    threshold: Option<f64>,
    min_size: u32,
    cavities: Vec<JsonCavity>,
    closed_gaps: JsonTally,
    sealed_cavities: JsonTally,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<Voxel>,
    #[serde(skip_serializing_if = "Option::is_none")]
    two_paths: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cavity: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    paths: Option<[Vec<Voxel>; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timings: Option<VolumeTimings>,
}

#[derive(Serialize)]
struct JsonCavity {
    id: usize,
    volume: u64,
    /// Lowest and highest column, row and layer.
    bounding_box: [Voxel; 2],
    wall_cells: u64,
    /// The fewest occupied cells that must be removed to open it.
    opening: u32,
}

/// How long each step took, in seconds.
#[derive(Clone, Copy, Serialize)]
struct VolumeTimings {
    read: f64,
    label: f64,
    decide: f64,
    write: f64,
}

/// The cavities, and two paths to one of them.
struct VolumeFindings {
    cavities: Vec<Cavity>,
    paths: Option<(u32, [Vec<Voxel>; 2])>,
}

pub(crate) fn run(args: &VolumeArgs) -> Result<ExitCode> {
    let start = Instant::now();
    let VolumeFile {
        volume,
        chosen_threshold,
    } = read::volume(&args.file, &args.cells)?;
    check_at(args, &volume)?;
    let read = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let cavities = Cavities::find(&volume, args.min_size);
    let labels = args.labels.as_ref().map(|_| cavities.labels());
    let label = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let found = VolumeFindings {
        cavities: cavities.describe(),
        paths: args.at.and_then(|cell| cavities.two_paths(cell)),
    };
    let decide = start.elapsed().as_secs_f64();
    let start = Instant::now();
    if let (Some(path), Some(labels)) = (&args.labels, &labels) {
        let (width, height, depth) = volume.size();
        file::write_whole(path, |out| {
            labels_file::write(out, &[depth, height, width], labels)
        })?;
    }
    let write = start.elapsed().as_secs_f64();
    let timings = args.timings.then_some(VolumeTimings {
        read,
        label,
        decide,
        write,
    });
    let has_paths = found.paths.is_some();
    match args.format {
        Format::Json => {
            let mut json = json(args, &volume, &cavities, found, timings);
            json.threshold = chosen_threshold;
            output::print_json(&json)?;
        }
        Format::Text => {
            output::print_threshold(chosen_threshold)?;
            print_text(args, &volume, &found, timings)?;
        }
    }
    Ok(match args.at {
        None => ExitCode::Success,
        Some(_) => ExitCode::for_answer(has_paths),
    })
}

fn check_at(args: &VolumeArgs, volume: &Volume) -> Result<()> {
    let (width, height, depth) = volume.size();
    match args.at {
        Some((x, y, z)) if x >= width || y >= height || z >= depth => {
            bail!("there is no cell {x},{y},{z} in a volume of {width}x{height}x{depth} cells")
        }
        Some((x, y, z)) if !volume.is_occupied((x, y, z)) => {
            bail!("the cell {x},{y},{z} is empty; paths go through occupied cells")
        }
        _ => Ok(()),
    }
}

fn json(
    args: &VolumeArgs,
    volume: &Volume,
    cavities: &Cavities<'_>,
    found: VolumeFindings,
    timings: Option<VolumeTimings>,
) -> JsonVolume {
    let (width, height, depth) = volume.size();
    let (cavity, paths) = found.paths.unzip();
    JsonVolume {
        width,
        height,
        depth,
        occupied: volume.count_occupied(),
        threshold: None,
        min_size: args.min_size.get(),
        cavities: (1..)
            .zip(&found.cavities)
            .map(|(id, cavity)| JsonCavity {
                id,
                volume: cavity.volume,
                bounding_box: [cavity.min, cavity.max],
                wall_cells: cavity.wall_cells,
                opening: cavity.opening,
            })
            .collect(),
        closed_gaps: cavities.closed_gaps().into(),
        sealed_cavities: cavities.sealed().into(),
        at: args.at,
        two_paths: args.at.map(|_| paths.is_some()),
        cavity,
        paths,
        timings,
    }
}

fn coordinates((column, row, layer): Voxel) -> String {
    format!("{column},{row},{layer}")
}

/// Writes whether two disjoint paths lead from the cell to one cavity.
fn write_paths(out: &mut impl Write, cell: Voxel, found: &VolumeFindings) -> Result<()> {
    let cell = coordinates(cell);
    let Some((cavity, paths)) = &found.paths else {
        writeln!(
            out,
            "no two paths that share only {cell} lead from it to the wall of one cavity\n"
        )?;
        return Ok(());
    };
    writeln!(
        out,
        "two paths lead from {cell} to the wall of cavity {cavity}:"
    )?;
    for path in paths {
        let cells: Vec<String> = path.iter().copied().map(coordinates).collect();
        writeln!(out, "  {}", cells.join(" "))?;
    }
    writeln!(out)?;
    Ok(())
}

fn print_text(
    args: &VolumeArgs,
    volume: &Volume,
    found: &VolumeFindings,
    timings: Option<VolumeTimings>,
) -> Result<()> {
    let mut out = output::stdout();
    if let Some(cell) = args.at {
        write_paths(&mut out, cell, found)?;
    }
    let (width, height, depth) = volume.size();
    writeln!(
        out,
        "{width}x{height}x{depth} cells, {} of them occupied",
        volume.count_occupied()
    )?;
    writeln!(
        out,
        "cavities of {} cells or more: {}",
        args.min_size,
        found.cavities.len()
    )?;
    const SHOWN: usize = 20;
    for (id, cavity) in (1..).zip(found.cavities.iter().take(SHOWN)) {
        writeln!(
            out,
            "  cavity {id}: {} cells, from {} to {}, {} wall cells, {} to take away to open it",
            cavity.volume,
            coordinates(cavity.min),
            coordinates(cavity.max),
            cavity.wall_cells,
            cavity.opening
        )?;
    }
    if found.cavities.len() > SHOWN {
        writeln!(
            out,
            "  and {} more; --format json has them all",
            found.cavities.len() - SHOWN
        )?;
    }
    if let Some(VolumeTimings {
        read,
        label,
        decide,
        write,
    }) = timings
    {
        writeln!(
            out,
            "seconds: read {read:.3}, label {label:.3}, decide {decide:.3}, write {write:.3}"
        )?;
    }
    Ok(())
}
