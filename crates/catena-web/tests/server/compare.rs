//! `/api/compare`: both futures of a chain.

use crate::support::{TestServer, named, refusal, stream};
use catena_web::ServerLimits;
use reqwest::StatusCode;
use serde_json::{Value, json};

/// After Bd3 a chain runs through the bishop.
const BEFORE_A_CHAIN: [&str; 10] = [
    "e2e4", "e7e5", "d2d4", "d7d6", "d4d5", "g8f6", "c2c4", "b8d7", "b1c3", "d7c5",
];

#[tokio::test]
async fn both_futures_have_a_line_and_a_score_for_each_person() {
    let server = TestServer::start(ServerLimits::default()).await;
    let request = json!({ "moves": BEFORE_A_CHAIN, "move": "f1d3", "depth": 6 });
    let events = stream(server.post("/api/compare", &request)).await;
    assert_eq!(
        (events[0].0.as_str(), &events[0].1["by"]),
        ("start", &json!("first"))
    );
    let futures = named(&events, "future");
    let newest = |decision: &str| {
        let mut of_decision = futures
            .iter()
            .filter(|future| future["decision"] == decision);
        (*of_decision.next_back().unwrap()).clone()
    };
    let (switch, stay) = (newest("switch"), newest("stay"));
    for (future, uci, holds) in [
        (
            &switch,
            "f1d3s",
            json!({ "first": "black", "second": "white" }),
        ),
        (
            &stay,
            "f1d3",
            json!({ "first": "white", "second": "black" }),
        ),
    ] {
        assert_eq!(future["depth"], 6);
        assert_eq!(future["moves"][0]["uci"], uci);
        assert_eq!(future["moves"][0]["chain"], true);
        assert_eq!(future["holds"], holds);
        assert_eq!(future["score"], future["scores"]["first"]);
        assert!(future["moves"].as_array().unwrap().len() > 1);
    }
    assert_eq!(switch["moves"][1]["by"], "first");
    assert_eq!(stay["moves"][1]["by"], "second");
    let (last, best) = events.last().unwrap();
    assert_eq!((last.as_str(), &best["ended"]), ("best", &json!("done")));
    assert_eq!(best["scores"]["switch"], switch["scores"]);
    assert_eq!(best["scores"]["stay"], stay["scores"]);
    let cp = |future: &Value| future["score"]["cp"].as_i64().unwrap();
    let better = if cp(&switch) > cp(&stay) {
        "switch"
    } else {
        "stay"
    };
    assert_eq!(best["decision"], better);
}

#[tokio::test]
async fn a_move_without_a_switch_has_nothing_to_compare() {
    let server = TestServer::start(ServerLimits::default()).await;
    for (mv, expected) in [("a2a3", "move: "), ("e4e6", "move: "), ("what", "move: ")] {
        let request = json!({ "moves": BEFORE_A_CHAIN, "move": mv });
        let (status, text) = refusal(server.post("/api/compare", &request)).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{text}");
        assert!(text.starts_with(expected), "{text}");
    }
}
