//! [`index()`]: which games a file has, without their moves.

use core::ops::ControlFlow;
use std::io::{self, Read};

use pgn_reader::{Outcome, RawComment, RawTag, SanPlus, Visitor};

use super::block::PgnBlocks;
use super::collect::text;
use super::error::{PgnError, PgnErrorKind};
use super::prepare::UnreadableWords;
use super::reader::too_large;
use super::tree::Tags;
use super::visit::{SectionVisitor, VisitedGame, visit};

/// A game of a file: where it is, and what its tags say.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IndexedGame {
    /// The number of the game in its file, from 1.
    pub number: u64,
    /// The line on which it begins, from 1.
    pub first_line: u64,
    /// The tags.
    pub tags: Tags,
    /// How many moves the main line has. Nobody has checked them.
    pub plies: u32,
}

/// Calls `each` for every game of a PGN file, in memory that does not grow with the file.
///
/// # Errors
///
/// If the source cannot be read. Games that cannot be read are errors for `each`.
///
/// # Examples
///
/// ```
/// use catena_chess::pgn::index;
///
/// let file = b"[White \"Anna\"]\n\n1. e4 e5 (1... c5) 2. Nf3 *\n\n[White \"Ben\"]\n\n1. d4 *\n";
/// let mut games = Vec::new();
/// index(&file[..], |game| games.extend(game))?;
/// assert_eq!((games[0].first_line, games[0].plies), (1, 3));
/// assert_eq!((games[1].first_line, games[1].plies), (5, 1));
/// assert_eq!(games[1].tags, [("White".to_owned(), "Ben".to_owned())]);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn index(
    source: impl Read,
    mut each: impl FnMut(Result<IndexedGame, PgnError>),
) -> io::Result<()> {
    let mut number = 0;
    for block in PgnBlocks::new(source) {
        let block = block?;
        if block.is_too_large() {
            number += 1;
            each(Err(too_large(&block, number)));
        }
        for section in block.sections() {
            visit(section, block.letters(), &mut IndexVisitor, |_, visited| {
                number += 1;
                let line = visited.line;
                each(match visited.game {
                    Ok(SeenGame { tags, plies, .. }) => Ok(IndexedGame {
                        number,
                        first_line: line,
                        tags,
                        plies,
                    }),
                    Err(kind) => Err(PgnError::of_game(number, line, kind)),
                });
            });
        }
    }
    Ok(())
}

/// Keeps the tags of a game and counts its moves.
struct IndexVisitor;

impl SectionVisitor for IndexVisitor {
    fn begin_section(&mut self, _: UnreadableWords) {}
}

/// A game as far as it was seen.
struct SeenGame {
    tags: Tags,
    plies: u32,
    is_game: bool,
}

impl VisitedGame for SeenGame {
    fn has_moves(&self) -> bool {
        self.plies > 0
    }

    fn is_game(&self) -> bool {
        self.is_game || self.plies > 0
    }
}

impl Visitor for IndexVisitor {
    type Tags = Tags;
    type Movetext = SeenGame;
    type Output = Result<SeenGame, PgnErrorKind>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Tags> {
        ControlFlow::Continue(Tags::new())
    }

    fn tag(
        &mut self,
        tags: &mut Tags,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        tags.push((text(name.trim_ascii()), text(&value.decode())));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Tags) -> ControlFlow<Self::Output, SeenGame> {
        ControlFlow::Continue(SeenGame {
            is_game: !tags.is_empty(),
            tags,
            plies: 0,
        })
    }

    fn san(&mut self, game: &mut SeenGame, _: SanPlus) -> ControlFlow<Self::Output> {
        game.plies = game.plies.saturating_add(1);
        ControlFlow::Continue(())
    }

    fn comment(&mut self, game: &mut SeenGame, _: RawComment<'_>) -> ControlFlow<Self::Output> {
        game.is_game = true;
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, game: &mut SeenGame, _: Outcome) -> ControlFlow<Self::Output> {
        game.is_game = true;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, game: SeenGame) -> Self::Output {
        Ok(game)
    }
}
