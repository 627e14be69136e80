//! From bytes to [`RawGame`]s.

use std::io::Read;
use std::mem;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use pgn_reader::{Nag, Outcome, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};

use super::error::{PgnError, PgnErrorKind};
use super::filter::RestOfLine;
use super::tree::{Line, Node, RawGame, Tags};

/// The longest tag line, and the longest piece of a comment, that is read at
/// once. Longer comments come in pieces; a longer tag line is an error.
const TOKEN_BYTES: usize = 1 << 13;

/// How deep variations may be nested. Trees are walked by recursion, so there
/// must be a limit; annotated games stay below ten.
const MAX_DEPTH: usize = 200;

/// The most that the tags, comments and moves of one game may take. Without a
/// limit, a file that is not PGN at all could fill the memory.
const MAX_GAME_BYTES: usize = 1 << 26;

/// Reads the games of a PGN file one by one, in memory that does not grow with
/// the file.
///
/// An error ends a game, not the file: go on with the next one.
#[derive(Debug)]
pub struct PgnReader<R> {
    reader: Reader<CountLines<RestOfLine<R>>>,
    lines: Arc<AtomicU64>,
    number: u64,
    broken: bool,
}

impl<R: Read> PgnReader<R> {
    /// Reads from this source, which needs no buffer of its own.
    pub fn new(source: R) -> PgnReader<R> {
        let lines = Arc::new(AtomicU64::new(0));
        let counted = CountLines {
            source: RestOfLine::new(source),
            lines: Arc::clone(&lines),
        };
        PgnReader {
            reader: Reader::build(counted)
                .set_supported_tag_line_length(TOKEN_BYTES)
                .set_supported_comment_length(TOKEN_BYTES)
                .finish(),
            lines,
            number: 0,
            broken: false,
        }
    }

    /// The line that is being read, from 1.
    fn line(&self) -> u64 {
        let ahead = newlines(self.reader.buffer());
        self.lines.load(Ordering::Relaxed) - ahead + 1
    }
}

impl<R: Read> Iterator for PgnReader<R> {
    type Item = Result<RawGame, PgnError>;

    fn next(&mut self) -> Option<Result<RawGame, PgnError>> {
        if self.broken {
            return None;
        }
        // Asking whether there is more skips the space before the next game.
        let more = self.reader.has_more();
        self.number += 1;
        let (number, first_line) = (self.number, self.line());
        let read = match more {
            Ok(false) => return None,
            Ok(true) => self.reader.read_game(&mut Collector),
            Err(problem) => Err(problem),
        };
        let result = match read {
            Ok(None) => return None,
            Ok(Some(game)) => game,
            Err(problem) => {
                // Tags and comments that do not end are skipped. Where the
                // file itself cannot be read there is no going on.
                self.broken = problem.kind() != std::io::ErrorKind::InvalidData;
                Err(PgnErrorKind::Read {
                    message: problem.to_string(),
                })
            }
        };
        Some(match result {
            Ok(game) => Ok(RawGame {
                number,
                first_line,
                ..game
            }),
            Err(kind) => Err(PgnError {
                game: number,
                line: first_line,
                at: None,
                kind,
            }),
        })
    }
}

/// Counts the lines that pass.
#[derive(Debug)]
struct CountLines<R> {
    source: R,
    lines: Arc<AtomicU64>,
}

impl<R: Read> Read for CountLines<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let length = self.source.read(buffer)?;
        self.lines
            .fetch_add(newlines(&buffer[..length]), Ordering::Relaxed);
        Ok(length)
    }
}

fn newlines(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|&&byte| byte == b'\n').count() as u64
}

/// Makes a [`RawGame`] of what the reader reports.
struct Collector;

/// A game in the making: the lines from the main line to the variation that
/// is being read.
struct Growing {
    tags: Tags,
    lines: Vec<Line<SanPlus>>,
    result: Option<&'static str>,
    /// The start of a comment that comes in pieces.
    comment: Vec<u8>,
    bytes: usize,
}

