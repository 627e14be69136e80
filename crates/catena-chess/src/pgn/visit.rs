//! Shows the games of a section to a visitor of `pgn-reader`.

use core::cell::Cell;
use std::borrow::Cow;
use std::io::{self, Read};

use memchr::memchr;
use pgn_reader::{Reader, Visitor};

use super::block::line_breaks;
use super::error::PgnErrorKind;

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

/// Shows every game of the section to the visitor. Hands on the number of the
/// line on which the game begins, and what the visitor made of it.
pub(super) fn visit<V, T: VisitedGame>(
    (mut line, section): (u64, &[u8]),
    visitor: &mut V,
    mut hand_on: impl FnMut(&mut V, u64, Result<T, PgnErrorKind>),
) where
    V: Visitor<Output = Result<T, PgnErrorKind>>,
{
    let text = with_braces(section);
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
        if !is_blank(game) {
            hand_on(visitor, line, result.and_then(|found| check(found, game)));
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

fn is_tag_line(line: &[u8]) -> bool {
    line.trim_ascii_start().starts_with(b"[")
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

/// The text with every comment from `;` to the end of the line in braces: the
/// reader passes over the former, and comments must not be lost. Lines stay
/// where they are.
fn with_braces(text: &[u8]) -> Cow<'_, [u8]> {
    if memchr(b';', text).is_none() {
        return Cow::Borrowed(text);
    }
    let mut braced = Vec::with_capacity(text.len() + 64);
    let mut in_comment = false;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        if !in_comment && (is_tag_line(line) || line.starts_with(b"%")) {
            braced.extend_from_slice(line);
        } else {
            in_comment = brace_line(line, in_comment, &mut braced);
        }
    }
    Cow::Owned(braced)
}

/// Puts a comment from `;` to the end of this line in braces. Returns whether
/// the line ends inside a comment in braces.
fn brace_line(line: &[u8], mut in_comment: bool, braced: &mut Vec<u8>) -> bool {
    for (at, &byte) in line.iter().enumerate() {
        match byte {
            b'{' => in_comment = true,
            b'}' => in_comment = false,
            b';' if !in_comment => {
                let comment = line[at + 1..].trim_ascii();
                braced.push(b'{');
                // A brace in the comment would end it too early.
                braced.extend(comment.iter().map(|&byte| match byte {
                    b'}' => b')',
                    _ => byte,
                }));
                braced.extend_from_slice(b"}\n");
                return false;
            }
            _ => {}
        }
        braced.push(byte);
    }
    in_comment
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_braces(text: &str, expected: &str) {
        let found = with_braces(text.as_bytes());
        assert_eq!(String::from_utf8_lossy(&found), expected);
    }

    #[test]
    fn the_rest_of_a_line_becomes_a_comment() {
        check_braces("1. e4 ; best\r\n1... e5\n", "1. e4 {best}\n1... e5\n");
        check_braces("1. e4 ;", "1. e4 {}\n");
        check_braces("1. e4 ;a{b}\n", "1. e4 {a{b)}\n");
    }

    #[test]
    fn other_semicolons_stay() {
        for text in [
            "[Event \"a;b\"]\n\n1. e4 {c;d} e5\n",
            "%;\n1. e4 {x\n[;]\n;} e5",
            "",
        ] {
            check_braces(text, text);
        }
    }

    #[test]
    fn squares_in_tags_and_comments_are_no_moves() {
        assert!(!has_squares(
            b"[Event \"e4\"]\n\n{e4\nb [c]} 1-0 1. forfeit 2/ *\n"
        ));
        assert!(has_squares(b"[Event \"x\"]\n\n1. e2-e4 *\n"));
    }
}
