//! Reads grids and volumes from files: one module per format.
//!
//! Text and bitmaps have occupied and empty cells. All others have values; a
//! [`ValueSource`] sends them in the type they have in the file, and
//! [`Cells::read`] decides which of them are occupied.

mod array;
mod bitmap;
mod cells;
mod image_file;
mod jpeg;
mod memory;
#[cfg(feature = "nifti")]
mod nifti_file;
mod pixels;
mod slices;
mod text;
mod threshold;
mod tiff_file;
mod tiff_palette;
mod values;
#[cfg(feature = "vox")]
mod vox;

use std::io::BufRead;
use std::num::NonZeroUsize;
use std::path::Path;

use anyhow::{Context, Result, bail};
use catena_grid::{LargeRaster, MAX_CELLS, Raster, RasterError, Volume, VolumeError};
use image::ImageFormat;

use self::array::{ArrayFile, NPY_MAGIC, is_zip};
use self::cells::{Cells, ValueSource, is_large};
use self::image_file::ImageFile;
pub(crate) use self::memory::{GuardedReader, check as check_memory};
use self::pixels::Channel;
use self::slices::SliceFolder;
pub(crate) use self::text::parse_characters;
use self::threshold::Threshold;
use self::tiff_file::TiffFile;
use crate::file::{self, SeekableRead};
use crate::georeference::ImagePlace;

/// Which cells of a file are occupied.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct CellArgs {
    /// The lowest value of an occupied cell, in the units of the file, or `otsu` to choose it by Otsu's method [default: half of the range for images of unsigned integers, like 128 of 255; for arrays and volumes any value but 0]
    #[arg(long, value_name = "VALUE|otsu", allow_negative_numbers = true)]
    pub(crate) threshold: Option<Threshold>,
    /// Swap occupied and empty; transparent cells and NaN stay empty
    #[arg(long)]
    pub(crate) invert: bool,
    /// The channel of an image whose values count: r, g, b, a, luma, or a number from 1 on [default: luma]
    #[arg(long, value_name = "CHANNEL")]
    pub(crate) channel: Option<Channel>,
    /// The page of a TIFF file, from 1 on; for volumes, also the volume of a NIfTI file or the model of a .vox file
    #[arg(long, value_name = "N")]
    pub(crate) page: Option<NonZeroUsize>,
    /// The array of a .npz file, if it has several
    #[arg(long, value_name = "NAME")]
    pub(crate) array: Option<String>,
}

/// A grid that was read.
#[derive(Debug)]
pub(crate) struct GridFile {
    pub(crate) raster: Raster,
    /// The threshold that Otsu's method chose, if it was asked.
    pub(crate) chosen_threshold: Option<f64>,
    /// What the file says about its place on a map.
    pub(crate) place: ImagePlace,
    /// Whether light and dark tell occupied and empty cells apart.
    pub(crate) is_image: bool,
    /// Whether it is drawn with characters.
    pub(crate) is_text: bool,
}

/// A grid with more cells than a [`Raster`] may have.
#[derive(Debug)]
pub(crate) struct LargeGridFile {
    pub(crate) raster: LargeRaster,
    /// The threshold that Otsu's method chose, if it was asked.
    pub(crate) chosen_threshold: Option<f64>,
}

/// A grid that was read, of any size.
#[derive(Debug)]
pub(crate) enum AnyGridFile {
    Usual(GridFile),
    Large(LargeGridFile),
}

/// Called with the columns and rows of a grid that has more cells than a [`Raster`] may
/// have, before the cells are read.
pub(crate) type LargeCheck<'a> = &'a dyn Fn(usize, usize) -> Result<()>;

/// A volume that was read.
#[derive(Debug)]
pub(crate) struct VolumeFile {
    pub(crate) volume: Volume,
    /// The threshold that Otsu's method chose, if it was asked.
    pub(crate) chosen_threshold: Option<f64>,
    /// Whether light and dark tell occupied and empty cells apart.
    pub(crate) is_image: bool,
}

/// Occupied and empty cells of a grid of any size.
enum GridCells {
    Usual(Raster),
    Large(LargeRaster),
}

/// What a file has: cells, drawn with characters or as a bitmap, or values that tell which
/// cells are occupied.
enum GridInput {
    Text(Raster),
    Bitmap(GridCells),
    Values(Box<dyn ValueSource>),
}

impl GridCells {
    fn into_raster(self) -> Result<Raster, RasterError> {
        match self {
            GridCells::Usual(raster) => Ok(raster),
            GridCells::Large(raster) => Err(too_large(raster.width(), raster.height())),
        }
    }
}

impl GridFile {
    /// Cells without values.
    fn of_cells(raster: Raster, is_text: bool) -> GridFile {
        GridFile {
            raster,
            chosen_threshold: None,
            place: ImagePlace::default(),
            is_image: false,
            is_text,
        }
    }
}

