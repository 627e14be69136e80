//! Arrays of NumPy as cells: read where they are, and packed into bits.

use catena_grid::{Raster, VolumeError};
use numpy::ndarray::{ArrayView1, ArrayView2, ArrayView3, Ix2, Ix3};
use numpy::{
    Element, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::intern;
use pyo3::prelude::*;

use crate::failure::{type_error, value_error};

/// The cells of an array.
pub(crate) enum Cells {
    /// No cell: an array of this shape.
    None(Vec<usize>),
    /// Two dimensions: rows and columns.
    Plane(Raster),
    /// Three dimensions: layers, rows and columns.
    Volume(LayerRows),
}

impl Cells {
    /// The shape of the array.
    pub(crate) fn shape(&self) -> Vec<usize> {
        match self {
            Cells::None(shape) => shape.clone(),
            Cells::Plane(raster) => vec![raster.height(), raster.width()],
            Cells::Volume(layers) => layers.shape(),
        }
    }

    /// How many cells there are.
    pub(crate) fn count(&self) -> usize {
        self.shape().iter().product()
    }

    /// The rows of all layers, if there is a cell.
    pub(crate) fn rows_mut(&mut self) -> Option<&mut Raster> {
        match self {
            Cells::None(_) => None,
            Cells::Plane(raster) => Some(raster),
            Cells::Volume(layers) => Some(&mut layers.rows),
        }
    }

    /// The rows of all layers, if there is a cell.
    pub(crate) fn into_rows(self) -> Option<Raster> {
        match self {
            Cells::None(_) => None,
            Cells::Plane(raster) => Some(raster),
            Cells::Volume(layers) => Some(layers.rows),
        }
    }
}

/// The rows of all layers of a volume, one layer below the other.
pub(crate) struct LayerRows {
    pub(crate) rows: Raster,
    pub(crate) height: usize,
    pub(crate) depth: usize,
}

/// The lowest value of an occupied cell.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Threshold {
    Integer(i128),
    Float(f64),
}

impl<'py> FromPyObject<'_, 'py> for Threshold {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Threshold> {
        // Whole numbers, those of NumPy too, are compared as such: not all of 64 bits are
        // floats.
        if let Ok(number) = object.extract::<i128>() {
            return Ok(Threshold::Integer(number));
        }
        let number: f64 = object
            .extract()
            .map_err(|_| type_error("a threshold is a number"))?;
        if number.is_nan() {
            return Err(value_error("a threshold is a number, not NaN"));
        }
        Ok(Threshold::Float(number))
    }
}

impl Threshold {
    /// The lowest whole number that is not below the threshold.
    #[allow(
        clippy::cast_possible_truncation,
        reason = "what is beyond 128 bits is beyond every element too"
    )]
    fn lowest_integer(self) -> i128 {
        match self {
            Threshold::Integer(number) => number,
            Threshold::Float(number) => number.ceil() as i128,
        }
    }

    #[allow(
        clippy::cast_precision_loss,
        reason = "elements that are floats are compared with a float"
    )]
    fn float(self) -> f64 {
        match self {
            Threshold::Integer(number) => number as f64,
            Threshold::Float(number) => number,
        }
    }

    /// Rounded as NumPy does: 0.7 is then at least 0.7 as a float of 32 bits.
    #[allow(
        clippy::cast_possible_truncation,
        reason = "rounding to the type of the elements is meant"
    )]
    fn single(self) -> f32 {
        self.float() as f32
    }
}

