//! Puzzles in words and pictures.

use std::io::Write;

use anyhow::Result;
use catena_chess::puzzle::{Puzzle, PuzzleKind};
use catena_chess::{Decision, SsccPosition, moved_squares};
use catena_draw::Scene;
use catena_draw::terminal::{self, Style};
use catena_grid::Board;
use serde::Serialize;

use super::choose::StoredPuzzle;
use crate::chess::{color_name, line_of_play};
use crate::output;
use crate::words::square_list;

/// What a kind of puzzle asks for.
pub(super) fn task(kind: PuzzleKind) -> &'static str {
    match kind {
        PuzzleKind::FormChain => "Form a chain: one move does",
        PuzzleKind::IsChain => "Is this one: does the move form a chain?",
        PuzzleKind::SwitchOrStay => "Switch or stay, after this chain?",
        PuzzleKind::SwitchMate => "Mate with a switch on the way",
        PuzzleKind::SwitchDefence => "Defend against the opponent's switch",
    }
}

/// A puzzle, as JSON.
#[derive(Debug, Serialize)]
pub(super) struct PuzzleJson {
    id: String,
    kind: &'static str,
    grade: &'static str,
    rating: u32,
    themes: Vec<String>,
    game_url: String,
    /// The position before the opponent's move.
    fen: String,
    moves: Vec<String>,
    san: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    right: Option<bool>,
}

impl PuzzleJson {
    pub(super) fn new(stored: &StoredPuzzle) -> PuzzleJson {
        let (puzzle, details) = (stored.puzzle, stored.puzzle.details());
        PuzzleJson {
            id: details.id.clone(),
            kind: puzzle.kind().theme(),
            grade: stored.grade.name(),
            rating: details.rating,
            themes: details.themes.clone(),
            game_url: details.game_url.clone(),
            fen: puzzle.start().fen(),
            moves: puzzle.uci_moves(),
            san: line_of_play(puzzle.start(), puzzle.moves()),
            answer: None,
            right: None,
        }
    }

    /// The same with an answer and whether it is right.
    pub(super) fn answered(self, answer: &[String], is_right: bool) -> PuzzleJson {
        PuzzleJson {
            answer: Some(answer.to_vec()),
            right: Some(is_right),
            ..self
        }
    }
}

/// A puzzle in a list.
pub(super) fn line(stored: &StoredPuzzle) -> String {
    let details = stored.puzzle.details();
    format!(
        "{}  {:<14}{:<8}{:>4}  {} to move",
        details.id,
        stored.puzzle.kind(),
        stored.grade,
        details.rating,
        color_name(stored.puzzle.solver())
    )
}

/// Draws the board and asks.
pub(super) fn question(stored: StoredPuzzle, style: Style) -> Result<()> {
    let puzzle = stored.puzzle;
    let details = puzzle.details();
    let mut out = output::stdout();
    writeln!(
        out,
        "Puzzle {}, {}, rated {}",
        details.id, stored.grade, details.rating
    )?;
    let mut position = puzzle.position();
    let mut moved = puzzle.lead().mv;
    let mut chain = None;
    if let Some(mv) = puzzle.asked_move() {
        if puzzle.kind() == PuzzleKind::SwitchOrStay {
            chain = position.chain(mv);
        }
        position.play_unchecked(Decision::stay(mv));
        moved = mv;
    }
    let mut scene = Scene::new(&position.placement()).moved(moved_squares(moved)[0]);
    if let Some(chain) = &chain {
        scene = scene.with_chain(chain);
    }
    write!(out, "{}", terminal::render(&scene, style))?;
    writeln!(out, "{}", question_words(puzzle))?;
    Ok(())
}

