//! A grid as lines of text: walls, chains and enclosed areas.

use std::io::Write;

use anyhow::{Result, bail};
use catena_grid::{Cell, Raster};

/// The widest grid that is drawn: wider ones do not fit on a terminal.
const MAX_WIDTH: usize = 240;
const MAX_HEIGHT: usize = 1000;

const EMPTY: char = '.';
const OCCUPIED: char = '#';
const ON_CHAIN: char = 'O';
const SHOWN: char = '*';

/// Refuses a grid that is too large to be drawn.
pub(super) fn check(raster: &Raster) -> Result<()> {
    let (width, height) = (raster.width(), raster.height());
    if width > MAX_WIDTH || height > MAX_HEIGHT {
        bail!(
            "--picture draws up to {MAX_WIDTH}x{MAX_HEIGHT} cells, not {width}x{height}; --output \
             writes a PNG of any size"
        );
    }
    Ok(())
}

/// Draws a character per cell, and says what they mean. `shown` is a chain, a way out, an
/// opening or a patch.
pub(super) fn write(
    out: &mut impl Write,
    raster: &Raster,
    labels: &[i32],
    shown: &[Cell],
) -> Result<()> {
    let width = raster.width();
    let mut picture: Vec<char> = labels
        .iter()
        .enumerate()
        .map(|(at, label)| {
            let cell = Cell::new(at % width, at / width);
            character(*label, raster.is_occupied(cell))
        })
        .collect();
    for cell in shown {
        picture[cell.row * width + cell.column] = SHOWN;
    }
    for row in picture.chunks_exact(width) {
        writeln!(out, "{}", row.iter().collect::<String>())?;
    }
    let has = |wanted: fn(&char) -> bool| picture.iter().any(wanted);
    let meanings = [
        (has(|c| *c == OCCUPIED), "# occupied"),
        (has(|c| *c == ON_CHAIN), "O on a chain"),
        (has(|c| *c == SHOWN), "* shown by name"),
        (has(char::is_ascii_lowercase), "a to z enclosed, by area"),
        (has(|c| *c == EMPTY), ". not enclosed"),
    ];
    let meanings: Vec<&str> = meanings
        .iter()
        .filter_map(|(occurs, meaning)| occurs.then_some(*meaning))
        .collect();
    writeln!(out, "\n{}\n", meanings.join("  "))?;
    Ok(())
}

fn character(label: i32, is_occupied: bool) -> char {
    match label {
        0 if is_occupied => OCCUPIED,
        0 => EMPTY,
        area if area > 0 => {
            let letter = u8::try_from((area - 1) % 26).unwrap_or(0);
            char::from(b'a' + letter)
        }
        _ => ON_CHAIN,
    }
}
