//! [`ApiError`]: why a request fails, and the status code it gets.

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::dto::ErrorDto;

/// Why a request was not answered. The text is one sentence for people.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ApiError {
    /// A field of the request is invalid.
    #[error("{field}: {reason}")]
    Field { field: &'static str, reason: String },
    /// The query does not have the form of this call.
    #[error("{}", .0.body_text())]
    Query(#[from] QueryRejection),
    /// The body does not have the form of this call.
    #[error("{}", .0.body_text())]
    Body(#[from] JsonRejection),
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

    fn status(&self) -> StatusCode {
        match self {
            ApiError::Field { .. } => StatusCode::UNPROCESSABLE_ENTITY,
            ApiError::Query(rejection) => rejection.status(),
            ApiError::Body(rejection) => rejection.status(),
            ApiError::Host(_) => StatusCode::MISDIRECTED_REQUEST,
            ApiError::Origin => StatusCode::FORBIDDEN,
            ApiError::NotFound(_) => StatusCode::NOT_FOUND,
            ApiError::Method(_) => StatusCode::METHOD_NOT_ALLOWED,
            ApiError::Busy(_) => StatusCode::SERVICE_UNAVAILABLE,
            ApiError::Timeout => StatusCode::REQUEST_TIMEOUT,
            ApiError::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = ErrorDto {
            error: self.to_string(),
        };
        (self.status(), Json(body)).into_response()
    }
}
