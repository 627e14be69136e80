//! `POST /api/friend/…`: games between two people, by link.

use std::convert::Infallible;

use axum::extract::State;
use axum::response::sse::{KeepAlive, Sse};
use axum::response::{IntoResponse as _, Response};
use axum::routing::post;
use axum::{Json, Router};
use catena_chess::SwitchLimit;
use futures_util::StreamExt as _;
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::extract::JsonBody;
use crate::friend::{Action, FriendHub, InviteLink, NewGame, Stamp, updates};
use crate::line::{ClockDto, PlayerDto, read_limit};
use crate::state::AppState;

pub(crate) fn router() -> Router<AppState> {
    Router::new()
        .route("/new", post(create))
        .route("/act", post(act))
        .route("/watch", post(watch))
}

/// The longest time that can be chosen, for a game or for a move: a week.
const MOST_TIME: u64 = 7 * 24 * 60 * 60 * 1000;

/// What is chosen before a game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct NewRequest {
    /// The player that the host is; `first` starts with White.
    you: PlayerDto,
    limit: Option<String>,
    clock: Option<ClockDto>,
}

/// The links of a new game.
#[derive(Debug, Serialize)]
struct NewDto {
    you: String,
    friend: String,
    watch: String,
}

/// What a player does.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ActRequest {
    link: String,
    round: u32,
    ply: usize,
    act: Action,
}

/// The state of the game after it.
#[derive(Debug, Serialize)]
struct ActDto {
    round: u32,
    ply: usize,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WatchRequest {
    link: String,
}

fn hub(state: &AppState) -> Result<&FriendHub, ApiError> {
    state.friends.as_ref().ok_or(ApiError::NoFriends)
}

fn read_link(text: &str) -> Result<InviteLink, ApiError> {
    text.parse().map_err(|_| ApiError::NoSuchGame)
}

async fn create(
    State(state): State<AppState>,
    JsonBody(request): JsonBody<NewRequest>,
) -> Result<Json<NewDto>, ApiError> {
    let hub = hub(&state)?;
    let limit: SwitchLimit = read_limit(request.limit.as_deref())?;
    if request.clock.is_some_and(|clock| !is_usable(clock)) {
        let reason = "a clock has time for at least one move, and no more than a week";
        return Err(ApiError::field("clock", reason));
    }
    let wish = NewGame {
        host: request.you,
        limit,
        clock: request.clock,
    };
    let [you, friend, watch] = hub.create(wish).await?.map(|link| link.to_string());
    Ok(Json(NewDto { you, friend, watch }))
}

fn is_usable(clock: ClockDto) -> bool {
    let (time, increment) = match clock {
        ClockDto::Clock {
            initial_ms,
            increment_ms,
        } => (initial_ms, increment_ms),
        ClockDto::PerMove { per_move_ms } => (per_move_ms, 0),
    };
    (1..=MOST_TIME).contains(&time) && increment <= MOST_TIME
}

async fn act(
    State(state): State<AppState>,
    JsonBody(request): JsonBody<ActRequest>,
) -> Result<Json<ActDto>, ApiError> {
    let ActRequest {
        link,
        round,
        ply,
        act,
    } = request;
    let hub = hub(&state)?;
    let Stamp { round, ply } = hub
        .act(read_link(&link)?, act, Stamp { round, ply })
        .await?;
    Ok(Json(ActDto { round, ply }))
}

async fn watch(
    State(state): State<AppState>,
    JsonBody(request): JsonBody<WatchRequest>,
) -> Result<Response, ApiError> {
    let hub = hub(&state)?.clone();
    let events = updates(hub, read_link(&request.link)?).await?;
    let stream = Sse::new(events.map(Ok::<_, Infallible>));
    Ok(stream.keep_alive(KeepAlive::default()).into_response())
}
