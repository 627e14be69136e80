//! The augmenting-path method: one path, and a second beside it.
//!
//! This is maximum flow with unit capacities on nodes, stopped at two. A second
//! path may run into the first and go back along it, which gives that part of
//! the first path back.

use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::vec;
use alloc::vec::Vec;

use super::adjacency::Adjacency;

/// A search for paths beside those that are there already.
pub(super) struct AugmentingSearch<'a, N: Adjacency> {
    network: &'a N,
    start: usize,
    /// For nodes of the first path, the way back along it.
    taken: Vec<N::Trace>,
    /// The way back from each node from which the search may go anywhere.
    free: Vec<N::Trace>,
    /// The way back from each node of the first path that the search ran into,
    /// and from which it may only go back along that path.
    stuck: Vec<N::Trace>,
    /// The nodes of the first path that it went back to from such a node.
    back_from_stuck: BTreeSet<usize>,
}

/// Where the search stands.
#[derive(Clone, Copy)]
struct Visit {
    node: usize,
    is_stuck: bool,
}

impl<'a, N: Adjacency> AugmentingSearch<'a, N> {
    pub(super) fn new(network: &'a N, start: usize) -> Self {
        let none = vec![N::NO_TRACE; network.node_count()];
        AugmentingSearch {
            network,
            start,
            taken: none,
            free: Vec::new(),
            stuck: Vec::new(),
            back_from_stuck: BTreeSet::new(),
        }
    }

    /// Notes the first path.
    pub(super) fn take(&mut self, path: &[usize]) {
        for pair in path.windows(2) {
            self.network.for_each_neighbour(pair[0], |next, back| {
                if next == pair[1] {
                    self.taken[next] = back;
                }
            });
        }
    }

    fn is_taken(&self, node: usize) -> bool {
        self.taken[node] != N::NO_TRACE
    }

    /// The nodes of a shortest way to a node of the region that is not taken.
    /// Steps against the first path remove that part from it.
    pub(super) fn augment(&mut self, is_in_region: &impl Fn(usize) -> bool) -> Option<Vec<usize>> {
        let nodes = self.network.node_count();
        self.free.clear();
        self.free.resize(nodes, N::NO_TRACE);
        self.stuck.clear();
        self.stuck.resize(nodes, N::NO_TRACE);
        let mut waiting = VecDeque::from([Visit {
            node: self.start,
            is_stuck: false,
        }]);
        while let Some(place) = waiting.pop_front() {
            self.push_back(place, &mut waiting);
            if place.is_stuck {
                continue;
            }
            let mut end = None;
            let network = self.network;
            network.for_each_neighbour(place.node, |next, back| {
                if end.is_none() && self.enter(place.node, next, back, &mut waiting) {
                    end = Some(next).filter(|next| !self.is_taken(*next) && is_in_region(*next));
                }
            });
            if let Some(end) = end {
                return Some(self.trace(end));
            }
        }
        None
    }

    /// Goes back along the first path, if it is on it.
    fn push_back(&mut self, place: Visit, waiting: &mut VecDeque<Visit>) {
        if !self.is_taken(place.node) {
            return;
        }
        let before = self.network.follow(place.node, self.taken[place.node]);
        if before == self.start || self.free[before] != N::NO_TRACE {
            return;
        }
        let mut trace = N::NO_TRACE;
        self.network.for_each_neighbour(place.node, |next, back| {
            if next == before {
                trace = back;
            }
        });
        self.free[before] = trace;
        if place.is_stuck {
            self.back_from_stuck.insert(before);
        }
        waiting.push_back(Visit {
            node: before,
            is_stuck: false,
        });
    }

    /// Steps to a neighbour. Returns whether that was new.
    fn enter(
        &mut self,
        from: usize,
        to: usize,
        back: N::Trace,
        waiting: &mut VecDeque<Visit>,
    ) -> bool {
        let is_stuck = self.is_taken(to);
        let is_along_path = is_stuck && self.network.follow(to, self.taken[to]) == from;
        let seen = if is_stuck {
            &mut self.stuck
        } else {
            &mut self.free
        };
        if to == self.start || is_along_path || seen[to] != N::NO_TRACE {
            return false;
        }
        seen[to] = back;
        waiting.push_back(Visit { node: to, is_stuck });
        true
    }

    /// The way from the start to here.
    fn trace(&self, end: usize) -> Vec<usize> {
        let mut way = vec![end];
        let mut place = Visit {
            node: end,
            is_stuck: false,
        };
        while place.node != self.start {
            let traces = if place.is_stuck {
                &self.stuck
            } else {
                &self.free
            };
            let before = self.network.follow(place.node, traces[place.node]);
            let is_stuck = !place.is_stuck && self.back_from_stuck.contains(&place.node);
            place = Visit {
                node: before,
                is_stuck,
            };
            way.push(before);
        }
        way.reverse();
        way
    }
}

/// Two paths from one path and the way found beside it.
pub(super) fn combine(start: usize, first: &[usize], second: &[usize]) -> [Vec<usize>; 2] {
    let along: BTreeMap<usize, usize> = first[1..]
        .windows(2)
        .map(|pair| (pair[0], pair[1]))
        .collect();
    // A step against the first path takes that step out of it.
    let is_back = |pair: &&[usize]| along.get(&pair[1]) == Some(&pair[0]);
    let mut links = along.clone();
    for pair in second[1..].windows(2).filter(is_back) {
        links.remove(&pair[1]);
    }
    for pair in second[1..].windows(2).filter(|pair| !is_back(pair)) {
        links.insert(pair[0], pair[1]);
    }
    [first[1], second[1]].map(|node| {
        let mut path = vec![start, node];
        let mut here = node;
        while let Some(&next) = links.get(&here) {
            path.push(next);
            here = next;
        }
        path
    })
}
