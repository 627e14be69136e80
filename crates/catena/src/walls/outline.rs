//! Outlines of areas and walls, as GeoJSON or as SVG.

use std::io::Write;
use std::path::Path;

use anyhow::{Result, bail};
use catena_grid::wall::{CornerGrid, Polygon};
use serde::Serialize;
use serde_json::json;

use crate::georeference::Georeference;
use crate::overlay;

/// How outlines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OutlineFormat {
    GeoJson,
    Svg,
}

impl OutlineFormat {
    /// The format that the name of a file says; `None` if it says none.
    pub(super) fn of(path: &Path) -> Option<OutlineFormat> {
        let extension = path.extension()?.to_str()?;
        match &extension.to_ascii_lowercase()[..] {
            "geojson" => Some(OutlineFormat::GeoJson),
            "svg" => Some(OutlineFormat::Svg),
            _ => None,
        }
    }
}

/// What is drawn on: the cells one beside the other, or a map.
#[derive(Clone, Debug)]
pub(crate) struct Canvas {
    pub(crate) corners: CornerGrid,
    pub(crate) map: Option<Georeference>,
}

impl Canvas {
    /// The place of a corner.
    fn place(&self, corner: [usize; 2]) -> [f64; 2] {
        let corner = self.corners.place(corner);
        match &self.map {
            // Without the sign of a zero.
            Some(map) => map.transform.apply(corner).map(|number| number + 0.0),
            None => corner,
        }
    }

    /// The rings of a polygon, the outer one first. It is counterclockwise, and those
    /// around holes are clockwise (RFC 7946), also on a map that mirrors.
    fn rings(&self, polygon: &Polygon) -> impl Iterator<Item = Vec<[f64; 2]>> {
        let mirrors = self
            .map
            .as_ref()
            .is_some_and(|map| map.transform.determinant() < 0.0);
        let rings = [&polygon.exterior].into_iter().chain(&polygon.holes);
        rings.map(move |ring| {
            let mut places: Vec<_> = ring.iter().map(|corner| self.place(*corner)).collect();
            if mirrors {
                places.reverse();
            }
            places
        })
    }

    /// The lowest and the highest x and y.
    fn bounds(&self) -> [[f64; 2]; 2] {
        let [width, height] = self.corners.last();
        let corners = [[0, 0], [width, 0], [0, height], [width, height]];
        let places = corners.map(|corner| self.place(corner));
        let mut bounds = [places[0], places[0]];
        for axis in 0..2 {
            for place in places {
                bounds[0][axis] = bounds[0][axis].min(place[axis]);
                bounds[1][axis] = bounds[1][axis].max(place[axis]);
            }
        }
        bounds
    }
}

/// What is outlined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum OutlineKind {
    Area,
    Wall,
}

impl OutlineKind {
    fn name(self) -> &'static str {
        match self {
            OutlineKind::Area => "area",
            OutlineKind::Wall => "wall",
        }
    }
}

/// An area or a wall with its outline: a polygon for each set of its cells that share
/// sides.
pub(super) struct Outline<'a, P> {
    pub(super) kind: OutlineKind,
    /// Its number among those of its kind.
    pub(super) id: u32,
    pub(super) cells: u64,
    pub(super) properties: &'a P,
    pub(super) polygons: &'a [Polygon],
}

/// Writes outlines one after the other.
pub(super) struct OutlineWriter<'a> {
    out: &'a mut dyn Write,
    canvas: &'a Canvas,
    format: OutlineFormat,
    /// The kind of the last one, if there was one.
    last: Option<OutlineKind>,
}

