//! The routes, and the layer around them.

use axum::Router;
use axum::extract::{DefaultBodyLimit, OriginalUri, Request};
use axum::middleware;
use axum::routing::{get, post};

use crate::error::ApiError;
use crate::state::AppState;
use crate::{assets, routes, security};

/// Returns the whole server: the JSON API under `/api/` and the page.
pub fn make_app(state: AppState) -> Router {
    let pgn_limit = DefaultBodyLimit::max(state.limits.pgn_body);
    let api = Router::new()
        .route("/detect", get(routes::detect::detect))
        .route("/enclosures", get(routes::enclosures::enclosures))
        .route("/paper", get(routes::paper::paper))
        .route("/draw", get(routes::draw::draw))
        .route("/game", post(routes::game::game))
        .route("/search", post(routes::search::search))
        .route("/pgn/write", post(routes::pgn::write))
        .layer(DefaultBodyLimit::max(state.limits.body))
        .route("/pgn", post(routes::pgn::read).layer(pgn_limit))
        .fallback(no_such_call);
    Router::new()
        .nest("/api", api)
        .fallback(assets::page)
        .method_not_allowed_fallback(async |request: Request| {
            ApiError::Method(request.method().clone())
        })
        .layer(middleware::from_fn_with_state(
            state.clone(),
            security::guard,
        ))
        .with_state(state)
}

async fn no_such_call(OriginalUri(uri): OriginalUri) -> ApiError {
    ApiError::NotFound(uri.path().to_owned())
}
