//! [`Lattice`]: who is a neighbour of whom on a grid.
//!
//! A lattice says where walls and where gaps go on from a cell. Everything
//! else (which gap lies between two arms of a wall, what a piece of wall
//! separates) follows from that, and is worked out when the program is
//! compiled.

use crate::cell::Cell;

/// One of the eight ways to leave a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// One row up.
    North,
    /// One row up, one column to the right.
    NorthEast,
    /// One column to the right.
    East,
    /// One row down, one column to the right.
    SouthEast,
    /// One row down.
    South,
    /// One row down, one column to the left.
    SouthWest,
    /// One column to the left.
    West,
    /// One row up, one column to the left.
    NorthWest,
}

impl Step {
    /// All steps, clockwise from the north.
    pub const ALL: [Step; 8] = [
        Step::North,
        Step::NorthEast,
        Step::East,
        Step::SouthEast,
        Step::South,
        Step::SouthWest,
        Step::West,
        Step::NorthWest,
    ];

    /// How the column and the row change.
    #[must_use]
    pub const fn offset(self) -> (i32, i32) {
        match self {
            Step::North => (0, -1),
            Step::NorthEast => (1, -1),
            Step::East => (1, 0),
            Step::SouthEast => (1, 1),
            Step::South => (0, 1),
            Step::SouthWest => (-1, 1),
            Step::West => (-1, 0),
            Step::NorthWest => (-1, -1),
        }
    }

    /// The step back.
    #[must_use]
    pub const fn back(self) -> Step {
        Step::ALL[(self as usize + 4) % 8]
    }

    /// The next step clockwise.
    #[must_use]
    pub const fn clockwise(self) -> Step {
        Step::ALL[(self as usize + 1) % 8]
    }

    /// Returns the cell that this step leads to, unless a coordinate would be
    /// negative.
    #[must_use]
    pub fn apply(self, cell: Cell) -> Option<Cell> {
        let (columns, rows) = self.offset();
        Some(Cell {
            column: cell.column.checked_add_signed(columns as isize)?,
            row: cell.row.checked_add_signed(rows as isize)?,
        })
    }
}

/// A set of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Steps(u8);

impl Steps {
    /// No step.
    pub const NONE: Steps = Steps(0);
    /// North, east, south and west.
    pub const ORTHOGONAL: Steps = Steps(0b0101_0101);
    /// All eight.
    pub const KING: Steps = Steps(0xff);

    /// The set of these steps.
    #[must_use]
    pub const fn new(steps: &[Step]) -> Steps {
        let (mut bits, mut at) = (0, 0);
        while at < steps.len() {
            bits |= 1 << steps[at] as u8;
            at += 1;
        }
        Steps(bits)
    }

    /// The set with these bits: bit 0 is north, then clockwise.
    pub(crate) const fn from_bits(bits: u8) -> Steps {
        Steps(bits)
    }

    /// The bits of the set: bit 0 is north, then clockwise.
    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    /// Whether the step is in the set.
    #[must_use]
    pub const fn contains(self, step: Step) -> bool {
        self.0 >> step as u8 & 1 == 1
    }

    /// How many steps are in the set.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no step is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether every step of this set is in the other.
    #[must_use]
    pub const fn is_subset(self, other: Steps) -> bool {
        self.0 & !other.0 == 0
    }

    /// The steps of the set, clockwise from the north.
    pub fn iter(self) -> impl Iterator<Item = Step> {
        Step::ALL
            .into_iter()
            .filter(move |step| self.contains(*step))
    }
}

