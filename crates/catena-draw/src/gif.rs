//! Pictures one after the other, as an animated GIF.
//!
//! A GIF has at most 256 colours. They are the colours of the theme and those that are
//! most frequent in the pictures, so that flat areas are exact and only the softened
//! edges of shapes are approximated.

use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::fmt;
use std::time::Duration;

use gif::{Encoder, EncodingError, Repeat};
use tiny_skia::Pixmap;

use crate::picture::{Picture, Size};
use crate::png::paint_picture;
use crate::theme::{Rgba, Theme};

/// A picture of an animation, and how long it stays.
#[derive(Clone, Debug)]
pub struct Frame {
    /// What is seen. All pictures of an animation have the same size.
    pub picture: Picture,
    /// How long it is seen, in steps of 10 ms and at most 655 s.
    pub stays: Duration,
}

/// Renders pictures as the bytes of a GIF file that shows them again and again.
///
/// ```
/// use std::time::Duration;
/// use catena_draw::gif::{self, Frame};
/// use catena_draw::{Scene, Size, Theme};
///
/// let frames = ["8/8/8/8/4P3/8/8/8", "8/8/8/4P3/8/8/8/8"].map(|fen| Frame {
///     picture: Scene::new(&fen.parse().unwrap()).picture(&Theme::light()),
///     stays: Duration::from_secs(1),
/// });
/// let bytes = gif::render(&frames, Size::new(200)?)?;
/// assert!(bytes.starts_with(b"GIF89a"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If there is no picture, or if their sizes differ.
pub fn render(frames: &[Frame], size: Size) -> Result<Vec<u8>, GifError> {
    let first = frames.first().ok_or(GifError::Empty)?;
    let (width, height) = first.picture.pixels(size);
    if frames
        .iter()
        .any(|frame| frame.picture.pixels(size) != (width, height))
    {
        return Err(GifError::SizesDiffer);
    }
    let side = |pixels: u32| u16::try_from(pixels).map_err(|_| GifError::TooLarge);
    let (width, height) = (side(width)?, side(height)?);
    let mut palette = Palette::of(frames, size)?;
    let mut encoder = Encoder::new(Vec::new(), width, height, &palette.bytes())?;
    encoder.set_repeat(Repeat::Infinite)?;
    let mut before: Option<Vec<u8>> = None;
    for frame in frames {
        let now = palette.indices(&paint(frame, size)?);
        let part = match &before {
            None => Part::all(width, height),
            Some(before) => Part::changed(before, &now, width),
        };
        encoder.write_frame(&part.cut(&now, width, frame.stays))?;
        before = Some(now);
    }
    Ok(encoder.into_inner()?)
}

fn paint(frame: &Frame, size: Size) -> Result<Pixmap, GifError> {
    paint_picture(&frame.picture, size).ok_or(GifError::TooLarge)
}

type Rgb = [u8; 3];

/// The colours of an animation.
struct Palette {
    colors: Vec<Rgb>,
    /// What was looked up before.
    known: HashMap<Rgb, u8>,
}

impl Palette {
    /// The most colours of a GIF.
    const MOST: usize = 256;
    /// The pictures whose colours are counted; those of a game resemble one another.
    const SAMPLES: usize = 16;

    fn of(frames: &[Frame], size: Size) -> Result<Palette, GifError> {
        let mut colors: Vec<Rgb> = Vec::new();
        for frame in frames.iter().take(1) {
            for color in theme_colors(&frame.picture.theme) {
                let rgb = [color.red, color.green, color.blue];
                if !colors.contains(&rgb) {
                    colors.push(rgb);
                }
            }
        }
        let mut bins: BTreeMap<Rgb, Bin> = BTreeMap::new();
        for frame in frames.iter().step_by(frames.len().div_ceil(Self::SAMPLES)) {
            for (rgb, length) in runs(&paint(frame, size)?) {
                bins.entry(rgb.map(|part| part >> 3))
                    .or_default()
                    .count(rgb, length);
            }
        }
        let mut bins: Vec<Bin> = bins.into_values().collect();
        bins.sort_by_key(|bin| std::cmp::Reverse(bin.total));
        for color in bins.iter().filter_map(Bin::most_frequent) {
            if colors.len() < Self::MOST && !colors.contains(&color) {
                colors.push(color);
            }
        }
        Ok(Palette {
            colors,
            known: HashMap::new(),
        })
    }

    fn bytes(&self) -> Vec<u8> {
        self.colors.concat()
    }

    /// Returns the number of the nearest colour for each pixel.
    fn indices(&mut self, pixmap: &Pixmap) -> Vec<u8> {
        let mut indices = Vec::with_capacity(pixmap.pixels().len());
        for (rgb, length) in runs(pixmap) {
            let index = self.nearest(rgb);
            indices.resize(indices.len() + length, index);
        }
        indices
    }

