//! The verifier: it accepts every chain, and refuses everything else for the
//! right reason.
//!
//! What is right is found out again in the plainest way: [`faults`]. The claims
//! are witnesses of every kind of board with one thing changed.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::support::boards::{for_all, rasters, to_grid8};
use crate::support::definition::{Crossing, SmallGrid};
use crate::support::faults::faults;
use crate::support::lattices::{Bricks, ThreeDiagonals, WideHex};
use crate::support::{raster, size};
use catena_grid::{
    Board, Cell, Chain, ChainError, Grid, Grid8, HexLattice, Lattice, MinSize, Raster, Square,
    SquareLattice, Step, Steps,
};
use proptest::prelude::{Strategy, any};

/// Every kind of board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Chess,
    Squares,
    Hexagons,
    Bricks,
    WideHexagons,
    ThreeDiagonals,
}

const KINDS: [Kind; 6] = [
    Kind::Chess,
    Kind::Squares,
    Kind::Hexagons,
    Kind::Bricks,
    Kind::WideHexagons,
    Kind::ThreeDiagonals,
];

impl Kind {
    /// The verdict about a claim.
    fn verify(
        self,
        raster: &Raster,
        cell: Cell,
        size: MinSize,
        chain: &Chain,
    ) -> Result<(), ChainError> {
        fn on<L: Lattice>(
            raster: &Raster,
            cell: Cell,
            size: MinSize,
            chain: &Chain,
        ) -> Result<(), ChainError> {
            Grid::<L>::with_lattice(raster).verify(cell, size, chain)
        }
        match self {
            Kind::Chess => {
                let chain = Chain::new(squares(chain.cells()), squares(chain.encloses()));
                let result = to_grid8(raster).verify(square(cell), size, &chain);
                result.map_err(with_cells)
            }
            Kind::Squares => on::<SquareLattice>(raster, cell, size, chain),
            Kind::Hexagons => on::<HexLattice>(raster, cell, size, chain),
            Kind::Bricks => on::<Bricks>(raster, cell, size, chain),
            Kind::WideHexagons => on::<WideHex>(raster, cell, size, chain),
            Kind::ThreeDiagonals => on::<ThreeDiagonals>(raster, cell, size, chain),
        }
    }

    /// A chain through the cell.
    fn witness(self, raster: &Raster, cell: Cell, size: MinSize) -> Option<Chain> {
        fn on<L: Lattice>(raster: &Raster, cell: Cell, size: MinSize) -> Option<Chain> {
            let witness = Grid::<L>::with_lattice(raster).witness_of_size(cell, size);
            witness.expect("decided on small boards")
        }
        match self {
            Kind::Chess => {
                let witness = to_grid8(raster).witness_of_size(square(cell), size);
                witness.map(Chain::from)
            }
            Kind::Squares => on::<SquareLattice>(raster, cell, size),
            Kind::Hexagons => on::<HexLattice>(raster, cell, size),
            Kind::Bricks => on::<Bricks>(raster, cell, size),
            Kind::WideHexagons => on::<WideHex>(raster, cell, size),
            Kind::ThreeDiagonals => on::<ThreeDiagonals>(raster, cell, size),
        }
    }

    /// The steps of chains and the steps that join areas.
    fn steps(self) -> ([Steps; 2], [Steps; 2]) {
        fn of<L: Lattice>() -> ([Steps; 2], [Steps; 2]) {
            (L::WALL_STEPS, L::AREA_STEPS)
        }
        match self {
            Kind::Chess | Kind::Squares => of::<SquareLattice>(),
            Kind::Hexagons => of::<HexLattice>(),
            Kind::Bricks => of::<Bricks>(),
            Kind::WideHexagons => of::<WideHex>(),
            Kind::ThreeDiagonals => of::<ThreeDiagonals>(),
        }
    }

    /// Whether it has a board with this cell. An 8×8 board has no name for any
    /// other.
    fn can_name(self, cell: Cell) -> bool {
        self != Kind::Chess || cell.square().is_some()
    }
}

fn square(cell: Cell) -> Square {
    cell.square().expect("a cell of an 8x8 board")
}

fn squares(cells: &[Cell]) -> Vec<Square> {
    cells.iter().map(|cell| square(*cell)).collect()
}

