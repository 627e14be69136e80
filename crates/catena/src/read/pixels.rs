//! Pixels of several channels, and the one value that counts.

use std::str::FromStr;

use anyhow::{Result, bail};
use image::metadata::Orientation;

use super::cells::{CellLayout, ValueVisitor};
use super::threshold::CellRule;
use super::values::CellValue;
use crate::georeference::{GeoTags, ImagePlace};

/// What `--channel` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Channel {
    Red,
    Green,
    Blue,
    Alpha,
    Luma,
    /// Counted from 1.
    Number(usize),
}

impl FromStr for Channel {
    type Err = String;

    fn from_str(text: &str) -> Result<Channel, String> {
        Ok(match text {
            "r" => Channel::Red,
            "g" => Channel::Green,
            "b" => Channel::Blue,
            "a" => Channel::Alpha,
            "luma" => Channel::Luma,
            _ => match text.parse() {
                Ok(number) if number > 0 => Channel::Number(number),
                _ => return Err("give r, g, b, a, luma, or a number from 1 on".to_owned()),
            },
        })
    }
}

/// What the channels of a pixel mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ColorLayout {
    /// How many there are.
    pub(super) channels: usize,
    /// Whether the first three are red, green and blue.
    pub(super) is_rgb: bool,
    /// Which one is alpha, from 0.
    pub(super) alpha: Option<usize>,
}

impl ColorLayout {
    pub(super) const GREY: ColorLayout = ColorLayout::new(1, false, None);
    pub(super) const GREY_ALPHA: ColorLayout = ColorLayout::new(2, false, Some(1));
    pub(super) const RGB: ColorLayout = ColorLayout::new(3, true, None);
    pub(super) const RGB_ALPHA: ColorLayout = ColorLayout::new(4, true, Some(3));

    pub(super) const fn new(channels: usize, is_rgb: bool, alpha: Option<usize>) -> ColorLayout {
        ColorLayout {
            channels,
            is_rgb,
            alpha,
        }
    }

    fn is_grey(self) -> bool {
        !self.is_rgb && self.channels - usize::from(self.alpha.is_some()) == 1
    }
}

/// Which value of a pixel counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pick {
    /// The luminance of the first three channels.
    Luma,
    /// This channel, from 0.
    One(usize),
}

fn pick(channel: Option<Channel>, color: ColorLayout) -> Result<Pick> {
    let channels = color.channels;
    let is_known = color.is_rgb || color.is_grey();
    Ok(match channel {
        Some(Channel::Number(number)) if number <= channels => Pick::One(number - 1),
        Some(Channel::Number(number)) => {
            bail!("there is no channel {number}; the image has {channels}")
        }
        Some(Channel::Alpha) => match color.alpha {
            Some(alpha) => Pick::One(alpha),
            None => bail!("the image has no alpha channel"),
        },
        _ if !is_known => {
            bail!("the image has {channels} channels; choose one with --channel 1 to {channels}")
        }
        Some(Channel::Green) if color.is_rgb => Pick::One(1),
        Some(Channel::Blue) if color.is_rgb => Pick::One(2),
        Some(Channel::Luma) | None if color.is_rgb => Pick::Luma,
        // Red, or the grey that is all of them.
        _ => Pick::One(0),
    })
}

/// The samples of an image: row by row, the channels of a pixel together.
pub(super) struct Pixels<'a, T> {
    pub(super) samples: &'a [T],
    pub(super) width: usize,
    pub(super) color: ColorLayout,
}

impl<T: CellValue> Pixels<'_, T> {
    /// Sends the values that count, row by row. A pixel whose alpha is below
    /// half of its range is transparent, unless alpha is what counts.
    pub(super) fn visit(
        &self,
        channel: Option<Channel>,
        visitor: &mut ValueVisitor<'_>,
    ) -> Result<()> {
        let pick = pick(channel, self.color)?;
        let channels = self.color.channels;
        let alpha = self.color.alpha.filter(|alpha| pick != Pick::One(*alpha));
        let mut values = Vec::with_capacity(self.width);
        let mut opaque = Vec::new();
        for row in self.samples.chunks_exact(self.width * channels) {
            let pixels = row.chunks_exact(channels);
            values.clear();
            match pick {
                Pick::One(0) if channels == 1 => values.extend_from_slice(row),
                Pick::One(at) => values.extend(pixels.clone().map(|pixel| pixel[at])),
                Pick::Luma => values.extend(
                    pixels
                        .clone()
                        .map(|pixel| T::luma([pixel[0], pixel[1], pixel[2]])),
                ),
            }
            opaque.clear();
            if let Some(alpha) = alpha {
                opaque.extend(pixels.map(|pixel| pixel[alpha] >= T::HALF));
            }
            visitor(T::wrap(&values), alpha.map(|_| &opaque[..]))?;
        }
        Ok(())
    }
}

