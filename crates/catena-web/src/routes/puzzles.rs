//! `GET /api/puzzles`: the puzzles that come with catena, in sets.

use axum::Json;
use catena_chess::puzzle::{Puzzle, PuzzleSet, stored_sets};
use serde::Serialize;

/// What is answered.
#[derive(Debug, Serialize)]
pub(crate) struct PuzzlesDto {
    sets: Vec<PuzzleSetDto>,
}

/// The puzzles of a kind and a grade, the easiest first.
#[derive(Debug, Serialize)]
struct PuzzleSetDto {
    kind: &'static str,
    grade: &'static str,
    puzzles: Vec<PuzzleDto>,
}

#[derive(Debug, Serialize)]
struct PuzzleDto {
    id: &'static str,
    rating: u32,
    /// The position before the opponent's move.
    fen: String,
    /// That move, and the solution.
    moves: Vec<String>,
    /// The right answer where the question is about a move.
    answer: Option<bool>,
    themes: &'static [String],
    game_url: &'static str,
}

impl From<&'static PuzzleSet> for PuzzleSetDto {
    fn from(set: &'static PuzzleSet) -> PuzzleSetDto {
        PuzzleSetDto {
            kind: set.kind.theme(),
            grade: set.grade.name(),
            puzzles: set.puzzles.iter().map(PuzzleDto::from).collect(),
        }
    }
}

impl From<&'static Puzzle> for PuzzleDto {
    fn from(puzzle: &'static Puzzle) -> PuzzleDto {
        let details = puzzle.details();
        PuzzleDto {
            id: &details.id,
            rating: details.rating,
            fen: puzzle.start().fen(),
            moves: puzzle.uci_moves(),
            answer: puzzle.answer(),
            themes: &details.themes,
            game_url: &details.game_url,
        }
    }
}

pub(crate) async fn puzzles() -> Json<PuzzlesDto> {
    Json(PuzzlesDto {
        sets: stored_sets().iter().map(PuzzleSetDto::from).collect(),
    })
}
