//! Do two disjoint paths lead from a node to one region? On any graph.
//!
//! This is the paper's criterion for a chain, and *not* the question that
//! [`Board`](crate::Board) answers. On a grid the two differ: an island inside
//! a wall has two disjoint paths to the enclosed area, and is on no chain. On
//! graphs and [volumes](crate::cavity) there is no inside, and this is the
//! question that can be asked.
//!
//! The paper lists paths to find out. Menger's theorem decides it without a
//! list: there are two paths with nothing in common but their start exactly if
//! no other single node lies on all of them.

mod augment;
mod dominator;
mod start;

use alloc::vec::Vec;

use crate::graph::Graph;
use augment::{AugmentingSearch, combine};
pub use dominator::{DominatorBranches, dominator_branches};
pub use start::PathStarts;

/// A graph on which paths can be looked for: a [`Graph`], or a [`Subgraph`] of
/// one.
pub trait Network: adjacency::Adjacency {}

impl<N: adjacency::Adjacency> Network for N {}

pub(crate) mod adjacency {
    /// Nodes numbered from 0, and their neighbours. If one node is next to
    /// another, so is the other to the one.
    pub trait Adjacency {
        /// A way back from a node to one of its neighbours. A grid needs a
        /// byte, whatever its size; a graph needs the number of the neighbour.
        type Trace: Copy + PartialEq;
        /// No way back.
        const NO_TRACE: Self::Trace;

        /// How many nodes there are.
        fn node_count(&self) -> usize;

        /// The first neighbour of a node with at least this number among the
        /// node's neighbours: that number, the neighbour, and the way back.
        fn neighbour(&self, node: usize, number: usize) -> Option<(usize, usize, Self::Trace)>;

        /// The neighbour that a way back leads to.
        fn follow(&self, node: usize, trace: Self::Trace) -> usize;

        /// Calls `f` for each neighbour of a node, with the way back to it.
        fn for_each_neighbour(&self, node: usize, mut f: impl FnMut(usize, Self::Trace)) {
            let mut number = 0;
            while let Some((found, next, back)) = self.neighbour(node, number) {
                f(next, back);
                number = found + 1;
            }
        }
    }
}

impl adjacency::Adjacency for Graph {
    type Trace = usize;
    const NO_TRACE: usize = usize::MAX;

    fn node_count(&self) -> usize {
        self.len()
    }

    fn neighbour(&self, node: usize, number: usize) -> Option<(usize, usize, usize)> {
        let next = self.neighbours(node).get(number)?;
        Some((number, *next, node))
    }

    fn follow(&self, _node: usize, trace: usize) -> usize {
        trace
    }
}

/// The subgraph induced by the occupied nodes of a graph: paths use no others.
#[derive(Clone, Debug)]
pub struct Subgraph<'a> {
    graph: &'a Graph,
    occupied: &'a [bool],
}

impl<'a> Subgraph<'a> {
    /// The subgraph of the occupied nodes; nodes beyond the end of the list
    /// are not occupied.
    #[must_use]
    pub fn new(graph: &'a Graph, occupied: &'a [bool]) -> Subgraph<'a> {
        Subgraph { graph, occupied }
    }

    fn contains(&self, node: usize) -> bool {
        self.occupied.get(node).copied().unwrap_or(false)
    }

    /// Returns the wall of a region: its occupied nodes, and the occupied
    /// neighbours of its other nodes. Nodes that are not in the graph do not
    /// count.
    #[must_use]
    pub fn wall(&self, region: &[usize]) -> Vec<usize> {
        let mut wall = Vec::new();
        for &node in region.iter().filter(|node| **node < self.graph.len()) {
            if self.contains(node) {
                wall.push(node);
            } else {
                let near = self.graph.neighbours(node).iter().copied();
                wall.extend(near.filter(|next| self.contains(*next)));
            }
        }
        wall.sort_unstable();
        wall.dedup();
        wall
    }
}

impl adjacency::Adjacency for Subgraph<'_> {
    type Trace = usize;
    const NO_TRACE: usize = usize::MAX;

    fn node_count(&self) -> usize {
        self.graph.len()
    }

    fn neighbour(&self, node: usize, number: usize) -> Option<(usize, usize, usize)> {
        // A start that is not occupied is not in the subgraph: no path leaves it.
        if !self.contains(node) {
            return None;
        }
        let near = self.graph.neighbours(node).iter().enumerate().skip(number);
        let mut occupied = near.filter(|(_, next)| self.contains(**next));
        occupied.next().map(|(number, next)| (number, *next, node))
    }

    fn follow(&self, _node: usize, trace: usize) -> usize {
        trace
    }
}

/// Finds two paths from a node to two different nodes of a region, with no
/// node in common but the first. They end at the first node of the region they
/// meet; the start itself does not count as part of the region.
///
/// # Returns
///
/// The two paths, each from the start on, or `None` if there are none.
///
/// # Complexity
///
/// Linear in the nodes and links. Extra space: three numbers per node.
///
/// # Exactness
///
/// Exact: two rounds of the augmenting-path method, by Menger's theorem.
///
/// # Examples
///
/// ```
/// use catena_grid::Graph;
/// use catena_grid::disjoint_paths::disjoint_paths;
///
/// //  0 - 1 - 2 - 4
/// //   \  3  /
/// let graph = Graph::new(5, &[(0, 1), (1, 2), (0, 3), (3, 2), (2, 4)])?;
/// assert_eq!(disjoint_paths(&graph, 0, |node| node >= 2), Some([vec![0, 3], vec![0, 1, 2]]));
/// // Every way to 4 goes through 2.
/// assert_eq!(disjoint_paths(&graph, 0, |node| node == 4), None);
/// # Ok::<(), catena_grid::GraphError>(())
/// ```
pub fn disjoint_paths<N: Network>(
    network: &N,
    start: usize,
    is_in_region: impl Fn(usize) -> bool,
) -> Option<[Vec<usize>; 2]> {
    if start >= network.node_count() {
        return None;
    }
    let mut search = AugmentingSearch::new(network, start);
    let first = search.augment(&is_in_region)?;
    search.take(&first);
    let second = search.augment(&is_in_region)?;
    Some(combine(start, &first, &second))
}
