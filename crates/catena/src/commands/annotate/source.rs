//! Where the games come from: a file or standard input, plain or compressed.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::Path;

use anyhow::{Context, Result};
use indicatif::ProgressBar;

use crate::output;

/// The first bytes of a zstd frame.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// The text of the games.
pub(super) struct PgnSource {
    text: Box<dyn Read + Send>,
    /// Shows how much of the file was read.
    pub(super) bar: ProgressBar,
}

impl PgnSource {
    /// Opens the file, or standard input if there is none or it is `-`.
    pub(super) fn open(file: Option<&Path>) -> Result<PgnSource> {
        let (mut raw, length): (Box<dyn Read + Send>, u64) = match file {
            None => (Box::new(io::stdin()), 0),
            Some(path) if path == Path::new("-") => (Box::new(io::stdin()), 0),
            Some(path) => {
                let context = || format!("cannot open '{}'", path.display());
                let file = File::open(path).with_context(context)?;
                let length = file.metadata().with_context(context)?.len();
                (Box::new(file), length)
            }
        };
        let bar = output::progress(length, "{wide_bar} {bytes} of {total_bytes}, {eta} left");
        let cannot_read = || format!("cannot read {}", name(file));
        let mut start = Vec::new();
        (&mut raw)
            .take(ZSTD.len() as u64)
            .read_to_end(&mut start)
            .with_context(cannot_read)?;
        let is_zstd = start == ZSTD;
        let whole = bar.wrap_read(Cursor::new(start).chain(raw));
        let text: Box<dyn Read + Send> = if is_zstd {
            Box::new(zstd::Decoder::new(whole).with_context(cannot_read)?)
        } else {
            Box::new(whole)
        };
        Ok(PgnSource { text, bar })
    }
}

/// Returns the name of the source for messages.
pub(super) fn name(file: Option<&Path>) -> String {
    match file {
        Some(path) if path != Path::new("-") => format!("'{}'", path.display()),
        _ => "standard input".into(),
    }
}

impl Read for PgnSource {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.text.read(buffer)
    }
}