    fn nearest(&mut self, rgb: Rgb) -> u8 {
        let colors = &self.colors;
        *self.known.entry(rgb).or_insert_with(|| {
            let numbers = (0..=u8::MAX).zip(colors);
            let nearest = numbers.min_by_key(|(_, color)| distance(**color, rgb));
            nearest.map_or(0, |(number, _)| number)
        })
    }
}

/// Colours that look alike, and how often each occurs.
#[derive(Default)]
struct Bin {
    total: usize,
    counts: BTreeMap<Rgb, usize>,
}

impl Bin {
    fn count(&mut self, rgb: Rgb, pixels: usize) {
        self.total += pixels;
        *self.counts.entry(rgb).or_default() += pixels;
    }

    fn most_frequent(&self) -> Option<Rgb> {
        let most = self.counts.iter().max_by_key(|(_, count)| **count);
        most.map(|(color, _)| *color)
    }
}

fn theme_colors(theme: &Theme) -> [Rgba; 14] {
    [
        theme.background,
        theme.text,
        theme.border,
        theme.light_square,
        theme.dark_square,
        theme.white.fill,
        theme.white.outline,
        theme.white.detail,
        theme.black.fill,
        theme.black.outline,
        theme.black.detail,
        theme.moved,
        theme.chain,
        theme.enclosed,
    ]
}

/// The colours in reading order, each with how many pixels in a row have it: boards are
/// flat, so there are few. The background is opaque, so all colours are.
fn runs(pixmap: &Pixmap) -> impl Iterator<Item = (Rgb, usize)> {
    let (pixels, _) = pixmap.data().as_chunks::<4>();
    pixels.chunk_by(|a, b| a == b).filter_map(|run| {
        let [red, green, blue, _] = *run.first()?;
        Some(([red, green, blue], run.len()))
    })
}

fn distance(a: Rgb, b: Rgb) -> u32 {
    let squares = a
        .into_iter()
        .zip(b)
        .map(|(a, b)| u32::from(a.abs_diff(b)).pow(2));
    squares.sum()
}

/// The part of an image that is written: what has changed.
struct Part {
    left: u16,
    top: u16,
    width: u16,
    height: u16,
}

impl Part {
    fn all(width: u16, height: u16) -> Part {
        Part {
            left: 0,
            top: 0,
            width,
            height,
        }
    }

    /// Returns the smallest rectangle around all differences; one pixel if there is none.
    fn changed(before: &[u8], now: &[u8], width: u16) -> Part {
        let (mut left, mut right, mut top, mut bottom) = (u16::MAX, 0, u16::MAX, 0);
        let row_length = usize::from(width.max(1));
        let rows = before.chunks(row_length).zip(now.chunks(row_length));
        for (row, (before, now)) in (0u16..).zip(rows) {
            if before == now {
                continue;
            }
            top = top.min(row);
            bottom = row;
            let columns = (0u16..).zip(before.iter().zip(now));
            for (column, _) in columns.filter(|(_, (before, now))| before != now) {
                left = left.min(column);
                right = right.max(column);
            }
        }
        if top == u16::MAX {
            return Part::all(1, 1);
        }
        Part {
            left,
            top,
            width: right - left + 1,
            height: bottom - top + 1,
        }
    }

    /// Cuts the part out of an image of this width.
    fn cut(&self, image: &[u8], width: u16, stays: Duration) -> gif::Frame<'static> {
        let rows = image.chunks(usize::from(width.max(1)));
        let rows = rows.skip(self.top.into()).take(self.height.into());
        let columns = usize::from(self.left)..usize::from(self.left) + usize::from(self.width);
        let buffer: Vec<u8> = rows
            .flat_map(|row| &row[columns.clone()])
            .copied()
            .collect();
        gif::Frame {
            delay: u16::try_from(stays.as_millis() / 10).unwrap_or(u16::MAX),
            left: self.left,
            top: self.top,
            width: self.width,
            height: self.height,
            buffer: buffer.into(),
            ..gif::Frame::default()
        }
    }
}

/// The animation could not be made.
#[derive(Debug)]
#[non_exhaustive]
pub enum GifError {
    /// There is no picture.
    Empty,
    /// The pictures have different sizes.
    SizesDiffer,
    /// A picture has too many pixels.
    TooLarge,
    /// The encoder failed. No known pictures cause this.
    Encoding(EncodingError),
}

impl fmt::Display for GifError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GifError::Empty => "an animation needs at least one picture",
            GifError::SizesDiffer => "the pictures of an animation must have the same size",
            GifError::TooLarge => "too many pixels for an animation",
            GifError::Encoding(_) => "the pictures cannot be encoded as GIF",
        })
    }
}

impl Error for GifError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            GifError::Encoding(error) => Some(error),
            _ => None,
        }
    }
}

impl From<EncodingError> for GifError {
    fn from(error: EncodingError) -> GifError {
        GifError::Encoding(error)
    }
}