/// Reads the cells of an array: those that are not 0, or not below the threshold,
/// are occupied.
pub(crate) fn read(image: &Bound<'_, PyAny>, threshold: Option<Threshold>) -> PyResult<Cells> {
    let array = as_array(image)?;
    let shape = array.shape().to_vec();
    if !matches!(shape.len(), 2 | 3) {
        let plural = if shape.len() == 1 { "" } else { "s" };
        return Err(value_error(format!(
            "the array has {} dimension{plural}, not 2 or 3",
            shape.len()
        )));
    }
    let (kind, array) = readable(&array)?;
    // Without a cell there is nothing to compare, so no threshold is needed.
    if shape.contains(&0) {
        return Ok(Cells::None(shape));
    }
    if kind == b'f' && threshold.is_none() {
        return Err(type_error(format!(
            "an array of {} needs a threshold: the lowest value of an occupied cell",
            array.dtype().str()?
        )));
    }
    match (kind, array.dtype().itemsize()) {
        (b'b', _) if threshold.is_none() => cells(&array, |value: u8| value != 0),
        (b'b', _) => {
            let is_true_wanted = threshold.is_none_or(|lowest| lowest.lowest_integer() <= 1);
            let is_false_wanted = threshold.is_some_and(|lowest| lowest.lowest_integer() <= 0);
            cells(&array, move |value: u8| {
                if value == 0 {
                    is_false_wanted
                } else {
                    is_true_wanted
                }
            })
        }
        (b'u', 1) => integer_cells::<u8>(&array, threshold),
        (b'u', 2) => integer_cells::<u16>(&array, threshold),
        (b'u', 4) => integer_cells::<u32>(&array, threshold),
        (b'u', _) => integer_cells::<u64>(&array, threshold),
        (b'i', 1) => integer_cells::<i8>(&array, threshold),
        (b'i', 2) => integer_cells::<i16>(&array, threshold),
        (b'i', 4) => integer_cells::<i32>(&array, threshold),
        (b'i', _) => integer_cells::<i64>(&array, threshold),
        (_, 4) => {
            let lowest = threshold.map_or(f32::NAN, Threshold::single);
            cells(&array, move |value: f32| value >= lowest)
        }
        (_, 8) => {
            let lowest = threshold.map_or(f64::NAN, Threshold::float);
            cells(&array, move |value: f64| value >= lowest)
        }
        _ => {
            let lowest = threshold.map_or(f64::NAN, Threshold::float);
            let occupied = at_least(&array, lowest)?;
            cells(&occupied, |value: u8| value != 0)
        }
    }
}

/// Lets NumPy compare floats of a size that Rust has not, and returns bytes.
fn at_least<'py>(
    array: &Bound<'py, PyUntypedArray>,
    lowest: f64,
) -> PyResult<Bound<'py, PyUntypedArray>> {
    let py = array.py();
    let dtype = array.dtype();
    // What NumPy would round to infinity, but not without a warning.
    let is_beyond = dtype.itemsize() == 2 && lowest.abs() >= 65_520.0;
    let lowest = match is_beyond {
        true => f64::INFINITY.copysign(lowest),
        false => lowest,
    };
    let lowest = dtype.getattr(intern!(py, "type"))?.call1((lowest,))?;
    let numpy = py.import(intern!(py, "numpy"))?;
    let compare = numpy.getattr(intern!(py, "greater_equal"))?;
    let bytes = compare
        .call1((array, lowest))?
        .call_method1(intern!(py, "view"), ("u1",))?;
    Ok(bytes.cast_into::<PyUntypedArray>()?)
}

/// The object as an array, as NumPy sees it. Masked cells are refused: what is below a
/// mask is not known.
pub(crate) fn as_array<'py>(image: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyUntypedArray>> {
    let py = image.py();
    if let Ok(array) = image.cast_exact::<PyUntypedArray>() {
        return Ok(array.clone());
    }
    let numpy = py.import(intern!(py, "numpy"))?;
    if let Ok(array) = image.cast::<PyUntypedArray>() {
        let masks = numpy.getattr(intern!(py, "ma"))?;
        let is_masked = masks.call_method1(intern!(py, "is_masked"), (image,))?;
        if is_masked.is_truthy()? {
            return Err(value_error(
                "the array has masked cells; fill them first, as filled(0) does",
            ));
        }
        return Ok(array.clone());
    }
    let array = numpy.call_method1(intern!(py, "asarray"), (image,))?;
    Ok(array.cast_into::<PyUntypedArray>()?)
}

