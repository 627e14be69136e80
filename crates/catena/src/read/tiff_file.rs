//! TIFF files: samples of every type, and several pages.

use std::ops::Range;

use anyhow::{Context, Result, bail};
use image::metadata::Orientation;
use tiff::ColorType;
use tiff::decoder::{BufferLayoutPreference, Decoder, DecodingResult, DecodingSampleType, Limits};
use tiff::tags::Tag;

use super::CellArgs;
use super::cells::{CellLayout, ValueSource, ValueVisitor};
use super::memory;
use super::pixels::{self, Channel, ColorLayout, Pixels};
use super::threshold::CellRule;
use super::tiff_palette::{TiffInput, look_up, read_colours};
use super::values::{CellValue, ValueSlice, with_values};
use crate::file::SeekableRead;
use crate::georeference::{GeoTags, ImagePlace};

/// A TIFF file, and which of its pages count.
pub(super) struct TiffFile {
    decoder: Decoder<TiffInput>,
    pages: Range<usize>,
    /// That of all pages.
    layout: CellLayout,
    shape: PageShape,
    /// Those of the first page that counts.
    tags: GeoTags,
    channel: Option<Channel>,
}

impl TiffFile {
    /// Opens the page asked for, or the first.
    pub(super) fn open_page(input: Box<dyn SeekableRead>, args: &CellArgs) -> Result<TiffFile> {
        let page = args.page.map_or(0, |page| page.get() - 1);
        TiffFile::open(input, args, |pages| match page < pages {
            true => Ok(page..page + 1),
            false => bail!("there is no page {}; the image has {pages}", page + 1),
        })
    }

    /// Opens all pages as layers, or only the one asked for.
    pub(super) fn open_all(input: Box<dyn SeekableRead>, args: &CellArgs) -> Result<TiffFile> {
        match args.page {
            Some(_) => TiffFile::open_page(input, args),
            None => TiffFile::open(input, args, |pages| Ok(0..pages)),
        }
    }

    fn open(
        input: Box<dyn SeekableRead>,
        args: &CellArgs,
        choose: impl FnOnce(usize) -> Result<Range<usize>>,
    ) -> Result<TiffFile> {
        let mut decoder = Decoder::new(TiffInput::new(input)?)
            .context("cannot read the image")?
            .with_limits(limits());
        let pages = choose(count_pages(&mut decoder))?;
        let shape = PageShape::read(&mut decoder, pages.start)?;
        let (width, height) = shape.size;
        let mut layout = pixels::oriented(width, height, shape.turn)?;
        let full = [layout.size[0], layout.size[1], pages.len()];
        layout.steps[2] = CellLayout::row_by_row(full)?.steps[2];
        layout.size = full;
        Ok(TiffFile {
            tags: read_geo_tags(&mut decoder),
            decoder,
            pages,
            layout,
            shape,
            channel: args.channel,
        })
    }

    fn visit_page(
        &mut self,
        page: usize,
        expected: &PageShape,
        visitor: &mut ValueVisitor<'_>,
    ) -> Result<()> {
        let shape = PageShape::read(&mut self.decoder, page)?;
        if shape != *expected {
            bail!("{shape}, not as the first of them: {expected}");
        }
        let (width, height) = shape.size;
        let colours = if shape.is_palette {
            3 * width * height
        } else {
            0
        };
        memory::check((2 * shape.bytes + colours) as u64)?;
        let mut buffer = DecodingResult::U8(Vec::new());
        let layout = self.decoder.read_image_to_buffer(&mut buffer);
        let layout = layout.context("cannot read the image")?;
        if let DecodingResult::U8(samples) = &mut buffer
            && shape.bits < 8
        {
            *samples = unpack(samples, &layout, &shape)?;
        }
        if shape.is_palette {
            buffer = look_up(&buffer, &read_colours(&mut self.decoder)?)?;
        }
        convert_cmyk(&mut buffer, shape.color)?;
        let values = values(&buffer);
        with_values!(values, samples => shape.visit(samples, layout.planes, self.channel, visitor))
    }
}

impl ValueSource for TiffFile {
    fn is_image(&self) -> bool {
        true
    }

    fn place(&self) -> Result<ImagePlace> {
        pixels::placed(self.tags.clone(), self.shape.size, self.shape.turn)
    }

    fn layout(&self) -> &CellLayout {
        &self.layout
    }

    fn default_rule(&self) -> Result<CellRule> {
        use DecodingSampleType as Type;
        match self.shape.sample {
            Type::U8 => pixels::default_rule::<u8>(),
            Type::U16 => pixels::default_rule::<u16>(),
            Type::U32 => pixels::default_rule::<u32>(),
            Type::U64 => pixels::default_rule::<u64>(),
            Type::I8 => pixels::default_rule::<i8>(),
            Type::I16 => pixels::default_rule::<i16>(),
            Type::I32 => pixels::default_rule::<i32>(),
            Type::I64 => pixels::default_rule::<i64>(),
            Type::F16 => pixels::default_rule::<half::f16>(),
            Type::F32 => pixels::default_rule::<f32>(),
            Type::F64 => pixels::default_rule::<f64>(),
        }
    }

