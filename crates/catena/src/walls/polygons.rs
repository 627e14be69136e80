//! `--polygons`: the outlines of all areas and walls in one file.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

use anyhow::{Result, bail};
use catena_grid::wall::{self, AreaRecord, AreaSurvey, Rim};
use catena_grid::{Cell, Grid, MinSize, Raster, SquareLattice};
use serde::Serialize;

use super::answer::refusal;
use super::areas::JsonArea;
use super::outline::{Canvas, Outline, OutlineFormat, OutlineKind, OutlineWriter, refuse_name};
use super::place;
use crate::file;

/// Where the polygons go, and how they are written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PolygonFile<'a> {
    path: &'a Path,
    format: OutlineFormat,
}

/// The areas of a grid of squares.
type SquareAreas<'a> = AreaSurvey<'a, Grid<'a, SquareLattice>>;

impl PolygonFile<'_> {
    /// Tells the format from the name of the file.
    pub(crate) fn new(path: &Path) -> Result<PolygonFile<'_>> {
        match OutlineFormat::of(path) {
            Some(format) => Ok(PolygonFile { path, format }),
            None => refuse_name(path),
        }
    }

    /// Writes the areas, then the walls.
    pub(crate) fn write(
        &self,
        raster: &Raster,
        areas: &SquareAreas<'_>,
        canvas: &Canvas,
    ) -> Result<()> {
        // Walls are what the areas of the complement are if its rim is a wall.
        let complement = raster.complement();
        let grid = Grid::new(&complement);
        let walls = wall::areas(&grid, Rim::Wall, MinSize::ONE).map_err(refusal)?;
        let pairs = walls_and_areas(raster, &walls, areas);
        file::write_whole(self.path, |out| {
            let mut writer = OutlineWriter::new(out, canvas, self.format)?;
            write_areas(&mut writer, areas)?;
            write_walls(&mut writer, &walls, &pairs)?;
            writer.finish()?;
            Ok(out.flush()?)
        })
    }
}

/// Which wall bounds which areas.
fn walls_and_areas(
    raster: &Raster,
    walls: &SquareAreas<'_>,
    areas: &SquareAreas<'_>,
) -> BTreeSet<(u32, u32)> {
    let mut pairs = BTreeSet::new();
    let mut last = None;
    for cell in raster.occupied_cells() {
        for area in areas.areas_beside(cell) {
            let pair = walls.area_at(cell).map(|wall| (wall, area));
            if pair != last {
                pairs.extend(pair);
                last = pair;
            }
        }
    }
    pairs
}

#[derive(Serialize)]
struct AreaProperties {
    kind: OutlineKind,
    #[serde(flatten)]
    area: JsonArea,
}

fn write_areas(writer: &mut OutlineWriter<'_>, areas: &SquareAreas<'_>) -> Result<()> {
    let kind = OutlineKind::Area;
    for (record, polygons) in areas.records().zip(outlines(areas)?) {
        let (id, cells) = (record.number, record.cells);
        let area = JsonArea::from(record);
        writer.add(&Outline {
            kind,
            id,
            cells,
            properties: &AreaProperties { kind, area },
            polygons: &polygons,
        })?;
    }
    Ok(())
}

/// A wall: occupied cells that king's steps connect.
#[derive(Serialize)]
struct WallProperties {
    kind: OutlineKind,
    id: u32,
    cells: u64,
    #[serde(rename = "box")]
    bounds: Vec<usize>,
    /// The areas that it bounds.
    areas: Vec<u32>,
}

impl WallProperties {
    fn new(record: &AreaRecord<Cell>, pairs: &BTreeSet<(u32, u32)>) -> WallProperties {
        let id = record.number;
        let areas = pairs.range((id, 0)..=(id, u32::MAX));
        WallProperties {
            kind: OutlineKind::Wall,
            id,
            cells: record.cells,
            bounds: [place::list(record.min), place::list(record.max)].concat(),
            areas: areas.map(|(_, area)| *area).collect(),
        }
    }
}

fn write_walls(
    writer: &mut OutlineWriter<'_>,
    walls: &SquareAreas<'_>,
    pairs: &BTreeSet<(u32, u32)>,
) -> Result<()> {
    for (record, polygons) in walls.records().zip(outlines(walls)?) {
        writer.add(&Outline {
            kind: OutlineKind::Wall,
            id: record.number,
            cells: record.cells,
            properties: &WallProperties::new(&record, pairs),
            polygons: &polygons,
        })?;
    }
    Ok(())
}

fn outlines<'a>(
    survey: &'a SquareAreas<'_>,
) -> Result<impl Iterator<Item = Vec<wall::Polygon>> + 'a> {
    match survey.outlines() {
        Some(outlines) => Ok(outlines),
        None => bail!("only squares have outlines"),
    }
}
