//! Pictures as SVG: small and self-contained, without scripts or fonts.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter, Write};

use catena_grid::Piece;

use crate::path::{Point, Segment, VectorPath};
use crate::picture::{Picture, Shape, Size};
use crate::piece::{self, PieceShape};
use crate::theme::Rgba;

/// Renders the picture as an SVG document, which can also be embedded in an
/// HTML page.
///
/// It has a title and a description in words for screen readers. Each kind of
/// piece is defined once and referenced where it stands.
#[must_use]
pub fn render(picture: &Picture, size: Size) -> String {
    let (width, height) = picture.pixels(size);
    // Two pictures on one page must not share the names of their titles.
    let name = format!("{:x}", fingerprint(&picture.description));
    let mut out = Output::default();
    out.put(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {} {}\" \
         role=\"img\" aria-labelledby=\"t{name} d{name}\">\n\
         <title id=\"t{name}\">{}</title>\n<desc id=\"d{name}\">{}</desc>\n",
        Number(picture.width),
        Number(picture.height),
        Escaped(&picture.title),
        Escaped(&picture.description),
    ));
    define_pieces(picture, &mut out);
    out.put(format_args!(
        "<path fill=\"{}\" d=\"M0 0H{w}V{h}H0Z\"/>\n",
        picture.theme.background,
        w = Number(picture.width),
        h = Number(picture.height),
    ));
    // These attributes hold for all lines; each line has only those that differ.
    out.put(format_args!(
        "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n"
    ));
    for shape in &picture.shapes {
        write_shape(picture, shape, picture.scale(size), &mut out);
    }
    out.put(format_args!("</g>\n</svg>\n"));
    out.text
}

fn write_shape(picture: &Picture, shape: &Shape, scale: f32, out: &mut Output) {
    match shape {
        Shape::Fill { path, color } => out.put(format_args!(
            "<path fill=\"{color}\"{} d=\"{}\"/>\n",
            Opacity("fill-opacity", *color),
            Data(path)
        )),
        Shape::Stroke { path, color, width } => out.put(format_args!(
            "<path stroke=\"{color}\"{} stroke-width=\"{}\" d=\"{}\"/>\n",
            Opacity("stroke-opacity", *color),
            Number(*width),
            Data(path)
        )),
        Shape::Pieces { is_white, placed } => {
            let colors = picture.theme.side(*is_white);
            out.put(format_args!(
                "<g fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\" color=\"{}\">\n",
                colors.fill,
                colors.outline,
                Number(piece::outline_width(*is_white, scale)),
                colors.detail
            ));
            for (piece, Point { x, y }) in placed {
                out.put(format_args!(
                    "<use href=\"#{}\" x=\"{}\" y=\"{}\"/>\n",
                    PieceId(*piece),
                    Number(*x),
                    Number(*y)
                ));
            }
            out.put(format_args!("</g>\n"));
        }
    }
}

/// Defines each kind of piece once, for both sides: it inherits its colours
/// where it is used, that of the inner lines as `currentColor`.
fn define_pieces(picture: &Picture, out: &mut Output) {
    let kinds: BTreeMap<char, Piece> = (picture.shapes.iter())
        .filter_map(|shape| match shape {
            Shape::Pieces { placed, .. } => Some(placed),
            _ => None,
        })
        .flatten()
        .map(|(piece, _)| (piece.letter().to_ascii_lowercase(), *piece))
        .collect();
    if kinds.is_empty() {
        return;
    }
    out.put(format_args!("<defs>\n"));
    for piece in kinds.into_values() {
        let PieceShape {
            body,
            lines,
            line_width,
            dots,
        } = piece::shape(piece);
        out.put(format_args!(
            "<g id=\"{}\"><path d=\"{}\"/><path fill=\"none\" stroke=\"currentColor\" stroke-width=\"{}\" d=\"{}\"/>",
            PieceId(piece),
            Data(&body),
            Number(line_width),
            Data(&lines)
        ));
        if !dots.is_empty() {
            out.put(format_args!(
                "<path fill=\"currentColor\" stroke=\"none\" d=\"{}\"/>",
                Data(&dots)
            ));
        }
        out.put(format_args!("</g>\n"));
    }
    out.put(format_args!("</defs>\n"));
}

