//! What players do: moves, switches, clocks, offers, and going on after a restart.

use catena_web::ServerLimits;
use serde_json::{Value, json};

use super::table::{BEFORE_A_CHAIN, FriendServer, moves};
use crate::support::answer;

fn white() -> Value {
    json!({ "you": "first" })
}

fn blitz() -> Value {
    json!({ "you": "first", "clock": { "initial_ms": 300_000, "increment_ms": 0 } })
}

#[tokio::test]
async fn both_see_every_move_and_a_switch_exchanges_sides_and_clocks() {
    let server = FriendServer::start(ServerLimits::default()).await;
    let (links, mut host, mut guest) = server.begin(blitz()).await;
    server.play(&links, &BEFORE_A_CHAIN).await;
    let before = host.at_ply(10).await;
    assert_eq!(before["you"], "first");
    assert_eq!(before["game"]["white"], "first");
    assert_eq!(before["running"], true);
    server
        .act(&links.host, 10, json!({ "move": "f1d3s" }))
        .await;
    let after = guest.at_ply(11).await;
    assert_eq!(after["you"], "second");
    assert_eq!(after["game"]["white"], "second");
    // The same player moves again, with the other's clock.
    assert_eq!(after["game"]["to_move"], "first");
    let left = |state: &Value, player: &str| state["game"]["clocks"][player].as_u64().unwrap();
    assert_eq!(left(&after, "first"), left(&before, "second"));
    assert!(left(&after, "second") <= left(&before, "first"));
    assert_eq!(
        host.at_ply(11).await["game"]["history"],
        after["game"]["history"]
    );
    // It is not the guest's move, although White has moved last.
    let (status, text) = server
        .refused(&links.guest, 11, json!({ "move": "a7a6" }))
        .await;
    assert_eq!((status, text.as_str()), (409, "it is not your move"));
    server.act(&links.host, 11, json!({ "move": "a7a6" })).await;
    assert_eq!(guest.at_ply(12).await["game"]["to_move"], "second");
}

#[tokio::test]
async fn a_game_is_played_to_checkmate() {
    let server = FriendServer::start(ServerLimits::default()).await;
    let (links, mut host, _guest) = server.begin(white()).await;
    server.play(&links, &["f2f3", "e7e5", "g2g4", "d8h4"]).await;
    let over = host.over().await;
    assert_eq!(over["game"]["outcome"]["winner"], "second");
    assert_eq!(over["game"]["outcome"]["reason"], "checkmate");
    let (status, _) = server
        .refused(&links.host, 4, json!({ "move": "a2a3" }))
        .await;
    assert_eq!(status, 409);
}

#[tokio::test]
async fn no_offer_outlives_the_game_that_it_was_made_in() {
    let server = FriendServer::start(ServerLimits::default()).await;
    let (links, mut host, _guest) = server.begin(white()).await;
    server.play(&links, &["f2f3", "e7e5", "g2g4"]).await;
    // Who offers a draw may still move, and this move gives mate.
    server
        .act(&links.guest, 3, json!({ "offer": "draw" }))
        .await;
    server.act(&links.guest, 3, json!({ "move": "d8h4" })).await;
    let over = host.over().await;
    assert_eq!(over["game"]["outcome"]["reason"], "checkmate");
    assert_eq!(over["offers"], json!({ "first": null, "second": null }));
}

#[tokio::test]
async fn the_clocks_start_with_the_first_move_and_nobody_moves_before_both_have_come() {
    let server = FriendServer::start(ServerLimits::default()).await;
    let links = server.create(blitz()).await;
    let mut host = server.listen(&links.host).await;
    let alone = host.game().await;
    assert_eq!(
        (&alone["begun"], &alone["running"]),
        (&json!(false), &json!(false))
    );
    let (status, text) = server
        .refused(&links.host, 0, json!({ "move": "e2e4" }))
        .await;
    assert_eq!(status, 409);
    assert_eq!(text, "the game begins when both players are here");
    // Somebody who watches is no player.
    drop(server.state(&links.watch).await);
    let guest = server.listen(&links.guest).await;
    let both = host.until(|state| state["begun"] == true).await;
    assert_eq!(both["running"], false);
    assert_eq!(both["present"], json!({ "first": true, "second": true }));
    server.act(&links.host, 0, json!({ "move": "e2e4" })).await;
    let begun = host.at_ply(1).await;
    assert_eq!(begun["running"], true);
    assert_eq!(begun["game"]["clocks"]["first"], 300_000);
    drop(guest);
    host.until(|state| state["present"]["second"] == false)
        .await;
}

