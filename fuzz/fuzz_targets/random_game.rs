//! In any game, what is carried from move to move is what a fresh look gives:
//! hash, flags, players, and the way back.

#![no_main]

use catena_chess::{Decision, Game, SwitchLimit};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, choices)) = bytes.split_first() else {
        return;
    };
    let mut game = Game::new(SwitchLimit::ALL[usize::from(first) % 3]);
    for &choice in choices.iter().take(300) {
        let position = game.position();
        let moves = position.legal_moves();
        if game.outcome().is_some() {
            break;
        }
        let at = usize::from(choice >> 1) % moves.len();
        let mv = moves[at];
        assert_eq!(position.move_flags(&moves)[at], position.flags(mv));
        let switches = choice & 1 == 1 && game.flags(mv).may_switch;
        let decision = Decision { mv, switches };
        let mut after = position.clone();
        after.play(decision).expect("it is allowed");
        let hash = position.hash_after(position.zobrist_hash(), decision, &after);
        assert_eq!(hash, after.zobrist_hash());
        let player = game.player_to_move();
        game.play(decision).expect("it is allowed");
        assert_eq!(game.player_to_move() == player, switches);
        assert_eq!(game.position(), &after);
    }
    let played = game.decisions().len();
    let undone = std::iter::from_fn(|| game.undo()).count();
    assert_eq!(undone, played);
    assert_eq!(game.position(), game.start());
});
