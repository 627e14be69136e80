//! NumPy's arrays: `.npy`, and `.npz`, which is a zip archive of them.

use std::io::{BufReader, Cursor, Read, SeekFrom};

use anyhow::{Context, Result, bail};
use half::f16;
use npyz::{DType, Deserialize, NpyFile, NpyHeader, Order, TypeChar};
use zip::ZipArchive;

use super::CellArgs;
use super::cells::{CellLayout, ValueSource, ValueVisitor};
use super::threshold::CellRule;
use super::values::CellValue;
use crate::file::SeekableRead;

/// The first bytes of a `.npy` file.
pub(super) const NPY_MAGIC: &[u8] = b"\x93NUMPY";
/// The first bytes of a zip archive: that of a file, or the end of one without files.
const ZIP_MAGIC: [&[u8]; 2] = [b"PK\x03\x04", b"PK\x05\x06"];

/// Whether a file begins like a zip archive.
pub(super) fn is_zip(start: &[u8]) -> bool {
    ZIP_MAGIC.iter().any(|magic| start.starts_with(magic))
}

/// The longest header that is read; NumPy writes 128 bytes.
const MAX_HEADER: usize = 1 << 16;

/// An array in a file.
pub(super) struct ArrayFile {
    input: Box<dyn SeekableRead>,
    /// Which file of an archive it is.
    entry: Option<usize>,
    layout: CellLayout,
}

impl ArrayFile {
    /// Opens an array of two dimensions, indexed by row and column, or three,
    /// indexed by layer, row and column.
    pub(super) fn open(
        mut input: Box<dyn SeekableRead>,
        is_archive: bool,
        dimensions: usize,
        args: &CellArgs,
    ) -> Result<ArrayFile> {
        let entry = match (is_archive, &args.array) {
            (true, name) => Some(find_entry(&mut input, name.as_deref())?),
            (false, None) => None,
            (false, Some(_)) => bail!("--array is for .npz files; a .npy file has one array"),
        };
        let header = with_bytes(&mut input, entry, |bytes| read_header(bytes))?;
        let shape = header
            .shape()
            .iter()
            .map(|length| Ok(usize::try_from(*length)?));
        let shape = shape.collect::<Result<Vec<usize>>>()?;
        let size = match shape[..] {
            [height, width] if dimensions == 2 => [width, height, 1],
            [depth, height, width] if dimensions == 3 => [width, height, depth],
            [_] => bail!("the array has 1 dimension, not {dimensions}"),
            _ => bail!("the array has {} dimensions, not {dimensions}", shape.len()),
        };
        let layout = match header.order() {
            Order::C => CellLayout::row_by_row(size)?,
            Order::Fortran => CellLayout::layers_first(size)?,
        };
        element_of(&header.dtype())?;
        Ok(ArrayFile {
            input,
            entry,
            layout,
        })
    }
}

impl ValueSource for ArrayFile {
    fn layout(&self) -> &CellLayout {
        &self.layout
    }

    fn default_rule(&self) -> Result<CellRule> {
        Ok(CellRule::NotZero)
    }

    fn visit(&mut self, visitor: &mut ValueVisitor<'_>) -> Result<()> {
        with_bytes(&mut self.input, self.entry, |bytes| {
            let header = read_header(bytes)?;
            visit_elements(NpyFile::with_header(header, bytes), visitor)
        })
    }
}

/// Calls `work` with the bytes of the array from its header on.
fn with_bytes<R>(
    input: &mut Box<dyn SeekableRead>,
    entry: Option<usize>,
    work: impl FnOnce(&mut dyn Read) -> Result<R>,
) -> Result<R> {
    input.seek(SeekFrom::Start(0))?;
    let Some(entry) = entry else {
        return work(input);
    };
    let mut archive = ZipArchive::new(input).context("cannot read the archive")?;
    let file = archive.by_index(entry).context("cannot read the archive")?;
    work(&mut BufReader::with_capacity(1 << 16, file))
}

