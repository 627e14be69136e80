//! `GET /api/enclosures`: the sets of squares that chains enclose.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};

use crate::board::{RequestBoard, min_size};
use crate::dto::ChainDto;
use crate::error::ApiError;
use crate::extract::UrlQuery;
use crate::state::AppState;

/// What is asked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EnclosuresParams {
    #[serde(default)]
    fen: String,
    at: Option<String>,
    min_size: Option<u32>,
}

/// What is answered, chains of few pieces first.
#[derive(Debug, Serialize)]
pub(crate) struct EnclosuresDto {
    enclosures: Vec<ChainDto>,
    /// Whether the list has all of them.
    complete: bool,
}

pub(crate) async fn enclosures(
    State(state): State<AppState>,
    UrlQuery(params): UrlQuery<EnclosuresParams>,
) -> Result<Json<EnclosuresDto>, ApiError> {
    let board = RequestBoard::read(&params.fen, &state.limits)?;
    let square = params.at.as_deref().map(|at| board.piece(at)).transpose()?;
    let min_size = min_size(params.min_size)?;
    let limit = state.limits.enclosures;
    state
        .compute(move || {
            let list = board.enclosures(square, min_size, limit);
            Json(EnclosuresDto {
                enclosures: list.chains.iter().map(ChainDto::from).collect(),
                complete: list.is_complete,
            })
        })
        .await
}
