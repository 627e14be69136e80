//! The verifier: checks a claimed chain against the definition, square by
//! square. It shares nothing with the detectors but the meaning of "inside".

use core::fmt;

use crate::chain::{Chain, inside, links};
use crate::grid8::Grid8;
use crate::square::Square;

/// What is wrong with a claimed chain.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChainError {
    /// It has fewer than three pieces, so it is no closed line.
    TooShort,
    /// There is no piece on this square.
    NoPiece(Square),
    /// The piece on this square is used more than once.
    UsedTwice(Square),
    /// These two follow each other, but are not a king's step apart.
    NotAdjacent(Square, Square),
    /// It does not go through the piece asked about.
    Misses(Square),
    /// The empty squares inside are these, not those claimed.
    Encloses(Grid8),
    /// No group of adjacent empty squares inside is as large as asked for.
    AreaTooSmall,
}

impl fmt::Display for ChainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooShort => f.write_str("a chain has at least three pieces"),
            Self::NoPiece(square) => write!(f, "there is no piece on {square}"),
            Self::UsedTwice(square) => write!(f, "the piece on {square} is used twice"),
            Self::NotAdjacent(a, b) => write!(f, "{a} and {b} are not a king's step apart"),
            Self::Misses(square) => write!(f, "the chain does not go through {square}"),
            Self::Encloses(inside) => write!(f, "the empty squares inside are {inside:?}"),
            Self::AreaTooSmall => f.write_str("no group of empty squares inside is large enough"),
        }
    }
}

impl core::error::Error for ChainError {}

/// Checks that `chain` is a chain through `square`, and that it encloses a
/// group of at least `min_size` adjacent empty squares.
///
/// # Errors
///
/// What is wrong with it, the first thing found.
///
/// # Examples
///
/// ```
/// use catena_grid::{ChainError, Grid8, Square, verify, witness};
///
/// let board = Grid8::from_art(
///     ". . . . . . . .
///      . . . . . . . .
///      . . . . . . . .
///      . . # # . . . .
///      . # . . # . . .
///      . . # # . . . .
///      . . . . . . . .
///      . . . . . . . .",
/// );
/// let b4: Square = "b4".parse()?;
/// let mut chain = witness(board, b4).expect("the wall is closed");
/// assert_eq!(verify(board, b4, 2, &chain), Ok(()));
///
/// chain.squares.pop();
/// assert!(matches!(verify(board, b4, 2, &chain), Err(ChainError::NotAdjacent(..))));
/// # Ok::<(), catena_grid::ParseSquareError>(())
/// ```
pub fn verify(
    occupied: Grid8,
    square: Square,
    min_size: u32,
    chain: &Chain,
) -> Result<(), ChainError> {
    let squares = &chain.squares;
    if squares.len() < 3 {
        return Err(ChainError::TooShort);
    }
    let mut seen = Grid8::EMPTY;
    for (a, b) in links(squares) {
        if !occupied.contains(a) {
            return Err(ChainError::NoPiece(a));
        }
        if seen.contains(a) {
            return Err(ChainError::UsedTwice(a));
        }
        if a.distance(b) != 1 {
            return Err(ChainError::NotAdjacent(a, b));
        }
        seen.insert(a);
    }
    if !seen.contains(square) {
        return Err(ChainError::Misses(square));
    }
    let inside = inside(squares) - occupied;
    if inside != chain.encloses {
        return Err(ChainError::Encloses(inside));
    }
    if inside
        .iter()
        .all(|first| Grid8::from(first).king_flood(inside).len() < min_size)
    {
        return Err(ChainError::AreaTooSmall);
    }
    Ok(())
}
