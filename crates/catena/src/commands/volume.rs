//! `catena volume`: the cavities of a 3-D array, and disjoint paths to them.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use catena_grid::cavity::{Cavities, Cavity};
use catena_grid::{MinSize, Volume, Voxel};
use clap::Args;
use serde::Serialize;

use super::grid::JsonTally;
use crate::args::Format;
use crate::exit_code::ExitCode;
use crate::read::{self, CellArgs, VolumeFile};
use crate::walls::{JsonLeak, JsonSeal, WallAnswers, WallArgs, find_areas, parse_place};
use crate::words::cells;
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
/// Cells are named COLUMN,ROW,LAYER, the column first, counted from 0.
///
/// Without --at, --leak and --seal the exit code is 0. With --at it is 0 if there are
/// two such paths, and 1 if there are none. With --leak it is 1 if the cell is
/// enclosed, with --seal if the region cannot be sealed.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  catena volume hollow.npy --at 0,0,0
  catena volume hollow.npy --areas areas.json --leak 2,2,1")]
pub(crate) struct VolumeArgs {
    /// The volume, a file or a folder of slices; `-` for standard input
    file: PathBuf,
    /// How many empty cells a cavity must have
    #[arg(long, value_name = "N", default_value_t = MinSize::ONE)]
    min_size: MinSize,
    /// Look for two disjoint paths from the cell in this column, row and layer, counted from 0
    #[arg(long, value_name = "X,Y,Z", value_parser = parse_place::<Voxel>, allow_hyphen_values = true)]
    at: Option<Voxel>,
    #[command(flatten)]
    cells: CellArgs,
    /// Write a label per cell as a .npy of 32-bit integers: the number of its cavity, or minus the lowest number of a cavity whose wall it is part of, or 0
    #[arg(long, value_name = "FILE")]
    labels: Option<PathBuf>,
    #[command(flatten)]
    walls: WallArgs<Voxel>,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Print how long reading, labelling, deciding and writing took, in seconds
    #[arg(long)]
    timings: bool,
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
    leak: Option<JsonLeak>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seal: Option<JsonSeal>,
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
    /// The fewest occupied cells that must be removed to open it; null if the
    /// rim is a wall.
    opening: Option<u32>,
}

/// How long each step took, in seconds.
#[derive(Clone, Copy, Serialize)]
struct VolumeTimings {
    read: f64,
    label: f64,
    decide: f64,
    write: f64,
}

/// The cavities, two paths to one of them, and the answers about walls.
struct VolumeFindings {
    cavities: Vec<Cavity>,
    paths: Option<(u32, [Vec<Voxel>; 2])>,
    answers: WallAnswers<Voxel>,
}

/// What is read: the volume with its doors, and the masks.
struct MaskedVolume {
    /// The volume. Doors are occupied.
    volume: Volume,
    doors: Option<Volume>,
    seal_mask: Option<Volume>,
    /// The threshold that Otsu's method chose, if it was asked.
    chosen_threshold: Option<f64>,
    is_image: bool,
}

impl MaskedVolume {
    fn read(args: &VolumeArgs) -> Result<MaskedVolume> {
        let VolumeFile {
            mut volume,
            chosen_threshold,
            is_image,
        } = read::volume(&args.file, &args.cells)?;
        let read_mask = |path: &Path| {
            let mask = read::volume(path, &CellArgs::default())?.volume;
            if mask.size() != volume.size() {
                let text = |(width, height, depth)| format!("{width}x{height}x{depth}");
                let (name, found) = (path.display(), text(mask.size()));
                let expected = text(volume.size());
                bail!("'{name}' has {found} cells, and the volume {expected}");
            }
            Ok(mask)
        };
        let doors = args.walls.doors().map(read_mask).transpose()?;
        let seal_mask = args.walls.seal_mask().map(read_mask).transpose()?;
        if let Some(doors) = &doors {
            let (width, height, depth) = volume.size();
            let is_wall = |x, y, z| volume.is_occupied((x, y, z)) || doors.is_occupied((x, y, z));
            volume = Volume::from_fn(width, height, depth, is_wall)?;
        }
        Ok(MaskedVolume {
            volume,
            doors,
            seal_mask,
            chosen_threshold,
            is_image,
        })
    }

    /// Says what was probably not meant, where images or a mask have other values than were
    /// expected.
    fn give_hints(&self, args: &VolumeArgs) {
        read::hint_if_dark(&args.cells, self.is_image, self.volume.count_occupied());
        args.walls
            .hint_if_no_doors(self.doors.as_ref().map(Volume::count_occupied));
    }
}

