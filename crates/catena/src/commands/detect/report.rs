//! What `catena detect` found, as words, a picture or JSON.

use std::fmt;
use std::io::Write;

use anyhow::Result;
use catena_draw::Scene;
use catena_draw::terminal;
use catena_grid::paper::{self, ClassBoard, Stages};
use catena_grid::{
    Answers, Board, Cell, Chain, Grid, MinSize, Placement, Raster, Square, Undecided,
};
use serde::Serialize;

use super::{Algorithm, DetectOptions};
use crate::chain_json::JsonChain;
use crate::exit_code::ExitCode;
use crate::input::only_8x8;
use crate::output;
use crate::stages::titled_stages;
use crate::words::{cell_names, piece_name, set_names};

/// Why there is no verdict.
enum NoVerdict {
    /// The paper's detector reached its step limit.
    PaperGaveUp { step_limit: u64 },
    /// The exact algorithm reached its work budget.
    Undecided(Undecided),
}

impl fmt::Display for NoVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoVerdict::PaperGaveUp { step_limit } => write!(
                f,
                "the paper's detector gave up after {step_limit} steps, its time is exponential"
            ),
            NoVerdict::Undecided(undecided) => undecided.fmt(f),
        }
    }
}

/// The verdict and all answers about one piece of one position.
pub(super) struct DetectReport<'a> {
    placement: &'a Placement,
    cell: Cell,
    min_size: MinSize,
    algorithm: Algorithm,
    verdict: Result<bool, NoVerdict>,
    areas: Vec<Vec<Cell>>,
    /// A chain of the size asked for; there is one if the exact verdict is yes.
    witness: Option<Chain>,
    answers: Answers<Grid<'a>>,
    stages: Option<Stages>,
}

impl<'a> DetectReport<'a> {
    /// Asks all questions about the piece on a cell. `raster` has the occupied
    /// cells of `placement`.
    pub(super) fn new(
        placement: &'a Placement,
        raster: &'a Raster,
        cell: Cell,
        options: &DetectOptions,
    ) -> Result<DetectReport<'a>> {
        let grid = Grid::new(raster);
        let min_size = options.min_size;
        let stages = if options.stages {
            let occupied = only_8x8(placement, "the paper's passes are")?;
            Some(Stages::of(occupied, min_size))
        } else {
            None
        };
        let witness = grid.witness_of_size(cell, min_size);
        let verdict = match options.algorithm {
            Algorithm::Exact => grid
                .has_chain_of_size(cell, min_size)
                .map_err(NoVerdict::Undecided),
            Algorithm::Paper => paper_verdict(placement, cell, options)?,
        };
        let answers = grid.answers(cell);
        Ok(DetectReport {
            placement,
            cell,
            min_size,
            algorithm: options.algorithm,
            verdict,
            areas: grid.areas(min_size),
            witness: chain_to_show(witness.unwrap_or(None), min_size, &answers),
            answers,
            stages,
        })
    }

    pub(super) fn exit_code(&self) -> ExitCode {
        match self.verdict {
            Ok(chain) => ExitCode::for_answer(chain),
            Err(_) => ExitCode::Undecided,
        }
    }

    pub(super) fn print_text(&self, options: &DetectOptions) -> Result<()> {
        let mut out = output::stdout();
        if let Some(stages) = &self.stages {
            write_stages(&mut out, self.placement, stages)?;
        }
        writeln!(out, "{}\n", self.sentence())?;
        let picture = terminal::render(&self.scene(), options.style.style());
        writeln!(out, "{picture}")?;
        for (id, area) in (1..).zip(&self.areas) {
            let names = set_names(self.placement, area).join(" ");
            writeln!(out, "enclosed area {id}: {names}")?;
        }
        self.write_answers(&mut out)
    }

    fn write_answers(&self, out: &mut impl Write) -> Result<()> {
        let Answers {
            max_area,
            max_group,
            shortest,
            largest,
            ..
        } = &self.answers;
        let mut write = |title: &str, chain: &Chain| {
            let pieces = cell_names(self.placement, chain.cells()).join(" ");
            let inside = set_names(self.placement, chain.encloses()).join(" ");
            writeln!(out, "{title}: {} pieces, {pieces}", chain.len())?;
            writeln!(out, "  encloses {inside}")
        };
        let is_shortest = shortest.as_ref().is_ok_and(|chain| *chain == self.witness);
        if let (Some(chain), false) = (&self.witness, is_shortest) {
            write("chain drawn", chain)?;
        }
        // These two are of the usual size, whatever was asked for.
        let of_size = match self.min_size == MinSize::TWO {
            true => "",
            false => " around at least 2 adjacent squares",
        };
        if let Ok(Some(chain)) = shortest {
            write(&format!("shortest chain{of_size}"), chain)?;
        }
        if let Ok(Some(chain)) = largest {
            write(&format!("largest chain{of_size}"), chain)?;
        }
        for (title, value) in [
            ("most empty squares inside a chain", max_area),
            (
                "largest group of adjacent empty squares inside a chain",
                max_group,
            ),
        ] {
            match value {
                Ok(0) => {}
                Ok(number) => writeln!(out, "{title}: {number}")?,
                Err(undecided) => writeln!(out, "{title}: unknown, {undecided}")?,
            }
        }
        Ok(())
    }

    fn scene(&self) -> Scene {
        let scene = Scene::new(self.placement).moved(self.cell);
        match &self.witness {
            Some(chain) => scene.with_chain(chain),
            None => scene.enclosed(self.areas.iter().flatten().copied()),
        }
    }

    /// Returns the verdict in plain words.
    fn sentence(&self) -> String {
        let piece = piece_name(self.placement, self.cell);
        let square = self.cell.name(self.placement.height());
        let wanted = match self.min_size {
            MinSize::ONE => "an empty square".to_owned(),
            size => format!("at least {size} adjacent empty squares"),
        };
        match (self.algorithm, &self.verdict) {
            (_, Err(reason)) => format!("No answer: {reason}."),
            (Algorithm::Exact, Ok(true)) => {
                format!("Yes: the {piece} on {square} is part of a chain around {wanted}.")
            }
            (Algorithm::Exact, Ok(false)) => {
                format!("No: the {piece} on {square} is part of no chain around {wanted}.")
            }
            (Algorithm::Paper, Ok(said)) => {
                let said_word = if *said { "yes" } else { "no" };
                let right = match (said, self.witness.is_some()) {
                    (true, false) => "but is wrong: no chain goes through it",
                    (false, true) => "but is wrong: this chain goes through it",
                    _ => "and is right",
                };
                format!(
                    "The paper's detector says {said_word} for the {piece} on {square}, {right}."
                )
            }
        }
    }

    pub(super) fn to_json(&self) -> JsonDetection {
        let chain = |chain: &Chain| JsonChain::new(self.placement, chain);
        let decided =
            |answer: &Result<Option<Chain>, Undecided>| answer.as_ref().ok()?.as_ref().map(chain);
        let area = |(id, area): (u32, &Vec<Cell>)| JsonBoardArea {
            id,
            squares: set_names(self.placement, area),
        };
        let stage = |(title, board)| JsonStage {
            title,
            ranks: ranks(board),
        };
        JsonDetection {
            chain: self.verdict.as_ref().ok().copied(),
            paper_is_right: match (self.algorithm, &self.verdict) {
                (Algorithm::Paper, Ok(said)) => Some(*said == self.witness.is_some()),
                _ => None,
            },
            square: self.cell.name(self.placement.height()),
            min_size: self.min_size.get(),
            areas: (1..).zip(&self.areas).map(area).collect(),
            witness: self.witness.as_ref().map(chain),
            shortest: decided(&self.answers.shortest),
            largest: decided(&self.answers.largest),
            max_area: self.answers.max_area.ok(),
            max_group: self.answers.max_group.ok(),
            stages: self
                .stages
                .as_ref()
                .map(|stages| titled_stages(stages).map(stage).into()),
        }
    }
}

