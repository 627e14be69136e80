//! Disjoint paths, told another way: the maximum flow through a network in
//! which every node lets one unit through. Slow, short and obvious.

use std::collections::BTreeMap;

/// One half of a node: what flows into it, or out of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Half {
    In(usize),
    Out(usize),
    Sink,
}

/// How many paths lead from the start to different nodes of the region, with
/// no node in common but the start. The start does not count as one of the
/// region.
///
/// Ford and Fulkerson's method: as long as a unit can flow from the start to
/// the sink, it does.
pub(crate) fn max_disjoint_paths(
    neighbours: &[Vec<usize>],
    start: usize,
    is_in_region: impl Fn(usize) -> bool,
) -> usize {
    let mut left: BTreeMap<Half, BTreeMap<Half, u32>> = BTreeMap::new();
    let mut add = |from, to| {
        *left.entry(from).or_default().entry(to).or_default() += 1;
        left.entry(to).or_default().entry(from).or_default();
    };
    for (node, near) in neighbours.iter().enumerate() {
        if node != start {
            add(Half::In(node), Half::Out(node));
        }
        for &next in near.iter().filter(|next| **next != start) {
            add(Half::Out(node), Half::In(next));
        }
        if node != start && is_in_region(node) {
            add(Half::Out(node), Half::Sink);
        }
    }
    let mut flow = 0;
    while let Some(path) = path_to_sink(&left, Half::Out(start)) {
        for pair in path.windows(2) {
            *left.entry(pair[0]).or_default().entry(pair[1]).or_default() -= 1;
            *left.entry(pair[1]).or_default().entry(pair[0]).or_default() += 1;
        }
        flow += 1;
    }
    flow
}

/// A way to the sink along which something is left to flow.
fn path_to_sink(left: &BTreeMap<Half, BTreeMap<Half, u32>>, start: Half) -> Option<Vec<Half>> {
    let mut seen = vec![start];
    let mut open = vec![vec![start]];
    while let Some(path) = open.pop() {
        let end = path[path.len() - 1];
        if end == Half::Sink {
            return Some(path);
        }
        for (next, left) in left.get(&end).into_iter().flatten() {
            if *left > 0 && !seen.contains(next) {
                seen.push(*next);
                open.push([&path[..], &[*next]].concat());
            }
        }
    }
    None
}
