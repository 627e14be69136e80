//! The exact detector on an 8×8 board: biconnected components and floods on sets
//! of 64 bits. Theorem T2 of `docs/theory.md` says why it is right.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::cut::is_in_wall;
use crate::biconnected::{KingGraph, for_each_block};
use crate::grid8::Grid8;
use crate::square::Square;

/// Returns the empty squares that orthogonal steps through empty squares do not
/// join to the rim of the board.
#[must_use]
pub(crate) fn enclosed(occupied: Grid8) -> Grid8 {
    enclosed_by(occupied)
}

/// Rounds of the flood that nearly every chess position needs. Without a test
/// for the end after each of them, `has_chain` takes 4 % less time.
const CERTAIN_ROUNDS: usize = 3;

/// Returns the squares outside `wall` that orthogonal steps past it do not join
/// to the outside of the board. Pieces that are not in `wall` are no obstacle.
pub(crate) fn enclosed_by(wall: Grid8) -> Grid8 {
    let open = !wall;
    let mut outside = Grid8::RIM & open;
    for _ in 0..CERTAIN_ROUNDS {
        outside = (outside | outside.orthogonal_neighbours()) & open;
    }
    open - outside.orthogonal_flood(open)
}

/// Returns the squares of the set that are a king's step from another of them.
pub(crate) fn adjacent_empties(squares: Grid8) -> Grid8 {
    squares & squares.king_neighbours()
}

/// Returns the paper's enclosed areas of at least `min_size` squares: groups of
/// [`enclosed`] squares, joined by king's steps.
///
/// They are in the paper's order, that of their first squares: a8 to h8, then
/// a7 to h7, and so on; the first is number 1 in the paper.
#[must_use]
pub(crate) fn areas(occupied: Grid8, min_size: u32) -> Vec<Grid8> {
    let mut left = enclosed(occupied);
    let mut areas = Vec::new();
    while let Some(first) = first_in_reading_order(left) {
        let area = Grid8::from(first).king_flood(left);
        left -= area;
        if area.len() >= min_size {
            areas.push(area);
        }
    }
    areas
}

/// Returns the first square of the set in reading order: a8 to h8, then a7 to
/// h7, and so on.
pub(crate) fn first_in_reading_order(squares: Grid8) -> Option<Square> {
    Grid8::from_bits(squares.bits().swap_bytes())
        .first()
        .and_then(|square| Square::from_coords(square.file(), 7 - square.rank()))
}

/// Returns whether the wall encloses two adjacent empty squares.
pub(super) fn holds_a_pair(wall: Grid8, occupied: Grid8) -> bool {
    !adjacent_empties(enclosed_by(wall) - occupied).is_empty()
}

/// Returns whether the piece on `square` is part of a chain around at least two
/// adjacent empty squares. Returns false if there is no piece on the square.
///
/// # Definition
///
/// A chain is a closed line of pieces, each a king's step from the next, each
/// used once. What counts is that a square is occupied, not by what.
///
/// # Complexity
///
/// Linear in the pieces. Two cheap tests answer for nineteen of twenty moves
/// of master games; the others need a search for the blocks of the piece.
///
/// # Exactness
///
/// Exact, by theorem T2 of `docs/theory.md`. The tests compare it with a search
/// by definition on every board up to 4×5.
#[must_use]
pub(crate) fn has_chain(occupied: Grid8, square: Square) -> bool {
    // The quick test that refuses (section 7 of `docs/theory.md`), in two parts.
    if !occupied.contains(square) || (square.king_neighbours() & occupied).len() < 2 {
        return false;
    }
    let enclosed = enclosed(occupied);
    if adjacent_empties(enclosed).is_empty() {
        return false;
    }
    is_on_a_wall(occupied, enclosed, square)
}

