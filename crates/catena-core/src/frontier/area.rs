//! The most empty cells that a chain encloses, without the chain.

use alloc::vec;
use alloc::vec::Vec;

use super::budget::{Budget, Undecided};
use super::extend::Outcome;
use super::plan::{Plan, Step};
use super::state::State;
use super::table::Table;
use super::word::Word;

/// What is known in advance about the most empty cells a chain encloses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// A chain is known with so many; 0 if none is.
    pub(crate) known: u32,
    /// No chain has more.
    pub(crate) limit: u32,
}

/// How many pieces a chain may have, from one attempt to the next. Most boards
/// with many states are crowded, and there a short chain reaches the bound.
const ATTEMPTS: [u32; 3] = [14, 22, u32::MAX];

impl Plan {
    /// The most empty cells inside a chain that encloses two adjacent ones,
    /// or what was known if no chain has more.
    ///
    /// First it tries to reach the limit: a bound that a chain reaches needs
    /// no further search.
    pub(crate) fn max_area<W: Word>(
        &self,
        bounds: Bounds,
        budget: &mut Budget,
    ) -> Result<u32, Undecided> {
        let Bounds { known, limit } = bounds;
        for max_pieces in ATTEMPTS {
            if Attempt::<W>::new(limit, max_pieces).run(self, budget)? == Some(limit) {
                return Ok(limit);
            }
        }
        let best = Attempt::<W>::new(known + 1, u32::MAX).run(self, budget)?;
        Ok(best.unwrap_or(known))
    }
}

/// What the chains that come to one state have in common.
#[derive(Clone, Copy, Debug)]
struct Worth {
    /// The most empty cells inside so far, over these chains.
    area: u32,
    /// The fewest pieces so far, over these chains.
    pieces: u32,
}

/// A search among chains of limited length for one with an area of at least
/// `wanted`. It keeps no way back, so it is faster than building the graph.
struct Attempt<W> {
    wanted: u32,
    max_pieces: u32,
    best: Option<u32>,
    table: Table<W>,
    worths: Vec<Worth>,
}

impl<W: Word> Attempt<W> {
    fn new(wanted: u32, max_pieces: u32) -> Attempt<W> {
        Attempt {
            wanted,
            max_pieces,
            best: None,
            table: Table::new(),
            worths: Vec::new(),
        }
    }

    /// The largest area found; none if no chain has the area wanted.
    fn run(mut self, plan: &Plan, budget: &mut Budget) -> Result<Option<u32>, Undecided> {
        let mut states = vec![State::START];
        let mut worths = vec![Worth { area: 0, pieces: 0 }];
        for step in &plan.steps {
            for (state, worth) in states.iter().zip(&worths) {
                budget.spend(1)?;
                self.expand(step, *state, *worth);
            }
            states = self.table.take();
            worths = core::mem::take(&mut self.worths);
        }
        Ok(self.best)
    }

    fn expand(&mut self, step: &Step, state: State<W>, worth: Worth) {
        step.piece.extend(state, |joins, outcome| match outcome {
            Outcome::Closed(last) => {
                if last.has_pair() && worth.area >= self.wanted {
                    self.best = Some(worth.area);
                    self.wanted = worth.area + 1;
                }
            }
            Outcome::Open(after) => {
                let Some(next) = step.pass(after) else {
                    return;
                };
                let worth = Worth {
                    area: worth.area + step.area(next),
                    pieces: worth.pieces + joins.len(),
                };
                if self.is_promising(step, next, worth) {
                    self.keep(next, worth);
                }
            }
        });
    }

    /// Whether a chain that is wanted can come of the state: each open end
    /// takes at least one edge more.
    fn is_promising(&self, step: &Step, next: State<W>, worth: Worth) -> bool {
        worth.area + step.empty_after >= self.wanted
            && worth.pieces.saturating_add(next.end_count()) <= self.max_pieces
    }

    fn keep(&mut self, state: State<W>, worth: Worth) {
        let (number, is_new) = self.table.insert(state);
        if is_new {
            self.worths.push(worth);
        } else {
            let known = &mut self.worths[number as usize];
            known.area = known.area.max(worth.area);
            known.pieces = known.pieces.min(worth.pieces);
        }
    }
}
