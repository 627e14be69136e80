//! The signatures of the search: how many nodes the bench takes in each variant.
//!
//! A commit that changes one of them changes how the engine plays: it says both
//! numbers and how the change was accepted.

#![expect(clippy::unwrap_used, reason = "tests fail by it")]

use catena_chess::Variant;
use catena_engine::bench::{DEPTH, bench};
use catena_engine::{Engine, Settings, Signal};

/// The default of the UCI option `Hash`: another size gives another signature.
const HASH: usize = 16;

fn engine(variant: Variant) -> Engine {
    let mut engine = Engine::new(HASH).unwrap();
    engine.set_settings(Settings {
        variant,
        ..Settings::default()
    });
    engine
}

#[track_caller]
fn check(engine: &mut Engine, depth: u32, signature: u64) {
    let nodes = bench(engine, depth, &Signal::default(), &mut |_, _| {});
    assert_eq!(nodes, signature);
}

#[test]
fn the_signature_of_chess() {
    check(&mut engine(Variant::Chess), DEPTH, 4_330_913);
}

#[test]
fn the_signature_of_sscc() {
    check(&mut engine(Variant::Sscc), DEPTH, 10_458_016);
}

#[test]
fn the_signatures_of_the_hand_written_evaluation() {
    for (variant, signature) in [(Variant::Chess, 462_389), (Variant::Sscc, 665_129)] {
        let mut engine = engine(variant);
        engine.set_network(None);
        check(&mut engine, 9, signature);
    }
}