/// [`has_chain`] for callers that already have `enclosed` and know that two of
/// its squares are adjacent.
pub(crate) fn is_on_a_wall(occupied: Grid8, enclosed: Grid8, square: Square) -> bool {
    is_needed_by_a_wall(occupied, enclosed, adjacent_empties(enclosed), square)
        || on_a_block_with_a_pair(occupied, square)
}

/// The quick test that accepts: returns whether every wall around some enclosed
/// square needs the piece.
///
/// A walk from an enclosed square beside the piece, across the piece, to an
/// open square beside it or off the board meets no other piece. So every wall
/// around that square has this piece in it. That there is a valid chain is
/// proved in section 7 of `docs/theory.md`.
fn is_needed_by_a_wall(occupied: Grid8, enclosed: Grid8, paired: Grid8, square: Square) -> bool {
    let here = Grid8::from(square);
    let beside = here.orthogonal_neighbours();
    let open = !occupied - enclosed;
    !(beside & paired).is_empty() && (!(beside & open).is_empty() || !here.is_disjoint(Grid8::RIM))
}

/// Theorem T2 itself: returns whether a block of the piece encloses two adjacent
/// empty squares.
fn on_a_block_with_a_pair(occupied: Grid8, square: Square) -> bool {
    let pieces = trimmed(occupied);
    pieces.contains(square)
        && is_in_wall(pieces, occupied, square)
            .unwrap_or_else(|| wall_by_search(pieces, occupied, square))
}

/// Returns whether a block of the piece encloses two adjacent empty squares, by
/// a search for its blocks.
pub(super) fn wall_by_search(pieces: Grid8, occupied: Grid8, square: Square) -> bool {
    let mut found = false;
    for_each_block(&KingGraph(pieces), square, |head, block| {
        // A block contains the root exactly if the root is its head.
        found = head == square && is_wall(block, occupied);
        if found {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    found
}

/// Returns every piece that is part of a chain around at least two adjacent
/// empty squares: [`has_chain`] for all squares in one call.
///
/// # Complexity
///
/// Linear in the pieces.
///
/// # Exactness
///
/// That of [`has_chain`].
#[must_use]
pub(crate) fn chain_squares(occupied: Grid8) -> Grid8 {
    let mut on_chain = Grid8::EMPTY;
    if !adjacent_empties(enclosed(occupied)).is_empty() {
        for_each_wall(occupied, occupied, |wall| on_chain |= wall);
    }
    on_chain
}

/// Calls `visit` with every wall among `pieces`: every block of the king graph
/// on them that encloses two adjacent squares which are not in `occupied`.
/// Each piece of a wall is part of a chain of its pieces.
///
/// `pieces` are some or all of the `occupied` squares: walls are looked for
/// among them alone, and the others are not empty.
///
/// # Complexity
///
/// Linear in the pieces.
pub fn for_each_wall(pieces: Grid8, occupied: Grid8, mut visit: impl FnMut(Grid8)) {
    let mut left = trimmed(pieces);
    while let Some(root) = left.first() {
        let joined = Grid8::from(root).king_flood(left);
        left -= joined;
        // What a part does not enclose, none of its blocks does.
        if !is_wall(joined, occupied) {
            continue;
        }
        for_each_block(&KingGraph(joined), root, |_, block| {
            if is_wall(block, occupied) {
                visit(block);
            }
            ControlFlow::Continue(())
        });
    }
}

/// Returns the pieces without some that are in no block: those beside fewer than
/// two others, and those that are then beside fewer than two. Blocks are found
/// piece by piece; this is done for all pieces at once.
pub(super) fn trimmed(pieces: Grid8) -> Grid8 {
    let pieces = pieces & pieces.beside_two();
    pieces & pieces.beside_two()
}

/// Returns whether these connected pieces enclose two adjacent empty squares. It
/// takes at least six.
fn is_wall(pieces: Grid8, occupied: Grid8) -> bool {
    pieces.len() >= 6 && holds_a_pair(pieces, occupied)
}
