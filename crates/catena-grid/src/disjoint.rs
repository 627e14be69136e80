//! Two paths that share nothing but their start.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use crate::biconnected::SquareGraph;
use crate::grid8::Grid8;
use crate::square::Square;

/// Two paths from `start` to different squares of `targets`, with no square
/// in common but `start` and no target but their last; `None` if there are
/// none. The start is no target.
///
/// By Menger's theorem two rounds of the augmenting-path method decide it.
pub(crate) fn two_paths(
    graph: &impl SquareGraph,
    start: Square,
    targets: Grid8,
) -> Option<[Vec<Square>; 2]> {
    let mut flow = Flow::default();
    for _ in 0..2 {
        let moves = augmenting_moves(graph, start, targets, &flow)?;
        flow.apply(&moves);
    }
    let [first, second] = flow
        .links
        .iter()
        .filter(|link| link.0 == start)
        .collect::<Vec<_>>()[..]
    else {
        return None;
    };
    Some([flow.path(start, first.1), flow.path(start, second.1)])
}

/// The links used so far, each in the direction in which it is used.
#[derive(Default)]
struct Flow {
    links: Vec<(Square, Square)>,
}

impl Flow {
    fn before(&self, square: Square) -> Option<Square> {
        self.links
            .iter()
            .find(|link| link.1 == square)
            .map(|link| link.0)
    }

    fn after(&self, square: Square) -> Option<Square> {
        self.links
            .iter()
            .find(|link| link.0 == square)
            .map(|link| link.1)
    }

    /// A move against a used link frees it; any other uses a new one.
    fn apply(&mut self, moves: &[(Square, Square)]) {
        for &(from, to) in moves {
            match self.links.iter().position(|&link| link == (to, from)) {
                Some(place) => {
                    self.links.swap_remove(place);
                }
                None => self.links.push((from, to)),
            }
        }
    }

    fn path(&self, start: Square, second: Square) -> Vec<Square> {
        let mut path = Vec::from([start, second]);
        let mut here = second;
        while let Some(next) = self.after(here) {
            path.push(next);
            here = next;
        }
        path
    }
}

/// Where a search for an augmenting path stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// On a square from which it may go anywhere.
    Free(Square),
    /// On a square of another path, which it may only push back.
    Taken(Square),
}

impl Place {
    fn square(self) -> Square {
        match self {
            Place::Free(square) | Place::Taken(square) => square,
        }
    }
}

/// The moves of a shortest augmenting path from `start` to an unused target.
fn augmenting_moves(
    graph: &impl SquareGraph,
    start: Square,
    targets: Grid8,
    flow: &Flow,
) -> Option<Vec<(Square, Square)>> {
    let used: Grid8 = flow.links.iter().map(|link| link.1).collect();
    // Each place reached, and which entry of this list it was reached from.
    let mut reached: Vec<(Place, usize)> = Vec::from([(Place::Free(start), 0)]);
    let mut waiting = VecDeque::from([0]);
    while let Some(at) = waiting.pop_front() {
        let place = reached[at].0;
        let here = place.square();
        let mut next = Vec::new();
        if used.contains(here) {
            // Push back: take the square before this one off its path.
            next.extend(flow.before(here).filter(|&s| s != start).map(Place::Free));
        }
        if let Place::Free(_) = place {
            for square in graph.neighbours(here).without(start) {
                if used.contains(square) {
                    if !flow.links.contains(&(here, square)) {
                        next.push(Place::Taken(square));
                    }
                } else {
                    next.push(Place::Free(square));
                }
            }
        }
        for place in next {
            if reached.iter().any(|(seen, _)| *seen == place) {
                continue;
            }
            reached.push((place, at));
            let end = reached.len() - 1;
            if targets.contains(place.square()) && !used.contains(place.square()) {
                return Some(moves_to(&reached, end));
            }
            waiting.push_back(end);
        }
    }
    None
}

fn moves_to(reached: &[(Place, usize)], end: usize) -> Vec<(Square, Square)> {
    let mut moves = Vec::new();
    let mut at = end;
    while at != 0 {
        let (place, from) = reached[at];
        moves.push((reached[from].0.square(), place.square()));
        at = from;
    }
    moves.reverse();
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::biconnected::KingGraph;

    /// Menger: two paths exist iff no single square separates.
    #[test]
    fn there_are_two_paths_iff_no_single_square_separates() {
        let mut seed = 7u64;
        let mut yes = 0;
        for _ in 0..3000 {
            seed = seed
                .wrapping_mul(0x5851_f42d_4c95_7f2d)
                .wrapping_add(0x1405_7b7e_f767_814f);
            let occupied = Grid8::from_bits(seed ^ (seed << 13 & seed >> 7));
            let Some(start) = occupied.first() else {
                continue;
            };
            let targets = (occupied & Grid8::from_bits(seed.rotate_left(17) & seed)).without(start);
            let reaches = |without: Option<Square>| {
                let open = without.map_or(occupied, |cut| occupied.without(cut));
                !(Grid8::from(start).king_flood(open) & targets & open).is_empty()
            };
            let expected =
                reaches(None) && occupied.without(start).iter().all(|cut| reaches(Some(cut)));
            let found = two_paths(&KingGraph(occupied), start, targets);
            assert_eq!(
                found.is_some(),
                expected,
                "{start}\n{occupied}\n\n{targets}"
            );
            if let Some(paths) = found {
                yes += 1;
                check_paths(occupied, start, targets, &paths);
            }
        }
        assert!(yes > 300, "only {yes} pairs of paths");
    }

    fn check_paths(occupied: Grid8, start: Square, targets: Grid8, paths: &[Vec<Square>; 2]) {
        let mut seen = Grid8::EMPTY;
        for path in paths {
            assert_eq!(path[0], start);
            assert!(path.windows(2).all(|step| step[0].distance(step[1]) == 1));
            for (place, &square) in path.iter().enumerate().skip(1) {
                assert!(occupied.contains(square) && !seen.contains(square));
                assert_eq!(targets.contains(square), place == path.len() - 1);
                seen.insert(square);
            }
        }
    }
}