/// The array in a form that Rust can read, unless its elements are floats of a size that Rust
/// has not, and the kind of its elements. Copies only what is in another byte order or not
/// aligned.
fn readable<'py>(array: &Bound<'py, PyUntypedArray>) -> PyResult<(u8, Bound<'py, PyUntypedArray>)> {
    let py = array.py();
    let dtype = array.dtype();
    let kind = dtype.kind();
    let convert = |method: &str, to: Bound<'py, PyAny>| {
        let array = array.call_method1(method, (to,))?;
        Ok::<_, PyErr>(array.cast_into::<PyUntypedArray>()?)
    };
    let array = match (kind, dtype.itemsize()) {
        // A byte that is neither 0 nor 1 is no `bool` of Rust.
        (b'b', _) => convert("view", "u1".into_pyobject(py)?.into_any())?,
        // NumPy compares these, as they are.
        (b'f', size) if size != 4 && size != 8 => array.clone(),
        (b'u' | b'i' | b'f', _) => {
            if dtype.is_native_byteorder() == Some(false) || !array.is_aligned() {
                convert("astype", dtype.call_method1("newbyteorder", ("=",))?)?
            } else {
                array.clone()
            }
        }
        _ => {
            return Err(type_error(format!(
                "the array has elements of type {}; booleans, integers and floats are read",
                dtype.str()?
            )));
        }
    };
    Ok((kind, array))
}

fn integer_cells<T>(
    array: &Bound<'_, PyUntypedArray>,
    threshold: Option<Threshold>,
) -> PyResult<Cells>
where
    T: Element + Copy + Default + PartialOrd + TryFrom<i128> + Send + Sync,
{
    let Some(threshold) = threshold else {
        return cells(array, |value: T| value != T::default());
    };
    let lowest = threshold.lowest_integer();
    match T::try_from(lowest) {
        Ok(lowest) => cells(array, move |value: T| value >= lowest),
        Err(_) => {
            let is_below_all = lowest < 0;
            cells(array, move |_: T| is_below_all)
        }
    }
}

/// Packs the cells of an array of two or three dimensions.
fn cells<T: Element + Copy + Sync>(
    array: &Bound<'_, PyUntypedArray>,
    is_occupied: impl Fn(T) -> bool + Sync,
) -> PyResult<Cells> {
    let py = array.py();
    let array = array.cast::<PyArrayDyn<T>>()?.try_readonly();
    let array = array.map_err(value_error)?;
    let view = array.as_array();
    if view.ndim() == 2 {
        let view: ArrayView2<'_, T> = view.into_dimensionality::<Ix2>().map_err(value_error)?;
        let (height, width) = view.dim();
        let mut raster = Raster::new(width, height).map_err(value_error)?;
        pack(py, &mut raster, |row| view.row(row), &is_occupied)?;
        return Ok(Cells::Plane(raster));
    }
    let view: ArrayView3<'_, T> = view.into_dimensionality::<Ix3>().map_err(value_error)?;
    let (depth, height, width) = view.dim();
    let too_large = || {
        value_error(VolumeError {
            size: (width, height, depth),
        })
    };
    let rows = depth.checked_mul(height).ok_or_else(too_large)?;
    let mut raster = Raster::new(width, rows).map_err(|_| too_large())?;
    let line = |at: usize| {
        let layer = view.index_axis(numpy::ndarray::Axis(0), at / height);
        layer.index_axis_move(numpy::ndarray::Axis(0), at % height)
    };
    pack(py, &mut raster, line, &is_occupied)?;
    Ok(Cells::Volume(LayerRows {
        rows: raster,
        height,
        depth,
    }))
}

/// How many cells are packed between two looks for Ctrl-C.
const PACKED_AT_ONCE: usize = 1 << 24;

