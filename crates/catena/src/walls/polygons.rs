//! `--polygons`: the outlines of all areas and walls in one file.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

use anyhow::{Result, bail};
use catena_grid::wall::{self, AreaRecord, AreaSurvey, Polygon, Rim};
use catena_grid::{Cell, Grid, Lattice, MinSize, Raster};
use serde::Serialize;

use super::answer::refusal;
use super::areas::{JsonArea, described};
use super::outline::{Canvas, Outline, OutlineFormat, OutlineKind, OutlineWriter, refuse_name};
use super::place;
use crate::file;

/// Where the polygons go, and how they are written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PolygonFile<'a> {
    path: &'a Path,
    format: OutlineFormat,
}

/// The areas of a grid.
type GridAreas<'a, L> = AreaSurvey<'a, Grid<'a, L>>;

impl PolygonFile<'_> {
    /// Tells the format from the name of the file.
    pub(crate) fn new(path: &Path) -> Result<PolygonFile<'_>> {
        match OutlineFormat::of(path) {
            Some(format) => Ok(PolygonFile { path, format }),
            None => refuse_name(path),
        }
    }

    /// Writes the areas, with the doors that bound them if doors are given, then the
    /// walls.
    pub(crate) fn write<L: Lattice>(
        &self,
        raster: &Raster,
        areas: &GridAreas<'_, L>,
        doors: Option<impl Iterator<Item = Cell>>,
        canvas: &Canvas,
    ) -> Result<()> {
        // Walls are what the areas of the complement are if its rim is a wall.
        let complement = raster.complement();
        let grid = Grid::<L>::with_lattice(&complement);
        let walls = wall::areas(&grid, Rim::Wall, MinSize::ONE).map_err(refusal)?;
        let pairs = walls_and_areas(raster, &walls, areas);
        file::write_whole(self.path, |out| {
            let mut writer = OutlineWriter::new(out, canvas, self.format)?;
            write_areas(&mut writer, areas, doors)?;
            write_walls(&mut writer, &walls, &pairs)?;
            writer.finish()?;
            Ok(out.flush()?)
        })
    }
}

/// Which wall bounds which areas.
fn walls_and_areas<L: Lattice>(
    raster: &Raster,
    walls: &GridAreas<'_, L>,
    areas: &GridAreas<'_, L>,
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

fn write_areas<L: Lattice>(
    writer: &mut OutlineWriter<'_>,
    areas: &GridAreas<'_, L>,
    doors: Option<impl Iterator<Item = Cell>>,
) -> Result<()> {
    let kind = OutlineKind::Area;
    for (area, polygons) in described(areas, doors).zip(outlines(areas)?) {
        let (id, cells) = (area.id, area.cells);
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

/// A wall: occupied cells that steps of walls connect, king's steps on squares.
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

fn write_walls<L: Lattice>(
    writer: &mut OutlineWriter<'_>,
    walls: &GridAreas<'_, L>,
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

fn outlines<'a, L: Lattice>(
    survey: &'a GridAreas<'_, L>,
) -> Result<impl Iterator<Item = Vec<Polygon>> + 'a> {
    match survey.outlines() {
        Some(outlines) => Ok(outlines),
        None => bail!("only squares and hexagons have outlines"),
    }
}