/// Returns which file of the archive is the array of this name, or the only one.
fn find_entry(input: &mut Box<dyn SeekableRead>, name: Option<&str>) -> Result<usize> {
    let archive = ZipArchive::new(input).context("cannot read the archive")?;
    let mut arrays: Vec<(usize, String)> = Vec::new();
    for at in 0..archive.len() {
        let file = match archive.name_for_index(at) {
            Some(file) => file.context("cannot read the archive")?,
            None => continue,
        };
        if let Some(array) = npyz::npz::array_name_from_file_name(&file) {
            arrays.push((at, array.to_owned()));
        }
    }
    let names = || {
        const SHOWN: usize = 10;
        let mut names: Vec<&str> = arrays
            .iter()
            .take(SHOWN)
            .map(|(_, name)| &name[..])
            .collect();
        if arrays.len() > SHOWN {
            names.push("…");
        }
        names.join(", ")
    };
    match (name, &arrays[..]) {
        (_, []) => bail!("the archive has no array"),
        (None, [(at, _)]) => Ok(*at),
        (None, _) => bail!(
            "the archive has {} arrays; choose one with --array: {}",
            arrays.len(),
            names()
        ),
        (Some(name), _) => match arrays.iter().find(|(_, array)| array == name) {
            Some((at, _)) => Ok(*at),
            None => bail!("the archive has no array '{name}'; it has: {}", names()),
        },
    }
}

/// Reads the header; the elements follow.
fn read_header(bytes: &mut dyn Read) -> Result<NpyHeader> {
    let mut start = vec![0; 10];
    let ends = "the array ends in its header";
    bytes.read_exact(&mut start).context(ends)?;
    if !start.starts_with(NPY_MAGIC) {
        bail!("this is not a .npy file");
    }
    if start[6] > 1 {
        start.resize(12, 0);
        bytes.read_exact(&mut start[10..]).context(ends)?;
    }
    let length = start[8..]
        .iter()
        .rev()
        .fold(0, |length, byte| length << 8 | usize::from(*byte));
    if length > MAX_HEADER {
        bail!("the header of the array has {length} bytes; at most {MAX_HEADER} are read");
    }
    let text_at = start.len();
    start.resize(text_at + length, 0);
    bytes.read_exact(&mut start[text_at..]).context(ends)?;
    check_header(&start[text_at..])?;
    NpyHeader::from_reader(Cursor::new(start)).context("the header of the array is not understood")
}

/// Refuses a header that is nested deeply, or with a shape whose product does not
/// fit in 64 bits. The crate takes both on trust.
fn check_header(text: &[u8]) -> Result<()> {
    const MAX_DEPTH: usize = 16;
    let opening = text
        .iter()
        .filter(|byte| matches!(byte, b'(' | b'[' | b'{'));
    if opening.count() > MAX_DEPTH {
        bail!("the header of the array is not understood: it has too many brackets");
    }
    let numbers = text
        .split(|byte| !byte.is_ascii_digit())
        .filter(|digits| !digits.is_empty());
    let mut product = 1u64;
    for digits in numbers {
        let number = std::str::from_utf8(digits)
            .ok()
            .and_then(|digits| digits.parse::<u64>().ok());
        match number.and_then(|number| product.checked_mul(number.max(1))) {
            Some(more) if more < 1 << 62 => product = more,
            _ => bail!("the header of the array has a shape that is too large"),
        }
    }
    Ok(())
}

/// The kind of an element and its size in bytes, for those that are read.
fn element_of(dtype: &DType) -> Result<(TypeChar, u64)> {
    let refused = "booleans, integers, and floats of 16, 32 and 64 bits are read";
    let DType::Plain(element) = dtype else {
        bail!("the array has elements of several fields; {refused}");
    };
    let kind = (element.type_char(), element.size_field());
    match kind {
        (TypeChar::Bool, 1)
        | (TypeChar::Uint | TypeChar::Int, 1 | 2 | 4 | 8)
        | (TypeChar::Float, 2 | 4 | 8) => Ok(kind),
        _ => bail!("the array has elements of type '{element}'; {refused}"),
    }
}

