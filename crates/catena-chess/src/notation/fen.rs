//! SSCC FEN: the six fields of chess and the run as an optional seventh.
//!
//! What the parser tolerates:
//! - Fields after the board may be left out from the end: White to move, no
//!   castling rights, no en passant square, counters `0 1`, no run.
//! - Any amount of white space between fields.
//! - Castling rights in X-FEN or Shredder-FEN letters; the rules of Chess960
//!   apply if kings or rooks with rights are not on their usual squares.
//! - A full move number of 0, read as 1.

use core::fmt;
use core::str::FromStr;

use catena_grid::{ParsePlacementError, Placement};
use shakmaty::fen::ParseFenError;
use shakmaty::{CastlingMode, EnPassantMode};

use crate::position::SsccPosition;
use crate::rules::SwitchLimit;
use crate::run::{ParseRunError, Run};
use crate::setup::SetupError;

/// The text of a position: syntax only. [`Fen::into_position`] checks whether it can
/// be played.
///
/// ```
/// use catena_chess::notation::fen::Fen;
///
/// let text = "8/8/8/8/8/8/8/K6k w - - 0 40 1/3";
/// let fen: Fen = text.parse()?;
/// assert_eq!(fen.run().unwrap().to_string(), "1/3");
/// assert_eq!(fen.to_string(), text);
/// # Ok::<(), catena_chess::notation::fen::FenError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fen {
    chess: shakmaty::fen::Fen,
    run: Option<Run>,
}

impl Fen {
    /// The text of this position.
    #[must_use]
    pub fn from_position(position: &SsccPosition) -> Fen {
        Fen {
            chess: shakmaty::fen::Fen::from_position(position.chess(), EnPassantMode::Legal),
            run: position.run(),
        }
    }

    /// The first six fields, as shakmaty has them.
    #[must_use]
    pub const fn chess(&self) -> &shakmaty::fen::Fen {
        &self.chess
    }

    /// The seventh field.
    #[must_use]
    pub const fn run(&self) -> Option<Run> {
        self.run
    }

    /// The same text with another seventh field.
    #[must_use]
    pub fn with_run(self, run: Option<Run>) -> Fen {
        Fen { run, ..self }
    }

    /// The position, played by this limit rule. Castling follows the rules of
    /// Chess960 where the rights need them.
    ///
    /// # Errors
    ///
    /// If the position cannot be played, or the run does not suit the limit.
    pub fn into_position(self, limit: SwitchLimit) -> Result<SsccPosition, SetupError> {
        let mode = CastlingMode::detect(self.chess.as_setup());
        self.into_position_in_mode(limit, mode)
    }

    /// The position, played by this limit rule and this castling mode.
    ///
    /// # Errors
    ///
    /// If the position cannot be played, or the run does not suit the limit.
    pub fn into_position_in_mode(
        self,
        limit: SwitchLimit,
        mode: CastlingMode,
    ) -> Result<SsccPosition, SetupError> {
        SsccPosition::from_setup(self.chess.into_setup(), mode, limit, self.run)
    }
}

/// Reads a position in one step.
///
/// # Errors
///
/// If the text is not a FEN or the position cannot be played.
pub fn parse(text: &str, limit: SwitchLimit) -> Result<SsccPosition, FenError> {
    text.parse::<Fen>()?
        .into_position(limit)
        .map_err(FenError::Setup)
}

impl SsccPosition {
    /// Reads a position: the same as [`parse`].
    ///
    /// # Errors
    ///
    /// If the text is not a FEN or the position cannot be played.
    pub fn from_fen(text: &str, limit: SwitchLimit) -> Result<SsccPosition, FenError> {
        parse(text, limit)
    }

    /// The text of the position.
    #[must_use]
    pub fn fen(&self) -> String {
        Fen::from_position(self).to_string()
    }
}

/// The FEN of the position.
///
/// ```
/// use catena_chess::{SsccPosition, SwitchLimit};
///
/// let text = "8/8/8/8/8/8/8/K6k w - - 0 40 1/3";
/// let position = SsccPosition::from_fen(text, SwitchLimit::Size)?;
/// assert_eq!(position.to_string(), text);
/// # Ok::<(), catena_chess::notation::fen::FenError>(())
/// ```
impl fmt::Display for SsccPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Fen::from_position(self).fmt(f)
    }
}

impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.chess.fmt(f)?;
        match self.run {
            Some(run) => write!(f, " {run}"),
            None => Ok(()),
        }
    }
}

/// The fields of a FEN between the board and the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FenField {
    /// Whose turn it is.
    Turn,
    /// Castling rights.
    Castling,
    /// The en passant square.
    EnPassant,
    /// Half-moves since a capture or a pawn's move.
    Halfmoves,
    /// The number of the full move.
    Fullmoves,
}

impl FenField {
    const ALL: [FenField; 5] = [
        FenField::Turn,
        FenField::Castling,
        FenField::EnPassant,
        FenField::Halfmoves,
        FenField::Fullmoves,
    ];

    /// What the field should look like.
    const fn expected(self) -> &'static str {
        match self {
            FenField::Turn => "the side to move 'w' or 'b'",
            FenField::Castling => "castling rights like KQkq or '-'",
            FenField::EnPassant => "an en passant square like e3 or '-'",
            FenField::Halfmoves => "a number of half-moves",
            FenField::Fullmoves => "a number of full moves",
        }
    }

    fn accepts(self, token: &str) -> bool {
        let all = |is_known: fn(u8) -> bool| token.bytes().all(is_known);
        match self {
            FenField::Turn => matches!(token, "w" | "b"),
            FenField::Castling => {
                token == "-" || all(|byte| b"kqabcdefgh".contains(&byte.to_ascii_lowercase()))
            }
            FenField::EnPassant => {
                token == "-" || shakmaty::Square::from_ascii(token.as_bytes()).is_ok()
            }
            FenField::Halfmoves | FenField::Fullmoves => all(|byte| byte.is_ascii_digit()),
        }
    }
}

/// The text is not the FEN of a position that can be played.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FenError {
    /// The first field is not a board of 8×8.
    Board(ParsePlacementError),
    /// Another field is not what it should be.
    Field {
        /// Which.
        field: FenField,
        /// Its text.
        token: String,
    },
    /// The seventh field is not a run.
    Run(ParseRunError),
    /// There is something after the seventh field.
    TooLong {
        /// The first word of it.
        token: String,
    },
    /// The text is a FEN, but the position cannot be played.
    Setup(SetupError),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenError::Board(error) => error.fmt(f),
            FenError::Field { field, token } => write!(
                f,
                "the FEN has '{}' where {} should be",
                token.escape_debug(),
                field.expected()
            ),
            FenError::Run(error) => error.fmt(f),
            FenError::TooLong { token } => write!(
                f,
                "the FEN goes on with '{}' after its seven fields",
                token.escape_debug()
            ),
            FenError::Setup(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for FenError {}

impl FromStr for Fen {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Fen, FenError> {
        // One token too many is enough to know that the text is wrong.
        let tokens: Vec<&str> = text.split_whitespace().take(8).collect();
        let board = tokens.first().copied().unwrap_or("");
        Placement::with_size(board, 8, 8).map_err(FenError::Board)?;
        for (field, &token) in FenField::ALL.into_iter().zip(tokens.iter().skip(1)) {
            if !field.accepts(token) {
                return Err(wrong(field, token));
            }
        }
        if let Some(&token) = tokens.get(7) {
            return Err(FenError::TooLong {
                token: token.into(),
            });
        }
        let run = match tokens.get(6) {
            None | Some(&"-") => None,
            Some(token) => Some(token.parse().map_err(FenError::Run)?),
        };
        let chess = tokens[..tokens.len().min(6)].join(" ");
        let chess = shakmaty::fen::Fen::from_ascii(chess.as_bytes())
            .map_err(|error| blame(&error, &tokens))?;
        Ok(Fen { chess, run })
    }
}

fn wrong(field: FenField, token: &str) -> FenError {
    FenError::Field {
        field,
        token: token.into(),
    }
}

/// The field that shakmaty's parser refused although its form was right, such
/// as three castling rights on one rank.
fn blame(error: &ParseFenError, tokens: &[&str]) -> FenError {
    let at = match error {
        ParseFenError::InvalidTurn => 0,
        ParseFenError::InvalidEpSquare => 2,
        ParseFenError::InvalidHalfmoveClock | ParseFenError::InvalidRemainingChecks => 3,
        ParseFenError::InvalidFullmoves => 4,
        _ => 1,
    };
    wrong(FenField::ALL[at], tokens.get(at + 1).copied().unwrap_or(""))
}