fn too_large(width: usize, height: usize) -> RasterError {
    RasterError::Size { width, height }
}

/// A [`LargeCheck`] that refuses every large grid.
fn refuse_large(width: usize, height: usize) -> Result<()> {
    Err(too_large(width, height).into())
}

/// Reads a grid from a file. The first bytes tell its format.
pub(crate) fn grid(path: &Path, args: &CellArgs, characters: [char; 2]) -> Result<GridFile> {
    match any_grid(path, args, characters, &refuse_large)? {
        AnyGridFile::Usual(file) => Ok(file),
        AnyGridFile::Large(LargeGridFile { raster, .. }) => {
            Err(too_large(raster.width(), raster.height()).into())
        }
    }
}

/// Reads a grid of any size. `check` is asked before the cells of a large one are read.
pub(crate) fn any_grid(
    path: &Path,
    args: &CellArgs,
    characters: [char; 2],
    check: LargeCheck<'_>,
) -> Result<AnyGridFile> {
    let input = file::open(path)?;
    let read = open_grid(input, path, args, characters, check).and_then(|input| match input {
        GridInput::Text(_) | GridInput::Bitmap(_) if args.threshold.is_some() => {
            bail!("--threshold is for files with values; text and bitmaps have none")
        }
        GridInput::Text(raster) => Ok(AnyGridFile::Usual(GridFile::of_cells(raster, true))),
        GridInput::Bitmap(GridCells::Usual(raster)) => {
            Ok(AnyGridFile::Usual(GridFile::of_cells(raster, false)))
        }
        GridInput::Bitmap(GridCells::Large(raster)) => large_grid(raster, None),
        GridInput::Values(mut source) => {
            let [width, height, _] = source.layout().size;
            let cells = Cells::read(&mut *source, args)?;
            let chosen_threshold = cells.chosen;
            if is_large(width, height) {
                return large_grid(cells.into_large()?, chosen_threshold);
            }
            Ok(AnyGridFile::Usual(GridFile {
                place: source.place()?,
                is_image: source.is_image(),
                is_text: false,
                chosen_threshold,
                raster: cells.into_raster()?,
            }))
        }
    });
    read.with_context(|| file::name(path))
}

/// Refuses a large grid for which there is no memory.
fn large_grid(raster: LargeRaster, chosen_threshold: Option<f64>) -> Result<AnyGridFile> {
    memory::check(raster.working_bytes())?;
    Ok(AnyGridFile::Large(LargeGridFile {
        raster,
        chosen_threshold,
    }))
}

/// Reads a volume from a file, or from a folder of slices.
pub(crate) fn volume(path: &Path, args: &CellArgs) -> Result<VolumeFile> {
    let source = if path.is_dir() {
        SliceFolder::open(path, args).map(|folder| Box::new(folder) as Box<dyn ValueSource>)
    } else {
        open_volume(file::open(path)?, args)
    };
    let read = source.and_then(|mut source| {
        let [width, height, depth] = source.layout().size;
        if depth == 1 && width * height > MAX_CELLS {
            // More than one layer was checked when it was opened.
            let size = (width, height, depth);
            return Err(VolumeError { size }.into());
        }
        let cells = Cells::read(&mut *source, args)?;
        Ok(VolumeFile {
            is_image: source.is_image(),
            chosen_threshold: cells.chosen,
            volume: cells.into_volume()?,
        })
    });
    read.with_context(|| file::name(path))
}

/// Says so if an image has no occupied cell and nobody gave a threshold: masks often have the
/// values 0 and 1, which are both dark.
pub(crate) fn hint_if_dark(args: &CellArgs, is_image: bool, occupied: u64) {
    if is_image && occupied == 0 && args.threshold.is_none() && !args.invert {
        tell!(
            "catena: no cell is occupied, because no pixel reaches half of the range; give --threshold VALUE or --threshold otsu"
        );
    }
}

/// The bytes at the start of a file, which tell its format.
fn first_bytes(input: &mut impl BufRead) -> Result<Vec<u8>> {
    let start = input.fill_buf().context("cannot read it")?;
    Ok(start[..start.len().min(64)].to_vec())
}

/// Whether it begins like a TIFF file or a BigTIFF file.
fn is_tiff(start: &[u8]) -> bool {
    matches!(
        start,
        [b'I', b'I', 42 | 43, 0, ..] | [b'M', b'M', 0, 42 | 43, ..]
    )
}

