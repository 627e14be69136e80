//! Dominators: which nodes all paths to a node have in common.

use alloc::vec;
use alloc::vec::Vec;

use super::Network;
use super::adjacency::Adjacency;

/// The branches of the dominator tree of a start node; see
/// [`dominator_branches`].
#[derive(Clone, Debug)]
pub struct DominatorBranches(Vec<u32>);

/// No branch, or no place in the tree.
const NONE: u32 = u32::MAX;

impl DominatorBranches {
    /// Returns the first node after the start that all paths to this node have
    /// in common: the child of the start in the dominator tree below which the
    /// node lies. It can be the node itself. The start has none, nor has a node
    /// that cannot be reached.
    #[must_use]
    pub fn of(&self, node: usize) -> Option<usize> {
        let branch = self.0.get(node).copied().filter(|branch| *branch != NONE);
        branch.map(|branch| branch as usize)
    }
}

/// Finds for each node the first node after the start that all paths to it
/// have in common. A graph has at most `u32::MAX` nodes here.
///
/// By Menger's theorem two disjoint paths lead to two nodes of a region exactly
/// if the region has nodes in different branches. So one call answers for all
/// regions.
///
/// # Complexity
///
/// Linear in nodes and links, by one depth-first search for articulation
/// points. Extra space: 8 bytes per node, and 20 more for each that can be
/// reached.
///
/// # Examples
///
/// ```
/// use catena_grid::Graph;
/// use catena_grid::disjoint_paths::dominator_branches;
///
/// //  0 - 1 - 2 - 4
/// //   \  3  /
/// let graph = Graph::new(5, &[(0, 1), (1, 2), (0, 3), (3, 2), (2, 4)])?;
/// let branches = dominator_branches(&graph, 0);
/// assert_eq!(branches.of(1), Some(1));
/// assert_eq!(branches.of(4), Some(2));
/// assert_eq!(branches.of(0), None);
/// # Ok::<(), catena_grid::GraphError>(())
/// ```
#[must_use]
pub fn dominator_branches<N: Network>(network: &N, start: usize) -> DominatorBranches {
    let mut branches = vec![NONE; network.node_count()];
    if start >= network.node_count() {
        return DominatorBranches(branches);
    }
    let tree = Tree::grow(network, start);
    // The first node of the block of the link to each node, in the order in
    // which they were found, so that those of earlier nodes are known.
    let mut tops = vec![0; tree.nodes.len()];
    for place in 1..tree.nodes.len() {
        let parent = tree.parents[place];
        // The link to the parent is in a new block exactly if nothing below
        // reaches above the parent: then the parent is an articulation point.
        tops[place] = if tree.lows[place] >= parent {
            parent
        } else {
            tops[parent as usize]
        };
        let node = tree.nodes[place];
        branches[node as usize] = if tops[place] == 0 {
            node
        } else {
            branches[tree.nodes[tops[place] as usize] as usize]
        };
    }
    DominatorBranches(branches)
}

/// A depth-first tree; a place is the order in which a node was found.
struct Tree {
    nodes: Vec<u32>,
    parents: Vec<u32>,
    /// The earliest place linked with the node or one below it.
    lows: Vec<u32>,
}

impl Tree {
    #[allow(
        clippy::cast_possible_truncation,
        reason = "nodes are numbered in 32 bits"
    )]
    fn grow<N: Adjacency>(network: &N, start: usize) -> Tree {
        let mut places = vec![NONE; network.node_count()];
        places[start] = 0;
        let mut tree = Tree {
            nodes: vec![start as u32],
            parents: vec![0],
            lows: vec![0],
        };
        // The number of the next neighbour to look at, for each place: what a
        // recursion would keep on the stack.
        let mut numbers = vec![0u32];
        let mut here = 0;
        loop {
            let from = tree.nodes[here] as usize;
            let Some((number, node, _)) = network.neighbour(from, numbers[here] as usize) else {
                if here == 0 {
                    return tree;
                }
                here = tree.leave(here);
                continue;
            };
            numbers[here] = number as u32 + 1;
            if places[node] == NONE {
                tree.parents.push(here as u32);
                here = tree.nodes.len();
                places[node] = here as u32;
                tree.nodes.push(node as u32);
                tree.lows.push(here as u32);
                numbers.push(0);
            } else {
                tree.lows[here] = tree.lows[here].min(places[node]);
            }
        }
    }

    /// Goes back to the parent of a place.
    fn leave(&mut self, place: usize) -> usize {
        let parent = self.parents[place] as usize;
        self.lows[parent] = self.lows[parent].min(self.lows[place]);
        parent
    }
}
