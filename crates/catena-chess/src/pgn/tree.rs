//! The games of a PGN file as trees of moves.

use pgn_reader::SanPlus;
use shakmaty::Move;

use super::prepare::StrayText;
use crate::position::SsccPosition;

/// The tags of a game in their order, as pairs of name and value.
pub type Tags = Vec<(String, String)>;

/// A move with all that a PGN file attaches to it. `M` is the move: a [`RawMove`]
/// in a [`RawGame`], a [`PgnMove`] in a [`PgnGame`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnNode<M> {
    /// The move.
    pub mv: M,
    /// Its numeric annotation glyphs, like 1 for `!`.
    pub nags: Vec<u8>,
    /// The comments after it.
    pub comments: Vec<String>,
    /// The lines that could have been played instead of it.
    pub variations: Vec<PgnLine<M>>,
}

impl<M> PgnNode<M> {
    /// A move with nothing attached.
    #[must_use]
    pub const fn new(mv: M) -> PgnNode<M> {
        PgnNode {
            mv,
            nags: Vec::new(),
            comments: Vec::new(),
            variations: Vec::new(),
        }
    }
}

/// A line of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnLine<M> {
    /// The comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub moves: Vec<PgnNode<M>>,
}

impl<M> Default for PgnLine<M> {
    fn default() -> PgnLine<M> {
        PgnLine {
            comments: Vec::new(),
            moves: Vec::new(),
        }
    }
}

/// A move as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RawMove {
    /// A move in standard algebraic notation, or written as two squares.
    San(SanPlus),
    /// A word that stands where a move should be, but cannot be read as one.
    Unreadable(StrayText),
}

/// A game as it was read: nothing is checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawGame {
    /// The number of the game in its file, from 1.
    pub number: u64,
    /// The line on which it begins, from 1.
    pub first_line: u64,
    /// The tags.
    pub tags: Tags,
    /// The moves as text.
    pub line: PgnLine<RawMove>,
    /// The result after the moves, like `1-0`; `None` if it is missing.
    pub result: Option<&'static str>,
    /// Whether the end was left out, because the reader keeps no more moves.
    pub is_cut: bool,
    /// What has no meaning where it stands. Words are in the comments as well.
    pub strays: Vec<StrayText>,
}

/// A move of a PGN file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PgnMove {
    /// The move; `None` is a null move, `--`.
    pub mv: Option<Move>,
    /// Whether the mover switched.
    pub switches: bool,
}

/// A game of a PGN file whose moves are all legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnGame {
    /// The tags.
    pub tags: Tags,
    /// The position from which it starts.
    pub start: SsccPosition,
    /// The moves.
    pub line: PgnLine<PgnMove>,
    /// The result after the moves, like `1-0`; `None` if it is missing.
    pub result: Option<&'static str>,
}

/// The value of the last tag with this name: as with duplicate tags elsewhere,
/// the last one counts.
pub(crate) fn tag<'a>(tags: &'a Tags, name: &str) -> Option<&'a str> {
    tags.iter()
        .rev()
        .find(|(key, _)| key == name)
        .map(|(_, value)| value.as_str())
}

impl RawGame {
    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        tag(&self.tags, name)
    }
}

impl PgnGame {
    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        tag(&self.tags, name)
    }

    /// Sets a tag: changes its value or adds it at the end.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().rev().find(|(key, _)| key == name) {
            Some((_, old)) => *old = value.into(),
            None => self.tags.push((name.into(), value.into())),
        }
    }
}
