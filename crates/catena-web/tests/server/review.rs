//! `/api/review`: every move of a game judged.

use crate::support::{TestServer, events, named, refusal, stream};
use catena_web::ServerLimits;
use reqwest::StatusCode;
use serde_json::{Value, json};

#[tokio::test]
async fn every_position_and_every_move_is_judged_in_order() {
    let server = TestServer::start(ServerLimits::default()).await;
    // Fool's mate.
    let moves = ["f2f3", "e7e5", "g2g4", "d8h4"];
    let request = json!({ "moves": moves, "nodes": 20_000, "ms": 10_000 });
    let events = stream(server.post("/api/review", &request)).await;
    assert_eq!(events[0].1["positions"], 5);
    let positions = named(&events, "position");
    let plies: Vec<u64> = positions
        .iter()
        .map(|p| p["ply"].as_u64().unwrap())
        .collect();
    assert_eq!(plies, [0, 1, 2, 3, 4]);
    for position in &positions {
        let chance = |player: &str| position["chance"][player].as_f64().unwrap();
        assert!((chance("first") + chance("second") - 1.0).abs() < 1e-9);
    }
    // Before the mate Black's player wins for certain, and after it has won.
    assert_eq!(positions[3]["scores"]["second"]["mate"], 1);
    assert_eq!(positions[3]["best"][0]["uci"], "d8h4");
    assert_eq!(positions[4]["over"]["winner"], "second");
    assert_eq!(positions[4]["chance"]["second"], 1.0);
    let made = named(&events, "move");
    assert_eq!(made.len(), 4);
    assert_eq!(
        (&made[2]["san"], &made[2]["by"]),
        (&json!("g4"), &json!("first"))
    );
    assert_eq!(made[2]["grade"], "blunder");
    assert!(made[2]["better"].as_array().unwrap().len() > 1);
    assert_eq!(
        (&made[3]["grade"], &made[3]["loss"]),
        (&json!("best"), &json!(0.0))
    );
    let (last, summary) = events.last().unwrap();
    assert_eq!(
        (last.as_str(), &summary["ended"]),
        ("summary", &json!("done"))
    );
    assert_eq!(summary["players"]["first"]["blunders"], 1);
    assert_eq!(summary["players"]["second"]["moves"], 2);
    let moments = summary["moments"].as_array().unwrap();
    assert!(
        moments
            .iter()
            .any(|moment| moment["ply"] == 3 && moment["player"] == "first")
    );
}

#[tokio::test]
async fn a_switch_that_was_missed_and_one_that_was_wrong_are_named() {
    let server = TestServer::start(ServerLimits::default()).await;
    // White is far behind and forms a chain: who switches wins, who stays loses.
    let start = "r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1B1KBNR w KQkq - 1 6";
    let review = async |start: &str, mv: &str| -> Value {
        let request = json!({ "start": start, "moves": [mv], "nodes": 20_000, "ms": 10_000 });
        let events = stream(server.post("/api/review", &request)).await;
        named(&events, "move")[0].clone()
    };
    let stayed = review(start, "f1d3").await;
    assert!(
        stayed["kinds"]
            .as_array()
            .unwrap()
            .contains(&json!("missed_switch")),
        "{stayed}"
    );
    assert_eq!(stayed["chain"], true);
    let switched = review(start, "f1d3s").await;
    assert!(
        !switched["kinds"]
            .as_array()
            .unwrap()
            .contains(&json!("wrong_switch")),
        "{switched}"
    );
    // Another move forms no chain at all.
    let elsewhere = review(start, "a2a3").await;
    assert_eq!(elsewhere["kinds"], json!(["missed_chain"]), "{elsewhere}");
    // Black has next to nothing: to switch is to take the side that loses.
    let ahead = "7k/7p/2PP4/1P2P3/3P4/8/8/2Q3K1 w - - 0 1";
    let wrong = review(ahead, "c1c4s").await;
    assert!(
        wrong["kinds"]
            .as_array()
            .unwrap()
            .contains(&json!("wrong_switch")),
        "{wrong}"
    );
}

#[tokio::test]
async fn wrong_reviews_are_refused_and_a_client_that_leaves_ends_one() {
    let limits = ServerLimits {
        searches: 1,
        ..ServerLimits::default()
    };
    let server = TestServer::start(limits).await;
    for (request, expected) in [
        (json!({ "moves": ["e2e5"] }), "moves: number 1"),
        (json!({ "nodes": 0 }), "nodes: from 1 to"),
        (json!({ "ms": 100_000 }), "ms: from 1 to 10000"),
    ] {
        let (status, text) = refusal(server.post("/api/review", &request)).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(text.starts_with(expected), "{text}");
    }
    let long = json!({ "moves": ["e2e4", "e7e5", "g1f3"], "nodes": 5_000_000, "ms": 10_000 });
    let mut response = server.post("/api/review", &long).send().await.unwrap();
    let chunk = response.chunk().await.unwrap().unwrap();
    assert_eq!(events(std::str::from_utf8(&chunk).unwrap())[0].0, "start");
    drop(response);
    let short = json!({ "nodes": 1000 });
    let again = stream(server.post("/api/review", &short)).await;
    assert_eq!(again.last().unwrap().0, "summary");
}
