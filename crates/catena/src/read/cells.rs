//! From the values of a file to occupied and empty cells.

use anyhow::{Result, anyhow};
use catena_grid::{
    LargeRaster, LargeRasterError, MAX_CELLS, MAX_LARGE_CELLS, Raster, RasterError, Volume,
    VolumeError,
};

use super::CellArgs;
use super::memory;
use super::threshold::{CellRule, Threshold, ValueCounts};
use super::values::ValueSlice;
use crate::georeference::ImagePlace;

/// Takes the values of some cells, and which of them are opaque if some may not
/// be.
pub(super) type ValueVisitor<'a> = dyn FnMut(ValueSlice<'_>, Option<&[bool]>) -> Result<()> + 'a;

/// A file whose cells have values.
pub(super) trait ValueSource {
    /// Where the cells are in the order of the file.
    fn layout(&self) -> &CellLayout;

    /// Which values are occupied if no threshold is given.
    ///
    /// # Errors
    ///
    /// If the values do not tell.
    fn default_rule(&self) -> Result<CellRule>;

    /// Calls the visitor with the values of all cells, in the order of the file.
    fn visit(&mut self, visitor: &mut ValueVisitor<'_>) -> Result<()>;

    /// Whether it is an image, with light and dark pixels.
    fn is_image(&self) -> bool {
        false
    }

    /// What the file says about its place on a map.
    ///
    /// # Errors
    ///
    /// If it is too large for one.
    fn place(&self) -> Result<ImagePlace> {
        Ok(ImagePlace::default())
    }
}

/// Where the cells of a grid or volume are in the order of the file. The place of
/// the cell in column x, row y and layer z is `first + x·steps[0] + y·steps[1] +
/// z·steps[2]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CellLayout {
    /// Columns, rows and layers.
    pub(super) size: [usize; 3],
    pub(super) first: usize,
    pub(super) steps: [isize; 3],
}

impl CellLayout {
    /// Rows from the top, each from the left, layer after layer.
    pub(super) fn row_by_row(size: [usize; 3]) -> Result<CellLayout> {
        check_size(size)?;
        let [width, height, _] = size.map(usize::cast_signed);
        Ok(CellLayout {
            size,
            first: 0,
            steps: [1, width, width * height],
        })
    }

    /// The columns of a layer one after the other, each from the top; the
    /// layers vary fastest.
    pub(super) fn layers_first(size: [usize; 3]) -> Result<CellLayout> {
        check_size(size)?;
        let [_, height, depth] = size.map(usize::cast_signed);
        Ok(CellLayout {
            size,
            first: 0,
            steps: [height * depth, depth, 1],
        })
    }

    fn count(&self) -> usize {
        self.size.iter().product()
    }

    fn place(&self, cell: [usize; 3]) -> usize {
        let axes = cell.iter().zip(self.steps);
        axes.fold(self.first, |place, (at, step)| {
            place.wrapping_add_signed(at.cast_signed() * step)
        })
    }
}

/// Refuses what has no cell, or too many.
fn check_size([width, height, depth]: [usize; 3]) -> Result<()> {
    let cells = width
        .checked_mul(height)
        .and_then(|cells| cells.checked_mul(depth));
    match cells {
        Some(1..=MAX_CELLS) => Ok(()),
        Some(cells @ 1..) if depth == 1 && cells as u64 <= MAX_LARGE_CELLS => Ok(()),
        Some(0) if depth == 1 => Err(RasterError::Size { width, height }.into()),
        _ if depth == 1 => Err(LargeRasterError::Size { width, height }.into()),
        _ => Err(VolumeError {
            size: (width, height, depth),
        }
        .into()),
    }
}

/// Whether a grid of this size has more cells than a [`Raster`] may have.
pub(super) fn is_large(width: usize, height: usize) -> bool {
    let padded = width
        .checked_next_multiple_of(64)
        .and_then(|width| width.checked_mul(height));
    padded.is_none_or(|cells| cells > MAX_CELLS)
}

/// A bit per cell, in the order of the file.
#[derive(Default)]
struct CellBits {
    words: Vec<u64>,
    len: usize,
}

