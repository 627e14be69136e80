//! Lattices to test besides those that the crate has.

use catena_grid::{Lattice, Step, Steps};

/// Bricks: walls go on orthogonally only, gaps leak diagonally.
pub(crate) struct Bricks;

impl Lattice for Bricks {
    const WALL_STEPS: [Steps; 2] = [Steps::ORTHOGONAL; 2];
    const GAP_STEPS: [Steps; 2] = [Steps::KING; 2];
    const AREA_STEPS: [Steps; 2] = [Steps::KING; 2];
}

const EVEN_HEX: Steps = Steps::new(&[
    Step::North,
    Step::East,
    Step::South,
    Step::SouthWest,
    Step::West,
    Step::NorthWest,
]);
const ODD_HEX: Steps = Steps::new(&[
    Step::North,
    Step::NorthEast,
    Step::East,
    Step::SouthEast,
    Step::South,
    Step::West,
]);

/// Hexagons whose areas are connected by all eight steps. Two of four
/// diagonals are steps of walls, so blocks do not decide size 3.
pub(crate) struct WideHex;

impl Lattice for WideHex {
    const WALL_STEPS: [Steps; 2] = [EVEN_HEX, ODD_HEX];
    const GAP_STEPS: [Steps; 2] = [EVEN_HEX, ODD_HEX];
    const AREA_STEPS: [Steps; 2] = [Steps::KING; 2];
}

/// Squares with one of the four diagonals missing: from even rows down to the
/// right, and back. Gaps leak across it. Blocks decide size 3, but not 4.
pub(crate) struct ThreeDiagonals;

impl Lattice for ThreeDiagonals {
    const WALL_STEPS: [Steps; 2] = [
        Steps::new(&[
            Step::North,
            Step::NorthEast,
            Step::East,
            Step::South,
            Step::SouthWest,
            Step::West,
            Step::NorthWest,
        ]),
        Steps::new(&[
            Step::North,
            Step::NorthEast,
            Step::East,
            Step::SouthEast,
            Step::South,
            Step::SouthWest,
            Step::West,
        ]),
    ];
    const GAP_STEPS: [Steps; 2] = [
        Steps::new(&[
            Step::North,
            Step::East,
            Step::South,
            Step::SouthWest,
            Step::West,
        ]),
        Steps::new(&[
            Step::North,
            Step::NorthEast,
            Step::East,
            Step::South,
            Step::West,
        ]),
    ];
    const AREA_STEPS: [Steps; 2] = [Steps::KING; 2];
}

/// Squares whose areas are connected across one of the two diagonals only:
/// neighbours by the other one are not adjacent.
pub(crate) struct OneAreaDiagonal;

impl Lattice for OneAreaDiagonal {
    const WALL_STEPS: [Steps; 2] = [Steps::KING; 2];
    const GAP_STEPS: [Steps; 2] = [Steps::ORTHOGONAL; 2];
    const AREA_STEPS: [Steps; 2] = [Steps::new(&[
        Step::North,
        Step::NorthEast,
        Step::East,
        Step::South,
        Step::SouthWest,
        Step::West,
    ]); 2];
}
