//! `/api/game`: the server knows the rules, and keeps nothing.

use crate::support::{TestServer, answer, refusal};
use catena_web::ServerLimits;
use reqwest::StatusCode;
use serde_json::{Value, json};

/// After Bd3 a chain runs through the bishop: `1. e4 e5 2. d4 d6 …`.
const BEFORE_A_CHAIN: [&str; 10] = [
    "e2e4", "e7e5", "d2d4", "d7d6", "d4d5", "g8f6", "c2c4", "b8d7", "b1c3", "d7c5",
];

fn with(last: &str) -> Vec<&str> {
    BEFORE_A_CHAIN.iter().copied().chain([last]).collect()
}

fn legal<'a>(game: &'a Value, uci: &str) -> &'a Value {
    let moves = game["legal"].as_array().unwrap();
    moves.iter().find(|mv| mv["uci"] == uci).unwrap()
}

#[tokio::test]
async fn the_start_has_twenty_moves_and_no_chain() {
    let server = TestServer::start(ServerLimits::default()).await;
    let game = answer(server.post("/api/game", &json!({}))).await;
    assert_eq!(game["legal"].as_array().unwrap().len(), 20);
    assert_eq!(game["to_move"], "first");
    assert_eq!(game["outcome"], Value::Null);
    assert!(
        game["legal"]
            .as_array()
            .unwrap()
            .iter()
            .all(|mv| mv["chain"].is_null())
    );
}

#[tokio::test]
async fn a_legal_move_says_which_chain_it_forms() {
    let server = TestServer::start(ServerLimits::default()).await;
    let game = answer(server.post("/api/game", &json!({ "moves": BEFORE_A_CHAIN }))).await;
    let bishop = legal(&game, "f1d3");
    assert_eq!(bishop["may_switch"], true);
    assert_eq!(bishop["chain"]["squares"][0], "d3");
    assert_eq!(bishop["size"], 4);
    assert_eq!(legal(&game, "a2a3")["chain"], Value::Null);
}

#[tokio::test]
async fn a_player_may_switch_only_after_a_move_with_a_chain() {
    let server = TestServer::start(ServerLimits::default()).await;
    let game = answer(server.post("/api/game", &json!({ "moves": BEFORE_A_CHAIN }))).await;
    let moves = game["legal"].as_array().unwrap();
    let forming = moves.iter().filter(|mv| mv["may_switch"] == true);
    assert!(forming.count() > 1);
    for mv in moves {
        let has_chain = mv["chain"].is_object();
        assert_eq!(mv["may_switch"], has_chain, "{mv}");
        assert_eq!(mv["size"].as_u64() >= Some(2), has_chain, "{mv}");
    }
}

#[tokio::test]
async fn a_switch_gives_the_colours_and_the_clocks_to_the_other_player() {
    let server = TestServer::start(ServerLimits::default()).await;
    let clock = json!({ "initial_ms": 60_000, "increment_ms": 0 });
    // White's moves took a second each, Black's none.
    let times: Vec<u64> = (0..11)
        .map(|index| if index % 2 == 0 { 1000 } else { 0 })
        .collect();
    let ask = async |last: &str| {
        let request = json!({ "moves": with(last), "clock": clock, "times": times });
        answer(server.post("/api/game", &request)).await
    };
    let stayed = ask("f1d3").await;
    assert_eq!(
        (&stayed["to_move"], &stayed["white"]),
        (&json!("second"), &json!("first"))
    );
    assert_eq!(
        stayed["clocks"],
        json!({ "first": 54_000, "second": 60_000 })
    );
    let switched = ask("f1d3s").await;
    assert_eq!(
        (&switched["to_move"], &switched["white"]),
        (&json!("first"), &json!("second"))
    );
    assert_eq!(
        switched["clocks"],
        json!({ "first": 60_000, "second": 54_000 })
    );
    assert_eq!(switched["run"], json!({ "used": 1, "limit": 4 }));
    assert_eq!(switched["history"][10]["switched"], true);
    assert_eq!(switched["history"][10]["by"], "first");
}

#[tokio::test]
async fn the_winner_is_a_player_not_a_colour() {
    let server = TestServer::start(ServerLimits::default()).await;
    let mate = ["f2f3", "e7e5", "g2g4", "d8h4"];
    let game = answer(server.post("/api/game", &json!({ "moves": mate }))).await;
    assert_eq!(game["outcome"]["winner"], "second");
    assert_eq!(game["outcome"]["reason"], "checkmate");
    assert_eq!(game["outcome"]["result"], "0-1");
    assert_eq!(game["legal"], json!([]));
}

