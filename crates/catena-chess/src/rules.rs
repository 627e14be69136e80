//! What the published rules leave open, each as one named constant, the
//! [`SwitchLimit`] that they let the players choose, and when a game is drawn.
//!
//! Clauses of RULES.md that say *our choice* have their constant here. The rest of the
//! crate asks this module, and no other place knows how many moves or repetitions
//! make a draw, or how many switches a run may have.

use core::fmt;
use core::str::FromStr;

use crate::outcome::DrawReason;

/// Castling moves two pieces. A chain through the rook's new square counts as
/// well as one through the king's.
pub const CASTLED_ROOK_COUNTS: bool = true;

/// After castling the chain that is shown is one through the king, if the king is on
/// one, and otherwise one through the rook.
pub const CASTLED_KING_IS_SHOWN_FIRST: bool = true;

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

/// No chain has fewer pieces (proved: `docs/theory.md`, `shortest`). With fewer on the
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

/// The draw that a player may claim in a position that has been on the board this many
/// times, after this many half-moves without a capture or a pawn's move.
///
/// ```
/// use catena_chess::{DrawReason, rules};
///
/// assert_eq!(rules::draw_to_claim(2, 99), None);
/// assert_eq!(rules::draw_to_claim(3, 99), Some(DrawReason::ThreefoldRepetition));
/// assert_eq!(rules::draw_to_claim(2, 100), Some(DrawReason::FiftyMoves));
/// ```
#[must_use]
pub const fn draw_to_claim(repetitions: usize, halfmoves: u32) -> Option<DrawReason> {
    if repetitions >= REPETITIONS_TO_CLAIM {
        Some(DrawReason::ThreefoldRepetition)
    } else if halfmoves >= HALFMOVES_TO_CLAIM {
        Some(DrawReason::FiftyMoves)
    } else {
        None
    }
}

/// The draw that ends the game at once in a position that has been on the board this
/// many times, after this many half-moves without a capture or a pawn's move.
/// Checkmate comes first: a move that gives it wins.
///
/// ```
/// use catena_chess::{DrawReason, rules};
///
/// assert_eq!(rules::automatic_draw(4, 149), None);
/// assert_eq!(rules::automatic_draw(5, 149), Some(DrawReason::FivefoldRepetition));
/// assert_eq!(rules::automatic_draw(4, 150), Some(DrawReason::SeventyFiveMoves));
/// ```
#[must_use]
pub const fn automatic_draw(repetitions: usize, halfmoves: u32) -> Option<DrawReason> {
    if repetitions >= REPETITIONS_TO_DRAW {
        Some(DrawReason::FivefoldRepetition)
    } else if halfmoves >= HALFMOVES_TO_DRAW {
        Some(DrawReason::SeventyFiveMoves)
    } else {
        None
    }
}

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

    /// How many switches a run may have; `None` is no limit. `size` is the size of the
    /// chain that started the run, `full_move` the number of the current full move.
    ///
    /// ```
    /// use catena_chess::SwitchLimit;
    ///
    /// assert_eq!(SwitchLimit::Size.most_switches(3, 20), Some(3));
    /// assert_eq!(SwitchLimit::Moves.most_switches(3, 20), Some(20));
    /// assert_eq!(SwitchLimit::None.most_switches(3, 20), None);
    /// ```
    #[must_use]
    pub const fn most_switches(self, size: u32, full_move: u32) -> Option<u32> {
        match self {
            SwitchLimit::Size => Some(size),
            SwitchLimit::Moves => Some(full_move),
            SwitchLimit::None => None,
        }
    }

    /// Whether one more switch may follow the `used` switches of a run; the other
    /// arguments are those of [`SwitchLimit::most_switches`].
    ///
    /// A run may always start: the chain that starts it has at least two empty squares
    /// inside, and the number of a move is at least 1.
    ///
    /// ```
    /// use catena_chess::SwitchLimit;
    ///
    /// assert!(SwitchLimit::Size.allows_another(0, 0, 1));
    /// assert!(SwitchLimit::Size.allows_another(2, 3, 1));
    /// assert!(!SwitchLimit::Size.allows_another(3, 3, 20));
    /// ```
    #[must_use]
    pub const fn allows_another(self, used: u32, size: u32, full_move: u32) -> bool {
        used == 0
            || match self.most_switches(size, full_move) {
                Some(most) => used < most,
                None => true,
            }
    }

    /// Whether runs have a limit.
    #[must_use]
    pub const fn is_limited(self) -> bool {
        !matches!(self, SwitchLimit::None)
    }

    /// Whether the limit of a run is the size of the chain that started it.
    #[must_use]
    pub const fn is_by_size(self) -> bool {
        matches!(self, SwitchLimit::Size)
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
