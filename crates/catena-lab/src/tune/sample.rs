//! [`TuningSample`]: a position, as the tuner sees it, and the result of its game.

use std::collections::BTreeMap;
use std::io::BufRead;

use catena_chess::notation::fen::{self, FenError};
use catena_chess::{Color, SwitchLimit};
use catena_engine::terms::{Terms, trace};
use thiserror::Error;

use super::TuneError;

/// The phase of a position with all pieces.
const FULL_PHASE: f32 = 24.0;

/// The terms of one position and the result of its game.
#[derive(Clone, Debug, PartialEq)]
pub struct TuningSample {
    /// Terms and how many more of each White has.
    pub(super) terms: Vec<(u16, i16)>,
    /// The share of the middlegame.
    pub(super) middlegame: f32,
    /// White's points.
    pub(super) points: f32,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SampleError {
    /// There is no semicolon.
    #[error("there is no semicolon between the position and the result")]
    NoSemicolon,
    /// The position is not one.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The result is not one.
    #[error("the result is 0, 0.5 or 1, not '{}'", .0.escape_debug())]
    Points(String),
}

/// Collects White's terms minus Black's.
#[derive(Default)]
struct Difference(BTreeMap<u16, i16>);

impl Terms for Difference {
    fn add(&mut self, color: Color, term: usize, count: i32) {
        let count = i16::try_from(color.fold_wb(count, -count)).unwrap_or(0);
        *self.0.entry(u16::try_from(term).unwrap_or(0)).or_default() += count;
    }
}

impl core::str::FromStr for TuningSample {
    type Err = SampleError;

    /// Reads `FEN;points`, the points being White's: 0, 0.5 or 1.
    fn from_str(line: &str) -> Result<TuningSample, SampleError> {
        let (fen, points) = line.split_once(';').ok_or(SampleError::NoSemicolon)?;
        let position = fen::parse(fen, SwitchLimit::Size)?;
        let points = match points.trim() {
            "0" => 0.0,
            "0.5" => 0.5,
            "1" => 1.0,
            other => return Err(SampleError::Points(other.to_owned())),
        };
        let mut difference = Difference::default();
        let phase = trace(position.board(), &mut difference);
        let terms = difference.0.into_iter().filter(|&(_, count)| count != 0);
        Ok(TuningSample {
            terms: terms.collect(),
            middlegame: phase as f32 / FULL_PHASE,
            points,
        })
    }
}

/// Reads lines of `FEN;points`, as [`self_play`](super::self_play) writes them.
///
/// # Errors
///
/// If a line cannot be read, or is not a position with a result.
pub fn read_samples(input: impl BufRead) -> Result<Vec<TuningSample>, TuneError> {
    let mut samples = Vec::new();
    for (at, text) in input.lines().enumerate() {
        let line = at + 1;
        let text = text.map_err(|source| TuneError::Read { line, source })?;
        let sample = text.parse();
        samples.push(sample.map_err(|source| TuneError::Sample { line, source })?);
    }
    Ok(samples)
}

#[cfg(test)]
mod tests {
    use super::{SampleError, TuningSample, read_samples};
    use crate::tune::TuneError;

    const KINGS: &str = "8/8/8/8/8/8/8/K6k w - - 0 1";

    #[test]
    fn a_result_is_no_other_number() {
        for points in ["2", "-1", "NaN", "inf", "1e400", "0,5", "1/2-1/2", ""] {
            let sample: Result<TuningSample, _> = format!("{KINGS};{points}").parse();
            assert_eq!(sample.unwrap_err(), SampleError::Points(points.to_owned()));
        }
        for points in ["0", "0.5", " 1 "] {
            assert!(format!("{KINGS};{points}").parse::<TuningSample>().is_ok());
        }
    }

    #[test]
    fn a_line_that_is_no_sample_is_named() {
        for (text, expected) in [
            ("nonsense", "line 2 "),
            ("8/8/8/8/8/8/8/8 w - - 0 1;1", "line 2 "),
            ("", "line 2 "),
        ] {
            let lines = format!("{KINGS};1\n{text}\n{KINGS};0\n");
            let error = read_samples(lines.as_bytes()).unwrap_err();
            assert!(matches!(error, TuneError::Sample { line: 2, .. }));
            assert!(error.to_string().starts_with(expected), "{error}");
        }
        let error = read_samples(&b"\xff\xfe\n"[..]).unwrap_err();
        assert_eq!(error.to_string(), "cannot read line 1");
    }

    #[test]
    fn terms_are_whites_minus_blacks() {
        // The kings stand on squares that mirror each other, so their terms cancel.
        let even: TuningSample = "k7/8/8/8/8/8/8/K7 w - - 0 1;0.5".parse().unwrap();
        assert_eq!((even.terms.len(), even.middlegame), (0, 0.0));
        let full = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;0.5";
        let full: TuningSample = full.parse().unwrap();
        assert_eq!((full.terms.len(), full.middlegame), (0, 1.0));
    }
}
