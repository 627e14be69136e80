//! Who gets in, how much there may be, and how long it lasts.

use std::time::Duration;

use catena_web::ServerLimits;
use reqwest::StatusCode;
use serde_json::json;

use super::table::{FriendServer, moves};
use crate::support::{TestServer, answer, refusal};

fn white() -> serde_json::Value {
    json!({ "you": "first" })
}

#[tokio::test]
async fn a_server_that_was_not_asked_to_offers_no_games() {
    let server = TestServer::start(ServerLimits::default()).await;
    assert_eq!(answer(server.get("/api/ping")).await["friends"], false);
    for (call, body) in [
        ("new", white()),
        ("watch", json!({ "link": "0".repeat(48) })),
        (
            "act",
            json!({ "link": "0".repeat(48), "round": 1, "ply": 0, "act": "resign" }),
        ),
    ] {
        let (status, text) = refusal(server.post(&format!("/api/friend/{call}"), &body)).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{text}");
        assert!(text.contains("--listen"), "{text}");
    }
}

#[tokio::test]
async fn a_stranger_sees_nothing_and_moves_nothing() {
    let server = FriendServer::start(ServerLimits::default()).await;
    assert_eq!(
        answer(server.server.get("/api/ping")).await["friends"],
        true
    );
    let (links, _host, _guest) = server.begin(white()).await;
    let last = if links.host.ends_with('0') { "1" } else { "0" };
    let nearly = format!("{}{last}", &links.host[..47]);
    let elsewhere = format!("{}{}", "0".repeat(16), &links.host[16..]);
    for link in [
        nearly.as_str(),
        &elsewhere,
        "",
        "x",
        &"f".repeat(48),
        &"f".repeat(5000),
    ] {
        let watch = server
            .server
            .post("/api/friend/watch", &json!({ "link": link }));
        let (status, text) = refusal(watch).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{link}: {text}");
        let (status, again) = server.refused(link, 0, json!({ "move": "e2e4" })).await;
        // It is the same answer, whether there is such a game or not.
        assert_eq!((status, again), (404, text));
    }
}

#[tokio::test]
async fn who_watches_sees_everything_and_does_nothing() {
    let server = FriendServer::start(ServerLimits::default()).await;
    let (links, _host, _guest) = server.begin(white()).await;
    server.act(&links.host, 0, json!({ "move": "e2e4" })).await;
    for act in [
        json!({ "move": "e7e5" }),
        json!("resign"),
        json!({ "offer": "draw" }),
        json!({ "accept": "takeback" }),
    ] {
        let (status, text) = server.refused(&links.watch, 1, act).await;
        assert_eq!(
            (status, text.as_str()),
            (403, "this link is for watching only")
        );
    }
    let seen = server.state(&links.watch).await;
    assert_eq!(moves(&seen), ["e2e4"]);
    assert_eq!(seen["you"], json!(null));
    assert_eq!(seen["links"], json!({ "friend": null, "watch": null }));
    // The guest cannot hand on the host's seat, nor the host's link be read by anybody.
    let guest = server.state(&links.guest).await;
    assert_eq!(
        guest["links"],
        json!({ "friend": null, "watch": links.watch })
    );
    assert!(!guest.to_string().contains(&links.host));
    assert!(!seen.to_string().contains(&links.host[16..]));
}

#[tokio::test]
async fn hosts_and_origins_are_checked_and_headers_sent_for_these_calls_too() {
    let server = FriendServer::start(ServerLimits::default()).await;
    let new = || server.server.post("/api/friend/new", &white());
    let (status, _) = refusal(new().header("host", "evil.example")).await;
    assert_eq!(status, StatusCode::MISDIRECTED_REQUEST);
    let (status, _) = refusal(new().header("origin", "http://evil.example")).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    let (status, _) = refusal(new().header("sec-fetch-site", "cross-site")).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    // A name that the server was started with, and its own address.
    let named = new()
        .header("host", "chains.lan:8173")
        .header("origin", "http://chains.lan:8173")
        .header("sec-fetch-site", "same-origin");
    let links = answer(named).await;
    let watch = json!({ "link": links["watch"] });
    let response = server
        .server
        .post("/api/friend/watch", &watch)
        .send()
        .await
        .unwrap();
    let header = |name| response.headers()[name].to_str().unwrap();
    assert_eq!(header("content-type"), "text/event-stream");
    assert_eq!(header("cache-control"), "no-cache");
    assert!(header("content-security-policy").contains("default-src 'none'"));
    assert_eq!(header("referrer-policy"), "no-referrer");
}

