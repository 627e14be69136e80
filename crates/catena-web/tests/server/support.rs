//! The real server on a port of its own.

use catena_web::{AppState, ServerLimits, make_app, serve};
use reqwest::{Client, RequestBuilder, Response, StatusCode};
use serde_json::Value;
use tokio::net::TcpListener;

pub(crate) struct TestServer {
    pub(crate) address: String,
    pub(crate) client: Client,
}

impl TestServer {
    pub(crate) async fn start(limits: ServerLimits) -> TestServer {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        tokio::spawn(async move {
            let app = make_app(AppState::new(limits.clone()));
            serve(listener, app, &limits).await
        });
        TestServer {
            address,
            client: Client::new(),
        }
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

/// The answer of a request that succeeds.
pub(crate) async fn answer(request: RequestBuilder) -> Value {
    let response = request.send().await.unwrap();
    let status = response.status();
    let text = response.text().await.unwrap();
    assert_eq!(status, StatusCode::OK, "{text}");
    serde_json::from_str(&text).unwrap()
}

/// The status and the sentence of a request that fails.
pub(crate) async fn refusal(request: RequestBuilder) -> (StatusCode, String) {
    refused(request.send().await.unwrap()).await
}

pub(crate) async fn refused(response: Response) -> (StatusCode, String) {
    let status = response.status();
    let text = response.text().await.unwrap();
    let body: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{status}: {text}"));
    (status, body["error"].as_str().unwrap().to_owned())
}
