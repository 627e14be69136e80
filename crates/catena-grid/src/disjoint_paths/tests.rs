//! Both answers against taking away one node after the other.

use alloc::vec;
use alloc::vec::Vec;

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
        let branches = dominator_branches(&graph, start);
        let mut found: Vec<_> = region
            .iter()
            .filter(|n| **n != start)
            .filter_map(|node| branches.of(*node))
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
    let part = Subgraph::new(&line, &occupied);
    assert_eq!(part.wall(&[2]), [1, 3]);
    assert_eq!(part.wall(&[4, 2]), [1, 3, 4]);
    assert_eq!(part.wall(&[9]), []);
}

#[test]
fn a_start_that_is_not_there_has_no_paths() {
    let graph = Graph::new(1, &[]).unwrap();
    assert_eq!(disjoint_paths(&graph, 1, |_| true), None);
    assert_eq!(dominator_branches(&graph, 1).of(0), None);
}
