//! [`Player`] and [`Outcome`]: who plays, and how a game ended for them.
//!
//! Colours change hands in this game, so a result in terms of colours would
//! say little. These types speak of players.

use core::fmt;
use core::ops::Not;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// The one who holds White when the game starts: `White` in a PGN file.
    First,
    /// The one who holds Black when the game starts: `Black` in a PGN file.
    Second,
}

impl Player {
    /// Both, the first one first.
    pub const ALL: [Player; 2] = [Player::First, Player::Second];
}

impl Not for Player {
    type Output = Player;

    /// The other player.
    fn not(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Player::First => "the first player",
            Player::Second => "the second player",
        })
    }
}

/// Why a game was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WinReason {
    /// The winner held the side that gave checkmate.
    Checkmate,
    /// The other player resigned.
    Resignation,
    /// The other player ran out of time.
    Time,
}

/// Why a game was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawReason {
    /// The player to move had no legal move and was not in check.
    Stalemate,
    /// Neither side could give checkmate.
    Material,
    /// The same position for the fifth time.
    FivefoldRepetition,
    /// Seventy-five moves without a capture or a pawn's move.
    SeventyFiveMoves,
    /// The same position for the third time, and a player claimed the draw.
    ThreefoldRepetition,
    /// Fifty moves without a capture or a pawn's move, and a player claimed
    /// the draw.
    FiftyMoves,
    /// The players agreed.
    Agreement,
    /// A player ran out of time, but the other could not have won.
    TimeWithoutMaterial,
}

/// How a game ended.
///
/// ```
/// use catena_chess::{Outcome, Player, WinReason};
///
/// let outcome = Outcome::Win { winner: Player::Second, reason: WinReason::Checkmate };
/// assert_eq!(outcome.pgn(), "0-1");
/// assert_eq!(outcome.to_string(), "the second player wins by checkmate");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A player won.
    Win {
        /// The winner.
        winner: Player,
        /// Why.
        reason: WinReason,
    },
    /// Nobody won.
    Draw {
        /// Why.
        reason: DrawReason,
    },
}

impl Outcome {
    /// The winner, if there is one.
    #[must_use]
    pub const fn winner(self) -> Option<Player> {
        match self {
            Outcome::Win { winner, .. } => Some(winner),
            Outcome::Draw { .. } => None,
        }
    }

    /// The result as a PGN file has it: `1-0` if the first player won.
    #[must_use]
    pub const fn pgn(self) -> &'static str {
        match self {
            Outcome::Win {
                winner: Player::First,
                ..
            } => "1-0",
            Outcome::Win {
                winner: Player::Second,
                ..
            } => "0-1",
            Outcome::Draw { .. } => "1/2-1/2",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Win { winner, reason } => {
                let how = match reason {
                    WinReason::Checkmate => "by checkmate",
                    WinReason::Resignation => "by resignation",
                    WinReason::Time => "on time",
                };
                write!(f, "{winner} wins {how}")
            }
            Outcome::Draw { reason } => f.write_str(match reason {
                DrawReason::Stalemate => "draw by stalemate",
                DrawReason::Material => "draw by insufficient material",
                DrawReason::FivefoldRepetition => "draw by fivefold repetition",
                DrawReason::SeventyFiveMoves => "draw by the seventy-five-move rule",
                DrawReason::ThreefoldRepetition => "draw by threefold repetition",
                DrawReason::FiftyMoves => "draw by the fifty-move rule",
                DrawReason::Agreement => "draw by agreement",
                DrawReason::TimeWithoutMaterial => {
                    "draw: time is up, but the other player cannot win"
                }
            }),
        }
    }
}
