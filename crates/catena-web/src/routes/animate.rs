//! `POST /api/animate`: a game as an animated picture.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use catena_draw::{Size, Theme, gif};
use serde::Deserialize;

use crate::error::ApiError;
use crate::extract::JsonBody;
use crate::film::game_frames;
use crate::line;
use crate::state::AppState;

/// The default size, in pixels.
const USUAL_SIZE: u32 = 480;
/// The largest size, in pixels.
const MAX_SIZE: u32 = 720;
/// The most half-moves of an animated game.
const MAX_PLIES: usize = 400;

/// What is asked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnimateRequest {
    /// The FEN of the first position; the start of chess if left out.
    start: Option<String>,
    /// `size`, `moves` or `none`; `size` if left out.
    limit: Option<String>,
    /// The moves in UCI, with `s` for a switch.
    #[serde(default)]
    moves: Vec<String>,
    /// Whether the player who begins with Black is below.
    #[serde(default)]
    flip: bool,
    size: Option<u32>,
}

pub(crate) async fn animate(
    State(state): State<AppState>,
    JsonBody(request): JsonBody<AnimateRequest>,
) -> Result<Response, ApiError> {
    let size = request.size.unwrap_or(USUAL_SIZE);
    if size > MAX_SIZE {
        let reason = format!("an animated picture has at most {MAX_SIZE} pixels on a side");
        return Err(ApiError::field("size", reason));
    }
    let size = Size::new(size).map_err(|error| ApiError::field("size", error))?;
    if request.moves.len() > MAX_PLIES {
        let reason = format!("an animated picture has at most {MAX_PLIES} half-moves");
        return Err(ApiError::field("moves", reason));
    }
    let limits = state.limits.clone();
    // It takes as long as a question about an image, so it waits with those.
    state
        .compute_image(move || {
            let start = line::start(request.start.as_deref(), request.limit.as_deref(), &limits)?;
            let decisions = line::decisions(&start, &request.moves, &limits)?;
            let frames = game_frames(&start, &decisions, &Theme::light(), request.flip);
            let bytes = gif::render(&frames, size).map_err(|_| ApiError::Internal)?;
            Ok(([(header::CONTENT_TYPE, "image/gif")], bytes).into_response())
        })
        .await?
}
