//! `catena audit`: how often, and where, the paper's detector is wrong.

use std::io::Write;

use anyhow::{Context, Result};
use catena_draw::Scene;
use catena_draw::terminal::{self, Style};
use catena_grid::{Board, Grid8, MinSize, Piece, Placement, Square, paper};
use clap::Args;
use fastrand::Rng;
use serde::Serialize;

use crate::args::{Format, StyleArgs};
use crate::exit_code::ExitCode;
use crate::output;
use crate::table::{CsvTable, TableArgs};

/// Compare the paper's detector with the exact one on many positions
///
/// The questions come from a CSV table with the columns fen_placement and
/// square, or are about every piece of random boards.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  catena audit --random 2000 --seed 1")]
pub(crate) struct AuditArgs {
    #[command(flatten)]
    table: TableArgs,
    /// Generate this many random boards, and ask about every piece on them
    #[arg(long, value_name = "N", conflicts_with = "file")]
    random: Option<u64>,
    /// The seed of the random numbers
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        requires = "random",
        conflicts_with = "file"
    )]
    seed: u64,
    /// The percentage of occupied squares on random boards [default: 40 to 75]
    #[arg(long, value_name = "PERCENT", requires = "random", conflicts_with = "file", value_parser = clap::value_parser!(u64).range(1..=100))]
    density: Option<u64>,
    /// How many steps the paper's algorithm may take for one answer
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    step_limit: u64,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    style: StyleArgs,
}

/// A question to which the paper's answer is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Mistake {
    placement: Placement,
    occupied: Grid8,
    square: Square,
}

/// How often the paper's answer is wrong in one way, and the smallest case.
#[derive(Default)]
struct Mistakes {
    count: u64,
    smallest: Option<Mistake>,
}

impl Mistakes {
    fn add(&mut self, mistake: impl FnOnce() -> Mistake, pieces: u32) {
        self.count += 1;
        if self
            .smallest
            .as_ref()
            .is_none_or(|known| pieces < known.occupied.len())
        {
            self.smallest = Some(mistake());
        }
    }
}

/// The running count of an audit.
#[derive(Default)]
struct Audit {
    questions: u64,
    on_chain: u64,
    paper_yes: u64,
    gave_up: u64,
    missed: Mistakes,
    false_alarms: Mistakes,
}

impl Audit {
    fn ask(
        &mut self,
        occupied: Grid8,
        square: Square,
        limit: u64,
        placement: impl Fn() -> Placement,
    ) {
        let exact = occupied.has_chain(square);
        self.questions += 1;
        self.on_chain += u64::from(exact);
        let mistake = || Mistake {
            placement: placement(),
            occupied,
            square,
        };
        match paper::detect(occupied, square, MinSize::TWO, limit) {
            Err(_) => self.gave_up += 1,
            Ok(verdict) => {
                let said = verdict.has_chain();
                self.paper_yes += u64::from(said);
                match (exact, said) {
                    (true, false) => self.missed.add(mistake, occupied.len()),
                    (false, true) => self.false_alarms.add(mistake, occupied.len()),
                    _ => {}
                }
            }
        }
    }
}

pub(crate) fn run(args: &AuditArgs) -> Result<ExitCode> {
    let audit = match args.random {
        Some(boards) => audit_random(args, boards),
        None => audit_table(args)?,
    };
    match args.format {
        Format::Json => output::print_json(&JsonAudit::from(&audit))?,
        Format::Text => print_text(&audit, args.style.style())?,
    }
    Ok(ExitCode::Success)
}

