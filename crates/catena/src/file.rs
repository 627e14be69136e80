//! Reading files, and writing them completely or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Cursor, Read, Seek, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use atomic_write_file::AtomicWriteFile;

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

/// Writes a file completely or not at all. A failure leaves the old file as it
/// was, and nothing else.
///
/// A symbolic link stays, and the file it names is written. The permissions of a
/// file that is replaced are kept. What is not a regular file, such as a device or
/// a pipe, cannot be replaced and is written to directly.
pub(crate) fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&File>) -> Result<()>,
) -> Result<()> {
    let name = path.display();
    let written = match fs::metadata(path) {
        Ok(data) if data.is_dir() => bail!("cannot write '{name}': it is a folder"),
        Ok(data) if data.is_file() => replace(path, write),
        Ok(_) => write_directly(path, write),
        Err(error) if error.kind() == io::ErrorKind::NotFound => create(path, write),
        Err(error) => Err(error.into()),
    };
    written.with_context(|| format!("cannot write '{name}'"))
}

fn write_directly(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&File>) -> Result<()>,
) -> Result<()> {
    let file = OpenOptions::new().write(true).open(path)?;
    write_buffered(&file, write)
}

fn replace(path: &Path, write: impl FnOnce(&mut BufWriter<&File>) -> Result<()>) -> Result<()> {
    // Replacing a file needs the right to write to its folder only. Refuse to
    // replace one that may not be written to.
    drop(OpenOptions::new().write(true).open(path)?);
    create(path, write)
}

/// Writes a new file, which has no name before it is complete where the file
/// system can do that, and puts it in the place of the old one.
fn create(path: &Path, write: impl FnOnce(&mut BufWriter<&File>) -> Result<()>) -> Result<()> {
    let part = AtomicWriteFile::open(follow_links(path)?)?;
    write_buffered(part.as_file(), write)?;
    Ok(part.commit()?)
}

fn write_buffered(
    file: &File,
    write: impl FnOnce(&mut BufWriter<&File>) -> Result<()>,
) -> Result<()> {
    let mut out = BufWriter::with_capacity(1 << 20, file);
    write(&mut out)?;
    Ok(out.flush()?)
}

/// Returns the path at the end of symbolic links, where there may be no file yet.
fn follow_links(path: &Path) -> io::Result<PathBuf> {
    /// As many as Linux follows.
    const MAX_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(target) = fs::read_link(&path) else {
            return Ok(path);
        };
        path = match path.parent() {
            Some(folder) => folder.join(target),
            None => target,
        };
    }
    Err(io::Error::other("too many symbolic links"))
}

#[cfg(test)]
mod tests;
