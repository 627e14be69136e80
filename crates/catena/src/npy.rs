//! The part of NumPy's file format `.npy` that grids need.

use std::io::{Read, Write};

use anyhow::{Context, Result, bail};

/// The first bytes of a `.npy` file.
pub(crate) const MAGIC: &[u8] = b"\x93NUMPY";

/// The longest header that is read; NumPy writes 128 bytes.
const MAX_HEADER: usize = 1 << 16;

/// The header of a `.npy` file: the shape and element type of its array.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) shape: Vec<usize>,
    element: Element,
    /// Whether the first index varies fastest.
    pub(crate) fortran_order: bool,
}

/// The element type of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Element {
    kind: u8,
    bytes: usize,
    is_big_endian: bool,
}

impl Header {
    /// Reads the header; the elements follow.
    pub(crate) fn read(input: &mut impl Read) -> Result<Header> {
        let mut start = [0; 8];
        input
            .read_exact(&mut start)
            .context("the .npy file ends in its header")?;
        if &start[..6] != MAGIC {
            bail!("this is not a .npy file");
        }
        let mut length = [0; 4];
        let bytes = if start[6] == 1 { 2 } else { 4 };
        input
            .read_exact(&mut length[..bytes])
            .context("the .npy file ends in its header")?;
        let length = u32::from_le_bytes(length) as usize;
        if length > MAX_HEADER {
            bail!("the header of the .npy file has {length} bytes; at most {MAX_HEADER} are read");
        }
        let mut text = vec![0; length];
        input
            .read_exact(&mut text)
            .context("the .npy file ends in its header")?;
        Header::parse(&String::from_utf8_lossy(&text))
    }

    fn parse(text: &str) -> Result<Header> {
        let value = |key: &str| {
            let after = text.split_once(&format!("'{key}'")).map(|(_, after)| after);
            after.map(|after| after.trim_start_matches([':', ' ']))
        };
        let (Some(descr), Some(order), Some(shape)) =
            (value("descr"), value("fortran_order"), value("shape"))
        else {
            bail!(
                "the header of the .npy file is not complete: {}",
                text.trim()
            );
        };
        let descr = descr
            .trim_start_matches('\'')
            .split('\'')
            .next()
            .unwrap_or_default();
        let shape = shape
            .trim_start_matches('(')
            .split(')')
            .next()
            .unwrap_or_default();
        let numbers = shape
            .split(',')
            .map(str::trim)
            .filter(|number| !number.is_empty());
        let shape = numbers
            .map(|number| {
                number.parse().with_context(|| {
                    format!("the shape ({shape}) of the .npy file is not understood")
                })
            })
            .collect::<Result<Vec<usize>>>()?;
        Ok(Header {
            shape,
            element: Element::parse(descr)?,
            fortran_order: order.starts_with("True"),
        })
    }

    /// Reads the next elements, as whether each is at least the threshold;
    /// without a threshold, whether it is not zero.
    pub(crate) fn read_cells(
        &self,
        input: &mut impl Read,
        cells: &mut [bool],
        threshold: Option<f64>,
    ) -> Result<()> {
        let size = self.element.bytes;
        let mut bytes = vec![0; cells.len() * size];
        input
            .read_exact(&mut bytes)
            .context("the .npy file ends before its array does")?;
        if size == 1 && threshold.is_none() {
            for (cell, byte) in cells.iter_mut().zip(&bytes) {
                *cell = *byte != 0;
            }
            return Ok(());
        }
        for (cell, bytes) in cells.iter_mut().zip(bytes.chunks_exact_mut(size)) {
            let number = self.element.number(bytes);
            *cell = threshold.map_or(number != 0.0, |threshold| number >= threshold);
        }
        Ok(())
    }
}

impl Element {
    fn parse(descr: &str) -> Result<Element> {
        let known = [
            "b1", "u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8", "f4", "f8",
        ];
        let name = descr.trim_start_matches(['|', '<', '>', '=']);
        if !known.contains(&name) {
            bail!(
                "the .npy file has elements of type '{descr}'; booleans, integers and floats of 32 or 64 bits are read"
            );
        }
        Ok(Element {
            kind: name.as_bytes()[0],
            bytes: usize::from(name.as_bytes()[1] - b'0'),
            is_big_endian: descr.starts_with('>'),
        })
    }

