//! [`PathStarts`]: all nodes from which two disjoint paths lead to a region.

use alloc::vec;
use alloc::vec::Vec;

use super::Network;

/// Stands for no node, and for no time.
const NONE: u32 = u32::MAX;

/// What one depth-first search knows about a node.
#[derive(Clone, Copy, Debug)]
struct Visit {
    /// When the search came to the node; [`NONE`] before.
    time: u32,
    /// The earliest node that is linked with the subtree of this one.
    low: u32,
    parent: u32,
    /// Which neighbour comes next.
    next: u32,
    /// How many nodes of the region the subtree has.
    count: u32,
    /// Their numbers, added up. If there is one, this is its number.
    sum: u64,
    /// As `count` and `sum`, for the subtrees that hang on nothing but this node.
    cut_count: u32,
    is_in_region: bool,
    /// Whether some other node is on all ways from this one to the region.
    is_separated: bool,
    /// Whether that holds for the whole subtree.
    is_dead: bool,
}

const UNSEEN: Visit = Visit {
    time: NONE,
    low: NONE,
    parent: NONE,
    next: 0,
    count: 0,
    sum: 0,
    cut_count: 0,
    is_in_region: false,
    is_separated: false,
    is_dead: false,
};

/// Finds all nodes from which two paths lead to two different nodes of a region, with no
/// node in common but the first: those for which
/// [`disjoint_paths`](super::disjoint_paths) finds paths.
///
/// # Definition
///
/// By Menger's theorem, node *v* has two such paths exactly if no other node *x* separates
/// it from the region: for every *x*, the part of the network without *x* in which *v* is
/// has a node of the region that is not *v*. Where *x* is no articulation point this is a
/// matter of counting. The parts that an articulation point leaves are subtrees of a
/// depth-first search, and the rest. A part without a node of the region has no start, and
/// in a part with one node of the region that node is no start.
///
/// # Complexity
///
/// For one region, linear in the nodes and links of the parts of the network that the
/// region touches. Extra space: 48 bytes per node, kept for the next region.
///
/// # Exactness
///
/// Exact. `tests/grid/disjoint_paths.rs` compares it with the paths from every single node.
///
/// # Examples
///
/// ```
/// use catena_grid::Graph;
/// use catena_grid::disjoint_paths::PathStarts;
///
/// //  0 - 1 - 2 - 4
/// //   \  3  /
/// let graph = Graph::new(5, &[(0, 1), (1, 2), (0, 3), (3, 2), (2, 4)])?;
/// let mut starts = PathStarts::new(&graph);
/// // To 2 and 4 there is one way only from everywhere.
/// assert_eq!(starts.to_region(&[2, 4]), []);
/// assert_eq!(starts.to_region(&[1, 3]), [0, 2]);
/// # Ok::<(), catena_grid::GraphError>(())
/// ```
#[derive(Debug)]
pub struct PathStarts<'a, N> {
    network: &'a N,
    visits: Vec<Visit>,
    /// The nodes that were visited, in the order of their times.
    order: Vec<u32>,
}

impl<'a, N: Network> PathStarts<'a, N> {
    /// Prepares to search this network.
    ///
    /// # Panics
    ///
    /// If it has 2³² nodes or more.
    #[must_use]
    pub fn new(network: &'a N) -> PathStarts<'a, N> {
        assert!(u32::try_from(network.node_count()).is_ok_and(|count| count < NONE));
        PathStarts {
            network,
            visits: vec![UNSEEN; network.node_count()],
            order: Vec::new(),
        }
    }

    /// The nodes from which two such paths lead to the region, lowest number first.
    /// Nodes of the region that are not in the network do not count.
    pub fn to_region(&mut self, region: &[usize]) -> Vec<usize> {
        for &node in region {
            if let Some(visit) = self.visits.get_mut(node) {
                visit.is_in_region = true;
            }
        }
        for &node in region {
            if self
                .visits
                .get(node)
                .is_some_and(|visit| visit.time == NONE)
            {
                let first = self.order.len();
                self.search(index(node));
                self.separate(first);
            }
        }
        let is_start = |node: &&u32| !self.visits[**node as usize].is_separated;
        let starts = self.order.iter().filter(is_start);
        let mut starts: Vec<usize> = starts.map(|node| *node as usize).collect();
        starts.sort_unstable();
        for node in self.order.drain(..) {
            self.visits[node as usize] = UNSEEN;
        }
        starts
    }

    /// Visits everything that is connected with a node of the region.
    fn search(&mut self, root: u32) {
        self.enter(root, NONE);
        let mut here = root;
        loop {
            let next = self.visits[here as usize].next as usize;
            if let Some((number, child, _)) = self.network.neighbour(here as usize, next) {
                self.visits[here as usize].next = index(number) + 1;
                let child = index(child);
                let time = self.visits[child as usize].time;
                if time == NONE {
                    self.enter(child, here);
                    here = child;
                } else {
                    let visit = &mut self.visits[here as usize];
                    visit.low = visit.low.min(time);
                }
                continue;
            }
            let done = self.visits[here as usize];
            if done.parent == NONE {
                return;
            }
            self.leave(here, done);
            here = done.parent;
        }
    }

    fn enter(&mut self, node: u32, parent: u32) {
        let time = index(self.order.len());
        self.order.push(node);
        let visit = &mut self.visits[node as usize];
        let is_in_region = visit.is_in_region;
        *visit = Visit {
            time,
            low: time,
            parent,
            count: u32::from(is_in_region),
            sum: if is_in_region { u64::from(node) } else { 0 },
            is_in_region,
            ..UNSEEN
        };
    }

    /// Hands a subtree over to the parent of its root.
    fn leave(&mut self, node: u32, done: Visit) {
        let parent = &mut self.visits[done.parent as usize];
        parent.low = parent.low.min(done.low);
        parent.count += done.count;
        parent.sum += done.sum;
        if done.low < parent.time {
            return;
        }
        // Without the parent, the subtree is a part of its own.
        parent.cut_count += done.count;
        match done.count {
            0 => self.visits[node as usize].is_dead = true,
            1 => {
                if let Ok(only) = usize::try_from(done.sum) {
                    self.visits[only].is_separated = true;
                }
            }
            _ => {}
        }
    }

    /// Marks the nodes that some other node separates, in what was visited from `first`
    /// on. The root is in the region, so no rest is without one of its nodes.
    fn separate(&mut self, first: usize) {
        let root = self.order[first];
        let total = self.visits[root as usize].count;
        // One node of the region alone: there is no other to go to.
        self.visits[root as usize].is_separated |= total == 1;
        for at in first..self.order.len() {
            let node = self.order[at];
            let visit = self.visits[node as usize];
            // Parents come before their children.
            let is_dead =
                visit.is_dead || visit.parent != NONE && self.visits[visit.parent as usize].is_dead;
            let visit = &mut self.visits[node as usize];
            visit.is_dead = is_dead;
            visit.is_separated |= is_dead;
            let rest = total - u32::from(visit.is_in_region) - visit.cut_count;
            if node != root && rest == 1 {
                self.visits[root as usize].is_separated = true;
            }
        }
    }
}

/// Node numbers fit: [`PathStarts::new`] looks at it.
fn index(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(NONE)
}
