//! Who may ask, and how much.

use std::time::Duration;

use crate::support::{TestServer, refusal};
use catena_web::ServerLimits;
use reqwest::StatusCode;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const DETECT: &str = "/api/detect?fen=8/8/8/8/8/8/8/8";

#[tokio::test]
async fn a_name_pointed_at_this_machine_is_not_served() {
    let server = TestServer::start(ServerLimits::default()).await;
    let port = server.address.rsplit(':').next().unwrap();
    for host in [
        "evil.example",
        &format!("evil.example:{port}"),
        "",
        "127.0.0.1.evil.example",
    ] {
        let (status, text) = refusal(server.get(DETECT).header("host", host)).await;
        assert_eq!(status, StatusCode::MISDIRECTED_REQUEST, "{host}: {text}");
    }
    let response = server
        .get(DETECT)
        .header("host", format!("localhost:{port}"));
    assert_eq!(response.send().await.unwrap().status(), StatusCode::OK);
}

#[tokio::test]
async fn other_sites_may_not_call_the_api() {
    let server = TestServer::start(ServerLimits::default()).await;
    for (name, value) in [
        ("origin", "http://evil.example"),
        ("origin", "null"),
        ("origin", "http://127.0.0.1:1"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
    ] {
        let (status, text) = refusal(server.get(DETECT).header(name, value)).await;
        assert_eq!(status, StatusCode::FORBIDDEN, "{name}: {value}: {text}");
    }
    let own = format!("http://{}", server.address);
    let response = server
        .get(DETECT)
        .header("origin", own)
        .header("sec-fetch-site", "same-origin");
    assert_eq!(response.send().await.unwrap().status(), StatusCode::OK);
}

#[tokio::test]
async fn other_sites_may_link_to_the_page() {
    let server = TestServer::start(ServerLimits::default()).await;
    let response = server.get("/").header("sec-fetch-site", "cross-site");
    let response = response.send().await.unwrap();
    assert_ne!(response.status(), StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn every_answer_carries_the_security_headers() {
    let server = TestServer::start(ServerLimits::default()).await;
    for path in ["/", DETECT, "/api/nothing", "/nothing.js"] {
        let response = server.get(path).send().await.unwrap();
        let header = |name| response.headers()[name].to_str().unwrap().to_owned();
        let policy = header("content-security-policy");
        assert!(policy.contains("default-src 'none'"), "{path}: {policy}");
        assert!(!policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(header("referrer-policy"), "no-referrer", "{path}");
        assert!(
            response
                .headers()
                .get("access-control-allow-origin")
                .is_none()
        );
    }
}

#[tokio::test]
async fn a_body_that_is_too_large_is_refused() {
    let server = TestServer::start(ServerLimits {
        body: 1000,
        ..ServerLimits::default()
    })
    .await;
    let body = json!({ "moves": vec!["e2e4"; 500] });
    let (status, text) = refusal(server.post("/api/game", &body)).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE, "{text}");
}

#[tokio::test]
async fn what_is_not_there_is_said_in_one_sentence() {
    let server = TestServer::start(ServerLimits::default()).await;
    let (status, text) = refusal(server.get("/api/nothing")).await;
    assert_eq!(
        (status, text.as_str()),
        (StatusCode::NOT_FOUND, "there is nothing at '/api/nothing'")
    );
    let (status, _) = refusal(server.get("/../Cargo.toml")).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    let (status, text) = refusal(server.post("/api/detect", &json!({}))).await;
    assert_eq!(
        (status, text.as_str()),
        (StatusCode::METHOD_NOT_ALLOWED, "POST is not allowed here")
    );
    let (status, _) = refusal(server.post("/", &json!({}))).await;
    assert_eq!(status, StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test]
async fn a_connection_that_sends_no_request_is_closed() {
    let server = TestServer::start(ServerLimits {
        request_time: Duration::from_millis(100),
        ..ServerLimits::default()
    })
    .await;
    let mut stream = TcpStream::connect(&server.address).await.unwrap();
    stream
        .write_all(b"GET / HTTP/1.1\r\nHost: 127")
        .await
        .unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
}

#[tokio::test]
async fn a_body_that_never_comes_is_not_waited_for() {
    let server = TestServer::start(ServerLimits {
        request_time: Duration::from_millis(100),
        ..ServerLimits::default()
    })
    .await;
    let mut stream = TcpStream::connect(&server.address).await.unwrap();
    let head = "POST /api/game HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\
        Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
}

/// A server with room for this many connections, which waits for requests for ever.
async fn patient_server(connections: usize) -> TestServer {
    let limits = ServerLimits {
        connections,
        request_time: Duration::from_secs(3600),
        ..ServerLimits::default()
    };
    TestServer::start(limits).await
}

#[tokio::test]
async fn connections_over_the_limit_wait_while_all_others_are_answered() {
    let server = patient_server(1).await;
    let search = server.post("/api/search", &json!({"infinite": true}));
    let search = search.send().await.unwrap();
    // The only place is taken: this request is answered once it is free.
    let waiting = tokio::spawn(server.get(DETECT).send());
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert!(!waiting.is_finished());
    drop(search);
    assert_eq!(waiting.await.unwrap().unwrap().status(), StatusCode::OK);
}

/// Each of these held a place for half a minute.
#[tokio::test]
async fn connections_without_a_whole_request_make_room() {
    let body = "POST /api/game HTTP/1.1\r\nHost: 127.0.0.1\r\n\
        Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
    for start in ["", "GET / HTTP/1.1\r\n", body] {
        let server = patient_server(2).await;
        let mut held = Vec::new();
        for _ in 0..2 {
            let mut stream = TcpStream::connect(&server.address).await.unwrap();
            stream.write_all(start.as_bytes()).await.unwrap();
            held.push(stream);
        }
        let answer = server.get(DETECT).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK, "{start:?}");
        // The one that came first had to go.
        let mut rest = Vec::new();
        let _ = held[0].read_to_end(&mut rest).await;
        assert_eq!(rest, b"", "{start:?}");
    }
}
