//! PGN in and out.

use std::path::Path;

use crate::support::{TestServer, answer, refusal};
use catena_web::ServerLimits;
use reqwest::StatusCode;
use serde_json::{Value, json};

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
async fn moves_that_form_a_chain_are_marked_in_variations_too() {
    let server = TestServer::start(ServerLimits::default()).await;
    let pgn = "1. e4 e5 2. d4 d6 3. d5 Nf6 4. c4 Nbd7 5. Nc3 Nc5 6. a3 (6. Bd3) 6... a6 *";
    let tree = read(&server, &json!({ "pgn": pgn })).await["tree"].clone();
    let chains = tree.as_array().unwrap().iter();
    let chains: Vec<&Value> = chains
        .filter(|node| node["chain"] == true)
        .map(|node| &node["san"])
        .collect();
    assert_eq!(chains, ["Nf6", "Nbd7", "Nc5", "Bd3"]);
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

async fn read(server: &TestServer, request: &Value) -> Value {
    answer(server.post("/api/pgn", request)).await["games"][0].clone()
}

#[tokio::test]
async fn an_error_names_its_game_its_line_and_its_word() {
    let server = TestServer::start(ServerLimits::default()).await;
    let pgn = "[White \"A\"]\n\n1. e4 e5 *\n\n[White \"B\"]\n\n1. d4 d5\n2. Nf3 (2. c4 Ke4)\n2... Ke4 *\n";
    let games = answer(server.post("/api/pgn", &json!({ "pgn": pgn }))).await["games"].clone();
    assert_eq!(games[0]["error_at"], Value::Null);
    // The variation comes first in the text, and is what is named.
    assert_eq!(
        games[1]["error_at"],
        json!({ "game": 2, "line": 8, "move": "2...", "token": "Ke4", "in_variation": true, "node": null })
    );
    let pgn = "1. d4 d5\n2. Nf3 {Ke4}\n2... Ke4 *\n";
    let request = json!({ "pgn": pgn, "game": 1, "number": 17, "line": 400 });
    let game = read(&server, &request).await;
    assert_eq!(game["moves"], json!(["d2d4", "d7d5", "g1f3"]));
    assert_eq!(
        game["error"],
        "game 17, which begins on line 400, move 2...: the move 'Ke4' is not legal"
    );
    assert_eq!(
        game["error_at"],
        json!({ "game": 17, "line": 402, "move": "2...", "token": "Ke4", "in_variation": false, "node": 3 })
    );
}

#[tokio::test]
async fn a_tree_has_every_move_and_every_annotation() {
    let server = TestServer::start(ServerLimits::default()).await;
    let pgn = "{Before} 1. e4 $1 {[%cal Ge2e4,Bd2d4][%csl Rd5] King's pawn} ({Or} 1. d4 d5 (1... Nf6 2. c4) \
        2. c4 {Gambit}) 1... e5 2. Nf3 *";
    let tree = read(&server, &json!({ "pgn": pgn })).await["tree"].clone();
    assert_eq!(
        tree,
        json!([
            { "comments": ["Before"] },
            { "parent": 0, "uci": "e2e4", "san": "e4", "ply": 1, "nags": [1], "comments": ["King's pawn"],
              "shapes": [
                { "brush": "green", "from": "e2", "to": "e4" },
                { "brush": "blue", "from": "d2", "to": "d4" },
                { "brush": "red", "from": "d5" },
              ] },
            { "parent": 0, "uci": "d2d4", "san": "d4", "ply": 1, "before": ["Or"] },
            { "parent": 2, "uci": "d7d5", "san": "d5", "ply": 2 },
            { "parent": 2, "uci": "g8f6", "san": "Nf6", "ply": 2 },
            { "parent": 4, "uci": "c2c4", "san": "c4", "ply": 3 },
            { "parent": 3, "uci": "c2c4", "san": "c4", "ply": 3, "comments": ["Gambit"] },
            { "parent": 1, "uci": "e7e5", "san": "e5", "ply": 2 },
            { "parent": 7, "uci": "g1f3", "san": "Nf3", "ply": 3 },
        ])
    );
}

#[tokio::test]
async fn a_tree_that_is_written_is_read_again_with_everything() {
    let server = TestServer::start(ServerLimits::default()).await;
    let pgn = "[Event \"Club\"]\n[Date \"2026.11.18\"]\n[White \"Anna\"]\n[Black \"Ben\"]\n\
        [Variant \"Switch-Side Chain-Chess\"]\n\n{[%csl Ge5] Start} 1. e4 e5 2. d4 d6 3. d5 Nf6 4. c4 Nbd7 5. Nc3 Nc5 \
        6. Bd3 $3 {[%sscc SW] [%cal Gd3c5] mine now} ({the point} 6. a3 $2 {[%clk 0:01:02] slow} a6 \
        (6... h6 (6... g6 7. h3) 7. h4) 7. h3) 6... Be7 1-0\n";
    let game = read(&server, &json!({ "pgn": pgn })).await;
    assert_eq!(game["error"], Value::Null);
    let request = json!({
        "tags": game["tags"], "tree": game["tree"], "result": game["result"],
        "start": game["start"], "limit": game["limit"],
    });
    let written = answer(server.post("/api/pgn/write", &request)).await;
    let text = written["pgn"].as_str().unwrap();
    for part in [
        "[Date \"2026.11.18\"]",
        "[Result \"1-0\"]",
        "Variant \"Switch-Side Chain-Chess\"]",
        "[%sscc SW]",
        "[%cal Gd3c5]",
        "[%csl Ge5]",
        "[%clk 0:01:02] slow",
        "$3",
    ] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    let again = read(&server, &json!({ "pgn": text })).await;
    assert_eq!(nested(&again["tree"], 0), nested(&game["tree"], 0));
    for field in ["moves", "result", "start", "limit", "error"] {
        assert_eq!(again[field], game[field], "{field}");
    }
}

/// A node with its children in their order, whatever the numbers of the nodes are.
fn nested(tree: &Value, number: usize) -> Value {
    let nodes = tree.as_array().unwrap();
    let mut node = nodes[number].clone();
    node.as_object_mut().unwrap().remove("parent");
    let children = (0..nodes.len()).filter(|&child| nodes[child]["parent"] == number);
    node["children"] = children.map(|child| nested(tree, child)).collect();
    node
}

#[tokio::test]
async fn odd_files_are_written_and_read_again_without_loss() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/pgn-edge");
    let server = TestServer::start(ServerLimits::default()).await;
    let mut games = 0;
    for file in std::fs::read_dir(&folder).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        if bytes.len() > 100_000 {
            continue;
        }
        let text = String::from_utf8_lossy(&bytes);
        let read_all = answer(server.post("/api/pgn", &json!({ "pgn": text }))).await;
        for game in read_all["games"].as_array().unwrap() {
            if game["start"].is_null() {
                continue;
            }
            let request = json!({
                "tags": game["tags"], "tree": game["tree"], "result": game["result"],
                "start": game["start"], "limit": game["limit"],
            });
            let written = answer(server.post("/api/pgn/write", &request)).await;
            let again = read(&server, &json!({ "pgn": written["pgn"] })).await;
            assert_eq!(again["moves"], game["moves"], "{written}");
            let nodes = |game: &Value| game["tree"].as_array().unwrap().len();
            assert_eq!(nodes(&again), nodes(game), "{written}");
            games += 1;
        }
    }
    assert!(games > 40, "only {games} games");
}

