//! `--areas`: every enclosed area as JSON, CSV or GeoJSON, one after the other.

use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::{Result, bail};
use catena_grid::MinSize;
use catena_grid::wall::{self, AreaRecord, Polygon, Rim, Space};
use serde::Serialize;
use serde_json::json;

use super::answer::refusal;
use super::place::{self, Place};
use crate::{file, output};

/// How a list of areas is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AreaFormat {
    Json,
    Csv,
    GeoJson,
}

/// Where a list of areas goes, and how it is written.
#[derive(Clone, Debug)]
pub(crate) struct AreaList<'a> {
    path: &'a Path,
    format: AreaFormat,
}

impl AreaList<'_> {
    /// Tells the format from the name of the file. GeoJSON needs areas that have
    /// outlines.
    pub(super) fn new(path: &Path, has_outlines: bool) -> Result<AreaList<'_>> {
        let extension = path.extension().map(|text| text.to_ascii_lowercase());
        let format = match extension.as_deref().and_then(|text| text.to_str()) {
            _ if path == Path::new("-") => AreaFormat::Json,
            Some("json") => AreaFormat::Json,
            Some("csv") => AreaFormat::Csv,
            Some("geojson") if !has_outlines => {
                bail!("only areas of squares have outlines for GeoJSON")
            }
            Some("geojson") => AreaFormat::GeoJson,
            _ => bail!(
                "the areas can be written to a .json, .csv or .geojson file, or to '-'; '{}' is none of these",
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
        match self.format {
            AreaFormat::GeoJson => {
                let Some(outlines) = survey.outlines() else {
                    bail!("only areas of squares have outlines for GeoJSON");
                };
                self.write(|out| write_geojson(out, areas.zip(outlines)))?;
            }
            AreaFormat::Json => self.write(|out| write_json(out, areas))?,
            AreaFormat::Csv => self.write(|out| write_csv(out, areas, has_doors))?,
        }
        Ok(seconds)
    }

    fn write(&self, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
        if self.is_standard_output() {
            let mut out = BufWriter::new(output::stdout());
            write(&mut out)?;
            out.flush()?;
            return Ok(());
        }
        file::write_whole(self.path, |out| write(out))
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

/// Writes a collection of features (RFC 7946), one per line. An area of several
/// parts that touch at corners is a `MultiPolygon`.
fn write_geojson(
    out: &mut dyn Write,
    areas: impl Iterator<Item = (JsonArea, Vec<Polygon>)>,
) -> Result<()> {
    write!(out, "{{\"type\":\"FeatureCollection\",\"features\":[")?;
    let mut before = "\n";
    for (area, polygons) in areas {
        let mut parts: Vec<Vec<Vec<[usize; 2]>>> = polygons.into_iter().map(rings).collect();
        let geometry = match parts.len() {
            1 => json!({"type": "Polygon", "coordinates": parts.remove(0)}),
            _ => json!({"type": "MultiPolygon", "coordinates": parts}),
        };
        let feature =
            json!({"type": "Feature", "id": area.id, "properties": area, "geometry": geometry});
        write!(out, "{before}{feature}")?;
        before = ",\n";
    }
    writeln!(out, "\n]}}")?;
    Ok(())
}

/// The rings of a polygon, each closed: its first corner comes again in the end.
fn rings(polygon: Polygon) -> Vec<Vec<[usize; 2]>> {
    let mut rings = vec![polygon.exterior];
    rings.extend(polygon.holes);
    for ring in &mut rings {
        ring.extend_from_within(..1.min(ring.len()));
    }
    rings
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
