//! The 8×8 board as the frontier programme sees it.

use crate::frontier::{Ground, Terrain};
use crate::grid8::Grid8;
use crate::square::Square;

/// The terrain with these walls, where these empty squares count.
pub(super) fn terrain(walls: Grid8, empty: Grid8) -> Terrain {
    Terrain::new(8, 8, |cell| match cell.square() {
        Some(square) if walls.contains(square) => Ground::Wall,
        Some(square) if empty.contains(square) => Ground::Empty,
        _ => Ground::Bystander,
    })
}

/// The size of the largest group of these squares.
pub(super) fn largest_group(squares: Grid8) -> u32 {
    groups(squares).map(Grid8::len).max().unwrap_or(0)
}

/// The groups that king's steps within these squares join.
pub(super) fn groups(mut squares: Grid8) -> impl Iterator<Item = Grid8> {
    core::iter::from_fn(move || {
        let first: Square = squares.first()?;
        let group = Grid8::from(first).king_flood(squares);
        squares = squares - group;
        Some(group)
    })
}
