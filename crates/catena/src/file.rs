//! Reading files, and writing them completely or not at all.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Cursor, Read, Seek, Write};
use std::path::Path;

use anyhow::{Context, Result};

/// A buffered reader that can go back to the start.
pub(crate) trait SeekableRead: BufRead + Seek {}

impl<T: BufRead + Seek> SeekableRead for T {}

/// Opens a file; `-` means standard input.
pub(crate) fn open(path: &Path) -> Result<Box<dyn SeekableRead>> {
    if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin()
            .lock()
            .read_to_end(&mut bytes)
            .context("cannot read standard input")?;
        return Ok(Box::new(Cursor::new(bytes)));
    }
    let name = path.display();
    let file = File::open(path).with_context(|| format!("cannot open '{name}'"))?;
    if file.metadata().is_ok_and(|data| data.is_dir()) {
        anyhow::bail!("'{name}' is a folder");
    }
    Ok(Box::new(BufReader::with_capacity(1 << 20, file)))
}

/// Writes a temporary file next to `path` and renames it when it is complete,
/// so that a failure leaves no partial file.
pub(crate) fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> Result<()>,
) -> Result<()> {
    let name = path.display();
    let mut part = path.as_os_str().to_owned();
    part.push(format!(".{}.part", std::process::id()));
    let part = Path::new(&part);
    let file = File::create(part).with_context(|| format!("cannot write '{name}'"))?;
    let mut out = BufWriter::with_capacity(1 << 20, file);
    let written = write(&mut out)
        .and_then(|()| out.flush().map_err(Into::into))
        .and_then(|()| fs::rename(part, path).map_err(Into::into));
    if written.is_err() {
        // Report the first error, not that of the clean-up.
        let _ = fs::remove_file(part);
    }
    written.with_context(|| format!("cannot write '{name}'"))
}
