//! Requests with large bodies take turns.

use std::convert::Infallible;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use futures_util::stream::unfold;
use tokio::sync::OwnedSemaphorePermit;

use crate::error::ApiError;
use crate::state::AppState;

/// How much of an answer is handed to the connection at a time.
const PIECE: usize = 64 << 10;

/// Waits for a place before the body of the request is read, and keeps it until the
/// answer has been sent.
pub(crate) async fn in_turn(
    State(state): State<AppState>,
    request: Request,
    next: Next,
) -> Response {
    let Ok(place) = state.large.clone().acquire_owned().await else {
        return ApiError::Internal.into_response();
    };
    let (head, body) = next.run(request).await.into_parts();
    match to_bytes(body, usize::MAX).await {
        Ok(bytes) => Response::from_parts(head, in_pieces(bytes, place)),
        Err(_) => ApiError::Internal.into_response(),
    }
}

/// A body that holds the place while there is something left to send.
fn in_pieces(bytes: Bytes, place: OwnedSemaphorePermit) -> Body {
    Body::from_stream(unfold((bytes, place), async |(mut bytes, place)| {
        if bytes.is_empty() {
            return None;
        }
        let piece = bytes.split_to(bytes.len().min(PIECE));
        Some((Ok::<Bytes, Infallible>(piece), (bytes, place)))
    }))
}
