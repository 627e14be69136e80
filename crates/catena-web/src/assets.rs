//! The built page, embedded in the binary.

use axum::http::{Method, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::error::ApiError;

/// The views of the page, each at an address of its own.
#[cfg(feature = "page")]
const VIEWS: [&str; 4] = ["", "analyse", "play", "learn"];

#[cfg(feature = "page")]
#[derive(rust_embed::RustEmbed)]
#[folder = "page/dist"]
struct Dist;

/// Returns a file of the built page, or the page itself for each of its views.
#[cfg(feature = "page")]
pub(crate) async fn page(method: Method, uri: Uri) -> Result<Response, ApiError> {
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
    let file = Dist::get(name).ok_or_else(|| ApiError::NotFound(uri.path().to_owned()))?;
    let headers = [
        (header::CONTENT_TYPE, content_type(name)),
        (header::CACHE_CONTROL, cache),
    ];
    Ok((headers, file.data).into_response())
}

#[cfg(feature = "page")]
fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
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
