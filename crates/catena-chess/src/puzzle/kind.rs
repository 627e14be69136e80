//! [`PuzzleKind`]: what a puzzle asks; [`Grade`]: how hard a set is.

use core::fmt;
use core::str::FromStr;

/// What a puzzle asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PuzzleKind {
    /// Find the one move that forms a chain.
    FormChain,
    /// Does this move form a chain?
    IsChain,
    /// This move forms a chain: switch or stay?
    SwitchOrStay,
    /// Give mate by force, with at least one switch on the way.
    SwitchMate,
    /// Find the one move that holds: after others the opponent's switch wins.
    SwitchDefence,
}

impl PuzzleKind {
    /// All kinds, in the order in which they are learnt.
    pub const ALL: [PuzzleKind; 5] = [
        PuzzleKind::FormChain,
        PuzzleKind::IsChain,
        PuzzleKind::SwitchOrStay,
        PuzzleKind::SwitchMate,
        PuzzleKind::SwitchDefence,
    ];

    /// The name among the themes of a row, in the manner of lichess.
    #[must_use]
    pub const fn theme(self) -> &'static str {
        match self {
            PuzzleKind::FormChain => "formChain",
            PuzzleKind::IsChain => "isChain",
            PuzzleKind::SwitchOrStay => "switchOrStay",
            PuzzleKind::SwitchMate => "switchMate",
            PuzzleKind::SwitchDefence => "switchDefence",
        }
    }

    /// Whether a move is given, and the question is about it.
    #[must_use]
    pub const fn asks_about_a_move(self) -> bool {
        matches!(self, PuzzleKind::IsChain | PuzzleKind::SwitchOrStay)
    }
}

impl fmt::Display for PuzzleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.theme())
    }
}

/// There is no kind of this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsePuzzleKindError {
    name: String,
}

impl fmt::Display for ParsePuzzleKindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = PuzzleKind::ALL.map(PuzzleKind::theme).join(", ");
        let name = self.name.escape_debug();
        write!(f, "'{name}' is no kind of puzzle; the kinds are {names}")
    }
}

impl core::error::Error for ParsePuzzleKindError {}

impl FromStr for PuzzleKind {
    type Err = ParsePuzzleKindError;

    fn from_str(name: &str) -> Result<PuzzleKind, ParsePuzzleKindError> {
        let mut kinds = PuzzleKind::ALL.into_iter();
        kinds
            .find(|kind| kind.theme() == name)
            .ok_or_else(|| ParsePuzzleKindError { name: name.into() })
    }
}

/// How hard a set is: the puzzles of a kind in three parts, by their ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Grade {
    /// The third with the lowest ratings.
    Easy,
    /// The third between.
    Medium,
    /// The third with the highest ratings.
    Hard,
}

impl Grade {
    /// All grades, the easiest first.
    pub const ALL: [Grade; 3] = [Grade::Easy, Grade::Medium, Grade::Hard];

    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Grade::Easy => "easy",
            Grade::Medium => "medium",
            Grade::Hard => "hard",
        }
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::PuzzleKind;

    #[test]
    fn a_kind_is_read_as_it_is_written() {
        for kind in PuzzleKind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
        let error = "mate".parse::<PuzzleKind>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "'mate' is no kind of puzzle; the kinds are formChain, isChain, switchOrStay, \
             switchMate, switchDefence"
        );
    }
}
