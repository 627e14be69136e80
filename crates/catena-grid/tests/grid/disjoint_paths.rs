//! Two disjoint paths, on graphs and in volumes, against a plain maximum flow.

use std::cell::Cell as Counter;
use std::collections::BTreeSet;
use std::fmt::Debug;

use crate::support::boards::{GraphCase, for_all, graphs, volumes};
use crate::support::flow::max_disjoint_paths;
use crate::support::voxels::{all, by_floods, near, wall};
use catena_grid::cavity::Cavities;
use catena_grid::disjoint_paths::{
    Network, PathStarts, Subgraph, disjoint_paths, dominator_branches,
};
use catena_grid::{Graph, MinSize, Volume, Voxel};

/// Asserts that the paths start here, take steps that there are, have nothing
/// else in common, and meet the region only at their ends.
#[track_caller]
fn check_paths<N: Copy + Ord + Debug>(
    paths: &[Vec<N>; 2],
    start: N,
    is_step: impl Fn(N, N) -> bool,
    is_in_region: impl Fn(N) -> bool,
) {
    let mut seen = BTreeSet::from([start]);
    for path in paths {
        assert_eq!(path[0], start);
        for (place, pair) in path.windows(2).enumerate() {
            assert!(is_step(pair[0], pair[1]), "{pair:?} in {paths:?}");
            assert!(seen.insert(pair[1]), "{:?} twice in {paths:?}", pair[1]);
            let is_end = place + 2 == path.len();
            assert_eq!(is_in_region(pair[1]), is_end, "{:?} in {paths:?}", pair[1]);
        }
        assert!(path.len() > 1, "{paths:?}");
    }
}

/// Asserts that both ways to ask for two paths agree with the maximum flow;
/// returns whether there are two.
#[track_caller]
fn check_graph(case: &GraphCase, network: &impl Network, neighbours: &[Vec<usize>]) -> bool {
    let is_in_region = |node: usize| case.region[node];
    let expected = max_disjoint_paths(neighbours, case.start, is_in_region) >= 2;
    let paths = disjoint_paths(network, case.start, is_in_region);
    assert_eq!(paths.is_some(), expected, "{case:?}");
    if let Some(paths) = paths {
        let is_step = |from: usize, to: usize| neighbours[from].contains(&to);
        check_paths(&paths, case.start, is_step, is_in_region);
    }
    let branches = dominator_branches(network, case.start);
    let region = (0..neighbours.len()).filter(|node| is_in_region(*node) && *node != case.start);
    let different: BTreeSet<usize> = region.filter_map(|node| branches.of(node)).collect();
    assert_eq!(different.len() >= 2, expected, "{case:?}");
    expected
}

/// The starts that are found all at once are those from which paths are found.
#[track_caller]
fn check_starts(case: &GraphCase, network: &impl Network) -> usize {
    let region: Vec<usize> = (0..case.region.len())
        .filter(|node| case.region[*node])
        .collect();
    let one_by_one: Vec<usize> = (0..network.node_count())
        .filter(|start| disjoint_paths(network, *start, |node| case.region[node]).is_some())
        .collect();
    let mut starts = PathStarts::new(network);
    // The second time, what the first has left behind would show.
    for _ in 0..2 {
        assert_eq!(starts.to_region(&region), one_by_one, "{case:?}");
    }
    assert_eq!(starts.to_region(&[]), []);
    one_by_one.len()
}

#[test]
fn all_starts_are_those_from_which_paths_are_found() {
    let found = Counter::new(0);
    for_all(4000, graphs(), |case| {
        let part = Subgraph::new(&case.graph, &case.occupied);
        let starts = check_starts(&case, &case.graph) + check_starts(&case, &part);
        found.set(found.get() + starts);
    });
    assert!(found.get() > 1000, "only {} starts", found.get());
}

/// One search, whatever the number of nodes.
#[test]
fn all_starts_of_a_large_graph_are_found() {
    // A ladder of a million nodes, and a tail that hangs on it.
    let rungs = 500_000;
    let rails = (0..rungs - 1).flat_map(|at| [(2 * at, 2 * at + 2), (2 * at + 1, 2 * at + 3)]);
    let steps = (0..rungs).map(|at| (2 * at, 2 * at + 1));
    let tail = [(2 * rungs - 1, 2 * rungs), (2 * rungs, 2 * rungs + 1)];
    let links: Vec<(usize, usize)> = rails.chain(steps).chain(tail).collect();
    let graph = Graph::new(2 * rungs + 2, &links).unwrap();
    let starts = PathStarts::new(&graph).to_region(&[0, 1]);
    assert!(starts.into_iter().eq(2..2 * rungs));
}

