//! Images that the crate `image` reads: all but TIFF.

use std::io::SeekFrom;

use anyhow::{Context, Result, bail};
use image::codecs::pnm::PnmDecoder;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};

use super::cells::{CellLayout, ValueSource, ValueVisitor, is_large};
use super::jpeg;
use super::memory;
use super::pixels::{self, Channel, ColorLayout, Pixels};
use super::threshold::CellRule;
use super::values::CellValue;
use super::{CellArgs, LargeCheck};
use crate::file::SeekableRead;
use crate::georeference::{GeoTags, ImagePlace};

/// How much a PNG file may have beside its pixels, such as a colour profile, which is compressed.
const MAX_PNG_EXTRAS: u64 = 64 << 20;

/// An image in memory.
pub(super) struct ImageFile {
    image: DynamicImage,
    layout: CellLayout,
    turn: Orientation,
    channel: Option<Channel>,
    /// The largest value that a sample may have, where the file says so.
    largest: Option<u16>,
}

impl ImageFile {
    /// Decodes an image. One that is stored turned, as its EXIF data says, is
    /// turned back.
    pub(super) fn open(
        mut input: Box<dyn SeekableRead>,
        format: ImageFormat,
        args: &CellArgs,
        check: LargeCheck<'_>,
    ) -> Result<ImageFile> {
        if args.page.is_some_and(|page| page.get() > 1) {
            bail!("the image has 1 page; only TIFF files can have more");
        }
        if format == ImageFormat::Jpeg {
            jpeg::check_complete(&mut input)?;
        }
        let largest = match format {
            ImageFormat::Pnm => Some(largest_sample(&mut input)?),
            _ => None,
        };
        let bytes = input.seek(SeekFrom::End(0))?;
        input.seek(SeekFrom::Start(0))?;
        let mut reader = ImageReader::with_format(input, format);
        let mut limits = Limits::no_limits();
        // A header can claim any size. Where the system does not say how much memory there
        // is, 16 bytes per cell suffice for all but large grids.
        let most = 16 * catena_grid::MAX_CELLS as u64;
        limits.max_alloc = Some(memory::available().unwrap_or(most));
        if format == ImageFormat::Png {
            // Here it is a limit for what is beside the pixels.
            limits.max_alloc = Some(MAX_PNG_EXTRAS);
        }
        reader.limits(limits);
        let mut decoder = reader.into_decoder().context("cannot read the image")?;
        let (width, height) = decoder.dimensions();
        let turn = decoder.orientation().unwrap_or(Orientation::NoTransforms);
        let layout = pixels::oriented(width as usize, height as usize, turn)?;
        if is_large(layout.size[0], layout.size[1]) {
            check(layout.size[0], layout.size[1])?;
        }
        check_claim(format, (width, height), bytes)?;
        memory::check(decoder.total_bytes())?;
        let mut image = DynamicImage::from_decoder(decoder).context("cannot read the image")?;
        if let Some(largest) = largest {
            unscale(&mut image, largest);
        }
        Ok(ImageFile {
            image,
            layout,
            turn,
            channel: args.channel,
            largest,
        })
    }

    fn visit_pixels<T: CellValue>(
        &self,
        samples: &[T],
        color: ColorLayout,
        visitor: &mut ValueVisitor<'_>,
    ) -> Result<()> {
        let width = self.image.width() as usize;
        let pixels = Pixels {
            samples,
            width,
            color,
        };
        pixels.visit(self.channel, visitor)
    }
}

impl ValueSource for ImageFile {
    fn is_image(&self) -> bool {
        true
    }

    fn place(&self) -> Result<ImagePlace> {
        let size = (self.image.width() as usize, self.image.height() as usize);
        pixels::placed(GeoTags::default(), size, self.turn)
    }

    fn layout(&self) -> &CellLayout {
        &self.layout
    }

    fn default_rule(&self) -> Result<CellRule> {
        use DynamicImage as Image;
        if let Some(largest) = self.largest {
            return Ok(CellRule::AtLeast(f64::from(largest / 2) + 1.0));
        }
        match self.image {
            Image::ImageRgb32F(_) | Image::ImageRgba32F(_) => pixels::default_rule::<f32>(),
            Image::ImageLuma16(_)
            | Image::ImageLumaA16(_)
            | Image::ImageRgb16(_)
            | Image::ImageRgba16(_) => pixels::default_rule::<u16>(),
            _ => pixels::default_rule::<u8>(),
        }
    }

