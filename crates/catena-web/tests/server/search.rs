//! The engine's stream, and its end.

use std::time::{Duration, Instant};

use crate::support::{TestServer, answer, events, named, refused, stream};
use catena_web::ServerLimits;
use reqwest::{Response, StatusCode};
use serde_json::{Value, json};

const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1";

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
    assert_eq!(events[0].0, "start");
    assert_eq!(events[0].1["to_move"], "first");
    let lines: Vec<_> = events[1..events.len() - 1].iter().collect();
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
async fn views_do_not_block_one_another() {
    let server = TestServer::start(ServerLimits::default()).await;
    let mut open = Vec::new();
    for view in 0..8 {
        let request = json!({ "infinite": true, "view": format!("analysis-{view}") });
        let mut response = search(&server, request).await;
        assert_eq!(response.status(), StatusCode::OK);
        response.chunk().await.unwrap().unwrap();
        open.push(response);
    }
    let play = json!({ "level": 3, "view": "the-opponent" });
    let events = stream(server.post("/api/search", &play)).await;
    assert_eq!(events.last().unwrap().1["ended"], "done");
    answer(server.get("/api/detect?fen=8/8/8/8/8/8/8/8")).await;
}

#[tokio::test]
async fn more_searches_than_allowed_are_refused_until_one_ends() {
    let limits = ServerLimits {
        searches: 2,
        ..ServerLimits::default()
    };
    let server = TestServer::start(limits).await;
    let forever = json!({ "infinite": true });
    let first = search(&server, forever.clone()).await;
    let second = search(&server, forever.clone()).await;
    let third = search(&server, forever.clone()).await;
    assert!(third.headers().contains_key("retry-after"));
    let (status, text) = refused(third).await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(
        text,
        "the engine is busy with 2 searches; stop one or try again later"
    );
    drop((first, second));
    // Their places are free as soon as the connections are closed.
    let again = search(&server, forever).await;
    assert_eq!(again.status(), StatusCode::OK);
}

#[tokio::test]
async fn a_new_search_of_a_view_replaces_the_old_one_and_its_hash_is_warm() {
    let server = TestServer::start(ServerLimits::default()).await;
    let mut old = search(&server, json!({ "infinite": true, "view": "one-view" })).await;
    old.chunk().await.unwrap().unwrap();
    let request = json!({ "depth": 9, "view": "one-view" });
    let nodes = async |request: &Value| {
        let events = stream(server.post("/api/search", request)).await;
        let lines = named(&events, "line");
        assert_eq!(lines.last().unwrap()["depth"], 9);
        lines.last().unwrap()["nodes"].as_u64().unwrap()
    };
    nodes(&request).await;
    let mut rest = String::new();
    while let Some(chunk) = old.chunk().await.unwrap() {
        rest += std::str::from_utf8(&chunk).unwrap();
    }
    let (last, best) = events(&rest).pop().unwrap();
    assert_eq!(
        (last.as_str(), &best["ended"]),
        ("best", &json!("replaced"))
    );
    assert!(best["uci"].is_string());
    // What was searched is known. Without that, a search of one thread would visit the same nodes
    // each time; how many fewer there are depends on how long the first search lasted.
    let warm = nodes(&request).await;
    let cold = nodes(&json!({ "depth": 9, "view": "other-view" })).await;
    let again = nodes(&json!({ "depth": 9, "view": "a-third-view" })).await;
    assert_eq!(cold, again);
    assert_ne!(warm, cold);
}

#[tokio::test]
async fn of_many_searches_of_one_view_only_the_last_runs() {
    let limits = ServerLimits {
        searches: 1,
        ..ServerLimits::default()
    };
    let server = TestServer::start(limits).await;
    let mut all = Vec::new();
    for _ in 0..10 {
        let response = search(&server, json!({ "infinite": true, "view": "stepping" })).await;
        assert_eq!(response.status(), StatusCode::OK);
        all.push(response);
    }
    let newest = all.pop().unwrap();
    for older in all {
        let text = older.text().await.unwrap();
        let (_, best) = events(&text).pop().unwrap();
        assert_eq!(best["ended"], "replaced");
    }
    drop(newest);
}

