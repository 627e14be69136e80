//! What can be wrong with a game in a PGN file.

use core::fmt;

use super::prepare::StrayText;
use crate::notation::fen::FenError;
use crate::play_error::GameError;
use crate::play_error::PlayError;
use crate::rules::ParseSwitchLimitError;
use crate::run::{ParseRunError, RunMismatch};

/// A game of a PGN file is wrong. The games after it can still be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PgnError {
    /// The number of the game in its file, from 1.
    pub game: u64,
    /// The line on which the game begins, from 1.
    pub line: u64,
    /// The move at which it is wrong, like `12...`, if it is at a move.
    pub at: Option<String>,
    /// Whether that move is in a variation.
    pub in_variation: bool,
    /// What is wrong.
    pub kind: PgnErrorKind,
}

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PgnErrorKind {
    /// The file could not be read, or a tag or comment never ends.
    Read {
        /// What the reader said.
        message: String,
    },
    /// The game is of another variant.
    Variant {
        /// Its name.
        name: String,
    },
    /// The `FEN` tag is not a position.
    Fen(FenError),
    /// The `SwitchLimit` tag names no rule.
    SwitchLimit(ParseSwitchLimitError),
    /// The `SwitchRun` tag is not a run.
    Run(ParseRunError),
    /// The `SwitchRun` tag does not suit the limit.
    RunMismatch(RunMismatch),
    /// A move is not legal, or could be several.
    Move {
        /// Its text.
        san: String,
        /// Whether it could be several moves.
        ambiguous: bool,
    },
    /// A word stands where a move should be, but cannot be read as one.
    Unreadable(StrayText),
    /// There is text that is neither a move nor an annotation, or that has no meaning
    /// where it stands.
    Stray(Vec<StrayText>),
    /// A null move where there can be none.
    NullMove,
    /// A switch is not allowed.
    Switch(PlayError),
    /// A switch by the side that did not move: `SW` after a move of Black.
    WrongSide {
        /// The command.
        command: &'static str,
    },
    /// A move that cannot be played in a game of two players, for example because the
    /// game is over.
    Game(GameError),
    /// Variations are nested too deep.
    TooDeep {
        /// The most that is allowed.
        limit: usize,
    },
    /// The game has more moves and variations than the reader keeps.
    TooManyMoves,
    /// There is text where the moves should be, but no move in it.
    NoMoves,
    /// There is text, but no tag, move, comment or result in it.
    NoGame,
    /// There are several games where one was expected.
    SeveralGames,
    /// The game is longer than any game needs to be.
    TooLong {
        /// The most bytes allowed.
        limit: usize,
    },
}

impl PgnError {
    /// The error without the game: `move 12: the move 'Ke3' is not legal`.
    #[must_use]
    pub fn in_game(&self) -> impl fmt::Display + '_ {
        fmt::from_fn(|f| {
            if let Some(at) = &self.at {
                write_move(f, at)?;
                f.write_str(": ")?;
            }
            write!(f, "{}", self.kind)
        })
    }

    /// An error that is not at a move.
    pub(super) const fn of_game(game: u64, line: u64, kind: PgnErrorKind) -> PgnError {
        PgnError {
            game,
            line,
            at: None,
            in_variation: false,
            kind,
        }
    }
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, which begins on line {}", self.game, self.line)?;
        if let Some(at) = &self.at {
            f.write_str(", ")?;
            write_move(f, at)?;
        }
        if self.in_variation {
            f.write_str(" of a variation")?;
        }
        write!(f, ": {}", self.kind)
    }
}

/// Writes the number of a move: `move 12` for White, `move 12...` for Black.
pub(super) fn write_move(f: &mut fmt::Formatter<'_>, at: &str) -> fmt::Result {
    let white = at.strip_suffix('.').filter(|rest| !rest.ends_with('.'));
    write!(f, "move {}", white.unwrap_or(at))
}

/// How many pieces of stray text a message names.
const NAMED_STRAYS: usize = 5;

/// Writes what has no meaning where it stands.
pub(super) fn write_strays(f: &mut fmt::Formatter<'_>, strays: &[StrayText]) -> fmt::Result {
    for (at, stray) in strays.iter().take(NAMED_STRAYS).enumerate() {
        let joint = if at > 0 { ", " } else { "" };
        write!(f, "{joint}{stray}")?;
    }
    match strays.len().saturating_sub(NAMED_STRAYS) {
        0 if strays.len() == 1 => f.write_str(" has no meaning there"),
        0 => f.write_str(" have no meaning there"),
        more => write!(f, " and {more} more have no meaning there"),
    }
}

impl fmt::Display for StrayText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' on line {}", self.text.escape_debug(), self.line)
    }
}

impl fmt::Display for PgnErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PgnErrorKind::Read { message } => f.write_str(message),
            PgnErrorKind::Variant { name } => {
                write!(f, "the variant '{}' is not supported", name.escape_debug())
            }
            PgnErrorKind::Fen(error) => error.fmt(f),
            PgnErrorKind::SwitchLimit(error) => error.fmt(f),
            PgnErrorKind::Run(error) => error.fmt(f),
            PgnErrorKind::RunMismatch(error) => error.fmt(f),
            PgnErrorKind::Move { san, ambiguous } => {
                let problem = if *ambiguous {
                    "could be several moves"
                } else {
                    "is not legal"
                };
                write!(f, "the move '{san}' {problem}")
            }
            PgnErrorKind::Unreadable(word) => {
                write!(f, "{word} is not a move like e4, Nf3 or O-O")
            }
            PgnErrorKind::Stray(strays) => write_strays(f, strays),
            PgnErrorKind::NullMove => f.write_str("the null move '--' cannot be played here"),
            PgnErrorKind::Switch(error) => error.fmt(f),
            PgnErrorKind::WrongSide { command } => {
                write!(f, "the switch {command} follows a move of the other side")
            }
            PgnErrorKind::Game(error) => error.fmt(f),
            PgnErrorKind::TooDeep { limit } => {
                write!(f, "variations are nested more than {limit} deep")
            }
            PgnErrorKind::TooManyMoves => {
                f.write_str("there are too many moves and variations; the rest is left out")
            }
            PgnErrorKind::NoMoves => f.write_str("there is text, but no move that can be read"),
            PgnErrorKind::NoGame => f.write_str("there is text, but no game"),
            PgnErrorKind::SeveralGames => f.write_str("there are several games, expected one"),
            PgnErrorKind::TooLong { limit } => {
                write!(f, "the game is longer than {limit} bytes")
            }
        }
    }
}

impl core::error::Error for PgnError {}