#[tokio::test]
async fn wrong_trees_are_refused_with_the_node() {
    let server = TestServer::start(ServerLimits::default()).await;
    for (request, expected) in [
        (
            json!({ "tree": [{}, { "parent": 0, "uci": "e2e5" }] }),
            "tree: node 1: ",
        ),
        (
            json!({ "tree": [{}, { "parent": 0, "uci": "e2e4s" }] }),
            "tree: node 1: ",
        ),
        (
            json!({ "tree": [{}, { "parent": 0 }] }),
            "tree: node 1: it has no move",
        ),
        (
            json!({ "tree": [{}, { "uci": "e2e4" }] }),
            "tree: node 1: its parent must come before it",
        ),
        (
            json!({ "tree": [{}, { "parent": 1, "uci": "e2e4" }] }),
            "tree: node 1: its parent",
        ),
        (
            json!({ "tree": [{ "uci": "e2e4" }] }),
            "tree: node 0: the first node is the start",
        ),
        (
            json!({ "tree": [{ "shapes": [{ "brush": "red", "from": "z9" }] }] }),
            "tree: node 0: a shape: ",
        ),
        (json!({ "tree": [{}], "result": "2-0" }), "result: "),
        (
            json!({ "tree": [{}], "game": {} }),
            "game: give either a game or a tree",
        ),
        (json!({}), "game: give either a game or a tree"),
    ] {
        let (status, text) = refusal(server.post("/api/pgn/write", &request)).await;
        assert_eq!(
            status,
            StatusCode::UNPROCESSABLE_ENTITY,
            "{request}: {text}"
        );
        assert!(text.starts_with(expected), "{request}: {text}");
    }
}

