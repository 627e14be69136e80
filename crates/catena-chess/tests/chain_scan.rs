//! What one scan says about all moves is what the detector says about each.

mod shared;

use catena_chess::notation::fen;
use catena_chess::{Ply, SsccPosition, SwitchLimit};
use shared::{Random, shared, slow};

#[track_caller]
fn check(position: &SsccPosition) {
    let scan = position.chain_scan();
    for mv in position.legal_moves() {
        assert_eq!(
            scan.forms_chain(mv),
            position.flags(mv).forms_chain,
            "{mv:?} in {}",
            position.fen()
        );
    }
}

#[test]
fn a_scan_agrees_with_the_detector_in_random_games() {
    let mut random = Random(5);
    for _ in 0..if slow() { 20_000 } else { 300 } {
        let mut position = SsccPosition::default();
        for _ in 0..100 {
            check(&position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(Ply::stay(moves[random.below(moves.len())]));
        }
    }
}