/// Returns what the paper's detector says about the piece on a cell.
fn paper_verdict(
    placement: &Placement,
    cell: Cell,
    options: &DetectOptions,
) -> Result<Result<bool, NoVerdict>> {
    let occupied = only_8x8(placement, "the paper's algorithm is")?;
    let (square, step_limit) = (Square::try_from(cell)?, options.step_limit);
    Ok(
        paper::detect(occupied, square, options.min_size, step_limit)
            .map(|verdict| verdict.has_chain())
            .map_err(|_| NoVerdict::PaperGaveUp { step_limit }),
    )
}

/// Returns the chain to show if there is a witness: for size 2 the shortest, if
/// it is decided; otherwise the witness.
fn chain_to_show(
    witness: Option<Chain>,
    min_size: MinSize,
    answers: &Answers<Grid<'_>>,
) -> Option<Chain> {
    let witness = witness?;
    match &answers.shortest {
        Ok(Some(shortest)) if min_size == MinSize::TWO => Some(shortest.clone()),
        _ => Some(witness),
    }
}

/// Returns the numbers of a board, eighth rank first.
fn ranks(board: &ClassBoard) -> Vec<Vec<u8>> {
    let number = |file, rank| Square::from_coords(file, rank).map_or(0, |square| board[square]);
    (0..8)
        .rev()
        .map(|rank| (0..8).map(|file| number(file, rank)).collect())
        .collect()
}

fn write_stages(out: &mut impl Write, placement: &Placement, stages: &Stages) -> Result<()> {
    writeln!(out, "position")?;
    for row in 0..8 {
        let piece = |column| placement.piece_at(Cell::new(column, row));
        let rank = (0..8).map(|column| piece(column).map_or('-', |piece| piece.letter()));
        writeln!(
            out,
            "{}",
            rank.map(String::from).collect::<Vec<_>>().join("  ")
        )?;
    }
    for (title, board) in titled_stages(stages) {
        writeln!(out, "\n{title}\n{board}")?;
    }
    writeln!(out)?;
    Ok(())
}

#[derive(Serialize)]
pub(super) struct JsonDetection {
    /// Null if there is no answer.
    chain: Option<bool>,
    /// Whether the paper's detector, if it was asked, is right.
    #[serde(skip_serializing_if = "Option::is_none")]
    paper_is_right: Option<bool>,
    square: String,
    min_size: u32,
    areas: Vec<JsonBoardArea>,
    witness: Option<JsonChain>,
    shortest: Option<JsonChain>,
    largest: Option<JsonChain>,
    /// Null if undecided, as on large boards.
    max_area: Option<u32>,
    max_group: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stages: Option<Vec<JsonStage>>,
}

#[derive(Serialize)]
struct JsonBoardArea {
    id: u32,
    squares: Vec<String>,
}

#[derive(Serialize)]
struct JsonStage {
    title: &'static str,
    /// Eighth rank first; 0 is no class.
    ranks: Vec<Vec<u8>>,
}
