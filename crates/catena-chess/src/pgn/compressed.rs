//! [`decompressed`]: text that may be compressed with zstd or gzip.

use std::io::{self, BufReader, Cursor, Read, Seek, SeekFrom};

use flate2::bufread::MultiGzDecoder;

use super::zstd::{FrameReader, first_bytes, is_frame_start};

/// The first bytes of a file of gzip.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// The text of this source, which may be compressed with zstd or gzip. Frames of zstd are
/// decoded on this many threads.
///
/// # Errors
///
/// If the first bytes of the source cannot be read.
///
/// # Examples
///
/// ```
/// use std::io::Read;
///
/// let mut file = zstd::encode_all(&b"1. e4 e5 "[..], 0)?;
/// file.extend(zstd::encode_all(&b"2. Nf3 *\n"[..], 0)?);
/// let mut text = String::new();
/// catena_chess::pgn::decompressed(std::io::Cursor::new(file), 2)?.read_to_string(&mut text)?;
/// assert_eq!(text, "1. e4 e5 2. Nf3 *\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn decompressed(
    mut source: impl Read + Send + 'static,
    threads: usize,
) -> io::Result<Box<dyn Read + Send>> {
    let start = first_bytes(&mut source)?;
    Ok(decoder(start, source, threads))
}

/// The same from the byte `byte` of the text on: to go on where a reader stopped. A
/// compressed source is decoded from its start.
///
/// # Errors
///
/// If the source cannot be read up to there.
pub fn decompressed_from(
    mut source: impl Read + Seek + Send + 'static,
    threads: usize,
    byte: u64,
) -> io::Result<Box<dyn Read + Send>> {
    let start = first_bytes(&mut source)?;
    if !is_frame_start(&start) && !start.starts_with(&GZIP) {
        source.seek(SeekFrom::Start(byte))?;
        return Ok(Box::new(source));
    }
    let mut text = decoder(start, source, threads);
    let skipped = io::copy(&mut (&mut text).take(byte), &mut io::sink())?;
    if skipped < byte {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(text)
}

/// The text of a source whose first bytes were read.
fn decoder(
    start: Vec<u8>,
    source: impl Read + Send + 'static,
    threads: usize,
) -> Box<dyn Read + Send> {
    let is_zstd = is_frame_start(&start);
    let is_gzip = start.starts_with(&GZIP);
    let whole = Cursor::new(start).chain(source);
    if is_zstd {
        Box::new(FrameReader::new(whole, threads))
    } else if is_gzip {
        Box::new(MultiGzDecoder::new(BufReader::with_capacity(
            1 << 16,
            whole,
        )))
    } else {
        Box::new(whole)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(text).expect("memory");
        encoder.finish().expect("memory")
    }

    fn read(file: Vec<u8>) -> io::Result<Vec<u8>> {
        let mut found = Vec::new();
        decompressed(Cursor::new(file), 2)?.read_to_end(&mut found)?;
        Ok(found)
    }

    #[test]
    fn all_parts_of_a_gzip_file_are_read() {
        // `cat one.gz two.gz` and bgzip write such files.
        let text = b"1. e4 e5 *\n".repeat(20_000);
        let (first, second) = text.split_at(70_001);
        let file = [gzip(first), gzip(b""), gzip(second)].concat();
        assert!(read(file.clone()).expect("it can be read") == text);
        for byte in [0, 1, 70_001, text.len()] {
            let mut rest = Vec::new();
            decompressed_from(Cursor::new(file.clone()), 2, byte as u64)
                .expect("it can be read")
                .read_to_end(&mut rest)
                .expect("memory");
            assert!(rest == text[byte..], "{byte}");
        }
        let beyond = decompressed_from(Cursor::new(file), 2, text.len() as u64 + 1);
        assert!(beyond.is_err());
    }

    #[test]
    fn a_gzip_file_that_is_cut_or_damaged_is_an_error() {
        let file = gzip(&b"1. e4 e5 2. Nf3 *\n".repeat(1000));
        for end in [2, 9, 12, file.len() / 2, file.len() - 1] {
            assert!(read(file[..end].to_vec()).is_err(), "{end}");
        }
        let mut garbage = file.clone();
        garbage.extend_from_slice(b"garbage");
        assert!(read(garbage).is_err());
        let mut damaged = file.clone();
        let middle = damaged.len() / 2;
        damaged[middle] ^= 0x55;
        assert!(read(damaged).is_err());
        // One byte is too few to tell.
        assert_eq!(read(file[..1].to_vec()).expect("a text"), &file[..1]);
    }
}
