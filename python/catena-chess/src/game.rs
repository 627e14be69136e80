//! [`PyGame`]: the rules that a `SsccBoard` asks.

use catena_chess::notation::fen::{Fen, FenError};
use catena_chess::{
    CastlingMode, Color, Decision, DrawReason, Game, Move, Outcome, Player, Run, SsccPosition,
    SwitchLimit, TimeControl, WinReason, convert,
};
use pyo3::prelude::*;

use crate::failure::{illegal_move, san_error, value_error};
use crate::plain::{Given, Number, Plain, decision, legal, plain};

/// A run as Python sees it: switches made, and how many are allowed in all.
type PlainRun = (u32, Option<u32>);

fn plain_run(run: Run) -> PlainRun {
    (run.used().get(), run.limit().map(|limit| limit.get()))
}

/// A game, and what was played after its end.
///
/// python-chess plays on after a draw by the rules, in analysis and in files; such moves
/// have no part in the game.
#[pyclass(name = "Game", module = "catena_chess._native")]
#[derive(Clone, Debug)]
pub(crate) struct PyGame {
    game: Game,
    beyond: Vec<(SsccPosition, Decision)>,
    /// Whether the player who started the whole game with White held White at the start
    /// of this one.
    starts_unswitched: bool,
}

impl PyGame {
    pub(crate) fn position(&self) -> &SsccPosition {
        self.beyond
            .last()
            .map_or_else(|| self.game.position(), |(position, _)| position)
    }

    pub(crate) fn start(&self) -> SsccPosition {
        self.game.start().clone()
    }

    pub(crate) fn decisions(&self) -> Vec<Decision> {
        let beyond = self.beyond.iter().map(|(_, decision)| *decision);
        self.game.decisions().chain(beyond).collect()
    }

    /// Whether the game, and not what follows it, is on the board.
    fn goes_on(&self) -> bool {
        self.beyond.is_empty() && self.game.outcome().is_none()
    }

    fn legal_move(
        &self,
        py: Python<'_>,
        from: Number,
        to: Number,
        promotion: Option<Number>,
    ) -> PyResult<Move> {
        Ok(decision(py, self.position(), (from, to, promotion, false))?.mv)
    }

    fn may_play(&self, decision: Decision) -> bool {
        !decision.switches || !self.goes_on() || self.game.flags(decision.mv).may_switch
    }
}

/// Reads a position. Castling rights without king and rook in place are left out, as
/// python-chess does.
fn read_fen(text: &str, limit: SwitchLimit, chess960: bool) -> Result<SsccPosition, FenError> {
    let fen: Fen = text.parse()?;
    let setup = fen.chess().as_setup().clone();
    let mode = match chess960 {
        true => CastlingMode::Chess960,
        false => CastlingMode::detect(&setup),
    };
    SsccPosition::from_setup_tolerant(setup, mode, limit, fen.run()).map_err(FenError::Setup)
}

fn read_limit(text: &str) -> PyResult<SwitchLimit> {
    text.parse().map_err(value_error)
}

/// Returns the run that the seventh field of a FEN names, or None for '-'.
#[pyfunction]
pub(crate) fn parse_run(text: &str, limit: &str) -> PyResult<Option<PlainRun>> {
    let limit = read_limit(limit)?;
    let run = match text {
        "-" => None,
        text => Some(text.parse::<Run>().map_err(value_error)?),
    };
    let position = SsccPosition::new(limit).with_run(run);
    position.map_err(value_error)?;
    Ok(run.map(plain_run))
}

#[pymethods]
impl PyGame {
    #[new]
    fn new(fen: &str, limit: &str, chess960: bool, unswitched: bool) -> PyResult<PyGame> {
        let position = read_fen(fen, read_limit(limit)?, chess960).map_err(value_error)?;
        Ok(PyGame {
            game: Game::from_position(position, TimeControl::Unlimited),
            beyond: Vec::new(),
            starts_unswitched: unswitched,
        })
    }

    /// Returns a game that can be played on alone.
    fn copy(&self) -> PyGame {
        self.clone()
    }

    /// The position as FEN, with the run as its seventh field.
    #[getter]
    fn fen(&self) -> String {
        self.position().fen()
    }

    /// The run before this move, or None.
    #[getter]
    fn run(&self) -> Option<PlainRun> {
        self.position().run().map(plain_run)
    }

    /// Whether the player who started with White holds White.
    #[getter]
    fn unswitched(&self) -> bool {
        let beyond = self.beyond.iter().filter(|(_, decision)| decision.switches);
        let switched = beyond.count() % 2 == 1;
        let first_is_white = self.game.holder(Color::White) == Player::First;
        (first_is_white != switched) == self.starts_unswitched
    }

    /// Returns the legal decisions: every legal move and, where a switch may follow it,
    /// the same move with the switch next.
    fn legal_decisions(&self) -> Vec<Plain> {
        let decisions = match self.goes_on() {
            true => self.game.legal_decisions(),
            false => self.position().legal_decisions(),
        };
        decisions.into_iter().map(plain).collect()
    }