#[tokio::test]
async fn a_clock_runs_out_while_its_player_is_away() {
    let server = FriendServer::start(ServerLimits::default()).await;
    let short = json!({ "you": "first", "clock": { "initial_ms": 200, "increment_ms": 0 } });
    let (links, mut host, guest) = server.begin(short.clone()).await;
    drop(guest);
    server.act(&links.host, 0, json!({ "move": "e2e4" })).await;
    let over = host.over().await;
    assert_eq!(over["game"]["outcome"]["winner"], "first");
    assert_eq!(over["game"]["outcome"]["reason"], "out of time");
    assert_eq!(over["game"]["clocks"]["second"], 0);
    let (status, _) = server
        .refused(&links.guest, 1, json!({ "move": "e7e5" }))
        .await;
    assert_eq!(status, 409);

    // The same with nobody there to see it.
    let (links, host, guest) = server.begin(short).await;
    server.act(&links.host, 0, json!({ "move": "e2e4" })).await;
    drop((host, guest));
    let mut late = server.listen(&links.watch).await;
    assert_eq!(
        late.over().await["game"]["outcome"]["reason"],
        "out of time"
    );
}

#[tokio::test]
async fn a_running_game_survives_a_restart() {
    let mut server = FriendServer::start(ServerLimits::default()).await;
    let (links, mut host, mut guest) = server.begin(blitz()).await;
    server.play(&links, &BEFORE_A_CHAIN).await;
    server
        .act(&links.host, 10, json!({ "move": "f1d3s" }))
        .await;
    server
        .act(&links.guest, 11, json!({ "offer": "draw" }))
        .await;
    let before = host
        .until(|state| state["offers"]["second"] == "draw")
        .await;
    server.restart().await;
    // Who is connected is told, and asks again.
    loop {
        let (name, data) = guest.next().await;
        if name == "end" {
            assert_eq!(data["ended"], "shutdown");
            break;
        }
    }
    let after = server.state(&links.host).await;
    for field in [
        "history", "fen", "white", "to_move", "clocks", "run", "outcome",
    ] {
        assert_eq!(after["game"][field], before["game"][field], "{field}");
    }
    assert_eq!(after["offers"], before["offers"]);
    assert_eq!(after["links"], before["links"]);
    server.act(&links.host, 11, json!({ "move": "a7a6" })).await;
    assert_eq!(moves(&server.state(&links.watch).await).len(), 12);
}

#[tokio::test]
async fn a_move_that_is_sent_again_is_played_once() {
    let server = FriendServer::start(ServerLimits::default()).await;
    let (links, _host, _guest) = server.begin(white()).await;
    let first = json!({ "move": "e2e4" });
    let played = server.act(&links.host, 0, first.clone()).await;
    assert_eq!(played, json!({ "round": 1, "ply": 1 }));
    assert_eq!(server.act(&links.host, 0, first).await, played);
    for (link, ply, mv) in [
        // Another move in its place, the friend's claim to it, and a move too early.
        (&links.host, 0, "d2d4"),
        (&links.guest, 0, "e2e4"),
        (&links.guest, 2, "e7e5"),
    ] {
        let (status, text) = server.refused(link, ply, json!({ "move": mv })).await;
        assert_eq!((status, text.as_str()), (409, "the game has moved on"));
    }
    assert_eq!(moves(&server.state(&links.watch).await), ["e2e4"]);
}

#[tokio::test]
async fn a_move_is_taken_back_if_the_other_agrees() {
    let server = FriendServer::start(ServerLimits::default()).await;
    let (links, mut host, _guest) = server.begin(blitz()).await;
    let (status, _) = server
        .refused(&links.host, 0, json!({ "offer": "takeback" }))
        .await;
    assert_eq!(status, 409, "there is nothing to take back");
    server.play(&links, &["e2e4", "e7e5", "g1f3"]).await;
    server
        .act(&links.guest, 3, json!({ "offer": "takeback" }))
        .await;
    let asked = host
        .until(|state| state["offers"]["second"] == "takeback")
        .await;
    assert_eq!(moves(&asked).len(), 3);
    let (status, text) = server
        .refused(&links.guest, 3, json!({ "accept": "takeback" }))
        .await;
    assert_eq!((status, text.as_str()), (409, "the offer does not stand"));
    server
        .act(&links.host, 3, json!({ "accept": "takeback" }))
        .await;
    let back = host.until(|state| moves(state).len() < 3).await;
    assert_eq!(moves(&back), ["e2e4"]);
    assert_eq!(back["game"]["to_move"], "second");
    assert_eq!(back["offers"], json!({ "first": null, "second": null }));
    assert_eq!(back["game"]["clocks"]["second"], 300_000);
    // A move declines.
    server
        .act(&links.host, 1, json!({ "offer": "takeback" }))
        .await;
    server.act(&links.guest, 1, json!({ "move": "c7c5" })).await;
    let played = host.at_ply(2).await;
    assert_eq!(played["offers"]["first"], Value::Null);
    let (status, _) = server
        .refused(&links.guest, 2, json!({ "accept": "takeback" }))
        .await;
    assert_eq!(status, 409);
}

