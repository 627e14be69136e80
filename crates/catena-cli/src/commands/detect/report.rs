//! What `catena detect` found, as words, a picture or JSON.

use std::io::Write;

use anyhow::Result;
use catena_core::paper::{self, ClassBoard, GaveUp, Stages};
use catena_core::{Chain, Grid8, Square, areas, has_chain, witness};
use catena_draw::Scene;
use catena_draw::terminal::{self, Script, Style};
use serde::Serialize;

use super::{Algorithm, DetectOptions};
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
    witness: Option<Chain>,
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
            Algorithm::Exact => Ok(has_chain(occupied, square)),
            Algorithm::Paper => paper::detect(occupied, square, min_size, options.step_limit)
                .map(|verdict| verdict.has_chain()),
        };
        Report {
            position,
            square,
            min_size,
            algorithm: options.algorithm,
            verdict,
            areas: areas(occupied, min_size),
            witness: witness(occupied, square),
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
        if let Some(chain) = &self.witness {
            writeln!(
                out,
                "chain: {} ({} pieces)",
                square_list(chain.squares.iter().copied()),
                chain.squares.len()
            )?;
            writeln!(out, "encloses: {}", square_list(chain.encloses))?;
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

fn names(squares: impl IntoIterator<Item = Square>) -> Vec<String> {
    squares
        .into_iter()
        .map(|square| square.to_string())
        .collect()
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
    #[serde(skip_serializing_if = "Option::is_none")]
    stages: Option<Vec<JsonStage>>,
}

#[derive(Serialize)]
struct JsonArea {
    id: u32,
    squares: Vec<String>,
}

#[derive(Serialize)]
struct JsonChain {
    squares: Vec<String>,
    encloses: Vec<String>,
}

impl From<&Chain> for JsonChain {
    fn from(chain: &Chain) -> JsonChain {
        JsonChain {
            squares: names(chain.squares.iter().copied()),
            encloses: names(chain.encloses),
        }
    }
}

#[derive(Serialize)]
struct JsonStage {
    title: &'static str,
    /// Eighth rank first; 0 is no class.
    ranks: Vec<Vec<u8>>,
}
