//! The ring check of theorem T3 (`docs/theory.md`, section 5) and lemma G14(b)
//! (`docs/theory-grids.md`): every configuration of small gaps, on every lattice.

use std::collections::BTreeSet;

use catena_grid::{Lattice, SquareLattice, Step, Steps};

/// Column and row; the configurations lie around the origin.
type Point = (i32, i32);

/// A link, in ascending order.
type Link = (Point, Point);

/// The steps of a lattice, from even and from odd rows.
#[derive(Clone, Debug)]
struct StepSets {
    walls: [Steps; 2],
    gaps: [Steps; 2],
    areas: [Steps; 2],
}

/// Which of the diagonals down from even rows (south-east, south-west), and
/// then down from odd rows, are steps.
type Diagonals = [bool; 4];

fn with_diagonals([even_se, even_sw, odd_se, odd_sw]: Diagonals) -> [Steps; 2] {
    let orthogonal = [Step::North, Step::East, Step::South, Step::West];
    let set = |diagonals: [(bool, Step); 4]| {
        let there = diagonals.into_iter().filter(|(is_there, _)| *is_there);
        let steps = orthogonal.into_iter().chain(there.map(|(_, step)| step));
        Steps::new(&steps.collect::<Vec<_>>())
    };
    [
        set([
            (even_se, Step::SouthEast),
            (even_sw, Step::SouthWest),
            (odd_se, Step::NorthWest),
            (odd_sw, Step::NorthEast),
        ]),
        set([
            (odd_se, Step::SouthEast),
            (odd_sw, Step::SouthWest),
            (even_se, Step::NorthWest),
            (even_sw, Step::NorthEast),
        ]),
    ]
}

/// All lattices that satisfy the conditions of G1.
fn all_lattices() -> Vec<StepSets> {
    let mut lattices = Vec::new();
    for number in 0..256u32 {
        let bit = |place: u32| number >> place & 1 == 1;
        let walls = [bit(0), bit(1), bit(2), bit(3)];
        let areas = [bit(4), bit(5), bit(6), bit(7)];
        // A diagonal is a gap step exactly if the one that crosses it is no wall.
        let gaps = [!walls[1], !walls[0], !walls[3], !walls[2]];
        if gaps.iter().zip(areas).all(|(gap, area)| !gap || area) {
            lattices.push(StepSets {
                walls: with_diagonals(walls),
                gaps: with_diagonals(gaps),
                areas: with_diagonals(areas),
            });
        }
    }
    lattices
}

fn squares() -> StepSets {
    StepSets {
        walls: SquareLattice::WALL_STEPS,
        gaps: SquareLattice::GAP_STEPS,
        areas: SquareLattice::AREA_STEPS,
    }
}

/// The points that steps lead to, clockwise from the north.
fn near(steps: [Steps; 2], (column, row): Point) -> Vec<Point> {
    let parity = usize::from(row.rem_euclid(2) == 1);
    let steps = steps[parity].iter().map(Step::offset);
    steps.map(|(x, y)| (column + x, row + y)).collect()
}

fn link(one: Point, other: Point) -> Link {
    (one.min(other), one.max(other))
}

/// Gaps of one or two cells that touch, and three of their cells that area
/// steps connect: the set `R` of the proof.
#[derive(Debug)]
struct Configuration {
    gaps: Vec<Vec<Point>>,
    region: BTreeSet<Point>,
}

impl StepSets {
    /// The cells that touch this one across a link.
    fn touching(&self, cell: Point) -> Vec<Point> {
        let mut near_area = near(self.areas, cell);
        near_area.retain(|other| !near(self.gaps, cell).contains(other));
        near_area
    }

    /// The gaps of one or two cells with this cell.
    fn small_gaps(&self, cell: Point) -> Vec<Vec<Point>> {
        let with_two = near(self.gaps, cell).into_iter();
        let with_two = with_two.map(|other| vec![cell, other]);
        std::iter::once(vec![cell]).chain(with_two).collect()
    }

    /// Whether no gap step joins two of these gaps, and no cell is in two.
    fn are_different(&self, gaps: &[Vec<Point>]) -> bool {
        gaps.iter().enumerate().all(|(place, gap)| {
            let mut others = gaps[place + 1..].iter().flatten();
            others.all(|other| {
                let joined = |cell: &Point| cell == other || near(self.gaps, *cell).contains(other);
                !gap.iter().any(joined)
            })
        })
    }

    /// Two touching gaps, the first with this cell, which touches the second.
    fn pairs(&self, cell: Point) -> Vec<[Vec<Point>; 2]> {
        let mut pairs = Vec::new();
        for other in self.touching(cell) {
            for one_gap in self.small_gaps(cell) {
                for other_gap in self.small_gaps(other) {
                    pairs.push([one_gap.clone(), other_gap]);
                }
            }
        }
        pairs.retain(|pair| self.are_different(pair));
        pairs
    }

