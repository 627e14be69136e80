//! The most empty cells that a chain encloses, without the chain: a search with
//! the dynamic program.

use alloc::vec;
use alloc::vec::Vec;

use super::bounds::Bounds;
use super::extend::Extension;
use super::plan::{Plan, PlanStep};
use super::state::State;
use super::state_table::StateTable;
use super::word::Word;
use crate::budget::Budget;

impl Plan {
    /// The most empty cells inside a chain that encloses two adjacent ones,
    /// or what was known if no chain has more.
    pub(crate) fn max_area<W: Word, B: Budget>(
        &self,
        bounds: Bounds,
        budget: &mut B,
    ) -> Result<u32, B::End> {
        bounds.narrow(|wanted| AreaSearch::<W>::new(wanted).run(self, budget))
    }
}

/// A search for a chain with an area of at least `wanted`. It does not keep how a
/// state was reached, so it is faster than building the graph.
struct AreaSearch<W> {
    wanted: u32,
    best: Option<u32>,
    table: StateTable<W>,
    /// For each state in the table the most empty cells inside so far.
    areas: Vec<u32>,
}

impl<W: Word> AreaSearch<W> {
    fn new(wanted: u32) -> AreaSearch<W> {
        AreaSearch {
            wanted,
            best: None,
            table: StateTable::new(),
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

    fn expand(&mut self, step: &PlanStep, state: State<W>, area: u32) {
        step.piece.extend(state, |_, outcome| match outcome {
            Extension::Closed(last) => {
                // Nothing more is inside (A4), so the area is final. From now
                // on only a larger one is of use.
                if last.has_pair() && area >= self.wanted {
                    self.best = Some(area);
                    self.wanted = area + 1;
                }
            }
            Extension::Open(after) => {
                let Some(next) = step.pass(after) else {
                    return;
                };
                // Drop what cannot reach the area wanted even if all empty
                // cells to come were inside.
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
            // Equal states can go on in the same ways and add the same cells,
            // so only the largest area counts.
            let known = &mut self.areas[number as usize];
            *known = area.max(*known);
        }
    }
}
