//! Conversions between shakmaty and `catena-grid`: all squares, and boards of games.

use catena_chess::convert::{bitboard, chess_square, grid_square, grid8, placement};
use catena_chess::{Bitboard, Game, Square, SwitchLimit};
use catena_grid::{Grid8, Square as GridSquare};
use fastrand::Rng;

#[test]
fn every_square_is_the_one_of_the_same_name() {
    for square in Square::ALL {
        let converted = grid_square(square);
        assert_eq!(converted.to_string(), square.to_string());
        assert_eq!(chess_square(converted), square);
        let set = Bitboard::from_square(square);
        assert_eq!(grid8(set), Grid8::from(converted));
        assert_eq!(bitboard(Grid8::from(converted)), set);
    }
    let names: std::collections::HashSet<String> = GridSquare::ALL
        .map(|square| chess_square(square).to_string())
        .into();
    assert_eq!(names.len(), 64);
}

#[test]
fn a_set_keeps_its_squares() {
    let mut random = Rng::with_seed(64);
    let random_sets = std::iter::repeat_with(|| random.u64(..)).take(1000);
    for bits in [0, u64::MAX].into_iter().chain(random_sets) {
        let set = Bitboard(bits);
        let converted = grid8(set);
        assert_eq!(bitboard(converted), set);
        for square in Square::ALL {
            assert_eq!(
                converted.contains(grid_square(square)),
                set.contains(square)
            );
        }
    }
}

#[test]
fn a_placement_is_the_first_field_of_the_fen() {
    let mut random = Rng::with_seed(8);
    for limit in SwitchLimit::ALL {
        let mut game = Game::new(limit);
        while game.outcome().is_none() && game.decisions().len() < 100 {
            let position = game.position();
            let fen = position.fen();
            let board = fen.split(' ').next().expect("a field");
            assert_eq!(position.placement().to_string(), board);
            assert_eq!(position.placement(), placement(position.board()));
            assert_eq!(position.placement(), board.parse().expect("a placement"));
            assert_eq!(bitboard(position.occupied()), position.board().occupied());
            let decisions = game.legal_decisions();
            let decision = decisions[random.usize(..decisions.len())];
            game.play(decision).expect("it is listed");
        }
    }
}
