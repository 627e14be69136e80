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

/// Why a game was won. Its `Display` is a noun, like `checkmate`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WinReason {
    /// The winner held the side that gave checkmate.
    Checkmate,
    /// The other player resigned.
    Resignation,
    /// The other player ran out of time.
    Time,
    /// An arbiter gave the game to the winner, for example because the winner was
    /// far ahead.
    Adjudication,
    /// The other player made an illegal move or switch.
    IllegalMove,
    /// The other player left the game, for example a program that ended.
    Abandoned,
}

impl fmt::Display for WinReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            WinReason::Checkmate => "checkmate",
            WinReason::Resignation => "resignation",
            WinReason::Time => "out of time",
            WinReason::Adjudication => "adjudication",
            WinReason::IllegalMove => "illegal move",
            WinReason::Abandoned => "abandoned",
        })
    }
}

/// Why a game was drawn. Its `Display` is a noun, like `stalemate`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
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
    /// An arbiter declared a draw, for example because the game was too long.
    Adjudication,
}

impl fmt::Display for DrawReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            DrawReason::Stalemate => "stalemate",
            DrawReason::Material => "not enough material",
            DrawReason::FivefoldRepetition => "fivefold repetition",
            DrawReason::SeventyFiveMoves => "seventy-five moves",
            DrawReason::ThreefoldRepetition => "threefold repetition",
            DrawReason::FiftyMoves => "fifty moves",
            DrawReason::Agreement => "agreement",
            DrawReason::TimeWithoutMaterial => "out of time, but the other cannot win",
            DrawReason::Adjudication => "adjudication",
        })
    }
}

/// How a game ended.
///
/// ```
/// use catena_chess::{Outcome, Player, WinReason};
///
/// let outcome = Outcome::Win { winner: Player::Second, reason: WinReason::Checkmate };
/// assert_eq!(outcome.pgn(), "0-1");
/// assert_eq!(outcome.termination(), "normal");
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

    /// The value of the PGN tag `Termination`, one of those that the PGN standard
    /// has: `normal`, `time forfeit`, `adjudication`, `rules infraction` or
    /// `abandoned`.
    #[must_use]
    pub const fn termination(self) -> &'static str {
        match self {
            Outcome::Win { reason, .. } => match reason {
                WinReason::Checkmate | WinReason::Resignation => "normal",
                WinReason::Time => "time forfeit",
                WinReason::Adjudication => "adjudication",
                WinReason::IllegalMove => "rules infraction",
                WinReason::Abandoned => "abandoned",
            },
            Outcome::Draw { reason } => match reason {
                DrawReason::TimeWithoutMaterial => "time forfeit",
                DrawReason::Adjudication => "adjudication",
                _ => "normal",
            },
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
                    WinReason::Adjudication => "by adjudication",
                    WinReason::IllegalMove => "by an illegal move of the other",
                    WinReason::Abandoned => "because the other left the game",
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
                DrawReason::Adjudication => "draw by adjudication",
            }),
        }
    }
}
