//! [`Lattice`]: which cells of a grid are neighbours.
//!
//! A lattice says which steps lead from cell to cell along a wall, within a gap
//! and within an area. Everything else follows from that and is computed when
//! the program is compiled. Lemma G1 of `docs/theory-grids.md` says what a
//! lattice must satisfy and why; [`check`] tests it at compile time.

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

    /// Returns by how much the column and the row change.
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

    /// Returns the step back.
    #[must_use]
    pub const fn back(self) -> Step {
        Step::ALL[(self as usize + 4) % 8]
    }

    /// Returns the next step clockwise.
    #[must_use]
    pub const fn clockwise(self) -> Step {
        Step::ALL[(self as usize + 1) % 8]
    }

    /// Returns the cell that this step leads to, unless a coordinate would be
    /// negative.
    ///
    /// ```
    /// use catena_grid::{Cell, Step};
    ///
    /// assert_eq!(Step::SouthEast.apply(Cell::new(0, 0)), Some(Cell::new(1, 1)));
    /// assert_eq!(Step::North.apply(Cell::new(0, 0)), None);
    /// assert_eq!(Step::North.clockwise(), Step::NorthEast);
    /// assert_eq!(Step::North.back(), Step::South);
    /// ```
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

    /// Returns the set of these steps.
    ///
    /// ```
    /// use catena_grid::{Step, Steps};
    ///
    /// let steps = Steps::new(&[Step::North, Step::South]);
    /// assert!(steps.is_subset(Steps::ORTHOGONAL));
    /// assert!(steps.iter().eq([Step::North, Step::South]));
    /// ```
    #[must_use]
    pub const fn new(steps: &[Step]) -> Steps {
        let (mut bits, mut at) = (0, 0);
        while at < steps.len() {
            bits |= 1 << steps[at] as u8;
            at += 1;
        }
        Steps(bits)
    }

    /// Returns the set with these bits: bit 0 is north, then clockwise.
    pub(crate) const fn from_bits(bits: u8) -> Steps {
        Steps(bits)
    }

    /// Returns the bits of the set: bit 0 is north, then clockwise.
    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    /// Returns whether the step is in the set.
    #[must_use]
    pub const fn contains(self, step: Step) -> bool {
        self.0 >> step as u8 & 1 == 1
    }

    /// Returns how many steps are in the set.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether no step is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether every step of this set is in the other.
    #[must_use]
    pub const fn is_subset(self, other: Steps) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns the steps of the set, clockwise from the north.
    pub fn iter(self) -> impl Iterator<Item = Step> {
        Step::ALL
            .into_iter()
            .filter(move |step| self.contains(*step))
    }
}

/// Which cells are neighbours.
///
/// Cells lie in rows. A cell has its orthogonal neighbours and some of its
/// diagonal ones. Which ones may depend on whether its row is even or odd, so
/// each constant is a pair: steps from an even row, steps from an odd row.
///
/// A lattice must satisfy four conditions, which are checked when the program is
/// compiled (lemma G1 of `docs/theory-grids.md` says why they are needed):
/// - North, east, south and west are wall steps and gap steps.
/// - Every step can be taken back.
/// - *A wall stops a gap exactly where they cross.* The two diagonals of a 2×2
///   square of cells cross: one of them is a wall step exactly if the other is
///   not a gap step.
/// - Every gap step is an area step.
///
/// Two diagonals that are both wall steps may cross each other (four occupied
/// cells in a square). That does no harm: see lemma L1 of `docs/theory.md`.
///
/// # Examples
///
/// Walls with orthogonal steps only, so that gaps leak diagonally:
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
///
/// A lattice whose gaps would leak through walls does not compile:
///
/// ```compile_fail
/// use catena_grid::{Grid, Lattice, Raster, Steps};
///
/// struct Sieve;
///
/// impl Lattice for Sieve {
///     const WALL_STEPS: [Steps; 2] = [Steps::KING; 2];
///     const GAP_STEPS: [Steps; 2] = [Steps::KING; 2];
///     const AREA_STEPS: [Steps; 2] = [Steps::KING; 2];
/// }
///
/// let raster = Raster::new(8, 8).unwrap();
/// let grid = Grid::<Sieve>::with_lattice(&raster);
/// ```
pub trait Lattice {
    /// The steps of a chain from an occupied cell.
    const WALL_STEPS: [Steps; 2];
    /// The steps by which an empty cell leaks.
    const GAP_STEPS: [Steps; 2];
    /// The steps that connect the empty cells of one area.
    const AREA_STEPS: [Steps; 2];
}

