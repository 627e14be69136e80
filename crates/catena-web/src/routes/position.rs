//! `GET /api/position`: what a text says about a position, for editors. A wrong text is
//! an answer here and not an error.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};

use crate::board::RequestBoard;
use crate::error::ApiError;
use crate::extract::UrlQuery;
use crate::line;
use crate::state::AppState;
use crate::step::color_name;

/// What is asked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PositionParams {
    #[serde(default)]
    fen: String,
    limit: Option<String>,
}

/// What is answered.
#[derive(Debug, Default, Serialize)]
pub(crate) struct PositionDto {
    /// The position in full, if it can be played.
    fen: Option<String>,
    /// The board, if the text has one.
    placement: Option<String>,
    turn: Option<&'static str>,
    /// Why the text is not a board.
    error: Option<String>,
    playable: bool,
    /// Why the board cannot be played.
    why_not: Option<String>,
}

pub(crate) async fn position(
    State(state): State<AppState>,
    UrlQuery(params): UrlQuery<PositionParams>,
) -> Result<Json<PositionDto>, ApiError> {
    let limits = &state.limits;
    let board = match RequestBoard::read(&params.fen, limits) {
        Ok(board) => board,
        Err(error) => {
            return Ok(Json(PositionDto {
                error: Some(error.reason()),
                ..PositionDto::default()
            }));
        }
    };
    let placement = Some(board.placement.to_string());
    let played = line::start(Some(&params.fen), params.limit.as_deref(), limits);
    Ok(Json(match played {
        Ok(position) => PositionDto {
            fen: Some(position.fen()),
            placement,
            turn: Some(color_name(position.turn())),
            playable: true,
            ..PositionDto::default()
        },
        Err(error) => PositionDto {
            placement,
            why_not: Some(error.reason()),
            ..PositionDto::default()
        },
    }))
}
