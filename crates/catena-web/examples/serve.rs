//! The server alone, on the port given (8173 without one).
use catena_web::{AppState, Limits, make_app, serve};
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let port: u16 = std::env::args()
        .nth(1)
        .and_then(|port| port.parse().ok())
        .unwrap_or(8173);
    let limits = Limits::default();
    let listener = TcpListener::bind(("127.0.0.1", port)).await?;
    eprintln!("http://{}/", listener.local_addr()?);
    serve(listener, make_app(AppState::new(limits.clone())), &limits).await
}
