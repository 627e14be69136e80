//! Questions about walls, for `catena grid` and `catena volume`: all areas, how
//! a cell leaks, and what would seal a region.

mod answer;
mod areas;
mod outline;
mod place;
mod polygons;

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use catena_grid::wall::{Region, Rim, Space};
use clap::{Args, ValueEnum};

use crate::file;

pub(crate) use answer::{JsonLeak, JsonSeal, WallAnswers};
pub(crate) use areas::{AreaList, find_areas};
pub(crate) use outline::Canvas;
pub(crate) use place::{Place, parse as parse_place};
pub(crate) use polygons::PolygonFile;

/// What is asked about walls. Cells are named (column, row), in a volume
/// (column, row, layer), counted from 0 at the top left.
#[derive(Clone, Debug, Args)]
pub(crate) struct WallArgs<P: Place> {
    /// Write every enclosed area to a .json or .csv file, or on grids with its outline to a .geojson or .svg file, or as JSON to `-`: id, cells, box, centroid, inside, walls, touches, opening, opening_cells
    ///
    /// These are the areas of at least --min-size cells. Cells are named column first, then
    /// row (in a volume: then layer). `box` is the lowest column and row and the highest
    /// ones, `centroid` the mean ones. `inside` is a cell of the area. `walls` is how many
    /// wall cells bound it: those that it would leak into if they were removed. `touches` are
    /// the areas that the removal of one wall cell joins with it. `opening` is the fewest
    /// wall cells whose removal lets it leak to the outside, `opening_cells` which ones,
    /// from the area to the outside. With `-` nothing else is printed. Outlines are on a
    /// map if the image has a place on one, and otherwise in pixels: the top left corner
    /// of the input is 0,0, and y is down.
    #[arg(long, value_name = "FILE")]
    areas: Option<PathBuf>,
    /// Show how this empty cell leaks: the shortest way out, and the width of the widest
    ///
    /// The width is the side of the largest square of empty cells (in a volume: cube)
    /// that can be slid, one step at a time, from where it covers the cell to where it
    /// touches the rim. It is narrowest at the first cell that this square covers on its way
    /// and that one a cell larger cannot reach. On hexagons there is no width. If the cell is
    /// enclosed, its opening is shown and the exit code is 1.
    #[arg(long, value_name = P::NAME, value_parser = place::parse::<P>, allow_hyphen_values = true)]
    leak: Option<P>,
    /// Find the fewest cells to fill so that the region around this empty cell is cut off; may be repeated
    ///
    /// A single cell would be walled in by its neighbours. So the region of a cell is
    /// the empty cells that steps reach from it within the square of side 2R+1 around
    /// it (in a volume: cube); --radius sets R. No cell of the region is filled. If the region touches the
    /// rim, nothing can cut it off: that is said, and the exit code is 1.
    #[arg(long, value_name = P::NAME, value_parser = place::parse::<P>, allow_hyphen_values = true)]
    seal: Vec<P>,
    /// How far the region of --seal reaches from its cell
    #[arg(
        long,
        value_name = "R",
        default_value_t = 3,
        value_parser = parse_radius,
        allow_hyphen_values = true,
        requires = "seal",
        conflicts_with = "seal_mask"
    )]
    radius: usize,
    /// Find the fewest cells to fill so that the region that this mask shows is cut off
    ///
    /// The mask has the size of the input. The region is where it is occupied (in images:
    /// light) and the input is empty. --threshold and --invert do not apply to it.
    #[arg(long, value_name = "FILE", conflicts_with = "seal")]
    seal_mask: Option<PathBuf>,
    /// Whether the edge of the input counts as a wall
    #[arg(long, value_enum, default_value_t)]
    rim: RimName,
    /// Count the cells that this mask shows as wall, and report them as the doors of the areas they bound
    ///
    /// The mask has the size of the input. The doors are where it is occupied (in images:
    /// light). --threshold and --invert do not apply to it.
    #[arg(long, value_name = "FILE")]
    doors: Option<PathBuf>,
}

fn parse_radius(text: &str) -> Result<usize, String> {
    let radius = text.parse();
    radius.map_err(|_| "give a number of cells, like 3".to_owned())
}

/// The kinds of rim by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum RimName {
    /// What touches the edge leaks
    #[default]
    Open,
    /// Nothing leaks across the edge
    Wall,
}

