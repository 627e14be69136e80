//! A grid as a picture: enclosed areas, cells on a chain, a way out and a patch,
//! over the input.

use std::io::Write;

use anyhow::{Result, bail};
use catena_grid::{Cell, Raster};

/// Colours: empty, occupied, on a chain, shown (the chain, a way out, a patch),
/// then areas, and the cross where a way out is narrowest.
const COLOURS: [[u8; 3]; 17] = [
    [255, 255, 255],
    [73, 80, 87],
    [232, 119, 34],
    [200, 16, 46],
    [144, 202, 249],
    [165, 214, 167],
    [255, 224, 130],
    [206, 147, 216],
    [128, 222, 234],
    [255, 171, 145],
    [197, 225, 165],
    [159, 168, 218],
    [244, 143, 177],
    [128, 203, 196],
    [230, 238, 156],
    [188, 170, 164],
    [25, 91, 200],
];
const EMPTY: u8 = 0;
const OCCUPIED: u8 = 1;
const ON_CHAIN: u8 = 2;
const SHOWN: u8 = 3;
const FIRST_AREA: u8 = 4;
const AREA_COLOURS: i32 = 12;
const NARROWEST: u8 = 16;

/// The colour of walls.
pub(crate) const WALL_COLOUR: [u8; 3] = COLOURS[OCCUPIED as usize];

/// The colour of an area.
pub(crate) fn area_colour(number: u32) -> [u8; 3] {
    let shade = number.saturating_sub(1) % AREA_COLOURS.cast_unsigned();
    COLOURS[usize::from(FIRST_AREA) + shade as usize]
}

/// The most pixels that a side of an enlarged picture has.
const MAX_ENLARGED: usize = 1 << 16;

/// Refuses a picture that would be too large.
pub(crate) fn check_scale(raster: &Raster, scale: usize) -> Result<()> {
    let side = raster.width().max(raster.height());
    if scale > 1 && side * scale > MAX_ENLARGED {
        bail!(
            "with --scale {scale} the picture has a side of {} pixels; at most {MAX_ENLARGED} fit",
            side * scale
        );
    }
    Ok(())
}

/// What is drawn over the cells.
#[derive(Debug, Default)]
pub(crate) struct Marks {
    /// A chain, a way out, an opening, a patch.
    pub(crate) shown: Vec<Cell>,
    /// Where the widest way out is narrowest.
    pub(crate) narrowest: Option<Cell>,
}

impl Marks {
    /// The cells in reading order, with their colours. If a cell has several, the last one
    /// counts.
    fn colours(&self, raster: &Raster) -> Vec<(Cell, u8)> {
        let mut colours: Vec<_> = self.shown.iter().map(|cell| (*cell, SHOWN)).collect();
        if let Some(cell) = self.narrowest {
            let arms = cross(raster, cell).into_iter();
            colours.extend(arms.map(|cell| (cell, NARROWEST)));
        }
        colours.sort_unstable();
        colours
    }
}

/// A cell, and on large pictures the empty cells in line with it: one pixel would not be seen.
fn cross(raster: &Raster, Cell { column, row, .. }: Cell) -> Vec<Cell> {
    const PIXELS_PER_ARM: usize = 128;
    let mut cells = vec![Cell::new(column, row)];
    for away in 1..=raster.width().max(raster.height()) / PIXELS_PER_ARM {
        let near = [
            column.checked_sub(away).map(|column| (column, row)),
            Some((column + away, row)),
            row.checked_sub(away).map(|row| (column, row)),
            Some((column, row + away)),
        ];
        let near = near.into_iter().flatten();
        let near = near.map(|(column, row)| Cell::new(column, row));
        cells.extend(near.filter(|cell| raster.contains(*cell) && !raster.is_occupied(*cell)));
    }
    cells
}

/// Writes a PNG with this many pixels per cell, each way. Neighbouring areas usually differ in
/// colour; the labels have the numbers of areas and blocks.
pub(crate) fn write(
    out: impl Write,
    raster: &Raster,
    labels: &[i32],
    marks: &Marks,
    scale: usize,
) -> Result<()> {
    let (width, height) = (raster.width(), raster.height());
    let mut encoder = png::Encoder::new(
        out,
        u32::try_from(width * scale)?,
        u32::try_from(height * scale)?,
    );
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(COLOURS.as_flattened());
    let mut writer = encoder.write_header()?;
    let mut stream = writer.stream_writer()?;
    let mut marked = marks.colours(raster).into_iter().peekable();
    let mut line = vec![EMPTY; width];
    for (row, labels) in labels.chunks_exact(width).enumerate() {
        for (column, (pixel, label)) in line.iter_mut().zip(labels).enumerate() {
            *pixel = colour(*label, raster.is_occupied(Cell::new(column, row)));
        }
        while let Some((cell, colour)) = marked.next_if(|(cell, _)| cell.row == row) {
            line[cell.column] = colour;
        }
        write_row(&mut stream, &line, scale)?;
    }
    stream.finish()?;
    Ok(())
}

/// Writes a row of cells as rows of pixels.
fn write_row(out: &mut impl Write, row: &[u8], scale: usize) -> Result<()> {
    if scale == 1 {
        return Ok(out.write_all(row)?);
    }
    let pixels = row
        .iter()
        .flat_map(|pixel| std::iter::repeat_n(*pixel, scale));
    let pixels: Vec<u8> = pixels.collect();
    for _ in 0..scale {
        out.write_all(&pixels)?;
    }
    Ok(())
}

fn colour(label: i32, is_occupied: bool) -> u8 {
    match label {
        0 if is_occupied => OCCUPIED,
        0 => EMPTY,
        area if area > 0 => {
            let shade = (area - 1) % AREA_COLOURS;
            FIRST_AREA + u8::try_from(shade).unwrap_or(0)
        }
        _ => ON_CHAIN,
    }
}
