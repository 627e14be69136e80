//! `catena check`: answers for a table of positions.

use std::io::{self, BufWriter, Write};

use anyhow::{Context, Result};
use catena_grid::{Board, Chain};
use clap::Args;

use crate::exit_code::ExitCode;
use crate::table::{CsvRow, CsvTable, TableArgs};

/// Answer the question of every row of a CSV table
///
/// Reads the columns fen_placement and square, and writes the same rows with
/// these columns appended: exists (1 if the piece is on a chain, otherwise 0),
/// max_area (the most empty squares inside a chain through the piece), max_group
/// (the largest connected group of them) and shortest (the fewest pieces in a
/// chain). The table may be of any length. An invalid row ends the command with
/// exit code 2, after the rows before it are written.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  printf 'fen_placement,square\\n8/8/8/2pp4/1p2p3/2pp4/8/8,b4\\n' \\
    | catena check")]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    table: TableArgs,
    /// Read only fen_placement, and append mask_hex: the squares on a chain as bits, with bit 0 = a1
    #[arg(long)]
    masks: bool,
    /// Continue after an invalid row, and append a column error that says what is wrong with it
    #[arg(long)]
    keep_going: bool,
}

/// Which columns are read, and what is appended.
enum Question {
    Square { placement: usize, square: usize },
    Mask { placement: usize },
}

impl Question {
    fn of(table: &CsvTable, masks: bool) -> Result<Question> {
        let placement = table.column("fen_placement")?;
        if masks {
            return Ok(Question::Mask { placement });
        }
        Ok(Question::Square {
            placement,
            square: table.column("square")?,
        })
    }

    fn titles(&self) -> &'static [&'static str] {
        match self {
            Question::Square { .. } => &["exists", "max_area", "max_group", "shortest"],
            Question::Mask { .. } => &["mask_hex"],
        }
    }

    fn answer(&self, row: &CsvRow) -> Result<Vec<String>> {
        match *self {
            Question::Mask { placement } => {
                let position = row.position(placement)?;
                let on_chain = position.occupied.chain_cells();
                Ok(vec![format!("{:016x}", on_chain.bits())])
            }
            Question::Square { placement, square } => {
                let (position, square) = row.piece(placement, square)?;
                let exists = position.occupied.has_chain(square);
                let answers = position.occupied.answers(square);
                let shortest = answers.shortest.as_ref().map_or(0, Chain::len);
                Ok(vec![
                    u8::from(exists).to_string(),
                    answers.max_area.to_string(),
                    answers.max_group.to_string(),
                    shortest.to_string(),
                ])
            }
        }
    }
}

pub(crate) fn run(args: &CheckArgs) -> Result<ExitCode> {
    let mut table = CsvTable::open(args.table.file.as_deref())?;
    let question = Question::of(&table, args.masks)?;
    let mut out = csv::Writer::from_writer(BufWriter::new(io::stdout().lock()));
    let result = answer_rows(args, &mut table, &question, &mut out);
    table.finish();
    // Rows that were answered are written even if the next one is invalid.
    out.flush()?;
    result.map(|()| ExitCode::Success)
}

fn answer_rows(
    args: &CheckArgs,
    table: &mut CsvTable,
    question: &Question,
    out: &mut csv::Writer<impl Write>,
) -> Result<()> {
    let error_title = args.keep_going.then_some("error");
    out.write_record(
        table
            .header
            .iter()
            .chain(question.titles().iter().copied())
            .chain(error_title),
    )?;
    while let Some(row) = table.next_row()? {
        let (answers, error) = match question.answer(&row) {
            Ok(answers) => (answers, String::new()),
            Err(error) if args.keep_going => (
                vec![String::new(); question.titles().len()],
                error.to_string(),
            ),
            Err(error) => return Err(error).with_context(|| format!("line {}", row.line)),
        };
        let error = args.keep_going.then_some(error.as_str());
        out.write_record(
            row.fields
                .iter()
                .chain(answers.iter().map(String::as_str))
                .chain(error),
        )?;
    }
    Ok(())
}