impl<P: Place> WallArgs<P> {
    /// Where the areas go, if they are wanted. `others` are flags whose answers are printed,
    /// and whether they were given.
    pub(crate) fn area_list(
        &self,
        has_outlines: bool,
        others: &[(&str, bool)],
    ) -> Result<Option<AreaList<'_>>> {
        let list = |path| AreaList::new(path, has_outlines);
        let list = self.areas().map(list).transpose()?;
        if list.as_ref().is_some_and(AreaList::is_standard_output) {
            let own = [
                ("--leak", self.leaks()),
                ("--seal", !self.seal.is_empty()),
                ("--seal-mask", self.seal_mask.is_some()),
            ];
            if let Some((flag, _)) = own.iter().chain(others).find(|(_, is_given)| *is_given) {
                bail!("--areas - leaves no room for what {flag} prints; name a file");
            }
        }
        Ok(list)
    }

    /// The file for the areas, if they are wanted.
    pub(crate) fn areas(&self) -> Option<&Path> {
        self.areas.as_deref()
    }

    /// What is read: the input itself, and the masks.
    fn inputs<'a>(&'a self, file: &'a Path) -> impl Iterator<Item = &'a Path> {
        let masks = [self.doors(), self.seal_mask()];
        [Some(file)].into_iter().chain(masks).flatten()
    }

    /// Refuses an output that is an input, and a second input from standard input, which can
    /// be read once.
    pub(crate) fn check_files<'a>(
        &self,
        file: &Path,
        outputs: impl Iterator<Item = &'a Path>,
    ) -> Result<()> {
        if self
            .inputs(file)
            .filter(|path| *path == Path::new("-"))
            .count()
            > 1
        {
            bail!("only one input can be standard input");
        }
        for output in outputs {
            file::refuse_own_input(output, self.inputs(file))?;
        }
        Ok(())
    }

    /// Whether anything is asked about walls.
    pub(crate) fn is_asked(&self) -> bool {
        let is_file = self.areas.is_some() || self.doors.is_some();
        is_file || self.leaks() || self.seals() || self.rim == RimName::Wall
    }

    /// Whether a way out is asked for.
    pub(crate) fn leaks(&self) -> bool {
        self.leak.is_some()
    }

    /// Whether a patch is asked for.
    pub(crate) fn seals(&self) -> bool {
        !self.seal.is_empty() || self.seal_mask.is_some()
    }

    /// Whether the edge counts as a wall.
    pub(crate) fn rim(&self) -> Rim {
        match self.rim {
            RimName::Open => Rim::Open,
            RimName::Wall => Rim::Wall,
        }
    }

    /// The file with the doors, if there are some.
    pub(crate) fn doors(&self) -> Option<&Path> {
        self.doors.as_deref()
    }

    /// Says so if the mask of the doors has none of them.
    pub(crate) fn hint_if_no_doors(&self, occupied: Option<u64>) {
        if let (Some(path), Some(0)) = (self.doors(), occupied) {
            tell!(
                "catena: {} has no occupied cell, so there are no doors; of images light pixels are occupied",
                file::name(path)
            );
        }
    }

    /// The file with the region that is to be sealed, if there is one.
    pub(crate) fn seal_mask(&self) -> Option<&Path> {
        self.seal_mask.as_deref()
    }

    /// Answers what is asked about a leak and a patch. `mask` are the cells of
    /// the mask of the region.
    pub(crate) fn answer<S: Space<Place = P>>(
        &self,
        space: &S,
        mask: Option<impl Iterator<Item = P>>,
    ) -> Result<WallAnswers<P>> {
        let leak = self
            .leak
            .map(|cell| answer::leak(space, self.rim(), cell))
            .transpose()?;
        let mut region = Region::new(space, self.rim()).map_err(answer::refusal)?;
        for &cell in &self.seal {
            let added = region.add_around(cell, self.radius);
            added.map_err(answer::refusal)?;
        }
        let is_mask = mask.is_some();
        for cell in mask.into_iter().flatten() {
            // What is occupied is wall already.
            let _ = region.add(cell);
        }
        if is_mask && region.is_empty() {
            bail!("the mask of --seal-mask has no empty cell of the input");
        }
        let seal = if region.is_empty() {
            None
        } else {
            Some(answer::seal(&region)?)
        };
        Ok(WallAnswers { leak, seal })
    }
}