/// Which values of an image are occupied if no threshold is given: from half of
/// the range on.
pub(super) fn default_rule<T: CellValue>() -> Result<CellRule> {
    match T::DEFAULT_THRESHOLD {
        Some(threshold) => Ok(CellRule::AtLeast(threshold)),
        None => bail!(
            "the image has {} values, which have no middle; give --threshold VALUE or --threshold otsu",
            T::NAME
        ),
    }
}

/// Where the cells of an image are that is stored turned or mirrored.
pub(super) fn oriented(width: usize, height: usize, turn: Orientation) -> Result<CellLayout> {
    let stored = CellLayout::row_by_row([width, height, 1])?;
    let order = StoredOrder::new(width, height, turn);
    let place = |[x, y]: [isize; 2]| x + y * width.cast_signed();
    let is_turned = order.right[0] == 0;
    let size = if is_turned {
        [height, width, 1]
    } else {
        stored.size
    };
    Ok(CellLayout {
        size,
        first: place(order.first).cast_unsigned(),
        steps: [place(order.right), place(order.below), 0],
    })
}

/// Where an image that is stored turned or mirrored lies on a map.
pub(super) fn placed(
    tags: GeoTags,
    (width, height): (usize, usize),
    turn: Orientation,
) -> Result<ImagePlace> {
    let order = StoredOrder::new(width, height, turn);
    let numbers = |pair: [isize; 2]| pair.map(|number| number as f64);
    ImagePlace::new(
        tags,
        numbers(order.first),
        numbers(order.right),
        numbers(order.below),
    )
}

/// The column and row where the first cell is stored, and how many columns and rows
/// further the next ones to the right and below are.
struct StoredOrder {
    first: [isize; 2],
    right: [isize; 2],
    below: [isize; 2],
}

impl StoredOrder {
    fn new(width: usize, height: usize, turn: Orientation) -> StoredOrder {
        let (x, y) = (width.cast_signed() - 1, height.cast_signed() - 1);
        let (first, right, below) = match turn {
            Orientation::NoTransforms => ([0, 0], [1, 0], [0, 1]),
            Orientation::FlipHorizontal => ([x, 0], [-1, 0], [0, 1]),
            Orientation::Rotate180 => ([x, y], [-1, 0], [0, -1]),
            Orientation::FlipVertical => ([0, y], [1, 0], [0, -1]),
            Orientation::Rotate90FlipH => ([0, 0], [0, 1], [1, 0]),
            Orientation::Rotate90 => ([0, y], [0, -1], [1, 0]),
            Orientation::Rotate270FlipH => ([x, y], [0, -1], [-1, 0]),
            Orientation::Rotate270 => ([x, 0], [0, 1], [-1, 0]),
        };
        StoredOrder {
            first,
            right,
            below,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::DynamicImage;

    /// The image crate is the oracle.
    #[test]
    fn every_orientation_is_that_of_the_image_crate() {
        let (width, height) = (3, 2);
        let stored = image::GrayImage::from_raw(3, 2, vec![0, 1, 2, 3, 4, 5]).unwrap();
        for exif in 1..=8 {
            let turn = Orientation::from_exif(exif).unwrap();
            let mut turned = DynamicImage::ImageLuma8(stored.clone());
            turned.apply_orientation(turn);
            let turned = turned.into_luma8();
            let layout = oriented(width, height, turn).unwrap();
            let size = [turned.width() as usize, turned.height() as usize, 1];
            assert_eq!(layout.size, size, "{exif}");
            for (x, y, pixel) in turned.enumerate_pixels() {
                let place = layout.first.wrapping_add_signed(
                    x as isize * layout.steps[0] + y as isize * layout.steps[1],
                );
                assert_eq!(place, usize::from(pixel.0[0]), "{exif}: {x},{y}");
            }
        }
    }

    #[test]
    fn a_channel_is_one_that_the_image_has() {
        let grey = ColorLayout::GREY_ALPHA;
        assert_eq!(pick(None, grey).unwrap(), Pick::One(0));
        assert_eq!(pick(Some(Channel::Blue), grey).unwrap(), Pick::One(0));
        assert_eq!(pick(Some(Channel::Alpha), grey).unwrap(), Pick::One(1));
        let rgb = ColorLayout::RGB;
        assert_eq!(pick(None, rgb).unwrap(), Pick::Luma);
        assert_eq!(pick(Some(Channel::Number(3)), rgb).unwrap(), Pick::One(2));
        let message = |channel, color| pick(channel, color).unwrap_err().to_string();
        assert_eq!(
            message(Some(Channel::Alpha), rgb),
            "the image has no alpha channel"
        );
        assert_eq!(
            message(Some(Channel::Number(4)), rgb),
            "there is no channel 4; the image has 3"
        );
        assert_eq!(
            message(None, ColorLayout::new(5, false, None)),
            "the image has 5 channels; choose one with --channel 1 to 5"
        );
    }
}
