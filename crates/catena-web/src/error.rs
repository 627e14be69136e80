//! [`ApiError`]: why a request fails, and the status code it gets.

use axum::Json;
use axum::extract::rejection::{BytesRejection, JsonRejection, QueryRejection};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::bitmap::BitmapError;
use crate::dto::ErrorDto;
use crate::friend::{ActError, StoreError};

/// Why a request was not answered. The text is one sentence for people.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ApiError {
    /// A field of the request is invalid.
    #[error("{field}: {reason}")]
    Field { field: &'static str, reason: String },
    /// A move of the game cannot be played.
    #[error("moves: number {}{reason}", .played + 1)]
    Move {
        /// How many moves before it can.
        played: usize,
        reason: String,
    },
    /// The query does not have the form of this call.
    #[error("the query: {}", cause(&.0.body_text()))]
    Query(#[from] QueryRejection),
    /// The body does not have the form of this call.
    #[error("the body: {}", cause(&.0.body_text()))]
    Body(#[from] JsonRejection),
    /// The body is not an image.
    #[error("{0}")]
    Image(#[from] BitmapError),
    /// The body could not be read.
    #[error("{}", .0.body_text())]
    Bytes(#[from] BytesRejection),
    /// The request names a host that is not this server.
    #[error("host '{0}' is not served here; use the address that catena printed")]
    Host(String),
    /// The request comes from the page of another site.
    #[error("requests from other sites are refused")]
    Origin,
    #[error("there is nothing at '{0}'")]
    NotFound(String),
    #[error("{0} is not allowed here")]
    Method(Method),
    /// The maximum number of searches is running.
    #[error("the engine is busy with {0} searches; stop one or try again later")]
    Busy(usize),
    /// A newer search of the same view is running.
    #[error("a newer search of this view has taken its place")]
    Replaced,
    /// This server offers no games between friends.
    #[error("games with a friend are not offered here; catena serve --listen ADDRESS offers them")]
    NoFriends,
    /// No game has this link. It does not say whether there ever was one.
    #[error("there is no such game: the link is wrong, or the game was forgotten")]
    NoSuchGame,
    /// The link is for watching.
    #[error("this link is for watching only")]
    OnlyWatching,
    /// A player may not do this.
    #[error(transparent)]
    Act(#[from] ActError),
    /// The store has no room for another game.
    #[error("the server has {0} games already; try again later")]
    GamesFull(u64),
    /// Too many streams are open.
    #[error("too many pages have this game open; close one or try again later")]
    TooManyStreams,
    /// The store failed. Nothing has changed.
    #[error(transparent)]
    Store(StoreError),
    /// The server was told to end.
    #[error("the server is ending")]
    Closing,
    #[error("the request took too long to arrive or to answer")]
    Timeout,
    /// A bug of the server.
    #[error("catena failed to answer; this is a bug")]
    Internal,
}

impl ApiError {
    /// Returns the error for an invalid value of this field.
    pub(crate) fn field(field: &'static str, reason: impl ToString) -> ApiError {
        ApiError::Field {
            field,
            reason: reason.to_string(),
        }
    }

    /// Returns what is wrong, without the name of the field.
    pub(crate) fn reason(&self) -> String {
        match self {
            ApiError::Field { reason, .. } => reason.clone(),
            ApiError::Move { played, reason } => format!("number {}{reason}", played + 1),
            other => other.to_string(),
        }
    }

    fn status(&self) -> StatusCode {
        match self {
            ApiError::Field { .. } | ApiError::Move { .. } => StatusCode::UNPROCESSABLE_ENTITY,
            ApiError::Query(rejection) => rejection.status(),
            ApiError::Body(rejection) => rejection.status(),
            ApiError::Image(BitmapError::TooLarge { .. }) => StatusCode::PAYLOAD_TOO_LARGE,
            ApiError::Image(_) => StatusCode::UNPROCESSABLE_ENTITY,
            ApiError::Bytes(rejection) => rejection.status(),
            ApiError::Host(_) => StatusCode::MISDIRECTED_REQUEST,
            ApiError::Origin => StatusCode::FORBIDDEN,
            ApiError::NotFound(_) => StatusCode::NOT_FOUND,
            ApiError::Method(_) => StatusCode::METHOD_NOT_ALLOWED,
            ApiError::NoFriends | ApiError::NoSuchGame => StatusCode::NOT_FOUND,
            ApiError::OnlyWatching => StatusCode::FORBIDDEN,
            ApiError::Act(ActError::Illegal(_)) => StatusCode::UNPROCESSABLE_ENTITY,
            ApiError::Act(_) => StatusCode::CONFLICT,
            ApiError::GamesFull(_) => StatusCode::INSUFFICIENT_STORAGE,
            ApiError::Store(_) => StatusCode::INTERNAL_SERVER_ERROR,
            ApiError::Busy(_) | ApiError::TooManyStreams | ApiError::Closing => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            ApiError::Replaced => StatusCode::CONFLICT,
            ApiError::Timeout => StatusCode::REQUEST_TIMEOUT,
            ApiError::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        match error {
            StoreError::Closed => ApiError::Closing,
            failed => ApiError::Store(failed),
        }
    }
}

/// Returns the part of axum's sentence that says what is wrong: what comes before it
/// names the types of our program.
fn cause(text: &str) -> &str {
    match text.split_once(": ") {
        Some((start, cause)) if start.starts_with("Failed to ") => cause,
        _ => text,
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = ErrorDto {
            error: self.to_string(),
            played: match self {
                ApiError::Move { played, .. } => Some(played),
                _ => None,
            },
        };
        let mut response = (self.status(), Json(body)).into_response();
        if self.status() == StatusCode::SERVICE_UNAVAILABLE {
            let headers = response.headers_mut();
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}