impl Growing {
    fn grow(&mut self, bytes: usize) -> ControlFlow<Result<RawGame, PgnErrorKind>> {
        self.bytes += bytes;
        if self.bytes > MAX_GAME_BYTES {
            return ControlFlow::Break(Err(PgnErrorKind::TooLong {
                limit: MAX_GAME_BYTES,
            }));
        }
        ControlFlow::Continue(())
    }

    fn line(&mut self) -> Option<&mut Line<SanPlus>> {
        self.lines.last_mut()
    }

    /// Ends the innermost variation: it goes to the last move of the line
    /// around it. One before any move says nothing and is dropped.
    fn end_variation(&mut self) {
        if self.lines.len() > 1
            && let Some(variation) = self.lines.pop()
            && let Some(node) = self.line().and_then(|line| line.moves.last_mut())
        {
            node.variations.push(variation);
        }
    }
}

impl Visitor for Collector {
    type Tags = Growing;
    type Movetext = Growing;
    type Output = Result<RawGame, PgnErrorKind>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Growing> {
        ControlFlow::Continue(Growing {
            tags: Tags::new(),
            lines: vec![Line::default()],
            result: None,
            comment: Vec::new(),
            bytes: 0,
        })
    }

    fn tag(
        &mut self,
        growing: &mut Growing,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        growing
            .tags
            .push((text(name.trim_ascii()), text(&value.decode())));
        growing.grow(name.len() + value.as_bytes().len())
    }

    fn begin_movetext(&mut self, growing: Growing) -> ControlFlow<Self::Output, Growing> {
        ControlFlow::Continue(growing)
    }

    fn san(&mut self, growing: &mut Growing, san: SanPlus) -> ControlFlow<Self::Output> {
        if let Some(line) = growing.line() {
            line.moves.push(Node::new(san));
        }
        growing.grow(mem::size_of::<Node<SanPlus>>())
    }

    fn nag(&mut self, growing: &mut Growing, nag: Nag) -> ControlFlow<Self::Output> {
        if let Some(node) = growing.line().and_then(|line| line.moves.last_mut()) {
            node.nags.push(nag.0);
        }
        growing.grow(1)
    }

    fn partial_comment(
        &mut self,
        growing: &mut Growing,
        comment: RawComment<'_>,
    ) -> ControlFlow<Self::Output> {
        growing.comment.extend_from_slice(comment.as_bytes());
        growing.grow(comment.as_bytes().len())
    }

    fn comment(
        &mut self,
        growing: &mut Growing,
        comment: RawComment<'_>,
    ) -> ControlFlow<Self::Output> {
        let mut bytes = mem::take(&mut growing.comment);
        bytes.extend_from_slice(comment.as_bytes());
        let comment = text(bytes.trim_ascii());
        let length = comment.len() + mem::size_of::<String>();
        if let Some(line) = growing.line() {
            match line.moves.last_mut() {
                Some(node) => node.comments.push(comment),
                None => line.comments.push(comment),
            }
        }
        growing.grow(length)
    }

    fn begin_variation(&mut self, growing: &mut Growing) -> ControlFlow<Self::Output, Skip> {
        if growing.lines.len() > MAX_DEPTH {
            return ControlFlow::Break(Err(PgnErrorKind::TooDeep { limit: MAX_DEPTH }));
        }
        growing.lines.push(Line::default());
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, growing: &mut Growing) -> ControlFlow<Self::Output> {
        growing.end_variation();
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, growing: &mut Growing, outcome: Outcome) -> ControlFlow<Self::Output> {
        if growing.lines.len() == 1 && growing.result.is_none() {
            growing.result = Some(outcome.as_str());
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, mut growing: Growing) -> Self::Output {
        while growing.lines.len() > 1 {
            growing.end_variation();
        }
        Ok(RawGame {
            number: 0,
            first_line: 0,
            tags: growing.tags,
            line: growing.lines.pop().unwrap_or_default(),
            result: growing.result,
        })
    }
}

/// The bytes as text: UTF-8, or else Latin-1, as the PGN standard had it.
fn text(bytes: &[u8]) -> String {
    match core::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}
