//! `catena puzzle`: puzzles, one at a time.

mod answer;
mod choose;
mod show;

use std::io::Write;

use anyhow::Result;
use catena_chess::puzzle::{Grade, HEADER, Puzzle, PuzzleKind};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use self::answer::Answering;
use self::choose::{RatingArg, StoredPuzzle, parse_rating};
use crate::args::StyleArgs;
use crate::exit_code::ExitCode;
use crate::output;

/// Solve puzzles: form a chain, switch or stay, mate with a switch, and others
///
/// Shows a puzzle and reads answers, until one is right: moves like Nf3 or g1f3, followed by s
/// (g1f3s) or the word switch (Nf3 switch) where you switch; yes or no; switch or stay. Type
/// hint, solution or quit. Answers can be arguments as well; of a line, type your own moves only.
/// With --format json or csv the puzzle is printed with its solution, and no answer is read.
/// The exit code is 0 if the answer is right, 1 if it is wrong or was shown, and 2 if it is none.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  catena puzzle --kind switchMate --rating 1200
  catena puzzle --list --kind formChain --format csv")]
pub(crate) struct PuzzleArgs {
    /// The answer; without it, answers are read from standard input
    #[arg(requires = "id", conflicts_with_all = ["kind", "grade", "rating", "seed", "list", "hint", "solution", "color", "ascii"])]
    answer: Vec<String>,
    /// The puzzle with this identifier
    #[arg(long, conflicts_with_all = ["kind", "grade", "rating", "seed", "list"])]
    id: Option<String>,
    /// Only puzzles of this kind
    #[arg(long, value_name = "KIND", value_parser = kind())]
    kind: Option<PuzzleKind>,
    /// Only puzzles of this third of their kind
    #[arg(long, value_parser = grade())]
    grade: Option<Grade>,
    /// Only puzzles with a rating in this range, like 900-1200, or nearest to this one
    #[arg(long, value_parser = parse_rating)]
    rating: Option<RatingArg>,
    /// The seed of the random numbers [default: by chance]
    #[arg(long, value_name = "N", conflicts_with = "list")]
    seed: Option<u64>,
    /// List them all, the easiest of each kind first
    #[arg(long, conflicts_with_all = ["hint", "solution", "color", "ascii"])]
    list: bool,
    /// Show the puzzle with a hint, and read no answer
    #[arg(long, conflicts_with = "solution")]
    hint: bool,
    /// Show the puzzle with its solution, and read no answer
    #[arg(long)]
    solution: bool,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t)]
    format: PuzzleFormat,
    #[command(flatten)]
    style: StyleArgs,
}

/// The format of puzzles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum PuzzleFormat {
    /// Plain words and pictures
    #[default]
    Text,
    /// A JSON object per line
    Json,
    /// The columns of lichess's puzzle database
    Csv,
}

fn kind() -> impl TypedValueParser<Value = PuzzleKind> {
    let value = |kind: PuzzleKind| PossibleValue::new(kind.theme()).help(show::task(kind));
    PossibleValuesParser::new(PuzzleKind::ALL.map(value)).try_map(|name| name.parse::<PuzzleKind>())
}

fn grade() -> impl TypedValueParser<Value = Grade> {
    PossibleValuesParser::new(Grade::ALL.map(Grade::name)).map(|name| {
        let mut grades = Grade::ALL.into_iter();
        grades
            .find(|grade| grade.name() == name)
            .unwrap_or(Grade::Easy)
    })
}

pub(crate) fn run(args: &PuzzleArgs) -> Result<ExitCode> {
    let puzzles = choose::matching(args)?;
    if args.list {
        list(args.format, &puzzles)?;
        return Ok(ExitCode::Success);
    }
    let stored = choose::one(args, &puzzles);
    let puzzle = stored.puzzle;
    if !args.answer.is_empty() {
        return answer_once(args, stored);
    }
    if args.format != PuzzleFormat::Text {
        list(args.format, &[stored])?;
        return Ok(ExitCode::Success);
    }
    show::question(stored, args.style.style())?;
    if args.hint {
        writeln!(output::stdout(), "{}", show::hint(puzzle))?;
    } else if args.solution {
        writeln!(output::stdout(), "{}", show::solution(puzzle))?;
    } else {
        return Answering::new(puzzle).converse();
    }
    Ok(ExitCode::Success)
}

/// Prints puzzles.
fn list(format: PuzzleFormat, puzzles: &[StoredPuzzle]) -> Result<()> {
    if format == PuzzleFormat::Csv {
        writeln!(output::stdout(), "{HEADER}")?;
    }
    for stored in puzzles {
        match format {
            PuzzleFormat::Text => writeln!(output::stdout(), "{}", show::line(stored))?,
            PuzzleFormat::Csv => writeln!(output::stdout(), "{}", stored.puzzle)?,
            PuzzleFormat::Json => output::print_json(&show::PuzzleJson::new(stored))?,
        }
    }
    if format == PuzzleFormat::Text {
        let plural = if puzzles.len() == 1 { "" } else { "s" };
        writeln!(output::stdout(), "{} puzzle{plural}", puzzles.len())?;
    }
    Ok(())
}

/// Judges the answer that was given as arguments.
fn answer_once(args: &PuzzleArgs, stored: StoredPuzzle) -> Result<ExitCode> {
    let mut answering = Answering::new(stored.puzzle);
    let is_right = answering.answer_all(&args.answer)?;
    match args.format {
        PuzzleFormat::Text => writeln!(output::stdout(), "{}", answering.told(is_right))?,
        PuzzleFormat::Csv => list(args.format, &[stored])?,
        PuzzleFormat::Json => {
            let json = show::PuzzleJson::new(&stored).answered(&args.answer, is_right);
            output::print_json(&json)?;
        }
    }
    Ok(ExitCode::for_answer(is_right))
}

/// Whether a puzzle is what the arguments ask for.
fn is_wanted(args: &PuzzleArgs, grade: Grade, puzzle: &Puzzle) -> bool {
    args.kind.is_none_or(|kind| kind == puzzle.kind())
        && args.grade.is_none_or(|wanted| wanted == grade)
        && args.id.as_ref().is_none_or(|id| *id == puzzle.details().id)
}
