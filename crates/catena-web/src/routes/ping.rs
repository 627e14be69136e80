//! `GET /api/ping`: is the server there, is it still the same one, and what may be asked?

use axum::Json;
use axum::extract::State;
use serde::Serialize;

use crate::level::LEVEL_COUNT;
use crate::state::AppState;

/// What is answered.
#[derive(Debug, Serialize)]
pub(crate) struct PingDto {
    /// Another one after each start of the server.
    boot: String,
    version: &'static str,
    engine: EngineBoundsDto,
    /// Whether games between friends are offered.
    friends: bool,
}

/// The most that a search may ask for.
#[derive(Debug, Serialize)]
struct EngineBoundsDto {
    threads: usize,
    hash: usize,
    default_hash: usize,
    lines: usize,
    levels: usize,
}

pub(crate) async fn ping(State(state): State<AppState>) -> Json<PingDto> {
    let limits = &state.limits;
    Json(PingDto {
        boot: state.boot.to_string(),
        version: env!("CARGO_PKG_VERSION"),
        engine: EngineBoundsDto {
            threads: limits.search_threads,
            hash: limits.search_hash,
            default_hash: limits.usual_hash,
            lines: limits.search_lines,
            levels: LEVEL_COUNT,
        },
        friends: state.friends.is_some(),
    })
}
