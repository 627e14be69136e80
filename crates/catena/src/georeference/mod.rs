//! Where the pixels of an image lie on a map: by a world file, or by the tags of a
//! GeoTIFF file.

mod geo_tags;
mod geo_transform;
mod world_file;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;

pub(crate) use self::geo_tags::GeoTags;
pub(crate) use self::geo_transform::GeoTransform;

/// In which coordinates outlines are written.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct MapArgs {
    /// Place outlines on a map by this world file [default, on squares: the tags of a GeoTIFF file, or else the world file beside the image, such as .pgw, .tfw, .jgw or .wld]
    #[arg(long, value_name = "FILE", conflicts_with = "pixels")]
    world_file: Option<PathBuf>,
    /// Write outlines in pixels, also if the image has a place on a map
    #[arg(long)]
    pixels: bool,
}

/// What an image itself says about its place on a map.
#[derive(Clone, Debug, Default)]
pub(crate) struct ImagePlace {
    /// The tags of a GeoTIFF file.
    pub(crate) tags: GeoTags,
    /// From the corners of cells to those of the pixels as they are stored: the image
    /// may have been turned.
    pub(crate) stored: Option<GeoTransform>,
}

impl ImagePlace {
    /// An image whose first cell is stored in this column and row, the next one to the
    /// right and the next one below as many columns and rows further.
    pub(crate) fn new(
        tags: GeoTags,
        first: [f64; 2],
        right: [f64; 2],
        below: [f64; 2],
    ) -> Result<ImagePlace> {
        let row = |axis: usize| {
            // From the middle of the first cell to its corner, and from the middle of
            // the pixel to its corner.
            let corner = first[axis] + 0.5 - (right[axis] + below[axis]) / 2.0;
            [right[axis], below[axis], corner]
        };
        Ok(ImagePlace {
            tags,
            stored: Some(GeoTransform::new(row(0), row(1))?),
        })
    }
}

/// The place of an image on a map.
#[derive(Clone, Debug)]
pub(crate) struct Georeference {
    /// From the corners of cells to places.
    pub(crate) transform: GeoTransform,
    /// The number of the reference system in the list of EPSG, where it is known.
    pub(crate) epsg: Option<u16>,
}

impl MapArgs {
    /// The flag that was given, if one was.
    pub(crate) fn given(&self) -> Option<&'static str> {
        match self {
            MapArgs { pixels: true, .. } => Some("--pixels"),
            MapArgs {
                world_file: Some(_),
                ..
            } => Some("--world-file"),
            _ => None,
        }
    }

    /// The world file that may be read: the one that was named, or the one beside the image.
    pub(crate) fn world_file(&self, image: &Path) -> Option<PathBuf> {
        match &self.world_file {
            Some(path) => Some(path.clone()),
            None => world_file::beside(image),
        }
    }

    /// Finds the place of an image on a map; `None` if it has none, or pixels are
    /// wanted. If no `place` is given, only the world file that was named counts. `size`
    /// is how far x and y reach.
    pub(crate) fn find(
        &self,
        image: &Path,
        place: Option<&ImagePlace>,
        size: [f64; 2],
    ) -> Result<Option<Georeference>> {
        if self.pixels {
            return Ok(None);
        }
        let found = match &self.world_file {
            Some(path) => Some(by_world_file(path)?),
            None => match place {
                Some(place) => by_image(image, place)?,
                None => None,
            },
        };
        let Some((transform, source)) = found else {
            return Ok(None);
        };
        let transform = match place.and_then(|place| place.stored.as_ref()) {
            Some(stored) => transform.after(stored),
            None => transform,
        };
        transform.check_resolution(size).context(source)?;
        Ok(Some(Georeference {
            transform,
            epsg: place.and_then(|place| place.tags.epsg()),
        }))
    }
}

/// The map that an image itself tells, or the world file beside it, and what to call it.
fn by_image(image: &Path, place: &ImagePlace) -> Result<Option<(GeoTransform, String)>> {
    let name = || format!("'{}'", image.display());
    match place.tags.transform().with_context(name)? {
        Some(transform) => Ok(Some((transform, name()))),
        None => world_file::beside(image)
            .map(|path| by_world_file(&path))
            .transpose(),
    }
}

/// The map of a world file, and what to call it.
fn by_world_file(path: &Path) -> Result<(GeoTransform, String)> {
    let name = format!("the world file '{}'", path.display());
    Ok((world_file::read(path)?, name))
}
