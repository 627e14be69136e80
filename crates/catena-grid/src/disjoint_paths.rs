//! Two paths that share nothing but their start, on any structure.
//!
//! The paper asks whether two such paths lead from a piece to the wall of one
//! enclosed area, and lists paths to find out. Menger's theorem decides it
//! without a list: there are two such paths exactly if no single node lies on
//! all of them.

use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::vec;
use alloc::vec::Vec;

use crate::graph::Graph;

/// What paths can be looked for on: nodes numbered from 0, and who is next to
/// whom. If one node is next to another, so is the other to the one.
pub trait Network {
    /// A way back from a node to one of its neighbours. A grid needs a byte,
    /// whatever its size; a graph needs the number of the neighbour.
    type Trace: Copy + PartialEq;
    /// No way back.
    const NO_TRACE: Self::Trace;

    /// How many nodes there are.
    fn node_count(&self) -> usize;

    /// The first neighbour of a node with at least this number among the
    /// node's neighbours: that number, the neighbour, and the way back.
    fn neighbour(&self, node: usize, number: usize) -> Option<(usize, usize, Self::Trace)>;

    /// The neighbour that a way back leads to.
    fn follow(&self, node: usize, trace: Self::Trace) -> usize;

    /// Calls `f` for each neighbour of a node, with the way back to the node.
    fn for_each_neighbour(&self, node: usize, mut f: impl FnMut(usize, Self::Trace)) {
        let mut number = 0;
        while let Some((found, next, back)) = self.neighbour(node, number) {
            f(next, back);
            number = found + 1;
        }
    }
}

impl Network for Graph {
    type Trace = usize;
    const NO_TRACE: usize = usize::MAX;

    fn node_count(&self) -> usize {
        self.len()
    }

    fn neighbour(&self, node: usize, number: usize) -> Option<(usize, usize, usize)> {
        let next = self.neighbours(node).get(number)?;
        Some((number, *next, node))
    }

    fn follow(&self, _node: usize, trace: usize) -> usize {
        trace
    }
}

/// The part of a graph whose nodes are occupied: paths go there only.
#[derive(Clone, Debug)]
pub struct Occupied<'a> {
    graph: &'a Graph,
    occupied: &'a [bool],
}

impl<'a> Occupied<'a> {
    /// The occupied part of a graph; nodes beyond the end of the list are not
    /// occupied.
    #[must_use]
    pub fn new(graph: &'a Graph, occupied: &'a [bool]) -> Occupied<'a> {
        Occupied { graph, occupied }
    }

    fn contains(&self, node: usize) -> bool {
        self.occupied.get(node).copied().unwrap_or(false)
    }

    /// The wall of a region: its occupied nodes, and the occupied neighbours
    /// of its other nodes. Nodes that are not in the graph do not count.
    #[must_use]
    pub fn wall(&self, region: &[usize]) -> Vec<usize> {
        let mut wall = Vec::new();
        for &node in region.iter().filter(|node| **node < self.graph.len()) {
            if self.contains(node) {
                wall.push(node);
            } else {
                let near = self.graph.neighbours(node).iter().copied();
                wall.extend(near.filter(|next| self.contains(*next)));
            }
        }
        wall.sort_unstable();
        wall.dedup();
        wall
    }
}

impl Network for Occupied<'_> {
    type Trace = usize;
    const NO_TRACE: usize = usize::MAX;

    fn node_count(&self) -> usize {
        self.graph.len()
    }

    fn neighbour(&self, node: usize, number: usize) -> Option<(usize, usize, usize)> {
        let near = self.graph.neighbours(node).iter().enumerate().skip(number);
        let mut occupied = near.filter(|(_, next)| self.contains(**next));
        occupied.next().map(|(number, next)| (number, *next, node))
    }

    fn follow(&self, _node: usize, trace: usize) -> usize {
        trace
    }
}

/// Two paths from a node to two different nodes of a region, with no node in
/// common but the first. They end at the first node of the region they meet;
/// the start itself does not count as part of the region.
///
/// # Returns
///
/// The two paths, each from the start on, or `None` if there are none.
///
/// # Complexity
///
/// Linear in the nodes and links that are reached. Extra space: three traces a
/// node.
///
/// # Examples
///
/// ```
/// use catena_grid::Graph;
/// use catena_grid::disjoint_paths::disjoint_paths;
///
/// //  0 - 1 - 2 - 4
/// //   \  3  /
/// let graph = Graph::new(5, &[(0, 1), (1, 2), (0, 3), (3, 2), (2, 4)])?;
/// assert_eq!(disjoint_paths(&graph, 0, |node| node >= 2), Some([vec![0, 3], vec![0, 1, 2]]));
/// // Every way to 4 goes through 2.
/// assert_eq!(disjoint_paths(&graph, 0, |node| node == 4), None);
/// # Ok::<(), catena_grid::GraphError>(())
/// ```
pub fn disjoint_paths<N: Network>(
    network: &N,
    start: usize,
    is_in_region: impl Fn(usize) -> bool,
) -> Option<[Vec<usize>; 2]> {
    if start >= network.node_count() {
        return None;
    }
    let mut search = Search::new(network, start);
    let first = search.augment(&is_in_region)?;
    search.take(&first);
    let second = search.augment(&is_in_region)?;
    Some(combine(start, &first, &second))
}