#[tokio::test]
async fn a_score_belongs_to_a_person() {
    let server = TestServer::start(ServerLimits::default()).await;
    let moves = [
        "e2e4", "e7e5", "d2d4", "d7d6", "d4d5", "g8f6", "c2c4", "b8d7", "b1c3", "d7c5", "f1d3s",
    ];
    let request = json!({ "moves": moves, "depth": 6 });
    let events = stream(server.post("/api/search", &request)).await;
    let start = &events[0].1;
    // The first player has switched: Black's move is the first player's.
    assert_eq!(
        (&start["turn"], &start["to_move"], &start["white"]),
        (&json!("black"), &json!("first"), &json!("second"))
    );
    for line in named(&events, "line") {
        assert_eq!(line["score"], line["scores"]["first"]);
        let cp = |player: &str| line["scores"][player]["cp"].as_i64().unwrap();
        assert_eq!(cp("first"), -cp("second"));
        check_steps(line["moves"].as_array().unwrap(), "first", "second");
    }
}

/// Colours alternate, and a switch changes who holds them and nothing else.
fn check_steps(steps: &[Value], mut mover: &'static str, mut white: &'static str) {
    let other = |player| if player == "first" { "second" } else { "first" };
    for step in steps {
        assert_eq!(step["by"], mover, "{step}");
        if step["switched"] == true {
            white = other(white);
        } else {
            mover = other(mover);
        }
        assert_eq!(step["white"], white, "{step}");
        let to_move = if step["turn"] == "white" {
            white
        } else {
            other(white)
        };
        assert_eq!(to_move, mover, "{step}");
        let number = step["number"].as_str().unwrap();
        assert_eq!(number.ends_with("..."), step["turn"] == "white", "{step}");
        let turn = if step["turn"] == "white" {
            " w "
        } else {
            " b "
        };
        assert!(step["fen"].as_str().unwrap().contains(turn), "{step}");
    }
}

#[tokio::test]
async fn the_engine_decides_about_its_time_by_both_clocks() {
    let server = TestServer::start(ServerLimits::default()).await;
    let clocks = json!({ "first": 1000, "second": 60_000, "increment_ms": 0 });
    let started = Instant::now();
    let request = json!({ "clocks": clocks, "level": 10 });
    let events = stream(server.post("/api/search", &request)).await;
    assert_eq!(events.last().unwrap().0, "best");
    // It may spend three quarters of its second and no more. The rest is the machine's.
    assert!(started.elapsed() < Duration::from_secs(20));
    let depth = named(&events, "line").last().unwrap()["depth"].as_u64();
    assert!(depth > Some(1), "{depth:?}");
}

#[tokio::test]
async fn the_easiest_level_does_not_see_that_it_could_switch() {
    let server = TestServer::start(ServerLimits::default()).await;
    let start = "r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1BQKBNR w KQkq - 1 6";
    let switches = async |level: u8| {
        let request = json!({ "start": start, "level": level });
        let events = stream(server.post("/api/search", &request)).await;
        let best = events.last().unwrap().1["uci"].as_str().unwrap().to_owned();
        best.ends_with('s')
    };
    assert!(!switches(1).await);
    assert!(switches(10).await);
}

#[tokio::test]
async fn when_the_server_ends_a_search_tells_what_it_has() {
    let mut server = TestServer::start(ServerLimits::default()).await;
    let mut response = search(&server, json!({ "infinite": true, "view": "the-last" })).await;
    response.chunk().await.unwrap().unwrap();
    let (text, ()) = tokio::join!(response.text(), server.end());
    let (last, best) = events(&text.unwrap()).pop().unwrap();
    assert_eq!(
        (last.as_str(), &best["ended"]),
        ("best", &json!("shutdown"))
    );
    assert!(server.get("/api/ping").send().await.is_err());
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
        (json!({ "level": 11 }), "level: a level is from 1 to 10"),
        (json!({ "lines": 0 }), "lines: from 1 to 5"),
        (json!({ "threads": 1000 }), "threads: from 1 to"),
        (json!({ "hash": 100_000 }), "hash: from 1 to 512"),
        (json!({ "view": "short" }), "view: a view is named by"),
        (json!({ "moves": ["e2e5"] }), "moves: number 1"),
        (json!({ "start": "8/8/8/8/8/8/8/8 w - - 0 1" }), "start: "),
        (json!({ "ms": -1 }), ""),
    ] {
        let (status, text) = refused(search(&server, request.clone()).await).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{request}");
        assert!(text.starts_with(expected), "{request}: {text}");
    }
}
