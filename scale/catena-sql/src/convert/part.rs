//! [`Part`]: one file of a conversion, and which games it has.

use std::fs::{self, File};
use std::io::{BufWriter, Read};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use anyhow::{Context, Result, anyhow, bail};
use catena_chess::pgn::{PgnBlocks, PgnPlace};
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::file::metadata::KeyValue;
use datafusion::parquet::file::reader::{FileReader, SerializedFileReader};
use datafusion::parquet::file::writer::SerializedFileWriter;
use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;

use super::checksum::Checksum;
use super::encode::{EncodedGroup, properties};
use crate::game_row::game_schema;
use crate::output::keep;

/// The key of a part in the metadata of its file.
const KEY: &str = "catena.convert";

/// How the names of files begin that are not complete.
const UNFINISHED: &str = ".catena-unfinished-";

/// The file that is converted. A conversion goes on only with the same one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SourceId {
    name: String,
    pub(super) bytes: u64,
    /// A checksum of the first bytes.
    start: u64,
    /// When it was changed last, in nanoseconds since 1970. If only this differs, the text
    /// is compared.
    modified: u64,
}

impl SourceId {
    pub(super) fn of(path: &Path) -> Result<SourceId> {
        let mut file = File::open(path)?;
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            bail!("it is not a file");
        }
        let mut start = Vec::new();
        (&mut file).take(1 << 16).read_to_end(&mut start)?;
        let mut checksum = Checksum::default();
        checksum.add(&start);
        let modified = metadata.modified()?.duration_since(UNIX_EPOCH);
        let name = path.file_name().unwrap_or(path.as_os_str());
        Ok(SourceId {
            name: name.to_string_lossy().into_owned(),
            bytes: metadata.len(),
            start: checksum.sum,
            modified: modified
                .ok()
                .and_then(|since| since.as_nanos().try_into().ok())
                .unwrap_or(0),
        })
    }

    /// Refuses to go on with a part of another file.
    fn check(&self, part: &Part, path: &Path) -> Result<()> {
        let theirs = &part.source;
        if (&self.name, self.bytes, self.start) == (&theirs.name, theirs.bytes, theirs.start) {
            return Ok(());
        }
        if self.name == theirs.name {
            bail!(changed(&self.name, path));
        }
        bail!(
            "'{}' was converted from another file, '{}': choose an empty folder",
            path.display(),
            theirs.name
        );
    }
}

/// That the source is not what it was.
fn changed(source: &str, part: &Path) -> String {
    format!(
        "'{source}' has changed since '{}' was converted from it: choose an empty folder",
        part.display()
    )
}

/// One file of a conversion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Part {
    source: SourceId,
    /// Its number, from 0.
    number: u64,
    /// Where it starts and ends: bytes of text, and numbers of lines.
    start: (u64, u64),
    end: (u64, u64),
    /// The checksum of its text.
    checksum: u64,
    /// How many games it has.
    pub(super) games: u64,
    /// How many of them have an error.
    pub(super) unread: u64,
    /// Whether the source ends with it.
    pub(super) is_last: bool,
}

impl Part {
    /// The part after these, without games.
    pub(super) fn next(parts: &[Part], source: &SourceId) -> Part {
        let end = parts.last().map_or((0, 1), |part| part.end);
        Part {
            source: source.clone(),
            number: parts.len() as u64,
            start: end,
            end,
            checksum: 0,
            games: 0,
            unread: 0,
            is_last: false,
        }
    }

    pub(super) fn start(&self) -> PgnPlace {
        let (byte, line) = self.start;
        PgnPlace { byte, line }
    }

    fn file_name(&self) -> String {
        format!("part-{:05}.parquet", self.number)
    }

    /// The part that is in this file.
    fn read(path: &Path) -> Result<Part> {
        let reader = SerializedFileReader::new(File::open(path)?)?;
        let metadata = reader.metadata().file_metadata().key_value_metadata();
        let pairs = metadata.map_or(&[][..], |pairs| pairs.as_slice());
        let part = pairs.iter().find(|pair| pair.key == KEY);
        let part = part.and_then(|pair| pair.value.as_ref());
        Ok(serde_json::from_str(
            part.ok_or_else(|| anyhow!("it is of another origin"))?,
        )?)
    }
}

/// The complete parts in the folder, in order. Files that are not complete are removed.
///
/// # Errors
///
/// If there are Parquet files that are not parts of a conversion of this source.
pub(super) fn complete_parts(folder: &Path, source: &SourceId) -> Result<Vec<Part>> {
    let cannot_read = || format!("cannot read '{}'", folder.display());
    let mut parts = Vec::new();
    for entry in fs::read_dir(folder).with_context(cannot_read)? {
        let path = entry.with_context(cannot_read)?.path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if name.starts_with(UNFINISHED) {
            fs::remove_file(&path)
                .with_context(|| format!("cannot remove '{}'", path.display()))?;
        } else if name.ends_with(".parquet") {
            let part = Part::read(&path);
            let part = part.with_context(|| {
                format!("'{}' is in the way, choose an empty folder", path.display())
            })?;
            source.check(&part, &path)?;
            if part.file_name() != name {
                bail!(
                    "'{}' was renamed from '{}'",
                    path.display(),
                    part.file_name()
                );
            }
            parts.push(part);
        }
    }
    parts.sort_by_key(|part| part.number);
    for (part, number) in parts.iter().zip(0..) {
        if part.number != number {
            let missing = Part {
                number,
                ..part.clone()
            }
            .file_name();
            bail!("'{}' is missing in '{}'", missing, folder.display());
        }
    }
    Ok(parts)
}

