//! What the published rules leave open, each as one named constant, and the
//! [`SwitchLimit`] that the published rules let the players choose.
//!
//! A constant here is **our choice**: a line of RULES.md says so. The code reads
//! these constants and decides nothing of the kind anywhere else.

use core::fmt;
use core::str::FromStr;

/// Castling moves two pieces. A chain through the rook's new square counts as
/// well as one through the king's.
pub const CASTLED_ROOK_COUNTS: bool = true;

/// A move that ends the game (checkmate, stalemate, an automatic draw) ends
/// it: no switch follows.
pub const SWITCH_AFTER_THE_END: bool = false;

/// Two positions with different runs are different positions when
/// repetitions are counted.
pub const REPETITION_COUNTS_RUN: bool = true;

/// Two positions in which different players hold White are different
/// positions when repetitions are counted.
pub const REPETITION_COUNTS_HOLDER: bool = true;

/// How big a move's chain is under [`SwitchLimit::Size`] when the move forms
/// several chains at once.
pub const SIZE_OF_SEVERAL_CHAINS: ChainSize = ChainSize::Largest;

/// `Result` in a PGN file is in terms of the players who started with White
/// and Black, not of the colour that was mated.
pub const RESULT_NAMES_PLAYERS: bool = true;

/// No chain has fewer pieces (proved: definition.md, `shortest`). With fewer on the
/// board nobody can ever switch again, and a player whose own side
/// cannot mate cannot win on time.
pub const FEWEST_PIECES_IN_A_CHAIN: usize = 6;

/// The same position this many times: a player may claim a draw.
pub const REPETITIONS_TO_CLAIM: usize = 3;

/// The same position this many times: the game is drawn.
pub const REPETITIONS_TO_DRAW: usize = 5;

/// This many half-moves without a capture or a pawn's move: a player may
/// claim a draw (the fifty-move rule).
pub const HALFMOVES_TO_CLAIM: u32 = 100;

/// This many half-moves without a capture or a pawn's move: the game is drawn
/// (the seventy-five-move rule).
pub const HALFMOVES_TO_DRAW: u32 = 150;

/// How to measure a move that forms several chains at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChainSize {
    /// By the most empty squares inside any one of them.
    Largest,
}

/// How often one player may switch without a turn of the other between.
///
/// ```
/// use catena_chess::SwitchLimit;
///
/// assert_eq!("moves".parse(), Ok(SwitchLimit::Moves));
/// assert_eq!(SwitchLimit::default().to_string(), "size");
/// assert_eq!(
///     "often".parse::<SwitchLimit>().unwrap_err().to_string(),
///     "the switch limit 'often' is not one of size, moves, none",
/// );
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SwitchLimit {
    /// As often as the chain that started the run has empty squares inside
    /// (the inventor's rule of 2018-06-22).
    #[default]
    Size,
    /// As often as the number of the current full move (2017-03-30).
    Moves,
    /// As often as the player forms a chain (2014).
    None,
}

impl SwitchLimit {
    /// The three rules, the default first.
    pub const ALL: [SwitchLimit; 3] = [SwitchLimit::Size, SwitchLimit::Moves, SwitchLimit::None];

    /// The name of the rule, as in RULES.md.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            SwitchLimit::Size => "size",
            SwitchLimit::Moves => "moves",
            SwitchLimit::None => "none",
        }
    }
}

impl fmt::Display for SwitchLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text names no [`SwitchLimit`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseSwitchLimitError {
    text: String,
}

impl fmt::Display for ParseSwitchLimitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the switch limit '{}' is not one of size, moves, none",
            self.text.escape_debug()
        )
    }
}

impl core::error::Error for ParseSwitchLimitError {}

impl FromStr for SwitchLimit {
    type Err = ParseSwitchLimitError;

    fn from_str(text: &str) -> Result<SwitchLimit, ParseSwitchLimitError> {
        SwitchLimit::ALL
            .into_iter()
            .find(|limit| limit.name() == text)
            .ok_or_else(|| ParseSwitchLimitError { text: text.into() })
    }
}
