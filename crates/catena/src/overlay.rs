//! A grid as a picture: enclosed areas, cells on a chain, a way out and a patch,
//! over the input.

use std::io::Write;

use anyhow::Result;
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

/// Writes a PNG with one pixel per cell. Neighbouring areas usually differ in
/// colour; the labels have the numbers of areas and blocks.
pub(crate) fn write(out: impl Write, raster: &Raster, labels: &[i32], marks: &Marks) -> Result<()> {
    let (width, height) = (raster.width(), raster.height());
    let mut encoder = png::Encoder::new(out, u32::try_from(width)?, u32::try_from(height)?);
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
        stream.write_all(&line)?;
    }
    stream.finish()?;
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
