//! The detector of Bonham and Iqbal, *A Chain-Detection Algorithm for
//! Two-Dimensional Grids*, as it was published.
//!
//! It finds the enclosed areas (EA) of a board in four passes, which
//! [`Stages`] keeps, and then says yes when two paths of pieces that share no
//! square lead from the piece asked about to the same area ([`detect`]).
//!
//! The port corrects the slips of the printed pseudocode and keeps the three
//! errors of the method:
//!
//! 1. **It says yes wrongly.** Two disjoint paths to one area need not go
//!    around it: a piece of an island inside the wall has them too.
//! 2. **It says no wrongly.** A path stops at the first piece that touches any
//!    area, so a path to one area is cut where it passes another.
//! 3. **Its time is exponential.** It lists all paths, so [`detect`] takes a
//!    step limit and is undecided when it reaches it.
//!
//! ```
//! use catena_grid::{MinSize, Placement, Square, paper};
//!
//! // Figure 9 of the paper: the queen on f3 has just moved.
//! let placement: Placement = "1b4rk/n1p3pr/p1np3p/1p1pp3/3PP3/P1NPPQ2/N1PRK3/1B6".parse()?;
//! let occupied = placement.grid8().expect("the board is 8×8");
//! let verdict = paper::detect(occupied, Square::F3, MinSize::TWO, paper::DEFAULT_STEP_LIMIT)?;
//! assert!(verdict.has_chain());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod classes;
mod filter;
mod paths;
#[cfg(test)]
mod published;
#[cfg(test)]
mod tests;

use crate::grid8::Grid8;
use crate::min_size::MinSize;

pub use classes::ClassBoard;
pub use paths::{DEFAULT_STEP_LIMIT, TwoPaths, Verdict, detect};

/// The boards that the paper's program prints on its way to the enclosed
/// areas.
///
/// ```
/// use catena_grid::{Grid8, MinSize, paper::Stages};
///
/// const WALL: Grid8 = Grid8::from_art(
///     ". . . . . . . .
///      . . . . . . . .
///      . . . . . . . .
///      . . # # . . . .
///      . # . . # . . .
///      . . # # . . . .
///      . . . . . . . .
///      . . . . . . . .",
/// );
/// let stages = Stages::of(WALL, MinSize::TWO);
/// // The gaps at the corners join inside and outside for the first pass.
/// assert_eq!(stages.after_cca.highest(), 1);
/// assert_eq!(stages.corrected.squares_of(1).len(), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stages {
    /// 1 for an empty square, 0 for a piece.
    pub before_cca: ClassBoard,
    /// The 8-connected groups of empty squares (`Do8CCA`).
    pub after_cca: ClassBoard,
    /// The same without the squares that empty squares join to the rim by
    /// orthogonal steps. What is left of a class may be in several pieces.
    pub after_perimeter: ClassBoard,
    /// The same without the groups that are too small. A class number above
    /// that of a removed group is lowered, as printed, so some numbers may be
    /// missing, and groups that do not touch may share one.
    pub after_size: ClassBoard,
    /// The enclosed areas, numbered afresh (`Do8CCA` again).
    pub corrected: ClassBoard,
}

impl Stages {
    /// Runs the passes over the board with these pieces; an enclosed area has at
    /// least `min_size` squares.
    #[must_use]
    pub fn of(occupied: Grid8, min_size: MinSize) -> Stages {
        let before_cca = ClassBoard::of_empty_squares(occupied);
        let after_cca = before_cca.connected_components();
        let after_perimeter = filter::perimeter(&after_cca);
        let after_size = filter::size(&after_perimeter, min_size.get());
        Stages {
            before_cca,
            after_cca,
            after_perimeter,
            after_size,
            corrected: after_size.connected_components(),
        }
    }
}
