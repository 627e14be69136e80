//! [`StateGraph`]: the states of the dynamic program and the transitions between
//! them. Its paths are the chains.

use alloc::vec;
use alloc::vec::Vec;

use super::earlier::Joins;
use super::extend::Extension;
use super::plan::{EmptyRun, Plan, PlanStep};
use super::state::State;
use super::state_table::StateTable;
use super::terrain::count;
use super::word::Word;
use crate::budget::Budget;
use crate::cell::Cell;

/// One way to go on from a state at a piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// What it leads to.
    pub(super) to: Node,
    /// Which neighbours the piece is joined to.
    pub(super) joins: Joins,
}

/// Where an edge leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Node {
    /// The chain is closed.
    Closed,
    /// A state of the next layer, by its number.
    Open(u32),
}

/// The states before one piece and the edges from them.
#[derive(Clone, Debug)]
pub(super) struct Layer<W> {
    states: Vec<State<W>>,
    /// For each state the number of its first edge, and one entry more.
    first_edges: Vec<u32>,
    edges: Vec<Edge>,
}

impl<W: Word> Layer<W> {
    /// The numbers of the states.
    pub(super) fn numbers(&self) -> core::ops::Range<u32> {
        0..count(self.states.len())
    }

    pub(super) fn state(&self, number: u32) -> State<W> {
        self.states[number as usize]
    }

    /// Keeps only some edges.
    fn retain_edges(&mut self, mut keep: impl FnMut(&Edge) -> bool) {
        let mut kept = 0;
        let mut from = 0;
        for place in 0..self.states.len() {
            let to = self.first_edges[place + 1] as usize;
            self.first_edges[place] = count(kept);
            for number in from..to {
                // `kept` is at most `number`, so no edge is overwritten before
                // it has been read.
                if keep(&self.edges[number]) {
                    self.edges[kept] = self.edges[number];
                    kept += 1;
                }
            }
            from = to;
        }
        self.first_edges[self.states.len()] = count(kept);
        self.edges.truncate(kept);
    }

    /// The edges from this state.
    pub(super) fn edges(&self, number: u32) -> &[Edge] {
        let number = number as usize;
        let (from, to) = (self.first_edges[number], self.first_edges[number + 1]);
        &self.edges[from as usize..to as usize]
    }
}

/// All chains of a plan that enclose two adjacent empty cells, as paths through
/// layers of states, one layer per piece. Every path from the only state of the
/// first layer to a closed chain is one chain. By A6, every set of empty cells
/// that a chain encloses is enclosed by one of them with the fewest pieces. Every
/// edge is on such a path.
#[derive(Clone, Debug)]
pub(crate) struct StateGraph<W> {
    pub(super) plan: Plan,
    pub(super) layers: Vec<Layer<W>>,
}

impl<W: Word> StateGraph<W> {
    /// Builds the layers one after the other.
    pub(crate) fn new<B: Budget>(plan: Plan, budget: &mut B) -> Result<StateGraph<W>, B::End> {
        let mut table = StateTable::new();
        let mut states = vec![State::START];
        let mut layers = Vec::with_capacity(plan.steps.len());
        for step in &plan.steps {
            // Equal states have the same ways to go on, so the table keeps one
            // node for all partial chains that lead to it.
            let layer = step.expand(states, &mut table, budget)?;
            states = table.take();
            layers.push(layer);
        }
        prune(&mut layers);
        Ok(StateGraph { plan, layers })
    }

    /// Whether there is no chain at all.
    pub(crate) fn is_empty(&self) -> bool {
        self.layers
            .first()
            .is_none_or(|layer| layer.edges.is_empty())
    }

    /// The letter that is read on the way from a layer to a node of the next, as
    /// by an automaton: which runs of empty cells are inside.
    pub(super) fn letter(&self, depth: usize, node: Node) -> u64 {
        match node {
            // Without an open end nothing more is inside (A4). So the word of a
            // closed chain goes on with zeros.
            Node::Closed => 0,
            Node::Open(number) => {
                let state = self.layers[depth + 1].state(number);
                self.plan.steps[depth].letter(state)
            }
        }
    }
}