#[tokio::test]
async fn tags_of_a_played_game_can_be_given() {
    let server = TestServer::start(ServerLimits::default()).await;
    let request = json!({
        "white": "Anna", "game": { "moves": ["e2e4"] },
        "tags": [["Date", "2026.11.18"], ["FEN", "nonsense"], ["Annotator", "Cleo"]],
    });
    let written = answer(server.post("/api/pgn/write", &request)).await;
    let text = written["pgn"].as_str().unwrap();
    assert!(
        text.contains("[Date \"2026.11.18\"]") && text.contains("[White \"Anna\"]"),
        "{text}"
    );
    assert!(
        text.contains("[Annotator \"Cleo\"]") && !text.contains("nonsense"),
        "{text}"
    );
}

#[tokio::test]
async fn an_index_leads_to_every_game() {
    let server = TestServer::start(ServerLimits::default()).await;
    let mut pgn = String::from("\u{feff}");
    for number in 0..1000 {
        pgn += &format!(
            "[Event \"Zürich 🙂\"]\n[White \"Player {number}\"]\n[Annotator \"X\"]\n\n1. e4 {{é}} e5 (1... c5) 2. Nf3 1-0\n\n"
        );
    }
    pgn += "1. d4 *\n\n1. c4 c5 *\n";
    let index = answer(server.post("/api/pgn/index", &json!({ "pgn": pgn }))).await;
    let games = index["games"].as_array().unwrap();
    assert_eq!((games.len(), &index["left_out"]), (1002, &json!(0)));
    assert_eq!(
        games[7]["tags"],
        json!({ "Event": "Zürich 🙂", "White": "Player 7" })
    );
    assert_eq!(games[7]["plies"], 3);
    let units: Vec<u16> = pgn.encode_utf16().collect();
    for (at, moves) in [
        (0, json!(["e2e4", "e7e5", "g1f3"])),
        (999, json!(["e2e4", "e7e5", "g1f3"])),
        (1000, json!(["d2d4"])),
        (1001, json!(["c2c4", "c7c5"])),
    ] {
        let game = &games[at];
        let place = |name: &str| usize::try_from(game[name].as_u64().unwrap()).unwrap();
        let slice = String::from_utf16(&units[place("from")..place("to")]).unwrap();
        let request = json!({ "pgn": slice, "game": game["nth"], "number": game["number"], "line": game["line"] });
        let opened = read(&server, &request).await;
        assert_eq!(opened["moves"], moves, "{game}");
        assert_eq!(opened["error"], Value::Null);
    }
}

#[tokio::test]
async fn the_answer_to_a_flood_of_variations_is_bounded() {
    let server = TestServer::start(ServerLimits::default()).await;
    let flood = |part: &str| format!("1. e4 e5 {}", part.repeat(3_800_000 / part.len()));
    for pgn in [
        flood("(e6)"),
        flood("()"),
        flood("e6 "),
        flood("* e4 "),
        flood("{}"),
        format!("1. e4 {}", "(1. d4 ".repeat(400_000)),
    ] {
        for call in ["/api/pgn", "/api/pgn/index"] {
            let response = server
                .post(call, &json!({ "pgn": pgn }))
                .send()
                .await
                .unwrap();
            assert_eq!(response.status(), StatusCode::OK);
            let length = response.bytes().await.unwrap().len();
            assert!(length < 12_000_000, "{call} {}: {length} bytes", &pgn[..20]);
        }
    }
}