    fn visit(&mut self, visitor: &mut ValueVisitor<'_>) -> Result<()> {
        let expected = self.shape;
        for page in self.pages.clone() {
            self.visit_page(page, &expected, visitor)
                .with_context(|| format!("page {}", page + 1))?;
        }
        Ok(())
    }
}

/// Reads the tags of GeoTIFF from the page that was gone to.
fn read_geo_tags(decoder: &mut Decoder<TiffInput>) -> GeoTags {
    let mut tags = GeoTags::default();
    let mut numbers = |tag: Tag| match decoder.find_tag(tag) {
        Ok(Some(value)) => value.into_f64_vec().unwrap_or_else(|_| {
            tags.is_broken = true;
            Vec::new()
        }),
        Ok(None) => Vec::new(),
        Err(_) => {
            tags.is_broken = true;
            Vec::new()
        }
    };
    let pixel_scale = numbers(Tag::ModelPixelScaleTag);
    let tie_points = numbers(Tag::ModelTiepointTag);
    let transformation = numbers(Tag::ModelTransformationTag);
    match decoder.find_tag_unsigned_vec(Tag::GeoKeyDirectoryTag) {
        Ok(keys) => tags.keys = keys.unwrap_or_default(),
        Err(_) => tags.is_broken = true,
    }
    GeoTags {
        pixel_scale,
        tie_points,
        transformation,
        ..tags
    }
}

fn limits() -> Limits {
    let most = 16 * catena_grid::MAX_CELLS as u64;
    let bytes = memory::available().unwrap_or(most);
    let mut limits = Limits::default();
    limits.decoding_buffer_size = usize::try_from(bytes).unwrap_or(usize::MAX);
    limits.intermediate_buffer_size = limits.decoding_buffer_size;
    // Where each strip is; there may be one per row.
    limits.ifd_value_size = 64 << 20;
    limits
}

/// How many pages there are, up to one that cannot be read.
fn count_pages(decoder: &mut Decoder<TiffInput>) -> usize {
    // The pages are a linked list; a file may link them in a circle.
    const MOST: usize = 1 << 20;
    let mut pages = 0;
    let mut next = decoder.ifd_pointer();
    while let Some(page) = next
        && pages < MOST
    {
        pages += 1;
        next = decoder
            .read_directory(page)
            .ok()
            .and_then(|page| page.next());
    }
    pages
}

/// What must be the same for all pages of a volume.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PageShape {
    size: (usize, usize),
    turn: Orientation,
    sample: DecodingSampleType,
    bits: u8,
    color: ColorType,
    has_alpha: bool,
    /// Whether pixels are numbers of colours.
    is_palette: bool,
    bytes: usize,
}

impl std::fmt::Display for PageShape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (width, height) = self.size;
        write!(
            f,
            "{width}x{height} pixels, {:?}, {:?}",
            self.color, self.sample
        )
    }
}

impl PageShape {
    /// Goes to a page and reads what its tags say.
    fn read(decoder: &mut Decoder<TiffInput>, page: usize) -> Result<PageShape> {
        decoder
            .seek_to_image(page)
            .context("cannot read the image")?;
        let (width, height) = decoder.dimensions().context("cannot read the image")?;
        if width == 0 || height == 0 {
            bail!("the image has no pixel");
        }
        let mut color = decoder.colortype().context("cannot read the image")?;
        let layout = decoder
            .image_buffer_layout()
            .context("cannot read the image")?;
        let bits = color.bit_depth();
        let is_known = |sample: &DecodingSampleType| match bits {
            1 | 2 | 4 => *sample == DecodingSampleType::U8,
            _ => matches!(bits, 8 | 16 | 32 | 64),
        };
        let Some(mut sample) = layout.sample_type.filter(is_known) else {
            bail!("the image has samples of {bits} bits; 1, 2, 4, 8, 16, 32 and 64 are read");
        };
        let directory = decoder.ifd_pointer().map_or(0, |place| place.0);
        let is_palette = decoder.inner().is_palette(directory);
        if is_palette {
            if !matches!(color, ColorType::Gray(_)) {
                bail!(
                    "the image has numbered colours in one of several channels, which is not read"
                );
            }
            (color, sample) = (ColorType::RGB(8), DecodingSampleType::U8);
        }
        let turn: Option<u8> = decoder.find_tag_unsigned(Tag::Orientation).unwrap_or(None);
        let extra: Vec<u16> = decoder
            .find_tag_unsigned_vec(Tag::ExtraSamples)
            .unwrap_or(None)
            .unwrap_or_default();
        Ok(PageShape {
            size: (width as usize, height as usize),
            turn: turn
                .and_then(Orientation::from_exif)
                .unwrap_or(Orientation::NoTransforms),
            sample,
            bits,
            color,
            // Associated and unassociated alpha.
            has_alpha: matches!(extra.first(), Some(1 | 2)),
            is_palette,
            bytes: layout.complete_len,
        })
    }

