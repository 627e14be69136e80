//! [`convert`]: PGN to Parquet, in files that are written completely or not at all.
//!
//! Every file of the result says in its metadata which bytes of the text it has, so the
//! files themselves tell where to go on: a conversion that was stopped at any moment
//! continues after its last complete file. A file without a name of its own is lost, and
//! none of its games has been counted.

mod checksum;
mod encode;
mod part;

use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use catena_chess::pgn::{PgnBlock, PgnBlocks, decompressed, decompressed_from};
use indicatif::{ProgressBar, ProgressStyle};
use tokio::task::{JoinHandle, spawn_blocking};

use crate::compression::check_compression;
use encode::{EncodedGroup, GroupEncoder};
use part::{Part, PartWriter, SourceId};

/// A row group has about this many bytes of PGN: some six thousand games, which take a
/// core about a tenth of a second. A row group is the smallest part of a file that can be
/// read by another thread or executor.
const GROUP_BYTES: usize = 4 << 20;

/// What is converted, and how.
#[derive(Clone, Debug)]
pub struct ConvertSettings {
    /// The PGN file, plain or compressed with zstd or gzip.
    pub input: PathBuf,
    /// The folder for the files.
    pub folder: PathBuf,
    /// How many threads read and compress.
    pub threads: usize,
    /// About how many bytes of PGN are in one file.
    pub file_bytes: u64,
}

/// What was converted, earlier runs included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConvertReport {
    /// How many files there are.
    pub files: u64,
    /// How many of them were there before.
    pub files_before: u64,
    /// How many games there are.
    pub games: u64,
    /// How many of them have an error.
    pub unread: u64,
}

/// Converts a PGN file, or goes on with a conversion that was stopped.
///
/// # Errors
///
/// If the input cannot be read, the folder has other files, or a file cannot be written.
/// Complete files stay.
pub async fn convert(settings: &ConvertSettings) -> Result<ConvertReport> {
    let input = &settings.input;
    let cannot_read = || format!("cannot read '{}'", input.display());
    check_compression(input).with_context(cannot_read)?;
    let source = SourceId::of(input).with_context(cannot_read)?;
    let folder = &settings.folder;
    fs::create_dir_all(folder).with_context(|| format!("cannot create '{}'", folder.display()))?;
    let _lock = lock(folder)?;
    let parts = part::complete_parts(folder, &source)?;
    let text = || Ok(decompressed(File::open(input)?, settings.threads)?);
    part::compare(&parts, &source, folder, text)?;
    let mut report = ConvertReport {
        files: parts.len() as u64,
        files_before: parts.len() as u64,
        games: parts.iter().map(|part| part.games).sum(),
        unread: parts.iter().map(|part| part.unread).sum(),
    };
    if parts.last().is_some_and(|part| part.is_last) {
        return Ok(report);
    }
    let bar = progress_bar(source.bytes);
    let start = Part::next(&parts, &source);
    let file = File::open(input).with_context(cannot_read)?;
    let text = decompressed_from(bar.wrap_read(file), settings.threads, start.start().byte);
    let blocks = PgnBlocks::from_place(text.with_context(cannot_read)?, start.start());
    let mut writer = PartWriter::new(folder, start, settings.file_bytes);
    let result = write_all(settings, blocks, &mut writer).await;
    bar.finish_and_clear();
    result?;
    let written = writer.finish()?;
    report.files += written.len() as u64;
    report.games += written.iter().map(|part| part.games).sum::<u64>();
    report.unread += written.iter().map(|part| part.unread).sum::<u64>();
    Ok(report)
}

/// Reads, encodes on several threads, and writes in order. A bounded number of groups is
/// in memory.
async fn write_all(
    settings: &ConvertSettings,
    mut blocks: PgnBlocks<Box<dyn Read + Send>>,
    writer: &mut PartWriter,
) -> Result<()> {
    let encoder = Arc::new(GroupEncoder::new()?);
    let group_bytes = GROUP_BYTES.min(usize::try_from(settings.file_bytes).unwrap_or(GROUP_BYTES));
    let mut pending: VecDeque<JoinHandle<Result<EncodedGroup>>> = VecDeque::new();
    loop {
        while pending.len() <= settings.threads {
            let group = read_group(&mut blocks, group_bytes);
            let group =
                group.with_context(|| format!("cannot read '{}'", settings.input.display()))?;
            if group.is_empty() {
                break;
            }
            let encoder = Arc::clone(&encoder);
            pending.push_back(spawn_blocking(move || encoder.encode(&group)));
        }
        match pending.pop_front() {
            Some(group) => writer.append(group.await??)?,
            None => return Ok(()),
        }
    }
}

/// The next blocks of about this many bytes; none at the end.
fn read_group<R: Read>(blocks: &mut PgnBlocks<R>, bytes: usize) -> io::Result<Vec<PgnBlock>> {
    let mut group: Vec<PgnBlock> = Vec::new();
    let mut read = 0;
    while read < bytes {
        let Some(block) = blocks.next().transpose()? else {
            break;
        };
        // A block without text stands for a game that was too long to be kept.
        read += block.text().len().max(1);
        group.push(block);
    }
    Ok(group)
}

/// Keeps other conversions out of the folder, until the file is closed.
fn lock(folder: &Path) -> Result<File> {
    let path = folder.join(".catena-lock");
    let context = || format!("cannot create '{}'", path.display());
    let file = File::create(&path).with_context(context)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => {
            bail!("another conversion writes to '{}'", folder.display())
        }
        Err(fs::TryLockError::Error(error)) => Err(error).with_context(context),
    }
}

fn progress_bar(bytes: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {bytes} of {total_bytes}, {eta} left");
    let bar = ProgressBar::new(bytes);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
