//! Whatever is asked, the server answers in time, and never that something is wrong with itself.
//!
//! The first line is a method and an address, as in `POST /api/game`; the rest is the body.

use std::sync::LazyLock;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use catena_web::{AppState, ServerLimits, make_app};
use tokio::runtime::Runtime;
use tower::ServiceExt as _;

/// A search is left after this time, as by a client that has gone.
const PATIENCE: Duration = Duration::from_millis(20);

/// A server as small as can be, so that slow requests are refused instead of carried out.
static SERVER: LazyLock<(Runtime, Router)> = LazyLock::new(|| {
    let limits = ServerLimits {
        search_time: Duration::from_millis(2),
        search_hash: 1,
        usual_hash: 1,
        search_threads: 1,
        image_cells: 1 << 14,
        plies: 40,
        pgn_nodes: 1000,
        ..ServerLimits::default()
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let app = {
        let _guard = runtime.enter();
        make_app(AppState::new(limits))
    };
    (runtime, app)
});

pub(crate) fn run(bytes: &[u8]) {
    let end = bytes.iter().position(|&byte| byte == b'\n');
    let (line, body) = bytes.split_at(end.unwrap_or(bytes.len()));
    let Some((method, address)) = std::str::from_utf8(line)
        .ok()
        .and_then(|line| line.split_once(' '))
    else {
        return;
    };
    let request = Request::builder()
        .method(method)
        .uri(address)
        .header("host", "127.0.0.1")
        .header("content-type", "application/json")
        .body(Body::from(body.get(1..).unwrap_or_default().to_vec()));
    let Ok(request) = request else {
        return;
    };
    let (runtime, app) = &*SERVER;
    runtime.block_on(async {
        let Ok(answer) = app.clone().oneshot(request).await;
        // Engines that are still stopping are a reason to be busy, not to fail.
        let is_fine = !answer.status().is_server_error()
            || answer.status() == StatusCode::SERVICE_UNAVAILABLE;
        assert!(is_fine, "{}", answer.status());
        let _ = tokio::time::timeout(PATIENCE, to_bytes(answer.into_body(), usize::MAX)).await;
    });
}
