//! [`StateTable`]: a hash table of the states of one layer, each with its number.

use alloc::vec;
use alloc::vec::Vec;

use super::state::State;
use super::word::Word;

/// A set of states that numbers them in the order of their insertion.
///
/// Open addressing over an array of numbers: `alloc` has no hash map, and the
/// states lie in memory in the order in which the next layer reads them.
#[derive(Clone, Debug)]
pub(super) struct StateTable<W> {
    states: Vec<State<W>>,
    /// For each place, one more than the number of the state there, or 0.
    places: Vec<u32>,
}

const FIRST_PLACES: usize = 64;

impl<W: Word> StateTable<W> {
    pub(super) fn new() -> StateTable<W> {
        StateTable {
            states: Vec::new(),
            places: vec![0; FIRST_PLACES],
        }
    }

    /// The number of the state, and whether it is new.
    pub(super) fn insert(&mut self, state: State<W>) -> (u32, bool) {
        if self.states.len() * 2 >= self.places.len() {
            self.grow();
        }
        let place = self.place_of(state);
        if self.places[place] == 0 {
            self.states.push(state);
            // A layer of 2^32 states would need 16 GiB first.
            self.places[place] = u32::try_from(self.states.len()).unwrap_or(u32::MAX);
            (self.places[place] - 1, true)
        } else {
            (self.places[place] - 1, false)
        }
    }

    /// The states in order; the table is empty after that.
    pub(super) fn take(&mut self) -> Vec<State<W>> {
        self.places.fill(0);
        core::mem::take(&mut self.states)
    }

    /// Where the state is, or the free place where it belongs.
    fn place_of(&self, state: State<W>) -> usize {
        let mask = self.places.len() - 1;
        let mut place = usize::try_from(state.hash()).unwrap_or(0) & mask;
        loop {
            match self.places[place] {
                0 => return place,
                number if self.states[number as usize - 1] == state => return place,
                _ => place = (place + 1) & mask,
            }
        }
    }

    fn grow(&mut self) {
        self.places = vec![0; self.places.len() * 2];
        for (number, state) in (1..).zip(&self.states) {
            let place = self.place_of(*state);
            self.places[place] = number;
        }
    }
}