fn with_cells(error: ChainError<Square>) -> ChainError {
    match error {
        ChainError::TooShort => ChainError::TooShort,
        ChainError::NotOccupied(square) => ChainError::NotOccupied(square.into()),
        ChainError::UsedTwice(square) => ChainError::UsedTwice(square.into()),
        ChainError::NotAdjacent(a, b) => ChainError::NotAdjacent(a.into(), b.into()),
        ChainError::Misses(square) => ChainError::Misses(square.into()),
        ChainError::Encloses(squares) => {
            ChainError::Encloses(squares.into_iter().map(Cell::from).collect())
        }
        ChainError::AreaTooSmall => ChainError::AreaTooSmall,
        other => panic!("{other:?} is new and has no test"),
    }
}

/// The name of an error, for counting.
fn name(verdict: &Result<(), ChainError>) -> &'static str {
    match verdict {
        Ok(()) => "valid",
        Err(ChainError::TooShort) => "too short",
        Err(ChainError::NotOccupied(_)) => "not occupied",
        Err(ChainError::UsedTwice(_)) => "used twice",
        Err(ChainError::NotAdjacent(..)) => "not adjacent",
        Err(ChainError::Misses(_)) => "misses",
        Err(ChainError::Encloses(_)) => "encloses",
        Err(ChainError::AreaTooSmall) => "area too small",
        Err(other) => panic!("{other:?} is new and has no test"),
    }
}

/// A claim about a board: this is a chain through the cell, valid for the size.
#[derive(Clone, Debug)]
struct Claim {
    raster: Raster,
    cell: Cell,
    size: MinSize,
    cells: Vec<Cell>,
    encloses: Vec<Cell>,
}

impl Claim {
    fn verdict(&self, kind: Kind) -> Result<(), ChainError> {
        let chain = Chain::new(self.cells.clone(), self.encloses.clone());
        kind.verify(&self.raster, self.cell, self.size, &chain)
    }

    fn faults(&self, kind: Kind) -> Vec<ChainError> {
        let chain = Chain::new(self.cells.clone(), self.encloses.clone());
        faults(&self.raster, kind.steps(), self.cell, self.size, &chain)
    }

    fn can_be_said(&self, kind: Kind) -> bool {
        let mut named = self.cells.iter().chain(&self.encloses).chain([&self.cell]);
        named.all(|cell| kind.can_name(*cell))
    }
}

/// Asserts that the verdict is a right one, and counts it.
#[track_caller]
fn check(kind: Kind, claim: &Claim, verdicts: &mut BTreeMap<&'static str, u32>) {
    if !claim.can_be_said(kind) {
        return;
    }
    let (verdict, faults) = (claim.verdict(kind), claim.faults(kind));
    let is_right = match &verdict {
        Ok(()) => faults.is_empty(),
        Err(error) => faults.contains(error),
    };
    assert!(
        is_right,
        "{kind:?}: {verdict:?}, not one of {faults:?}: {claim:?}\n{}",
        claim.raster
    );
    *verdicts.entry(name(&verdict)).or_default() += 1;
}

/// The claim with one thing changed, in many ways.
fn changed(claim: &Claim, other: usize) -> Vec<Claim> {
    let mut claims = Vec::new();
    let mut add = |change: &dyn Fn(&mut Claim)| {
        let mut changed = claim.clone();
        change(&mut changed);
        claims.push(changed);
    };
    let len = claim.cells.len();
    for place in 0..len {
        add(&|claim| {
            claim.cells.remove(place);
        });
        add(&|claim| claim.cells.insert(place, claim.cells[place]));
        add(&|claim| claim.cells.swap(place, (place + 1) % len));
        add(&|claim| claim.cells.swap(place, other % len));
        add(&|claim| claim.cells.rotate_left(place));
        add(&|claim| claim.raster.set(claim.cells[place], false));
        // There and back again, so that every step is one.
        add(&|claim| {
            let (here, next) = (claim.cells[place], claim.cells[(place + 1) % len]);
            claim.cells.splice(place..place, [here, next]);
        });
        for step in Step::ALL {
            let Some(moved) = step.apply(claim.cells[place]) else {
                continue;
            };
            add(&|claim| claim.cells[place] = moved);
            add(&|claim| claim.cells.insert(place, moved));
        }
    }
    add(&|claim| claim.cells.reverse());
    for few in 0..3 {
        add(&|claim| claim.cells.truncate(few));
    }
    for place in 0..claim.encloses.len() {
        add(&|claim| {
            claim.encloses.remove(place);
        });
        for moved in Step::ALL
            .into_iter()
            .filter_map(|step| step.apply(claim.encloses[place]))
        {
            add(&|claim| claim.encloses[place] = moved);
        }
        add(&|claim| claim.encloses.insert(0, claim.encloses[place]));
        add(&|claim| claim.encloses.rotate_left(place));
        add(&|claim| claim.raster.set(claim.encloses[place], true));
    }
    for cell in claim.raster.cells() {
        add(&|claim| claim.cell = cell);
        add(&|claim| claim.encloses.push(cell));
    }
    add(&|claim| claim.encloses.push(Cell::new(claim.raster.width(), 0)));
    for more in 1..=3 {
        add(&|claim| claim.size = size(claim.size.get() + more));
    }
    claims
}