    /// Three gaps of one cell, each touching the next, from this cell on.
    fn triples(&self, cell: Point) -> Vec<[Point; 3]> {
        let mut triples = Vec::new();
        for second in self.touching(cell) {
            let thirds = self.touching(second).into_iter();
            triples.extend(thirds.map(|third| [cell, second, third]));
        }
        triples.retain(|triple| self.are_different(&triple.map(|cell| vec![cell])));
        triples
    }

    /// All configurations up to moves by an even number of rows.
    fn configurations(&self) -> Vec<Configuration> {
        let mut found = Vec::new();
        for start in [(0, 0), (0, 1)] {
            for pair in self.pairs(start) {
                // A gap of two cells, and the cell of the other that touches it.
                for (one, other) in [(0, 1), (1, 0)] {
                    if pair[one].len() == 2 {
                        let region = pair[one].iter().copied().chain([pair[other][0]]);
                        let region = region.collect();
                        let gaps = pair.to_vec();
                        found.push(Configuration { gaps, region });
                    }
                }
            }
            for triple in self.triples(start) {
                let gaps = triple.map(|cell| vec![cell]).to_vec();
                let region = triple.into_iter().collect();
                found.push(Configuration { gaps, region });
            }
        }
        found
    }

    /// The links of the ring of a gap: around its first cell, from the second
    /// one on, then around the second one.
    fn ring(&self, gap: &[Point]) -> Vec<Link> {
        let mut cells: Vec<Point> = Vec::new();
        for (place, &cell) in gap.iter().enumerate() {
            let mut around = near(self.gaps, cell);
            let other = gap.get(1 - place);
            if let Some(at) = around.iter().position(|near| Some(near) == other) {
                around.rotate_left(at + 1);
                around.pop();
            }
            for near in around {
                if !cells.contains(&near) {
                    cells.push(near);
                }
            }
        }
        let links = cells.iter().zip(cells.iter().cycle().skip(1));
        let links: Vec<Link> = links.map(|(one, other)| link(*one, *other)).collect();
        for (one, other) in &links {
            assert!(near(self.walls, *one).contains(other), "a ring has links");
        }
        links
    }

    /// The links between these cells.
    fn links(&self, cells: &BTreeSet<Point>) -> BTreeSet<Link> {
        let of_cell = |cell: &Point| {
            let cell = *cell;
            let near = near(self.walls, cell).into_iter();
            near.filter(|other| cells.contains(other))
                .map(move |other| link(cell, other))
        };
        cells.iter().flat_map(of_cell).collect()
    }
}

/// Whether a link passes between two cells of the region.
fn is_forbidden((one, other): &Link, region: &BTreeSet<Point>) -> bool {
    region.contains(&(one.0, other.1)) && region.contains(&(other.0, one.1))
}

/// The ring check for one configuration: whether the rings contain a cycle
/// without forbidden links through all ends of forbidden links.
fn passes(lattice: &StepSets, configuration: &Configuration) -> bool {
    let rings = configuration.gaps.iter().flat_map(|gap| lattice.ring(gap));
    let rings: BTreeSet<Link> = rings.collect();
    let cells = rings.iter().flat_map(|link| [link.0, link.1]).collect();
    let region = &configuration.region;
    let mut forbidden = lattice.links(&cells);
    forbidden.retain(|link| is_forbidden(link, region));
    assert!(!forbidden.is_empty(), "a link passes between the gaps");
    let ends: BTreeSet<Point> = forbidden.iter().flat_map(|link| [link.0, link.1]).collect();
    let allowed: BTreeSet<Link> = rings.difference(&forbidden).copied().collect();
    let start = *ends.first().expect("a link has ends");
    has_cycle(&allowed, &ends, &mut vec![start])
}

/// Whether the path can be closed to a cycle through all these cells.
fn has_cycle(links: &BTreeSet<Link>, ends: &BTreeSet<Point>, path: &mut Vec<Point>) -> bool {
    let last = path[path.len() - 1];
    let joined = |cell: Point| links.contains(&link(last, cell));
    if path.len() > 2 && joined(path[0]) && ends.iter().all(|end| path.contains(end)) {
        return true;
    }
    let cells: BTreeSet<Point> = links.iter().flat_map(|link| [link.0, link.1]).collect();
    cells.into_iter().any(|next| {
        if !joined(next) || path.contains(&next) {
            return false;
        }
        path.push(next);
        let found = has_cycle(links, ends, path);
        path.pop();
        found
    })
}

