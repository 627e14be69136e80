//! The calls about one position.

use crate::support::{TestServer, answer, refusal};
use catena_grid::{Board, Chain, MinSize, Placement, Square};
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

/// Far more than 10,000 enclosures; of the first 10,000 through c3, none has the
/// group of 16 that the largest has.
const CROWDED: &str = "1p1p1p1p/p1p1p1p1/1p1p1p1p/p1p1p1p1/1p1ppp1p/p1p1p1p1/1p1p1p1p/p1p1p1p1";
/// The same for the group of 17 through e3.
const MORE_CROWDED: &str =
    "1p1p1ppp/p1p1p1p1/1p1p1p1p/p1p1p1p1/1p1p1p1p/p1p1p1p1/1p1p1p1p/p1ppp1p1";

fn read_chain(json: &Value) -> Chain<Square> {
    let squares = |key: &str| {
        let names = json[key].as_array().unwrap().iter();
        names
            .map(|name| name.as_str().unwrap().parse().unwrap())
            .collect()
    };
    Chain::new(squares("squares"), squares("encloses"))
}

#[tokio::test]
async fn every_yes_comes_with_a_witness_of_the_size_and_no_no_does() {
    let server = TestServer::start(ServerLimits::default()).await;
    for (fen, at, sizes) in [
        (CROWDED, "c3", &[1, 2, 3, 9, 15, 16, 17, 36][..]),
        (MORE_CROWDED, "e3", &[2, 3, 16, 17, 18]),
        (FIGURE_4, "e3", &[1, 2, 3, 9, 10]),
        ("8/8/2PpP3/2n1q3/2KPp3/8/8/8", "d6", &[1, 2]),
    ] {
        let placement: Placement = fen.parse().unwrap();
        let (occupied, square) = (placement.grid8().unwrap(), at.parse().unwrap());
        for &cells in sizes {
            let size = MinSize::new(cells).unwrap();
            let text = cells.to_string();
            let query = [("fen", fen), ("at", at), ("min_size", &text)];
            let found = answer(server.get("/api/detect").query(&query)).await["answer"].clone();
            let expected = occupied.has_chain_of_size(square, size);
            assert_eq!(found["chain"], expected, "{fen} {at} {size}");
            assert_eq!(found["witness"].is_object(), expected, "{fen} {at} {size}");
            let list = answer(server.get("/api/enclosures").query(&query)).await;
            let list = list["enclosures"].as_array().unwrap();
            assert_eq!(!list.is_empty(), expected, "{fen} {at} {size}");
            for chain in list.iter().chain(expected.then_some(&found["witness"])) {
                let checked = occupied.verify(square, size, &read_chain(chain));
                assert_eq!(checked, Ok(()), "{fen} {at} {size}");
            }
        }
    }
}

#[tokio::test]
async fn all_calls_give_one_verdict_about_every_piece() {
    let server = TestServer::start(ServerLimits::default()).await;
    for fen in [FIGURE_4, "8/2rpP3/1P3n2/p1pp1p2/p4P2/1kPPK3/8/8"] {
        let placement: Placement = fen.parse().unwrap();
        for square in placement.grid8().unwrap() {
            let name = square.to_string();
            let query = [("fen", fen), ("at", &name)];
            let detected = answer(server.get("/api/detect").query(&query)).await;
            let chain = detected["answer"]["chain"].as_bool().unwrap();
            let on_chain = detected["chain_squares"].as_array().unwrap();
            assert_eq!(on_chain.contains(&json!(name)), chain, "{fen} {square}");
            let paper = answer(server.get("/api/paper").query(&query)).await;
            assert_eq!(paper["exact"], chain, "{fen} {square}");
            let list = answer(server.get("/api/enclosures").query(&query)).await;
            let is_listed = list["enclosures"].get(0).is_some();
            assert_eq!(is_listed, chain, "{fen} {square}");
        }
    }
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
