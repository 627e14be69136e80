//! Portable bitmaps (PBM): one bit per cell.

use std::io::BufRead;

use anyhow::{Context, Result, bail};
use catena_grid::{LargeRaster, Raster};

use super::cells::is_large;
use super::{GridCells, LargeCheck, memory};

/// Reads a portable bitmap (PBM). Black pixels, which are 1, are occupied.
pub(super) fn read(
    input: &mut impl BufRead,
    invert: bool,
    check: LargeCheck<'_>,
) -> Result<GridCells> {
    let is_plain = pbm_word(input)? == "P1";
    let (width, height) = read_size(input)?;
    if is_large(width, height) && !is_plain {
        check(width, height)?;
        let large = read_large(input, (width, height), invert)?;
        return Ok(GridCells::Large(large));
    }
    let mut raster = Raster::new(width, height)?;
    let mut line = vec![0; if is_plain { width } else { width.div_ceil(8) }];
    for row in 0..height {
        if is_plain {
            read_plain_bits(input, &mut line)?;
            raster.set_row(row, line.iter().map(|bit| (*bit == b'1') != invert));
        } else {
            input
                .read_exact(&mut line)
                .context("the bitmap ends too early")?;
            let bits = (0..width).map(|x| line[x / 8] >> (7 - x % 8) & 1 == 1);
            raster.set_row(row, bits.map(|bit| bit != invert));
        }
    }
    Ok(GridCells::Usual(raster))
}

/// Reads the cells of a bitmap with more of them than a [`Raster`] may have, eight to the
/// byte.
fn read_large(
    input: &mut impl BufRead,
    (width, height): (usize, usize),
    invert: bool,
) -> Result<LargeRaster> {
    memory::check((width as u64 / 8).saturating_mul(height as u64))?;
    let mut raster = LargeRaster::new(width, height)?;
    let mut line = vec![0; width.div_ceil(8)];
    let flip = if invert { !0 } else { 0 };
    for row in 0..height {
        input
            .read_exact(&mut line)
            .context("the bitmap ends too early")?;
        let words = line.chunks(8).map(|bytes| {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            // The first cell is the highest bit of the first byte.
            u64::from_be_bytes(word).reverse_bits() ^ flip
        });
        raster.set_words(row, words);
    }
    Ok(raster)
}

fn read_size(input: &mut impl BufRead) -> Result<(usize, usize)> {
    let mut number = || -> Result<usize> {
        let word = pbm_word(input)?;
        word.parse()
            .with_context(|| format!("the size of the bitmap is not a number: '{word}'"))
    };
    Ok((number()?, number()?))
}

/// Reads the next word of a PBM header, skipping comments, and the one white
/// space character after it.
fn pbm_word(input: &mut impl BufRead) -> Result<String> {
    let mut word = String::new();
    let mut byte = [0];
    loop {
        input
            .read_exact(&mut byte)
            .context("the bitmap ends in its header")?;
        match byte[0] {
            b'#' => {
                input.skip_until(b'\n')?;
            }
            space if space.is_ascii_whitespace() && word.is_empty() => {}
            space if space.is_ascii_whitespace() => return Ok(word),
            _ if word.len() >= 20 => bail!("the bitmap has a bad header: '{word}…'"),
            other => word.push(char::from(other)),
        }
    }
}

fn read_plain_bits(input: &mut impl BufRead, bits: &mut [u8]) -> Result<()> {
    for bit in bits {
        let mut byte = [b' '];
        while byte[0].is_ascii_whitespace() {
            input
                .read_exact(&mut byte)
                .context("the bitmap ends too early")?;
        }
        if !matches!(byte[0], b'0' | b'1') {
            bail!(
                "the bitmap has the character {:?}; bits are 0 and 1",
                char::from(byte[0])
            );
        }
        *bit = byte[0];
    }
    Ok(())
}