    /// Returns whether the decision is legal.
    #[pyo3(signature = (given, /))]
    fn is_legal(&self, given: Given) -> bool {
        legal(self.position(), given).is_some_and(|decision| self.may_play(decision))
    }

    /// Plays a decision. Raises `chess.IllegalMoveError` if it is not legal.
    #[pyo3(signature = (given, /))]
    fn play(&mut self, py: Python<'_>, given: Given) -> PyResult<()> {
        let decision = decision(py, self.position(), given)?;
        if self.goes_on() {
            return self
                .game
                .play(decision)
                .map_err(|error| illegal_move(py, error));
        }
        let mut position = self.position().clone();
        position
            .play(decision)
            .map_err(|error| illegal_move(py, error))?;
        self.beyond.push((position, decision));
        Ok(())
    }

    /// Takes the last decision back. Returns whether there was one.
    fn undo(&mut self) -> bool {
        self.beyond.pop().is_some() || self.game.undo().is_some()
    }

    /// Returns whether the legal move forms a chain.
    #[pyo3(signature = (from_square, to_square, promotion, /))]
    fn forms_chain(
        &self,
        py: Python<'_>,
        from_square: Number,
        to_square: Number,
        promotion: Option<Number>,
    ) -> PyResult<bool> {
        let mv = self.legal_move(py, from_square, to_square, promotion)?;
        Ok(self.position().forms_chain(mv))
    }

    /// Returns the most empty squares inside a chain that the legal move forms, or 0.
    #[pyo3(signature = (from_square, to_square, promotion, /))]
    fn chain_size(
        &self,
        py: Python<'_>,
        from_square: Number,
        to_square: Number,
        promotion: Option<Number>,
    ) -> PyResult<u32> {
        let mv = self.legal_move(py, from_square, to_square, promotion)?;
        Ok(py.detach(|| self.position().chain_size(mv)))
    }

    /// Returns the squares of a shortest chain that the legal move forms, in order, from
    /// the piece that moved; none if it forms no chain.
    #[pyo3(signature = (from_square, to_square, promotion, /))]
    fn chain(
        &self,
        py: Python<'_>,
        from_square: Number,
        to_square: Number,
        promotion: Option<Number>,
    ) -> PyResult<Vec<u32>> {
        let mv = self.legal_move(py, from_square, to_square, promotion)?;
        let Some(chain) = py.detach(|| self.position().chain(mv)) else {
            return Ok(Vec::new());
        };
        let squares = chain.cells().iter();
        Ok(squares
            .map(|&square| u32::from(convert::chess_square(square)))
            .collect())
    }

    /// Returns the legal move in standard algebraic notation.
    #[pyo3(signature = (from_square, to_square, promotion, /))]
    fn san(
        &self,
        py: Python<'_>,
        from_square: Number,
        to_square: Number,
        promotion: Option<Number>,
    ) -> PyResult<String> {
        let mv = self.legal_move(py, from_square, to_square, promotion)?;
        Ok(self.position().san(mv))
    }

    /// Returns the legal move that this text names.
    fn parse_san(&self, py: Python<'_>, text: &str) -> PyResult<Plain> {
        let mv = self.position().parse_san(text);
        mv.map(|mv| plain(Decision::stay(mv)))
            .map_err(|error| san_error(py, &error))
    }

    /// How often the position has been on the board, this time included.
    #[getter]
    fn repetitions(&self) -> usize {
        match self.beyond.is_empty() {
            true => self.game.repetitions(),
            false => 1,
        }
    }

    /// Returns how the game ended, by the name in `chess.Termination`, and whether the
    /// player who started with White won; None while it goes on.
    fn outcome(&self) -> Option<(&'static str, Option<bool>)> {
        let outcome = self.game.outcome()?;
        let winner = outcome
            .winner()
            .map(|winner| (winner == Player::First) == self.starts_unswitched);
        let name = match outcome {
            Outcome::Win { reason, .. } => win_name(reason),
            Outcome::Draw { reason } => draw_name(reason),
        };
        Some((name, winner))
    }

    /// Returns the draw that may be claimed now, by the name in `chess.Termination`.
    fn claimable_draw(&self) -> Option<&'static str> {
        match self.beyond.is_empty() {
            true => self.game.claimable_draw().map(draw_name),
            false => None,
        }
    }
}

fn win_name(reason: WinReason) -> &'static str {
    match reason {
        WinReason::Checkmate => "CHECKMATE",
        _ => "VARIANT_WIN",
    }
}

fn draw_name(reason: DrawReason) -> &'static str {
    match reason {
        DrawReason::Stalemate => "STALEMATE",
        DrawReason::Material => "INSUFFICIENT_MATERIAL",
        DrawReason::FivefoldRepetition => "FIVEFOLD_REPETITION",
        DrawReason::SeventyFiveMoves => "SEVENTYFIVE_MOVES",
        DrawReason::ThreefoldRepetition => "THREEFOLD_REPETITION",
        DrawReason::FiftyMoves => "FIFTY_MOVES",
        _ => "VARIANT_DRAW",
    }
}
