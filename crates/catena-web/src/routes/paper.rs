//! `GET /api/paper`: what the paper's detector says, and its stages.

use axum::Json;
use axum::extract::State;
use catena_grid::paper::{ClassBoard, DEFAULT_STEP_LIMIT, Stages, TwoPaths, detect};
use catena_grid::{Board, MinSize, Square};
use serde::{Deserialize, Serialize};

use crate::board::{RequestBoard, min_size};
use crate::error::ApiError;
use crate::extract::UrlQuery;
use crate::state::AppState;

/// What is asked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PaperParams {
    #[serde(default)]
    fen: String,
    at: String,
    min_size: Option<u32>,
}

/// What is answered.
#[derive(Debug, Serialize)]
pub(crate) struct PaperDto {
    /// Its verdict; null if it gave up.
    chain: Option<bool>,
    /// The verdict of the exact algorithm.
    exact: bool,
    steps: u64,
    paths: Option<PathsDto>,
    stages: Vec<StageDto>,
}

#[derive(Debug, Serialize)]
struct PathsDto {
    area: u8,
    first: Vec<String>,
    second: Vec<String>,
}

/// A stage as the paper prints it, eighth rank first.
#[derive(Debug, Serialize)]
struct StageDto {
    name: &'static str,
    classes: Vec<Vec<u8>>,
}

pub(crate) async fn paper(
    State(state): State<AppState>,
    UrlQuery(params): UrlQuery<PaperParams>,
) -> Result<Json<PaperDto>, ApiError> {
    let board = RequestBoard::read(&params.fen, &state.limits)?;
    let square = board.piece(&params.at)?;
    let size = min_size(params.min_size)?;
    state
        .compute(move || Json(answer(&board, square, size)))
        .await
}

fn answer(board: &RequestBoard, square: Square, min_size: MinSize) -> PaperDto {
    let occupied = board.occupied;
    let exact = occupied.has_chain_of_size(square, min_size);
    let stages = Stages::of(occupied, min_size);
    let (chain, steps, paths) = match detect(occupied, square, min_size, DEFAULT_STEP_LIMIT) {
        Ok(verdict) => (Some(verdict.has_chain()), verdict.steps, verdict.paths),
        Err(_) => (None, DEFAULT_STEP_LIMIT, None),
    };
    PaperDto {
        chain,
        exact,
        steps,
        paths: paths.as_ref().map(PathsDto::from),
        stages: vec![
            stage("Empty squares", &stages.before_cca),
            stage("Groups", &stages.after_cca),
            stage("Without the open ones", &stages.after_perimeter),
            stage("Without the small ones", &stages.after_size),
            stage("Enclosed areas", &stages.corrected),
        ],
    }
}

fn stage(name: &'static str, board: &ClassBoard) -> StageDto {
    let row = |rank| {
        (0..8)
            .filter_map(|file| Square::from_coords(file, rank))
            .map(|square| board[square])
            .collect()
    };
    StageDto {
        name,
        classes: (0..8).rev().map(row).collect(),
    }
}

impl From<&TwoPaths> for PathsDto {
    fn from(paths: &TwoPaths) -> PathsDto {
        let names = |path: &[Square]| path.iter().map(ToString::to_string).collect();
        PathsDto {
            area: paths.class,
            first: names(&paths.first),
            second: names(&paths.second),
        }
    }
}