/// Fills the raster from the lines of an array, without the interpreter lock.
fn pack<'a, T: Copy + Sync + 'a>(
    py: Python<'_>,
    raster: &mut Raster,
    line: impl Fn(usize) -> ArrayView1<'a, T> + Sync,
    is_occupied: &(impl Fn(T) -> bool + Sync),
) -> PyResult<()> {
    let (width, height) = (raster.width(), raster.height());
    let at_once = (PACKED_AT_ONCE / width).max(1);
    for start in (0..height).step_by(at_once) {
        py.detach(|| {
            let mut gathered = Vec::new();
            for row in start..height.min(start + at_once) {
                let cells = line(row);
                let cells = match cells.to_slice() {
                    Some(cells) => cells,
                    None => {
                        gathered.clear();
                        gathered.extend(cells.iter().copied());
                        &gathered[..]
                    }
                };
                raster.set_words(row, words(cells, is_occupied));
            }
        });
        py.check_signals()?;
    }
    Ok(())
}

/// The cells as bits, 64 in a word, the lowest bit first.
fn words<T: Copy>(cells: &[T], is_occupied: &impl Fn(T) -> bool) -> impl Iterator<Item = u64> {
    let (whole, rest) = cells.as_chunks::<64>();
    let last = (!rest.is_empty()).then(|| {
        let bits = rest.iter().map(|value| u64::from(is_occupied(*value)));
        bits.zip(0..).fold(0, |word, (bit, at)| word | bit << at)
    });
    let whole = whole.iter().map(|cells| {
        // Compilers turn this loop into vector instructions, but not `map` of an array.
        let mut flags = [0; 64];
        for (flag, value) in flags.iter_mut().zip(cells) {
            *flag = u8::from(is_occupied(*value));
        }
        word(&flags)
    });
    whole.chain(last)
}

/// Flags, each 0 or 1, as bits: flag `i` becomes bit `i`.
#[cfg(target_arch = "x86_64")]
fn word(flags: &[u8; 64]) -> u64 {
    // SAFETY: SSE2 is a part of x86-64.
    unsafe { gather_by_sixteen(flags) }
}

/// [`word`], sixteen flags per instruction.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "sse2")]
fn gather_by_sixteen(flags: &[u8; 64]) -> u64 {
    use std::arch::x86_64::{_mm_movemask_epi8, _mm_set_epi64x, _mm_setzero_si128, _mm_sub_epi8};

    let (sixteens, _) = flags.as_chunks::<16>();
    let masks = sixteens.iter().map(|flags| {
        let (halves, _) = flags.as_chunks::<8>();
        let [low, high] = [halves[0], halves[1]].map(i64::from_le_bytes);
        // Taken from 0, a flag fills its byte.
        let filled = _mm_sub_epi8(_mm_setzero_si128(), _mm_set_epi64x(high, low));
        u64::from(_mm_movemask_epi8(filled).cast_unsigned())
    });
    masks
        .zip(0..)
        .fold(0, |word, (mask, at)| word | mask << (16 * at))
}

/// Flags, each 0 or 1, as bits: flag `i` becomes bit `i`.
#[cfg(not(target_arch = "x86_64"))]
fn word(flags: &[u8; 64]) -> u64 {
    let (eights, _) = flags.as_chunks::<8>();
    let bytes = eights
        .iter()
        .map(|flags| gather(u64::from_le_bytes(*flags)));
    bytes
        .zip(0..)
        .fold(0, |word, (byte, at)| word | byte << (8 * at))
}

/// The lowest bits of eight bytes as one byte: byte `i` becomes bit `i`. The
/// multiplication moves bit `8 i` to bit `56 + i`, and no two products meet.
#[cfg(not(target_arch = "x86_64"))]
fn gather(flags: u64) -> u64 {
    flags.wrapping_mul(0x0102_0408_1020_4080) >> 56
}