/// A witness for one of the cells; which one, depends on the number.
fn some_witness(kind: Kind, raster: &Raster, size: MinSize, number: usize) -> Option<Claim> {
    let mut cells: Vec<Cell> = raster.occupied_cells().collect();
    let first = number % cells.len().max(1);
    cells.rotate_left(first);
    cells.into_iter().find_map(|cell| {
        let chain = kind.witness(raster, cell, size)?;
        Some(Claim {
            raster: raster.clone(),
            cell,
            size,
            cells: chain.cells().to_vec(),
            encloses: chain.encloses().to_vec(),
        })
    })
}

#[test]
fn a_witness_with_one_thing_changed_is_refused_for_the_right_reason() {
    for kind in KINDS {
        let sides = if kind == Kind::Chess { 8..=8 } else { 3..=10 };
        let boards = (rasters(sides.clone(), sides), any::<usize>());
        let verdicts = RefCell::new(BTreeMap::new());
        for_all(150, boards, |(raster, other)| {
            for min_size in (1..=5).map(size) {
                let Some(claim) = some_witness(kind, &raster, min_size, other) else {
                    return;
                };
                assert_eq!(claim.verdict(kind), Ok(()), "{kind:?}: {claim:?}\n{raster}");
                let mut verdicts = verdicts.borrow_mut();
                for claim in changed(&claim, other) {
                    check(kind, &claim, &mut verdicts);
                }
            }
        });
        let verdicts = verdicts.into_inner();
        assert_eq!(verdicts.len(), 8, "{kind:?}: only {verdicts:?}");
        for (verdict, count) in &verdicts {
            assert!(*count >= 40, "{kind:?}: only {count} {verdict}");
        }
    }
}

#[test]
fn every_chain_of_the_definition_is_accepted() {
    fn check<L: Lattice>(kind: Kind) {
        let grid = SmallGrid::new::<L>(4, 4);
        // Full boards and boards with nothing inside the chain.
        grid.for_each_chain(grid.full(), Crossing::Allowed, |path, inside| {
            let cells: Vec<Cell> = path.iter().map(|at| grid.cell(*at)).collect();
            let raster = grid.raster(grid.set_of(cells.iter().copied()));
            let encloses = crate::support::definition::bits(inside)
                .map(|at| grid.cell(at))
                .collect();
            let group = grid.largest_group(inside);
            let chain = Chain::new(cells, encloses);
            for (min_size, expected) in
                [(group, Ok(())), (group + 1, Err(ChainError::AreaTooSmall))]
            {
                let Some(min_size) = MinSize::new(min_size) else {
                    continue;
                };
                let verdict = kind.verify(&raster, chain.cells()[0], min_size, &chain);
                assert_eq!(verdict, expected, "{kind:?}: {chain:?}");
            }
        });
    }
    check::<SquareLattice>(Kind::Chess);
    check::<SquareLattice>(Kind::Squares);
    check::<HexLattice>(Kind::Hexagons);
    check::<Bricks>(Kind::Bricks);
    check::<ThreeDiagonals>(Kind::ThreeDiagonals);
}

fn cells(places: &[(usize, usize)]) -> Vec<Cell> {
    places
        .iter()
        .map(|(column, row)| Cell::new(*column, *row))
        .collect()
}

/// Six cells around two, a straight wall beside them, and a second ring that
/// has one cell in common with the first.
fn two_rings() -> Claim {
    Claim {
        raster: raster(
            ". # # . . # # .
             # . . # # . . #
             . # # . . # # .
             . . . . . . . .
             # # # # # . . .
             # . . . # . . .
             # # # # # . . .
             . . . . . . . .",
        ),
        cell: Cell::new(0, 1),
        size: MinSize::TWO,
        cells: cells(&[(0, 1), (1, 0), (2, 0), (3, 1), (2, 2), (1, 2)]),
        encloses: cells(&[(1, 1), (2, 1)]),
    }
}

/// Asserts that a claim is refused for this reason, on 8×8 and on squares.
#[track_caller]
fn refuse(change: impl Fn(&mut Claim), expected: ChainError) {
    let mut claim = two_rings();
    change(&mut claim);
    for kind in [Kind::Chess, Kind::Squares] {
        assert_eq!(
            claim.verdict(kind),
            Err(expected.clone()),
            "{kind:?}: {claim:?}"
        );
    }
}

