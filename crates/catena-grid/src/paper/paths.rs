//! [`detect`]: the search for two unique paths to one enclosed area.

use alloc::vec;
use alloc::vec::Vec;

use super::Stages;
use crate::budget::Undecided;
use crate::detect::first_in_reading_order;
use crate::grid8::Grid8;
use crate::min_size::MinSize;
use crate::square::Square;

/// A step limit for interactive use: it is reached in about a twentieth of a
/// second.
pub const DEFAULT_STEP_LIMIT: u64 = 10_000_000;

/// What the paper's detector answers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Verdict {
    /// The paths that made it say yes.
    pub paths: Option<TwoPaths>,
    /// How many steps it took.
    pub steps: u64,
}

impl Verdict {
    /// Returns whether the detector says that the piece is on a chain. It can be
    /// wrong: see the [module](super).
    #[must_use]
    pub fn has_chain(&self) -> bool {
        self.paths.is_some()
    }
}

/// Two paths of pieces, with no square in common, from a neighbour of the
/// piece asked about to a neighbour of the same enclosed area.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TwoPaths {
    /// The number of the area in [`Stages::corrected`].
    pub class: u8,
    /// The path found first.
    pub first: Vec<Square>,
    /// The path found second.
    pub second: Vec<Square>,
}

/// Returns what the paper's detector says about the question whether the piece
/// on the square is on a chain that encloses at least `min_size` empty squares.
/// For an empty square the answer is no.
///
/// This is `found2PathsToClassFromIndex`. It lists the paths of pieces that
/// begin next to the start, never come next to it again, and end at the first
/// piece that touches an area. It stops when two of them end at the same area
/// and have no square in common.
///
/// A step puts a piece on a path or compares two paths. So at most
/// √(2 · `step_limit`) + 1 paths to one area are kept in memory.
///
/// # Errors
///
/// [`Undecided`] when the search needs more than `step_limit` steps.
pub fn detect(
    occupied: Grid8,
    square: Square,
    min_size: MinSize,
    step_limit: u64,
) -> Result<Verdict, Undecided> {
    let classes = Stages::of(occupied, min_size).corrected;
    let mut search = PathSearch {
        occupied,
        start: square,
        areas: (1..=classes.highest())
            .map(|class| AreaPaths::new(class, classes.squares_of(class)))
            .collect(),
        path: PiecePath::default(),
        steps: StepCount {
            taken: 0,
            limit: step_limit,
        },
    };
    let paths = if search.areas.is_empty() || !occupied.contains(square) {
        None
    } else {
        search.run()?
    };
    Ok(Verdict {
        paths,
        steps: search.steps.taken,
    })
}

/// A path of pieces, in order and as a set.
#[derive(Clone, Default)]
struct PiecePath {
    squares: Vec<Square>,
    set: Grid8,
}

impl PiecePath {
    fn push(&mut self, square: Square) {
        self.squares.push(square);
        self.set.insert(square);
    }

    fn pop(&mut self) {
        if let Some(square) = self.squares.pop() {
            self.set.remove(square);
        }
    }
}

/// An enclosed area and the paths to it: a class of `g_iClassesArray`, with
/// its part of `g_EAPathListVector` and `g_EAPathClassMultiMap`.
struct AreaPaths {
    class: u8,
    /// The squares a king's step from the area.
    beside: Grid8,
    paths: Vec<PiecePath>,
}

impl AreaPaths {
    fn new(class: u8, squares: Grid8) -> AreaPaths {
        AreaPaths {
            class,
            beside: squares.king_neighbours(),
            paths: Vec::new(),
        }
    }
}

/// How many steps were taken, and how many may be.
struct StepCount {
    taken: u64,
    limit: u64,
}

impl StepCount {
    fn count(&mut self) -> Result<(), Undecided> {
        if self.taken == self.limit {
            return Err(Undecided);
        }
        self.taken += 1;
        Ok(())
    }
}

/// The search for two paths to one area.
struct PathSearch {
    occupied: Grid8,
    start: Square,
    areas: Vec<AreaPaths>,
    /// The current path: `PathList` and `VisitedSquaresSet`.
    path: PiecePath,
    steps: StepCount,
}

impl PathSearch {
    fn run(&mut self) -> Result<Option<TwoPaths>, Undecided> {
        let beside_start = self.start.king_neighbours();
        // After its first square a path avoids these: `g_iUsedBoardSquares`.
        let used = beside_start.with(self.start);
        // For the start and each square of the path, the pieces still to try
        // there: `StartForLoopIndexesVector`.
        let mut untried = vec![beside_start & self.occupied];
        while let Some(choices) = untried.last_mut() {
            let Some(square) = first_in_reading_order(*choices) else {
                untried.pop();
                self.path.pop();
                continue;
            };
            choices.remove(square);
            self.steps.count()?;
            self.path.push(square);
            if self.touches_area(square) {
                let paths = self.end_path(square)?;
                if paths.is_some() {
                    return Ok(paths);
                }
                self.path.pop();
            } else {
                untried.push((square.king_neighbours() & self.occupied) - used - self.path.set);
            }
        }
        Ok(None)
    }

    /// The paper's `isAdjacentToEA`.
    fn touches_area(&self, square: Square) -> bool {
        self.areas.iter().any(|area| area.beside.contains(square))
    }

    /// Keeps the current path for each area that its last square touches, and
    /// looks for an older path to the same area that it does not meet.
    ///
    /// The published `areTwoUniquePathsToClass` also compares the older paths
    /// with each other again. They are known to meet, so the answer is the same.
    fn end_path(&mut self, last: Square) -> Result<Option<TwoPaths>, Undecided> {
        let touched = |area: &&mut AreaPaths| area.beside.contains(last);
        for area in self.areas.iter_mut().filter(touched) {
            for older in &area.paths {
                self.steps.count()?;
                if older.set.is_disjoint(self.path.set) {
                    return Ok(Some(TwoPaths {
                        class: area.class,
                        first: older.squares.clone(),
                        second: self.path.squares.clone(),
                    }));
                }
            }
            area.paths.push(self.path.clone());
        }
        Ok(None)
    }
}
