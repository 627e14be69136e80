//! What `catena detect` found, as words, a picture or JSON.

use std::io::Write;

use anyhow::Result;
use catena_core::paper::{self, ClassBoard, GaveUp, Stages};
use catena_core::{
    Answers, Chain, Grid8, Square, answers, areas, has_chain_of_size, witness_of_size,
};
use catena_draw::Scene;
use catena_draw::terminal::{self, Script, Style};
use serde::Serialize;

use super::{Algorithm, DetectOptions};
use crate::chain_json::{JsonChain, names};
use crate::exit_code::ExitCode;
use crate::input::Position;
use crate::output;
use crate::stages::titled_stages;
use crate::words::{piece_name, square_list};

/// Everything there is to say about one piece of one position.
pub(super) struct Report<'a> {
    position: &'a Position,
    square: Square,
    min_size: u32,
    algorithm: Algorithm,
    verdict: Result<bool, GaveUp>,
    areas: Vec<Grid8>,
    /// A chain of the size asked for.
    witness: Option<Chain>,
    answers: Answers,
    stages: Option<Stages>,
}

impl<'a> Report<'a> {
    pub(super) fn new(
        position: &'a Position,
        square: Square,
        options: &DetectOptions,
    ) -> Report<'a> {
        let (occupied, min_size) = (position.occupied, options.min_size);
        let verdict = match options.algorithm {
            Algorithm::Exact => Ok(has_chain_of_size(occupied, square, min_size)),
            Algorithm::Paper => paper::detect(occupied, square, min_size, options.step_limit)
                .map(|verdict| verdict.has_chain()),
        };
        let answers = answers(occupied, square);
        let witness = match min_size {
            2 => answers.shortest.clone(),
            size => witness_of_size(occupied, square, size),
        };
        Report {
            position,
            square,
            min_size,
            algorithm: options.algorithm,
            verdict,
            areas: areas(occupied, min_size),
            witness,
            answers,
            stages: options.stages.then(|| Stages::of(occupied, min_size)),
        }
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
            write_stages(&mut out, self.position, stages)?;
        }
        writeln!(out, "{}\n", self.sentence())?;
        let style = Style {
            color: options.color.is_on(),
            script: if options.ascii {
                Script::Ascii
            } else {
                Script::Unicode
            },
        };
        writeln!(out, "{}", terminal::render(&self.scene(), style))?;
        for (id, area) in (1..).zip(&self.areas) {
            writeln!(out, "enclosed area {id}: {}", square_list(*area))?;
        }
        self.write_answers(&mut out)
    }

    fn write_answers(&self, out: &mut impl Write) -> Result<()> {
        let Answers {
            max_area,
            max_group,
            shortest,
            largest,
        } = &self.answers;
        let mut write = |title: &str, chain: &Chain| {
            let (count, pieces) = (
                chain.squares.len(),
                square_list(chain.squares.iter().copied()),
            );
            writeln!(out, "{title}: {count} pieces, {pieces}")?;
            writeln!(out, "  encloses {}", square_list(chain.encloses))
        };
        if let (Some(chain), true) = (&self.witness, self.witness != *shortest) {
            write("chain drawn", chain)?;
        }
        if let Some(chain) = shortest {
            write("shortest chain", chain)?;
        }
        if let Some(chain) = largest {
            write("largest chain", chain)?;
        }
        if *max_group > 0 {
            writeln!(out, "most empty squares inside a chain: {max_area}")?;
            writeln!(
                out,
                "largest group of adjacent empty squares inside a chain: {max_group}"
            )?;
        }
        Ok(())
    }

    fn scene(&self) -> Scene {
        let scene = Scene::new(&self.position.placement).moved(self.square);
        match &self.witness {
            Some(chain) => scene.with_chain(chain),
            None => scene.enclosed(self.areas.iter().flat_map(|area| area.iter())),
        }
    }

    /// The answer in plain words.
    fn sentence(&self) -> String {
        let piece = piece_name(&self.position.placement, self.square);
        let wanted = match self.min_size {
            1 => "an empty square".to_owned(),
            size => format!("at least {size} adjacent empty squares"),
        };
        match (self.algorithm, &self.verdict) {
            (Algorithm::Exact, Ok(true)) => {
                format!(
                    "Yes: the {piece} on {} is part of a chain around {wanted}.",
                    self.square
                )
            }
            (Algorithm::Exact, _) => {
                format!(
                    "No: the {piece} on {} is part of no chain around {wanted}.",
                    self.square
                )
            }
            (Algorithm::Paper, Err(gave_up)) => format!("No answer: {gave_up}."),
            (Algorithm::Paper, Ok(said)) => {
                let said_word = if *said { "yes" } else { "no" };
                let right = if *said == self.witness.is_some() {
                    "and is right".to_owned()
                } else if *said {
                    "but is wrong: no chain goes through it".to_owned()
                } else {
                    "but is wrong: this chain goes through it".to_owned()
                };
                format!(
                    "The paper's detector says {said_word} for the {piece} on {}, {right}.",
                    self.square
                )
            }
        }
    }

    pub(super) fn to_json(&self) -> JsonReport {
        JsonReport {
            chain: self.verdict.as_ref().ok().copied(),
            square: self.square.to_string(),
            min_size: self.min_size,
            areas: (1..)
                .zip(&self.areas)
                .map(|(id, area)| JsonArea {
                    id,
                    squares: names(*area),
                })
                .collect(),
            witness: self.witness.as_ref().map(JsonChain::from),
            shortest: self.answers.shortest.as_ref().map(JsonChain::from),
            largest: self.answers.largest.as_ref().map(JsonChain::from),
            max_area: self.answers.max_area,
            max_group: self.answers.max_group,
            stages: self.stages.as_ref().map(|stages| {
                titled_stages(stages)
                    .map(|(title, board)| JsonStage {
                        title,
                        ranks: ranks(board),
                    })
                    .into()
            }),
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

fn write_stages(out: &mut impl Write, position: &Position, stages: &Stages) -> Result<()> {
    writeln!(out, "position")?;
    for row in 0..8 {
        let rank: Vec<String> = (0..8)
            .map(|column| {
                position
                    .placement
                    .piece_at(column, row)
                    .map_or("-".to_owned(), |p| p.to_string())
            })
            .collect();
        writeln!(out, "{}", rank.join("  "))?;
    }
    for (title, board) in titled_stages(stages) {
        writeln!(out, "\n{title}\n{board}")?;
    }
    writeln!(out)?;
    Ok(())
}

#[derive(Serialize)]
pub(super) struct JsonReport {
    /// Null if the paper's algorithm gave up.
    chain: Option<bool>,
    square: String,
    min_size: u32,
    areas: Vec<JsonArea>,
    witness: Option<JsonChain>,
    shortest: Option<JsonChain>,
    largest: Option<JsonChain>,
    max_area: u32,
    max_group: u32,
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