#[tokio::test]
async fn a_switch_is_taken_back_too() {
    let server = FriendServer::start(ServerLimits::default()).await;
    let (links, mut host, _guest) = server.begin(white()).await;
    server.play(&links, &BEFORE_A_CHAIN).await;
    server
        .act(&links.host, 10, json!({ "move": "f1d3s" }))
        .await;
    server
        .act(&links.host, 11, json!({ "offer": "takeback" }))
        .await;
    server
        .act(&links.guest, 11, json!({ "accept": "takeback" }))
        .await;
    host.at_ply(11).await;
    let back = host.at_ply(10).await;
    assert_eq!(back["game"]["white"], "first");
    assert_eq!(back["game"]["to_move"], "first");
}

#[tokio::test]
async fn a_draw_is_offered_declined_and_agreed() {
    let server = FriendServer::start(ServerLimits::default()).await;
    let (links, mut host, _guest) = server.begin(white()).await;
    server.act(&links.host, 0, json!({ "offer": "draw" })).await;
    server
        .act(&links.guest, 0, json!({ "decline": "draw" }))
        .await;
    host.until(|state| state["offers"]["first"] == "draw").await;
    host.until(|state| state["offers"]["first"].is_null()).await;
    // The own move does not withdraw the offer.
    server.act(&links.host, 0, json!({ "offer": "draw" })).await;
    server.act(&links.host, 0, json!({ "move": "e2e4" })).await;
    // Who offers what is on offer agrees.
    server
        .act(&links.guest, 1, json!({ "offer": "draw" }))
        .await;
    assert_eq!(host.over().await["game"]["outcome"]["reason"], "agreement");
    let (status, text) = server
        .refused(&links.host, 1, json!({ "offer": "draw" }))
        .await;
    assert_eq!((status, text.as_str()), (409, "the game is over"));
}

#[tokio::test]
async fn a_player_resigns_and_both_play_again_with_the_other_colours() {
    let mut server = FriendServer::start(ServerLimits::default()).await;
    let (links, mut host, _guest) = server.begin(white()).await;
    server.act(&links.host, 0, json!({ "move": "e2e4" })).await;
    let (status, text) = server
        .refused(&links.host, 1, json!({ "offer": "rematch" }))
        .await;
    assert_eq!((status, text.as_str()), (409, "the game is not over"));
    server.act(&links.guest, 1, json!("resign")).await;
    let over = host.over().await;
    assert_eq!(over["game"]["outcome"]["winner"], "first");
    server
        .act(&links.guest, 1, json!({ "offer": "rematch" }))
        .await;
    server.restart().await;
    server
        .act(&links.host, 1, json!({ "accept": "rematch" }))
        .await;
    let again = server.state(&links.host).await;
    assert_eq!(
        (&again["round"], &again["you"]),
        (&json!(2), &json!("second"))
    );
    assert!(moves(&again).is_empty() && again["game"]["outcome"].is_null());
    // What was meant for the game before is refused.
    let (status, _) = server.refused(&links.guest, 0, json!("resign")).await;
    assert_eq!(status, 409);
    let body = json!({ "link": links.guest, "round": 2, "ply": 0, "act": { "move": "d2d4" } });
    answer(server.server.post("/api/friend/act", &body)).await;
    assert_eq!(moves(&server.state(&links.watch).await), ["d2d4"]);
}

#[tokio::test]
async fn a_draw_is_claimed_by_the_player_to_move() {
    let server = FriendServer::start(ServerLimits::default()).await;
    let (links, mut host, _guest) = server.begin(white()).await;
    let dance = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2);
    server.play(&links, &dance).await;
    let (status, _) = server.refused(&links.guest, 8, json!("claim")).await;
    assert_eq!(status, 409);
    server.act(&links.host, 8, json!("claim")).await;
    assert_eq!(
        host.over().await["game"]["outcome"]["reason"],
        "threefold repetition"
    );
}

#[tokio::test]
async fn forged_moves_are_refused() {
    let server = FriendServer::start(ServerLimits::default()).await;
    let (links, _host, _guest) = server.begin(white()).await;
    for (mv, reason) in [
        ("e2e5", "the move 'e2e5' is not legal here"),
        ("e7e5", "the move 'e7e5' is not legal here"),
        // No chain, no switch.
        ("e2e4s", "e2e4"),
        ("e2e4q", "e2e4q"),
        ("castle", "castle"),
        ("", "''"),
    ] {
        let (status, text) = server.refused(&links.host, 0, json!({ "move": mv })).await;
        assert_eq!(status, 422, "{mv}: {text}");
        assert!(text.contains(reason), "{mv}: {text}");
    }
    for act in [
        json!("win"),
        json!({ "offer": "money" }),
        json!({ "move": 1 }),
        json!(null),
    ] {
        let (status, text) = server.refused(&links.host, 0, act).await;
        assert!(status == 400 || status == 422, "{status}: {text}");
    }
    assert!(moves(&server.state(&links.watch).await).is_empty());
}
