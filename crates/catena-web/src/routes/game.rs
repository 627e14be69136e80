//! `POST /api/game`: the state of a game, and its legal moves.

use std::time::Duration;

use axum::Json;
use axum::extract::State;

use crate::error::ApiError;
use crate::extract::JsonBody;
use crate::game_state::{GameDto, HistoryWriter, legal, stand};
use crate::line::GameRequest;
use crate::state::AppState;

pub(crate) async fn game(
    State(state): State<AppState>,
    JsonBody(request): JsonBody<GameRequest>,
) -> Result<Json<GameDto<'static>>, ApiError> {
    let limits = state.limits.clone();
    state
        .compute(move || {
            let mut history = HistoryWriter::default();
            let game =
                request.replay(&limits, |before, decision| history.next(before, decision))?;
            let running = Duration::from_millis(request.running_ms.unwrap_or(0));
            Ok(Json(stand(
                &game,
                history.finish(&game),
                legal(&game),
                running,
            )))
        })
        .await?
}
