//! The routes, and the layer around them.

use axum::Router;
use axum::extract::{DefaultBodyLimit, OriginalUri, Request};
use axum::middleware;
use axum::routing::{get, post};

use crate::error::ApiError;
use crate::state::AppState;
use crate::{assets, bitmap, large, routes, security};

/// Returns the whole server: the JSON API under `/api/` and the page.
pub fn make_app(state: AppState) -> Router {
    let image_limit = DefaultBodyLimit::max(bitmap::most_bytes(&state.limits));
    let api = Router::new()
        .route("/detect", get(routes::detect::detect))
        .route("/enclosures", get(routes::enclosures::enclosures))
        .route("/paper", get(routes::paper::paper))
        .route("/draw", get(routes::draw::draw))
        .route("/animate", post(routes::animate::animate))
        .route("/game", post(routes::game::game))
        .nest("/friend", routes::friend::router())
        .route("/search", post(routes::search::search))
        .route("/compare", post(routes::compare::compare))
        .route("/review", post(routes::review::review))
        .route("/ping", get(routes::ping::ping))
        .route("/position", get(routes::position::position))
        .route("/puzzles", get(routes::puzzles::puzzles))
        .layer(DefaultBodyLimit::max(state.limits.body))
        .merge(pgn_routes(&state))
        .nest("/walls", routes::walls::router().layer(image_limit))
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

/// The calls with large bodies. Few run at the same time, and each keeps its place until
/// its answer has been sent, so that the memory for them all is bounded.
fn pgn_routes(state: &AppState) -> Router<AppState> {
    Router::new()
        .route("/pgn", post(routes::pgn::read::read))
        .route("/pgn/index", post(routes::pgn::index::index))
        .route("/pgn/write", post(routes::pgn::write::write))
        .layer(DefaultBodyLimit::max(state.limits.pgn_body))
        .layer(middleware::from_fn_with_state(
            state.clone(),
            large::in_turn,
        ))
}

async fn no_such_call(OriginalUri(uri): OriginalUri) -> ApiError {
    ApiError::NotFound(uri.path().to_owned())
}