/// Compares the parts with the text of their source, if that may have changed.
///
/// # Errors
///
/// If it has.
pub(super) fn compare<R: Read>(
    parts: &[Part],
    source: &SourceId,
    folder: &Path,
    text: impl FnOnce() -> Result<R>,
) -> Result<()> {
    if parts.iter().all(|part| part.source == *source) {
        return Ok(());
    }
    let mut blocks = PgnBlocks::new(text()?);
    for part in parts {
        let mut checksum = Checksum::default();
        let mut end = part.start.0;
        while end < part.end.0
            && let Some(block) = blocks.next().transpose()?
        {
            checksum.add(block.text());
            end = block.end().byte;
        }
        if (end, checksum.sum) != (part.end.0, part.checksum) {
            bail!(changed(&source.name, &folder.join(part.file_name())));
        }
    }
    Ok(())
}

/// Writes row groups to one file after the other.
pub(super) struct PartWriter {
    folder: PathBuf,
    file_bytes: u64,
    part: Part,
    file: Option<PartFile>,
    written: Vec<Part>,
}

type FileSink = BufWriter<File>;

struct PartFile {
    file: NamedTempFile,
    writer: SerializedFileWriter<FileSink>,
}

impl PartFile {
    fn create(folder: &Path) -> Result<PartFile> {
        let file = tempfile::Builder::new()
            .prefix(UNFINISHED)
            .tempfile_in(folder)?;
        let sink = BufWriter::new(file.as_file().try_clone()?);
        let writer = ArrowWriter::try_new(sink, game_schema(), Some(properties()))?;
        let (writer, _) = writer.into_serialized_writer()?;
        Ok(PartFile { file, writer })
    }

    fn append(&mut self, group: EncodedGroup) -> Result<()> {
        if group.games == 0 {
            return Ok(());
        }
        let mut row_group = self.writer.next_row_group()?;
        for column in group.columns {
            column.append_to_row_group(&mut row_group)?;
        }
        row_group.close()?;
        Ok(())
    }

    /// Completes the file and gives it its name.
    fn finish(mut self, folder: &Path, part: &Part) -> Result<()> {
        let value = serde_json::to_string(part)?;
        self.writer
            .append_key_value_metadata(KeyValue::new(KEY.into(), value));
        let sink = self.writer.into_inner()?;
        sink.into_inner().map_err(|error| error.into_error())?;
        keep(self.file, &folder.join(part.file_name()))?;
        // The name is on the disk when the folder is.
        #[cfg(unix)]
        File::open(folder)?.sync_all()?;
        Ok(())
    }
}

impl PartWriter {
    /// Writes to this part first, and to the next ones when it has so many bytes of text.
    pub(super) fn new(folder: &Path, part: Part, file_bytes: u64) -> PartWriter {
        PartWriter {
            folder: folder.into(),
            file_bytes,
            part,
            file: None,
            written: Vec::new(),
        }
    }

    pub(super) fn append(&mut self, group: EncodedGroup) -> Result<()> {
        if self.part.end.0 - self.part.start.0 >= self.file_bytes && self.file.is_some() {
            self.finish_part(false)?;
        }
        let folder = self.folder.clone();
        let number = self.part.file_name();
        let (games, unread, end) = (group.games, group.unread, group.end);
        let mut checksum = Checksum::starting_with(self.part.checksum);
        checksum.append(group.checksum);
        self.open()
            .and_then(|file| file.append(group))
            .with_context(|| format!("cannot write '{}'", folder.join(number).display()))?;
        self.part.games += games;
        self.part.unread += unread;
        self.part.end = (end.byte, end.line);
        self.part.checksum = checksum.sum;
        Ok(())
    }

    fn open(&mut self) -> Result<&mut PartFile> {
        if self.file.is_none() {
            self.file = Some(PartFile::create(&self.folder)?);
        }
        self.file.as_mut().context("it was just opened")
    }

    fn finish_part(&mut self, is_last: bool) -> Result<()> {
        self.part.is_last = is_last;
        let path = self.folder.join(self.part.file_name());
        self.open()?;
        if let Some(file) = self.file.take() {
            let finished = file.finish(&self.folder, &self.part);
            finished.with_context(|| format!("cannot write '{}'", path.display()))?;
        }
        let next = Part {
            number: self.part.number + 1,
            start: self.part.end,
            checksum: 0,
            games: 0,
            unread: 0,
            ..self.part.clone()
        };
        self.written.push(std::mem::replace(&mut self.part, next));
        Ok(())
    }

    /// Ends the last part, and returns those that were written.
    pub(super) fn finish(mut self) -> Result<Vec<Part>> {
        self.finish_part(true)?;
        Ok(self.written)
    }
}
