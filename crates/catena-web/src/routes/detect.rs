//! `GET /api/detect`: is the piece on this square part of a chain?

use axum::Json;
use axum::extract::State;
use catena_core::{areas, chain_squares, has_chain, witness};
use serde::{Deserialize, Serialize};

use crate::dto::{ChainDto, names};
use crate::error::ApiError;
use crate::extract::Query;
use crate::board::Board;
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
    answer: Option<Answer>,
}

/// The answer for one piece.
#[derive(Debug, Serialize)]
struct Answer {
    chain: bool,
    witness: Option<ChainDto>,
}

pub(crate) async fn detect(
    State(state): State<AppState>,
    Query(params): Query<Params>,
) -> Result<Json<Detection>, ApiError> {
    let board = Board::read(&params.fen, &state.limits)?;
    let min_size = params.min_size.unwrap_or(2);
    let square = params.at.as_deref().map(|at| board.piece(at)).transpose()?;
    let occupied = board.occupied;
    Ok(Json(Detection {
        fen: board.placement.to_string(),
        min_size,
        areas: areas(occupied, min_size).into_iter().map(names).collect(),
        chain_squares: names(chain_squares(occupied)),
        at: params.at,
        answer: square.map(|square| Answer {
            chain: has_chain(occupied, square),
            witness: witness(occupied, square).as_ref().map(ChainDto::from),
        }),
    }))
}
