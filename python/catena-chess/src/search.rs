//! A search as Python asks for it, and what it found.

use std::time::Duration;

use catena_chess::Decision;
use catena_engine::score::{Score, ShownScore};
use catena_engine::{Clock, Limits, PvLine, SearchReport, SearchResult};
use pyo3::prelude::*;

use crate::failure::value_error;
use crate::plain::{Plain, Whole, plain};

/// The longest time that a limit may name, in seconds: a century.
const LONGEST: f64 = 3.2e9;

/// The limits that an object names, with the attributes of `chess.engine.Limit`.
pub(crate) fn limits_of(given: &Bound<'_, PyAny>, search_moves: Vec<Decision>) -> PyResult<Limits> {
    let clock_of =
        |time: &str, increment: &str| clock(seconds(given, time)?, seconds(given, increment)?);
    let small = |name: &str| {
        let number = whole(given, name)?;
        PyResult::Ok(number.map(|number| u32::try_from(number).unwrap_or(u32::MAX)))
    };
    Ok(Limits {
        white: clock_of("white_clock", "white_inc")?,
        black: clock_of("black_clock", "black_inc")?,
        moves_to_go: small("remaining_moves")?.filter(|&moves| moves > 0),
        move_time: seconds(given, "time")?.map(duration).transpose()?,
        // As python-chess tells an engine by UCI: at least 1.
        depth: small("depth")?.map(|depth| depth.max(1)),
        nodes: whole(given, "nodes")?.map(|nodes| nodes.max(1)),
        mate: small("mate")?.map(|moves| moves.max(1)),
        search_moves,
        infinite: false,
        ponder: false,
    })
}

fn whole(given: &Bound<'_, PyAny>, name: &str) -> PyResult<Option<u64>> {
    let number: Option<Whole> = given.getattr(name)?.extract()?;
    Ok(number.map(|number| number.0))
}

fn seconds(given: &Bound<'_, PyAny>, name: &str) -> PyResult<Option<f64>> {
    given.getattr(name)?.extract()
}

fn clock(time: Option<f64>, increment: Option<f64>) -> PyResult<Option<Clock>> {
    let Some(time) = time else {
        return Ok(None);
    };
    Ok(Some(Clock {
        // A clock may be past its end while the move is on its way.
        time: duration(time.max(0.001))?,
        increment: duration(increment.unwrap_or(0.0))?,
    }))
}

fn duration(seconds: f64) -> PyResult<Duration> {
    match seconds {
        0.0..=LONGEST => Duration::try_from_secs_f64(seconds).map_err(value_error),
        _ => Err(value_error(format!(
            "a time is a number of seconds from 0 to {LONGEST}, not {seconds}"
        ))),
    }
}

/// A score: whether it is a mate, and the moves to it or hundredths of a pawn.
pub(crate) type PlainScore = (bool, Score);

fn plain_score(score: Score) -> PlainScore {
    match ShownScore::from(score) {
        ShownScore::Centipawns(score) => (false, score),
        ShownScore::Mate(moves) => (true, moves),
    }
}

/// One of the best lines: depth, greatest depth, score, nodes, seconds, fullness of the
/// table, decisions.
pub(crate) type PlainLine = (u32, u32, PlainScore, u64, f64, usize, Vec<Plain>);

fn plain_line(line: PvLine) -> PlainLine {
    (
        line.depth,
        line.deepest,
        plain_score(line.score),
        line.nodes,
        line.elapsed.as_secs_f64(),
        line.permille_full,
        line.pv.into_iter().map(plain).collect(),
    )
}

/// Keeps the newest line of each number.
#[derive(Debug, Default)]
pub(crate) struct Newest {
    lines: Vec<PvLine>,
}

impl Newest {
    pub(crate) fn take(&mut self, report: SearchReport) {
        let SearchReport::Line(line) = report else {
            return;
        };
        let at = line.number.saturating_sub(1);
        match self.lines.get_mut(at) {
            Some(old) => *old = line,
            None => self.lines.push(line),
        }
    }
}

/// What a search found: decision, expected reply, score, nodes, and the best lines.
pub(crate) type PlainResult = (
    Option<Plain>,
    Option<Plain>,
    PlainScore,
    u64,
    Vec<PlainLine>,
);

pub(crate) fn plain_result(result: &SearchResult, newest: Newest) -> PlainResult {
    (
        result.best.map(plain),
        result.ponder.map(plain),
        plain_score(result.score),
        result.nodes,
        newest.lines.into_iter().map(plain_line).collect(),
    )
}
