//! The engine's stream, and its end.

use std::time::Duration;

use crate::support::{TestServer, answer, refused};
use catena_web::ServerLimits;
use reqwest::{Response, StatusCode};
use serde_json::{Value, json};

const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1";

/// The events of a finished stream: names and data.
fn events(text: &str) -> Vec<(String, Value)> {
    text.split("\n\n")
        .filter_map(|block| {
            let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name));
            let data = serde_json::from_str(field("data: ")?).unwrap();
            Some((field("event: ")?.to_owned(), data))
        })
        .collect()
}

async fn search(server: &TestServer, request: Value) -> Response {
    server.post("/api/search", &request).send().await.unwrap()
}

#[tokio::test]
async fn lines_come_first_and_the_best_move_last() {
    let server = TestServer::start(ServerLimits::default()).await;
    let request = json!({ "start": BACK_RANK, "depth": 4, "lines": 2 });
    let events = events(&search(&server, request).await.text().await.unwrap());
    let (last, best) = events.last().unwrap();
    assert_eq!(last, "best");
    assert_eq!(best["uci"], "e1e8");
    assert_eq!(best["score"]["mate"], 1);
    let lines: Vec<_> = events[..events.len() - 1].iter().collect();
    assert!(lines.iter().all(|(name, _)| name == "line"));
    assert!(lines.iter().any(|(_, line)| line["line"] == 2));
    assert_eq!(lines[0].1["moves"][0]["decision"], Value::Null);
}

#[tokio::test]
async fn a_line_says_switch_or_stay_where_there_is_a_choice() {
    let server = TestServer::start(ServerLimits::default()).await;
    let start = "r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2NB4/PP3PPP/R1BQK1NR b KQkq - 2 6";
    let request = json!({ "start": start, "depth": 5, "lines": 5 });
    let text = search(&server, request).await.text().await.unwrap();
    let decisions: Vec<_> = events(&text)
        .into_iter()
        .flat_map(|(_, event)| event["moves"].as_array().cloned().unwrap_or_default())
        .map(|mv| {
            (
                mv["uci"].as_str().unwrap().ends_with('s'),
                mv["decision"].clone(),
            )
        })
        .collect();
    assert!(decisions.iter().any(|(_, decision)| decision == "switch"));
    for (switches, decision) in decisions {
        assert_eq!(switches, decision == "switch");
    }
}

#[tokio::test]
async fn a_third_search_is_refused_while_two_run_and_other_calls_are_answered() {
    let server = TestServer::start(ServerLimits::default()).await;
    let forever = json!({ "ms": 100_000 });
    let first = search(&server, forever.clone()).await;
    let second = search(&server, forever.clone()).await;
    let (status, text) = refused(search(&server, forever.clone()).await).await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(
        text,
        "the engine is busy with 2 searches; stop one or try again later"
    );
    answer(server.get("/api/detect?fen=8/8/8/8/8/8/8/8")).await;
    drop((first, second));
    // Their places are free as soon as the connections are closed.
    let again = search(&server, forever).await;
    assert_eq!(again.status(), StatusCode::OK);
}

#[tokio::test]
async fn a_search_stops_when_the_client_leaves() {
    let limits = ServerLimits {
        searches: 1,
        ..ServerLimits::default()
    };
    let server = TestServer::start(limits).await;
    for _ in 0..5 {
        let mut response = search(&server, json!({ "ms": 100_000 })).await;
        assert_eq!(response.status(), StatusCode::OK);
        response.chunk().await.unwrap().unwrap();
    }
}

#[tokio::test]
async fn no_search_is_longer_than_allowed() {
    let limits = ServerLimits {
        search_time: Duration::from_millis(200),
        ..ServerLimits::default()
    };
    let server = TestServer::start(limits).await;
    let text = search(&server, json!({ "ms": 3_600_000 }))
        .await
        .text()
        .await
        .unwrap();
    assert_eq!(events(&text).last().unwrap().0, "best");
}

#[tokio::test]
async fn a_position_without_moves_has_no_best_move() {
    let server = TestServer::start(ServerLimits::default()).await;
    let mated = json!({ "moves": ["f2f3", "e7e5", "g2g4", "d8h4"], "ms": 100 });
    let text = search(&server, mated).await.text().await.unwrap();
    assert_eq!(events(&text).last().unwrap().1["uci"], Value::Null);
}

#[tokio::test]
async fn wrong_searches_are_refused() {
    let server = TestServer::start(ServerLimits::default()).await;
    for (request, expected) in [
        (json!({ "level": 0 }), "level: "),
        (json!({ "level": 9 }), "level: "),
        (json!({ "lines": 0 }), "lines: from 1 to 5"),
        (json!({ "threads": 1000 }), "threads: from 1 to"),
        (json!({ "moves": ["e2e5"] }), "moves: number 1"),
        (json!({ "start": "8/8/8/8/8/8/8/8 w - - 0 1" }), "start: "),
        (json!({ "ms": -1 }), ""),
    ] {
        let (status, text) = refused(search(&server, request.clone()).await).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{request}");
        assert!(text.starts_with(expected), "{request}: {text}");
    }
}
