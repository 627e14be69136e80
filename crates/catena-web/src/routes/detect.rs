//! `GET /api/detect`: is the piece on this square part of a chain?

use axum::Json;
use axum::extract::State;
use catena_grid::{areas, chain_squares};
use serde::{Deserialize, Serialize};

use crate::board::{Answer, Board, min_size};
use crate::dto::{ChainDto, names};
use crate::error::ApiError;
use crate::extract::Query;
use crate::state::AppState;

/// What is asked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Params {
    fen: String,
    at: Option<String>,
    min_size: Option<u32>,
}

/// What is answered.
#[derive(Debug, Serialize)]
pub(crate) struct Detection {
    fen: String,
    min_size: u32,
    areas: Vec<Vec<String>>,
    chain_squares: Vec<String>,
    at: Option<String>,
    answer: Option<AnswerDto>,
}

/// The answer for one piece.
#[derive(Debug, Serialize)]
struct AnswerDto {
    chain: bool,
    max_area: u32,
    max_group: u32,
    witness: Option<ChainDto>,
}

impl From<Answer> for AnswerDto {
    fn from(answer: Answer) -> AnswerDto {
        AnswerDto {
            chain: answer.chain,
            max_area: answer.max_area,
            max_group: answer.max_group,
            witness: answer.witness.as_ref().map(ChainDto::from),
        }
    }
}

pub(crate) async fn detect(
    State(state): State<AppState>,
    Query(params): Query<Params>,
) -> Result<Json<Detection>, ApiError> {
    let board = Board::read(&params.fen, &state.limits)?;
    let min_size = min_size(params.min_size)?;
    let square = params.at.as_deref().map(|at| board.piece(at)).transpose()?;
    Ok(Json(Detection {
        fen: board.placement.to_string(),
        min_size,
        areas: areas(board.occupied, min_size)
            .into_iter()
            .map(names)
            .collect(),
        chain_squares: names(chain_squares(board.occupied)),
        at: params.at,
        answer: square.map(|square| board.answer(square, min_size).into()),
    }))
}
