//! Moves as UCI engines write them, with `s` appended for a switch:
//! `e2e4`, `e2e4s`, `e7e8qs`.

use core::fmt;
use core::str::FromStr;

use shakmaty::uci::UciMove;

use crate::decision::Decision;
use crate::play_error::PlayError;
use crate::position::SsccPosition;

/// A move in the notation of UCI: syntax only. [`UciDecision::to_decision`] checks
/// whether it is legal.
///
/// ```
/// use catena_chess::{SsccPosition, notation::uci::UciDecision};
///
/// let uci: UciDecision = "e2e4".parse()?;
/// assert!(uci.to_decision(&SsccPosition::default()).is_ok());
///
/// let uci: UciDecision = "e7e8qs".parse()?;
/// assert!(uci.switches);
/// assert_eq!(uci.to_string(), "e7e8qs");
/// # Ok::<(), catena_chess::notation::uci::UciError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UciDecision {
    /// The move of chess.
    pub mv: UciMove,
    /// Whether the mover switches sides.
    pub switches: bool,
}

impl UciDecision {
    /// The text of a move in this position.
    #[must_use]
    pub fn from_decision(position: &SsccPosition, decision: Decision) -> UciDecision {
        UciDecision {
            mv: UciMove::from_move(decision.mv, position.castling_mode()),
            switches: decision.switches,
        }
    }

    /// The move in this position.
    ///
    /// # Errors
    ///
    /// If the move is not legal or the switch not allowed.
    pub fn to_decision(self, position: &SsccPosition) -> Result<Decision, UciError> {
        let token = || self.to_string();
        let mv = self
            .mv
            .to_move(position.chess())
            .map_err(|_| UciError::Illegal { token: token() })?;
        if self.switches {
            position
                .check_switch(mv)
                .map_err(|reason| UciError::Switch {
                    token: token(),
                    reason,
                })?;
        }
        Ok(Decision {
            mv,
            switches: self.switches,
        })
    }
}

impl SsccPosition {
    /// The move in the notation of UCI.
    #[must_use]
    pub fn uci(&self, decision: Decision) -> String {
        UciDecision::from_decision(self, decision).to_string()
    }

    /// The legal move that this text names, with `s` for a switch.
    ///
    /// ```
    /// use catena_chess::SsccPosition;
    ///
    /// let position = SsccPosition::default();
    /// let decision = position.parse_uci("g1f3")?;
    /// assert_eq!(position.san(decision.mv), "Nf3");
    /// # Ok::<(), catena_chess::notation::uci::UciError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the text is not a move, or one that is not legal.
    pub fn parse_uci(&self, text: &str) -> Result<Decision, UciError> {
        text.parse::<UciDecision>()?.to_decision(self)
    }
}

impl fmt::Display for UciDecision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.switches { "s" } else { "" };
        write!(f, "{}{mark}", self.mv)
    }
}

/// The text is not a move, or not one that may be played.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UciError {
    /// The text does not have the form of a move.
    Form {
        /// The text.
        token: String,
    },
    /// The move is not legal.
    Illegal {
        /// The move.
        token: String,
    },
    /// The switch is not allowed.
    Switch {
        /// The move.
        token: String,
        /// Why not.
        reason: PlayError,
    },
}

impl fmt::Display for UciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UciError::Form { token } => write!(
                f,
                "'{}' is not a move like e2e4, e7e8q or, with a switch, e2e4s",
                token.escape_debug()
            ),
            UciError::Illegal { token } => write!(f, "the move '{token}' is not legal here"),
            UciError::Switch { token, reason } => {
                write!(f, "the move '{token}' is not allowed: {reason}")
            }
        }
    }
}

impl core::error::Error for UciError {}

impl FromStr for UciDecision {
    type Err = UciError;

    fn from_str(token: &str) -> Result<UciDecision, UciError> {
        let (text, switches) = match token.strip_suffix('s') {
            Some(text) => (text, true),
            None => (token, false),
        };
        match UciMove::from_ascii(text.as_bytes()) {
            Ok(mv @ UciMove::Normal { .. }) => Ok(UciDecision { mv, switches }),
            _ => Err(UciError::Form {
                token: token.into(),
            }),
        }
    }
}
