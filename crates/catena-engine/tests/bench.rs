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

#[track_caller]
fn check(variant: Variant, signature: u64) {
    let mut engine = Engine::new(HASH).unwrap();
    engine.set_settings(Settings {
        variant,
        ..Settings::default()
    });
    let nodes = bench(&mut engine, DEPTH, &Signal::default(), &mut |_, _| {});
    assert_eq!(nodes, signature);
}

#[test]
fn the_signature_of_chess() {
    check(Variant::Chess, 4_198_712);
}

#[test]
fn the_signature_of_sscc() {
    check(Variant::Sscc, 7_814_297);
}
