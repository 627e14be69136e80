//! A game as an animated picture.

use crate::support::{TestServer, refusal};
use catena_web::ServerLimits;
use reqwest::StatusCode;
use serde_json::json;

const MOVES: [&str; 11] = [
    "e2e4", "e7e5", "d2d4", "d7d6", "d4d5", "g8f6", "c2c4", "b8d7", "b1c3", "d7c5", "f1d3s",
];

/// Counts the images of a GIF by walking over its blocks.
fn images(bytes: &[u8]) -> usize {
    let palette = |flags: u8| {
        if flags & 0x80 == 0 {
            0
        } else {
            3 << ((flags & 7) + 1)
        }
    };
    let skip_blocks = |mut at: usize| {
        while bytes[at] != 0 {
            at += 1 + usize::from(bytes[at]);
        }
        at + 1
    };
    let mut at = 13 + palette(bytes[10]);
    let mut count = 0;
    loop {
        match bytes[at] {
            0x21 => at = skip_blocks(at + 2),
            0x2c => {
                count += 1;
                at = skip_blocks(at + 10 + palette(bytes[at + 9]) + 1);
            }
            0x3b => return count,
            other => panic!("block {other:#x}"),
        }
    }
}

#[tokio::test]
async fn a_game_is_a_gif_with_a_picture_per_move_and_one_per_switch() {
    let server = TestServer::start(ServerLimits::default()).await;
    let request = json!({"moves": MOVES, "size": 200});
    let response = server.post("/api/animate", &request).send().await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(response.headers()["content-type"], "image/gif");
    let bytes = response.bytes().await.unwrap();
    assert!(bytes.starts_with(b"GIF89a"));
    assert_eq!(images(&bytes), 1 + MOVES.len() + 1);
}

#[tokio::test]
async fn what_is_too_large_or_not_legal_is_refused() {
    let server = TestServer::start(ServerLimits::default()).await;
    let shuffle: Vec<&str> = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(101);
    for (request, reason) in [
        (
            json!({"size": 721}),
            "size: an animated picture has at most 720",
        ),
        (
            json!({"size": 3}),
            "size: a picture cannot be 3 pixels large",
        ),
        (
            json!({"moves": shuffle}),
            "moves: an animated picture has at most 400",
        ),
        (json!({"moves": ["e2e5"]}), "moves: number 1"),
    ] {
        let (_, sentence) = refusal(server.post("/api/animate", &request)).await;
        assert!(sentence.contains(reason), "{sentence}");
    }
}