#[test]
fn on_squares_all_48_configurations_pass() {
    let lattice = squares();
    let start = (0, 0);
    let pairs = lattice.pairs(start);
    let with_single_cells = pairs.iter().filter(|pair| pair.concat().len() == 2);
    assert_eq!((pairs.len(), with_single_cells.count()), (36, 4));
    assert_eq!(lattice.triples(start).len(), 12);
    for configuration in lattice.configurations() {
        assert!(passes(&lattice, &configuration), "{configuration:?}");
        // The cycle is what remains of the rings without the shared links.
        let mut rest: BTreeSet<Link> = BTreeSet::new();
        for link in configuration.gaps.iter().flat_map(|gap| lattice.ring(gap)) {
            if !rest.remove(&link) {
                rest.insert(link);
            }
        }
        assert!(
            !rest
                .iter()
                .any(|link| is_forbidden(link, &configuration.region))
        );
        let cells: BTreeSet<Point> = rest.iter().flat_map(|link| [link.0, link.1]).collect();
        assert_eq!(cells.len(), rest.len());
        assert!(has_cycle(&rest, &cells, &mut vec![*cells.first().unwrap()]));
    }
}

/// How many of the four diagonals are wall steps: each is in two sets.
fn wall_diagonals(lattice: &StepSets) -> u32 {
    (lattice.walls[0].len() + lattice.walls[1].len() - 8) / 2
}

#[test]
fn the_ring_check_passes_where_three_diagonals_are_wall_steps() {
    let lattices = all_lattices();
    assert_eq!(lattices.len(), 81);
    let (mut passed, mut failed) = (0, 0);
    for lattice in lattices
        .iter()
        .filter(|lattice| lattice.areas != lattice.gaps)
    {
        let configurations = lattice.configurations();
        assert!(!configurations.is_empty());
        let failing = configurations.iter().filter(|one| !passes(lattice, one));
        let mut failing = failing.peekable();
        assert_eq!(
            failing.peek().is_none(),
            wall_diagonals(lattice) >= 3,
            "{lattice:?}"
        );
        if failing.peek().is_none() {
            passed += 1;
        } else {
            failed += 1;
            assert!(
                failing.any(|one| is_counterexample(lattice, one)),
                "{lattice:?}"
            );
        }
    }
    assert_eq!((passed, failed), (43, 22));
}

/// Whether the block test errs for size 3 on the board whose occupied cells are
/// the rings: some cell of a ring has no chain around three connected empty
/// cells, although the rings together are a block that encloses the gaps.
fn is_counterexample(lattice: &StepSets, configuration: &Configuration) -> bool {
    let links = configuration.gaps.iter().flat_map(|gap| lattice.ring(gap));
    let occupied: BTreeSet<Point> = links.flat_map(|link| [link.0, link.1]).collect();
    let empty: BTreeSet<Point> = configuration.gaps.iter().flatten().copied().collect();
    let mut on_chain = BTreeSet::new();
    for &start in &occupied {
        list_chains(lattice, &occupied, &mut vec![start], &mut |chain| {
            let inside = empty.iter().filter(|cell| is_inside(chain, **cell));
            if largest_group(lattice, inside.copied().collect()) >= 3 {
                on_chain.extend(chain.iter().copied());
            }
        });
    }
    on_chain != occupied
}

/// Calls `visit` with every simple cycle that begins with this path and has no
/// smaller cell than its first one.
fn list_chains(
    lattice: &StepSets,
    occupied: &BTreeSet<Point>,
    path: &mut Vec<Point>,
    visit: &mut impl FnMut(&[Point]),
) {
    for next in near(lattice.walls, path[path.len() - 1]) {
        if next == path[0] && path.len() > 2 {
            visit(path);
        } else if next > path[0] && occupied.contains(&next) && !path.contains(&next) {
            path.push(next);
            list_chains(lattice, occupied, path, visit);
            path.pop();
        }
    }
}

/// The even–odd rule, with a ray to the west a little above the centre.
fn is_inside(chain: &[Point], cell: Point) -> bool {
    let links = chain.iter().zip(chain.iter().cycle().skip(1));
    let lower_ends = links
        .filter(|(one, other)| one.1 != other.1)
        .map(|(one, other)| if one.1 > other.1 { one } else { other });
    let crossed = lower_ends.filter(|end| end.1 == cell.1 && end.0 < cell.0);
    !chain.contains(&cell) && crossed.count() % 2 == 1
}

fn largest_group(lattice: &StepSets, mut cells: BTreeSet<Point>) -> usize {
    let mut largest = 0;
    while let Some(first) = cells.pop_first() {
        let mut open = vec![first];
        let mut size = 0;
        while let Some(cell) = open.pop() {
            size += 1;
            open.extend(
                near(lattice.areas, cell)
                    .iter()
                    .filter(|near| cells.remove(near)),
            );
        }
        largest = largest.max(size);
    }
    largest
}