/// Refuses outputs that are inputs.
fn check_files(args: &VolumeArgs) -> Result<()> {
    file::refuse_dash("--labels", args.labels.as_deref())?;
    let outputs = [args.labels.as_deref(), args.walls.areas()];
    args.walls
        .check_files(&args.file, outputs.into_iter().flatten())
}

/// Volumes up to this size are not measured: their answers need some megabytes.
const SMALL: u64 = 1 << 20;

/// Refuses a volume for whose answers there is no memory. The numbers are bytes per cell of
/// noise, which needs the most.
fn check_memory(args: &VolumeArgs, volume: &Volume) -> Result<()> {
    let (width, height, depth) = volume.size();
    let cells = [width, height, depth].map(|side| side as u64);
    let cells: u64 = cells.iter().product();
    if cells <= SMALL {
        return Ok(());
    }
    let labels = if args.labels.is_some() { 4 } else { 0 };
    let paths = if args.at.is_some() { 14 } else { 0 };
    read::check_memory(cells * (10 + labels + paths))
        .with_context(|| format!("'{}'", args.file.display()))
}

pub(crate) fn run(args: &VolumeArgs) -> Result<ExitCode> {
    let printed = [("--at", args.at.is_some()), ("--timings", args.timings)];
    let area_list = args.walls.area_list(false, &printed)?;
    check_files(args)?;
    file::check_name("--labels", args.labels.as_deref(), "npy")?;
    let mut outputs = [args.labels.as_deref(), args.walls.areas()].into_iter();
    outputs.try_for_each(|path| path.map_or(Ok(()), file::check_output))?;
    let start = Instant::now();
    let input = MaskedVolume::read(args)?;
    let volume = &input.volume;
    check_at(args, volume)?;
    check_memory(args, volume)?;
    input.give_hints(args);
    let read = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let cavities = Cavities::find_with_rim(volume, args.min_size, args.walls.rim());
    let labels = args.labels.as_ref().map(|_| cavities.labels());
    let label = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let mask = input.seal_mask.as_ref().map(Volume::occupied_cells);
    let found = VolumeFindings {
        cavities: cavities.describe(),
        paths: args.at.and_then(|cell| cavities.two_paths(cell)),
        answers: args.walls.answer(volume, mask)?,
    };
    let decide = start.elapsed().as_secs_f64();
    let start = Instant::now();
    if let (Some(path), Some(labels)) = (&args.labels, &labels) {
        let (width, height, depth) = volume.size();
        file::write_whole(path, |out| {
            labels_file::write(out, &[depth, height, width], labels)
        })?;
    }
    if let Some(list) = &area_list {
        let doors = input.doors.as_ref().map(Volume::occupied_cells);
        let (_, survey) = find_areas(volume, args.walls.rim(), args.min_size)?;
        list.write(&survey, doors, None)?;
    }
    let write = start.elapsed().as_secs_f64();
    let timings = args.timings.then_some(VolumeTimings {
        read,
        label,
        decide,
        write,
    });
    let is_yes = (args.at.is_none() || found.paths.is_some()) && found.answers.is_yes();
    match args.format {
        _ if area_list.is_some_and(|list| list.is_standard_output()) => {
            output::tell_threshold(input.chosen_threshold);
        }
        Format::Json => {
            let mut json = json(args, volume, &cavities, found, timings);
            json.threshold = input.chosen_threshold;
            output::print_json(&json)?;
        }
        Format::Text => {
            output::print_threshold(input.chosen_threshold)?;
            print_text(args, volume, &found, timings)?;
        }
    }
    Ok(ExitCode::for_answer(is_yes))
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
    let leak = found.answers.leak.as_ref().map(JsonLeak::from);
    let seal = found.answers.seal.as_ref().map(JsonSeal::from);
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
                opening: Some(cavity.opening).filter(|opening| *opening > 0),
            })
            .collect(),
        closed_gaps: cavities.closed_gaps().into(),
        sealed_cavities: cavities.sealed().into(),
        at: args.at,
        two_paths: args.at.map(|_| paths.is_some()),
        cavity,
        paths,
        leak,
        seal,
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
    found.answers.write_text(&mut out)?;
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
        "cavities of {} or more: {}",
        cells(args.min_size.get()),
        found.cavities.len()
    )?;
    const SHOWN: usize = 20;
    for (id, cavity) in (1..).zip(found.cavities.iter().take(SHOWN)) {
        writeln!(
            out,
            "  cavity {id}: {} cells, from {} to {}, {} wall cells{}",
            cavity.volume,
            coordinates(cavity.min),
            coordinates(cavity.max),
            cavity.wall_cells,
            match cavity.opening {
                0 => String::new(),
                1 => ", opens if 1 wall cell is removed".to_owned(),
                cells => format!(", opens if {cells} wall cells are removed"),
            }
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