/// Removes the edges that lead to no closed chain.
fn prune<W: Word>(layers: &mut [Layer<W>]) {
    let mut leads_on: Vec<bool> = Vec::new();
    for layer in layers.iter_mut().rev() {
        // The last layer has no edge to an open state (`pass`), so `leads_on`
        // is never read while it is empty.
        layer.retain_edges(|edge| match edge.to {
            Node::Closed => true,
            Node::Open(number) => leads_on[number as usize],
        });
        leads_on = layer
            .numbers()
            .map(|number| !layer.edges(number).is_empty())
            .collect();
    }
}

impl PlanStep {
    fn expand<W: Word, B: Budget>(
        &self,
        states: Vec<State<W>>,
        table: &mut StateTable<W>,
        budget: &mut B,
    ) -> Result<Layer<W>, B::End> {
        let mut edges = Vec::with_capacity(states.len() * 2);
        let mut first_edges = Vec::with_capacity(states.len() + 1);
        for state in &states {
            budget.spend()?;
            first_edges.push(count(edges.len()));
            self.piece.extend(*state, |joins, outcome| {
                let to = match outcome {
                    Extension::Open(state) => self
                        .pass(state)
                        .map(|next| Node::Open(table.insert(next).0)),
                    // The bit is final: by A5 every pair inside has been noted
                    // by now, and nothing more is inside (A4).
                    Extension::Closed(state) => state.has_pair().then_some(Node::Closed),
                };
                edges.extend(to.map(|to| Edge { to, joins }));
            });
        }
        first_edges.push(count(edges.len()));
        Ok(Layer {
            states,
            first_edges,
            edges,
        })
    }

    /// The state before the next piece; none after the last.
    pub(super) fn pass<W: Word>(&self, state: State<W>) -> Option<State<W>> {
        // A path that is still open after the last piece is never closed. The
        // slots of the runs are counted before the next piece, so the state
        // moves on first.
        let state = state.next_rows(self.rows?);
        if self
            .runs
            .iter()
            .any(|run| run.has_pair && run.is_inside(state))
        {
            Some(state.with_pair())
        } else {
            Some(state)
        }
    }

    /// How many of the empty cells before the next piece are inside.
    pub(super) fn area<W: Word>(&self, next: State<W>) -> u32 {
        self.inside_runs(next).map(EmptyRun::len).sum()
    }

    /// The empty cells before the next piece that are inside.
    pub(super) fn inside<W: Word>(&self, next: State<W>) -> impl Iterator<Item = Cell> {
        self.inside_runs(next)
            .flat_map(|run| run.empty.iter().copied())
    }

    /// Which runs of empty cells before the next piece are inside: one bit per
    /// run, the first run in the highest bit. There is at most one run per row.
    pub(super) fn letter<W: Word>(&self, next: State<W>) -> u64 {
        // A board has at most `MAX_SIDE` rows, so a letter fits 64 bits.
        self.runs.iter().fold(0, |letter, run| {
            letter << 1 | u64::from(run.is_inside(next))
        })
    }

    /// The empty cells of the runs of a letter.
    pub(super) fn letter_cells(&self, letter: u64) -> impl Iterator<Item = Cell> {
        (0..)
            .zip(self.runs.iter().rev())
            .filter(move |(place, _)| letter >> place & 1 == 1)
            .flat_map(|(_, run)| run.empty.iter().copied())
    }

    fn inside_runs<W: Word>(&self, next: State<W>) -> impl Iterator<Item = &EmptyRun> {
        self.runs.iter().filter(move |run| run.is_inside(next))
    }
}

impl EmptyRun {
    fn is_inside<W: Word>(&self, next: State<W>) -> bool {
        next.is_inside(self.slot)
    }
}
