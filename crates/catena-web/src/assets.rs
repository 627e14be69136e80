//! The built page, embedded in the binary.

#[cfg(feature = "page")]
use axum::http::{HeaderMap, StatusCode};
use axum::http::{Method, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::error::ApiError;

/// The views of the page, each at an address of its own.
#[cfg(feature = "page")]
const VIEWS: [&str; 8] = [
    "", "analyse", "play", "friend", "learn", "rules", "puzzles", "walls",
];

#[cfg(feature = "page")]
#[derive(rust_embed::RustEmbed)]
#[folder = "page/dist"]
struct Dist;

/// Returns a file of the built page, or the page itself for each of its views. A browser
/// that asks for a page that does not exist gets the page with status 404: it has a view
/// for that.
#[cfg(feature = "page")]
pub(crate) async fn page(
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    if method != Method::GET && method != Method::HEAD {
        return Err(ApiError::Method(method));
    }
    let path = uri.path().trim_start_matches('/');
    let (name, cache) = if VIEWS.contains(&path) {
        ("index.html", "no-cache")
    } else if path.starts_with("assets/") {
        // The build puts a hash of the content into these names.
        (path, "public, max-age=31536000, immutable")
    } else {
        (path, "no-cache")
    };
    if let Some(file) = Dist::get(name) {
        return Ok(file_response(StatusCode::OK, name, cache, file));
    }
    match Dist::get("index.html").filter(|_| wants_html(&headers)) {
        Some(file) => Ok(file_response(
            StatusCode::NOT_FOUND,
            "index.html",
            "no-cache",
            file,
        )),
        None => Err(ApiError::NotFound(uri.path().to_owned())),
    }
}

#[cfg(feature = "page")]
fn file_response(
    status: StatusCode,
    name: &str,
    cache: &'static str,
    file: rust_embed::EmbeddedFile,
) -> Response {
    let headers = [
        (header::CONTENT_TYPE, content_type(name)),
        (header::CACHE_CONTROL, cache),
    ];
    (status, headers, file.data).into_response()
}

/// Returns whether the client is a browser that opens a page.
#[cfg(feature = "page")]
fn wants_html(headers: &HeaderMap) -> bool {
    let mut accepted = headers.get_all(header::ACCEPT).iter();
    accepted.any(|accept| accept.to_str().is_ok_and(|text| text.contains("text/html")))
}

#[cfg(feature = "page")]
fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("png") => "image/png",
        Some("svg") => "image/svg+xml",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

/// Returns how to get a build that has the page.
#[cfg(not(feature = "page"))]
pub(crate) async fn page(method: Method, uri: Uri) -> Result<Response, ApiError> {
    if method != Method::GET && method != Method::HEAD {
        return Err(ApiError::Method(method));
    }
    if uri.path() != "/" {
        return Err(ApiError::NotFound(uri.path().to_owned()));
    }
    let text = "This build of catena answers the JSON API (docs/api.md) and has no page.\n\
        scripts/serve builds one that has it.\n";
    let plain = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    Ok((plain, text).into_response())
}
