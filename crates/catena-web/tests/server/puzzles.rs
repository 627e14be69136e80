//! `/api/puzzles`: all sets, and every line of theirs can be played.

use catena_web::ServerLimits;
use serde_json::{Value, json};

use crate::support::{TestServer, answer};

#[tokio::test]
async fn every_set_has_puzzles_that_can_be_played() {
    let server = TestServer::start(ServerLimits::default()).await;
    let answered = answer(server.get("/api/puzzles")).await;
    let sets = answered["sets"].as_array().unwrap();
    assert_eq!(sets.len(), 15);
    let mut count = 0;
    for set in sets {
        let puzzles = set["puzzles"].as_array().unwrap();
        count += puzzles.len();
        let first = &puzzles[0];
        let body = json!({"start": first["fen"], "limit": "size", "moves": first["moves"]});
        let game = answer(server.post("/api/game", &body)).await;
        let history = game["history"].as_array().unwrap();
        assert_eq!(history.len(), first["moves"].as_array().unwrap().len());
        match set["kind"].as_str().unwrap() {
            "formChain" => assert!(history[1]["chain"].is_object(), "{first}"),
            "isChain" => {
                assert_eq!(first["answer"], history[1]["chain"].is_object(), "{first}");
            }
            "switchOrStay" => assert_eq!(first["answer"], history[1]["switched"], "{first}"),
            "switchMate" => assert_eq!(game["outcome"]["reason"], "checkmate", "{first}"),
            _ => assert_eq!(first["answer"], Value::Null),
        }
    }
    assert!(count >= 200, "{count}");
}
