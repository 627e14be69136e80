//! Results as a table, CSV, JSON or Parquet, on standard output or in a file.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use datafusion::arrow::array::{Array, ArrayRef, RecordBatch, StringBuilder};
use datafusion::arrow::csv;
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::arrow::json::LineDelimitedWriter;
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};
use datafusion::arrow::util::pretty::pretty_format_batches_with_schema;
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::basic::Compression;
use datafusion::parquet::file::properties::WriterProperties;
use tempfile::NamedTempFile;

use crate::session::PreparedQuery;

/// A table on a screen shows at most this many rows.
const TABLE_ROWS: usize = 10_000;

/// A row group of a Parquet result has about this many bytes. It is in memory until then.
const GROUP_BYTES: usize = 32 << 20;

/// The format of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A table for people.
    Table,
    /// Comma-separated values with a header.
    Csv,
    /// One JSON object per line.
    Json,
    /// Parquet.
    Parquet,
}

impl Format {
    fn from_name(name: &str) -> Option<Format> {
        match name {
            "table" | "txt" => Some(Format::Table),
            "csv" => Some(Format::Csv),
            "json" | "jsonl" | "ndjson" => Some(Format::Json),
            "parquet" => Some(Format::Parquet),
            _ => None,
        }
    }
}

/// Where a result goes: a format on standard output, or a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The format.
    pub format: Format,
    /// The file; `None` is standard output.
    pub file: Option<PathBuf>,
}

impl Default for Target {
    fn default() -> Target {
        Target {
            format: Format::Table,
            file: None,
        }
    }
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Target, String> {
        if let Some(format) = Format::from_name(text) {
            return Ok(Target { format, file: None });
        }
        let path = Path::new(text);
        let extension = path.extension().and_then(|extension| extension.to_str());
        match extension.and_then(Format::from_name) {
            Some(format) => Ok(Target {
                format,
                file: Some(path.into()),
            }),
            None => Err(
                "expected table, csv, json or parquet, or a file that ends in .txt, .csv, \
                 .json, .jsonl, .ndjson or .parquet"
                    .into(),
            ),
        }
    }
}

/// Writes the batches of a result. A file is written completely or not at all.
pub struct ResultWriter {
    encoder: Encoder,
    file: Option<(NamedTempFile, PathBuf)>,
}

impl std::fmt::Debug for ResultWriter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ResultWriter")
            .field("file", &self.file)
            .finish_non_exhaustive()
    }
}

type Sink = Box<dyn Write + Send>;

enum Encoder {
    Table {
        sink: Sink,
        schema: SchemaRef,
        batches: Vec<RecordBatch>,
        rows: usize,
    },
    Csv(Box<csv::Writer<Sink>>),
    Json(LineDelimitedWriter<Sink>),
    Parquet(Box<ArrowWriter<Sink>>),
}

impl ResultWriter {
    /// A writer for a result with this schema.
    ///
    /// # Errors
    ///
    /// If the file cannot be created.
    pub fn new(target: &Target, schema: &SchemaRef) -> Result<ResultWriter> {
        let (sink, file) = match &target.file {
            None => (Box::new(io::BufWriter::new(io::stdout())) as Sink, None),
            Some(path) => open(path)?,
        };
        let encoder = match target.format {
            Format::Table => Encoder::Table {
                sink,
                schema: Arc::clone(schema),
                batches: Vec::new(),
                rows: 0,
            },
            Format::Csv => {
                let mut writer = csv::WriterBuilder::new().with_header(true).build(sink);
                writer.write(&flat(&RecordBatch::new_empty(Arc::clone(schema)))?)?;
                Encoder::Csv(Box::new(writer))
            }
            Format::Json => Encoder::Json(LineDelimitedWriter::new(sink)),
            Format::Parquet => {
                let properties = WriterProperties::builder()
                    .set_compression(Compression::ZSTD(Default::default()));
                let properties = Some(properties.build());
                let writer = ArrowWriter::try_new(sink, Arc::clone(schema), properties)?;
                Encoder::Parquet(Box::new(writer))
            }
        };
        Ok(ResultWriter { encoder, file })
    }

    /// The file that has the result until it is complete; `None` if it is written at once.
    #[must_use]
    pub fn unfinished(&self) -> Option<&Path> {
        self.file.as_ref().map(|(file, _)| file.path())
    }

