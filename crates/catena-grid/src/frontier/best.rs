//! The best chain of a [`StateGraph`]: the shortest or the largest.

use alloc::vec;
use alloc::vec::Vec;

use super::outline::outline;
use super::plan::PlanStep;
use super::state::State;
use super::state_graph::{Edge, Node, StateGraph};
use super::word::Word;
use crate::chain::Chain;

/// What makes one chain better than another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// Many empty cells inside; of two with the same number, few pieces.
    Largest,
    /// Few pieces; of two with the same number, many empty cells inside.
    Shortest,
}

/// How good a part of a chain is: what counts first, then what decides between
/// equals. The scores of parts add up.
type ChainScore = (i32, i32);

impl Goal {
    fn score(self, area: u32, pieces: u32) -> ChainScore {
        let (area, pieces) = (area.cast_signed(), pieces.cast_signed());
        match self {
            Goal::Largest => (area, -pieces),
            Goal::Shortest => (-pieces, area),
        }
    }
}

/// For every state of every layer the best score of the ways from it to a closed
/// chain.
struct Outlook<'a, W> {
    graph: &'a StateGraph<W>,
    goal: Goal,
    scores: Vec<Vec<ChainScore>>,
}

impl<'a, W: Word> Outlook<'a, W> {
    /// Finds the scores from the last layer to the first.
    fn new(graph: &'a StateGraph<W>, goal: Goal) -> Outlook<'a, W> {
        let mut outlook = Outlook {
            graph,
            goal,
            scores: vec![Vec::new(); graph.layers.len()],
        };
        for depth in (0..graph.layers.len()).rev() {
            let layer = &graph.layers[depth];
            outlook.scores[depth] = layer
                .numbers()
                .map(|number| {
                    let edges = layer.edges(number).iter();
                    // A state without edges is not on the way to any chain.
                    edges
                        .map(|edge| outlook.score(depth, *edge))
                        .max()
                        .unwrap_or((0, 0))
                })
                .collect();
        }
        outlook
    }

    /// The best score of the ways that begin with an edge: its own part, and the
    /// best of what follows.
    fn score(&self, depth: usize, edge: Edge) -> ChainScore {
        let (area, rest) = match edge.to {
            Node::Closed => (0, (0, 0)),
            Node::Open(number) => {
                let state = self.graph.layers[depth + 1].state(number);
                let rest = self.scores[depth + 1][number as usize];
                (self.step(depth).area(state), rest)
            }
        };
        let own = self.goal.score(area, edge.joins.len());
        (own.0 + rest.0, own.1 + rest.1)
    }

    fn step(&self, depth: usize) -> &PlanStep {
        &self.graph.plan.steps[depth]
    }

    /// A best chain.
    fn chain(&self) -> Option<Chain> {
        let mut joined = Vec::new();
        let mut inside = Vec::new();
        let mut number = 0;
        for (depth, layer) in self.graph.layers.iter().enumerate() {
            let step = self.step(depth);
            let edges = layer.edges(number).iter();
            let edge = edges.max_by_key(|edge| self.score(depth, **edge))?;
            joined.push((step.piece.cell, edge.joins));
            let Node::Open(next) = edge.to else {
                return Some(outline(self.graph.plan.frame, joined, inside));
            };
            let state: State<W> = self.graph.layers[depth + 1].state(next);
            inside.extend(step.inside(state));
            number = next;
        }
        None
    }
}

impl<W: Word> StateGraph<W> {
    /// A best chain, if there is any.
    pub(crate) fn best(&self, goal: Goal) -> Option<Chain> {
        Outlook::new(self, goal).chain()
    }
}
