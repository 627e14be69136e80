//! From bytes to [`RawGame`]s.

use std::collections::VecDeque;
use std::io::Read;
use std::mem;
use std::ops::ControlFlow;

use pgn_reader::{Nag, Outcome, RawComment, RawTag, SanPlus, Skip, Visitor};

use super::block::{Cursor, MAX_GAME_BYTES, PgnBlock, PgnBlocks};
use super::error::{PgnError, PgnErrorKind};
use super::tree::{PgnLine, PgnNode, RawGame, Tags};
use super::visit::{VisitedGame, visit};
use super::write::WRITTEN_TAG;

/// How deep variations may be nested. Trees are walked by recursion, so there
/// must be a limit; annotated games stay below ten.
const MAX_DEPTH: usize = 200;

/// Reads the games of a PGN file one by one, in memory that does not grow with
/// the file.
///
/// An error ends a game, not the file: go on with the next one.
#[derive(Debug)]
pub struct PgnReader<R> {
    blocks: PgnBlocks<R>,
    block: Option<(PgnBlock, Cursor)>,
    /// Games that were read, but not yet given away.
    ready: VecDeque<Result<RawGame, PgnError>>,
    number: u64,
    broken: bool,
}

impl<R: Read> PgnReader<R> {
    /// Reads from this source, which needs no buffer of its own.
    pub fn new(source: R) -> PgnReader<R> {
        PgnReader {
            blocks: PgnBlocks::new(source),
            block: None,
            ready: VecDeque::new(),
            number: 0,
            broken: false,
        }
    }

    /// Reads the games of the next section. Returns whether there was one.
    fn read_section(&mut self) -> bool {
        if let Some((block, cursor)) = &mut self.block
            && let Some(section) = cursor.section(block)
        {
            read_section(section, &mut self.number, |game| self.ready.push_back(game));
            return true;
        }
        match self.blocks.next() {
            None => return false,
            Some(Ok(block)) if block.is_too_large() => {
                self.number += 1;
                self.ready.push_back(Err(too_large(&block, self.number)));
            }
            Some(Ok(block)) => {
                let cursor = Cursor::new(&block);
                self.block = Some((block, cursor));
            }
            // If the file itself cannot be read, nothing after it can be.
            Some(Err(error)) => {
                self.broken = true;
                self.ready.push_back(Err(PgnError {
                    game: self.number + 1,
                    line: self.blocks.line(),
                    at: None,
                    kind: PgnErrorKind::Read {
                        message: error.to_string(),
                    },
                }));
            }
        }
        true
    }
}

impl<R: Read> Iterator for PgnReader<R> {
    type Item = Result<RawGame, PgnError>;

    fn next(&mut self) -> Option<Result<RawGame, PgnError>> {
        while self.ready.is_empty() && !self.broken && self.read_section() {}
        self.ready.pop_front()
    }
}

impl PgnBlock {
    /// The games of the block, counted from 1.
    pub fn games(&self) -> impl Iterator<Item = Result<RawGame, PgnError>> + '_ {
        let mut number = 0;
        let too_large = self.is_too_large().then(|| Err(too_large(self, 1)));
        let games = self.sections().flat_map(move |section| {
            let mut games = Vec::new();
            read_section(section, &mut number, |game| games.push(game));
            games
        });
        too_large.into_iter().chain(games)
    }
}

/// What is to be said about a block of which nothing was kept.
pub(super) fn too_large(block: &PgnBlock, game: u64) -> PgnError {
    PgnError {
        game,
        line: block.first_line(),
        at: None,
        kind: PgnErrorKind::TooLong {
            limit: MAX_GAME_BYTES,
        },
    }
}

fn read_section(
    section: (u64, &[u8]),
    number: &mut u64,
    mut hand_on: impl FnMut(Result<RawGame, PgnError>),
) {
    visit(section, &mut Collector, |_, line, game| {
        *number += 1;
        hand_on(match game {
            Ok(game) => Ok(RawGame {
                number: *number,
                first_line: line,
                ..game
            }),
            Err(kind) => Err(PgnError {
                game: *number,
                line,
                at: None,
                kind,
            }),
        });
    });
}

impl VisitedGame for RawGame {
    fn has_moves(&self) -> bool {
        !self.line.moves.is_empty()
    }

    fn is_game(&self) -> bool {
        let has_text = !self.tags.is_empty() || !self.line.comments.is_empty();
        has_text || self.has_moves() || self.result.is_some()
    }
}

/// Makes a [`RawGame`] of what the reader reports.
struct Collector;

/// A game in the making: the lines from the main line to the variation that
/// is being read.
struct Growing {
    tags: Tags,
    lines: Vec<PgnLine<SanPlus>>,
    result: Option<&'static str>,
    /// The start of a comment that comes in pieces.
    comment: Vec<u8>,
}

impl Growing {
    fn line(&mut self) -> Option<&mut PgnLine<SanPlus>> {
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
            lines: vec![PgnLine::default()],
            result: None,
            comment: Vec::new(),
        })
    }

    fn tag(
        &mut self,
        growing: &mut Growing,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        let (name, value) = (text(name.trim_ascii()), text(&value.decode()));
        if (name.as_str(), value.as_str()) != WRITTEN_TAG {
            growing.tags.push((name, value));
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, growing: Growing) -> ControlFlow<Self::Output, Growing> {
        ControlFlow::Continue(growing)
    }

    fn san(&mut self, growing: &mut Growing, san: SanPlus) -> ControlFlow<Self::Output> {
        if let Some(line) = growing.line() {
            line.moves.push(PgnNode::new(san));
        }
        ControlFlow::Continue(())
    }

    fn nag(&mut self, growing: &mut Growing, nag: Nag) -> ControlFlow<Self::Output> {
        if let Some(node) = growing.line().and_then(|line| line.moves.last_mut()) {
            node.nags.push(nag.0);
        }
        ControlFlow::Continue(())
    }

    fn partial_comment(
        &mut self,
        growing: &mut Growing,
        comment: RawComment<'_>,
    ) -> ControlFlow<Self::Output> {
        growing.comment.extend_from_slice(comment.as_bytes());
        ControlFlow::Continue(())
    }

    fn comment(
        &mut self,
        growing: &mut Growing,
        comment: RawComment<'_>,
    ) -> ControlFlow<Self::Output> {
        let mut bytes = mem::take(&mut growing.comment);
        bytes.extend_from_slice(comment.as_bytes());
        let comment = text(bytes.trim_ascii());
        if let Some(line) = growing.line() {
            match line.moves.last_mut() {
                Some(node) => node.comments.push(comment),
                None => line.comments.push(comment),
            }
        }
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, growing: &mut Growing) -> ControlFlow<Self::Output, Skip> {
        if growing.lines.len() > MAX_DEPTH {
            return ControlFlow::Break(Err(PgnErrorKind::TooDeep { limit: MAX_DEPTH }));
        }
        growing.lines.push(PgnLine::default());
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
