//! Two disjoint paths lead to a region exactly if the maximum flow is two.

use std::collections::BTreeSet;

use catena_grid::Graph;
use catena_grid::disjoint_paths::{disjoint_paths, dominator_branches};
use crate::flow::max_disjoint_paths;

/// Nodes are numbered in four bits.
const NODES: usize = 16;

pub(crate) fn run(input: (Vec<u8>, u16, u8)) {
    let (pairs, region, start) = input;
    let ends = |pair: &u8| (usize::from(pair & 15), usize::from(pair >> 4));
    let links: Vec<(usize, usize)> = pairs.iter().take(64).map(ends).collect();
    let graph = Graph::new(NODES, &links).expect("links between nodes");
    let start = usize::from(start) % NODES;
    let is_in_region = |node: usize| region >> node & 1 == 1;
    let near = |node: usize| graph.neighbours(node).to_vec();

    let neighbours: Vec<Vec<usize>> = (0..NODES).map(near).collect();
    let expected = max_disjoint_paths(&neighbours, start, is_in_region) >= 2;
    let paths = disjoint_paths(&graph, start, is_in_region);
    assert_eq!(paths.is_some(), expected, "{start} {region} {graph:?}");
    for path in paths.iter().flatten() {
        let is_link = |pair: &[usize]| neighbours[pair[0]].contains(&pair[1]);
        assert!(path.windows(2).all(is_link), "{paths:?} {graph:?}");
    }
    let branches = dominator_branches(&graph, start);
    let ends = (0..NODES).filter(|node| is_in_region(*node) && *node != start);
    let different: BTreeSet<usize> = ends.filter_map(|node| branches.of(node)).collect();
    assert_eq!(different.len() >= 2, expected, "{start} {region} {graph:?}");
}
