//! What one look says about all moves is what a test of each says.

mod support;

use catena_chess::{Decision, SsccPosition, SwitchLimit};
use fastrand::Rng;
use support::slow;

#[track_caller]
fn check(position: &SsccPosition) {
    let moves = position.legal_moves();
    let flags = position.move_flags(&moves);
    assert_eq!(flags.len(), moves.len());
    for (&mv, flags) in moves.iter().zip(flags) {
        assert_eq!(flags, position.flags(mv), "{mv:?} in {}", position.fen());
    }
}

#[test]
fn flags_of_all_moves_agree_with_flags_of_each_in_random_games() {
    let mut random = Rng::with_seed(5);
    for _ in 0..if slow() { 20_000 } else { 300 } {
        let mut position = SsccPosition::new(SwitchLimit::None);
        for _ in 0..100 {
            check(&position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.usize(..moves.len())];
            let switches = position.flags(mv).may_switch && random.usize(..2) == 0;
            position.play_unchecked(Decision { mv, switches });
        }
    }
}
