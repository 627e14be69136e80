//! [`Count`]: how many sets of empty cells chains enclose.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use super::state_graph::{Node, StateGraph};
use super::word::Word;

/// A number of things that can be too many to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Count {
    /// The exact number.
    Exactly(u64),
    /// At least this many: the work budget ended.
    AtLeast(u64),
}

/// The nodes that chains with the same empty cells inside so far can be at,
/// sorted, and in how many ways such a set came about.
type Sets = BTreeMap<Vec<Node>, u64>;

impl<W: Word> StateGraph<W> {
    /// How many sets a [`Listing`](super::listing::Listing) of the graph has.
    ///
    /// It goes through the layers once. What can be read after a set of nodes
    /// does not depend on what was read before, so equal sets are counted
    /// together: this is the subset construction, without keeping the automaton.
    pub(crate) fn count(&self, mut budget: u64) -> Count {
        let mut closed = 0u64;
        let mut sets = Sets::from([(vec![Node::Open(0)], 1)]);
        for depth in 0..self.layers.len() {
            // Every set leads to at least one closed chain.
            let so_far = sets
                .values()
                .fold(closed, |sum, ways| sum.saturating_add(*ways));
            let mut next = Sets::new();
            for (nodes, ways) in &sets {
                let cost = u64::try_from(nodes.len()).unwrap_or(u64::MAX);
                let Some(left) = budget.checked_sub(cost) else {
                    return Count::AtLeast(so_far);
                };
                budget = left;
                for successor in self.successors(nodes, depth) {
                    // Only zeros can follow, so the word is complete. A set
                    // that also has open nodes goes on, and its closed node
                    // reads zeros, as in `Listing`.
                    let counter = if successor == [Node::Closed] {
                        &mut closed
                    } else {
                        next.entry(successor).or_default()
                    };
                    // Different beginnings never become the same word, so their
                    // numbers add up.
                    *counter = counter.saturating_add(*ways);
                }
            }
            sets = next;
        }
        // The last layer leads to closed chains only, so no set is left.
        Count::Exactly(closed)
    }

    /// The sets that one more letter leads to.
    fn successors(&self, nodes: &[Node], depth: usize) -> Vec<Vec<Node>> {
        let mut reached: Vec<(u64, Node)> = Vec::new();
        for node in nodes {
            match node {
                Node::Closed => reached.push((0, Node::Closed)),
                Node::Open(number) => {
                    let edges = self.layers[depth].edges(*number).iter();
                    reached.extend(edges.map(|edge| (self.letter(depth, edge.to), edge.to)));
                }
            }
        }
        // By letter, then by node: equal sets are equal keys of the map.
        reached.sort_unstable();
        reached.dedup();
        reached
            .chunk_by(|one, other| one.0 == other.0)
            .map(|same| same.iter().map(|(_, node)| *node).collect())
            .collect()
    }
}
