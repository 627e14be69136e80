//! [`friend_trial`]: any messages at all, sent to a game.

use catena_chess::Game;
use serde::Deserialize;

use crate::friend::game::{Action, FriendGame, Stamp};
use crate::friend::link::{GameId, Seat, Secret};
use crate::friend::record::{FriendRecord, Offer};
use crate::limit::ServerLimits;
use crate::line::{ClockDto, PlayerDto};

/// What a player sends, and when.
#[derive(Debug, Deserialize)]
struct Message {
    is_guest: bool,
    /// How long after the message before.
    after_ms: u32,
    #[serde(flatten)]
    seen: Stamp,
    act: Action,
}

/// Sends messages, one JSON text per line, to a new game with a clock. Returns how many were
/// accepted.
///
/// # Panics
///
/// If a message that is refused changes anything, or if the record of the game does not rebuild
/// the same game.
#[doc(hidden)]
pub fn friend_trial(messages: &str) -> usize {
    let limits = ServerLimits::default();
    let mut game = new_game(&limits);
    let mut now = 0;
    let mut accepted = 0;
    for line in messages.lines().take(200) {
        let Ok(message) = serde_json::from_str::<Message>(line) else {
            continue;
        };
        let seat = if message.is_guest {
            Seat::Guest
        } else {
            Seat::Host
        };
        now += u64::from(message.after_ms);
        game.check_time(now);
        let before = stored(&game);
        match game.act(seat, &message.act, message.seen, now) {
            Ok(()) => accepted += 1,
            Err(_) => assert_eq!(stored(&game), before, "{message:?}"),
        }
        check_record(&game, &limits);
    }
    accepted
}

fn new_game(limits: &ServerLimits) -> FriendGame {
    let record = FriendRecord {
        secrets: [Secret([0; 16]); 3],
        host: PlayerDto::First,
        limit: "size".to_owned(),
        clock: Some(ClockDto::Clock {
            initial_ms: 60_000,
            increment_ms: 1000,
        }),
        round: 1,
        moves: Vec::new(),
        times: Vec::new(),
        since: None,
        came: [true; 2],
        offers: [None; 2],
        end: None,
        is_over: false,
        changed: 0,
    };
    FriendGame::new(GameId([0; 8]), record, limits).expect("a game without moves can be played")
}

fn stored(game: &FriendGame) -> Vec<u8> {
    game.record.write().expect("a record can be written")
}

/// Checks that the store has everything.
fn check_record(game: &FriendGame, limits: &ServerLimits) {
    let record = FriendRecord::read(&stored(game)).expect("a record can be read");
    let rebuilt = FriendGame::new(game.id, record, limits).expect("the game can be rebuilt");
    let state = |game: &Game| {
        let moves: Vec<_> = game.decisions().collect();
        let players = (game.player_to_move(), game.outcome(), *game.clocks());
        (game.position().fen(), moves, players)
    };
    assert_eq!(state(&game.game), state(&rebuilt.game));
    assert_eq!(game.history.len(), rebuilt.history.len());
    let is_over = rebuilt.game.outcome().is_some();
    assert_eq!(game.record.is_over, is_over);
    let mut offers = game.record.offers.into_iter().flatten();
    assert!(offers.all(|offer| (offer == Offer::Rematch) == is_over));
}

#[cfg(test)]
mod tests {
    use super::friend_trial;

    /// Numbers that look random and are the same each time (splitmix64).
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, bound: usize) -> usize {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut bits = self.0;
            bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            usize::try_from((bits ^ (bits >> 31)) >> 33).expect("31 bits") % bound
        }

        fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
            choices[self.below(choices.len())]
        }
    }

    /// Mostly sensible messages: moves of a line with a chain, offers and answers to them.
    fn messages(numbers: &mut Numbers) -> String {
        let line = [
            "e2e4", "e7e5", "d2d4", "d7d6", "d4d5", "g8f6", "c2c4", "b8d7", "b1c3", "d7c5",
            "f1d3s", "a7a6", "h2h3", "a6a5",
        ];
        let mut ply = 0;
        let mut round = 1;
        let mut text = String::new();
        for _ in 0..60 {
            let act = match numbers.below(10) {
                0..=5 => format!(r#"{{"move":"{}"}}"#, line[ply % line.len()]),
                6 => format!(
                    r#"{{"offer":"{}"}}"#,
                    numbers.pick(&["draw", "takeback", "rematch"])
                ),
                7 => format!(
                    r#"{{"accept":"{}"}}"#,
                    numbers.pick(&["draw", "takeback", "rematch"])
                ),
                8 => format!(r#"{{"decline":"{}"}}"#, numbers.pick(&["draw", "takeback"])),
                _ => numbers
                    .pick(&[r#""resign""#, r#""claim""#, r#"{"move":"a1a1"}"#, "{"])
                    .to_owned(),
            };
            let is_guest = if act.contains("move") {
                ply % 2 == 1 && ply < 10
            } else {
                numbers.below(2) == 1
            };
            let after = [5, 50, 500, 40_000][numbers.below(4).min(numbers.below(4))];
            text += &format!(
                "{{\"is_guest\":{is_guest},\"after_ms\":{after},\"round\":{round},\"ply\":{ply},\"act\":{act}}}\n"
            );
            ply = if act.contains("move") { ply + 1 } else { ply };
            if numbers.below(12) == 0 {
                ply = numbers.below(12);
                round = 1 + u32::from(numbers.below(8) == 0);
            }
        }
        text
    }

    #[test]
    fn whatever_is_sent_the_record_rebuilds_the_game() {
        let mut numbers = Numbers(1);
        let accepted: usize = (0..100)
            .map(|_| friend_trial(&messages(&mut numbers)))
            .sum();
        assert!(accepted > 600, "{accepted}");
    }
}
