//! What the engine says to ponder on.

#![expect(clippy::unwrap_used, reason = "tests fail by it")]

use catena_chess::{SwitchLimit, Variant, notation};
use catena_engine::{Engine, Limits, SearchResult, Settings, Signal};

fn search(fen: &str) -> SearchResult {
    let mut engine = Engine::new(4).unwrap();
    engine.set_settings(Settings {
        variant: Variant::Sscc,
        ..Settings::default()
    });
    let position = notation::fen::parse(fen, SwitchLimit::Size).unwrap();
    engine.set_position(&position, &[]).unwrap();
    engine.search(&Limits::depth(6), &Signal::default(), &mut |_| {})
}

#[test]
fn there_is_no_reply_to_ponder_on_after_a_switch() {
    let result = search("r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1BQKBNR w KQkq - 1 6");
    assert!(result.best.unwrap().switches);
    // The next move is our own.
    assert_eq!(result.ponder, None);
}

#[test]
fn otherwise_it_is_the_reply_of_the_opponent() {
    let result = search("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert!(!result.best.unwrap().switches);
    assert!(result.ponder.is_some());
}