    /// What the channels mean if there are this many.
    fn color_layout(&self, channels: usize) -> Result<ColorLayout> {
        let alpha_at = |at: usize| (self.has_alpha && at < channels).then_some(at);
        Ok(match self.color {
            ColorType::Gray(_) | ColorType::GrayA(_) | ColorType::Multiband { .. } => {
                let alpha = alpha_at(1).filter(|_| channels == 2);
                ColorLayout::new(channels, false, alpha)
            }
            // CMYK was converted.
            ColorType::RGB(_) | ColorType::RGBA(_) | ColorType::CMYK(_) => {
                ColorLayout::new(channels, true, alpha_at(3))
            }
            other => bail!(
                "the image has pixels of the kind {other:?}; grey, RGB, CMYK and several bands are read"
            ),
        })
    }

    fn visit<T: CellValue>(
        &self,
        samples: &[T],
        planes: usize,
        channel: Option<Channel>,
        visitor: &mut ValueVisitor<'_>,
    ) -> Result<()> {
        let (width, height) = self.size;
        let cells = width * height;
        let channels = samples.len() / cells;
        if channels == 0 || samples.len() != channels * cells {
            bail!("there are {} samples for {cells} pixels", samples.len());
        }
        let color = self.color_layout(channels)?;
        let mut together = Vec::new();
        if planes > 1 {
            together.reserve_exact(samples.len());
            for at in 0..cells {
                together.extend(samples[at..].iter().step_by(cells));
            }
        }
        let samples = if planes > 1 { &together[..] } else { samples };
        let pixels = Pixels {
            samples,
            width,
            color,
        };
        pixels.visit(channel, visitor)
    }
}

fn values(buffer: &DecodingResult) -> ValueSlice<'_> {
    match buffer {
        DecodingResult::U8(samples) => ValueSlice::U8(samples),
        DecodingResult::U16(samples) => ValueSlice::U16(samples),
        DecodingResult::U32(samples) => ValueSlice::U32(samples),
        DecodingResult::U64(samples) => ValueSlice::U64(samples),
        DecodingResult::I8(samples) => ValueSlice::I8(samples),
        DecodingResult::I16(samples) => ValueSlice::I16(samples),
        DecodingResult::I32(samples) => ValueSlice::I32(samples),
        DecodingResult::I64(samples) => ValueSlice::I64(samples),
        DecodingResult::F16(samples) => ValueSlice::F16(samples),
        DecodingResult::F32(samples) => ValueSlice::F32(samples),
        DecodingResult::F64(samples) => ValueSlice::F64(samples),
    }
}

/// Turns CMYK, which says how much light is taken away, into RGB.
fn convert_cmyk(buffer: &mut DecodingResult, color: ColorType) -> Result<()> {
    match (color, &mut *buffer) {
        (ColorType::CMYK(_), DecodingResult::U8(samples)) => *samples = rgb_of_cmyk(samples, 255),
        (ColorType::CMYK(_), DecodingResult::U16(samples)) => {
            *samples = rgb_of_cmyk(samples, 65_535);
        }
        (ColorType::CMYK(_), _) => bail!("the image has CMYK of a depth that is not read"),
        _ => {}
    }
    Ok(())
}

fn rgb_of_cmyk<T: Copy + Into<u64> + TryFrom<u64> + Default>(samples: &[T], full: u64) -> Vec<T> {
    let mut rgb = Vec::with_capacity(samples.len() / 4 * 3);
    for pixel in samples.chunks_exact(4) {
        let light = full - pixel[3].into();
        rgb.extend(pixel[..3].iter().map(|ink| {
            let value = (full - (*ink).into()) * light / full;
            T::try_from(value).unwrap_or_default()
        }));
    }
    rgb
}

/// Gives each sample of fewer than 8 bits a byte, scaled to 0 to 255 if it is not the number
/// of a colour.
fn unpack(packed: &[u8], layout: &BufferLayoutPreference, shape: &PageShape) -> Result<Vec<u8>> {
    let (width, height) = shape.size;
    let bits = usize::from(shape.bits);
    let Some(stride) = layout.row_stride.filter(|_| layout.planes == 1) else {
        bail!("the image has planes of {bits} bits per sample, which are not read");
    };
    let channels = match shape.is_palette {
        true => 1,
        false => usize::from(shape.color.num_samples()),
    };
    let in_row = width * channels;
    memory::check((in_row * height) as u64)?;
    let largest = (1u8 << bits) - 1;
    let factor = if shape.is_palette { 1 } else { 255 / largest };
    let mut samples = Vec::with_capacity(in_row * height);
    for row in packed.chunks_exact(stride.get()) {
        for at in 0..in_row {
            let first = at * bits;
            let value = row[first / 8] >> (8 - bits - first % 8) & largest;
            samples.push(value * factor);
        }
    }
    Ok(samples)
}
