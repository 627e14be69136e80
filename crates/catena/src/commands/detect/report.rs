//! What `catena detect` found, as words, a picture or JSON.

use std::fmt;
use std::io::Write;

use anyhow::Result;
use catena_draw::Scene;
use catena_draw::terminal::{self, Script, Style};
use catena_grid::paper::{self, ClassBoard, GaveUp, Stages};
use catena_grid::{BoardAnswers, BoardChain, Cell, Square, Undecided};
use serde::Serialize;

use super::{Algorithm, DetectOptions};
use crate::board::Board;
use crate::chain_json::JsonChain;
use crate::exit_code::ExitCode;
use crate::output;
use crate::stages::titled_stages;
use crate::words::{name_list, piece_name};

/// Why there is no verdict.
enum NoVerdict {
    GaveUp(GaveUp),
    Undecided(Undecided),
}

impl fmt::Display for NoVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoVerdict::GaveUp(gave_up) => gave_up.fmt(f),
            NoVerdict::Undecided(undecided) => undecided.fmt(f),
        }
    }
}

/// Everything there is to say about one piece of one position.
pub(super) struct Report<'a> {
    board: &'a Board,
    cell: Cell,
    min_size: u32,
    algorithm: Algorithm,
    verdict: Result<bool, NoVerdict>,
    areas: Vec<Vec<Cell>>,
    /// A chain of the size asked for.
    witness: Option<BoardChain>,
    answers: BoardAnswers,
    stages: Option<Stages>,
}

impl<'a> Report<'a> {
    pub(super) fn new(board: &'a Board, cell: Cell, options: &DetectOptions) -> Result<Report<'a>> {
        let min_size = options.min_size;
        let answers = board.answers(cell);
        let witness = match (min_size, &answers.shortest) {
            (2, Ok(shortest)) => Ok(shortest.clone()),
            _ => board.witness(cell, min_size),
        };
        let stages = if options.stages {
            Some(Stages::of(
                board.chess_only("the paper's passes are")?,
                min_size,
            ))
        } else {
            None
        };
        let verdict = match options.algorithm {
            Algorithm::Exact => witness
                .as_ref()
                .map(Option::is_some)
                .map_err(|e| NoVerdict::Undecided(*e)),
            Algorithm::Paper => {
                let occupied = board.chess_only("the paper's algorithm is")?;
                let square = cell.square().ok_or(Undecided)?;
                paper::detect(occupied, square, min_size, options.step_limit)
                    .map(|verdict| verdict.has_chain())
                    .map_err(NoVerdict::GaveUp)
            }
        };
        Ok(Report {
            board,
            cell,
            min_size,
            algorithm: options.algorithm,
            verdict,
            areas: board.areas(min_size),
            witness: witness.unwrap_or(None),
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
            write_stages(&mut out, self.board, stages)?;
        }
        writeln!(out, "{}\n", self.sentence())?;
        let script = if options.ascii {
            Script::Ascii
        } else {
            Script::Unicode
        };
        let style = Style {
            color: options.color.is_on(),
            script,
        };
        writeln!(out, "{}", terminal::render(&self.scene(), style))?;
        for (id, area) in (1..).zip(&self.areas) {
            writeln!(out, "enclosed area {id}: {}", name_list(self.board, area))?;
        }
        self.write_answers(&mut out)
    }

    fn write_answers(&self, out: &mut impl Write) -> Result<()> {
        let BoardAnswers {
            max_area,
            max_group,
            shortest,
            largest,
        } = &self.answers;
        let mut write = |title: &str, chain: &BoardChain| {
            let (count, pieces) = (chain.cells.len(), name_list(self.board, &chain.cells));
            writeln!(out, "{title}: {count} pieces, {pieces}")?;
            writeln!(out, "  encloses {}", name_list(self.board, &chain.encloses))
        };
        let is_shortest = shortest.as_ref().is_ok_and(|chain| *chain == self.witness);
        if let (Some(chain), false) = (&self.witness, is_shortest) {
            write("chain drawn", chain)?;
        }
        if let Ok(Some(chain)) = shortest {
            write("shortest chain", chain)?;
        }
        if let Ok(Some(chain)) = largest {
            write("largest chain", chain)?;
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
        let scene = Scene::new(&self.board.placement).moved(self.cell);
        match &self.witness {
            Some(chain) => scene
                .chain(chain.cells.iter().copied())
                .enclosed(chain.encloses.iter().copied()),
            None => scene.enclosed(self.areas.iter().flatten().copied()),
        }
    }

    /// The answer in plain words.
    fn sentence(&self) -> String {
        let piece = piece_name(self.board, self.cell);
        let square = self.board.name(self.cell);
        let wanted = match self.min_size {
            1 => "an empty square".to_owned(),
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

    pub(super) fn to_json(&self) -> JsonReport {
        let chain = |chain: &Option<BoardChain>| {
            chain
                .as_ref()
                .map(|chain| JsonChain::new(self.board, chain))
        };
        let decided =
            |answer: &Result<Option<BoardChain>, Undecided>| answer.as_ref().ok().and_then(chain);
        let area = |(id, area): (u32, &Vec<Cell>)| JsonArea {
            id,
            squares: self.board.names(area),
        };
        let stage = |(title, board)| JsonStage {
            title,
            ranks: ranks(board),
        };
        JsonReport {
            chain: self.verdict.as_ref().ok().copied(),
            square: self.board.name(self.cell),
            min_size: self.min_size,
            areas: (1..).zip(&self.areas).map(area).collect(),
            witness: chain(&self.witness),
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

/// The numbers of a board, eighth rank first.
fn ranks(board: &ClassBoard) -> Vec<Vec<u8>> {
    let number = |file, rank| Square::from_coords(file, rank).map_or(0, |square| board[square]);
    (0..8)
        .rev()
        .map(|rank| (0..8).map(|file| number(file, rank)).collect())
        .collect()
}

fn write_stages(out: &mut impl Write, board: &Board, stages: &Stages) -> Result<()> {
    writeln!(out, "position")?;
    for row in 0..8 {
        let piece = |column| board.placement.piece_at(column, row);
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
pub(super) struct JsonReport {
    /// Null if there is no answer.
    chain: Option<bool>,
    square: String,
    min_size: u32,
    areas: Vec<JsonArea>,
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
struct JsonArea {
    id: u32,
    squares: Vec<String>,
}

#[derive(Serialize)]
struct JsonStage {
    title: &'static str,
    /// Eighth rank first; 0 is no class.
    ranks: Vec<Vec<u8>>,
}
