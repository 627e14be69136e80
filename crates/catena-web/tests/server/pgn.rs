//! PGN in and out.

use std::path::Path;

use crate::support::{TestServer, answer};
use catena_web::ServerLimits;
use serde_json::json;

#[tokio::test]
async fn a_game_that_was_written_is_read_again() {
    let server = TestServer::start(ServerLimits::default()).await;
    let moves = [
        "e2e4", "e7e5", "d2d4", "d7d6", "d4d5", "g8f6", "c2c4", "b8d7", "b1c3", "d7c5", "f1d3s",
        "f8e7",
    ];
    let game = json!({ "moves": moves, "limit": "none", "end": { "resign": "second" } });
    let request = json!({ "white": "Anna", "black": "Ben", "game": game });
    let written = answer(server.post("/api/pgn/write", &request)).await;
    let text = written["pgn"].as_str().unwrap();
    assert!(
        text.contains("[%sscc SW]") && text.contains("1-0"),
        "{text}"
    );
    let read = answer(server.post("/api/pgn", &json!({ "pgn": text }))).await;
    let game = &read["games"][0];
    assert_eq!(game["moves"], json!(moves));
    assert_eq!(
        (&game["limit"], &game["result"], &game["error"]),
        (&json!("none"), &json!("1-0"), &json!(null))
    );
}

#[tokio::test]
async fn games_past_the_limit_are_counted() {
    let limits = ServerLimits {
        pgn_games: 2,
        ..ServerLimits::default()
    };
    let server = TestServer::start(limits).await;
    let request = json!({ "pgn": "1. e4 *\n\n1. d4 *\n\n1. c4 *\n\n1. Nf3 *\n" });
    let read = answer(server.post("/api/pgn", &request)).await;
    assert_eq!(
        (read["games"].as_array().unwrap().len(), &read["left_out"]),
        (2, &json!(2))
    );
}

#[tokio::test]
async fn what_is_wrong_with_a_game_is_told_and_the_others_are_read() {
    let server = TestServer::start(ServerLimits::default()).await;
    let request =
        json!({ "pgn": "[White \"A\"]\n\n1. e4 e5 2. Ke3 *\n\n[White \"B\"]\n\n1. d4 *\n" });
    let games = answer(server.post("/api/pgn", &request)).await["games"].clone();
    assert!(
        games[0]["error"].as_str().unwrap().contains("Ke3"),
        "{games}"
    );
    assert_eq!(games[0]["tags"][0][1], "A");
    assert_eq!(games[0]["moves"], json!(["e2e4", "e7e5"]));
    assert_eq!(games[1]["moves"], json!(["d2d4"]));
    assert_eq!(games[1]["error"], json!(null));
}

#[tokio::test]
async fn a_game_that_stops_gives_the_moves_before_and_names_the_place() {
    let server = TestServer::start(ServerLimits {
        plies: 4,
        ..ServerLimits::default()
    })
    .await;
    for (pgn, moves, error) in [
        (
            "1. e4 e5 2. -- Nf6 3. Ke4 *",
            json!(["e2e4", "e7e5"]),
            "game 1, which begins on line 1, move 2: the null move '--' cannot be played here",
        ),
        (
            "1. e4 {x} e5 (1... c5 2. Nf4) 2. Nf3 *",
            json!(["e2e4", "e7e5", "g1f3"]),
            "game 1, which begins on line 1, move 2 of a variation: the move 'Nf4' is not legal",
        ),
        (
            "[FEN \"4k3/8/8/8/8/8/4q3/4K3 w - - 0 1\"]\n\n1. Kxe2 Kd8 *",
            json!(["e1e2"]),
            "game 1, which begins on line 1, move 1...: the game is over: draw by insufficient material",
        ),
        (
            "1. e4 e5 2. d4 d5 3. c4 c5 *",
            json!(["e2e4", "e7e5", "d2d4", "d7d5"]),
            "the game has more than 4 half-moves; the rest is left out",
        ),
    ] {
        let read = answer(server.post("/api/pgn", &json!({ "pgn": pgn }))).await;
        let game = &read["games"][0];
        assert_eq!(
            (&game["moves"], &game["error"]),
            (&moves, &json!(error)),
            "{pgn}"
        );
    }
}

#[tokio::test]
async fn comments_glyphs_and_variations_are_read() {
    let server = TestServer::start(ServerLimits::default()).await;
    let pgn =
        "{Before} 1. e4 $1 {King's pawn} (1. d4 d5 (1... Nf6 2. c4) 2. c4 {Gambit}) 1... e5 *";
    let game = answer(server.post("/api/pgn", &json!({ "pgn": pgn }))).await["games"][0].clone();
    let line = &game["annotated"];
    assert_eq!(line["comments"], json!(["Before"]));
    assert_eq!(line["moves"], game["moves"]);
    assert_eq!(line["san"], json!(["e4", "e5"]));
    let note = &line["notes"][0];
    assert_eq!(
        (&note["ply"], &note["nags"], &note["comments"]),
        (&json!(1), &json!([1]), &json!(["King's pawn"]))
    );
    let variation = &note["variations"][0];
    assert_eq!(variation["san"], json!(["d4", "d5", "c4"]));
    assert_eq!(variation["notes"][0]["ply"], 2);
    assert_eq!(
        variation["notes"][0]["variations"][0]["moves"],
        json!(["g8f6", "c2c4"])
    );
    assert_eq!(variation["notes"][1]["comments"], json!(["Gambit"]));
}

#[tokio::test]
async fn a_game_without_notes_says_so_and_chains_of_variations_are_marked() {
    let server = TestServer::start(ServerLimits::default()).await;
    let plain = answer(server.post("/api/pgn", &json!({ "pgn": "1. e4 *" }))).await;
    assert_eq!(plain["games"][0]["annotated"], json!(null));
    let pgn = "1. e4 e5 2. d4 d6 3. d5 Nf6 4. c4 Nbd7 5. Nc3 Nc5 6. a3 (6. Bd3) 6... a6 *";
    let games = answer(server.post("/api/pgn", &json!({ "pgn": pgn }))).await;
    let note = &games["games"][0]["annotated"]["notes"][0];
    assert_eq!(
        (&note["ply"], &note["variations"][0]["chains"]),
        (&json!(11), &json!([11]))
    );
}

#[tokio::test]
async fn odd_files_never_hurt() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/pgn-edge");
    let files = std::fs::read_dir(&folder).expect("the folder is part of the crate");
    let server = TestServer::start(ServerLimits::default()).await;
    let mut games = 0;
    for file in files {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        if bytes.len() > 1_000_000 {
            continue;
        }
        let text = String::from_utf8_lossy(&bytes);
        let read = answer(server.post("/api/pgn", &json!({ "pgn": text }))).await;
        for game in read["games"].as_array().unwrap() {
            let request =
                json!({ "start": game["start"], "moves": game["moves"], "limit": game["limit"] });
            answer(server.post("/api/game", &request)).await;
            games += 1;
        }
    }
    assert!(games > 50, "only {games} games");
}
