//! Moves in standard algebraic notation, exactly as in chess: the switch is
//! no part of it.

use core::fmt;

use shakmaty::Move;
use shakmaty::san::{San, SanError, SanPlus};

use crate::position::SsccPosition;

impl SsccPosition {
    /// The legal move in standard algebraic notation, with `+` or `#`.
    ///
    /// ```
    /// use catena_chess::SsccPosition;
    ///
    /// let position = SsccPosition::default();
    /// let mv = position.parse_san("Nf3")?;
    /// assert_eq!(position.san(mv), "Nf3");
    /// # Ok::<(), catena_chess::notation::san::SanMoveError>(())
    /// ```
    #[must_use]
    pub fn san(&self, mv: Move) -> String {
        SanPlus::from_move(self.chess().clone(), mv).to_string()
    }

    /// The legal move that this text names.
    ///
    /// Tolerates zeros in castling, missing or wrong `+` and `#`, `x` left
    /// out or put in, and more disambiguation than is needed.
    ///
    /// # Errors
    ///
    /// If the text is not a move, or names no legal move or more than one.
    pub fn parse_san(&self, text: &str) -> Result<Move, SanMoveError> {
        let kind = match SanPlus::from_ascii(text.as_bytes()) {
            Err(_) | Ok(SanPlus { san: San::Null, .. }) => SanMoveErrorKind::Form,
            Ok(plus) => match plus.san.to_move(self.chess()) {
                Ok(mv) => return Ok(mv),
                Err(SanError::AmbiguousSan) => SanMoveErrorKind::Ambiguous,
                Err(SanError::IllegalSan) => SanMoveErrorKind::Illegal,
            },
        };
        Err(SanMoveError {
            text: text.into(),
            kind,
        })
    }
}

/// Why a text names no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SanMoveErrorKind {
    /// It does not have the form of a move.
    Form,
    /// No legal move is meant.
    Illegal,
    /// More than one legal move could be meant.
    Ambiguous,
}

/// The text names no move, or more than one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SanMoveError {
    /// The text.
    pub text: String,
    /// What is wrong.
    pub kind: SanMoveErrorKind,
}

impl fmt::Display for SanMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.text.escape_debug();
        match self.kind {
            SanMoveErrorKind::Form => write!(f, "'{text}' is not a move like e4, Nf3 or O-O"),
            SanMoveErrorKind::Illegal => write!(f, "the move '{text}' is not legal here"),
            SanMoveErrorKind::Ambiguous => write!(f, "the move '{text}' could be several moves"),
        }
    }
}

impl core::error::Error for SanMoveError {}