    fn visit(&mut self, visitor: &mut ValueVisitor<'_>) -> Result<()> {
        use ColorLayout as Color;
        use DynamicImage as Image;
        match &self.image {
            Image::ImageLuma8(image) => self.visit_pixels(image, Color::GREY, visitor),
            Image::ImageLumaA8(image) => self.visit_pixels(image, Color::GREY_ALPHA, visitor),
            Image::ImageRgb8(image) => self.visit_pixels(image, Color::RGB, visitor),
            Image::ImageRgba8(image) => self.visit_pixels(image, Color::RGB_ALPHA, visitor),
            Image::ImageLuma16(image) => self.visit_pixels(image, Color::GREY, visitor),
            Image::ImageLumaA16(image) => self.visit_pixels(image, Color::GREY_ALPHA, visitor),
            Image::ImageRgb16(image) => self.visit_pixels(image, Color::RGB, visitor),
            Image::ImageRgba16(image) => self.visit_pixels(image, Color::RGB_ALPHA, visitor),
            Image::ImageRgb32F(image) => self.visit_pixels(image, Color::RGB, visitor),
            Image::ImageRgba32F(image) => self.visit_pixels(image, Color::RGB_ALPHA, visitor),
            _ => bail!("the image has pixels of an unknown kind"),
        }
    }
}

/// The most pixels per byte that a format can have: LZW has 4095 of them in 12 bits,
/// DEFLATE 1032 bytes of eight pixels in one. Other formats have no such bound, or decode
/// no more than there is.
fn most_per_byte(format: ImageFormat) -> Option<u64> {
    match format {
        ImageFormat::Gif => Some(2730),
        ImageFormat::Png => Some(8 * 1032),
        _ => None,
    }
}

/// Refuses a size that the file is too short for, before memory is taken for it.
fn check_claim(format: ImageFormat, (width, height): (u32, u32), bytes: u64) -> Result<()> {
    let pixels = u64::from(width) * u64::from(height);
    match most_per_byte(format) {
        Some(most) if pixels > bytes.saturating_mul(most) => {
            bail!("the header claims {width}x{height} pixels, more than {bytes} bytes can hold")
        }
        _ => Ok(()),
    }
}

/// Returns the largest value that a sample of a PNM file may have, and goes back
/// to the start.
fn largest_sample(input: &mut Box<dyn SeekableRead>) -> Result<u16> {
    let decoder = PnmDecoder::new(&mut *input).context("cannot read the image")?;
    let largest = decoder.header().maximal_sample();
    input.seek(SeekFrom::Start(0))?;
    Ok(u16::try_from(largest)?)
}

/// Gives the samples of a PNM file back the values they have there. The decoder
/// scales them to 8 or 16 bits, which is one to one. Alpha stays scaled.
fn unscale(image: &mut DynamicImage, largest: u16) {
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "what was scaled up is scaled down"
    )]
    let raw = |value: u16, full: u16| {
        (f64::from(value) * f64::from(largest) / f64::from(full)).round() as u16
    };
    #[allow(
        clippy::cast_possible_truncation,
        reason = "what was scaled up is scaled down"
    )]
    let byte = |value: &mut u8| *value = raw(u16::from(*value), 255) as u8;
    let word = |value: &mut u16| *value = raw(*value, u16::MAX);
    match image {
        DynamicImage::ImageLuma8(image) => image.iter_mut().for_each(byte),
        DynamicImage::ImageRgb8(image) => image.iter_mut().for_each(byte),
        DynamicImage::ImageLumaA8(image) => image.pixels_mut().for_each(|p| byte(&mut p.0[0])),
        DynamicImage::ImageRgba8(image) => image
            .pixels_mut()
            .for_each(|pixel| pixel.0[..3].iter_mut().for_each(byte)),
        DynamicImage::ImageLuma16(image) => image.iter_mut().for_each(word),
        DynamicImage::ImageRgb16(image) => image.iter_mut().for_each(word),
        DynamicImage::ImageLumaA16(image) => image.pixels_mut().for_each(|p| word(&mut p.0[0])),
        DynamicImage::ImageRgba16(image) => image
            .pixels_mut()
            .for_each(|pixel| pixel.0[..3].iter_mut().for_each(word)),
        _ => {}
    }
}
