//! The calls about one position.

use crate::support::{TestServer, answer, refusal};
use catena_web::ServerLimits;
use reqwest::StatusCode;
use serde_json::{Value, json};

const FIGURE_4: &str = "1n1k1b2/rpp1pp2/2b1pn2/rq2pp2/1Q3pPB/PPPNP1PB/3P1R1P/3K1RN1";

#[tokio::test]
async fn detect_knows_the_positions_with_known_answers() {
    let server = TestServer::start(ServerLimits::default()).await;
    for (fen, at, chain, max_area, max_group, shortest) in [
        (FIGURE_4, "e3", true, 9, 9, 6),
        (FIGURE_4, "d1", false, 0, 0, 0),
        (
            "1b4rk/n1p3pr/p1np3p/1p1pp3/3PP3/P1NPPQ2/N1PRK3/1B6",
            "f3",
            true,
            2,
            2,
            13,
        ),
        (
            "8/2rpP3/1P3n2/p1pp1p2/p4P2/1kPPK3/8/8",
            "c5",
            false,
            0,
            0,
            0,
        ),
        ("8/1PN1P3/P2P1K2/1PPpp3/2P2k2/3qb3/8/8", "e7", true, 5, 2, 9),
    ] {
        let found = answer(server.get("/api/detect").query(&[("fen", fen), ("at", at)])).await;
        let found = &found["answer"];
        assert_eq!(found["chain"], chain, "{fen} {at}");
        assert_eq!(found["max_area"], max_area, "{fen} {at}");
        assert_eq!(found["max_group"], max_group, "{fen} {at}");
        let list = answer(
            server
                .get("/api/enclosures")
                .query(&[("fen", fen), ("at", at)]),
        )
        .await;
        let first = list["enclosures"][0]["squares"].as_array();
        assert_eq!(first.map_or(0, Vec::len), shortest, "{fen} {at}");
        assert_eq!(found["witness"].is_object(), chain, "{fen} {at}");
    }
}

#[tokio::test]
async fn the_minimum_size_counts() {
    let server = TestServer::start(ServerLimits::default()).await;
    let ask = async |fen: &str, at: &str, size: &str| {
        let query = [("fen", fen), ("at", at), ("min_size", size)];
        answer(server.get("/api/detect").query(&query)).await["answer"].clone()
    };
    let trap = "2P5/1P1P4/P1P1P3/1P1P4/2P5/8/8/8";
    let three = ask(trap, "c6", "3").await;
    assert_eq!(three["chain"], true);
    assert!(three["witness"]["encloses"].as_array().unwrap().len() >= 3);
    let four = ask(trap, "c6", "4").await;
    assert_eq!(
        (&four["chain"], &four["witness"]),
        (&json!(false), &Value::Null)
    );
    let one = ask("8/8/2PpP3/2n1q3/2KPp3/8/8/8", "d6", "1").await;
    assert_eq!(one["witness"]["encloses"], json!(["d5"]));
}

#[tokio::test]
async fn enclosures_are_those_of_figure_6() {
    let server = TestServer::start(ServerLimits::default()).await;
    let list = answer(server.get("/api/enclosures").query(&[("fen", FIGURE_4)])).await;
    let list = list["enclosures"].as_array().unwrap();
    let counts = |chain: &Value| {
        let count = |key: &str| chain[key].as_array().unwrap().len();
        (count("squares"), count("encloses"))
    };
    let found: Vec<_> = list.iter().map(counts).collect();
    assert_eq!(found, [(6, 2), (12, 7), (14, 8), (16, 9), (18, 8)]);
}

#[tokio::test]
async fn a_long_list_of_enclosures_is_cut_and_keeps_the_best() {
    let limits = ServerLimits {
        enclosures: 3,
        ..ServerLimits::default()
    };
    let server = TestServer::start(limits).await;
    let query = [("fen", FIGURE_4), ("at", "f4")];
    let list = answer(server.get("/api/enclosures").query(&query)).await;
    assert_eq!(list["complete"], false);
    assert_eq!(
        list["enclosures"][0]["squares"].as_array().unwrap().len(),
        6
    );
    let areas = list["enclosures"].as_array().unwrap().iter();
    let largest = areas
        .map(|chain| chain["encloses"].as_array().unwrap().len())
        .max();
    assert_eq!(largest, Some(9));
}

#[tokio::test]
async fn images_are_images() {
    let server = TestServer::start(ServerLimits::default()).await;
    for (format, kind, start) in [
        ("svg", "image/svg+xml", &b"<svg"[..]),
        ("png", "image/png", &b"\x89PNG"[..]),
    ] {
        let query = [
            ("fen", FIGURE_4),
            ("at", "e3"),
            ("format", format),
            ("show", "3"),
        ];
        let response = server.get("/api/draw").query(&query).send().await.unwrap();
        assert_eq!(response.headers()["content-type"], kind);
        assert!(response.bytes().await.unwrap().starts_with(start));
    }
}

#[tokio::test]
async fn wrong_questions_are_refused() {
    let server = TestServer::start(ServerLimits::default()).await;
    let long = "8/".repeat(200);
    for (path, expected) in [
        ("/api/detect", ""),
        (
            "/api/detect?fen=8/8/8/7/8/8/8/8",
            "fen: rank 5 has 7 squares, not 8",
        ),
        ("/api/detect?fen=10/10/10/10/10/10/10/10/10/10", "fen: "),
        ("/api/detect?fen=8/8/8/8/8/8/8/8&at=e9", "at: a square is"),
        (
            "/api/detect?fen=8/8/8/8/8/8/8/8&at=e4",
            "at: there is no piece on e4",
        ),
        ("/api/detect?fen=8/8/8/8/8/8/8/8&min_size=99", "min_size: "),
        ("/api/detect?fen=8/8/8/8/8/8/8/8&min_size=many", ""),
        ("/api/detect?fen=8/8/8/8/8/8/8/8&colour=red", ""),
        (
            &format!("/api/detect?fen={long}"),
            "fen: 400 characters are too many",
        ),
        ("/api/paper?fen=8/8/8/8/8/8/8/8", ""),
        ("/api/draw?fen=8/8/8/8/8/8/8/8&format=gif", ""),
        ("/api/draw?fen=8/8/8/8/8/8/8/8&width=100000", "width: "),
        ("/api/draw?fen=8/8/8/8/8/8/8/8&width=0", "width: "),
    ] {
        let (status, text) = refusal(server.get(path)).await;
        assert!(
            [StatusCode::UNPROCESSABLE_ENTITY, StatusCode::BAD_REQUEST].contains(&status),
            "{path}: {status} {text}"
        );
        assert!(text.starts_with(expected), "{path}: {text}");
    }
}