/// Who is a neighbour of whom.
///
/// Cells lie in rows. A cell has its orthogonal neighbours and some of its
/// diagonal ones; which, may depend on whether its row is even or odd, so each
/// constant is a pair: steps from an even row, steps from an odd row.
///
/// What a lattice must keep, checked when the program is compiled:
/// - North, east, south and west are steps of walls and of gaps.
/// - Every step can be taken back.
/// - *A wall stops a gap exactly where they cross.* The two diagonals of a 2×2
///   square of cells cross: one of them is a step of walls exactly if the
///   other is not a step of gaps.
/// - Areas hold together at least as well as gaps do.
///
/// Two diagonals that are both steps of walls may cross each other (four
/// occupied cells in a square). That does no harm: see lemma L1 of the
/// definition.
///
/// # Examples
///
/// Walls that hold together only orthogonally, so that gaps leak diagonally:
///
/// ```
/// use catena_grid::{Grid, Lattice, MinSize, Query, Raster, Steps};
///
/// struct Bricks;
///
/// impl Lattice for Bricks {
///     const WALL_STEPS: [Steps; 2] = [Steps::ORTHOGONAL; 2];
///     const GAP_STEPS: [Steps; 2] = [Steps::KING; 2];
///     const AREA_STEPS: [Steps; 2] = [Steps::KING; 2];
/// }
///
/// let raster = Raster::from_art(
///     "# # # # . # #
///      ## . . # # . #
///      ## # # # # # .",
/// )?;
/// let report = Grid::<Bricks>::with_lattice(&raster).analyse(&Query::new(MinSize::ONE));
/// assert_eq!((report.areas, report.walls), (1, 1));
/// # Ok::<(), catena_grid::RasterError>(())
/// ```
pub trait Lattice {
    /// Where a chain may go on from a cell.
    const WALL_STEPS: [Steps; 2];
    /// Where a gap leaks from an empty cell.
    const GAP_STEPS: [Steps; 2];
    /// What joins the empty cells of one enclosed area.
    const AREA_STEPS: [Steps; 2];
}

/// Squares as on a chess board: walls go on in all eight directions, gaps leak
/// in four, areas hold together in eight.
#[derive(Clone, Copy, Debug)]
pub struct SquareLattice;

impl Lattice for SquareLattice {
    const WALL_STEPS: [Steps; 2] = [Steps::KING; 2];
    const GAP_STEPS: [Steps; 2] = [Steps::ORTHOGONAL; 2];
    const AREA_STEPS: [Steps; 2] = [Steps::KING; 2];
}

/// Hexagons in rows, odd rows moved half a cell to the right: six neighbours
/// for walls, gaps and areas alike.
#[derive(Clone, Copy, Debug)]
pub struct HexLattice;

const HEX_STEPS: [Steps; 2] = [
    Steps::new(&[
        Step::North,
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
        Step::West,
    ]),
];

impl Lattice for HexLattice {
    const WALL_STEPS: [Steps; 2] = HEX_STEPS;
    const GAP_STEPS: [Steps; 2] = HEX_STEPS;
    const AREA_STEPS: [Steps; 2] = HEX_STEPS;
}

/// Stops the compilation if the lattice breaks a promise of [`Lattice`].
pub(crate) const fn check<L: Lattice>() {
    let mut parity = 0;
    while parity < 2 {
        let (walls, gaps) = (L::WALL_STEPS[parity], L::GAP_STEPS[parity]);
        assert!(
            Steps::ORTHOGONAL.is_subset(walls) && Steps::ORTHOGONAL.is_subset(gaps),
            "the four orthogonal steps are steps of walls and of gaps"
        );
        assert!(
            gaps.is_subset(L::AREA_STEPS[parity]),
            "a step of gaps is a step of areas"
        );
        assert!(
            walls.contains(Step::SouthEast) != gaps.contains(Step::SouthWest)
                && walls.contains(Step::SouthWest) != gaps.contains(Step::SouthEast),
            "of two diagonals that cross, one is a step of walls exactly if the other is not a step of gaps"
        );
        assert!(
            can_go_back(L::WALL_STEPS, parity)
                && can_go_back(L::GAP_STEPS, parity)
                && can_go_back(L::AREA_STEPS, parity),
            "every step can be taken back"
        );
        parity += 1;
    }
}

/// Whether the diagonal steps down from this kind of row have their way back.
const fn can_go_back(steps: [Steps; 2], parity: usize) -> bool {
    let (from, to) = (steps[parity], steps[1 - parity]);
    from.contains(Step::SouthEast) == to.contains(Step::NorthWest)
        && from.contains(Step::SouthWest) == to.contains(Step::NorthEast)
}
