//! TIFF images whose pixels are numbers of colours. The decoder refuses these, so it is told
//! that they are grey, and the colours are looked up here.

use std::collections::BTreeSet;
use std::io::{self, Read, Seek, SeekFrom};

use anyhow::{Context, Result, bail};
use tiff::decoder::{Decoder, DecodingResult};
use tiff::tags::Tag;

use crate::file::SeekableRead;

/// What `PhotometricInterpretation` says of such a page, and of a grey one.
const PALETTE: u64 = 3;
const GREY: u8 = 1;

/// A TIFF file in which pages of numbered colours are called grey.
pub(super) struct TiffInput {
    input: Box<dyn SeekableRead>,
    /// How many bytes were read.
    at: u64,
    pages: Vec<PalettePage>,
}

/// A page of numbered colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PalettePage {
    /// Where its directory is.
    directory: u64,
    /// Where the byte is that says so.
    kind: u64,
}

impl TiffInput {
    pub(super) fn new(mut input: Box<dyn SeekableRead>) -> Result<TiffInput> {
        input.seek(SeekFrom::Start(0))?;
        let mut pages = Vec::new();
        // What ends too early is for the decoder to refuse.
        let _ = find_pages(&mut input, &mut pages);
        pages.sort_unstable_by_key(|page| page.kind);
        input.seek(SeekFrom::Start(0))?;
        Ok(TiffInput {
            input,
            at: 0,
            pages,
        })
    }

    /// Whether the page whose directory is there has numbered colours.
    pub(super) fn is_palette(&self, directory: u64) -> bool {
        self.pages.iter().any(|page| page.directory == directory)
    }
}

impl Read for TiffInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        let first = self.pages.partition_point(|page| page.kind < self.at);
        for page in &self.pages[first..] {
            let at = usize::try_from(page.kind - self.at).unwrap_or(usize::MAX);
            match buffer[..read].get_mut(at) {
                Some(byte) => *byte = GREY,
                None => break,
            }
        }
        self.at += read as u64;
        Ok(read)
    }
}

impl Seek for TiffInput {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        self.at = self.input.seek(place)?;
        Ok(self.at)
    }
}

/// How numbers are written in a TIFF file.
#[derive(Clone, Copy)]
struct Numbers {
    is_little: bool,
    is_big_tiff: bool,
}

impl Numbers {
    fn read(self, bytes: &[u8]) -> u64 {
        let add = |number: u64, byte: &u8| number << 8 | u64::from(*byte);
        match self.is_little {
            true => bytes.iter().rev().fold(0, add),
            false => bytes.iter().fold(0, add),
        }
    }

    /// The bytes of a count of entries, of an entry, and of a place in the file.
    fn lengths(self) -> [usize; 3] {
        match self.is_big_tiff {
            true => [8, 20, 8],
            false => [2, 12, 4],
        }
    }
}

/// Follows the list of directories, and adds the pages of numbered colours.
fn find_pages(input: &mut (impl Read + Seek), pages: &mut Vec<PalettePage>) -> io::Result<()> {
    let mut header = [0; 8];
    input.read_exact(&mut header)?;
    let is_little = header[0] == b'I';
    let numbers = Numbers {
        is_little,
        is_big_tiff: header[2..4].contains(&43),
    };
    let [count_bytes, entry_bytes, place_bytes] = numbers.lengths();
    let mut bytes = [0; 20];
    let mut next = numbers.read(&header[4..]);
    if numbers.is_big_tiff {
        input.read_exact(&mut bytes[..8])?;
        next = numbers.read(&bytes[..8]);
    }
    // They may be linked in a circle.
    let mut seen = BTreeSet::new();
    while next != 0 && seen.insert(next) {
        let directory = input.seek(SeekFrom::Start(next))?;
        input.read_exact(&mut bytes[..count_bytes])?;
        let first = directory + count_bytes as u64;
        for number in 0..numbers.read(&bytes[..count_bytes]) {
            input.read_exact(&mut bytes[..entry_bytes])?;
            // The tag, the type (a number of 16 bits), the count, the value.
            let value = entry_bytes - place_bytes;
            let is_kind =
                numbers.read(&bytes[..2]) == u64::from(Tag::PhotometricInterpretation.to_u16());
            if is_kind
                && numbers.read(&bytes[2..4]) == 3
                && numbers.read(&bytes[value..value + 2]) == PALETTE
            {
                let low_byte = value + usize::from(!is_little);
                let kind = first + number * entry_bytes as u64 + low_byte as u64;
                pages.push(PalettePage { directory, kind });
            }
        }
        input.read_exact(&mut bytes[..place_bytes])?;
        next = numbers.read(&bytes[..place_bytes]);
    }
    Ok(())
}

/// The colours of the page that was gone to: red, green and blue, of 8 bits each.
pub(super) fn read_colours(decoder: &mut Decoder<TiffInput>) -> Result<Vec<[u8; 3]>> {
    let values: Option<Vec<u16>> = decoder
        .find_tag_unsigned_vec(Tag::ColorMap)
        .context("cannot read the colours")?;
    let Some(values) = values.filter(|values| values.len() >= 3) else {
        bail!("the image has numbered colours, and no list of them");
    };
    // They have 16 bits; some programs write 8 all the same.
    let shift = if values.iter().all(|value| *value < 256) {
        0
    } else {
        8
    };
    let colours = values.len() / 3;
    #[allow(clippy::cast_possible_truncation, reason = "8 bits are left")]
    let part = |number: usize| (values[number] >> shift) as u8;
    let colour = |number| [number, colours + number, 2 * colours + number].map(part);
    Ok((0..colours).map(colour).collect())
}

/// Puts colours in the place of their numbers.
pub(super) fn look_up(numbers: &DecodingResult, colours: &[[u8; 3]]) -> Result<DecodingResult> {
    let colour = |number: usize| match colours.get(number) {
        Some(colour) => Ok(*colour),
        None => bail!(
            "a pixel has the colour {number}; there are {}",
            colours.len()
        ),
    };
    let pixels: Result<Vec<[u8; 3]>> = match numbers {
        DecodingResult::U8(numbers) => numbers.iter().map(|at| colour((*at).into())).collect(),
        DecodingResult::U16(numbers) => numbers.iter().map(|at| colour((*at).into())).collect(),
        _ => bail!("the image has numbers of colours of a type that is not read"),
    };
    Ok(DecodingResult::U8(pixels?.into_flattened()))
}
