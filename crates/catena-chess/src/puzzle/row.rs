//! A puzzle as a row of lichess's puzzle database.

use core::fmt;
use core::num::ParseIntError;
use core::str::FromStr;

use super::{Puzzle, PuzzleKind};
use crate::notation::fen::{self, FenError};
use crate::notation::uci::{UciDecision, UciError};
use crate::play_error::PlayError;
use crate::rules::SwitchLimit;

/// The columns of the file.
pub const HEADER: &str = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,\
                          GameUrl,OpeningTags";

/// How many columns there are.
const COLUMNS: usize = 10;

/// What a row says besides the position and the moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PuzzleDetails {
    /// The identifier.
    pub id: String,
    /// How hard it is, on the scale of ratings.
    pub rating: u32,
    /// How uncertain the rating is.
    pub deviation: u32,
    /// Votes, from -100 to 100.
    pub popularity: i32,
    /// How often it was played.
    pub plays: u64,
    /// The kind and what else is to be said, each a word.
    pub themes: Vec<String>,
    /// Where the game is, and after which ply the puzzle begins.
    pub game_url: String,
    /// The opening, if the puzzle is of one.
    pub opening_tags: String,
}

/// A row is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PuzzleError {
    /// The row has another number of columns.
    Columns {
        /// How many it has.
        found: usize,
    },
    /// A number cannot be read.
    Number {
        /// The name of the column.
        column: &'static str,
        /// What is wrong with it.
        reason: ParseIntError,
    },
    /// No theme is a kind of puzzle.
    Kind,
    /// The position cannot be read.
    Fen(FenError),
    /// A move cannot be read, or is not allowed.
    Uci(UciError),
    /// A move is not allowed.
    Play(PlayError),
    /// There are fewer than two moves.
    TooFewMoves {
        /// How many there are.
        moves: usize,
    },
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PuzzleError::Columns { found } => {
                write!(f, "a puzzle has {COLUMNS} columns, this row has {found}")
            }
            PuzzleError::Number { column, .. } => write!(f, "the {column} is not a number"),
            PuzzleError::Kind => f.write_str("no theme is a kind of puzzle"),
            PuzzleError::Fen(_) => f.write_str("the position cannot be read"),
            PuzzleError::Uci(_) | PuzzleError::Play(_) => f.write_str("the moves cannot be played"),
            PuzzleError::TooFewMoves { moves } => {
                write!(f, "a puzzle has at least two moves, this one has {moves}")
            }
        }
    }
}

impl core::error::Error for PuzzleError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            PuzzleError::Number { reason, .. } => Some(reason),
            PuzzleError::Fen(error) => Some(error),
            PuzzleError::Uci(error) => Some(error),
            PuzzleError::Play(error) => Some(error),
            PuzzleError::Columns { .. } | PuzzleError::Kind | PuzzleError::TooFewMoves { .. } => {
                None
            }
        }
    }
}

/// Reads a row. No column has a comma in it, so none is quoted.
impl FromStr for Puzzle {
    type Err = PuzzleError;

    fn from_str(row: &str) -> Result<Puzzle, PuzzleError> {
        let columns: Vec<&str> = row.split(',').collect();
        let &[
            id,
            fen,
            moves,
            rating,
            deviation,
            popularity,
            plays,
            themes,
            url,
            openings,
        ] = columns.as_slice()
        else {
            return Err(PuzzleError::Columns {
                found: columns.len(),
            });
        };
        let themes: Vec<String> = themes.split_whitespace().map(str::to_owned).collect();
        let kind = themes.iter().find_map(|theme| theme.parse().ok());
        let details = PuzzleDetails {
            id: id.to_owned(),
            rating: number("Rating", rating)?,
            deviation: number("RatingDeviation", deviation)?,
            popularity: number("Popularity", popularity)?,
            plays: number("NbPlays", plays)?,
            themes,
            game_url: url.to_owned(),
            opening_tags: openings.to_owned(),
        };
        let start = fen::parse(fen, SwitchLimit::Size).map_err(PuzzleError::Fen)?;
        let mut position = start.clone();
        let mut decisions = Vec::new();
        for token in moves.split_whitespace() {
            let decision = token
                .parse::<UciDecision>()
                .and_then(|uci| uci.to_decision(&position))
                .map_err(PuzzleError::Uci)?;
            position.play_unchecked(decision);
            decisions.push(decision);
        }
        let kind: PuzzleKind = kind.ok_or(PuzzleError::Kind)?;
        Puzzle::new(kind, start, decisions, details)
    }
}

fn number<N: FromStr<Err = ParseIntError>>(
    column: &'static str,
    text: &str,
) -> Result<N, PuzzleError> {
    text.parse()
        .map_err(|reason| PuzzleError::Number { column, reason })
}

/// Writes the row.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let details = &self.details;
        write!(
            f,
            "{},{},{},{},{},{},{},{},{},{}",
            details.id,
            self.start.fen(),
            self.uci_moves().join(" "),
            details.rating,
            details.deviation,
            details.popularity,
            details.plays,
            details.themes.join(" "),
            details.game_url,
            details.opening_tags
        )
    }
}

#[cfg(test)]
mod tests {
    use core::error::Error as _;

    use super::*;

    const ROW: &str = "aB3dE,8/8/4k1p1/1P2p3/R4p1P/P4P1P/2r3K1/8 w - - 0 42,g2f1 c2c1,\
                       800,500,0,0,formChain oneMove,,";

    #[test]
    fn what_is_wrong_with_a_row_is_told() {
        let wrong = |from: &str, to: &str| ROW.replace(from, to).parse::<Puzzle>().unwrap_err();
        assert_eq!(
            wrong("g2f1 c2c1", "g2f1"),
            PuzzleError::TooFewMoves { moves: 1 }
        );
        assert_eq!(
            wrong(",,", ",").to_string(),
            "a puzzle has 10 columns, this row has 9"
        );
        assert_eq!(wrong("formChain", "fork"), PuzzleError::Kind);
        assert_eq!(
            wrong("800", "high").to_string(),
            "the Rating is not a number"
        );
        assert!(matches!(wrong("8/8/", "9/8/"), PuzzleError::Fen(_)));
        let illegal = wrong("g2f1", "g2g5");
        assert_eq!(
            illegal.source().map(ToString::to_string).as_deref(),
            Some("the move 'g2g5' is not legal here")
        );
    }

    #[test]
    fn a_row_is_written_as_it_is_read() {
        let puzzle: Puzzle = ROW.parse().unwrap();
        assert_eq!(puzzle.to_string(), ROW);
        assert_eq!(puzzle.kind(), PuzzleKind::FormChain);
        assert_eq!(puzzle.solution().len(), 1);
    }
}
