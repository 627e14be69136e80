//! [`Listing`]: every set of empty cells that some chain encloses, each once.

use alloc::vec;
use alloc::vec::Vec;

use super::earlier::Joins;
use super::outline::outline;
use super::state_graph::{Node, StateGraph};
use super::word::Word;
use crate::cell::Cell;
use crate::chain::Chain;

/// A node that chains with the same empty cells inside so far can be at, and
/// the shortest way to it.
#[derive(Clone, Copy, Debug)]
struct Member {
    node: Node,
    pieces: u32,
    /// The number of the member of the set before, and the joins from it.
    from: usize,
    joins: Joins,
}

/// The nodes that chains with the same empty cells inside so far can be at: a
/// state of the deterministic automaton.
#[derive(Clone, Debug)]
struct StateSet {
    /// Which runs of empty cells of the last step are inside.
    letter: u64,
    members: Vec<Member>,
}

/// A set on the way to the current enclosure, and its siblings, which begin the
/// same way and are still to be visited.
#[derive(Clone, Debug)]
struct Branch {
    set: StateSet,
    siblings: Vec<StateSet>,
}

/// Every set of empty cells that some chain of the graph encloses, each once,
/// with its fewest-piece chain.
///
/// A graph is a nondeterministic automaton that reads, piece by piece, which
/// empty cells are inside: many chains can enclose the same cells. This makes it
/// deterministic on the fly (the subset construction). It walks the tree of what
/// can be read, and keeps for each word read so far the set of all states that
/// it leads to. So each word comes once, and since every edge of the graph leads
/// to a chain, every branch leads to a word.
#[derive(Clone, Debug)]
pub(crate) struct Listing<W> {
    graph: StateGraph<W>,
    path: Vec<Branch>,
}

impl<W: Word> Listing<W> {
    pub(crate) fn new(graph: StateGraph<W>) -> Listing<W> {
        let root = StateSet {
            letter: 0,
            members: vec![Member {
                node: Node::Open(0),
                pieces: 0,
                from: 0,
                joins: Joins::NONE,
            }],
        };
        let mut path = Vec::new();
        if !graph.is_empty() {
            path.push(Branch {
                set: root,
                siblings: Vec::new(),
            });
        }
        Listing { graph, path }
    }

    /// Goes down from the last branch until only closed chains are left, to the
    /// first child each time.
    fn descend(&mut self) {
        while let Some(branch) = self.path.last()
            && !branch.set.is_closed()
        {
            let mut children = self.children(&branch.set, self.path.len() - 1);
            // There always is one: every open node has an edge (`prune`).
            let Some(set) = children.pop() else {
                return;
            };
            self.path.push(Branch {
                set,
                siblings: children,
            });
        }
    }

    /// Goes back up to the last branch with a sibling still to be visited.
    fn turn(&mut self) {
        while let Some(branch) = self.path.last_mut() {
            if let Some(set) = branch.siblings.pop() {
                branch.set = set;
                return;
            }
            self.path.pop();
        }
    }

    /// The sets that the next letter can lead to, the last to be visited first.
    fn children(&self, set: &StateSet, depth: usize) -> Vec<StateSet> {
        let layer = &self.graph.layers[depth];
        let mut reached: Vec<(u64, Member)> = Vec::new();
        for (from, member) in set.members.iter().enumerate() {
            // A closed chain encloses nothing more (A4), so it reads zeros. It
            // stays in the set, because a chain that is still open can read the
            // same word to its end, and the word must come once.
            let Node::Open(number) = member.node else {
                reached.push((
                    0,
                    Member {
                        from,
                        joins: Joins::NONE,
                        ..*member
                    },
                ));
                continue;
            };
            for edge in layer.edges(number) {
                reached.push((
                    self.graph.letter(depth, edge.to),
                    Member {
                        node: edge.to,
                        // Each link is counted at its later piece, and a cycle
                        // has as many links as pieces.
                        pieces: member.pieces + edge.joins.len(),
                        from,
                        joins: edge.joins,
                    },
                ));
            }
        }
        // Of the ways to one node the shortest comes first and is kept. What
        // can follow does not depend on the way, so the whole chain has the
        // fewest pieces for its word, and by A6 the fewest of all chains with
        // these cells inside.
        reached.sort_unstable_by_key(|(letter, member)| {
            (
                core::cmp::Reverse(*letter),
                member.node,
                member.pieces,
                member.from,
            )
        });
        reached.dedup_by_key(|(letter, member)| (*letter, member.node));
        reached
            .chunk_by(|one, other| one.0 == other.0)
            .map(|same| StateSet {
                letter: same[0].0,
                members: same.iter().map(|(_, member)| *member).collect(),
            })
            .collect()
    }

    /// The enclosure that the path leads to, with the chain of its only member.
    fn enclosure(&self) -> Chain {
        let mut joined = Vec::new();
        let mut inside: Vec<Cell> = Vec::new();
        let mut place = 0;
        let branches = self.path.iter().enumerate().skip(1).rev();
        for (depth, branch) in branches {
            // `from` counts in the set one branch up. That set has not changed
            // since: siblings have the same parent.
            let member = branch.set.members[place];
            let step = &self.graph.plan.steps[depth - 1];
            joined.push((step.piece.cell, member.joins));
            inside.extend(step.letter_cells(branch.set.letter));
            place = member.from;
        }
        outline(self.graph.plan.frame, joined, inside)
    }
}

impl<W: Word> Iterator for Listing<W> {
    type Item = Chain;

    fn next(&mut self) -> Option<Chain> {
        self.descend();
        if self.path.is_empty() {
            return None;
        }
        let chain = self.enclosure();
        self.turn();
        Some(chain)
    }
}

impl StateSet {
    /// Whether every chain is closed: then there is one member.
    fn is_closed(&self) -> bool {
        // `children` keeps one member per node, so only one is closed.
        self.members
            .iter()
            .all(|member| member.node == Node::Closed)
    }
}
