//! CSV tables of positions, read row by row in constant memory.

use std::cell::Cell;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::{Result, bail};
use catena_grid::Square;
use indicatif::ProgressBar;

use crate::input::ChessPlacement;
use crate::{file, output};

/// The longest row that is read. Without a limit, a quotation mark that is never
/// closed would make one row of the whole file.
const MAX_ROW_BYTES: usize = 1 << 20;

/// A CSV table with a header.
pub(crate) struct CsvTable {
    rows: csv::Reader<RowLimit>,
    /// How many bytes were read since the last row began.
    unread: Rc<Cell<usize>>,
    pub(crate) header: csv::StringRecord,
    progress: ProgressBar,
}

impl CsvTable {
    /// Opens a file; `None` and `-` mean standard input.
    pub(crate) fn open(file: Option<&Path>) -> Result<CsvTable> {
        let path = file.filter(|path| *path != Path::new("-"));
        let (input, length): (Box<dyn Read>, u64) = match path {
            None => {
                file::refuse_standard_output(Path::new("-"))?;
                (Box::new(io::stdin()), 0)
            }
            Some(path) => {
                let file = file::open_input(path)?;
                let length = file.metadata().map_or(0, |data| data.len());
                (Box::new(file), length)
            }
        };
        let unread = Rc::new(Cell::new(0));
        let limited = RowLimit {
            input,
            unread: Rc::clone(&unread),
        };
        let mut rows = csv::ReaderBuilder::new()
            .flexible(true)
            .from_reader(limited);
        let header = rows.headers().map_err(row_error)?.clone();
        Ok(CsvTable {
            rows,
            unread,
            header,
            progress: output::progress(length, "{bar:40} {bytes}/{total_bytes} {eta} left"),
        })
    }

    /// Returns the index of the column with this name.
    pub(crate) fn column(&self, name: &str) -> Result<usize> {
        match self.header.iter().position(|title| title.trim() == name) {
            Some(column) => Ok(column),
            None if self.header.is_empty() => bail!("the table is empty"),
            None => bail!("line 1: the header has no column '{name}'"),
        }
    }

    /// Reads the next row; returns `None` at the end.
    pub(crate) fn next_row(&mut self) -> Result<Option<CsvRow>> {
        self.unread.set(0);
        let mut bytes = csv::ByteRecord::new();
        if !self.rows.read_byte_record(&mut bytes).map_err(row_error)? {
            return Ok(None);
        }
        let (line, at) = bytes
            .position()
            .map_or((0, 0), |place| (place.line(), place.byte()));
        self.progress.set_position(at);
        let problem = if bytes.len() != self.header.len() {
            Some(format!(
                "the row has {} columns, not {}",
                bytes.len(),
                self.header.len()
            ))
        } else if bytes
            .iter()
            .any(|field| std::str::from_utf8(field).is_err())
        {
            Some("the text is not UTF-8".to_owned())
        } else {
            None
        };
        let mut fields = csv::StringRecord::from_byte_record_lossy(bytes);
        while fields.len() < self.header.len() {
            fields.push_field("");
        }
        fields.truncate(self.header.len());
        Ok(Some(CsvRow {
            fields,
            line,
            problem,
        }))
    }

    /// Removes the progress bar.
    pub(crate) fn finish(&self) {
        self.progress.finish_and_clear();
    }
}

/// A row of a table, with as many fields as the header.
pub(crate) struct CsvRow {
    pub(crate) fields: csv::StringRecord,
    /// The line on which it begins, counted from 1.
    pub(crate) line: u64,
    /// What is wrong with its shape, if anything.
    problem: Option<String>,
}

impl CsvRow {
    /// Reads the position in a column.
    pub(crate) fn position(&self, column: usize) -> Result<ChessPlacement> {
        if let Some(problem) = &self.problem {
            bail!("{problem}");
        }
        // Only the first line of the message: the rest marks the place with a caret.
        let text = self.fields.get(column).unwrap_or_default();
        match ChessPlacement::parse(text) {
            Ok(position) => Ok(position),
            Err(error) => bail!("{}", error.to_string().lines().next().unwrap_or_default()),
        }
    }

    /// Reads the position and the square of a piece in these columns.
    pub(crate) fn piece(&self, position: usize, square: usize) -> Result<(ChessPlacement, Square)> {
        let position = self.position(position)?;
        let square = position.piece_square(self.fields.get(square).unwrap_or_default())?;
        Ok((position, square))
    }
}

/// Rewords an error of the csv crate, with its line.
fn row_error(error: csv::Error) -> anyhow::Error {
    let line = error.position().map(csv::Position::line);
    match error.kind() {
        csv::ErrorKind::Utf8 { .. } => {
            anyhow::anyhow!("line {}: the text is not UTF-8", line.unwrap_or(1))
        }
        _ => anyhow::Error::new(error).context("cannot read the table"),
    }
}

/// A reader that fails when a row is too long.
struct RowLimit {
    input: Box<dyn Read>,
    unread: Rc<Cell<usize>>,
}

impl Read for RowLimit {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.unread.get() > MAX_ROW_BYTES {
            let message = format!("a row is longer than {MAX_ROW_BYTES} bytes");
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        let read = self.input.read(buffer)?;
        self.unread.set(self.unread.get() + read);
        Ok(read)
    }
}

/// The argument that names a table.
#[derive(Debug, clap::Args)]
pub(crate) struct TableArgs {
    /// The table, as CSV with a header; `-` for standard input [default: -]
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
}