// The lattices of this crate satisfy the conditions.
const _: () = {
    check::<SquareLattice>();
    check::<HexLattice>();
};

/// Squares as on a chess board: a chain has eight steps from a cell, gaps leak
/// by four, and areas are connected by eight.
#[derive(Clone, Copy, Debug)]
pub struct SquareLattice;

impl Lattice for SquareLattice {
    const WALL_STEPS: [Steps; 2] = [Steps::KING; 2];
    const GAP_STEPS: [Steps; 2] = [Steps::ORTHOGONAL; 2];
    const AREA_STEPS: [Steps; 2] = [Steps::KING; 2];
}

/// Hexagons in rows, odd rows shifted half a cell to the right: six neighbours
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

/// Checks the conditions of [`Lattice`] (G1). In a constant, so that a lattice
/// that breaks one does not compile.
///
/// Only diagonal steps down need a look: the steps up are those steps taken
/// back, and the other steps are required for every row.
pub(crate) const fn check<L: Lattice>() {
    let mut parity = 0;
    while parity < 2 {
        let (walls, gaps) = (L::WALL_STEPS[parity], L::GAP_STEPS[parity]);
        assert!(
            Steps::ORTHOGONAL.is_subset(walls) && Steps::ORTHOGONAL.is_subset(gaps),
            "the four orthogonal steps are wall steps and gap steps"
        );
        assert!(
            gaps.is_subset(L::AREA_STEPS[parity]),
            "every gap step is an area step"
        );
        assert!(
            walls.contains(Step::SouthEast) != gaps.contains(Step::SouthWest)
                && walls.contains(Step::SouthWest) != gaps.contains(Step::SouthEast),
            "of two diagonals that cross, one is a wall step exactly if the other is not a gap step"
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

/// Returns whether the diagonal steps down from this kind of row can be taken
/// back.
const fn can_go_back(steps: [Steps; 2], parity: usize) -> bool {
    let (from, to) = (steps[parity], steps[1 - parity]);
    from.contains(Step::SouthEast) == to.contains(Step::NorthWest)
        && from.contains(Step::SouthWest) == to.contains(Step::NorthEast)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A lattice with these steps, the same from every row.
    macro_rules! lattice {
        ($name:ident, $walls:expr, $gaps:expr, $areas:expr) => {
            struct $name;

            impl Lattice for $name {
                const WALL_STEPS: [Steps; 2] = $walls;
                const GAP_STEPS: [Steps; 2] = $gaps;
                const AREA_STEPS: [Steps; 2] = $areas;
            }
        };
    }

    const NO_EAST: Steps = Steps::from_bits(Steps::KING.bits() & !(1 << Step::East as u8));
    const ALL: [Steps; 2] = [Steps::KING; 2];
    const FOUR: [Steps; 2] = [Steps::ORTHOGONAL; 2];
    const ONE_WAY: [Steps; 2] = [Steps::KING, Steps::ORTHOGONAL];

    lattice!(Bricks, FOUR, ALL, ALL);
    lattice!(WithoutEast, [NO_EAST; 2], FOUR, ALL);
    lattice!(OneWay, ONE_WAY, [Steps::ORTHOGONAL, Steps::KING], ALL);
    lattice!(Sieve, ALL, ALL, ALL);
    lattice!(Solid, FOUR, FOUR, ALL);
    lattice!(SmallAreas, FOUR, ALL, FOUR);

    #[test]
    fn lattices_that_satisfy_the_conditions_pass() {
        check::<SquareLattice>();
        check::<HexLattice>();
        check::<Bricks>();
    }

    #[test]
    #[should_panic(expected = "the four orthogonal steps are wall steps and gap steps")]
    fn an_orthogonal_step_may_not_be_missing() {
        check::<WithoutEast>();
    }

    #[test]
    #[should_panic(expected = "every step can be taken back")]
    fn a_step_without_its_way_back_is_refused() {
        check::<OneWay>();
    }

    #[test]
    #[should_panic(expected = "one is a wall step exactly if the other is not a gap step")]
    fn a_gap_may_not_leak_through_a_wall() {
        check::<Sieve>();
    }

    #[test]
    #[should_panic(expected = "one is a wall step exactly if the other is not a gap step")]
    fn a_gap_may_not_end_without_a_wall() {
        check::<Solid>();
    }

    #[test]
    #[should_panic(expected = "every gap step is an area step")]
    fn an_area_may_not_divide_a_gap() {
        check::<SmallAreas>();
    }
}
