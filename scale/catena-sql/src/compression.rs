//! [`check_compression`]: whether a PGN file is compressed in a way that can be read.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

/// The first bytes of files that cannot be read.
const OTHERS: [(&[u8], &str); 3] = [
    (b"BZh", "bzip2"),
    (b"\xfd7zX", "xz"),
    (b"PK\x03\x04", "zip"),
];

/// Refuses a file that would be read as a game with an error: one that is compressed
/// otherwise than with zstd or gzip, or not at all though its name ends in `.zst` or `.gz`.
pub(crate) fn check_compression(path: &Path) -> io::Result<()> {
    // What comes through a pipe can be read only once.
    if !path.metadata()?.is_file() {
        return Ok(());
    }
    let mut start = Vec::new();
    File::open(path)?.take(4).read_to_end(&mut start)?;
    match problem(path, &start) {
        Some(problem) => Err(io::Error::new(io::ErrorKind::InvalidData, problem)),
        None => Ok(()),
    }
}

/// What is wrong with a file that has this name and begins with these bytes.
fn problem(path: &Path, start: &[u8]) -> Option<String> {
    if let Some((_, format)) = OTHERS.iter().find(|(first, _)| start.starts_with(first)) {
        return Some(format!(
            "it is compressed with {format}, expected zstd, gzip or plain text"
        ));
    }
    let extension = path.extension()?.to_str()?;
    let is_named_so = matches!(extension, "zst" | "gz");
    (is_named_so && !is_zstd(start) && !start.starts_with(b"\x1f\x8b")).then(|| {
        format!("its name ends in .{extension}, but it is compressed neither with zstd nor gzip")
    })
}

/// Whether a frame of zstd begins so, with text or to be skipped.
fn is_zstd(start: &[u8]) -> bool {
    match *start {
        [0x28, 0xb5, 0x2f, 0xfd] => true,
        [first, 0x2a, 0x4d, 0x18] => first >> 4 == 5,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_what_its_name_says() {
        let is_refused = |name: &str, start: &[u8]| problem(Path::new(name), start).is_some();
        for name in ["a.pgn", "a.pgn.zst", "a.pgn.gz"] {
            assert!(!is_refused(name, b"\x28\xb5\x2f\xfd"));
            assert!(!is_refused(name, b"\x5a\x2a\x4d\x18"));
            assert!(!is_refused(name, b"\x1f\x8b\x08\x00"));
            assert!(is_refused(name, b"BZh9"));
            assert!(is_refused(name, b"\xfd7zX"));
            assert!(is_refused(name, b"PK\x03\x04"));
            for text in [&b"1. e"[..], b"", b"1"] {
                assert_eq!(is_refused(name, text), name != "a.pgn", "{name}");
            }
        }
    }
}
