//! The longest chain in all games.

use std::sync::atomic::{AtomicUsize, Ordering};

use catena_grid::{Board, Grid8, Square};

/// A chain that a move formed.
///
/// A move can form many chains. The shortest one counts, since others can
/// include any pieces nearby.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LongestChain {
    /// The index of the file.
    pub(super) file: usize,
    /// The number of the game in the file, from 1.
    pub(super) game: u64,
    /// The number of the ply in the game, from 1.
    pub(super) ply: u32,
    /// The chain's squares, from the piece that moved.
    pub(super) squares: Vec<Square>,
}

/// The length of the longest chain found by any thread.
#[derive(Debug, Default)]
pub(super) struct LongestRecord(AtomicUsize);

impl LongestRecord {
    /// Returns the shortest chain through the piece if it can be the longest of
    /// all: longer than `own`, the longest so far in the same block of games,
    /// and not shorter than the record. Chains as long as the record are kept,
    /// so that the first of them does not depend on which thread was faster.
    pub(super) fn challenge(
        &self,
        occupied: Grid8,
        square: Square,
        own: usize,
    ) -> Option<Vec<Square>> {
        let needed = self.0.load(Ordering::Relaxed).max(own + 1);
        // The search for the shortest chain is slow. Any chain with too few
        // pieces shows that it is not needed.
        if is_short(occupied, square, needed) || can_be_thinned(occupied, square, needed) {
            return None;
        }
        let squares = occupied.shortest(square)?.cells().to_vec();
        self.0.fetch_max(squares.len(), Ordering::Relaxed);
        (squares.len() >= needed).then_some(squares)
    }
}

/// Returns whether a cheap test finds a chain through the piece with fewer
/// pieces than `needed`, among the pieces around an enclosed region and those
/// near the piece. That decides 97 % of the chain-forming moves of master games.
fn is_short(occupied: Grid8, square: Square, needed: usize) -> bool {
    (0..=2).any(|steps| {
        let near = near(square, steps);
        regions(occupied.enclosed()).any(|region| {
            let pieces = (region.king_neighbours() | near) & occupied;
            (pieces.len() as usize) < needed && pieces.has_chain(square)
        })
    })
}

/// Returns whether removing one piece after the other, the farthest first,
/// leaves a chain through the piece with fewer pieces than `needed`. That
/// decides almost all of the rest.
fn can_be_thinned(mut pieces: Grid8, square: Square, needed: usize) -> bool {
    for steps in (1..8).rev() {
        for piece in pieces - near(square, steps) {
            let fewer = pieces.without(piece);
            if fewer.has_chain(square) {
                pieces = fewer;
            }
            if (pieces.len() as usize) < needed {
                return true;
            }
        }
    }
    false
}

/// Returns the groups of these squares that orthogonal steps connect.
fn regions(mut squares: Grid8) -> impl Iterator<Item = Grid8> {
    std::iter::from_fn(move || {
        let region = Grid8::from(squares.first()?).orthogonal_flood(squares);
        squares -= region;
        Some(region)
    })
}

/// Returns the squares at most this many king's steps away.
fn near(square: Square, steps: u32) -> Grid8 {
    (0..steps).fold(Grid8::from(square), |near, _| near | near.king_neighbours())
}
