//! [`Picture`]: what [`svg`](crate::svg) and [`png`](crate::png) draw.

use std::error::Error;
use std::fmt;

use catena_grid::Piece;

use crate::path::{Point, VectorPath};
use crate::theme::{Rgba, Theme};

/// A drawing made of paths and pieces, ready to be rendered.
///
/// [`Scene::picture`](crate::Scene::picture) and
/// [`Sheet::picture`](crate::Sheet::picture) make one.
#[derive(Clone, Debug)]
pub struct Picture {
    /// In units: a square of a board is 100 wide.
    pub(crate) width: f32,
    pub(crate) height: f32,
    /// For screen readers, like the description.
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) theme: Theme,
    /// From bottom to top.
    pub(crate) shapes: Vec<Shape>,
}

/// One element of a picture.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    Fill {
        path: VectorPath,
        color: Rgba,
    },
    Stroke {
        path: VectorPath,
        color: Rgba,
        width: f32,
    },
    /// Pieces of one side, with the top left corners of their squares.
    Pieces {
        is_white: bool,
        placed: Vec<(Piece, Point)>,
    },
}

impl Picture {
    /// Returns the width and height in pixels at this size; neither is ever 0.
    #[must_use]
    pub fn pixels(&self, size: Size) -> (u32, u32) {
        let side = |length: f32| {
            let pixels = (length * self.scale(size)).round();
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "between 1 and Size::MAX"
            )]
            let pixels = pixels.clamp(1.0, Size::MAX as f32) as u32;
            pixels
        };
        (side(self.width), side(self.height))
    }

    /// Returns the pixels per unit.
    pub(crate) fn scale(&self, size: Size) -> f32 {
        size.pixels() as f32 / self.width.max(self.height)
    }
}

/// The size of a picture: its longer side in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size(u32);

impl Size {
    /// The smallest size.
    pub const MIN: u32 = 16;
    /// The largest size. A PNG of 8192 × 8192 pixels needs 256 MiB while it
    /// is drawn.
    pub const MAX: u32 = 8192;

    /// Returns the size with this many pixels.
    ///
    /// # Errors
    ///
    /// If the number is not from [`Size::MIN`] to [`Size::MAX`].
    pub const fn new(pixels: u32) -> Result<Size, SizeError> {
        if pixels < Self::MIN || pixels > Self::MAX {
            return Err(SizeError { pixels });
        }
        Ok(Size(pixels))
    }

    /// Returns the longer side in pixels.
    #[must_use]
    pub const fn pixels(self) -> u32 {
        self.0
    }
}

/// 720 pixels: sharp on the page of a forum or a paper.
impl Default for Size {
    fn default() -> Size {
        Size(720)
    }
}

/// The error of [`Size::new`]: no picture can have this size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SizeError {
    pixels: u32,
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a picture cannot be {} pixels large; its longer side must have {} to {} pixels",
            self.pixels,
            Size::MIN,
            Size::MAX
        )
    }
}

impl Error for SizeError {}
