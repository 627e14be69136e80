//! Biconnected components (blocks) of graphs on the squares of an 8×8 board.

use core::ops::ControlFlow;

use crate::grid8::Grid8;
use crate::square::Square;

/// A graph on some squares of the board.
pub(crate) trait SquareGraph {
    /// The squares that are vertices.
    fn vertices(&self) -> Grid8;
    /// The vertices joined to this one.
    fn neighbours(&self, square: Square) -> Grid8;
}

/// The king graph on the pieces: each is joined to those a king's step away.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KingGraph(pub(crate) Grid8);

impl SquareGraph for KingGraph {
    fn vertices(&self) -> Grid8 {
        self.0
    }

    fn neighbours(&self, square: Square) -> Grid8 {
        square.king_neighbours() & self.0
    }
}

/// The path of the depth-first search from its root to where it is, by depth.
///
/// Three arrays instead of one array of structs: these are filled by `memset`,
/// which makes `catena annotate --stats` a tenth faster.
struct SearchPath {
    square: [Square; 64],
    /// The smallest depth that the piece, or one found from it, is joined to.
    low: [u8; 64],
    /// The piece and those found from it whose block is not known yet.
    rest: [Grid8; 64],
}

impl SearchPath {
    fn from_root(root: Square) -> SearchPath {
        let mut path = SearchPath {
            square: [root; 64],
            low: [0; 64],
            rest: [Grid8::EMPTY; 64],
        };
        path.rest[0] = root.into();
        path
    }
}

/// Calls `report` with each block of at least three squares in the part of the
/// graph that is connected with `root`, until it returns `Break`. With each block
/// comes its *head*: the square of it nearest to the root. Every head but the
/// root is an articulation point. A block contains the root if and only if the
/// root is its head.
///
/// This is the depth-first search of Hopcroft and Tarjan. As a set of squares is
/// a machine word, each step of the path carries the set of what was found from
/// it, and no second stack is needed.
///
/// # Complexity
///
/// Linear in pieces and edges; no allocation.
pub(crate) fn for_each_block(
    graph: &impl SquareGraph,
    root: Square,
    mut report: impl FnMut(Square, Grid8) -> ControlFlow<()>,
) {
    let mut path = SearchPath::from_root(root);
    let mut depth_of = [0u8; 64];
    let mut unvisited = graph.vertices().without(root);
    let mut depth: usize = 0;
    loop {
        let here = path.square[depth & 63];
        if let Some(child) = (graph.neighbours(here) & unvisited).first() {
            // Visited neighbours of `child` are on the path: a square that the
            // search has left has no unvisited neighbour.
            let low = (graph.neighbours(child) - unvisited)
                .without(child)
                .iter()
                .map(|square| depth_of[usize::from(square.index())])
                .min();
            unvisited.remove(child);
            depth += 1;
            let at = depth & 63;
            depth_of[usize::from(child.index())] = u8::try_from(at).unwrap_or(u8::MAX);
            path.square[at] = child;
            path.low[at] = low.unwrap_or(u8::MAX);
            path.rest[at] = child.into();
            continue;
        }
        if depth == 0 {
            return;
        }
        let (low, rest) = (path.low[depth & 63], path.rest[depth & 63]);
        depth -= 1;
        let at = depth & 63;
        if usize::from(low) < depth {
            path.low[at] = path.low[at].min(low);
            path.rest[at] |= rest;
        } else if rest.len() >= 2 && report(path.square[at], rest.with(path.square[at])).is_break()
        {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::{for_all, grid8s};
    use alloc::vec::Vec;

    fn blocks(occupied: Grid8) -> Vec<Grid8> {
        let mut found = Vec::new();
        let mut left = occupied;
        while let Some(root) = left.first() {
            for_each_block(&KingGraph(occupied), root, |_, block| {
                found.push(block);
                ControlFlow::Continue(())
            });
            left -= Grid8::from(root).king_flood(occupied);
        }
        found
    }

    /// Two squares are in one block iff no single other square separates them
    /// and they are joined: the definition, tried out.
    #[test]
    fn blocks_are_what_no_single_piece_separates() {
        for_all(300, grid8s(), |occupied| {
            let blocks = blocks(occupied);
            for a in occupied {
                for b in occupied {
                    if a >= b {
                        continue;
                    }
                    let inseparable = occupied.iter().all(|cut| {
                        cut == a
                            || cut == b
                            || Grid8::from(a).king_flood(occupied.without(cut)).contains(b)
                    });
                    let alone = a.king_neighbours().contains(b)
                        && !Grid8::from(a)
                            .king_neighbours()
                            .king_flood(occupied.without(a))
                            .contains(b);
                    let together = blocks
                        .iter()
                        .any(|block| block.contains(a) && block.contains(b));
                    if together {
                        assert!(inseparable, "{a} {b}\n{occupied}");
                    } else if inseparable && !alone && a.distance(b) > 1 {
                        panic!("{a} and {b} belong in one block\n{occupied}");
                    }
                }
            }
        });
    }

    #[test]
    fn a_head_that_is_the_root_means_that_the_root_is_in_the_block() {
        let occupied = Grid8::from_bits(0x0018_2442_4224_1818);
        for root in occupied {
            for_each_block(&KingGraph(occupied), root, |head, block| {
                assert_eq!(head == root, block.contains(root));
                assert!(block.len() >= 3);
                ControlFlow::Continue(())
            });
        }
    }
}