    /// Writes a batch.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write(&mut self, batch: &RecordBatch) -> Result<()> {
        match &mut self.encoder {
            Encoder::Table { batches, rows, .. } => {
                let left = TABLE_ROWS.saturating_sub(*rows);
                if left > 0 {
                    batches.push(batch.slice(0, left.min(batch.num_rows())));
                }
                *rows += batch.num_rows();
            }
            Encoder::Csv(writer) => writer.write(&flat(batch)?)?,
            Encoder::Json(writer) => writer.write(batch)?,
            Encoder::Parquet(writer) => {
                writer.write(batch)?;
                if writer.in_progress_size() > GROUP_BYTES {
                    writer.flush()?;
                }
            }
        }
        Ok(())
    }

    /// Ends the result. The file has its name from now on.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn finish(self) -> Result<()> {
        let mut sink = match self.encoder {
            Encoder::Table {
                mut sink,
                schema,
                batches,
                rows,
            } => {
                if !schema.fields().is_empty() {
                    let table = pretty_format_batches_with_schema(schema, &batches)?;
                    writeln!(sink, "{table}")?;
                }
                if rows > TABLE_ROWS {
                    let more = rows - TABLE_ROWS;
                    eprintln!("catena-sql: {more} more rows are not shown; -o csv writes all");
                }
                sink
            }
            Encoder::Csv(writer) => writer.into_inner(),
            Encoder::Json(mut writer) => {
                writer.finish()?;
                writer.into_inner()
            }
            Encoder::Parquet(writer) => writer.into_inner()?,
        };
        sink.flush()?;
        drop(sink);
        let Some((file, path)) = self.file else {
            return Ok(());
        };
        keep(file, &path).with_context(|| format!("cannot write '{}'", path.display()))
    }
}

/// Where the result of this file is written until it is complete, and the file that has it
/// then. What is not a file, like a pipe, is written at once.
fn open(path: &Path) -> Result<(Sink, Option<(NamedTempFile, PathBuf)>)> {
    let cannot_create = || format!("cannot create '{}'", path.display());
    // A link stays, and what it leads to is written.
    let path = &path.canonicalize().unwrap_or_else(|_| path.into());
    if path.exists() && !path.is_file() && !path.is_dir() {
        let pipe = File::options().write(true).open(path);
        return Ok((
            Box::new(io::BufWriter::new(pipe.with_context(cannot_create)?)),
            None,
        ));
    }
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let file = NamedTempFile::new_in(folder.unwrap_or(Path::new(".")));
    let file = file.with_context(cannot_create)?;
    let sink = io::BufWriter::new(file.as_file().try_clone()?);
    Ok((Box::new(sink), Some((file, path.clone()))))
}

/// Refuses a file that the query reads.
///
/// # Errors
///
/// If the result would replace it.
pub async fn refuse_input(target: &Target, query: &PreparedQuery) -> Result<()> {
    let file = target.file.as_ref();
    let Some(file) = file.and_then(|file| file.canonicalize().ok()) else {
        return Ok(());
    };
    if query.reads(&file).await? {
        bail!(
            "'{}' is read by the query, choose another file",
            file.display()
        );
    }
    Ok(())
}

/// Gives a complete file its name.
pub(crate) fn keep(file: NamedTempFile, path: &Path) -> Result<()> {
    file.as_file().sync_all()?;
    set_usual_permissions(file.as_file(), path)?;
    file.persist(path)?;
    Ok(())
}

/// Temporary files are readable by their owner only; results are files like others.
fn set_usual_permissions(file: &File, path: &Path) -> Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = path
            .metadata()
            .map_or(0o644, |metadata| metadata.permissions().mode());
        file.set_permissions(std::fs::Permissions::from_mode(mode))?;
    }
    if path.is_dir() {
        bail!("there is a folder of this name");
    }
    Ok(())
}

/// The batch with lists and structs as text, which CSV does not have.
fn flat(batch: &RecordBatch) -> Result<RecordBatch> {
    let mut fields = Vec::new();
    let mut columns: Vec<ArrayRef> = Vec::new();
    for (field, column) in batch.schema().fields().iter().zip(batch.columns()) {
        if field.data_type().is_nested() {
            fields.push(Field::new(field.name(), DataType::Utf8, true));
            columns.push(as_text(column)?);
        } else {
            fields.push(field.as_ref().clone());
            columns.push(Arc::clone(column));
        }
    }
    Ok(RecordBatch::try_new(
        Arc::new(Schema::new(fields)),
        columns,
    )?)
}

fn as_text(column: &ArrayRef) -> Result<ArrayRef> {
    let options = FormatOptions::default();
    let formatter = ArrayFormatter::try_new(column, &options)?;
    let mut text = StringBuilder::new();
    for row in 0..column.len() {
        match column.is_null(row) {
            true => text.append_null(),
            false => text.append_value(formatter.value(row).to_string()),
        }
    }
    Ok(Arc::new(text.finish()))
}
