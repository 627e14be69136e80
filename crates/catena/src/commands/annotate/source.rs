//! Where the games come from: a file or standard input, plain or compressed.

use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, Result};
use catena_chess::pgn::{decompressed, decompressed_from};
use indicatif::ProgressBar;

use crate::{file, output};

/// The text of the games.
pub(super) struct PgnSource {
    text: Box<dyn Read + Send>,
    /// Shows how much of the file was read.
    pub(super) bar: ProgressBar,
}

impl PgnSource {
    /// Opens the file, or standard input if there is none or it is `-`. Frames of zstd
    /// are decoded on this many threads. Reading starts at this byte of the text.
    pub(super) fn open(source: Option<&Path>, threads: usize, start: u64) -> Result<PgnSource> {
        let progress =
            |length| output::progress(length, "{wide_bar} {bytes} of {total_bytes}, {eta} left");
        let cannot_read = || format!("cannot read {}", name(source));
        let path = path(source);
        let (text, bar) = match path == Path::new("-") {
            false => {
                let context = || format!("cannot open '{}'", path.display());
                let file = file::open_input(path)?;
                let bar = progress(file.metadata().with_context(context)?.len());
                let text = match start {
                    // A pipe has a name too, and cannot seek.
                    0 => decompressed(bar.wrap_read(file), threads),
                    _ => decompressed_from(bar.wrap_read(file), threads, start),
                };
                (text, bar)
            }
            true => {
                file::refuse_standard_output(path)?;
                let bar = progress(0);
                (decompressed(bar.wrap_read(io::stdin()), threads), bar)
            }
        };
        let text = text.with_context(cannot_read)?;
        Ok(PgnSource { text, bar })
    }
}

/// The path of the source; `-` is standard input.
pub(super) fn path(file: Option<&Path>) -> &Path {
    file.unwrap_or(Path::new("-"))
}

/// Returns the name of the source for messages.
pub(super) fn name(file: Option<&Path>) -> String {
    file::name(path(file))
}

impl Read for PgnSource {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.text.read(buffer)
    }
}