#[test]
fn paths_in_graphs_are_found_exactly_if_the_maximum_flow_is_two() {
    let yes = Counter::new([0; 2]);
    for_all(4000, graphs(), |case| {
        let nodes = 0..case.graph.len();
        let all = nodes.map(|node| case.graph.neighbours(node).to_vec());
        let all: Vec<Vec<usize>> = all.collect();
        // A node that is not occupied is not in the subgraph.
        let is_occupied = |node: &usize| case.occupied[*node];
        let occupied = all.iter().enumerate().map(|(node, near)| {
            let near = near.iter().copied().filter(is_occupied);
            if is_occupied(&node) {
                near.collect()
            } else {
                Vec::new()
            }
        });
        let occupied: Vec<Vec<usize>> = occupied.collect();
        let part = Subgraph::new(&case.graph, &case.occupied);
        let found = [
            check_graph(&case, &case.graph, &all),
            check_graph(&case, &part, &occupied),
        ];
        let [whole, in_part] = yes.get();
        yes.set([whole + u32::from(found[0]), in_part + u32::from(found[1])]);
    });
    let yes = yes.get();
    assert!(yes.iter().all(|yes| *yes > 200), "only {yes:?} of 4000");
}

#[test]
fn the_wall_of_a_region_is_what_is_occupied_in_it_or_beside_it() {
    let line = Graph::new(5, &[(0, 1), (1, 2), (2, 3), (3, 4)]).expect("links between nodes");
    let occupied = [true, true, false, true, true];
    let part = Subgraph::new(&line, &occupied);
    assert_eq!(part.wall(&[2]), [1, 3]);
    assert_eq!(part.wall(&[4, 2]), [1, 3, 4]);
    assert_eq!(part.wall(&[9]), []);
}

#[test]
fn a_start_that_is_not_occupied_has_no_paths() {
    let triangle = Graph::new(3, &[(0, 1), (1, 2), (2, 0)]).expect("links between nodes");
    let part = Subgraph::new(&triangle, &[false, true, true]);
    assert_eq!(disjoint_paths(&part, 0, |_| true), None);
    let branches = dominator_branches(&part, 0);
    assert_eq!([0, 1, 2].map(|node| branches.of(node)), [None; 3]);
}

#[test]
fn a_start_that_is_not_there_has_no_paths() {
    let graph = Graph::new(1, &[]).expect("no links");
    assert_eq!(disjoint_paths(&graph, 1, |_| true), None);
    assert_eq!(dominator_branches(&graph, 1).of(0), None);
}

/// The occupied neighbours of each cell of a volume, by number.
fn occupied_neighbours(volume: &Volume, cells: &[Voxel]) -> Vec<Vec<usize>> {
    let number = |cell: Voxel| cells.iter().position(|other| *other == cell);
    let near_to = |cell: &Voxel| {
        let near = near(volume, *cell, false).into_iter().flatten();
        near.filter(|near| volume.is_occupied(*near))
            .filter_map(number)
            .collect()
    };
    cells.iter().map(near_to).collect()
}

#[test]
fn paths_in_volumes_are_found_exactly_if_the_maximum_flow_is_two() {
    let counts = Counter::new((0, 0));
    for_all(120, volumes(), |volume| {
        let cavities = by_floods(&volume);
        let walls: Vec<BTreeSet<Voxel>> = cavities
            .iter()
            .map(|cavity| wall(&volume, cavity))
            .collect();
        let cells: Vec<Voxel> = all(&volume).collect();
        let neighbours = occupied_neighbours(&volume, &cells);
        let found = Cavities::find(&volume, MinSize::ONE);
        for (start, &cell) in cells.iter().enumerate() {
            if !volume.is_occupied(cell) {
                assert_eq!(found.two_paths(cell), None);
                continue;
            }
            let has_two = |wall: &BTreeSet<Voxel>| {
                max_disjoint_paths(&neighbours, start, |node| wall.contains(&cells[node])) >= 2
            };
            let expected = walls.iter().position(has_two);
            let paths = found.two_paths(cell);
            let number = paths.as_ref().map(|(number, _)| *number as usize - 1);
            assert_eq!(number, expected, "{cell:?} of {volume:?}");
            let (mut yes, mut no) = counts.get();
            match (number, paths) {
                (Some(number), Some((_, paths))) => {
                    yes += 1;
                    let is_step = |from, to| near(&volume, from, false).contains(&Some(to));
                    let is_on_wall = |cell| walls[number].contains(&cell);
                    check_paths(&paths, cell, is_step, is_on_wall);
                }
                _ => no += 1,
            }
            counts.set((yes, no));
        }
    });
    let (yes, no) = counts.get();
    assert!(yes > 300 && no > 300, "{yes} with paths, {no} without");
}
