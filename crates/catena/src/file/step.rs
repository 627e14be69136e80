//! The steps of writing a file, each of which a test can let fail.

use std::fs::File;
use std::io::{self, Write};

/// A step of writing a file that can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileStep {
    Open,
    Write,
    Sync,
    Rename,
    /// Cuts off what was added in part.
    Undo,
}

/// Decides before each step whether it happens.
pub(super) trait Gate {
    /// An error makes the step fail before it happens.
    fn pass(&self, step: FileStep) -> io::Result<()>;
}

/// Lets everything happen, as outside tests.
#[derive(Debug)]
pub(super) struct Allow;

impl Gate for Allow {
    fn pass(&self, _: FileStep) -> io::Result<()> {
        Ok(())
    }
}

/// A file that is written to.
pub(crate) struct FileSink<'a> {
    file: &'a File,
    gate: &'a dyn Gate,
}

impl<'a> FileSink<'a> {
    pub(super) fn new(file: &'a File, gate: &'a dyn Gate) -> FileSink<'a> {
        FileSink { file, gate }
    }
}

impl Write for FileSink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.gate.pass(FileStep::Write)?;
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
