//! `--areas`: every enclosed area as JSON or CSV, one after the other.

use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::{Result, bail};
use catena_grid::MinSize;
use catena_grid::wall::{self, AreaRecord, Rim, Space};
use serde::Serialize;

use super::answer::refusal;
use super::place::{self, Place};
use crate::{file, output};

/// How a list of areas is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AreaFormat {
    Json,
    Csv,
}

/// Where a list of areas goes, and how it is written.
#[derive(Clone, Debug)]
pub(crate) struct AreaList<'a> {
    path: &'a Path,
    format: AreaFormat,
}

impl AreaList<'_> {
    /// Tells the format from the name of the file.
    pub(crate) fn new(path: &Path) -> Result<AreaList<'_>> {
        let extension = path.extension().map(|text| text.to_ascii_lowercase());
        let format = match extension.as_deref().and_then(|text| text.to_str()) {
            _ if path == Path::new("-") => AreaFormat::Json,
            Some("json") => AreaFormat::Json,
            Some("csv") => AreaFormat::Csv,
            _ => bail!(
                "the areas can be written to a .json or .csv file, or to '-'; '{}' is none of these",
                path.display()
            ),
        };
        Ok(AreaList { path, format })
    }

    /// Whether the list is what goes to standard output.
    pub(crate) fn is_standard_output(&self) -> bool {
        self.path == Path::new("-")
    }

    /// Finds and writes the areas, with the doors that bound them if doors are
    /// given. Returns how many seconds it took to find them.
    pub(crate) fn find_and_write<S: Space>(
        &self,
        space: &S,
        rim: Rim,
        min_size: MinSize,
        doors: Option<impl Iterator<Item = S::Place>>,
    ) -> Result<f64>
    where
        S::Place: Place,
    {
        let start = Instant::now();
        let survey = wall::areas(space, rim, min_size).map_err(refusal)?;
        let seconds = start.elapsed().as_secs_f64();
        let has_doors = doors.is_some();
        let mut of_areas: Vec<(u32, S::Place)> = Vec::new();
        for door in doors.into_iter().flatten() {
            let beside = survey.areas_beside(door);
            of_areas.extend(beside.into_iter().map(|area| (area, door)));
        }
        of_areas.sort_unstable();
        let mut of_areas = of_areas.into_iter().peekable();
        let areas = survey.records().map(|record| {
            let mut area = JsonArea::from(record);
            if has_doors {
                let mut doors = Vec::new();
                while let Some((_, door)) = of_areas.next_if(|(number, _)| *number == area.id) {
                    doors.push(place::list(door));
                }
                area.doors = Some(doors);
            }
            area
        });
        self.write(areas, has_doors)?;
        Ok(seconds)
    }

    fn write(&self, areas: impl Iterator<Item = JsonArea>, has_doors: bool) -> Result<()> {
        if self.is_standard_output() {
            let mut out = BufWriter::new(output::stdout());
            self.write_to(&mut out, areas, has_doors)?;
            out.flush()?;
            return Ok(());
        }
        file::write_whole(self.path, |out| self.write_to(out, areas, has_doors))
    }

    fn write_to(
        &self,
        out: &mut impl Write,
        areas: impl Iterator<Item = JsonArea>,
        has_doors: bool,
    ) -> Result<()> {
        match self.format {
            AreaFormat::Json => write_json(out, areas),
            AreaFormat::Csv => write_csv(out, areas, has_doors),
        }
    }
}

/// An area as JSON.
#[derive(Serialize)]
struct JsonArea {
    id: u32,
    cells: u64,
    /// Lowest column and row, then highest column and row.
    #[serde(rename = "box")]
    bounds: Vec<usize>,
    centroid: Vec<f64>,
    inside: Vec<usize>,
    walls: u64,
    touches: Vec<u32>,
    opening: Option<usize>,
    opening_cells: Vec<Vec<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    doors: Option<Vec<Vec<usize>>>,
}

impl<P: Place> From<AreaRecord<P>> for JsonArea {
    fn from(area: AreaRecord<P>) -> JsonArea {
        let opening = area.opening.map(|opening| opening.cells);
        JsonArea {
            id: area.number,
            cells: area.cells,
            bounds: [place::list(area.min), place::list(area.max)].concat(),
            centroid: area.centroid[..P::AXES].to_vec(),
            inside: place::list(area.inside),
            walls: area.walls,
            touches: area.touches,
            opening: opening.as_ref().map(Vec::len),
            opening_cells: opening
                .unwrap_or_default()
                .into_iter()
                .map(place::list)
                .collect(),
            doors: None,
        }
    }
}

/// Writes a list with one area per line.
fn write_json(out: &mut impl Write, areas: impl Iterator<Item = JsonArea>) -> Result<()> {
    let mut before = "[\n";
    for area in areas {
        write!(out, "{before}")?;
        serde_json::to_writer(&mut *out, &area)?;
        before = ",\n";
    }
    let end = if before == ",\n" { "\n]" } else { "[]" };
    writeln!(out, "{end}")?;
    Ok(())
}

/// Writes a table. Numbers in a field are separated by spaces, cells by
/// semicolons.
fn write_csv(
    out: &mut impl Write,
    areas: impl Iterator<Item = JsonArea>,
    has_doors: bool,
) -> Result<()> {
    let doors = if has_doors { ",doors" } else { "" };
    writeln!(
        out,
        "id,cells,box,centroid,inside,walls,touches,opening,opening_cells{doors}"
    )?;
    for area in areas {
        write!(
            out,
            "{},{},{},{},{},{},{},{},{}",
            area.id,
            area.cells,
            spaced(&area.bounds),
            spaced(&area.centroid),
            spaced(&area.inside),
            area.walls,
            spaced(&area.touches),
            area.opening
                .map_or(String::new(), |cells| cells.to_string()),
            semicolons(&area.opening_cells)
        )?;
        if let Some(doors) = &area.doors {
            write!(out, ",{}", semicolons(doors))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Cells with semicolons between them.
fn semicolons(cells: &[Vec<usize>]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| spaced(cell)).collect();
    cells.join(";")
}

/// Numbers with spaces between them.
fn spaced<T: ToString>(numbers: &[T]) -> String {
    let numbers: Vec<String> = numbers.iter().map(T::to_string).collect();
    numbers.join(" ")
}
