//! Extractors whose failures are [`ApiError`]s.

use axum::extract::{FromRequest, FromRequestParts};

use crate::error::ApiError;

/// The body of a request, as JSON.
#[derive(FromRequest)]
#[from_request(via(axum::Json), rejection(ApiError))]
pub(crate) struct JsonBody<T>(pub(crate) T);

/// The query of a request.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(ApiError))]
pub(crate) struct UrlQuery<T>(pub(crate) T);
