//! [`AppendedFile`]: a file that grows by whole pieces.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::follow_links;
use super::step::{Allow, FileSink, FileStep, Gate};

/// A file to which pieces are added at its end. Nothing that is in it is ever lost: it is
/// not cut when it is opened, and a piece that could be written only in part is removed
/// again.
pub(crate) struct AppendedFile {
    file: File,
    path: PathBuf,
    /// Whether the file was not there before, and is still empty.
    is_unused: bool,
    gate: Box<dyn Gate>,
}

impl AppendedFile {
    /// Opens a file, or makes one.
    pub(crate) fn open(path: &Path) -> Result<AppendedFile> {
        AppendedFile::open_if(path, Box::new(Allow))
    }

    /// Opens a file to which is added if the gate lets every step pass.
    pub(super) fn open_if(path: &Path, gate: Box<dyn Gate>) -> Result<AppendedFile> {
        let is_unused = !path.exists();
        let file = gate.pass(FileStep::Open).and_then(|()| {
            OpenOptions::new()
                .read(true)
                .append(true)
                .create(true)
                .open(path)
        });
        let file = file.with_context(|| format!("cannot write '{}'", path.display()))?;
        // Two runs would cut off each other's pieces. Where there are no locks, nothing is refused.
        let is_file = file.metadata().is_ok_and(|data| data.is_file());
        if is_file && matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            bail!(
                "cannot write '{}': another run writes to it",
                path.display()
            );
        }
        Ok(AppendedFile {
            file,
            path: path.to_owned(),
            is_unused,
            gate,
        })
    }

    /// Adds a piece, all of it or nothing.
    pub(crate) fn append(&mut self, piece: &[u8]) -> Result<()> {
        self.is_unused = false;
        let added = self.add(piece);
        added.with_context(|| format!("cannot write '{}'", self.path.display()))
    }

    fn add(&mut self, piece: &[u8]) -> io::Result<()> {
        let data = self.file.metadata()?;
        let written = FileSink::new(&self.file, &*self.gate).write_all(piece);
        if written.is_err() && data.is_file() {
            self.gate.pass(FileStep::Undo)?;
            self.file.set_len(data.len())?;
        }
        written
    }

    /// How many bytes the file has; a device or a pipe has none.
    pub(crate) fn length(&self) -> Result<u64> {
        let data = self.file.metadata();
        data.map(|data| if data.is_file() { data.len() } else { 0 })
            .with_context(|| format!("cannot read '{}'", self.path.display()))
    }

    /// Cuts off the end, so that this many bytes are left: a run that was killed may have
    /// written it in part only.
    pub(crate) fn cut(&mut self, bytes: u64) -> Result<()> {
        let cut = self.gate.pass(FileStep::Undo);
        cut.and_then(|()| self.file.set_len(bytes))
            .with_context(|| format!("cannot write '{}'", self.path.display()))
    }

    /// The end of the file, at most this many bytes; nothing of a device or a pipe.
    pub(crate) fn end(&mut self, bytes: u64) -> Result<Vec<u8>> {
        let mut end = Vec::new();
        let mut read = || -> io::Result<()> {
            let data = self.file.metadata()?;
            if data.is_file() {
                let start = data.len().saturating_sub(bytes);
                self.file.seek(SeekFrom::Start(start))?;
                self.file.read_to_end(&mut end)?;
            }
            Ok(())
        };
        read().with_context(|| format!("cannot read '{}'", self.path.display()))?;
        Ok(end)
    }

    /// Waits until everything is on the disk. Removes the file instead if it is new and
    /// nothing was added.
    pub(crate) fn finish(self) -> Result<()> {
        let cannot_write = || format!("cannot write '{}'", self.path.display());
        if self.is_unused {
            // A link to where there was no file stays.
            return follow_links(&self.path)
                .and_then(fs::remove_file)
                .with_context(cannot_write);
        }
        if !self.file.metadata().is_ok_and(|data| data.is_file()) {
            return Ok(());
        }
        let synced = self.gate.pass(FileStep::Sync);
        synced
            .and_then(|()| self.file.sync_all())
            .with_context(cannot_write)
    }
}