    #[allow(
        clippy::cast_precision_loss,
        reason = "it is compared with a threshold"
    )]
    fn number(self, bytes: &mut [u8]) -> f64 {
        if self.is_big_endian {
            bytes.reverse();
        }
        let mut wide = [0; 8];
        wide[..bytes.len()].copy_from_slice(bytes);
        let unsigned = u64::from_le_bytes(wide);
        let unused = 64 - 8 * self.bytes;
        match (self.kind, self.bytes) {
            (b'f', 4) => f64::from(f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])),
            (b'f', _) => f64::from_le_bytes(wide),
            (b'i', _) => ((unsigned << unused).cast_signed() >> unused) as f64,
            _ => unsigned as f64,
        }
    }
}

/// Writes an array of 32-bit integers of this shape; the last index varies
/// fastest.
pub(crate) fn write_labels(out: &mut impl Write, shape: &[usize], labels: &[i32]) -> Result<()> {
    let shape: Vec<String> = shape.iter().map(usize::to_string).collect();
    let mut header = format!(
        "{{'descr': '<i4', 'fortran_order': False, 'shape': ({},), }}",
        shape.join(", ")
    );
    if shape.len() > 1 {
        header = header.replace(",),", "),");
    }
    // The elements begin at a multiple of 64 bytes, after a newline.
    let length = (10 + header.len() + 1).next_multiple_of(64) - 10;
    out.write_all(MAGIC)?;
    out.write_all(&[1, 0])?;
    out.write_all(&u16::try_from(length)?.to_le_bytes())?;
    writeln!(out, "{header:<width$}", width = length - 1)?;
    for label in labels {
        out.write_all(&label.to_le_bytes())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(file: &[u8], threshold: Option<f64>) -> Result<(Header, Vec<bool>)> {
        let mut input = file;
        let header = Header::read(&mut input)?;
        let mut cells = vec![false; header.shape.iter().product()];
        header.read_cells(&mut input, &mut cells, threshold)?;
        Ok((header, cells))
    }

    fn file(descr: &str, shape: &str, data: &[u8]) -> Vec<u8> {
        let header =
            format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}\n");
        let mut file = [MAGIC, &[1, 0]].concat();
        file.extend(u16::try_from(header.len()).unwrap().to_le_bytes());
        file.extend(header.bytes());
        file.extend(data);
        file
    }

    #[test]
    fn what_is_written_can_be_read() {
        let mut out = Vec::new();
        write_labels(&mut out, &[2, 3], &[0, 1, -1, 0, 300, i32::MIN]).unwrap();
        let (header, cells) = read(&out, None).unwrap();
        assert_eq!(header.shape, [2, 3]);
        assert_eq!(cells, [false, true, true, false, true, true]);
        assert_eq!((out.len() - 24) % 64, 0);
        assert_eq!(
            read(&out, Some(1.0)).unwrap().1,
            [false, true, false, false, true, false]
        );
    }

    #[test]
    fn numbers_of_all_kinds_are_compared() {
        let two = [1, 0, 0, 1];
        assert_eq!(
            read(&file("<u2", "(2,)", &two), Some(2.0)).unwrap().1,
            [false, true]
        );
        assert_eq!(
            read(&file(">u2", "(2,)", &two), Some(2.0)).unwrap().1,
            [true, false]
        );
        assert_eq!(
            read(&file("|i1", "(4,)", &[255, 0, 1, 127]), Some(0.0))
                .unwrap()
                .1,
            [false, true, true, true]
        );
        let floats = [1.5f32.to_le_bytes(), (-1.0f32).to_le_bytes()].concat();
        assert_eq!(
            read(&file("<f4", "(2,)", &floats), Some(0.5)).unwrap().1,
            [true, false]
        );
    }

    #[test]
    fn bad_files_are_refused_in_one_sentence() {
        let message = |file: &[u8]| read(file, None).unwrap_err().to_string();
        assert_eq!(message(b"\x93NUM"), "the .npy file ends in its header");
        assert_eq!(
            message(&file("|b1", "(2, 2)", &[1])),
            "the .npy file ends before its array does"
        );
        assert_eq!(
            message(&file("<c8", "(2, 2)", &[])),
            "the .npy file has elements of type '<c8'; booleans, integers and floats of 32 or 64 bits are read"
        );
        assert_eq!(
            message(&file("|b1", "(2, x)", &[])),
            "the shape (2, x) of the .npy file is not understood"
        );
    }
}