impl<'a> OutlineWriter<'a> {
    pub(super) fn new(
        out: &'a mut dyn Write,
        canvas: &'a Canvas,
        format: OutlineFormat,
    ) -> Result<OutlineWriter<'a>> {
        let mut writer = OutlineWriter {
            out,
            canvas,
            format,
            last: None,
        };
        match format {
            OutlineFormat::GeoJson => writer.begin_geojson()?,
            OutlineFormat::Svg => writer.begin_svg()?,
        }
        Ok(writer)
    }

    pub(super) fn add(&mut self, outline: &Outline<'_, impl Serialize>) -> Result<()> {
        match self.format {
            OutlineFormat::GeoJson => self.add_feature(outline)?,
            OutlineFormat::Svg => self.add_path(outline)?,
        }
        self.last = Some(outline.kind);
        Ok(())
    }

    pub(super) fn finish(self) -> Result<()> {
        match self.format {
            OutlineFormat::GeoJson => writeln!(self.out, "\n]}}")?,
            OutlineFormat::Svg => {
                let open = if self.last.is_some() { "</g>\n" } else { "" };
                writeln!(self.out, "{open}</g>\n</svg>")?;
            }
        }
        Ok(())
    }

    /// A collection of features (RFC 7946), one per line. A reference system other than
    /// that of the RFC is named as GDAL names it.
    fn begin_geojson(&mut self) -> Result<()> {
        const WGS84: u16 = 4326;
        write!(self.out, "{{\"type\":\"FeatureCollection\",")?;
        let epsg = self.canvas.map.as_ref().and_then(|map| map.epsg);
        if let Some(epsg) = epsg.filter(|number| *number != WGS84) {
            let name = format!("urn:ogc:def:crs:EPSG::{epsg}");
            let system = json!({"type": "name", "properties": {"name": name}});
            write!(self.out, "\"crs\":{system},")?;
        }
        write!(self.out, "\"features\":[")?;
        Ok(())
    }

    /// Several parts that touch at corners are a `MultiPolygon`.
    fn add_feature(&mut self, outline: &Outline<'_, impl Serialize>) -> Result<()> {
        let before = if self.last.is_some() { ",\n" } else { "\n" };
        let id = format!("{}-{}", outline.kind.name(), outline.id);
        let properties = serde_json::to_string(outline.properties)?;
        let kind = match outline.polygons.len() {
            1 => "Polygon",
            _ => "MultiPolygon",
        };
        write!(
            self.out,
            "{before}{{\"type\":\"Feature\",\"id\":\"{id}\",\"properties\":{properties},\"geometry\":{{\"type\":\"{kind}\",\"coordinates\":"
        )?;
        let (open, close) = if kind == "Polygon" {
            ("", "")
        } else {
            ("[", "]")
        };
        write!(self.out, "{open}")?;
        for (place, polygon) in outline.polygons.iter().enumerate() {
            write!(self.out, "{}[", comma(place))?;
            for (place, ring) in self.canvas.rings(polygon).enumerate() {
                write!(self.out, "{}[", comma(place))?;
                // The first corner comes again in the end.
                for (place, [x, y]) in ring.iter().chain(ring.first()).enumerate() {
                    write!(self.out, "{}[{x},{y}]", comma(place))?;
                }
                write!(self.out, "]")?;
            }
            write!(self.out, "]")?;
        }
        write!(self.out, "{close}}}}}")?;
        Ok(())
    }

    /// On a map y counts upwards, in a picture downwards: then the picture is mirrored.
    fn begin_svg(&mut self) -> Result<()> {
        let [[left, low], [right, high]] = self.canvas.bounds();
        let (top, mirror) = match self.canvas.map {
            Some(_) => (-high + 0.0, " transform=\"scale(1,-1)\""),
            None => (low, ""),
        };
        let (width, height) = (right - left, high - low);
        // On a map the picture gets about as many pixels as there are cells.
        let [across, down] = self.canvas.corners.place(self.canvas.corners.last());
        let scale = (across / width).max(down / height);
        writeln!(
            self.out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"{left} {top} {width} {height}\">\n<g fill-rule=\"evenodd\"{mirror}>",
            (width * scale).ceil(),
            (height * scale).ceil(),
        )?;
        Ok(())
    }

    fn add_path(&mut self, outline: &Outline<'_, impl Serialize>) -> Result<()> {
        let name = outline.kind.name();
        if self.last != Some(outline.kind) {
            let end = if self.last.is_some() { "</g>\n" } else { "" };
            writeln!(self.out, "{end}<g id=\"{name}s\">")?;
        }
        let colour = match outline.kind {
            OutlineKind::Area => overlay::area_colour(outline.id),
            OutlineKind::Wall => overlay::WALL_COLOUR,
        };
        let [red, green, blue] = colour;
        let Outline { id, cells, .. } = outline;
        write!(
            self.out,
            "<path id=\"{name}-{id}\" fill=\"#{red:02x}{green:02x}{blue:02x}\" d=\""
        )?;
        for ring in outline
            .polygons
            .iter()
            .flat_map(|polygon| self.canvas.rings(polygon))
        {
            for (place, [x, y]) in ring.iter().enumerate() {
                let command = if place == 0 { "M" } else { "L" };
                write!(self.out, "{command}{x} {y}")?;
            }
            write!(self.out, "Z")?;
        }
        writeln!(
            self.out,
            "\"><title>{name} {id}, cells: {cells}</title></path>"
        )?;
        Ok(())
    }
}

fn comma(place: usize) -> &'static str {
    if place > 0 { "," } else { "" }
}

/// Refuses a file for outlines whose name says no format.
pub(super) fn refuse_name<T>(path: &Path) -> Result<T> {
    bail!(
        "the polygons can be written to a .geojson or .svg file; '{}' is neither",
        path.display()
    )
}
