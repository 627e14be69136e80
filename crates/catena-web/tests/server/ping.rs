//! `/api/ping` and `/api/position`: cheap questions.

use crate::support::{TestServer, answer};
use catena_web::ServerLimits;
use serde_json::{Value, json};

#[tokio::test]
async fn another_start_has_another_name() {
    let server = TestServer::start(ServerLimits::default()).await;
    let ping = answer(server.get("/api/ping")).await;
    assert_eq!(answer(server.get("/api/ping")).await, ping);
    let other = TestServer::start(ServerLimits::default()).await;
    let again = answer(other.get("/api/ping")).await;
    assert_ne!(again["boot"], ping["boot"]);
    assert_eq!(again["engine"], ping["engine"]);
    assert_eq!(ping["engine"]["levels"], 10);
}

#[tokio::test]
async fn a_wrong_position_is_an_answer() {
    let server = TestServer::start(ServerLimits::default()).await;
    let ask = async |fen: &str| {
        let request = server.get("/api/position").query(&[("fen", fen)]);
        answer(request).await
    };
    let start = ask("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").await;
    assert_eq!(
        (&start["playable"], &start["turn"]),
        (&json!(true), &json!("white"))
    );
    assert_eq!(
        (&start["error"], &start["why_not"]),
        (&Value::Null, &Value::Null)
    );
    let no_king = ask("8/8/2pp4/1p2p3/2pp4/8/8/8").await;
    assert_eq!(no_king["placement"], "8/8/2pp4/1p2p3/2pp4/8/8/8");
    assert_eq!(
        (&no_king["playable"], &no_king["error"]),
        (&json!(false), &Value::Null)
    );
    assert!(
        no_king["why_not"].as_str().unwrap().contains("king"),
        "{no_king}"
    );
    for (fen, expected) in [
        (
            "hello world",
            "'hello' is not a position; one looks like rnbqkbnr/",
        ),
        ("", "the position is empty"),
        ("8/8/8", "the position has 3 ranks, not 8"),
        ("9/8/8/8/8/8/8/8", "rank 8 has"),
        ("xx6/8/8/8/8/8/8/8", "rank 8 has the character 'x'"),
    ] {
        let wrong = ask(fen).await;
        let text = wrong["error"].as_str().unwrap();
        assert!(text.starts_with(expected), "{fen}: {text}");
        assert_eq!(
            (&wrong["placement"], &wrong["playable"]),
            (&Value::Null, &json!(false))
        );
    }
}
