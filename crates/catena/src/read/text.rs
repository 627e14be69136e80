//! Grids drawn with characters.

use std::io::Read;

use anyhow::{Result, bail};
use catena_grid::Raster;

/// Reads the two characters of a text grid: occupied, then empty.
pub(crate) fn parse_characters(text: &str) -> Result<[char; 2], String> {
    match text.chars().collect::<Vec<_>>()[..] {
        [occupied, empty] if occupied != empty => Ok([occupied, empty]),
        _ => Err("give two different characters: occupied, then empty, like '#.'".to_owned()),
    }
}

/// Reads a grid of characters, one row per line. White space is ignored, unless
/// it is one of the two characters; so are a byte order mark, and empty lines at the
/// start and at the end.
pub(super) fn read(input: &mut impl Read, invert: bool, characters: [char; 2]) -> Result<Raster> {
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes)?;
    let Ok(text) = String::from_utf8(bytes) else {
        bail!("this is no image, no array, no bitmap and no text in UTF-8");
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let [occupied, empty] = characters;
    let counts = |c: &char| *c == occupied || *c == empty || !c.is_whitespace();
    let cells = |line: &str| line.chars().filter(counts).count();
    let text = text.trim_end_matches(['\r', '\n']);
    let skipped = text.lines().take_while(|line| cells(line) == 0).count();
    let lines = || text.lines().skip(skipped);
    let width = lines().next().map_or(0, cells);
    let mut raster = Raster::new(width, lines().count())?;
    for (row, line) in lines().enumerate() {
        let line_number = skipped + row + 1;
        if let Some(other) = line
            .chars()
            .filter(counts)
            .find(|c| *c != occupied && *c != empty)
        {
            bail!(
                "line {line_number} has the character {other:?}; a cell is {occupied:?} or {empty:?}"
            );
        }
        let found = cells(line);
        if found != width {
            bail!("line {line_number} has {found} cells, not {width}");
        }
        let cell = |c: char| (c == occupied) != invert;
        raster.set_row(row, line.chars().filter(counts).map(cell));
    }
    Ok(raster)
}
