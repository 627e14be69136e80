//! The most empty cells that a chain encloses, without the chain.

use alloc::vec;
use alloc::vec::Vec;

use super::extend::Outcome;
use super::plan::{Plan, Step};
use super::state::State;
use super::table::Table;
use super::word::Word;
use crate::budget::Budget;

/// What is known in advance about the most empty cells a chain encloses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// A chain is known with so many; 0 if none is.
    pub(crate) known: u32,
    /// No chain has more.
    pub(crate) limit: u32,
}

impl Plan {
    /// The most empty cells inside a chain that encloses two adjacent ones,
    /// or what was known if no chain has more.
    ///
    /// First it tries to reach the limit: a bound that a chain reaches needs
    /// no further search.
    pub(crate) fn max_area<W: Word, B: Budget>(
        &self,
        bounds: Bounds,
        budget: &mut B,
    ) -> Result<u32, B::End> {
        if bounds.known >= bounds.limit {
            return Ok(bounds.known);
        }
        for wanted in [bounds.limit, bounds.known + 1] {
            if let Some(area) = Attempt::<W>::new(wanted).run(self, budget)? {
                return Ok(area);
            }
        }
        Ok(bounds.known)
    }
}

/// A search for a chain with an area of at least `wanted`. It keeps no way
/// back, so it is faster than building the graph.
struct Attempt<W> {
    wanted: u32,
    best: Option<u32>,
    table: Table<W>,
    /// For each state in the table the most empty cells inside so far.
    areas: Vec<u32>,
}

impl<W: Word> Attempt<W> {
    fn new(wanted: u32) -> Attempt<W> {
        Attempt {
            wanted,
            best: None,
            table: Table::new(),
            areas: Vec::new(),
        }
    }

    /// The largest area; none if no chain has the area wanted.
    fn run<B: Budget>(mut self, plan: &Plan, budget: &mut B) -> Result<Option<u32>, B::End> {
        let mut states = vec![State::START];
        let mut areas = vec![0];
        for step in &plan.steps {
            for (state, area) in states.iter().zip(&areas) {
                budget.spend()?;
                self.expand(step, *state, *area);
            }
            states = self.table.take();
            areas = core::mem::take(&mut self.areas);
        }
        Ok(self.best)
    }

    fn expand(&mut self, step: &Step, state: State<W>, area: u32) {
        step.piece.extend(state, |_, outcome| match outcome {
            Outcome::Closed(last) => {
                if last.has_pair() && area >= self.wanted {
                    self.best = Some(area);
                    self.wanted = area + 1;
                }
            }
            Outcome::Open(after) => {
                let Some(next) = step.pass(after) else {
                    return;
                };
                let area = area + step.area(next);
                if area + step.empty_after >= self.wanted {
                    self.keep(next, area);
                }
            }
        });
    }

    fn keep(&mut self, state: State<W>, area: u32) {
        let (number, is_new) = self.table.insert(state);
        if is_new {
            self.areas.push(area);
        } else {
            let known = &mut self.areas[number as usize];
            *known = area.max(*known);
        }
    }
}
