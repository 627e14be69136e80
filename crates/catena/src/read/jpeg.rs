//! Whether a JPEG file is complete. The decoder fills what is missing with grey.

use std::io::{BufRead, ErrorKind, Read, Seek, SeekFrom};

use anyhow::{Context, Result, bail};

const RESTARTS: std::ops::RangeInclusive<u8> = 0xd0..=0xd7;
const START_OF_IMAGE: u8 = 0xd8;
const END_OF_IMAGE: u8 = 0xd9;
const START_OF_SCAN: u8 = 0xda;
/// A marker without content, from old versions of the format.
const TEMPORARY: u8 = 0x01;

/// Refuses a file that ends before its end marker, and goes back to the start.
pub(super) fn check_complete(input: &mut (impl BufRead + Seek)) -> Result<()> {
    let found = find_end(input);
    match found {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
            bail!("the JPEG image ends too early")
        }
        found => found.context("cannot read the image")?,
    }
    input.seek(SeekFrom::Start(0))?;
    Ok(())
}

/// Goes from marker to marker to the end marker.
fn find_end(input: &mut (impl BufRead + Seek)) -> std::io::Result<()> {
    loop {
        match next_marker(input)? {
            END_OF_IMAGE => return Ok(()),
            START_OF_IMAGE | TEMPORARY => {}
            // In the data of a scan, 0xff comes with a 0 or a restart marker.
            0 => {}
            marker if RESTARTS.contains(&marker) => {}
            marker => {
                let mut length = [0; 2];
                input.read_exact(&mut length)?;
                let length = u64::from(u16::from_be_bytes(length)).saturating_sub(2);
                // What is skipped may have markers of its own: a small picture.
                if marker != START_OF_SCAN {
                    skip(input, length)?;
                }
            }
        }
    }
}

fn skip(input: &mut impl BufRead, length: u64) -> std::io::Result<()> {
    let skipped = std::io::copy(&mut input.take(length), &mut std::io::sink())?;
    match skipped == length {
        true => Ok(()),
        false => Err(ErrorKind::UnexpectedEof.into()),
    }
}

/// The first byte after the next 0xff that is not 0xff itself.
fn next_marker(input: &mut impl BufRead) -> std::io::Result<u8> {
    input.skip_until(0xff)?;
    let mut byte = [0xff];
    while byte[0] == 0xff {
        input.read_exact(&mut byte)?;
    }
    Ok(byte[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn check(bytes: &[u8]) -> Result<()> {
        check_complete(&mut Cursor::new(bytes))
    }

    #[test]
    fn a_file_is_complete_if_it_comes_to_the_end_marker() {
        // A segment with an end marker in it, and a scan with a stuffed byte and a
        // restart marker.
        let start = [0xff, 0xd8, 0xff, 0xe1, 0, 6, 1, 0xff, 0xd9, 2];
        let scan = [0xff, 0xda, 0, 3, 9, 0xff, 0, 7, 0xff, 0xd3, 8];
        let whole = [&start[..], &scan[..], &[0xff, 0xd9][..]].concat();
        assert!(check(&whole).is_ok());
        assert!(check(&[&whole[..], b"more"].concat()).is_ok());
        for length in 0..whole.len() {
            let message = check(&whole[..length]).unwrap_err().to_string();
            assert_eq!(message, "the JPEG image ends too early", "{length}");
        }
    }
}
