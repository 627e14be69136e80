//! In any game, what is carried from move to move is what a fresh look gives:
//! hash, flags, players, and the way back.

use catena_chess::{Decision, Game, SwitchLimit};

pub(crate) fn run(bytes: &[u8]) {
    let Some((&first, choices)) = bytes.split_first() else {
        return;
    };
    let mut game = Game::new(SwitchLimit::ALL[usize::from(first) % 3]);
    for &choice in choices.iter().take(300) {
        let position = game.position();
        let decisions = game.legal_decisions();
        assert_eq!(decisions.is_empty(), game.outcome().is_some());
        if decisions.is_empty() {
            break;
        }
        let decision = decisions[usize::from(choice) % decisions.len()];
        let Decision { mv, switches } = decision;
        let moves = position.legal_moves();
        let at = moves
            .iter()
            .position(|&legal| legal == mv)
            .expect("it is legal");
        assert_eq!(position.move_flags(&moves)[at], position.flags(mv));
        assert!(game.flags(mv).may_switch || !switches);
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
}
