//! The layer around every request: which requests are allowed, and what a browser
//! may do with the answer.
//!
//! - **Host.** A site that points its own name at this machine (DNS rebinding)
//!   sends that name. An IP address cannot be redirected, so addresses and
//!   `localhost` are accepted, and other names only if the user listed them.
//! - **Origin.** A browser says which site a request comes from, in `Origin` or in
//!   `Sec-Fetch-Site`. Other sites may link to the page; they may not call the API.

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::ApiError;
use crate::state::AppState;

/// Everything comes from this server; pieces are images in the style sheet
/// (`data:`). Inline scripts and styles are not allowed.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// Checks the request, answers it within the time limit, and adds the security
/// headers.
pub(crate) async fn guard(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let answer = async {
        check(&state.host_names, &request)?;
        let answered = tokio::time::timeout(state.limits.request_time, next.run(request));
        answered.await.map_err(|_| ApiError::Timeout)
    };
    let mut response = answer.await.unwrap_or_else(ApiError::into_response);
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

fn check(host_names: &[String], request: &Request) -> Result<(), ApiError> {
    let headers = request.headers();
    let host = host(headers)?;
    if !is_ours(host, host_names) {
        return Err(ApiError::Host(host.to_owned()));
    }
    let is_api = request.uri().path().starts_with("/api/");
    if is_from_elsewhere(headers, host) || (is_api && is_called_by_other_site(headers)) {
        return Err(ApiError::Origin);
    }
    Ok(())
}

/// Returns the `Host` of a request, of which HTTP/1.1 requires exactly one.
fn host(headers: &HeaderMap) -> Result<&str, ApiError> {
    let mut hosts = headers.get_all(header::HOST).iter();
    match (hosts.next().map(HeaderValue::to_str), hosts.next()) {
        (Some(Ok(host)), None) => Ok(host),
        _ => Err(ApiError::Host(String::new())),
    }
}

/// Returns whether the host is an IP address, `localhost`, or one of these names.
fn is_ours(host: &str, names: &[String]) -> bool {
    let name = without_port(host);
    let address = name.trim_start_matches('[').trim_end_matches(']');
    address.parse::<IpAddr>().is_ok()
        || name.eq_ignore_ascii_case("localhost")
        || names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

/// Returns whether an `Origin` header names another site than the host.
fn is_from_elsewhere(headers: &HeaderMap, host: &str) -> bool {
    headers.get_all(header::ORIGIN).iter().any(|origin| {
        let site = origin.to_str().unwrap_or_default();
        let named = site
            .strip_prefix("http://")
            .or_else(|| site.strip_prefix("https://"));
        named.is_none_or(|named| !named.eq_ignore_ascii_case(host))
    })
}

/// Returns whether the browser says that another site makes this call.
fn is_called_by_other_site(headers: &HeaderMap) -> bool {
    headers
        .get("sec-fetch-site")
        .is_some_and(|site| site != "same-origin" && site != "none")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_localhost_are_ours_and_other_names_only_if_listed() {
        let names = ["chains.lan".to_owned()];
        for host in [
            "127.0.0.1",
            "127.0.0.1:8000",
            "localhost:1",
            "LOCALHOST",
            "[::1]:8000",
            "[::1]",
            "192.168.0.7:80",
            "chains.lan:8000",
        ] {
            assert!(is_ours(host, &names), "{host}");
        }
        for host in [
            "",
            ":8000",
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example:8000",
            "127.0.0.1:80:evil.example",
            "chains.lan.evil.example",
        ] {
            assert!(!is_ours(host, &names), "{host}");
        }
    }

    #[test]
    fn an_origin_must_be_the_host_itself() {
        let from = |origin: &'static str| {
            let headers =
                HeaderMap::from_iter([(header::ORIGIN, HeaderValue::from_static(origin))]);
            is_from_elsewhere(&headers, "localhost:8000")
        };
        assert!(!from("http://localhost:8000"));
        for origin in [
            "null",
            "http://localhost:8001",
            "http://localhost",
            "http://evil.example",
            "file://",
            "http://localhost:8000.evil.example",
        ] {
            assert!(from(origin), "{origin}");
        }
        assert!(!is_from_elsewhere(&HeaderMap::new(), "localhost:8000"));
    }
}