#[test]
fn the_chain_itself_is_accepted() {
    for kind in [Kind::Chess, Kind::Squares] {
        assert_eq!(two_rings().verdict(kind), Ok(()));
    }
}

#[test]
fn fewer_than_three_cells_are_no_line() {
    for len in 0..3 {
        refuse(
            |claim| {
                claim.cells.truncate(len);
                claim.encloses.clear();
            },
            ChainError::TooShort,
        );
    }
}

#[test]
fn a_line_through_an_empty_cell_is_refused() {
    let empty = Cell::new(3, 1);
    refuse(
        |claim| claim.raster.set(empty, false),
        ChainError::NotOccupied(empty),
    );
    // Also if it is the cell asked about.
    refuse(
        |claim| {
            claim.raster.set(empty, false);
            claim.cell = empty;
        },
        ChainError::NotOccupied(empty),
    );
}

#[test]
fn a_line_beyond_the_rim_is_refused() {
    let beyond = Cell::new(0, 8);
    let mut claim = two_rings();
    claim.cells = cells(&[(0, 7), (1, 7), (0, 8)]);
    claim.raster.set(Cell::new(0, 7), true);
    claim.raster.set(Cell::new(1, 7), true);
    claim.cell = Cell::new(0, 7);
    claim.encloses.clear();
    assert_eq!(
        claim.verdict(Kind::Squares),
        Err(ChainError::NotOccupied(beyond))
    );
}

/// A figure of eight: everything else about it is right.
#[test]
fn a_line_that_meets_itself_is_refused() {
    let mut claim = two_rings();
    claim.raster = raster(
        ". # # . # # .
         # . . # . . #
         . # # . # # .",
    );
    claim.cells = cells(&[
        (0, 1),
        (1, 0),
        (2, 0),
        (3, 1),
        (4, 0),
        (5, 0),
        (6, 1),
        (5, 2),
        (4, 2),
        (3, 1),
        (2, 2),
        (1, 2),
    ]);
    claim.encloses = cells(&[(1, 1), (2, 1), (4, 1), (5, 1)]);
    let middle = Cell::new(3, 1);
    for kind in [Kind::Squares, Kind::Chess] {
        assert_eq!(
            claim.verdict(kind),
            Err(ChainError::UsedTwice(middle)),
            "{kind:?}"
        );
    }
}

/// A straight wall with a cell left out: what is inside is the same.
#[test]
fn a_line_with_a_jump_is_refused() {
    let wall = [
        (0, 4),
        (1, 4),
        (2, 4),
        (3, 4),
        (4, 4),
        (4, 5),
        (4, 6),
        (3, 6),
        (2, 6),
        (1, 6),
        (0, 6),
        (0, 5),
    ];
    let change = |claim: &mut Claim| {
        claim.cells = cells(&wall);
        claim.cell = Cell::new(0, 4);
        claim.encloses = cells(&[(1, 5), (2, 5), (3, 5)]);
    };
    let mut whole = two_rings();
    change(&mut whole);
    assert_eq!(whole.verdict(Kind::Squares), Ok(()));
    refuse(
        |claim| {
            change(claim);
            claim.cells.remove(2);
        },
        ChainError::NotAdjacent(Cell::new(1, 4), Cell::new(3, 4)),
    );
    // The last cell is not beside the first.
    refuse(
        |claim| {
            change(claim);
            claim.cells.pop();
        },
        ChainError::NotAdjacent(Cell::new(0, 6), Cell::new(0, 4)),
    );
}

/// What is a step on squares need not be one on hexagons.
#[test]
fn the_steps_are_those_of_the_lattice() {
    let ring = two_rings();
    let verdict = ring.verdict(Kind::Hexagons);
    assert_eq!(
        verdict,
        Err(ChainError::NotAdjacent(Cell::new(2, 0), Cell::new(3, 1)))
    );
    let verdict = ring.verdict(Kind::Bricks);
    assert_eq!(
        verdict,
        Err(ChainError::NotAdjacent(Cell::new(0, 1), Cell::new(1, 0)))
    );
}

#[test]
fn a_chain_elsewhere_is_refused() {
    for other in [
        Cell::new(4, 1),
        Cell::new(0, 4),
        Cell::new(1, 1),
        Cell::new(7, 7),
    ] {
        refuse(|claim| claim.cell = other, ChainError::Misses(other));
    }
}