#[tokio::test]
async fn requests_and_streams_are_bounded() {
    let server = FriendServer::start(ServerLimits {
        friend_seat_streams: 2,
        friend_watchers: 1,
        friend_streams: 4,
        ..ServerLimits::default()
    })
    .await;
    let links = server.create(white()).await;
    let open = |link: &str| {
        server
            .server
            .post("/api/friend/watch", &json!({ "link": link }))
    };
    let first = server.listen(&links.host).await;
    let _second = server.listen(&links.host).await;
    let (status, text) = refusal(open(&links.host)).await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "{text}");
    let _watcher = server.listen(&links.watch).await;
    assert_eq!(
        refusal(open(&links.watch)).await.0,
        StatusCode::SERVICE_UNAVAILABLE
    );
    // The last of the four; no game has more than its share.
    let _guest = server.listen(&links.guest).await;
    assert_eq!(
        refusal(open(&links.guest)).await.0,
        StatusCode::SERVICE_UNAVAILABLE
    );
    // Who leaves makes room.
    drop(first);
    while open(&links.guest).send().await.unwrap().status() != StatusCode::OK {}

    let large = json!({ "link": "f".repeat(70_000), "round": 1, "ply": 0, "act": "resign" });
    let (status, _) = refusal(server.server.post("/api/friend/act", &large)).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    for clock in [
        json!({ "initial_ms": 0, "increment_ms": 0 }),
        json!({ "per_move_ms": 0 }),
        json!({ "per_move_ms": u64::MAX }),
        json!({ "initial_ms": 1000, "increment_ms": u64::MAX }),
    ] {
        let wish = json!({ "you": "first", "clock": clock });
        let (status, text) = refusal(server.server.post("/api/friend/new", &wish)).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{text}");
    }
}

#[tokio::test]
async fn a_game_has_an_end() {
    let server = FriendServer::start(ServerLimits {
        plies: 4,
        ..ServerLimits::default()
    })
    .await;
    let (links, mut host, _guest) = server.begin(white()).await;
    server.play(&links, &["e2e4", "e7e5", "g1f3", "g8f6"]).await;
    assert_eq!(
        host.over().await["game"]["outcome"]["reason"],
        "adjudication"
    );
}

#[tokio::test]
async fn a_stream_ends_after_its_time_and_is_asked_for_again() {
    let server = FriendServer::start(ServerLimits {
        friend_stream_time: Duration::from_millis(50),
        ..ServerLimits::default()
    })
    .await;
    let links = server.create(white()).await;
    let mut host = server.listen(&links.host).await;
    let end = loop {
        let (name, data) = host.next().await;
        if name == "end" {
            break data;
        }
    };
    assert_eq!(end["ended"], "again");
    assert_eq!(host.response.chunk().await.unwrap(), None);
    assert_eq!(server.state(&links.host).await["begun"], false);
}

#[tokio::test]
async fn a_game_is_forgotten_after_its_time_and_makes_room() {
    let server = FriendServer::start(ServerLimits {
        friend_games: 1,
        friend_over_time: Duration::from_millis(300),
        friend_sweep: Duration::from_millis(20),
        ..ServerLimits::default()
    })
    .await;
    let links = server.create(white()).await;
    let new = || server.server.post("/api/friend/new", &white());
    let (status, text) = refusal(new()).await;
    assert_eq!(status, StatusCode::INSUFFICIENT_STORAGE, "{text}");
    while new().send().await.unwrap().status() != StatusCode::OK {}
    let watch = server
        .server
        .post("/api/friend/watch", &json!({ "link": links.host }));
    let (status, text) = refusal(watch).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert!(text.contains("forgotten"), "{text}");
}

#[tokio::test]
async fn a_game_with_moves_is_kept_longer() {
    let server = FriendServer::start(ServerLimits {
        friend_over_time: Duration::from_secs(60),
        friend_idle_time: Duration::from_secs(3600),
        ..ServerLimits::default()
    })
    .await;
    let (links, mut host, _guest) = server.begin(white()).await;
    let new = host.until(|state| state["begun"] == true).await;
    server.act(&links.host, 0, json!({ "move": "e2e4" })).await;
    let played = host.at_ply(1).await;
    let until = |state: &serde_json::Value| state["forgotten_at"].as_u64().unwrap();
    assert!(until(&played) >= until(&new) + 3_000_000);
}

#[tokio::test]
async fn a_file_belongs_to_one_server() {
    let server = FriendServer::start(ServerLimits::default()).await;
    let error = server.second().unwrap_err().to_string();
    assert!(
        error.ends_with("games.redb: the store of games failed: another server is using it"),
        "{error}"
    );
}

#[cfg(unix)]
#[tokio::test]
async fn only_its_owner_can_read_the_file() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = crate::support::ScratchFolder::new();
    let file = folder.file("new/games.redb");
    let state = catena_web::AppState::new(ServerLimits::default());
    drop(state.with_friends(&file).unwrap());
    let mode = std::fs::metadata(&file).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}