/// The question in words.
fn question_words(puzzle: &Puzzle) -> String {
    let position = puzzle.position();
    let lead = puzzle.start().san(puzzle.lead().mv);
    let own = color_name(position.turn());
    let other = color_name(!position.turn());
    let asked = puzzle.asked_move().map(|mv| position.san(mv));
    let asked = asked.unwrap_or_default();
    match puzzle.kind() {
        PuzzleKind::FormChain => {
            format!("{other} played {lead}. You hold {own}: which move forms a chain?")
        }
        PuzzleKind::IsChain => format!("{own} played {asked}. Is that a chain, yes or no?"),
        PuzzleKind::SwitchOrStay => {
            format!("You hold {own}, and {asked} forms a chain. Switch or stay?")
        }
        PuzzleKind::SwitchMate => {
            let own_moves = puzzle.steps().filter(|(_, _, is_own)| *is_own).count();
            format!(
                "{other} played {lead}. You hold {own}: give mate in {own_moves} moves of yours, \
                 with a switch on the way."
            )
        }
        PuzzleKind::SwitchDefence => format!(
            "{other} played {lead}. You hold {own}, and {other} wants to form a chain and switch: \
             which is the one move that holds?"
        ),
    }
}

/// What helps, and does not yet say it.
pub(super) fn hint(puzzle: &Puzzle) -> String {
    let position = puzzle.position();
    let first = puzzle.solution()[0];
    let from = first.mv.from().map(|square| square.to_string());
    let from = from.unwrap_or_default();
    match puzzle.kind() {
        PuzzleKind::FormChain => format!("Hint: the piece on {from} moves."),
        PuzzleKind::IsChain => {
            let areas = areas_after(&position, first);
            match areas.is_empty() {
                true => "Hint: no two adjacent squares are enclosed.".to_owned(),
                false => format!("Hint: {areas} are enclosed, but by whom?"),
            }
        }
        PuzzleKind::SwitchOrStay => {
            let next = color_name(!position.turn());
            format!("Hint: it is {next}'s move next. Would you rather make it, or face it?")
        }
        PuzzleKind::SwitchMate => {
            let switch = if first.switches { "" } else { " do not" };
            format!("Hint: the piece on {from} moves, and you{switch} switch.")
        }
        PuzzleKind::SwitchDefence => match threats(&position) {
            threats if threats.is_empty() => format!("Hint: the piece on {from} moves."),
            threats => format!("Hint: the opponent could form a chain with {threats}."),
        },
    }
}

/// The squares that are enclosed after the move, those of a pair or more.
fn areas_after(position: &SsccPosition, decision: Decision) -> String {
    let mut after = position.clone();
    after.play_unchecked(Decision::stay(decision.mv));
    let occupied = catena_chess::convert::grid8(after.board().occupied());
    let areas = occupied.areas(catena_grid::MinSize::TWO);
    square_list(&areas.concat())
}

/// The moves with a switch that the other player would have if it were their turn.
fn threats(position: &SsccPosition) -> String {
    let Some(passed) = position.null_move() else {
        return String::new();
    };
    let mut names: Vec<String> = passed
        .legal_decisions()
        .iter()
        .filter(|decision| decision.switches)
        .map(|decision| passed.san(decision.mv))
        .collect();
    names.truncate(4);
    names.join(", ")
}

/// The solution in words.
pub(super) fn solution(puzzle: &Puzzle) -> String {
    let position = puzzle.position();
    let first = puzzle.solution()[0];
    let line = line_of_play(&position, puzzle.solution()).join(" ");
    let chain = position.chain(first.mv).map(|chain| {
        format!(
            "the chain is {} around {}",
            square_list(chain.cells()),
            square_list(chain.encloses())
        )
    });
    match (puzzle.kind(), chain) {
        (PuzzleKind::FormChain, Some(chain)) => format!("Solution: {line}; {chain}."),
        (PuzzleKind::IsChain, Some(chain)) => format!("Solution: yes; {chain}."),
        (PuzzleKind::IsChain, None) => "Solution: no.".to_owned(),
        (PuzzleKind::SwitchOrStay, _) if first.switches => "Solution: switch.".to_owned(),
        (PuzzleKind::SwitchOrStay, _) => "Solution: stay.".to_owned(),
        _ => format!("Solution: {line}"),
    }
}