#[test]
fn what_is_inside_must_be_said_exactly() {
    let inside = cells(&[(1, 1), (2, 1)]);
    let wrong = ChainError::Encloses(inside);
    refuse(|claim| claim.encloses.clear(), wrong.clone());
    refuse(|claim| claim.encloses.truncate(1), wrong.clone());
    for added in [(3, 3), (0, 1), (1, 1), (7, 7)] {
        refuse(
            |claim| claim.encloses.extend(cells(&[added])),
            wrong.clone(),
        );
    }
    refuse(|claim| claim.encloses[1] = Cell::new(3, 0), wrong);
    // Occupied cells inside do not count.
    refuse(
        |claim| claim.raster.set(Cell::new(2, 1), true),
        ChainError::Encloses(cells(&[(1, 1)])),
    );
}

#[test]
fn the_order_of_what_is_inside_does_not_matter() {
    let mut claim = two_rings();
    claim.encloses.reverse();
    for kind in [Kind::Chess, Kind::Squares] {
        assert_eq!(claim.verdict(kind), Ok(()));
    }
}

#[test]
fn a_group_that_is_too_small_is_refused() {
    refuse(
        |claim| claim.size = MinSize::THREE,
        ChainError::AreaTooSmall,
    );
    refuse(
        |claim| {
            claim.raster.set(Cell::new(2, 1), true);
            claim.encloses.pop();
        },
        ChainError::AreaTooSmall,
    );
    // Two cells, but each on its own.
    refuse(
        |claim| {
            claim.raster.set(Cell::new(2, 5), true);
            claim.cells = cells(&[
                (0, 5),
                (1, 4),
                (2, 4),
                (3, 4),
                (4, 5),
                (3, 6),
                (2, 6),
                (1, 6),
            ]);
            claim.encloses = cells(&[(1, 5), (3, 5)]);
            claim.cell = Cell::new(0, 5);
        },
        ChainError::AreaTooSmall,
    );
}

/// The two cells inside are joined by a diagonal that hexagons do not have.
#[test]
fn groups_are_those_of_the_lattice() {
    let claim = Claim {
        raster: raster(
            ". . # #
             # # . #
             # . # #
             # # . .",
        ),
        cell: Cell::new(2, 0),
        size: MinSize::TWO,
        cells: cells(&[
            (2, 0),
            (3, 0),
            (3, 1),
            (3, 2),
            (2, 2),
            (1, 3),
            (0, 3),
            (0, 2),
            (0, 1),
            (1, 1),
        ]),
        encloses: cells(&[(2, 1), (1, 2)]),
    };
    assert_eq!(claim.verdict(Kind::Squares), Ok(()));
    assert_eq!(claim.verdict(Kind::WideHexagons), Ok(()));
    assert_eq!(claim.verdict(Kind::Hexagons), Err(ChainError::AreaTooSmall));
}

#[test]
fn every_error_says_what_is_wrong() {
    let [a, b] = [Square::A1, Square::C3];
    for (error, message) in [
        (ChainError::TooShort, "a chain has at least three cells"),
        (ChainError::NotOccupied(a), "the cell a1 is not occupied"),
        (ChainError::UsedTwice(a), "the cell a1 is used twice"),
        (ChainError::NotAdjacent(a, b), "no step leads from a1 to c3"),
        (ChainError::Misses(b), "the chain does not go through c3"),
        (
            ChainError::Encloses(vec![a, b]),
            "the empty cells inside are a1 c3",
        ),
        (
            ChainError::AreaTooSmall,
            "no connected group of empty cells inside is large enough",
        ),
    ] {
        assert_eq!(error.to_string(), message);
    }
}

/// Grids of 8×8 cells are asked through another type than chess boards.
#[test]
fn an_8x8_grid_and_a_chess_board_give_the_same_verdicts() {
    let boards = rasters(8..=8, 8..=8).prop_map(|raster| (to_grid8(&raster), raster));
    for_all(30, boards, |(board, raster): (Grid8, Raster)| {
        for square in board {
            let Some(chain) = board.witness(square).map(Chain::from) else {
                continue;
            };
            let claim = Claim {
                raster: raster.clone(),
                cell: square.into(),
                size: MinSize::TWO,
                cells: chain.cells().to_vec(),
                encloses: chain.encloses().to_vec(),
            };
            for claim in changed(&claim, 3) {
                if claim.can_be_said(Kind::Chess) {
                    assert_eq!(claim.verdict(Kind::Chess), claim.verdict(Kind::Squares));
                }
            }
        }
    });
}
