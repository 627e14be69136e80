//! Accepts connections, as many as the limits allow.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use crate::app::make_app;
use crate::limit::ServerLimits;
use crate::state::AppState;

/// The pause after a failed accept, which usually means "too many open files":
/// trying again at once would fail again.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct ServerConfig {
    /// Where to listen. Port 0 means any free port.
    pub address: SocketAddr,
    /// Names of this machine that requests may use, besides its addresses and
    /// `localhost`.
    pub host_names: Vec<String>,
    /// How much requests may ask for.
    pub limits: ServerLimits,
}

/// Serves until the process ends. Calls `ready` with the address.
///
/// # Errors
///
/// If the address cannot be listened on, or the system has no threads left.
pub fn run(config: ServerConfig, ready: impl FnOnce(SocketAddr)) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind(config.address).await?;
        ready(listener.local_addr()?);
        let state = AppState::new(config.limits.clone()).with_host_names(config.host_names);
        serve(listener, make_app(state), &config.limits).await
    })
}

/// Answers connections until the future is dropped.
///
/// At most `limits.connections` are open at a time. A connection that does
/// not send the head of a request in `limits.request_time` is closed.
///
/// # Errors
///
/// None at present: a failed accept is tried again.
pub async fn serve(listener: TcpListener, app: Router, limits: &ServerLimits) -> io::Result<()> {
    let slots = Arc::new(Semaphore::new(limits.connections.max(1)));
    loop {
        let slot = slots.clone().acquire_owned().await;
        let slot = slot.map_err(io::Error::other)?;
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(_) => {
                tokio::time::sleep(ACCEPT_PAUSE).await;
                continue;
            }
        };
        let connection = converse(stream, app.clone(), limits.request_time);
        tokio::spawn(async move {
            connection.await;
            drop(slot);
        });
    }
}

/// Answers the requests of one connection. Errors are ignored: the client has
/// left or does not speak HTTP.
async fn converse(stream: TcpStream, app: Router, head_time: Duration) {
    // Answers are small and complete, so there is no reason to wait for a full
    // packet.
    let _ = stream.set_nodelay(true);
    let _ = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head_time)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(app))
        .await;
}