/// Opens a grid. The name of the file tells the format of an image if its first
/// bytes do not.
fn open_grid(
    mut input: Box<dyn SeekableRead>,
    path: &Path,
    args: &CellArgs,
    characters: [char; 2],
    check: LargeCheck<'_>,
) -> Result<GridInput> {
    let values = |source: Box<dyn ValueSource>| {
        let [width, height, _] = source.layout().size;
        if is_large(width, height) {
            check(width, height)?;
        }
        Ok(GridInput::Values(source))
    };
    let start = first_bytes(&mut input)?;
    let is_archive = is_zip(&start);
    if is_archive || start.starts_with(NPY_MAGIC) {
        check_for_array(args)?;
        let array = ArrayFile::open(input, is_archive, 2, args)?;
        return values(Box::new(array));
    }
    if args.array.is_some() {
        bail!("--array is for .npz files");
    }
    if is_tiff(&start) {
        let image = TiffFile::open_page(input, args)?;
        return values(Box::new(image));
    }
    if let [b'P', b'1' | b'4', b' ' | b'\t' | b'\r' | b'\n' | b'#', ..] = start[..] {
        check_for_cells(args)?;
        let cells = bitmap::read(&mut input, args.invert, check)?;
        return Ok(GridInput::Bitmap(cells));
    }
    let format = image::guess_format(&start).or_else(|_| ImageFormat::from_path(path));
    if let Ok(format) = format {
        let image = ImageFile::open(input, format, args, check)?;
        return Ok(GridInput::Values(Box::new(image)));
    }
    check_for_cells(args)?;
    let raster = text::read(&mut input, args.invert, characters)?;
    Ok(GridInput::Text(raster))
}

fn open_volume(mut input: Box<dyn SeekableRead>, args: &CellArgs) -> Result<Box<dyn ValueSource>> {
    let start = first_bytes(&mut input)?;
    let is_archive = is_zip(&start);
    if is_archive || start.starts_with(NPY_MAGIC) {
        check_for_array(args)?;
        return Ok(Box::new(ArrayFile::open(input, is_archive, 3, args)?));
    }
    if args.array.is_some() {
        bail!("--array is for .npz files");
    }
    if is_tiff(&start) {
        return Ok(Box::new(TiffFile::open_all(input, args)?));
    }
    if args.channel.is_some() {
        bail!("--channel is for images");
    }
    // The header of a NIfTI-1 file has 348 bytes, that of a NIfTI-2 file 540, and both begin
    // by saying so.
    let is_compressed = start.starts_with(&[0x1f, 0x8b]);
    let is_nifti = matches!(
        start[..],
        [92, 1, 0, 0, ..] | [0, 0, 1, 92, ..] | [28, 2, 0, 0, ..] | [0, 0, 2, 28, ..]
    );
    if is_compressed || is_nifti {
        return open_nifti(input, is_compressed, args);
    }
    if start.starts_with(b"VOX ") {
        return open_vox(input, args);
    }
    bail!("this is no array, no TIFF file, no NIfTI-1 file and no MagicaVoxel model")
}

/// Refuses what means nothing for an array.
fn check_for_array(args: &CellArgs) -> Result<()> {
    match args {
        CellArgs {
            channel: Some(_), ..
        } => bail!("--channel is for images, not for arrays"),
        CellArgs { page: Some(_), .. } => bail!("--page is for images, not for arrays"),
        _ => Ok(()),
    }
}

/// Refuses what means nothing for text and bitmaps.
fn check_for_cells(args: &CellArgs) -> Result<()> {
    match args {
        CellArgs {
            channel: Some(_), ..
        } => bail!("--channel is for images with several channels"),
        CellArgs {
            page: Some(page), ..
        } if page.get() > 1 => {
            bail!("there is no page {page}; the file has 1")
        }
        _ => Ok(()),
    }
}

#[cfg(feature = "nifti")]
fn open_nifti(
    input: Box<dyn SeekableRead>,
    is_compressed: bool,
    args: &CellArgs,
) -> Result<Box<dyn ValueSource>> {
    Ok(Box::new(nifti_file::NiftiFile::open(
        input,
        is_compressed,
        args,
    )?))
}

#[cfg(not(feature = "nifti"))]
fn open_nifti(_: Box<dyn SeekableRead>, _: bool, _: &CellArgs) -> Result<Box<dyn ValueSource>> {
    bail!("this catena was built without the feature `nifti`, which reads NIfTI files")
}

#[cfg(feature = "vox")]
fn open_vox(mut input: Box<dyn SeekableRead>, args: &CellArgs) -> Result<Box<dyn ValueSource>> {
    Ok(Box::new(vox::VoxModel::open(&mut input, args)?))
}

#[cfg(not(feature = "vox"))]
fn open_vox(_: Box<dyn SeekableRead>, _: &CellArgs) -> Result<Box<dyn ValueSource>> {
    bail!("this catena was built without the feature `vox`, which reads MagicaVoxel models")
}
