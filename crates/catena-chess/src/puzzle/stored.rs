//! The puzzles that come with the crate. `scripts/make-puzzles` found them.

use std::sync::OnceLock;

use super::{Grade, Puzzle, PuzzleKind};

/// The file, with a header. Within a kind the ratings rise.
const PUZZLES: &str = include_str!("../../data/puzzles.csv");

/// The puzzles of a kind and a grade.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleSet {
    /// What they ask.
    pub kind: PuzzleKind,
    /// How hard they are.
    pub grade: Grade,
    /// The puzzles, the easiest first.
    pub puzzles: Vec<Puzzle>,
}

/// The stored puzzles as they are in the file, with its header.
#[must_use]
pub fn stored_csv() -> &'static str {
    PUZZLES
}

/// The stored puzzles, in sets: by kind, then by grade.
///
/// ```
/// use catena_chess::puzzle::stored_sets;
///
/// let puzzles: usize = stored_sets().iter().map(|set| set.puzzles.len()).sum();
/// assert!(puzzles >= 200);
/// ```
#[must_use]
pub fn stored_sets() -> &'static [PuzzleSet] {
    static SETS: OnceLock<Vec<PuzzleSet>> = OnceLock::new();
    SETS.get_or_init(|| {
        let rows = PUZZLES.lines().skip(1);
        let puzzles: Vec<Puzzle> = rows.filter_map(|row| row.parse().ok()).collect();
        let kinds = PuzzleKind::ALL.into_iter();
        kinds.flat_map(|kind| sets_of(kind, &puzzles)).collect()
    })
}

/// The puzzles of this kind in three parts.
fn sets_of(kind: PuzzleKind, puzzles: &[Puzzle]) -> Vec<PuzzleSet> {
    let of_kind = puzzles.iter().filter(|puzzle| puzzle.kind() == kind);
    let mut puzzles: Vec<Puzzle> = of_kind.cloned().collect();
    puzzles.sort_by_key(|puzzle| puzzle.details().rating);
    let size = puzzles.len().div_ceil(Grade::ALL.len()).max(1);
    let mut parts = puzzles.chunks(size);
    Grade::ALL
        .into_iter()
        .map(|grade| PuzzleSet {
            kind,
            grade,
            puzzles: parts.next().unwrap_or_default().to_vec(),
        })
        .collect()
}
