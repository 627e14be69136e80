//! The real server on a port of its own.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use catena_web::{AppState, ServerLimits, serve};
use reqwest::{Client, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::schema;

/// A folder that is removed in the end.
pub(crate) struct ScratchFolder(PathBuf);

impl ScratchFolder {
    pub(crate) fn new() -> ScratchFolder {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("catena-web-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        ScratchFolder(folder)
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub(crate) struct TestServer {
    pub(crate) address: String,
    pub(crate) client: Client,
    stop: Option<oneshot::Sender<()>>,
    served: JoinHandle<std::io::Result<()>>,
}

impl TestServer {
    pub(crate) async fn start(limits: ServerLimits) -> TestServer {
        TestServer::start_with(AppState::new(limits)).await
    }

    pub(crate) async fn start_with(state: AppState) -> TestServer {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let (stop, stopped) = oneshot::channel();
        let served = tokio::spawn(serve(listener, state, async {
            if stopped.await.is_err() {
                std::future::pending().await
            }
        }));
        TestServer {
            address,
            client: Client::new(),
            stop: Some(stop),
            served,
        }
    }

    /// Ends the server as SIGTERM does, and waits until it has ended.
    pub(crate) async fn end(&mut self) {
        self.stop.take().unwrap().send(()).unwrap();
        (&mut self.served).await.unwrap().unwrap();
    }

    pub(crate) fn get(&self, path: &str) -> RequestBuilder {
        self.client.get(format!("http://{}{path}", self.address))
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> RequestBuilder {
        self.client
            .post(format!("http://{}{path}", self.address))
            .json(body)
    }
}

/// The answer of a request that succeeds, and that its schema describes.
pub(crate) async fn answer(request: RequestBuilder) -> Value {
    let response = request.send().await.unwrap();
    let status = response.status();
    let name = schema_name(&response);
    let text = response.text().await.unwrap();
    assert_eq!(status, StatusCode::OK, "{text}");
    let answer = serde_json::from_str(&text).unwrap();
    schema::check(&name, &answer);
    answer
}

/// The name of the schema of an answer: that of the call, like `pgn-index`.
fn schema_name(response: &Response) -> String {
    let path = response.url().path();
    path.trim_start_matches("/api/").replace('/', "-")
}

/// The status and the sentence of a request that fails.
pub(crate) async fn refusal(request: RequestBuilder) -> (StatusCode, String) {
    refused(request.send().await.unwrap()).await
}

pub(crate) async fn refused(response: Response) -> (StatusCode, String) {
    let status = response.status();
    let text = response.text().await.unwrap();
    let body: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{status}: {text}"));
    schema::check("error", &body);
    (status, body["error"].as_str().unwrap().to_owned())
}

/// The events of a finished stream: names and data.
pub(crate) fn events(text: &str) -> Vec<(String, Value)> {
    text.split("\n\n")
        .filter_map(|block| {
            let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name));
            let data = serde_json::from_str(field("data: ")?).unwrap();
            Some((field("event: ")?.to_owned(), data))
        })
        .collect()
}

/// The events of a stream that succeeds and ends by itself.
pub(crate) async fn stream(request: RequestBuilder) -> Vec<(String, Value)> {
    let response = request.send().await.unwrap();
    let status = response.status();
    let name = schema_name(&response);
    let text = response.text().await.unwrap();
    assert_eq!(status, StatusCode::OK, "{text}");
    let events = events(&text);
    for (event, data) in &events {
        schema::check(&name, &json!({"event": event, "data": data}));
    }
    events
}

/// The data of the events with this name.
pub(crate) fn named<'a>(events: &'a [(String, Value)], name: &str) -> Vec<&'a Value> {
    let chosen = events.iter().filter(|(event, _)| event == name);
    chosen.map(|(_, data)| data).collect()
}
