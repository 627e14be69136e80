//! Scores: what a position is worth to the player who moves.
//!
//! A score is an `i32` in hundredths of a pawn, from the point of view of the
//! *player* to move. In Switch-Side Chain-Chess the player stays the same
//! after a switch while the colour changes, so that a score is passed up
//! unchanged there and negated everywhere else.

use core::fmt;

/// The score of a position.
pub type Score = i32;

/// Larger than every score.
pub const INFINITE: Score = 32_001;

/// The score of giving mate now. Mate in *n* plies is `MATE - n`.
pub const MATE: Score = 32_000;

/// The longest line that is searched.
pub const MAX_PLY: usize = 128;

/// Scores from here on are mates.
pub const MATE_BOUND: Score = mate_in(MAX_PLY);

/// An even position.
pub const DRAW: Score = 0;

/// A number of plies, to count with scores.
#[expect(clippy::cast_possible_truncation, reason = "no line is as long")]
pub(crate) const fn from_plies(plies: usize) -> Score {
    plies as Score
}

/// The player to move gives mate in this many plies.
#[must_use]
pub const fn mate_in(plies: usize) -> Score {
    MATE - from_plies(plies)
}

/// The player to move is mated in this many plies.
#[must_use]
pub const fn mated_in(plies: usize) -> Score {
    from_plies(plies) - MATE
}

/// Whether the score is a mate, given or suffered.
#[must_use]
pub const fn is_mate(score: Score) -> bool {
    score.abs() >= MATE_BOUND
}

/// A score as people and UCI programs read it.
///
/// ```
/// use catena_engine::score::{ShownScore, mate_in, mated_in};
///
/// assert_eq!(ShownScore::from(34).to_string(), "cp 34");
/// assert_eq!(ShownScore::from(mate_in(3)).to_string(), "mate 2");
/// assert_eq!(ShownScore::from(mated_in(4)).to_string(), "mate -2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownScore {
    /// Hundredths of a pawn.
    Centipawns(Score),
    /// Mate in this many moves; below zero if the player to move is mated.
    /// In a run of switches a move is still two plies, one of each colour.
    Mate(Score),
}

impl From<Score> for ShownScore {
    fn from(score: Score) -> ShownScore {
        if score >= MATE_BOUND {
            ShownScore::Mate((MATE - score + 1) / 2)
        } else if score <= -MATE_BOUND {
            ShownScore::Mate(-(MATE + score) / 2)
        } else {
            ShownScore::Centipawns(score)
        }
    }
}

impl fmt::Display for ShownScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShownScore::Centipawns(score) => write!(f, "cp {score}"),
            ShownScore::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}
