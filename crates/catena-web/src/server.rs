//! Accepts connections, as many as the limits allow.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::app::make_app;
use crate::connections::{Connections, Place, PlacedApp};
use crate::limit::ServerLimits;
use crate::state::AppState;
use crate::write_timeout::WriteTimeout;

/// The pause after a failed accept, which usually means "too many open files":
/// trying again at once would fail again.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// How long connections have to send what they have when the server ends.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct ServerConfig {
    /// Where to listen. Port 0 means any free port.
    pub address: SocketAddr,
    /// Names of this machine that requests may use, besides its addresses and
    /// `localhost`.
    pub host_names: Vec<String>,
    /// The file with the games between friends. Without it none are offered.
    pub friends: Option<PathBuf>,
    /// How much requests may ask for.
    pub limits: ServerLimits,
}

/// Serves until the process is told to end (Ctrl+C, SIGTERM, or SIGHUP unless that was ignored).
/// Calls `ready` with the
/// address.
///
/// # Errors
///
/// If the address cannot be listened on, the file of games cannot be opened, or the system has
/// no threads left.
pub fn run(config: ServerConfig, ready: impl FnOnce(SocketAddr)) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let mut state = AppState::new(config.limits).with_host_names(config.host_names);
    if let Some(file) = config.friends {
        state = state.with_friends(&file)?;
    }
    let served = runtime.block_on(async {
        let listener = TcpListener::bind(config.address).await?;
        let stop = told_to_end()?;
        ready(listener.local_addr()?);
        serve(listener, state, stop).await
    });
    // A connection that is still open has had its time.
    runtime.shutdown_background();
    served
}

/// Answers connections until `stop` is done. Then searches end with what they have, and
/// connections with the answer that is on its way.
///
/// At most `limits.connections` are open at a time. A connection that does not send the
/// head of a request in `limits.request_time`, or does not take an answer, is closed. When there
/// is no room for another, one that waits for a request is closed at once.
///
/// # Errors
///
/// None at present: a failed accept is tried again.
pub async fn serve(
    listener: TcpListener,
    state: AppState,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    let limits = state.limits.clone();
    let engines = state.engines.clone();
    let friends = state.friends.clone();
    if let Some(friends) = &friends {
        friends.tend();
    }
    let app = make_app(state);
    let mut connections = Connections::new(limits.connections.max(1));
    let (ending, ends) = watch::channel(false);
    let accept = async {
        loop {
            let Ok((stream, peer)) = listener.accept().await else {
                tokio::time::sleep(ACCEPT_PAUSE).await;
                continue;
            };
            let place = connections.enter(peer.ip()).await;
            let app = app.clone();
            tokio::spawn(converse(
                stream,
                app,
                place,
                limits.request_time,
                ends.clone(),
            ));
        }
    };
    tokio::select! {
        () = accept => {}
        () = stop => {}
    }
    drop(listener);
    engines.close();
    if let Some(friends) = friends {
        friends.close().await;
    }
    let _ = ending.send(true);
    drop(ends);
    // Each connection holds a receiver until it is closed.
    let _ = tokio::time::timeout(LAST_WORDS, ending.closed()).await;
    Ok(())
}

/// Answers the requests of one connection. Errors are ignored: the client has
/// left or does not speak HTTP.
async fn converse(
    stream: TcpStream,
    app: Router,
    place: Arc<Place>,
    patience: Duration,
    mut ends: watch::Receiver<bool>,
) {
    // Answers are small and complete, so there is no reason to wait for a full
    // packet.
    let _ = stream.set_nodelay(true);
    let stream = TokioIo::new(WriteTimeout::new(stream, patience));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .serve_connection(stream, PlacedApp::new(app, place.clone()));
    let mut connection = std::pin::pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => return,
        () = place.is_needed() => return,
        _ = ends.wait_for(|is_ending| *is_ending) => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = connection.await;
}

/// Is done when the process is told to end.
#[cfg(unix)]
fn told_to_end() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let hangup = match catena_engine::is_hangup_ignored() {
        true => None,
        false => Some(signal(SignalKind::hangup())?),
    };
    let hung_up = async move {
        match hangup {
            Some(mut hangup) => hangup.recv().await,
            None => std::future::pending().await,
        }
    };
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            _ = hung_up => {}
        }
    })
}

/// Is done when the process is told to end.
#[cfg(not(unix))]
fn told_to_end() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending().await
        }
    })
}

#[cfg(all(test, unix))]
mod tests {
    use std::process::Command;

    use super::told_to_end;

    #[tokio::test]
    async fn an_interrupt_a_request_to_end_and_a_hangup_end_the_server() {
        for signal in ["-INT", "-TERM", "-HUP"] {
            if signal == "-HUP" && catena_engine::is_hangup_ignored() {
                // The tests themselves were started so that they go on.
                continue;
            }
            let told = told_to_end().unwrap();
            let own_id = std::process::id().to_string();
            let sent = Command::new("kill").args([signal, &own_id]).status();
            assert!(sent.unwrap().success());
            told.await;
        }
    }
}
