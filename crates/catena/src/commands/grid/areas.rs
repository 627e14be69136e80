//! The files of `catena grid` with all areas: a list, and outlines.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Result, bail};
use catena_grid::wall::CornerGrid;
use catena_grid::{Grid, Lattice, Raster};
use clap::Args;

use super::{GridArgs, LatticeName, MaskedGrid};
use crate::georeference::MapArgs;
use crate::walls::{AreaList, Canvas, PolygonFile, find_areas};

/// What is outlined, and in which coordinates.
#[derive(Clone, Debug, Args)]
pub(super) struct PolygonArgs {
    /// Write the outlines of all enclosed areas and of all walls to a .geojson or .svg file
    ///
    /// The features have a `kind`, area or wall. An area has the properties that --areas
    /// writes. A wall is a set of occupied cells that are connected, also across corners; it
    /// has `id`, `cells`, `box` and `areas`, the ids of the areas that it bounds. Outlines
    /// are valid polygons: where rings would touch themselves they are split, and parts that
    /// meet only at corners are a MultiPolygon. They are on a map if the image has a place on
    /// one, and otherwise in pixels: the top left corner is 0,0, and y is down. With --lattice
    /// hex they are regular hexagons, one unit wide, and only --world-file places them on a map.
    #[arg(long, value_name = "FILE")]
    polygons: Option<PathBuf>,
    #[command(flatten)]
    map: MapArgs,
}

impl PolygonArgs {
    /// The file for the polygons, if they are wanted.
    pub(super) fn path(&self) -> Option<&Path> {
        self.polygons.as_deref()
    }

    /// The world file that may be read besides the image.
    pub(super) fn world_file(&self, image: &Path) -> Option<PathBuf> {
        self.map.world_file(image)
    }
}

/// The files that all areas are written to.
pub(super) struct AreaFiles<'a> {
    args: &'a GridArgs,
    list: Option<AreaList<'a>>,
    polygons: Option<PolygonFile<'a>>,
}

impl AreaFiles<'_> {
    /// Refuses what cannot be written.
    pub(super) fn new(args: &GridArgs) -> Result<AreaFiles<'_>> {
        let printed = [
            ("--at", args.at.is_some()),
            ("--picture", args.picture),
            ("--timings", args.timings),
        ];
        let files = AreaFiles {
            args,
            list: args.walls.area_list(true, &printed)?,
            polygons: args.polygons.path().map(PolygonFile::new).transpose()?,
        };
        if let (false, Some(flag)) = (files.has_outlines(), args.polygons.map.given()) {
            bail!("{flag} is for outlines: give --polygons, or a .geojson or .svg file to --areas");
        }
        Ok(files)
    }

    fn has_outlines(&self) -> bool {
        self.polygons.is_some() || self.list.as_ref().is_some_and(AreaList::has_outlines)
    }

    /// Whether the list is what goes to standard output.
    pub(super) fn is_standard_output(&self) -> bool {
        self.list.as_ref().is_some_and(AreaList::is_standard_output)
    }

    /// Where outlines are drawn, if they are wanted.
    pub(super) fn canvas(&self, input: &MaskedGrid) -> Result<Option<Canvas>> {
        if !self.has_outlines() {
            return Ok(None);
        }
        let raster = &input.raster;
        let map = &self.args.polygons.map;
        let (corners, place) = match self.args.lattice {
            LatticeName::Square => (CornerGrid::new(&Grid::new(raster)), Some(&input.place)),
            // What an image says of its place is about square pixels.
            LatticeName::Hex => (CornerGrid::new(&Grid::hex(raster)), None),
        };
        let Some(corners) = corners else {
            return Ok(None);
        };
        let map = map.find(&self.args.file, place, corners.place(corners.last()))?;
        Ok(Some(Canvas { corners, map }))
    }

    /// Finds and writes the areas. Returns how many seconds it took to find them, and to
    /// write them.
    pub(super) fn write(
        &self,
        input: &MaskedGrid,
        canvas: Option<&Canvas>,
    ) -> Result<Option<[f64; 2]>> {
        if self.list.is_none() && self.polygons.is_none() {
            return Ok(None);
        }
        match self.args.lattice {
            LatticeName::Square => self.write_on(&Grid::new(&input.raster), input, canvas),
            LatticeName::Hex => self.write_on(&Grid::hex(&input.raster), input, canvas),
        }
        .map(Some)
    }

    fn write_on<L: Lattice>(
        &self,
        grid: &Grid<'_, L>,
        input: &MaskedGrid,
        canvas: Option<&Canvas>,
    ) -> Result<[f64; 2]> {
        let (rim, min_size) = (self.args.walls.rim(), self.args.min_size);
        let doors = || input.doors.as_ref().map(Raster::occupied_cells);
        let (found, survey) = find_areas(grid, rim, min_size)?;
        let start = Instant::now();
        if let Some(list) = &self.list {
            list.write(&survey, doors(), canvas)?;
        }
        if let (Some(polygons), Some(canvas)) = (self.polygons, canvas) {
            polygons.write(&input.raster, &survey, doors(), canvas)?;
        }
        Ok([found, start.elapsed().as_secs_f64()])
    }
}
