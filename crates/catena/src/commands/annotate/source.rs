//! Where the games come from: files or standard input, plain or compressed.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use catena_chess::pgn::{
    PgnBlock, PgnBlocks, PgnPlace, PieceLetters, decompressed, decompressed_from,
};
use indicatif::ProgressBar;

use crate::{file, output};

/// A place between two games of one of the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FilePlace {
    /// The index of the file.
    pub(super) file: usize,
    pub(super) place: PgnPlace,
}

impl FilePlace {
    /// The start of the first file.
    pub(super) const START: FilePlace = FilePlace {
        file: 0,
        place: PgnPlace::START,
    };
}

/// A block of games, and the index of the file that it is from.
pub(super) struct FileBlock {
    pub(super) file: usize,
    pub(super) block: PgnBlock,
}

/// The blocks of all files, one after the other.
pub(super) struct FileBlocks<'a> {
    /// `-` is standard input.
    paths: &'a [PathBuf],
    /// Frames of zstd are decoded on this many threads.
    threads: usize,
    letters: PieceLetters,
    /// Where reading starts.
    start: FilePlace,
    file: usize,
    /// The blocks of the file that is open.
    blocks: Option<PgnBlocks<Box<dyn Read + Send>>>,
    /// Shows how much of the files was read.
    pub(super) bar: ProgressBar,
}

impl<'a> FileBlocks<'a> {
    /// Refuses files that are not there, before work begins.
    pub(super) fn new(
        paths: &'a [PathBuf],
        threads: usize,
        letters: PieceLetters,
        start: FilePlace,
    ) -> Result<FileBlocks<'a>> {
        let lengths: Vec<u64> = paths
            .iter()
            .map(|path| checked_length(path))
            .collect::<Result<_>>()?;
        // The length of what comes through a pipe is not known.
        let length = match lengths.contains(&0) {
            true => 0,
            false => lengths.iter().sum(),
        };
        Ok(FileBlocks {
            paths,
            threads,
            letters,
            start,
            file: start.file,
            blocks: None,
            bar: output::progress(length, "{wide_bar} {bytes} of {total_bytes}, {eta} left"),
        })
    }

    /// Opens the file that is to be read now.
    fn open(&self, path: &Path) -> Result<PgnBlocks<Box<dyn Read + Send>>> {
        let place = match self.file == self.start.file {
            true => self.start.place,
            false => PgnPlace::START,
        };
        let text = match path == Path::new("-") {
            true => decompressed(self.bar.wrap_read(io::stdin()), self.threads),
            false => {
                let file = self.bar.wrap_read(file::open_input(path)?);
                match place.byte {
                    // A pipe has a name too, and cannot seek.
                    0 => decompressed(file, self.threads),
                    byte => decompressed_from(file, self.threads, byte),
                }
            }
        };
        let text = text.with_context(|| format!("cannot read {}", file::name(path)))?;
        Ok(PgnBlocks::from_place(text, place).with_letters(self.letters))
    }

    fn next_block(&mut self) -> Result<Option<FileBlock>> {
        while let Some(path) = self.paths.get(self.file) {
            let mut blocks = match self.blocks.take() {
                Some(blocks) => blocks,
                None => self.open(path)?,
            };
            if let Some(block) = blocks.next() {
                let block = block.with_context(|| format!("cannot read {}", file::name(path)))?;
                self.blocks = Some(blocks);
                let file = self.file;
                return Ok(Some(FileBlock { file, block }));
            }
            self.file += 1;
        }
        Ok(None)
    }
}

impl Iterator for FileBlocks<'_> {
    type Item = Result<FileBlock>;

    fn next(&mut self) -> Option<Result<FileBlock>> {
        self.next_block().transpose()
    }
}

/// The length of a file that can be read; 0 if it is not known. Refuses the file that standard
/// output goes to, before anything is written there.
fn checked_length(path: &Path) -> Result<u64> {
    if path == Path::new("-") {
        file::refuse_standard_output(path)?;
        return Ok(0);
    }
    let data = fs::metadata(path).with_context(|| format!("cannot open '{}'", path.display()))?;
    if data.is_dir() {
        bail!("'{}' is a folder", path.display());
    }
    file::refuse_standard_output(path)?;
    Ok(data.len())
}
