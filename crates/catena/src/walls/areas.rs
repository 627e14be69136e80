//! `--areas`: every enclosed area as JSON, CSV, GeoJSON or SVG, one after the other.

use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::{Result, bail};
use catena_grid::MinSize;
use catena_grid::wall::{self, AreaRecord, AreaSurvey, Polygon, Rim, Space};
use serde::Serialize;

use super::answer::refusal;
use super::outline::{Canvas, Outline, OutlineFormat, OutlineKind, OutlineWriter};
use super::place::{self, Place};
use crate::{file, output};

/// How a list of areas is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AreaFormat {
    Json,
    Csv,
    Outlines(OutlineFormat),
}

/// Where a list of areas goes, and how it is written.
#[derive(Clone, Debug)]
pub(crate) struct AreaList<'a> {
    path: &'a Path,
    format: AreaFormat,
}

const NO_OUTLINES: &str = "a volume has surfaces, not outlines: --areas writes its cavities to a .json or .csv file, --labels their voxels to a .npy file";

impl AreaList<'_> {
    /// Tells the format from the name of the file. GeoJSON and SVG need areas that have
    /// outlines.
    pub(super) fn new(path: &Path, has_outlines: bool) -> Result<AreaList<'_>> {
        let extension = path.extension().map(|text| text.to_ascii_lowercase());
        let format = match extension.as_deref().and_then(|text| text.to_str()) {
            _ if path == Path::new("-") => AreaFormat::Json,
            Some("json") => AreaFormat::Json,
            Some("csv") => AreaFormat::Csv,
            _ => match OutlineFormat::of(path) {
                Some(_) if !has_outlines => bail!(NO_OUTLINES),
                Some(format) => AreaFormat::Outlines(format),
                None => {
                    let names = match has_outlines {
                        true => ".json, .csv, .geojson or .svg",
                        false => ".json or .csv",
                    };
                    bail!(
                        "the areas can be written to a {names} file, or to '-'; '{}' is none of these",
                        path.display()
                    )
                }
            },
        };
        Ok(AreaList { path, format })
    }

    /// Whether the list is what goes to standard output.
    pub(crate) fn is_standard_output(&self) -> bool {
        self.path == Path::new("-")
    }

    /// Whether outlines are written.
    pub(crate) fn has_outlines(&self) -> bool {
        matches!(self.format, AreaFormat::Outlines(_))
    }

    /// Writes the areas, with the doors that bound them if doors are given. Outlines
    /// are drawn on the canvas.
    pub(crate) fn write<S: Space>(
        &self,
        survey: &AreaSurvey<'_, S>,
        doors: Option<impl Iterator<Item = S::Place>>,
        canvas: Option<&Canvas>,
    ) -> Result<()>
    where
        S::Place: Place,
    {
        let has_doors = doors.is_some();
        let areas = described(survey, doors);
        match self.format {
            AreaFormat::Json => self.write_with(|out| write_json(out, areas)),
            AreaFormat::Csv => self.write_with(|out| write_csv(out, areas, has_doors)),
            AreaFormat::Outlines(format) => {
                let (Some(canvas), Some(outlines)) = (canvas, survey.outlines()) else {
                    bail!(NO_OUTLINES);
                };
                let outlines = areas.zip(outlines);
                self.write_with(|out| write_outlines(out, canvas, format, outlines))
            }
        }
    }

    fn write_with(&self, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
        if self.is_standard_output() {
            let mut out = BufWriter::new(output::stdout());
            write(&mut out)?;
            out.flush()?;
            return Ok(());
        }
        file::write_whole(self.path, |out| write(out))
    }
}

/// Finds all areas. Returns how many seconds it took, too.
pub(crate) fn find_areas<S: Space>(
    space: &S,
    rim: Rim,
    min_size: MinSize,
) -> Result<(f64, AreaSurvey<'_, S>)>
where
    S::Place: Place,
{
    let start = Instant::now();
    let survey = wall::areas(space, rim, min_size).map_err(refusal)?;
    Ok((start.elapsed().as_secs_f64(), survey))
}

/// The areas one after the other, with the doors that bound them if doors are given.
pub(super) fn described<S: Space>(
    survey: &AreaSurvey<'_, S>,
    doors: Option<impl Iterator<Item = S::Place>>,
) -> impl Iterator<Item = JsonArea>
where
    S::Place: Place,
{
    let has_doors = doors.is_some();
    let mut of_areas: Vec<(u32, S::Place)> = Vec::new();
    for door in doors.into_iter().flatten() {
        let beside = survey.areas_beside(door);
        of_areas.extend(beside.into_iter().map(|area| (area, door)));
    }
    of_areas.sort_unstable();
    let mut of_areas = of_areas.into_iter().peekable();
    survey.records().map(move |record| {
        let mut area = JsonArea::from(record);
        if has_doors {
            let mut doors = Vec::new();
            while let Some((_, door)) = of_areas.next_if(|(number, _)| *number == area.id) {
                doors.push(place::list(door));
            }
            area.doors = Some(doors);
        }
        area
    })
}

/// An area as JSON.
#[derive(Serialize)]
pub(super) struct JsonArea {
    pub(super) id: u32,
    pub(super) cells: u64,
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
fn write_json(out: &mut dyn Write, areas: impl Iterator<Item = JsonArea>) -> Result<()> {
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

fn write_outlines(
    out: &mut dyn Write,
    canvas: &Canvas,
    format: OutlineFormat,
    areas: impl Iterator<Item = (JsonArea, Vec<Polygon>)>,
) -> Result<()> {
    let mut writer = OutlineWriter::new(out, canvas, format)?;
    for (area, polygons) in areas {
        writer.add(&Outline {
            kind: OutlineKind::Area,
            id: area.id,
            cells: area.cells,
            properties: &area,
            polygons: &polygons,
        })?;
    }
    writer.finish()
}

/// Writes a table. Numbers in a field are separated by spaces, cells by
/// semicolons.
fn write_csv(
    out: &mut dyn Write,
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
