//! `GET /api/detect`: is the piece on this square part of a chain?

use axum::Json;
use axum::extract::State;
use catena_grid::{Board, MinSize, Square};
use serde::{Deserialize, Serialize};

use crate::board::{RequestBoard, min_size};
use crate::dto::{ChainDto, names};
use crate::error::ApiError;
use crate::extract::UrlQuery;
use crate::state::AppState;

/// What is asked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DetectParams {
    #[serde(default)]
    fen: String,
    at: Option<String>,
    min_size: Option<u32>,
}

/// What is answered.
#[derive(Debug, Serialize)]
pub(crate) struct DetectionDto {
    fen: String,
    min_size: u32,
    areas: Vec<Vec<String>>,
    chain_squares: Vec<String>,
    at: Option<String>,
    answer: Option<PieceDto>,
}

/// The answer for one piece; see the definitions in `docs/theory.md`.
#[derive(Debug, Serialize)]
struct PieceDto {
    /// Whether the piece is on a chain; then there is a witness.
    chain: bool,
    max_area: u32,
    max_group: u32,
    witness: Option<ChainDto>,
}

impl PieceDto {
    /// Asks about the piece on a square.
    fn new(board: &RequestBoard, square: Square, min_size: MinSize) -> PieceDto {
        let occupied = board.occupied;
        let witness = board.shown_chain(square, min_size);
        PieceDto {
            chain: occupied.has_chain_of_size(square, min_size),
            max_area: occupied.max_area(square),
            max_group: occupied.max_group(square),
            witness: witness.as_ref().map(ChainDto::from),
        }
    }
}

pub(crate) async fn detect(
    State(state): State<AppState>,
    UrlQuery(params): UrlQuery<DetectParams>,
) -> Result<Json<DetectionDto>, ApiError> {
    let board = RequestBoard::read(&params.fen, &state.limits)?;
    let min_size = min_size(params.min_size)?;
    let square = params.at.as_deref().map(|at| board.piece(at)).transpose()?;
    state
        .compute(move || {
            let areas = board.occupied.areas(min_size).into_iter();
            Json(DetectionDto {
                fen: board.placement.to_string(),
                min_size: min_size.get(),
                areas: areas.map(names).collect(),
                chain_squares: names(board.occupied.chain_cells()),
                at: params.at,
                answer: square.map(|square| PieceDto::new(&board, square, min_size)),
            })
        })
        .await
}
