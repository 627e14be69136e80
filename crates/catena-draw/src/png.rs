//! Pictures as PNG, drawn from the same paths as the SVG.

use std::error::Error;
use std::fmt;

use tiny_skia::{FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, Stroke, Transform};

use crate::path::{Point, Segment, VectorPath};
use crate::picture::{Picture, Shape, Size};
use crate::piece::{self, PieceShape};
use crate::theme::{PieceColors, Rgba};

/// Renders the picture as the bytes of a PNG file.
///
/// # Errors
///
/// If the image cannot be encoded. No known picture causes this.
pub fn render(picture: &Picture, size: Size) -> Result<Vec<u8>, PngError> {
    let pixmap = paint_picture(picture, size).ok_or_else(|| PngError {
        reason: "too many pixels".into(),
    })?;
    pixmap.encode_png().map_err(|error| PngError {
        reason: error.to_string(),
    })
}

/// Paints the picture; `None` if it has too many pixels.
pub(crate) fn paint_picture(picture: &Picture, size: Size) -> Option<Pixmap> {
    let (width, height) = picture.pixels(size);
    let mut canvas = Canvas {
        pixmap: Pixmap::new(width, height)?,
        scale: picture.scale(size),
    };
    canvas.pixmap.fill(paint(picture.theme.background));
    for shape in &picture.shapes {
        match shape {
            Shape::Fill { path, color } => canvas.fill(path, *color, ORIGIN),
            Shape::Stroke { path, color, width } => canvas.stroke(path, *color, *width, ORIGIN),
            Shape::Pieces { is_white, placed } => {
                let colors = picture.theme.side(*is_white);
                let width = piece::outline_width(*is_white, canvas.scale);
                for (piece, at) in placed {
                    canvas.piece(&piece::shape(*piece), colors, width, *at);
                }
            }
        }
    }
    Some(canvas.pixmap)
}

const ORIGIN: Point = Point::new(0.0, 0.0);

/// The image being painted.
struct Canvas {
    pixmap: Pixmap,
    /// Pixels per unit.
    scale: f32,
}

impl Canvas {
    fn piece(&mut self, shape: &PieceShape, colors: &PieceColors, width: f32, at: Point) {
        self.fill(&shape.body, colors.fill, at);
        self.stroke(&shape.body, colors.outline, width, at);
        self.stroke(&shape.lines, colors.detail, shape.line_width, at);
        self.fill(&shape.dots, colors.detail, at);
    }

    fn fill(&mut self, path: &VectorPath, color: Rgba, at: Point) {
        if let Some(path) = trace(path) {
            let paint = brush(color);
            let rule = FillRule::Winding;
            self.pixmap
                .fill_path(&path, &paint, rule, self.place(at), None);
        }
    }

    fn stroke(&mut self, path: &VectorPath, color: Rgba, width: f32, at: Point) {
        if let Some(path) = trace(path) {
            let stroke = Stroke {
                width,
                line_cap: LineCap::Round,
                line_join: LineJoin::Round,
                ..Stroke::default()
            };
            self.pixmap
                .stroke_path(&path, &brush(color), &stroke, self.place(at), None);
        }
    }

    fn place(&self, at: Point) -> Transform {
        Transform::from_translate(at.x, at.y).post_scale(self.scale, self.scale)
    }
}

/// Converts the path for the rasteriser; `None` if there is nothing to draw.
fn trace(path: &VectorPath) -> Option<tiny_skia::Path> {
    let mut builder = PathBuilder::new();
    for segment in path.segments() {
        match *segment {
            Segment::Move(p) => builder.move_to(p.x, p.y),
            Segment::Line(p) => builder.line_to(p.x, p.y),
            Segment::Quad(a, p) => builder.quad_to(a.x, a.y, p.x, p.y),
            Segment::Cubic(a, b, p) => builder.cubic_to(a.x, a.y, b.x, b.y, p.x, p.y),
            Segment::Close => builder.close(),
        }
    }
    builder.finish()
}

fn brush(color: Rgba) -> Paint<'static> {
    let mut brush = Paint::default();
    brush.set_color(paint(color));
    brush
}

fn paint(color: Rgba) -> tiny_skia::Color {
    tiny_skia::Color::from_rgba8(color.red, color.green, color.blue, color.alpha)
}

/// The image could not be encoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PngError {
    reason: String,
}

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the picture cannot be encoded as PNG: {}", self.reason)
    }
}

impl Error for PngError {}
