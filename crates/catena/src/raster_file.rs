//! Reads grids from files: text, PBM, other images, NumPy arrays.

use std::io::{BufRead, Read};
use std::path::Path;

use anyhow::{Context, Result, bail};
use catena_grid::{Cell, Raster};
use image::{ImageFormat, ImageReader, Limits};

use crate::file::{self, SeekableRead};
use crate::npy;

/// Which cells of a file are occupied.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct CellArgs {
    /// The lowest value of an occupied cell [default: 128 of 255 for images; for arrays any value but 0]
    #[arg(long, value_name = "VALUE")]
    pub(crate) threshold: Option<f64>,
    /// Swap occupied and empty
    #[arg(long)]
    pub(crate) invert: bool,
}

/// Reads the two characters of a text grid: occupied, then empty.
pub(crate) fn parse_characters(text: &str) -> Result<[char; 2], String> {
    match text.chars().collect::<Vec<_>>()[..] {
        [occupied, empty] if occupied != empty => Ok([occupied, empty]),
        _ => Err("give two different characters: occupied, then empty, like '#.'".to_owned()),
    }
}

/// Reads a grid from a file. The first bytes tell its format.
pub(crate) fn read(path: &Path, cells: &CellArgs, characters: [char; 2]) -> Result<Raster> {
    let mut input = file::open(path)?;
    let start = input.fill_buf().context("cannot read the grid")?;
    let start = start[..start.len().min(64)].to_vec();
    let raster = if start.starts_with(npy::MAGIC) {
        read_array(&mut input, cells)
    } else if let [b'P', b'1' | b'4', b' ' | b'\t' | b'\r' | b'\n' | b'#', ..] = start[..] {
        read_pbm(&mut input, cells)
    } else if let Some(format) = image_format(&start, path) {
        read_image(input, format, cells)
    } else {
        read_text(&mut input, cells, characters)
    };
    raster.with_context(|| format!("'{}'", path.display()))
}

fn image_format(start: &[u8], path: &Path) -> Option<ImageFormat> {
    image::guess_format(start)
        .or_else(|_| ImageFormat::from_path(path))
        .ok()
}

fn read_array(input: &mut impl Read, cells: &CellArgs) -> Result<Raster> {
    let header = npy::Header::read(input)?;
    let [height, width] = header.shape[..] else {
        bail!("the array has {} dimensions, not 2", header.shape.len());
    };
    let mut raster = Raster::new(width, height)?;
    let (lines, length) = if header.fortran_order {
        (width, height)
    } else {
        (height, width)
    };
    let mut line = vec![false; length];
    for at in 0..lines {
        header.read_cells(input, &mut line, cells.threshold)?;
        let occupied = line.iter().map(|cell| *cell != cells.invert);
        if header.fortran_order {
            for (row, occupied) in occupied.enumerate() {
                raster.set(Cell::new(at, row), occupied);
            }
        } else {
            raster.set_row(at, occupied);
        }
    }
    Ok(raster)
}

fn read_image(
    input: Box<dyn SeekableRead>,
    format: ImageFormat,
    cells: &CellArgs,
) -> Result<Raster> {
    let mut reader = ImageReader::with_format(input, format);
    let mut limits = Limits::no_limits();
    // A header can claim any size; 16 bytes per cell suffice for the largest
    // raster.
    limits.max_alloc = Some(16 * catena_grid::MAX_CELLS as u64);
    reader.limits(limits);
    let image = reader
        .decode()
        .context("cannot read the image")?
        .into_luma8();
    let (width, height) = (image.width() as usize, image.height() as usize);
    let threshold = cells.threshold.unwrap_or(128.0);
    let mut raster = Raster::new(width, height)?;
    for (row, line) in image.as_raw().chunks_exact(width).enumerate() {
        let occupied = line
            .iter()
            .map(|value| (f64::from(*value) >= threshold) != cells.invert);
        raster.set_row(row, occupied);
    }
    Ok(raster)
}

/// Reads a portable bitmap (PBM). Black pixels, which are 1, are occupied.
fn read_pbm(input: &mut impl BufRead, cells: &CellArgs) -> Result<Raster> {
    let is_plain = pbm_word(input)? == "P1";
    let mut number = || -> Result<usize> {
        let word = pbm_word(input)?;
        word.parse()
            .with_context(|| format!("the size of the bitmap is not a number: '{word}'"))
    };
    let (width, height) = (number()?, number()?);
    let mut raster = Raster::new(width, height)?;
    let mut line = vec![0; if is_plain { width } else { width.div_ceil(8) }];
    for row in 0..height {
        if is_plain {
            read_plain_bits(input, &mut line)?;
            raster.set_row(row, line.iter().map(|bit| (*bit == b'1') != cells.invert));
        } else {
            input
                .read_exact(&mut line)
                .context("the bitmap ends too early")?;
            let bits = (0..width).map(|x| line[x / 8] >> (7 - x % 8) & 1 == 1);
            raster.set_row(row, bits.map(|bit| bit != cells.invert));
        }
    }
    Ok(raster)
}

/// Reads the next word of a PBM header, skipping comments, and the one white
/// space character after it.
fn pbm_word(input: &mut impl BufRead) -> Result<String> {
    let mut word = String::new();
    let mut byte = [0];
    loop {
        input
            .read_exact(&mut byte)
            .context("the bitmap ends in its header")?;
        match byte[0] {
            b'#' => {
                input.skip_until(b'\n')?;
            }
            space if space.is_ascii_whitespace() && word.is_empty() => {}
            space if space.is_ascii_whitespace() => return Ok(word),
            _ if word.len() >= 20 => bail!("the bitmap has a bad header: '{word}…'"),
            other => word.push(char::from(other)),
        }
    }
}

fn read_plain_bits(input: &mut impl BufRead, bits: &mut [u8]) -> Result<()> {
    for bit in bits {
        let mut byte = [b' '];
        while byte[0].is_ascii_whitespace() {
            input
                .read_exact(&mut byte)
                .context("the bitmap ends too early")?;
        }
        if !matches!(byte[0], b'0' | b'1') {
            bail!(
                "the bitmap has the character {:?}; bits are 0 and 1",
                char::from(byte[0])
            );
        }
        *bit = byte[0];
    }
    Ok(())
}

/// Reads a grid of characters, one row per line. White space is ignored, unless
/// it is one of the two characters; so are empty lines at the end.
fn read_text(input: &mut impl Read, cells: &CellArgs, characters: [char; 2]) -> Result<Raster> {
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes)?;
    let Ok(text) = String::from_utf8(bytes) else {
        bail!("this is no image, no array, no bitmap and no text in UTF-8");
    };
    let [occupied, empty] = characters;
    let counts = |c: &char| *c == occupied || *c == empty || !c.is_whitespace();
    let lines = || text.trim_end_matches(['\r', '\n']).lines();
    let width = lines()
        .next()
        .map_or(0, |line| line.chars().filter(counts).count());
    let mut raster = Raster::new(width, lines().count())?;
    for (row, line) in lines().enumerate() {
        let line_number = row + 1;
        if let Some(other) = line
            .chars()
            .filter(counts)
            .find(|c| *c != occupied && *c != empty)
        {
            bail!(
                "line {line_number} has the character {other:?}; a cell is {occupied:?} or {empty:?}"
            );
        }
        let found = line.chars().filter(counts).count();
        if found != width {
            bail!("line {line_number} has {found} cells, not {width}");
        }
        let cell = |c: char| (c == occupied) != cells.invert;
        raster.set_row(row, line.chars().filter(counts).map(cell));
    }
    Ok(raster)
}