fn visit_elements(file: NpyFile<&mut dyn Read>, visitor: &mut ValueVisitor<'_>) -> Result<()> {
    match element_of(&file.dtype())? {
        (TypeChar::Bool, _) => visit_as(file, u8::from as fn(bool) -> u8, visitor),
        (TypeChar::Uint, 1) => visit_as(file, |value: u8| value, visitor),
        (TypeChar::Uint, 2) => visit_as(file, |value: u16| value, visitor),
        (TypeChar::Uint, 4) => visit_as(file, |value: u32| value, visitor),
        (TypeChar::Uint, _) => visit_as(file, |value: u64| value, visitor),
        (TypeChar::Int, 1) => visit_as(file, |value: i8| value, visitor),
        (TypeChar::Int, 2) => visit_as(file, |value: i16| value, visitor),
        (TypeChar::Int, 4) => visit_as(file, |value: i32| value, visitor),
        (TypeChar::Int, _) => visit_as(file, |value: i64| value, visitor),
        (_, 2) => visit_as(file, |value: f16| value, visitor),
        (_, 4) => visit_as(file, |value: f32| value, visitor),
        _ => visit_as(file, |value: f64| value, visitor),
    }
}

/// Sends the elements in parts, so that a header with a wrong size does not take
/// that much memory.
fn visit_as<T: Deserialize, V: CellValue>(
    file: NpyFile<&mut dyn Read>,
    convert: impl Fn(T) -> V,
    visitor: &mut ValueVisitor<'_>,
) -> Result<()> {
    const PART: usize = 1 << 16;
    let mut elements = file.data::<T>().context("the array cannot be read")?;
    let mut part = Vec::with_capacity(PART);
    loop {
        part.clear();
        for element in elements.by_ref().take(PART) {
            part.push(convert(element.context("the array ends too early")?));
        }
        if part.is_empty() {
            return Ok(());
        }
        visitor(V::wrap(&part), None)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(file: &[u8]) -> String {
        let mut bytes = file;
        match read_header(&mut bytes) {
            Ok(_) => "it was read".to_owned(),
            Err(error) => format!("{error:#}"),
        }
    }

    fn file(header: &str) -> Vec<u8> {
        let mut file = [NPY_MAGIC, &[1, 0]].concat();
        file.extend(u16::try_from(header.len()).unwrap().to_le_bytes());
        file.extend(header.bytes());
        file
    }

    #[test]
    fn bad_headers_are_refused() {
        let header = |shape: &str| {
            format!("{{'descr': '|b1', 'fortran_order': False, 'shape': {shape}, }}\n")
        };
        assert!(read_header(&mut &file(&header("(2, 3)"))[..]).is_ok());
        assert!(message(b"\x93NUM").starts_with("the array ends in its header"));
        assert!(
            message(&file(&header("(2, x)")))
                .starts_with("the header of the array is not understood")
        );
        let large = "the header of the array has a shape that is too large";
        assert_eq!(
            message(&file(&header("(4294967296, 4294967296, 4294967296)"))),
            large
        );
        assert_eq!(message(&file(&header("(99999999999999999999,)"))), large);
        let nested = format!("{}{}", "(".repeat(30_000), ")".repeat(30_000));
        assert!(message(&file(&header(&nested))).contains("too many brackets"));
        let mut long = [NPY_MAGIC, &[2, 0]].concat();
        long.extend(u32::MAX.to_le_bytes());
        assert_eq!(
            message(&long),
            "the header of the array has 4294967295 bytes; at most 65536 are read"
        );
    }
}