fn audit_random(args: &AuditArgs, boards: u64) -> Audit {
    let mut random = Rng::with_seed(args.seed);
    let mut audit = Audit::default();
    let progress = output::progress(boards, "{bar:40} {pos}/{len} boards {eta} left");
    for _ in 0..boards {
        let percent = args.density.unwrap_or_else(|| random.u64(40..=75));
        let occupied: Grid8 = Square::ALL
            .into_iter()
            .filter(|_| random.u64(0..100) < percent)
            .collect();
        for square in occupied {
            audit.ask(occupied, square, args.step_limit, || pawns(occupied));
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    audit
}

/// Returns the board with pawns on the occupied squares.
fn pawns(occupied: Grid8) -> Placement {
    const PAWN: Piece = Piece::from_letter('p').expect("p is a letter");
    Placement::from_occupied(occupied, PAWN)
}

fn audit_table(args: &AuditArgs) -> Result<Audit> {
    let mut table = CsvTable::open(args.table.file.as_deref())?;
    let (placement, square) = (table.column("fen_placement")?, table.column("square")?);
    let mut audit = Audit::default();
    while let Some(row) = table.next_row()? {
        let (position, square) = row
            .piece(placement, square)
            .with_context(|| format!("line {}", row.line))?;
        audit.ask(position.occupied, square, args.step_limit, || {
            position.placement.clone()
        });
    }
    table.finish();
    Ok(audit)
}

fn print_text(audit: &Audit, style: Style) -> Result<()> {
    let mut out = output::stdout();
    let share = |part: u64, whole: u64| {
        // Counts of questions are far below 2^52.
        if whole == 0 {
            0.0
        } else {
            100.0 * part as f64 / whole as f64
        }
    };
    writeln!(out, "pieces asked about        {:>10}", audit.questions)?;
    writeln!(out, "on a chain                {:>10}", audit.on_chain)?;
    writeln!(out, "the paper says yes        {:>10}", audit.paper_yes)?;
    writeln!(out, "the paper gives up        {:>10}", audit.gave_up)?;
    writeln!(
        out,
        "chains the paper misses   {:>10}  ({:.4} % of those on a chain)",
        audit.missed.count,
        share(audit.missed.count, audit.on_chain)
    )?;
    writeln!(
        out,
        "its false alarms          {:>10}  ({:.4} % of its yes answers)",
        audit.false_alarms.count,
        share(audit.false_alarms.count, audit.paper_yes)
    )?;
    draw_smallest(&mut out, "chain it misses", &audit.missed, style)?;
    draw_smallest(&mut out, "false alarm", &audit.false_alarms, style)
}

fn draw_smallest(
    out: &mut impl Write,
    title: &str,
    mistakes: &Mistakes,
    style: Style,
) -> Result<()> {
    let Some(Mistake {
        placement,
        occupied,
        square,
    }) = &mistakes.smallest
    else {
        return Ok(());
    };
    writeln!(
        out,
        "\nThe smallest {title}: {} pieces, {placement}, {square}\n",
        occupied.len()
    )?;
    let scene = Scene::new(placement).moved(*square);
    let scene = match occupied.witness(*square) {
        Some(chain) => scene.with_chain(&chain),
        None => scene.enclosed(occupied.enclosed()),
    };
    write!(out, "{}", terminal::render(&scene, style))?;
    Ok(())
}

#[derive(Serialize)]
struct JsonAudit {
    questions: u64,
    on_chain: u64,
    paper_yes: u64,
    gave_up: u64,
    missed: JsonMistakes,
    false_alarms: JsonMistakes,
}

#[derive(Serialize)]
struct JsonMistakes {
    count: u64,
    smallest: Option<JsonMistake>,
}

#[derive(Serialize)]
struct JsonMistake {
    fen_placement: String,
    square: String,
    pieces: u32,
}

impl From<&Audit> for JsonAudit {
    fn from(audit: &Audit) -> JsonAudit {
        JsonAudit {
            questions: audit.questions,
            on_chain: audit.on_chain,
            paper_yes: audit.paper_yes,
            gave_up: audit.gave_up,
            missed: JsonMistakes::from(&audit.missed),
            false_alarms: JsonMistakes::from(&audit.false_alarms),
        }
    }
}

impl From<&Mistakes> for JsonMistakes {
    fn from(mistakes: &Mistakes) -> JsonMistakes {
        let smallest = mistakes.smallest.as_ref().map(|mistake| JsonMistake {
            fen_placement: mistake.placement.to_string(),
            square: mistake.square.to_string(),
            pieces: mistake.occupied.len(),
        });
        JsonMistakes {
            count: mistakes.count,
            smallest,
        }
    }
}