impl CellBits {
    fn push(&mut self, bit: bool) {
        if self.len.is_multiple_of(64) {
            self.words.push(0);
        }
        if let Some(word) = self.words.last_mut() {
            *word |= u64::from(bit) << (self.len % 64);
        }
        self.len += 1;
    }

    fn get(&self, place: usize) -> bool {
        self.words[place / 64] >> (place % 64) & 1 == 1
    }

    /// The bits from a place on, the first one lowest; 0 beyond the last one.
    fn word(&self, place: usize) -> u64 {
        let [low, high] =
            [0, 1].map(|next| self.words.get(place / 64 + next).map_or(0, |word| *word));
        match place % 64 {
            0 => low,
            shift => low >> shift | high << (64 - shift),
        }
    }
}

/// Occupied and empty cells, and the threshold that was chosen.
pub(super) struct Cells {
    layout: CellLayout,
    bits: CellBits,
    pub(super) chosen: Option<f64>,
}

impl Cells {
    /// Decides which cells of the file are occupied. A transparent cell is
    /// empty, also if occupied and empty are swapped.
    pub(super) fn read(source: &mut dyn ValueSource, args: &CellArgs) -> Result<Cells> {
        let layout = source.layout().clone();
        let count = layout.count();
        // The bits in the order of the file, and once more as rows.
        memory::check(count as u64 / 4)?;
        let mut chosen = None;
        let rule = match args.threshold {
            None => source.default_rule()?,
            Some(Threshold::Value(value)) => CellRule::AtLeast(value),
            Some(Threshold::Otsu) => {
                let threshold = otsu(source)?;
                chosen = Some(threshold);
                CellRule::AtLeast(threshold)
            }
        };
        let mut bits = CellBits::default();
        source.visit(&mut |values, opaque| {
            match opaque {
                None => rule.apply(values, args.invert, |cell| bits.push(cell)),
                Some(opaque) => {
                    let mut opaque = opaque.iter();
                    rule.apply(values, args.invert, |cell| {
                        let is_opaque = opaque.next() == Some(&true);
                        bits.push(cell && is_opaque);
                    });
                }
            }
            Ok(())
        })?;
        if bits.len != count {
            return Err(anyhow!("there are {} values for {count} cells", bits.len));
        }
        Ok(Cells {
            layout,
            bits,
            chosen,
        })
    }

    pub(super) fn into_raster(self) -> Result<Raster, RasterError> {
        let [width, height, _] = self.layout.size;
        let mut raster = Raster::new(width, height)?;
        for row in 0..height {
            raster.set_words(row, self.row_words(row));
        }
        Ok(raster)
    }

    pub(super) fn into_large(self) -> Result<LargeRaster, LargeRasterError> {
        let [width, height, _] = self.layout.size;
        let mut raster = LargeRaster::new(width, height)?;
        for row in 0..height {
            raster.set_words(row, self.row_words(row));
        }
        Ok(raster)
    }

    /// The cells of a row, 64 per word. The last word may have more than belong to the row.
    fn row_words(&self, row: usize) -> impl Iterator<Item = u64> {
        let (width, step) = (self.layout.size[0], self.layout.steps[0]);
        let first = self.layout.place([0, row, 0]);
        (0..width).step_by(64).map(move |column| {
            if step == 1 {
                return self.bits.word(first + column);
            }
            let bits = (column..width.min(column + 64)).zip(0..64);
            bits.fold(0, |word, (column, bit)| {
                let place = first.wrapping_add_signed(column.cast_signed() * step);
                word | u64::from(self.bits.get(place)) << bit
            })
        })
    }

    pub(super) fn into_volume(self) -> Result<Volume, VolumeError> {
        let [width, height, depth] = self.layout.size;
        Volume::from_fn(width, height, depth, |x, y, z| {
            self.bits.get(self.layout.place([x, y, z]))
        })
    }
}

/// The threshold that Otsu's method chooses.
fn otsu(source: &mut dyn ValueSource) -> Result<f64> {
    let mut counts = ValueCounts::default();
    source.visit(&mut |values, opaque| {
        counts
            .add(values, opaque)
            .ok_or_else(|| anyhow!("too many different values for --threshold otsu"))
    })?;
    counts.otsu().ok_or_else(|| {
        anyhow!("--threshold otsu needs two different values; give a number instead")
    })
}
