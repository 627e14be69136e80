//! The evaluation of single positions.

use catena_chess::shakmaty::{Board, Chess, Color, Position as _};
use catena_chess::{SwitchLimit, notation};

use super::reach::attacked_by;
use super::{Evaluation, Evaluator, Terms, trace};
use crate::score::Score;
use crate::weights::{Pair, WEIGHTS};

const FENS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ - 3 9",
    "8/5pk1/4p1p1/3pP2p/1P1P1P1P/1K4P1/8/8 b - - 0 40",
    "8/8/4k3/8/8/3K4/5R2/8 w - - 0 1",
];

fn chess(fen: &str) -> Chess {
    notation::fen::parse(fen, SwitchLimit::Size)
        .unwrap()
        .chess()
        .clone()
}

fn evaluate(board: &Board, turn: Color) -> Evaluation {
    Evaluator::HandWritten.evaluate(board, turn, 0)
}

fn score(board: &Board, turn: Color) -> Score {
    evaluate(board, turn).score
}

#[test]
fn the_start_is_even_but_for_the_move() {
    let chess = Chess::new();
    let score = score(chess.board(), Color::White);
    assert_eq!(score, crate::weights::TEMPO);
}

#[test]
fn colours_are_treated_alike() {
    for fen in FENS {
        let board = chess(fen).board().clone();
        let mirrored = board.clone().into_mirrored();
        assert_eq!(
            score(&board, Color::White),
            score(&mirrored, Color::Black),
            "{fen}"
        );
        assert_eq!(
            score(&board, Color::Black),
            score(&mirrored, Color::White),
            "{fen}"
        );
    }
}

#[test]
fn both_ways_to_find_the_attacked_squares_agree() {
    for fen in FENS {
        let board = chess(fen).board().clone();
        let evaluation = evaluate(&board, Color::White);
        for color in Color::ALL {
            let reach = evaluation.reach(&board, color);
            assert_eq!(reach, attacked_by(&board, color), "{fen}");
        }
    }
}

struct Weighed(Pair);
impl Terms for Weighed {
    fn add(&mut self, color: Color, term: usize, count: i32) {
        let count = color.fold_wb(count, -count);
        self.0 += WEIGHTS[term].times(count);
    }
}

#[test]
fn the_tuner_sees_what_the_search_sees() {
    // Not the last one: a bare king is judged outside the sum.
    for fen in &FENS[..3] {
        let board = chess(fen).board().clone();
        let mut weighed = Weighed(Pair::default());
        let phase = trace(&board, &mut weighed);
        let blended = (weighed.0.middlegame() * phase + weighed.0.endgame() * (24 - phase)) / 24;
        let score = score(&board, Color::White);
        assert_eq!(blended + crate::weights::TEMPO, score, "{fen}");
    }
}