/// The text written so far.
#[derive(Default)]
struct Output {
    text: String,
}

impl Output {
    fn put(&mut self, what: fmt::Arguments<'_>) {
        // Writing to a string never fails.
        let _ = self.text.write_fmt(what);
    }
}

/// The `id` of the definition of a piece.
struct PieceId(Piece);

impl Display for PieceId {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "catena-{}", self.0.letter().to_ascii_lowercase())
    }
}

/// A number with at most one decimal place, a thousandth of a square.
struct Number(f32);

impl Display for Number {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(&Tenths::from(self.0), f)
    }
}

/// A number in tenths. Differences of these are exact, so that a long path
/// of relative coordinates does not drift.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Tenths(i32);

impl From<f32> for Tenths {
    fn from(value: f32) -> Tenths {
        #[allow(
            clippy::cast_possible_truncation,
            reason = "a float too large for the type becomes its largest value"
        )]
        let tenths = (value * 10.0).round() as i32;
        Tenths(tenths)
    }
}

impl Display for Tenths {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, tenth) = (self.0.unsigned_abs() / 10, self.0.unsigned_abs() % 10);
        match (whole, tenth) {
            (_, 0) => write!(f, "{sign}{whole}"),
            (0, _) => write!(f, "{sign}.{tenth}"),
            _ => write!(f, "{sign}{whole}.{tenth}"),
        }
    }
}

/// The attribute for a colour that is partly transparent; nothing for others.
struct Opacity(&'static str, Rgba);

impl Display for Opacity {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.1.alpha {
            255 => Ok(()),
            alpha => write!(f, " {}=\"{:.2}\"", self.0, f32::from(alpha) / 255.0),
        }
    }
}

/// A path as the value of the attribute `d`, in relative coordinates: they are
/// a third shorter than absolute ones.
struct Data<'a>(&'a VectorPath);

impl Display for Data<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let round = |p: Point| (Tenths::from(p.x), Tenths::from(p.y));
        let zero = (Tenths(0), Tenths(0));
        let (mut start, mut at) = (zero, zero);
        for segment in self.0.segments() {
            let step = |p: Point| {
                let (x, y) = round(p);
                (Tenths(x.0 - at.0.0), Tenths(y.0 - at.1.0))
            };
            match *segment {
                Segment::Move(p) => {
                    write_step(f, 'm', &[step(p)])?;
                    start = round(p);
                }
                Segment::Line(p) => write_line(f, step(p))?,
                Segment::Quad(a, p) => write_step(f, 'q', &[step(a), step(p)])?,
                Segment::Cubic(a, b, p) => write_step(f, 'c', &[step(a), step(b), step(p)])?,
                Segment::Close => f.write_char('z')?,
            }
            at = segment.end().map_or(start, round);
        }
        Ok(())
    }
}

fn write_line(f: &mut Formatter<'_>, (x, y): (Tenths, Tenths)) -> fmt::Result {
    match (x, y) {
        (x, Tenths(0)) => write!(f, "h{x}"),
        (Tenths(0), y) => write!(f, "v{y}"),
        step => write_step(f, 'l', &[step]),
    }
}

/// Writes a command and its numbers. No space is needed before a minus sign.
fn write_step(f: &mut Formatter<'_>, command: char, points: &[(Tenths, Tenths)]) -> fmt::Result {
    f.write_char(command)?;
    let numbers = points.iter().flat_map(|(x, y)| [x, y]);
    for (index, number) in numbers.enumerate() {
        if index > 0 && number.0 >= 0 {
            f.write_char(' ')?;
        }
        write!(f, "{number}")?;
    }
    Ok(())
}

/// Text escaped for XML. Characters that XML does not allow are left out.
struct Escaped<'a>(&'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '&' => f.write_str("&amp;")?,
                '\u{fffe}' | '\u{ffff}' => {}
                '\n' => f.write_char('\n')?,
                letter if letter.is_control() => {}
                letter => f.write_char(letter)?,
            }
        }
        Ok(())
    }
}

/// Returns the FNV-1a hash of the text, in 32 bits.
fn fingerprint(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}
