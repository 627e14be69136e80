//! [`ProofSearch`]: depth-first proof-number search (df-pn, Nagai 2002).

use catena_chess::Decision;
use catena_chess::rules::draw_to_claim;
use catena_engine::Signal;

use super::state::SolveState;
use super::table::ProofTable;
use super::value::{Bounds, ChildValue, Family, INFINITE, Value};

/// Lines are not searched beyond this many plies.
const MAX_DEPTH: usize = 600;

/// The search reports after every so many nodes.
const REPORT_NODES: u64 = 1 << 16;

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SolveProgress {
    /// Positions searched.
    pub nodes: u64,
    /// Positions that still have to be won, at least.
    pub proof: u32,
    /// Positions that still have to be not won, at least.
    pub disproof: u32,
    /// How full the hash table is, in thousandths.
    pub permille_full: usize,
}

/// A decision and what is known about the state after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct SolveChild {
    pub(super) decision: Decision,
    pub(super) value: Value,
    resets_clock: bool,
}

/// The search and all it knows.
pub(super) struct ProofSearch<'a> {
    pub(super) table: ProofTable,
    pub(super) nodes: u64,
    most_nodes: u64,
    signal: &'a Signal,
    on_progress: &'a mut (dyn FnMut(SolveProgress) + Send),
    /// The children of all states on the way, those of the last one at the end.
    children: Vec<SolveChild>,
    /// The keys of the states on the way.
    path: Vec<u64>,
    /// What the first state of the way was worth when it was looked at last.
    root: Value,
}

impl<'a> ProofSearch<'a> {
    pub(super) fn new(
        table: ProofTable,
        most_nodes: u64,
        signal: &'a Signal,
        on_progress: &'a mut (dyn FnMut(SolveProgress) + Send),
    ) -> ProofSearch<'a> {
        ProofSearch {
            table,
            nodes: 0,
            most_nodes,
            signal,
            on_progress,
            children: Vec::new(),
            path: Vec::new(),
            root: Value::Open {
                proof: 1,
                disproof: 1,
            },
        }
    }

    /// Whether the search has to end.
    pub(super) fn is_stopped(&self) -> bool {
        self.nodes >= self.most_nodes || self.signal.is_stopped()
    }

    /// Searches until the state is solved or the search has to end.
    pub(super) fn solve(&mut self, state: &SolveState) -> Value {
        match state.first_value() {
            Value::Open { .. } => {
                self.path.clear();
                self.children.clear();
                self.visit(state, Bounds::NONE)
            }
            solved => solved,
        }
    }

    /// The decisions of a state, and what is known about the states after them.
    pub(super) fn children_of(&mut self, state: &SolveState) -> Vec<SolveChild> {
        self.path.clear();
        self.children.clear();
        self.expand(state);
        std::mem::take(&mut self.children)
    }

    /// Searches a state until it is solved or its numbers reach the bounds.
    fn visit(&mut self, state: &SolveState, bounds: Bounds) -> Value {
        let start = self.nodes;
        self.nodes += 1;
        if self.nodes.is_multiple_of(REPORT_NODES) {
            self.report();
        }
        let first = self.children.len();
        self.path.push(state.key());
        self.expand(state);
        let value = loop {
            let family = self.family(state, first);
            let value = family.value();
            if self.path.len() == 1 {
                self.root = value;
            }
            if bounds.are_reached(value) || self.is_stopped() {
                break value;
            }
            let (at, bounds) = family.next(bounds);
            let child = first + at;
            let after = state.after(self.children[child].decision);
            self.children[child].value = self.visit(&after, bounds);
        };
        self.children.truncate(first);
        self.path.pop();
        self.table.store(state.key(), value, self.nodes - start);
        value
    }

    fn family(&self, state: &SolveState, first: usize) -> Family {
        let children = self.children[first..].iter().map(|child| ChildValue {
            value: child.value,
            resets_clock: child.resets_clock,
        });
        Family::new(state.chooser, children)
    }

    /// Adds the children of a state.
    fn expand(&mut self, state: &SolveState) {
        for decision in state.decisions() {
            let after = state.after(decision);
            self.children.push(SolveChild {
                decision,
                value: self.look_up(&after),
                resets_clock: after.clock() == 0,
            });
        }
    }

    fn look_up(&self, state: &SolveState) -> Value {
        let (key, clock) = (state.key(), state.clock());
        // The table knows nothing of draws by the clock.
        if draw_to_claim(1, clock.into()).is_some() {
            let value = state.first_value();
            if !matches!(value, Value::Open { .. }) {
                return value;
            }
        }
        match self.table.probe(key, clock) {
            Some(value @ Value::Won { .. }) => value,
            // An attacker who wins can do so without coming back to a position.
            _ if self.is_on_path(key, clock) || self.path.len() >= MAX_DEPTH => Value::REPEATED,
            Some(value) => value,
            None => state.first_value(),
        }
    }

    /// Whether this state is on the way. Nothing before a move that set the clock to 0
    /// can come again.
    fn is_on_path(&self, key: u64, clock: u8) -> bool {
        let mut reach = self.path.iter().rev().take(usize::from(clock));
        reach.any(|&on_path| on_path == key)
    }

    fn report(&mut self) {
        let progress = self.progress();
        (self.on_progress)(progress);
    }

    /// How far the search has come.
    pub(super) fn progress(&self) -> SolveProgress {
        let (proof, disproof) = match self.root {
            Value::Open { proof, disproof } => (proof, disproof),
            Value::Won { .. } => (0, INFINITE),
            Value::NotWon { .. } => (INFINITE, 0),
        };
        SolveProgress {
            nodes: self.nodes,
            proof,
            disproof,
            permille_full: self.table.permille_full(),
        }
    }
}