#[tokio::test]
async fn players_resign_agree_and_run_out_of_time() {
    let server = TestServer::start(ServerLimits::default()).await;
    let outcome = async |change: Value| {
        let mut request = json!({ "moves": ["e2e4"] });
        request
            .as_object_mut()
            .unwrap()
            .extend(change.as_object().unwrap().clone());
        answer(server.post("/api/game", &request)).await["outcome"].clone()
    };
    assert_eq!(
        outcome(json!({ "end": { "resign": "first" } })).await["winner"],
        "second"
    );
    assert_eq!(
        outcome(json!({ "end": { "agree": true } })).await["reason"],
        "agreement"
    );
    let clock = json!({ "initial_ms": 5000 });
    let late = json!({ "clock": clock, "times": [100], "running_ms": 5000 });
    assert_eq!(outcome(late).await["winner"], "first");
    let in_time = json!({ "clock": clock, "times": [100], "running_ms": 4999 });
    assert_eq!(outcome(in_time).await, Value::Null);
    let each = json!({ "clock": { "per_move_ms": 1000 }, "times": [900], "running_ms": 1000 });
    assert_eq!(outcome(each).await["reason"], "out of time");
}

#[tokio::test]
async fn a_draw_can_be_claimed_after_threefold_repetition() {
    let server = TestServer::start(ServerLimits::default()).await;
    let dance = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let moves: Vec<_> = dance.into_iter().cycle().take(8).collect();
    let game = answer(server.post("/api/game", &json!({ "moves": moves }))).await;
    assert_eq!(game["claim"], "threefold repetition");
    let request = json!({ "moves": moves, "end": { "claim": true } });
    let game = answer(server.post("/api/game", &request)).await;
    assert_eq!(game["outcome"]["result"], "1/2-1/2");
    let early = json!({ "moves": ["e2e4"], "end": { "claim": true } });
    let (status, text) = refusal(server.post("/api/game", &early)).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(text.starts_with("end: there is no draw to claim"), "{text}");
}

#[tokio::test]
async fn wrong_games_are_refused_with_the_place_of_the_fault() {
    let server = TestServer::start(ServerLimits::default()).await;
    for (request, expected) in [
        (
            json!({ "moves": ["e2e4", "e7e6", "e4e6"] }),
            "moves: number 3",
        ),
        (json!({ "moves": ["e2e4s"] }), "moves: number 1"),
        (
            json!({ "moves": ["long castling, please"] }),
            "moves: number 1",
        ),
        (
            json!({ "limit": "often" }),
            "limit: the switch limit 'often'",
        ),
        (json!({ "start": "8/8/8/8/8/8/8/8 w - - 0 1" }), "start: "),
        (
            json!({ "start": "k".repeat(5000) }),
            "start: 5000 characters",
        ),
        (
            json!({ "moves": vec!["e2e4"; 3000] }),
            "moves: a game has at most",
        ),
        (json!({ "moves": ["e2e4"], "clock": { "minutes": 3 } }), ""),
        (json!({ "move": ["e2e4"] }), ""),
        (json!([1, 2]), ""),
    ] {
        let (status, text) = refusal(server.post("/api/game", &request)).await;
        assert_eq!(
            status,
            StatusCode::UNPROCESSABLE_ENTITY,
            "{request}: {text}"
        );
        assert!(text.starts_with(expected), "{request}: {text}");
        assert!(!text.contains('\n'), "{text}");
    }
}

#[tokio::test]
async fn a_player_who_is_out_of_time_has_none_left() {
    let server = TestServer::start(ServerLimits::default()).await;
    let clock = json!({ "initial_ms": 6000 });
    let late = json!({ "moves": ["e2e4"], "clock": clock, "running_ms": 7000 });
    let game = answer(server.post("/api/game", &late)).await;
    let clocks = json!({ "first": 6000, "second": 0 });
    assert_eq!((&game["clocks"], &game["clocks_now"]), (&clocks, &clocks));
    // A move that took too long was not made.
    let slow = json!({ "moves": ["e2e4"], "clock": clock, "times": [6001] });
    let game = answer(server.post("/api/game", &slow)).await;
    assert_eq!(game["clocks"], json!({ "first": 0, "second": 6000 }));
    assert_eq!(game["outcome"]["winner"], "second");
}

#[tokio::test]
async fn the_clocks_now_are_less_what_the_player_to_move_has_thought() {
    let server = TestServer::start(ServerLimits::default()).await;
    let request = json!({
        "moves": ["e2e4"], "clock": { "initial_ms": 60_000, "increment_ms": 1000 },
        "times": [3000], "running_ms": 2500,
    });
    let game = answer(server.post("/api/game", &request)).await;
    assert_eq!(game["clocks"], json!({ "first": 58_000, "second": 60_000 }));
    assert_eq!(
        game["clocks_now"],
        json!({ "first": 58_000, "second": 57_500 })
    );
}

#[tokio::test]
async fn every_call_shows_the_same_chain() {
    let server = TestServer::start(ServerLimits::default()).await;
    let before = answer(server.post("/api/game", &json!({ "moves": BEFORE_A_CHAIN }))).await;
    let asked = legal(&before, "f1d3")["chain"].clone();
    let after = answer(server.post("/api/game", &json!({ "moves": with("f1d3s") }))).await;
    assert_eq!(after["history"][10]["chain"], asked);
    let query = [("fen", after["fen"].as_str().unwrap()), ("at", "d3")];
    let detected = answer(server.get("/api/detect").query(&query)).await;
    assert_eq!(detected["answer"]["witness"], asked);
    let listed = answer(server.get("/api/enclosures").query(&query)).await;
    assert_eq!(listed["enclosures"][0], asked);
}
