//! [`ResumableFile`]: a file that is written in several runs.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::step::{Allow, FileStep, Gate};
use super::stream::open_stream;
use super::{drop_set_id, follow_links};

/// A file that has another name until it is complete, `NAME.part`, and can be continued
/// under it by a later run. Then it takes the place of the old file like one of
/// [`super::write_whole`]: links, permissions and owner stay as they were.
pub(crate) struct ResumableFile {
    out: BufWriter<File>,
    output: PathBuf,
    part: PathBuf,
    gate: Box<dyn Gate>,
}

/// Where the file of this name is and what it is called before it is complete.
#[derive(Clone, Debug)]
pub(crate) struct ResumablePath {
    /// The end of symbolic links.
    pub(crate) output: PathBuf,
    pub(crate) part: PathBuf,
}

impl ResumablePath {
    /// Follows links to a file that can be replaced: there is none, or a regular one.
    pub(crate) fn new(path: &Path) -> Result<ResumablePath> {
        let name = path.display();
        let output = follow_links(path).with_context(|| format!("cannot write '{name}'"))?;
        let is_stream = open_stream(path).is_ok_and(|stream| stream.is_some());
        if is_stream || fs::metadata(&output).is_ok_and(|data| !data.is_file()) {
            bail!("cannot write '{name}': a run that can go on later needs a regular file");
        }
        super::check_output(path)?;
        let part = beside(&output, ".part");
        Ok(ResumablePath { output, part })
    }
}

/// The path with something added to its name.
pub(crate) fn beside(path: &Path, extension: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(extension);
    PathBuf::from(name)
}

impl ResumableFile {
    /// Opens the file and keeps this many bytes of it. What an earlier run wrote after them
    /// is cut off.
    pub(crate) fn open(path: &ResumablePath, bytes: u64) -> Result<ResumableFile> {
        ResumableFile::open_if(path, bytes, Box::new(Allow))
    }

    pub(super) fn open_if(
        path: &ResumablePath,
        bytes: u64,
        gate: Box<dyn Gate>,
    ) -> Result<ResumableFile> {
        let ResumablePath { output, part } = path.clone();
        let opened = gate.pass(FileStep::Open).map_err(Into::into);
        let file = opened
            .and_then(|()| open_locked(&part, bytes))
            .with_context(|| format!("cannot write '{}'", part.display()))?;
        Ok(ResumableFile {
            out: BufWriter::new(file),
            output,
            part,
            gate,
        })
    }

    /// Adds to the file.
    pub(crate) fn append(&mut self, piece: &[u8]) -> Result<()> {
        let written = self.gate.pass(FileStep::Write);
        written
            .and_then(|()| self.out.write_all(piece))
            .with_context(|| format!("cannot write '{}'", self.part.display()))
    }

    /// Waits until all that was added is on the disk.
    pub(crate) fn sync(&mut self) -> Result<()> {
        let synced = self.out.flush();
        synced
            .and_then(|()| self.gate.pass(FileStep::Sync))
            .and_then(|()| self.out.get_ref().sync_all())
            .with_context(|| format!("cannot write '{}'", self.part.display()))
    }

    /// Puts the file, which is complete, in its place.
    pub(crate) fn finish(mut self) -> Result<()> {
        self.sync()?;
        let renamed = self.gate.pass(FileStep::Rename);
        renamed
            .and_then(|()| self.take_place())
            .with_context(|| format!("cannot write '{}'", self.output.display()))
    }

    fn take_place(&self) -> io::Result<()> {
        if let Ok(old) = fs::metadata(&self.output) {
            // As in `write_whole`: what may not be written to is not replaced.
            drop(OpenOptions::new().write(true).open(&self.output)?);
            #[cfg(unix)]
            {
                use std::os::unix::fs::{MetadataExt as _, fchown};
                // Only some may give files away, and a file of ours is as good.
                let _ = fchown(self.out.get_ref(), Some(old.uid()), Some(old.gid()));
            }
            self.out.get_ref().set_permissions(old.permissions())?;
            drop_set_id(self.out.get_ref())?;
        }
        fs::rename(&self.part, &self.output)?;
        sync_folder(&self.output)
    }
}

/// Opens the file for this run alone, with so many bytes in it.
fn open_locked(part: &Path, bytes: u64) -> Result<File> {
    let mut options = OpenOptions::new();
    let mut file = options
        .write(true)
        .create(true)
        .truncate(false)
        .open(part)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => bail!("another run writes to it"),
        Err(TryLockError::Error(error)) => return Err(error.into()),
    }
    if file.metadata()?.len() < bytes {
        bail!("it is shorter than it was");
    }
    file.set_len(bytes)?;
    file.seek(SeekFrom::End(0))?;
    Ok(file)
}

/// The new name of a file is on the disk when its folder is.
fn sync_folder(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}