/// A search for paths beside those that are there already.
struct Search<'a, N: Network> {
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
struct Place {
    node: usize,
    is_stuck: bool,
}

impl<'a, N: Network> Search<'a, N> {
    fn new(network: &'a N, start: usize) -> Self {
        let none = vec![N::NO_TRACE; network.node_count()];
        Search {
            network,
            start,
            taken: none,
            free: Vec::new(),
            stuck: Vec::new(),
            back_from_stuck: BTreeSet::new(),
        }
    }

    /// Notes the first path.
    fn take(&mut self, path: &[usize]) {
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
    /// Steps against the first path give that part of it back.
    fn augment(&mut self, is_in_region: &impl Fn(usize) -> bool) -> Option<Vec<usize>> {
        let nodes = self.network.node_count();
        self.free.clear();
        self.free.resize(nodes, N::NO_TRACE);
        self.stuck.clear();
        self.stuck.resize(nodes, N::NO_TRACE);
        let mut waiting = VecDeque::from([Place {
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
    fn push_back(&mut self, place: Place, waiting: &mut VecDeque<Place>) {
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
        waiting.push_back(Place {
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
        waiting: &mut VecDeque<Place>,
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
        waiting.push_back(Place { node: to, is_stuck });
        true
    }

    /// The way from the start to here.
    fn trace(&self, end: usize) -> Vec<usize> {
        let mut way = vec![end];
        let mut place = Place {
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
            place = Place {
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
fn combine(start: usize, first: &[usize], second: &[usize]) -> [Vec<usize>; 2] {
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

/// The gates between a node and all others; see [`gates`].
#[derive(Clone, Debug)]
pub struct Gates(Vec<u32>);

/// No gate, or no place in the tree.
const NONE: u32 = u32::MAX;

impl Gates {
    /// The gate of a node: the first node after the start that all ways to it
    /// have in common. A node that has no such node before it is its own gate.
    /// The start has none, nor has a node that cannot be reached.
    #[must_use]
    pub fn of(&self, node: usize) -> Option<usize> {
        let gate = self.0.get(node).copied().filter(|gate| *gate != NONE);
        gate.map(|gate| gate as usize)
    }
}

/// Finds the gates between a node and all others, at most `u32::MAX` nodes.
///
/// Two paths with nothing in common but the start lead to two nodes of a
/// region exactly if the region has nodes with different gates. So one call
/// answers for all regions.
///
/// # Complexity
///
/// Linear in nodes and links. Extra space: 8 bytes a node, and 20 more for
/// each that can be reached.
#[must_use]
pub fn gates<N: Network>(network: &N, start: usize) -> Gates {
    let mut gates = vec![NONE; network.node_count()];
    if start >= network.node_count() {
        return Gates(gates);
    }
    let tree = Tree::grow(network, start);
    // The first node of the block of the link to each node, in the order in
    // which they were found, so that those of earlier nodes are known.
    let mut tops = vec![0; tree.nodes.len()];
    for place in 1..tree.nodes.len() {
        let parent = tree.parents[place];
        tops[place] = if tree.lows[place] >= parent {
            parent
        } else {
            tops[parent as usize]
        };
        let node = tree.nodes[place];
        gates[node as usize] = if tops[place] == 0 {
            node
        } else {
            gates[tree.nodes[tops[place] as usize] as usize]
        };
    }
    Gates(gates)
}

/// A depth-first tree; a place is the order in which a node was found.
struct Tree {
    nodes: Vec<u32>,
    parents: Vec<u32>,
    /// The earliest place linked with the node or one below it.
    lows: Vec<u32>,
}

impl Tree {
    #[allow(
        clippy::cast_possible_truncation,
        reason = "nodes are numbered in 32 bits"
    )]
    fn grow<N: Network>(network: &N, start: usize) -> Tree {
        let mut places = vec![NONE; network.node_count()];
        places[start] = 0;
        let mut tree = Tree {
            nodes: vec![start as u32],
            parents: vec![0],
            lows: vec![0],
        };
        // The number of the next neighbour to look at, for each place: what a
        // recursion would keep on the stack.
        let mut numbers = vec![0u32];
        let mut here = 0;
        loop {
            let from = tree.nodes[here] as usize;
            let Some((number, node, _)) = network.neighbour(from, numbers[here] as usize) else {
                if here == 0 {
                    return tree;
                }
                here = tree.leave(here);
                continue;
            };
            numbers[here] = number as u32 + 1;
            if places[node] == NONE {
                tree.parents.push(here as u32);
                here = tree.nodes.len();
                places[node] = here as u32;
                tree.nodes.push(node as u32);
                tree.lows.push(here as u32);
                numbers.push(0);
            } else {
                tree.lows[here] = tree.lows[here].min(places[node]);
            }
        }
    }

    /// Goes back to the parent of a place.
    fn leave(&mut self, place: usize) -> usize {
        let parent = self.parents[place] as usize;
        self.lows[parent] = self.lows[parent].min(self.lows[place]);
        parent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random_graph(seed: &mut u64) -> Graph {
        let mut next = || {
            *seed ^= *seed << 13;
            *seed ^= *seed >> 7;
            *seed ^= *seed << 17;
            (*seed >> 20) as usize
        };
        let nodes = 2 + next() % 12;
        let links: Vec<_> = (0..next() % 24)
            .map(|_| (next() % nodes, next() % nodes))
            .collect();
        Graph::new(nodes, &links).unwrap()
    }

    fn reaches(graph: &Graph, start: usize, region: &[usize], without: Option<usize>) -> bool {
        let mut seen = vec![false; graph.len()];
        let mut open = vec![start];
        while let Some(node) = open.pop() {
            if Some(node) == without || core::mem::replace(&mut seen[node], true) {
                continue;
            }
            open.extend(graph.neighbours(node));
        }
        region.iter().any(|node| *node != start && seen[*node])
    }

    /// Menger: two paths exist exactly if no single node separates.
    #[test]
    fn there_are_two_paths_exactly_if_no_node_separates() {
        let (mut seed, mut yes) = (7, 0);
        for round in 0..20_000 {
            let graph = random_graph(&mut seed);
            let region: Vec<usize> = (0..graph.len())
                .filter(|node| (seed >> node) & 3 == 0)
                .collect();
            let start = round % graph.len();
            let expected = reaches(&graph, start, &region, None)
                && (0..graph.len())
                    .all(|node| node == start || reaches(&graph, start, &region, Some(node)));
            let paths = disjoint_paths(&graph, start, |node| region.contains(&node));
            assert_eq!(paths.is_some(), expected, "{start} {region:?} {graph:?}");
            let gates = gates(&graph, start);
            let mut found: Vec<_> = region
                .iter()
                .filter(|n| **n != start)
                .filter_map(|node| gates.of(*node))
                .collect();
            found.sort_unstable();
            found.dedup();
            assert_eq!(found.len() > 1, expected, "{start} {region:?} {graph:?}");
            if let Some(paths) = paths {
                yes += 1;
                check(&graph, start, &region, &paths);
            }
        }
        assert!(yes > 2000, "only {yes} pairs of paths");
    }

    fn check(graph: &Graph, start: usize, region: &[usize], paths: &[Vec<usize>; 2]) {
        let mut seen = Vec::new();
        for path in paths {
            assert_eq!(path[0], start);
            assert!(
                path.windows(2)
                    .all(|pair| graph.neighbours(pair[0]).contains(&pair[1]))
            );
            for (place, node) in path.iter().enumerate().skip(1) {
                assert!(!seen.contains(node) && *node != start);
                seen.push(*node);
                assert_eq!(
                    region.contains(node),
                    place + 1 == path.len(),
                    "{paths:?} {region:?}"
                );
            }
        }
    }

    #[test]
    fn the_wall_of_a_region_is_what_is_occupied_in_it_or_beside_it() {
        let line = Graph::new(5, &[(0, 1), (1, 2), (2, 3), (3, 4)]).unwrap();
        let occupied = [true, true, false, true, true];
        let part = Occupied::new(&line, &occupied);
        assert_eq!(part.wall(&[2]), [1, 3]);
        assert_eq!(part.wall(&[4, 2]), [1, 3, 4]);
        assert_eq!(part.wall(&[9]), []);
    }

    #[test]
    fn a_start_that_is_not_there_has_no_paths() {
        let graph = Graph::new(1, &[]).unwrap();
        assert_eq!(disjoint_paths(&graph, 1, |_| true), None);
        assert_eq!(gates(&graph, 1).of(0), None);
    }
}
