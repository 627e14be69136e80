//! Shows the games of a section to a visitor of `pgn-reader`.

use core::cell::Cell;
use std::io::{self, Read};

use pgn_reader::{Reader, Visitor};

use super::block::line_breaks;
use super::brace::is_tag_line;
use super::error::PgnErrorKind;
use super::letters::PieceLetters;
use super::prepare::{Prepared, StrayText, UnreadableWords};

/// A line of tags may have this many bytes; a longer one may be an error.
/// Comments of more than 255 bytes come in pieces: the reader moves its buffer
/// at every token for more, which made replaying 6 % slower.
const TAG_LINE_BYTES: usize = 1 << 12;

/// A game as a visitor saw it.
pub(super) trait VisitedGame {
    /// Whether it has a move.
    fn has_moves(&self) -> bool;
    /// Whether there was a tag, a move, a comment or a result.
    fn is_game(&self) -> bool;
}

/// A visitor that is told which words of the section are not moves.
pub(super) trait SectionVisitor: Visitor {
    /// Takes the words that cannot be read, before the games of a section.
    fn begin_section(&mut self, unreadable: UnreadableWords);
}

/// What a visitor made of a game.
pub(super) struct Visited<T> {
    /// The number of the line on which the game begins.
    pub(super) line: u64,
    pub(super) game: Result<T, PgnErrorKind>,
    /// What was in the game and has no meaning there.
    pub(super) strays: Vec<StrayText>,
}

/// Shows every game of the section to the visitor. Calls `each` with what the visitor
/// made of it.
pub(super) fn visit<V, T: VisitedGame>(
    (mut line, section): (u64, &[u8]),
    letters: PieceLetters,
    visitor: &mut V,
    mut each: impl FnMut(&mut V, Visited<T>),
) where
    V: SectionVisitor<Output = Result<T, PgnErrorKind>>,
{
    let Prepared {
        text,
        unreadable,
        strays,
    } = Prepared::new(section, line, letters);
    let mut strays = strays.into_iter().peekable();
    visitor.begin_section(unreadable);
    let left = Cell::new(text.len());
    let section = SectionReader {
        rest: &text,
        left: &left,
    };
    let mut reader = Reader::build(section)
        .set_supported_tag_line_length(TAG_LINE_BYTES)
        .finish();
    let mut end = 0;
    loop {
        // Passes over the rest of a game that went wrong, and over space.
        if reader.has_more().is_err() {
            continue;
        }
        let start = text.len() - left.get() - reader.buffer().len();
        line += line_breaks(&text[end..start]);
        let result = match reader.read_game(visitor) {
            Ok(None) => break,
            Ok(Some(result)) => result,
            Err(error) => Err(PgnErrorKind::Read {
                message: error.to_string(),
            }),
        };
        end = text.len() - left.get() - reader.buffer().len();
        let game = &text[start..end];
        // Nothing of a game was read whose start position is wrong.
        if result.is_err() || !is_blank(game) {
            let strays = std::iter::from_fn(|| strays.next_if(|(at, _)| *at < end));
            let visited = Visited {
                line,
                game: result.and_then(|found| check(found, game)),
                strays: strays.map(|(_, stray)| stray).collect(),
            };
            each(visitor, visited);
        }
        line += line_breaks(game);
    }
}

/// The reader skips what is not PGN. A game that has nothing else, or
/// whose moves it did not understand, must not count as a game.
fn check<T: VisitedGame>(found: T, text: &[u8]) -> Result<T, PgnErrorKind> {
    if !found.is_game() {
        Err(PgnErrorKind::NoGame)
    } else if !found.has_moves() && has_squares(text) {
        Err(PgnErrorKind::NoMoves)
    } else {
        Ok(found)
    }
}

/// Old files end with the end-of-file sign of DOS.
fn is_blank(text: &[u8]) -> bool {
    text.iter()
        .all(|&byte| byte.is_ascii_whitespace() || matches!(byte, 0 | 0x1a))
}

/// Whether there is the name of a square outside tags and comments.
fn has_squares(text: &[u8]) -> bool {
    let mut in_comment = false;
    let mut squares = |line: &[u8]| {
        let mut file = false;
        line.iter().any(|byte| {
            match byte {
                b'{' => in_comment = true,
                b'}' => in_comment = false,
                _ => {}
            }
            let rank = matches!(byte, b'1'..=b'8');
            let follows = std::mem::replace(&mut file, matches!(byte, b'a'..=b'h'));
            !in_comment && follows && rank
        })
    };
    text.split(|&byte| byte == b'\n')
        .any(|line| !is_tag_line(line) && squares(line))
}

/// The text of a section, of which the reader has taken a part.
struct SectionReader<'a> {
    rest: &'a [u8],
    left: &'a Cell<usize>,
}

impl Read for SectionReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.rest.read(buffer)?;
        self.left.set(self.rest.len());
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_in_tags_and_comments_are_no_moves() {
        assert!(!has_squares(
            b"[Event \"e4\"]\n\n{e4\nb [c]} 1-0 1. forfeit 2/ *\n"
        ));
        assert!(has_squares(b"[Event \"x\"]\n\n1. e2-e4 *\n"));
    }
}
